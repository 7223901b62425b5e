"""Starts a worker: makes this folder a package of its own, beside genmorph."""

import importlib
import os
import sys
from types import ModuleType

NAME = "genmorph_worker"

if __name__ == "__main__":
    package = sys.modules[NAME] = ModuleType(NAME)
    package.__path__ = [os.path.dirname(__file__)]  # noqa: PTH120 - pathlib would be one more import at each start
    importlib.import_module(f"{NAME}.serving").main()
