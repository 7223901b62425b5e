"""Values that Hypothesis makes for a strategy."""

from typing import Any

from genmorph.model import UsageError


def generate(strategy: Any, count: int) -> list[Any]:
    """So many values, or fewer where there are not as many; UsageError where that ends in an exception, or in none."""
    try:
        values = _collect(strategy, count)
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        raise UsageError(f"strategy must generate values ({said}), got {strategy!r}") from error
    if not values:
        raise UsageError(f"strategy must not be empty, got {strategy!r}")
    return values


def _collect(strategy: Any, count: int) -> list[Any]:
    from hypothesis import HealthCheck, Phase, given, seed, settings

    values: list[Any] = []

    @seed(0)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(value: Any) -> None:
        values.append(value)

    collect()
    return values
