"""Categories of texts, in the shape of google.cloud.language."""

import zlib
from dataclasses import dataclass, field

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import Pipeline, make_pipeline

from local_services.kept import kept
from local_services.wordnet import explanations

LEAST_WORDS = 3  # that the service knows
LEAST_CONFIDENCE = 0.15
MOST_OF_A_TOPIC = 180  # explanations to learn from
EXPLANATIONS_OF_A_TEXT = 2


@dataclass(frozen=True)
class ClassificationCategory:
    """A category and how sure the service is of it."""

    name: str
    confidence: float


@dataclass(frozen=True)
class ClassifyTextResponse:
    """What `classify_text` answers."""

    categories: list[ClassificationCategory] = field(default_factory=list)


@kept
def classifier() -> Pipeline:
    """Learns the categories from explanations of words."""
    rng = np.random.default_rng(2022)
    texts, labels = [], []
    for label, all_texts in explanations(held_out=False).items():
        texts += list(rng.permutation(all_texts)[:MOST_OF_A_TOPIC])
        labels += [label] * (len(texts) - len(labels))
    words = TfidfVectorizer(stop_words="english", sublinear_tf=True, min_df=2)
    return make_pipeline(words, MultinomialNB(alpha=0.1, fit_prior=False)).fit(texts, labels)


def classify_text(text: str) -> ClassifyTextResponse:
    """The categories of a text, best first; none where it is too short or unknown."""
    model = classifier()
    words = model[0].transform([text])
    if words.nnz < LEAST_WORDS:
        return ClassifyTextResponse()
    confidences = model[-1].predict_proba(words)[0]
    best = np.argsort(-confidences, kind="stable")
    return ClassifyTextResponse(
        [
            ClassificationCategory(str(model.classes_[i]), round(float(confidences[i]), 4))
            for i in best
            if confidences[i] >= LEAST_CONFIDENCE
        ]
    )


def examples(label: str, number: int, seed: int = 0) -> list[str]:
    """Texts of a category, each of a few explanations that the service has not learnt from."""
    rng = np.random.default_rng([seed, zlib.crc32(label.encode())])
    known = explanations(held_out=True)[label]
    return [" ".join(rng.choice(known, EXPLANATIONS_OF_A_TEXT, replace=False)) for _ in range(number)]
