"""Relations of objects with state as text: to read, and as the body of a test."""

import builtins
import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from keyword import iskeyword

from genmorph.export.value_text import literal
from genmorph.model import Kind, UsageError
from genmorph.relations.operations import GROWING, OPERATIONS, SHRINKING
from genmorph.relations.rendering import leaf
from genmorph.relations.scenario import Called, Claim, Comparison, Fixed, Given, Made, Term
from genmorph.subject.object_programs import is_readable, visible_state
from genmorph.subject.signatures import Signature

_TAKEN = ("other", "before", "after", "result", "calls", "call", "name", "arguments")
"""Names that tests of objects use themselves."""

STATE = "visible_state"
"""The function of a test that gives all that can be seen of an object."""
_LONGEST = inspect.signature(visible_state).parameters["longest"].default
"""Elements of an object that are looked at."""
_READ = ("state", "seen", "result")
"""What is read of a program."""
_CHANGES = ("+", "-", "join", *GROWING, *SHRINKING)
"""What a call may do to what is seen of an object, or asked of it."""
PLAIN = "plain_data"
"""The function of a test that makes plain data of a value."""


def thing_name(signature: Signature) -> str:
    """What an instance of a class is called.

    It is the name of the class in small letters, with another word before it where that is taken.
    """
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", signature.name).lower()
    is_taken = name in {signature.name, *_TAKEN, *signature.names} or iskeyword(name) or hasattr(builtins, name)
    return f"a_{name}" if is_taken else name


@dataclass(frozen=True, slots=True)
class Part:
    """One side of a claim: which operation, on what is there after which calls, and what is read of it."""

    operation: str
    calls: tuple[str, ...]
    name: str = ""
    probes: tuple[str, ...] = ()
    gave_true: bool = False
    apart: tuple[str, ...] = ()
    """The two texts of what must differ, where it must."""

    @property
    def condition(self) -> str:
        """The words for what must be true: that two inputs differ, or that the first call gave True."""
        if self.apart:
            return f", where {' != '.join(self.apart)}"
        return f", where {self.calls[0].partition('(')[0]} gave True" if self.gave_true else ""

    @property
    def is_conditional(self) -> bool:
        """Whether nothing is said of some inputs."""
        return self.gave_true or bool(self.apart)

    def refusals(self, is_example: str) -> tuple[str, ...]:
        """The statements that return before all others, where what must differ does not."""
        return _returning(" == ".join(self.apart), is_example) if self.apart else ()

    def checked(self, is_example: str) -> tuple[str, ...]:
        """The calls as statements, with a return where the first does not give True as it must."""
        if not self.gave_true:
            return self.calls
        first, *others = self.calls
        return (*_returning(f"{first} is not True", is_example), *others)


def _returning(condition: str, is_example: str) -> tuple[str, ...]:
    """The statements that end a test under a condition, which no example meets."""
    known = [f"    assert not {is_example}"] if is_example else []
    return (f"if {condition}:", *known, "    return  # nothing to compare")


def _part(term: Made, thing: str, names: Mapping[str, str]) -> Part:
    if term.operation == "apart":
        inner, *apart = term.operands
        if not isinstance(inner, Made) or inner.operation != "result":
            raise UsageError(f"a claim about an object where two inputs differ must be of a result, got {term!r:.80}")
        return replace(_part(inner, thing, names), apart=tuple(_text(one, names) for one in apart))
    program, *others = term.operands
    if term.operation not in _READ or not isinstance(program, Called) or len(program.arguments) < 2:
        raise UsageError(f"a claim about an object must speak of a program, got {term!r:.80}")
    calls = tuple(_calls(program.arguments[-2], thing, names))
    if others[:1] != [Fixed(len(calls))]:
        raise UsageError(f"a claim about an object must count the calls that it speaks of, got {term!r:.80}")
    values = [one.value if isinstance(one, Fixed) else one for one in others[1:]]
    name = values.pop(0) if term.operation == "seen" and values else ""
    if not isinstance(name, str) or (term.operation == "seen" and not is_readable(name)):
        raise UsageError(f"a claim about an object must name what is seen of it, got {term!r:.80}")
    least = 2 if term.operation == "result" else 1
    if values and (len(values) > 1 or values[0] is not True or len(calls) < least):
        raise UsageError(f"a claim about an object may say that a call before the last gave True, got {term!r:.80}")
    return Part(term.operation, calls, name, tuple(_probes(program.arguments[-1], names)), bool(values))


def _calls(term: Term, thing: str, names: Mapping[str, str]) -> list[str]:
    """The calls that a program makes after its history."""
    match term:
        case Made("then", (before, Fixed(str(method)), *arguments)) if is_readable(method):
            texts = ", ".join(_text(one, names) for one in arguments)
            return [*_calls(before, thing, names), f"{thing}.{method}({texts})"]
        case Given():
            return []
    raise UsageError(f"a program must be a history and calls of methods, got {term!r:.80}")


def _probes(term: Term, names: Mapping[str, str]) -> list[str]:
    """The calls by which it is seen what the object is like, each as a tuple."""
    match term:
        case Made("then", (before, Fixed(str(method)), *arguments)) if is_readable(method):
            texts = ", ".join([literal(method), *(_text(one, names) for one in arguments)])
            return [*_probes(before, names), f"({texts})"]
        case Fixed([]):
            return []
    raise UsageError(f"probes must be calls of methods, got {term!r:.80}")


def _text(term: Term, names: Mapping[str, str]) -> str:
    match term:
        case Given(name):
            return names.get(name, name)
        case Fixed(value):
            return literal(value)
        case Made("tuple", terms):
            return OPERATIONS["tuple"].written(tuple(leaf(_text(one, names)) for one in terms)).text
    raise UsageError(f"an argument of a call on an object must be drawn or fixed, got {term!r:.80}")


def view_text(name: str, thing: str) -> str:
    """How something is read that is seen of an object.

    >>> view_text("len(self)", "stack"), view_text("pop()", "stack"), view_text("balance", "account")
    ('len(stack)', 'stack.pop()', 'account.balance')
    """
    return name.replace("self", thing) if name.endswith("(self)") else f"{thing}.{name}"


def _left(claim: Claim, thing: str, names: Mapping[str, str]) -> Part:
    """The first term of a claim."""
    if not isinstance(claim.left, Made):
        raise UsageError(f"a claim about an object must have one of the known shapes, got {claim!r:.80}")
    return _part(claim.left, thing, names)


def _right(claim: Claim, thing: str, names: Mapping[str, str], before: str = "before") -> Part | str:
    """The other term: a part, or the text of a value; `before` is the text of what was seen earlier."""
    match claim.right:
        case Made("state", (_, _)):
            return _part(claim.right, thing, names)
        case Made("seen", (_, _, _)) | Made("result", (_, _)):
            return before
        case Made(operation, (Made("seen", (_, _, _)) | Made("result", (_, _)), *others)) if operation in _CHANGES:
            amounts = (leaf(_text(one, names)) for one in others)
            return OPERATIONS[operation].written((leaf(before), *amounts)).text
        case Given() | Fixed():
            return _text(claim.right, names)
    raise UsageError(f"a claim about an object must have one of the known shapes, got {claim!r:.80}")


def _require_known_shape(claim: Claim, left: Part, thing: str) -> None:
    """Raise UsageError for a claim that no test says."""
    match claim.right:
        case Made("seen" | "result") | Made(_, (Made("seen" | "result"), *_)):
            inner = claim.right if claim.right.operation in _READ else claim.right.operands[0]
            assert isinstance(inner, Made)
            before = _part(inner, thing, {})
            if left.operation == "seen":
                is_known = before.operation == "seen" and before.name == left.name and not before.calls
            elif before.operation == "seen":
                is_known = len(left.calls) == 1 and inner is claim.right and not (before.calls or left.apart)
            elif inner is claim.right and not left.apart:
                is_known = len(left.calls) == len(before.calls) == 1
            else:
                is_known = len(left.calls) == 2 and left.calls[1:] == before.calls
        case Made("state"):
            is_known = left.operation == "state"
        case _:
            is_known = left.operation != "state" and not left.apart
    if not is_known or not left.calls or claim.comparison is not Comparison.EQUAL:
        raise UsageError(f"a claim about an object must have one of the known shapes, got {claim!r:.80}")


def state_formula(signature: Signature, claim: Claim) -> str:
    """The relation to read, such as `stack.push(x); stack.pop() == x`."""
    thing = thing_name(signature)
    left = _left(claim, thing, {})
    _require_known_shape(claim, left, thing)
    return _formula(claim, thing, left) + left.condition


def _formula(claim: Claim, thing: str, left: Part) -> str:
    calls, right = "; ".join(left.calls), _right(claim, thing, {})
    if isinstance(right, Part):
        before = "; ".join(right.calls)
        return f"{calls} leaves {thing} as {f'{before} does' if before else 'it was'}"
    if left.operation == "seen":
        view = view_text(left.name, thing)
        return f"{view} after {calls} == {_right(claim, thing, {}, view)}"
    if (seen := _seen_before(claim, thing, {})) is not None:
        return f"{calls} == {seen.text} before"
    if _is_compared_with_before(claim):
        *earlier, last = left.calls
        return f"{last} after {'; '.join(earlier)} == {_right(claim, thing, {}, last)}"
    return f"{calls} == {right}"


@dataclass(frozen=True, slots=True)
class _View:
    """What is seen of an object before a call: how it is read, how it is where that changes nothing, and its name."""

    text: str
    copied: str
    name: str


def _seen_before(claim: Claim, thing: str, names: Mapping[str, str]) -> _View | None:
    """What is seen before a call, where what that gives is compared with it."""
    match claim.left, claim.right:
        case Made("result"), Made("seen", (_, _, Fixed(str(name)))):
            return _View(view_text(name, thing), _copied_view(name, thing), name.partition("(")[0])
        case Made("result"), Made("result") as asked:
            (call,) = _part(asked, thing, names).calls
            return _View(call, _on_copy(call, thing), call.partition(".")[2].partition("(")[0])
    return None


def _on_copy(call: str, thing: str) -> str:
    """The same call on a copy of the object."""
    return call.replace(f"{thing}.", f"deepcopy({thing}).", 1)


def _is_compared_with_before(claim: Claim) -> bool:
    """Whether what a call gives is compared with what it gave before the others."""
    return isinstance(claim.right, Made)


def state_words(signature: Signature, claim: Claim) -> str:
    """What the relation says in few words, for a name."""
    thing = thing_name(signature)
    left, right = _left(claim, thing, {}), _right(claim, thing, {})
    methods = " ".join(call.partition(".")[2].partition("(")[0] for call in left.calls)
    return _words(claim, thing, methods, left, right) + (" if true" if left.gave_true else "")


def _words(claim: Claim, thing: str, methods: str, left: Part, right: Part | str) -> str:
    if left.operation == "seen":
        kept = "keeps" if claim.law == "frame condition" else "brings back"
        return f"{thing} {methods} {kept if right == 'before' else 'changes'} {left.name.partition('(')[0]}"
    if (seen := _seen_before(claim, thing, {})) is not None:
        return f"{thing} {methods} gives {seen.name} before"
    if _is_compared_with_before(claim) and not isinstance(right, Part):
        changes, of_others = (" keeps ", " of others") if left.apart else (" changes ", "")
        return f"{thing} {changes.join(methods.rsplit(' ', 1))}{of_others}"
    if not isinstance(right, Part):
        return f"{thing} {methods} gives {right}"
    ends = {"idempotence": "is idempotent", "order of calls": "in any order", "undoing": "undoes it"}
    return f"{thing} {methods} {ends.get(claim.law, 'changes nothing')}"


def _copied_view(name: str, thing: str) -> str:
    """The same where reading it must not change the object."""
    if name == "list(self)":
        return f"list(islice(deepcopy({thing}), {_LONGEST}))"
    return view_text(name, f"deepcopy({thing})" if name.endswith("()") else thing)


@dataclass(frozen=True, slots=True)
class StateScript:
    """The body of a test, and the function that makes an instance with a history."""

    preparation: tuple[str, ...]
    statements: tuple[str, ...]
    claims: tuple[str, ...]
    helpers: frozenset[str]
    returns_early: bool
    """Whether it says nothing of some inputs."""


def maker_name(signature: Signature) -> str:
    """The function of a test file that makes an instance and gives it its history."""
    return f"{thing_name(signature)}_after"


def maker_text(signature: Signature, function: str) -> str:
    """The source of that function."""
    thing, names = thing_name(signature), [parameter.name for parameter in signature.parameters]
    *given, calls, _ = names
    return "\n".join(
        [
            f"def {maker_name(signature)}({', '.join(names[:-1])}):",
            f'    """Make a {thing.replace("_", " ")} and make these calls of it, whether or not they raise."""',
            f"    {thing} = {function}({', '.join(f'deepcopy({name})' for name in given)})",
            f"    for call in {calls}:",
            "        name, *arguments = (call,) if isinstance(call, str) else call",
            "        with suppress(Exception):",
            f"            getattr({thing}, name)(*deepcopy(arguments))",
            f"    return {thing}",
        ]
    )


def write_state(
    signature: Signature, claim: Claim, names: Mapping[str, str], queries: Sequence[str], is_example: str
) -> StateScript:
    """The body of the test of a relation; drawn inputs have these names, and `is_example` says that they are known."""
    thing = thing_name(signature)
    left, right = _left(claim, thing, names), _right(claim, thing, names)
    given = ", ".join(names[parameter.name] for parameter in signature.parameters[:-1])
    make = f"{maker_name(signature)}({given})"
    is_exact = not any(output.holds_floats or output.kind in (Kind.FLOAT, Kind.FLOATS) for output in signature.outputs)
    equal = "{} == {}" if is_exact else "equal_inside({}, {})"
    helpers: frozenset[str] = frozenset() if is_exact else frozenset({"equal_inside"})
    if isinstance(right, Part):
        others = [call.replace(f"{thing}.", "other.", 1) for call in right.calls]
        probes = f", [{', '.join(left.probes)}]" if left.probes else ""
        state = f"{STATE}({{}}, {list(queries)!r}{probes})"
        claims = (equal.format(state.format(thing), state.format("other")),)
        preparation = (f"{thing} = {make}", f"other = {make}")
        statements = (*left.checked(is_example), *others)
        return StateScript(preparation, statements, claims, helpers | {STATE}, left.is_conditional)
    if left.operation == "seen":
        view = _copied_view(left.name, thing)
        if right == "before" or claim.law == "change of a list":  # it may be plain data in the end alone
            view, helpers = f"{PLAIN}({view})", helpers | {PLAIN}
        statements = (f"before = {view}", *left.checked(is_example), f"after = {view}")
        claims = (equal.format("after", right),)
        return StateScript((f"{thing} = {make}",), statements, claims, helpers, left.is_conditional)
    if (seen := _seen_before(claim, thing, names)) is not None:
        before, result = (f"{PLAIN}({text})" for text in (seen.copied, *left.calls))
        statements = (f"before = {before}", f"result = {result}")
        claims = (equal.format("result", right),)
        return StateScript((f"{thing} = {make}",), statements, claims, helpers | {PLAIN}, returns_early=False)
    *earlier, last = left.checked(is_example)
    before, result = _on_copy(last, thing), last
    if left.apart:  # what is asked may be plain data in the end alone
        before, result, helpers = f"{PLAIN}({before})", f"{PLAIN}({result})", helpers | {PLAIN}
    first = [f"before = {before}"] if _is_compared_with_before(claim) else []
    statements = (*left.refusals(is_example), *first, *earlier, f"result = {result}")
    claims = (equal.format("result", right),)
    return StateScript((f"{thing} = {make}",), statements, claims, helpers, left.is_conditional)
