"""Estimators of one's own, which import nothing that takes long."""


class Mean:
    """Takes the mean of the targets for each row."""

    def __init__(self, shift=0.0):
        self.shift = shift

    def get_params(self, deep=True):  # noqa: ARG002 - as callers know it
        return {"shift": self.shift}

    def fit(self, _rows, targets):
        self.mean = sum(targets) / len(targets) + self.shift

    def predict(self, rows):
        return [self.mean for _ in rows]
