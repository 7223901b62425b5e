"""What becomes of a candidate: one ordered table of rules, each with examples, and the tier they lead to."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from types import SimpleNamespace
from typing import Any

from genmorph.filters.claims import (
    EQUIVALENCES,
    PLAIN_NUMBERS,
    Claim,
    Form,
    Tree,
    bends,
    compares_conditions,
    compares_lengths,
    compares_plainly,
    has_long_order,
    has_no_condition,
    has_odd_lengths,
    has_odd_slices,
    holds_for_equal_sums,
    is_fitted_line,
    joins_compounds,
    joints_of,
    multiplies_output,
    multiplies_outputs_on_both_sides,
    number_of,
    operations_of,
    orders_an_opposite,
    orders_on_an_output,
    size_of,
    speaks_of_lengths_alone,
    takes_pieces,
)
from genmorph.filters.features import Features
from genmorph.filters.triviality import Perturbations
from genmorph.filters.validity import Finding
from genmorph.model import Kind, Output, Parameter, Stage, Verdict
from genmorph.relations.expression import Expression, relation_variables
from genmorph.settings import SHAPES, TRIVIALITY
from genmorph.values.bools import bools
from genmorph.values.numbers.ints import ints
from genmorph.values.sequences import lists


class Tier(IntEnum):
    """What becomes of a candidate, from best to worst.

    Those with a penalty seem dearer to the selection. Fallbacks are few, come last, and need kills of their own. What
    is excluded is never selected. What is undecided or rejected is not even tried any further.
    """

    KEEP = 0
    PENALTY = 1
    FALLBACK = 2
    EXCLUDED = 3
    UNDECIDED = 4
    REJECT = 5


@dataclass(frozen=True, slots=True)
class Sample:
    """An example for a rule: a relation over `n`, `on`, `xs` and one output of that kind, of which n was changed.

    `known` are features that are given instead of computed.
    """

    tree: Tree
    kind: Kind = Kind.INT
    known: dict[str, Any] = field(default_factory=dict)

    def features(self) -> Features:
        """The features of the relation."""
        parameters = [Parameter("n", ints()), Parameter("on", bools()), Parameter("xs", lists(ints()))]
        expression = Expression.from_tree(self.tree, relation_variables(parameters, [0], [Output(self.kind)]))
        found = Features(expression)
        found.__dict__.update(self.known)
        return found


@dataclass(frozen=True, slots=True)
class Rule:
    """A reason not to keep a candidate; the first one in the table that applies decides.

    Rules with a stage are asked when a candidate comes to that stage, the others when candidates are selected. `reason`
    may refer to what perturbed outputs showed, as `{p.share}`. Where the rule is about the shape alone, a candidate
    that is also long is excluded.
    """

    name: str
    tier: Tier
    applies: Callable[[Features], bool]
    reason: str
    matches: tuple[Sample, ...]
    spares: tuple[Sample, ...]
    stage: Stage | None = None
    is_about_shape: bool = False


def any_claim(*forms: Form) -> Callable[[Callable[[Claim], bool]], Callable[[Features], bool]]:
    """Make a test of claims of these forms a test of features: whether any such claim passes it."""

    def of_features(test: Callable[[Claim], bool]) -> Callable[[Features], bool]:
        return lambda features: any(claim.form in forms and test(claim) for claim in features.claims)

    return of_features


def _is_compound_equivalence(features: Features) -> bool:
    """Whether it says when two claims are true together, and these are no simple conditions.

    Neither are those on one number other than 0, 1 and -1. A claim may be one of two simple conditions, or both, as in
    `has([*xs, 0], v) == (has(xs, v) or v == 0)`.
    """
    claims = [operation for operation in operations_of(features.tree) if operation[0] in EQUIVALENCES]
    sides = [side[1] if side[0] == "not" else side for claim in claims for side in claim[1:]]
    is_pinned = any(number_of(side) not in (*PLAIN_NUMBERS, None) for side in sides)
    return is_pinned or not all(compares_plainly(claim, features.outputs) for claim in claims)


def _of_joined_atoms(test: Callable[[Claim], bool]) -> Callable[[Features], bool]:
    """Ask connectives of two atomic claims."""
    return any_claim(Form.CONNECTIVE)(lambda claim: not joins_compounds(claim) and test(claim))


def _suits_what_is_passed_on(features: Features) -> bool:
    """Whether it makes sense for an output that is passed to the function again, if one is.

    The output means something else there, so that only equalities and short bounds make sense: `f(f(x)) <= f(x)`, but
    not `f(f(x)) <= 2 * f(x) - 100`; and, where another argument is changed to undo what the first call did, short
    equalities that say what the output is.
    """
    if not features.is_passed_on:
        return True
    if features.changes_others:
        return features.is_equality and features.is_short and features.gives_the_output
    return features.is_equality or features.is_short


def _perturbed(**shares: Any) -> Sample:
    """An example by what perturbed outputs do to it: they contradict it for all inputs, but for the shares given."""
    usual = {"share": 1.0, "is_never_noticed": False, "is_noticed_elsewhere": True, "holds_for_any_two": False}
    sides = {"share_changed": 1.0, "share_of_source": 1.0, "share_of_follow_up": 1.0, "fitted_to": None}
    return Sample(["==", _F, _S], known={"perturbations": SimpleNamespace(**{**usual, **sides, **shares})})


_F, _S, _N = "return_f", "return_s", "n_s"
_KEPT = Sample(["==", _F, _S])
_SAME_INPUT = _perturbed(share_changed=0.01)
_OF_A_TEXT = {"changes_a_text": True}
_NEGATED = Sample(["==", _F, ["-", 0, _S]])

_SHAPE_RULES = (
    Rule(
        "place that is calculated",
        Tier.FALLBACK,
        lambda f: bool(f.calculated_places),
        "what it takes or leaves out stands neither at a number nor at an input of the source",
        matches=(Sample(["==", ["remove", _F, ["len", _S]], _S], Kind.TEXT),),
        spares=(Sample(["==", ["remove", _F, _N], _S], Kind.TEXT), Sample(["==", ["remove", _F, -1], _S], Kind.TEXT)),
        is_about_shape=True,
    ),
    Rule(
        "long combination of Booleans",
        Tier.FALLBACK,
        any_claim(Form.BOOLEAN)(lambda claim: joints_of(claim.tree) > SHAPES.most_joints),
        "combines more than three Boolean values",
        matches=(Sample(["or", "on_s", ["iff", _F, ["and", _S, ["or", "on_s", _S]]]], Kind.BOOL),),
        spares=(Sample(["or", "on_s", ["or", ["not", _S], _F]], Kind.BOOL), Sample(["iff", _F, _S], Kind.BOOL)),
        is_about_shape=True,
    ),
    Rule(
        "negated product",
        Tier.FALLBACK,
        any_claim(Form.NEGATION)(multiplies_output),
        "denies something about a product of an output",
        matches=(Sample(["not", ["==", ["*", _S, _F], ["+", _N, 1]]]),),
        spares=(Sample(["not", ["==", _F, _S]]),),
        is_about_shape=True,
    ),
    Rule(
        "nested conditions",
        Tier.FALLBACK,
        any_claim(Form.CONNECTIVE)(joins_compounds),
        "joins claims that are joined claims themselves",
        matches=(Sample(["or", ["<", _N, 0], ["or", ["<", 9, _N], ["==", _F, _S]]]),),
        spares=(Sample(["or", ["<", _N, 0], ["<=", _S, _F]]),),
        is_about_shape=True,
    ),
    Rule(
        "long order on a condition",
        Tier.FALLBACK,
        _of_joined_atoms(has_long_order),
        "orders long terms on a condition",
        matches=(Sample(["or", ["<=", _N, 0], ["<=", ["-", ["+", _S, 1], _N], _F]]),),
        spares=(Sample(["or", ["<", _N, 7], ["<", _F, ["+", _S, 1]]]),),
        is_about_shape=True,
    ),
    Rule(
        "no simple condition",
        Tier.FALLBACK,
        _of_joined_atoms(has_no_condition),
        "has no condition on inputs alone or on one output and a number",
        matches=(Sample(["or", ["<", _S, _N], ["==", _F, ["*", _S, _N]]]),),
        spares=(
            Sample(["or", ["==", _S, 0], ["==", _F, ["*", _S, _N]]]),
            Sample(["or", ["==", _F, _S], ["==", _F, ["+", _S, 1]]]),
        ),
        is_about_shape=True,
    ),
    Rule(
        "equivalence of claims",
        Tier.FALLBACK,
        any_claim(Form.EQUIVALENCE)(lambda claim: not compares_conditions(claim.tree, claim.outputs)),
        "compares the truth of claims that are no simple conditions",
        matches=(Sample(["iff", ["<", _F, 0], ["==", _F, _S]]),),
        spares=(Sample(["iff", ["<", _S, 0], ["<", _F, 0]]),),
        is_about_shape=True,
    ),
    Rule(
        "products of outputs on both sides",
        Tier.FALLBACK,
        any_claim(Form.EQUALITY)(multiplies_outputs_on_both_sides),
        "multiplies outputs with each other on both sides",
        matches=(Sample(["==", ["*", _F, _F], ["*", _S, _S]]),),
        spares=(Sample(["==", ["*", _F, _F], ["-", 1, ["*", _S, _S]]]),),
        is_about_shape=True,
    ),
    Rule(
        "bent term",
        Tier.FALLBACK,
        any_claim(Form.EQUALITY, Form.ORDER)(bends),
        "has the absolute value of a sum with an output or a number",
        matches=(Sample(["==", _F, ["+", ["abs", ["-", 2, _S]], 3]]),),
        spares=(Sample(["==", _F, ["abs", _S]]), Sample(["<=", ["abs", ["-", _F, _S]], ["+", _N, 1]])),
        is_about_shape=True,
    ),
    Rule(
        "fitted line",
        Tier.FALLBACK,
        any_claim(Form.ORDER)(is_fitted_line),
        "bounds a sum of outputs by a number or by inputs",
        matches=(Sample(["<", ["+", _F, _S], 7]), Sample(["<=", ["+", _F, _S], _N])),
        spares=(Sample(["<=", ["-", _S, 4], _F]), Sample(["<=", ["-", _F, _S], _N])),
        is_about_shape=True,
    ),
    Rule(
        "order of an opposite",
        Tier.FALLBACK,
        any_claim(Form.ORDER)(orders_an_opposite),
        "orders an output and the opposite, or the reciprocal, of another one",
        matches=(Sample(["<=", ["-", 0, _F], _S]), Sample(["<", _F, ["/", 1, _S]])),
        spares=(Sample(["<=", _F, _S]), Sample(["<=", ["-", 0, _N], _F]), Sample(["<=", ["/", _S, 2], _F])),
        is_about_shape=True,
    ),
    Rule(
        "long order",
        Tier.FALLBACK,
        any_claim(Form.ORDER)(lambda claim: size_of(claim.tree) > SHAPES.longest_order),
        "orders terms of many operations",
        matches=(Sample(["<=", ["-", ["-", ["len", "xs_s"], ["+", _S, ["abs", _N]]], 3], _F]),),
        spares=(Sample(["<=", _F, ["+", _S, ["*", 2, ["len", "xs_s"]]]]),),
        is_about_shape=True,
    ),
    Rule(
        "ordered product",
        Tier.FALLBACK,
        any_claim(Form.ORDER)(multiplies_output),
        "orders the product of an output and a variable",
        matches=(Sample(["<=", 1, ["*", _S, _F]]), Sample(["<=", ["*", _N, _S], _F])),
        spares=(Sample(["<=", _F, ["+", _S, ["*", _N, _N]]]),),
        is_about_shape=True,
    ),
)

RULES = (
    Rule(
        "ties no outputs",
        Tier.REJECT,
        lambda f: not f.is_metamorphic,
        "not metamorphic: no part ties the two outputs together",
        matches=(Sample(["<=", _F, 3]),),
        spares=(_KEPT,),
        stage=Stage.FORM,
    ),
    Rule(
        "kills nothing",
        Tier.REJECT,
        lambda f: not f.killed and f.law is None,
        "kills no mutant",
        matches=(Sample(["==", _F, ["+", _N, ["*", _S, _N]]]),),
        spares=(Sample(["==", _F, ["+", _N, ["*", _S, _N]]], known={"killed": 3}), _KEPT),
        stage=Stage.KILLS,
    ),
    Rule(
        "too sharp to try",
        Tier.UNDECIDED,
        lambda f: f.is_too_sharp,
        "claims that values differ, or only where they are equal: too rare to try",
        matches=(Sample(["not", ["==", _F, _S]], Kind.FLOAT),),
        spares=(_KEPT,),
        stage=Stage.FORM,
    ),
    Rule(
        "equivalence between compound predicates",
        Tier.UNDECIDED,
        _is_compound_equivalence,
        "an equivalence between compound predicates: says when two of them are true together",
        matches=(
            Sample(["iff", ["==", _F, _S], ["==", _S, ["max", "xs_s"]]]),
            Sample(["implies", _F, ["iff", _S, ["==", _N, 99]]], Kind.BOOL),
        ),
        spares=(
            Sample(["iff", _F, ["or", _S, "on_s"]], Kind.BOOL),
            Sample(["iff", _F, ["==", _N, 0]], Kind.BOOL),
            Sample(["implies", _F, ["iff", _S, ["<", _N, 99]]], Kind.BOOL),
        ),
        stage=Stage.FORM,
    ),
    Rule(
        "true of any outputs",
        Tier.REJECT,
        lambda f: _measured(f).is_never_noticed and not _measured(f).is_noticed_elsewhere,
        "holds whatever the function gives: it follows from the inputs or the kinds of the outputs",
        matches=(_perturbed(share=0.0, is_never_noticed=True, is_noticed_elsewhere=False),),
        spares=(_perturbed(share=0.0, is_never_noticed=True),),
        stage=Stage.TRIVIAL,
    ),
    Rule(
        "vacuous",
        Tier.REJECT,
        lambda f: _measured(f).is_never_noticed,
        "says something about none of the inputs tried",
        matches=(_perturbed(share=0.0, is_never_noticed=True),),
        spares=(_perturbed(),),
        stage=Stage.VACUOUS,
    ),
    Rule(
        "applies to few inputs",
        Tier.REJECT,
        lambda f: _measured(f).share < TRIVIALITY.least_share,
        "says something about {p.share:.1%} of the inputs only: elsewhere it holds whatever the function gives",
        matches=(_perturbed(share=0.01),),
        spares=(_perturbed(share=0.1),),
        stage=Stage.VACUOUS,
    ),
    Rule(
        "same input",
        Tier.REJECT,
        lambda f: not f.is_passed_on and _measured(f).share_changed < TRIVIALITY.least_share,
        "both calls get the same input but for {p.share_changed:.1%} of the inputs",
        matches=(_SAME_INPUT,),
        spares=(_perturbed(share_changed=0.1), Sample(_KEPT.tree, known=_SAME_INPUT.known | {"is_passed_on": True})),
        stage=Stage.VACUOUS,
    ),
    Rule(
        "law that notices little",
        Tier.REJECT,
        lambda f: not f.killed and _measured(f).share < TRIVIALITY.law_share,
        "kills no mutant and notices perturbed outputs of {p.share:.1%} of the inputs only",
        matches=(_perturbed(share=0.07),),
        spares=(_perturbed(share=0.1),),
        stage=Stage.VACUOUS,
    ),
    Rule(
        "true of any two outputs",
        Tier.REJECT,
        lambda f: _measured(f).holds_for_any_two,
        "holds for any two outputs of the function, whichever inputs they belong to",
        matches=(_perturbed(holds_for_any_two=True),),
        spares=(_perturbed(),),
        stage=Stage.TRIVIAL,
    ),
    Rule(
        "seldom depends on the source",
        Tier.REJECT,
        lambda f: _measured(f).share_of_source < TRIVIALITY.least_share,
        "depends on what the function gives for the source on {p.share_of_source:.1%} of the inputs only",
        matches=(_perturbed(share_of_source=0.01),),
        spares=(_perturbed(share_of_source=0.1),),
        stage=Stage.VACUOUS,
    ),
    Rule(
        "seldom depends on the follow-up",
        Tier.REJECT,
        lambda f: _measured(f).share_of_follow_up < TRIVIALITY.least_share,
        "depends on what the function gives for the follow-up on {p.share_of_follow_up:.1%} of the inputs only",
        matches=(_perturbed(share_of_follow_up=0.01),),
        spares=(_perturbed(share_of_follow_up=0.1),),
        stage=Stage.VACUOUS,
    ),
    Rule(
        "fitted to few outputs",
        Tier.REJECT,
        lambda f: _measured(f).fitted_to is not None,
        "fits {p.fitted_to}",
        matches=(_perturbed(fitted_to="the only outputs that were seen"),),
        spares=(_perturbed(),),
        stage=Stage.FITTED,
    ),
    Rule(
        "condition on what is drawn",
        Tier.EXCLUDED,
        lambda f: f.conditions_what_is_drawn,
        "holds for some of the values that are drawn only",
        matches=(Sample(["or", ["==", _N, 2], ["==", _F, _S]], known={"conditions_what_is_drawn": True}),),
        spares=(_KEPT,),
    ),
    Rule(
        "one value drawn",
        Tier.EXCLUDED,
        lambda f: f.draws_one_value,
        "draws a parameter of which one value alone gives valid inputs",
        matches=(Sample(["==", _F, ["*", 2, _S]], known={"draws_one_value": True}),),
        spares=(_KEPT,),
    ),
    Rule(
        "length of a text",
        Tier.EXCLUDED,
        lambda f: has_odd_lengths(f.tree, f.texts, is_ordered=f.has_sized_inputs),
        "compares lengths of texts by more than a short sum, or on a condition",
        matches=(
            Sample(["<", ["len", _F], ["*", 3, ["len", _S]]], Kind.TEXT),
            Sample(["or", ["==", _N, 0], ["==", ["len", _F], ["+", ["len", _S], 2]]], Kind.TEXT),
            Sample(["==", ["len", _F], ["-", ["+", ["len", _S], ["*", _N, _N]], _N]], Kind.TEXT),
            Sample(["==", ["len", _F], ["*", 17, ["len", _S]]], Kind.TEXT),
            Sample(["==", ["len", _F], ["*", ["len", _S], ["len", _S]]], Kind.TEXT),
            Sample(["==", ["*", 2, ["len", _F]], ["+", ["*", 3, ["len", _S]], 7]], Kind.TEXT),
            Sample(["==", ["len", _F], ["+", ["len", _S], ["*", _N, _N]]], Kind.TEXT),
            Sample(["or", ["==", ["len", _S], 2], ["<=", ["len", _S], ["len", _F]]], Kind.TEXT),
            Sample(["<=", ["len", _S], ["len", _F]], Kind.TEXT, known={"has_sized_inputs": False}),
        ),
        spares=(
            Sample(["==", ["len", _F], ["+", ["len", _S], _N]], Kind.TEXT),
            Sample(["==", ["len", _F], ["+", ["+", ["len", _S], ["len", "xs_s"]], 2]], Kind.TEXT),
            Sample(["==", ["len", _F], ["*", 2, ["len", _S]]], Kind.TEXT),
            Sample(["==", ["*", ["len", _S], _N], ["len", _F]], Kind.TEXT),
            Sample(["<=", ["len", _F], ["+", ["len", _S], ["len", "xs_s"]]], Kind.TEXT),
            Sample(["<=", ["len", _S], ["len", _F]], Kind.TEXT),
            Sample(["<", ["len", _F], ["*", 3, ["len", _S]]], Kind.INTS),
        ),
    ),
    Rule(
        "slices of texts",
        Tier.EXCLUDED,
        lambda f: has_odd_slices(f.tree, f.texts),
        "slices or changes texts, but not both alike, and not one that equals the other",
        matches=(
            Sample(["contains", _F, ["remove", _S, 0]], Kind.TEXT),
            Sample(["startswith", _F, ["truncate", _S, 2]], Kind.TEXT),
            Sample(["contains", ["lower", _F], _S], Kind.TEXT),
            Sample(["or", ["contains", _F, _S], ["contains", _S, _F]], Kind.TEXT),
            Sample(["==", _F, ["remove", _F, ["len", _S]]], Kind.TEXT),
            Sample(["==", ["truncate", _F, -1], ["remove", _S, 0]], Kind.TEXT),
            Sample(["or", ["<", _N, 0], ["==", ["remove", _F, 0], ["truncate", _S, _N]]], Kind.TEXT),
            Sample(["or", ["<", _N, 0], ["==", ["truncate", _F, 2], ["truncate", _S, 2]]], Kind.TEXT),
        ),
        spares=(
            Sample(["or", ["<", _N, 0], ["contains", _F, _S]], Kind.TEXT),
            Sample(["startswith", ["flip", _F], ["flip", _S]], Kind.TEXT),
            Sample(["contains", ["lower", _F], ["lower", _S]], Kind.TEXT),
            Sample(["or", ["not", ["contains", _F, _S]], ["contains", _S, _F]], Kind.TEXT),
            Sample(["==", _F, ["remove", _S, 0]], Kind.TEXT),
            Sample(["or", ["<", _N, 0], ["==", _F, ["remove", _S, 0]]], Kind.TEXT),
            Sample(["==", ["truncate", ["flip", _F], 2], ["truncate", ["flip", _S], 2]], Kind.TEXT),
        ),
    ),
    Rule(
        "idle operation",
        Tier.EXCLUDED,
        lambda f: f.has_idle_operation,
        "is as true without an operation on an output",
        matches=(Sample(["==", _F, ["lower", _S]], Kind.TEXT, known={"has_idle_operation": True}),),
        spares=(_KEPT,),
    ),
    Rule(
        "one or two lengths",
        Tier.EXCLUDED,
        lambda f: f.speaks_of_few_lengths,
        "holds for inputs of one or two lengths",
        matches=(Sample(["or", ["<", 1, ["len", "xs_s"]], ["==", _F, _S]], known={"speaks_of_few_lengths": True}),),
        spares=(_KEPT,),
    ),
    Rule(
        "true of single calls",
        Tier.EXCLUDED,
        lambda f: f.says_single_calls_only,
        "adds nothing to an easier relation but what is true of single calls",
        matches=(Sample(["==", _F, ["-", _S, ["*", 2, _N]]], known={"says_single_calls_only": True}),),
        spares=(_NEGATED,),
    ),
    Rule(
        "loose bound",
        Tier.EXCLUDED,
        lambda f: f.is_loose,
        "also holds with a smaller bound",
        matches=(Sample(["<=", _F, ["+", _S, 6371]], known={"is_loose": True}),),
        spares=(Sample(["<=", _F, ["+", _S, 7]], known={"is_loose": False}),),
    ),
    Rule(
        "constant part",
        Tier.EXCLUDED,
        lambda f: f.is_of_constant_part,
        "speaks of a part of what is returned that is always the same",
        matches=(Sample(["==", _F, _S], known={"is_of_constant_part": True}),),
        spares=(_KEPT,),
    ),
    Rule(
        "fitted number on a condition",
        Tier.EXCLUDED,
        lambda f: f.is_fitted_on_a_condition,
        "has a number that was fitted to the executions for some inputs alone",
        matches=(
            Sample(["or", ["<=", _N, 2], ["<=", ["+", _S, 7], _F]]),
            Sample(["or", ["==", _N, 1], ["==", _F, ["*", 0.9032258, _S]]], Kind.FLOAT),
        ),
        spares=(
            Sample(["or", ["<=", _N, 7], ["<=", _S, _F]]),
            Sample(["or", ["==", _N, 0], ["==", _F, ["+", _S, 7]]]),
            Sample(["==", _F, ["*", 0.9032258, _S]], Kind.FLOAT),
            Sample(["or", ["<", _N, 7], ["==", _F, ["-", math.pi, _S]]], Kind.FLOAT),
        ),
    ),
    Rule(
        "slight change",
        Tier.EXCLUDED,
        lambda f: f.is_of_slight_change,
        "changes the input so little that every smooth function stays the same within the tolerance",
        matches=(Sample(["==", _F, _S], known={"is_of_slight_change": True}),),
        spares=(_KEPT,),
    ),
    Rule(
        "length of what is flattened",
        Tier.EXCLUDED,
        lambda f: f.measures_what_is_flattened,
        "says how many elements an array has, and nothing of its shape",
        matches=(Sample(["==", _F, _S], known={"measures_what_is_flattened": True}),),
        spares=(_KEPT,),
    ),
    Rule(
        "keys that stay",
        Tier.EXCLUDED,
        lambda f: f.says_that_keys_stay,
        "says that keys stay, which are always those of an argument, as a postcondition says it",
        matches=(Sample(["==", _F, _S], known={"says_that_keys_stay": True}),),
        spares=(_KEPT,),
    ),
    Rule(
        "odd of a mirror",
        Tier.EXCLUDED,
        lambda f: f.is_odd_of_a_mirror,
        "orders outputs, or has a condition, where numbers are subtracted from a constant",
        matches=(Sample(["not", ["==", _F, _S]], known={"is_odd_of_a_mirror": True}),),
        spares=(_KEPT,),
    ),
    Rule(
        "equal sums",
        Tier.EXCLUDED,
        _of_joined_atoms(holds_for_equal_sums),
        "says something only where a calculated number happens to equal an input",
        matches=(Sample(["or", ["not", ["==", ["-", _N, 1], ["len", "xs_s"]]], ["==", _F, _S]]),),
        spares=(
            Sample(["or", ["==", _N, ["len", "xs_s"]], ["==", _F, _S]]),
            Sample(["or", ["not", ["==", _N, ["len", "xs_s"]]], ["==", _F, _S]]),
            Sample(["or", ["not", ["==", _F, ["-", _N, 1]]], ["==", _F, _S]]),
            Sample(["or", ["not", ["==", ["-", _N, 1], _F]], ["==", _F, _S]]),
            Sample(["or", ["not", ["==", _N, 0]], ["==", _F, _S]]),
        ),
    ),
    Rule(
        "order on a condition on an output",
        Tier.FALLBACK,
        _of_joined_atoms(orders_on_an_output),
        "orders outputs unless one of them is a certain number, or above or below it",
        matches=(Sample(["or", ["==", _S, 0], ["<=", _F, ["*", 7, _S]]]), Sample(["or", ["<", 0, _S], ["<", _F, _S]])),
        spares=(
            Sample(["or", ["==", _N, 0], ["<=", _F, _S]]),
            Sample(["or", ["==", _S, 0], ["==", _F, ["*", 2, _S]]]),
        ),
    ),
    Rule(
        "order of unlike outputs",
        Tier.FALLBACK,
        lambda f: f.orders_unlike_outputs,
        "orders outputs of both calls of which none is the other's counterpart",
        matches=(Sample(["<=", _S, _F], known={"orders_unlike_outputs": True}),),
        spares=(Sample(["<=", _S, _F]), _KEPT),
    ),
    *_SHAPE_RULES,
    Rule(
        "long",
        Tier.FALLBACK,
        lambda f: f.complexity > SHAPES.long,
        "takes long to read",
        matches=(Sample(["==", _F, ["+", _S, ["*", _N, ["+", _N, ["*", _N, ["+", _N, 1]]]]]]),),
        spares=(_KEPT,),
    ),
    Rule(
        "bound of one amount",
        Tier.FALLBACK,
        lambda f: f.is_bound_of_one_amount,
        "orders outputs where numbers grow by one fixed amount other than 1",
        matches=(Sample(["<=", _S, _F], known={"is_bound_of_one_amount": True}),),
        spares=(Sample(["<=", _S, _F]), _KEPT),
    ),
    Rule(
        "fitted to a change",
        Tier.FALLBACK,
        lambda f: f.is_fitted_to_a_change,
        "has a number that was fitted to a multiple of an input, or to a change of several arguments",
        matches=(Sample(["==", _F, ["+", _S, ["*", 36159, _N]]]),),
        spares=(Sample(["==", _F, ["+", _S, 36159]]), Sample(["==", _F, ["+", _S, ["*", 2, _N]]])),
    ),
    Rule(
        "odd of a square",
        Tier.FALLBACK,
        lambda f: f.is_odd_of_a_square,
        "orders outputs, or has a condition, where numbers are squared",
        matches=(Sample(["<=", _S, _F], known={"is_odd_of_a_square": True}),),
        spares=(Sample(["<=", _S, _F]), _KEPT),
    ),
    Rule(
        "fitted bound",
        Tier.FALLBACK,
        lambda f: f.is_fitted_bound,
        "a bound of outputs has a number that was fitted to the executions",
        matches=(Sample(["<=", _F, ["+", _S, 7]]),),
        spares=(Sample(["==", _F, ["+", _S, 7]]), Sample(["<=", _F, ["+", _S, 1]])),
    ),
    Rule(
        "example",
        Tier.FALLBACK,
        lambda f: f.speaks_of_few_values,
        "its condition leaves one or two values of an int",
        matches=(Sample(["or", ["<", 1, _N], ["==", _F, _S]], known={"speaks_of_few_values": True}),),
        spares=(_KEPT,),
    ),
    Rule(
        "length of a text for a text",
        Tier.FALLBACK,
        lambda f: f.changes_a_text and speaks_of_lengths_alone(f.tree, f.texts),
        "says how long a text is that is given for another text, and nothing else",
        matches=(
            Sample(["==", ["len", _F], ["len", _S]], Kind.TEXT, known=_OF_A_TEXT),
            Sample(["<=", ["len", _F], ["+", ["len", _S], ["len", "xs_s"]]], Kind.TEXT, known=_OF_A_TEXT),
        ),
        spares=(
            Sample(["==", ["len", _F], ["len", _S]], Kind.TEXT),
            Sample(["==", ["len", _F], ["len", _S]], Kind.INTS, known=_OF_A_TEXT),
            Sample(["or", ["==", ["len", _F], 0], ["==", _F, _S]], Kind.TEXT, known=_OF_A_TEXT),
        ),
    ),
    Rule(
        "length that sizes give",
        Tier.FALLBACK,
        lambda f: f.says_that_sizes_give_lengths,
        "says that an output is as long for arguments as long, which always give its length",
        matches=(Sample(["==", ["len", _F], ["len", _S]], Kind.INTS, known={"says_that_sizes_give_lengths": True}),),
        spares=(Sample(["==", ["len", _F], ["len", _S]], Kind.INTS),),
    ),
    Rule(
        "entries of a dict",
        Tier.FALLBACK,
        lambda f: f.changes_entries,
        "changes the keys of a dict, or puts in or takes out one entry",
        matches=(Sample(["==", _F, _S], known={"changes_entries": True}),),
        spares=(_KEPT,),
    ),
    Rule(
        "elements handed on",
        Tier.FALLBACK,
        lambda f: f.is_of_elements_handed_on,
        "says what becomes of elements that are changed one by one, of a function that only hands them on",
        matches=(Sample(["==", _F, _S], known={"is_of_elements_handed_on": True}),),
        spares=(_KEPT,),
    ),
    Rule(
        "length on a condition",
        Tier.FALLBACK,
        _of_joined_atoms(compares_lengths),
        "compares lengths of outputs on a condition",
        matches=(Sample(["or", ["==", ["len", _S], 0], ["==", ["len", _F], ["-", ["len", _S], 1]]], Kind.INTS),),
        spares=(
            Sample(["==", ["len", _F], ["len", _S]], Kind.INTS),
            Sample(["or", ["==", ["len", _S], 0], ["==", _F, _S]], Kind.INTS),
        ),
    ),
    Rule(
        "piece of a text for a text",
        Tier.FALLBACK,
        lambda f: f.changes_a_text and f.law is None and takes_pieces(f.tree, f.texts),
        "speaks of a piece of a text that is given for another text",
        matches=(
            Sample(["contains", _F, _S], Kind.TEXT, known=_OF_A_TEXT),
            Sample(["==", ["truncate", _F, -1], ["truncate", _S, -1]], Kind.TEXT, known=_OF_A_TEXT),
        ),
        spares=(Sample(["contains", _F, _S], Kind.TEXT), Sample(["==", _F, _S], Kind.TEXT, known=_OF_A_TEXT)),
    ),
    Rule(
        "odd for an output that is passed on",
        Tier.FALLBACK,
        lambda f: not _suits_what_is_passed_on(f),
        "bounds the second of two calls of which one gets the other's output by more than a short term",
        matches=(
            Sample(["<=", _F, ["+", ["*", _S, _N], ["*", _S, _N]]], known={"is_passed_on": True}),
            Sample(["<=", _F, _S], known={"is_passed_on": True, "changes_others": True}),
        ),
        spares=(
            Sample(["<=", _F, _S], known={"is_passed_on": True}),
            Sample(["==", _F, _S], known={"is_passed_on": True, "changes_others": True}),
        ),
    ),
    Rule(
        "fitted number in a bound",
        Tier.PENALTY,
        lambda f: not f.is_equality and f.has_fitted_constant,
        "a number in it was fitted to the executions",
        matches=(Sample(["or", ["<", _N, 7], ["<=", _F, _S]]),),
        spares=(Sample(["==", _F, ["+", _S, 7]]), Sample(["or", ["<", _N, 0], ["<=", _F, _S]])),
    ),
)
"""All rules, in the order in which they are asked: first those of form, then those of meaning, then the tiers."""

MEANING = (Stage.TRIVIAL, Stage.VACUOUS, Stage.FITTED)


def _measured(features: Features) -> Perturbations:
    assert features.perturbations is not None
    return features.perturbations


def judge(features: Features, stages: Sequence[Stage]) -> Finding | None:
    """What the first rule of these stages that applies says against a candidate; None where none applies.

    >>> from genmorph.model import Output
    >>> from genmorph.relations.expression import Expression, relation_variables
    >>> twice = ["==", ["*", "return_f", "return_f"], "return_s"]
    >>> square = Expression.from_tree(twice, relation_variables([], [], [Output(Kind.INT)]))
    >>> judge(Features(square), (Stage.FORM, Stage.KILLS)).reason, judge(Features(square, 3), (Stage.FORM, Stage.KILLS))
    ('kills no mutant', None)
    """
    rule = next((rule for rule in RULES if rule.stage in stages and rule.applies(features)), None)
    if rule is None:
        return None
    verdict = Verdict.UNDECIDED if rule.tier is Tier.UNDECIDED else Verdict.REJECT
    return Finding(verdict, rule.reason.format(p=features.perturbations), rule.stage)


def tier_of(features: Features) -> Tier:
    """The tier of the first rule about tiers that applies; what is long and of an odd shape is excluded."""
    rule = next((rule for rule in RULES if rule.stage is None and rule.applies(features)), None)
    if rule is None:
        return Tier.KEEP
    return Tier.EXCLUDED if rule.is_about_shape and features.complexity > SHAPES.long else rule.tier


def has_odd_shape(relation: Expression) -> bool:
    """Whether no developer would write it in this form."""
    features = Features(relation)
    return any(rule.is_about_shape and rule.applies(features) for rule in RULES)
