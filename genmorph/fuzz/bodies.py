"""The body of one test: what is drawn for it, and the statements that make the call."""

import ast
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from genmorph.annotations.conditions import Condition
from genmorph.annotations.source_texts import renamed
from genmorph.export.layout import identifier
from genmorph.export.value_text import free
from genmorph.fuzz.calls import Call, Instance
from genmorph.fuzz.targets import Case, Form

USED = frozenset({"anext", "assume", "asyncio", "deepcopy", "drain", "drained", "islice", "list", "range"})
"""Names that a body may use; a parameter of that name is called something else there."""
_FORMS = {
    Form.PLAIN: ("{function}({arguments})",),
    Form.COROUTINE: ("asyncio.run({function}({arguments}))",),
    Form.GENERATOR: ("list(islice({function}({arguments}), 1000))",),
    Form.ASYNC_GENERATOR: (
        "async def drain():",
        "    drained = {function}({arguments})",
        "    for _ in range(1000):",
        "        await anext(drained, None)",
        "",
        "asyncio.run(drain())",
    ),
    Form.PROPERTY: ("{function}",),
}


@dataclass(frozen=True, slots=True)
class Body:
    """Names of arguments with strategies, and the lines of statements, all of them Python source."""

    strategies: tuple[tuple[str, str], ...]
    statements: tuple[str, ...]


def write_body(case: Case, local: Mapping[str, str], taken: Collection[str]) -> Body:
    """The body that calls what a case says.

    `local` are the names of functions and classes in the file, `taken` all that must not be given to arguments.
    """
    naming = _Naming({*taken, *(name for call in case.calls for one in call.conditions for name in _outer_names(one))})
    made, instance = Body((), ()), ""
    if case.instance is not None:
        made, arguments = _written_instance(case.instance, naming)
        name = case.instance.qualname
        instance = naming.choose(identifier(name.rpartition(".")[2]).lower())
        made = Body(made.strategies, (*made.statements, f"{instance} = {_reached(name, local)}({arguments})"))
    called, arguments = _written_call(case.call, naming, instance)
    function = f"{instance}.{case.qualname.rpartition('.')[2]}" if instance else _reached(case.qualname, local)
    run = tuple(line.format(function=function, arguments=arguments) for line in _FORMS[case.form])
    return Body((*made.strategies, *called.strategies), (*made.statements, *called.statements, *run))


class _Naming:
    """Gives arguments names that are not taken, as they come."""

    def __init__(self, taken: set[str]) -> None:
        self._taken = taken

    def choose(self, name: str) -> str:
        found = free(name, self._taken)
        self._taken.add(found)
        return found


def _written_instance(instance: Instance, naming: _Naming) -> tuple[Body, str]:
    """What is drawn for a constructor, and its arguments as they stand in the call."""
    if not instance.examples:
        return _written_call(instance.call, naming, "")
    if not instance.star:
        return Body((), ()), instance.examples[0]
    name = naming.choose("arguments")
    strategy = f"st.sampled_from([{', '.join(instance.examples)}])"
    can_change = any(bracket in text for text in instance.examples for bracket in "[{")
    return Body(((name, strategy),), ()), f"{instance.star}{f'deepcopy({name})' if can_change else name}"


def _written_call(call: Call, naming: _Naming, instance: str) -> tuple[Body, str]:
    """The conditions and what is drawn, and the arguments as they stand in the call."""
    names = {one.name: naming.choose(one.name) for one in call.drawn}
    strategies = tuple((names[one.name], one.domain.strategy()) for one in call.drawn)
    conditions = tuple(f"assume({_renamed(one, names, instance)})" for one in call.conditions)
    return Body(strategies, conditions), ", ".join(f"{one.prefix}{names[one.name]}" for one in call.drawn)


def _reached(qualname: str, local: Mapping[str, str]) -> str:
    root, dot, rest = qualname.partition(".")
    return f"{local[root]}{dot}{rest}"


def _outer_names(condition: Condition) -> set[str]:
    """The names that a condition uses beside those of arguments."""
    names = {node.id for node in ast.walk(ast.parse(condition.source())) if isinstance(node, ast.Name)}
    return names - {*condition.names}


def _renamed(condition: Condition, names: Mapping[str, str], instance: str) -> str:
    """The condition over the names that the arguments have in the test, and the instance."""
    source, new = condition.source(), {name: names.get(name, instance) for name in condition.names}
    if all(name == other for name, other in new.items()):
        return source
    return renamed(ast.parse(source, mode="eval"), new)
