"""Data frames of pandas."""

import pandas as pd


def totals_by_group(frame: pd.DataFrame) -> pd.Series:
    """The sum of amounts for each group."""
    return frame.groupby("group")["amount"].sum()


def top_rows(frame: pd.DataFrame, count: int) -> pd.DataFrame:
    """The rows with the largest amounts."""
    return frame.sort_values("amount", ascending=False, kind="stable").head(count)


def with_share(frame: pd.DataFrame) -> pd.DataFrame:
    """The share of each amount in the total."""
    total = frame["amount"].sum()
    return frame.assign(share=frame["amount"] / total if total else 0.0)


def running_mean(series: pd.Series, window: int) -> pd.Series:
    """Means of neighbouring values."""
    return series.rolling(window, min_periods=1).mean()
