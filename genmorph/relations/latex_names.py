"""Names, texts and numbers of Python as LaTeX."""

import re
from types import MappingProxyType
from typing import Any

_ESCAPES = MappingProxyType(
    {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {character: f"\\{character}" for character in "{}$&#_%"}
)
_GREEK = re.compile(
    "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega"
)
_FUNCTIONS = re.compile(
    "arccos|arcsin|arctan|arg|cosh?|coth?|csc|deg|det|dim|exp|gcd|lg|ln|log|max|min|sec|sinh?|sup|tanh?"
)
_NUMBERED = re.compile(r"(.*[^\W\d_])_?(\d+)")


def escaped(text: str) -> str:
    r"""The text for LaTeX's text mode.

    >>> print(escaped("50% {a_b}"))
    50\% \{a\_b\}
    """
    return "".join(_ESCAPES.get(character, character) for character in text)


def words(text: str) -> str:
    """The text as text within a formula."""
    return rf"\text{{{escaped(text)}}}"


def name_latex(name: str) -> str:
    r"""A variable: one letter stands for itself, digits at the end are a subscript, Greek letters have their sign.

    >>> print(name_latex("x"), name_latex("x1"), name_latex("theta"), name_latex("tax_rate"))
    x x_{1} \theta \mathit{tax\_rate}
    """
    numbered = _NUMBERED.fullmatch(name)
    if numbered:
        return f"{name_latex(numbered[1])}_{{{numbered[2]}}}"
    if _GREEK.fullmatch(name):
        return f"\\{name}"
    return name if len(name) == 1 and name != "_" else rf"\mathit{{{escaped(name)}}}"


def function_latex(name: str) -> str:
    r"""What is called: functions that LaTeX knows by its own name for them.

    >>> print(function_latex("sin"), function_latex("f"), function_latex("net_price"))
    \sin f \operatorname{net\_price}
    """
    if _FUNCTIONS.fullmatch(name):
        return f"\\{name}"
    return name if len(name) == 1 and name != "_" else rf"\operatorname{{{escaped(name)}}}"


def constant_latex(value: Any) -> str:
    r"""A number, text or other constant.

    >>> print(constant_latex(1e-9), constant_latex(2.5e30), constant_latex("a b"))
    10^{-9} 2.5 \cdot 10^{30} \text{'a b'}
    """
    if not isinstance(value, int | float) or isinstance(value, bool):
        return words(repr(value))
    mantissa, _, exponent = repr(value).partition("e")
    if not exponent:
        return mantissa
    power = f"10^{{{int(exponent)}}}"
    return power if mantissa == "1" else rf"{mantissa} \cdot {power}"
