"""Bugs of neural-network programs, as pairs of modules that differ in little else; and where each one shows."""

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Bug:
    """A bug of the module `name`, of a kind that the paper reports.

    It shows by an `exception` in that line of `buggy` in which `code` stands. `needs` is a package beside numpy.
    """

    name: str
    kind: str
    exception: str
    code: str
    needs: str = ""

    @property
    def buggy(self) -> str:
        """The path of the module with the bug."""
        return f"{__name__}.buggy.{self.name}"

    @property
    def fixed(self) -> str:
        """The path of the module without it."""
        return f"{__name__}.fixed.{self.name}"

    @property
    def place(self) -> tuple[str, int]:
        """The file and the line where it shows; ValueError where the code stands in no line, or in several."""
        file = HERE / "buggy" / f"{self.name}.py"
        lines = file.read_text(encoding="utf-8").splitlines()
        numbers = [number for number, line in enumerate(lines, 1) if self.code in line]
        (number,) = numbers
        return str(file), number

    @property
    def missing(self) -> str:
        """The package that is needed and not installed; "" where nothing is missing."""
        return self.needs if self.needs and find_spec(self.needs) is None else ""


BUGS = (
    Bug("densenet", "float division where an int is needed", "TypeError", "(depth - 4) / 3"),
    Bug("wrong_division", "float division where an int is needed", "TypeError", "np.pad(image, border)"),
    Bug("shape_mismatch", "shape mismatch", "ValueError", "hidden @ self.second"),
    Bug("missing_argument", "missing argument", "TypeError", "image = shift("),
    Bug("wrong_axis", "wrong axis", "ValueError", "np.concatenate("),
    Bug("off_by_one", "off by one in patch extraction", "ValueError", "np.stack(patches)"),
    Bug("uninitialised_name", "uninitialised name", "UnboundLocalError", "elif epoch - best"),
    Bug("mutable_default", "mutable default", "IndexError", "numbers] = 1"),
    Bug("dimension_order", "dimension order", "ValueError", "ordered - MEANS"),
    Bug("wrong_dtype", "dtype", "TypeError", "np.bincount(classes)"),
    Bug("empty_batch", "empty batch", "ValueError", "batch.max(axis=0)"),
    Bug("wrong_reshape", "wrong reshape", "ValueError", "maps.reshape("),
    Bug("label_out_of_range", "out-of-range label", "IndexError", "np.eye(DIGITS)"),
    Bug("torch_linear_size", "shape mismatch", "RuntimeError", "self.dense(features", needs="torch"),
    Bug("torch_target_dtype", "dtype", "RuntimeError", "functional.cross_entropy(", needs="torch"),
    Bug("torch_state_order", "dimension order", "RuntimeError", "network(rows, state)", needs="torch"),
)
