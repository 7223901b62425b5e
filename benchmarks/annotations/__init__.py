"""Annotations of installed modules, from outside."""

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Annotated:
    """An installed module whose functions are annotated in a file here.

    `target` is where users import the functions from, `module` where their code stands, `tests` the module of the
    package's own tests. `values` are further files here that the annotations need.
    """

    target: str
    module: str
    tests: str
    annotations: str
    values: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        """The path of the annotations."""
        return str(HERE / self.annotations)

    @property
    def sources(self) -> list[str]:
        """The texts that a person writes."""
        return [(HERE / name).read_text(encoding="utf-8") for name in (self.annotations, *self.values)]


MODULES = (
    Annotated(
        target="numpy",
        module="numpy.lib._twodim_base_impl",
        tests="numpy.lib.tests.test_twodim_base",
        annotations="numpy_twodim.py",
        values=("numpy_values.py",),
    ),
)
