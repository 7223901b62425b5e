"""Models that are trained once and kept in the user's cache."""

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import joblib
import sklearn
from sklearn.base import BaseEstimator


def folder() -> Path:
    """Where models trained by this code and this version of scikit-learn are kept."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    digest = hashlib.sha256(sklearn.__version__.encode())
    for source in sources:
        digest.update(source.read_bytes())
    cache_home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache_home / "genmorph-services" / digest.hexdigest()[:16]


def kept(train: Callable[[], BaseEstimator]) -> Callable[[], BaseEstimator]:
    """Lets a function without arguments train once for all processes."""

    @cache
    def load() -> BaseEstimator:
        file = folder() / f"{train.__module__}.joblib"
        if file.exists():
            return joblib.load(file)
        model = train()
        file.parent.mkdir(parents=True, exist_ok=True)
        written = file.with_suffix(f".{os.getpid()}")
        joblib.dump(model, written)
        written.replace(file)  # at once, so that no other process reads half of it
        return model

    return load
