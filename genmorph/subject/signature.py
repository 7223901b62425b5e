"""What relations need to know of their function."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from keyword import iskeyword

from genmorph.annotations.conditions import Condition
from genmorph.annotations.valid_inputs import Validity
from genmorph.model import Container, Kind, Output, Parameter, Place, Tolerance, UsageError
from genmorph.values.objects import Objs
from genmorph.values.passing import array_types


@dataclass(frozen=True, slots=True)
class Signature:
    """What relations need to know of their function: where it is, its valid inputs, its outputs.

    `module` is None where no file could import the function; `raises` are the exception types that it raised inside
    its domain; `outputs` are empty where nothing is known of them, because the run ended before; `conditions` are what
    must be true of the arguments together; `has_large_outputs` says whether some of its calls gave more than is looked
    at, of which relations say nothing.
    """

    module: str | None
    qualname: str
    name: str
    parameters: tuple[Parameter, ...]
    outputs: tuple[Output, ...]
    raises: tuple[str, ...]
    tolerance: Tolerance
    digest: str
    conditions: tuple[Condition, ...] = ()
    has_large_outputs: bool = False

    def __post_init__(self) -> None:
        dotted = [("qualname", self.qualname), ("name", self.name), *(("raises", name) for name in self.raises)]
        dotted += [("parameter", name) for name in self.names]
        dotted += [] if self.module is None else [("module", self.module)]
        for field, name in dotted:
            parts = name.replace("<locals>", "locals").replace("<lambda>", "function").split(".")
            if not all(part.isidentifier() and not iskeyword(part) for part in parts):
                raise UsageError(f"{field} must be a name, got {name!r}")
        if len(set(self.names)) < len(self.names):
            raise UsageError(f"parameter names must differ, got {', '.join(self.names)}")
        for output in self.outputs:
            _check_output(output, self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters' names."""
        return tuple(parameter.name for parameter in self.parameters)

    @property
    def arrays(self) -> dict[int, str]:
        """The positions of the parameters that are numpy arrays, each with the name of its elements' type."""
        return array_types(parameter.domain for parameter in self.parameters)

    @property
    def restricted(self) -> tuple[str, ...]:
        """The names of the parameters that conditions speak of."""
        return tuple(name for name in self.names if any(name in condition.names for condition in self.conditions))

    @property
    def validity(self) -> Validity:
        """Which inputs are valid."""
        return Validity.of(self.parameters, self.conditions)

    @property
    def is_iterator(self) -> bool:
        """Whether a call gives its elements piece by piece, so that a test must make a list of them."""
        return any(output.container is Container.ITERATOR for output in self.outputs)

    @property
    def changed_in_place(self) -> tuple[int, ...]:
        """The positions of the parameters that the function changes."""
        return tuple(sorted({output.position for output in self.outputs if output.position is not None}))

    @property
    def is_method(self) -> bool:
        """Whether the first argument is an instance of the class that the function is a method of."""
        first = self.parameters[0].domain if self.parameters else None
        owner = self.qualname.rpartition(".")[0]
        return isinstance(first, Objs) and (first.module, first.qualname) == (self.module, owner)

    @property
    def shown_names(self) -> tuple[str, ...]:
        """What the arguments are called where calls are written: the instance of a method has the name of its class."""
        if not self.is_method:
            return self.names
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", self.qualname.split(".")[-2]).lower()
        name = words if words.isidentifier() and not iskeyword(words) else self.names[0]
        return (name if name not in self.names else self.names[0], *self.names[1:])

    @property
    def own_instances(self) -> str:
        """What is to be known of the calls of a method: what one changes in its instance the other does not see."""
        return f"Both calls begin with the same {self.qualname.split('.')[-2]}, each with one of its own."

    def arguments(self, texts: Sequence[str]) -> str:
        """The arguments of a call as text, keyword-only ones by name."""
        pairs = zip(self.parameters, texts, strict=True)
        return ", ".join(f"{parameter.name}={text}" if parameter.keyword_only else text for parameter, text in pairs)

    def call(self, texts: Sequence[str], function: str | None = None) -> str:
        """The text of a call with these arguments; of a method, on its instance."""
        if not self.is_method:
            return f"{function or self.name}({self.arguments(texts)})"
        pairs = list(zip(self.parameters, texts, strict=True))[1:]
        rest = [f"{parameter.name}={text}" if parameter.keyword_only else text for parameter, text in pairs]
        return f"{texts[0]}.{self.name}({', '.join(rest)})"


def _check_output(output: Output, names: Sequence[str]) -> None:
    """Raise UsageError for what no output of that place has: keys become part of exported code."""
    if output.kind is Kind.OTHER:
        raise UsageError(
            f"kind of the output {output.name} must be one that relations speak of, got {output.kind.value}"
        )
    key: Mapping[Place, bool] = {
        Place.RETURNED: output.key is None,
        Place.FIELD: isinstance(output.key, str) and output.key.isidentifier(),
        Place.ITEM: isinstance(output.key, int) and not isinstance(output.key, bool) and output.key >= 0,
        Place.KEY: isinstance(output.key, str),
        Place.ARGUMENT: output.key in names,
    }
    if not key[output.place]:
        raise UsageError(f"key of the output {output.place.value} must name one, got {output.key!r}")
    position = names.index(str(output.key)) if output.place is Place.ARGUMENT else None
    if output.position != position:
        raise UsageError(f"position of the output {output.name} must be {position}, got {output.position!r}")
