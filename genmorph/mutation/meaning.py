"""What a text makes Python do, to tell mutants apart."""

import warnings
from types import CodeType

Meaning = tuple[object, ...]


def find_meaning(text: str) -> Meaning | None:
    """The bytecode without positions; None where Python refuses the text.

    Two texts of equal meaning differ at most in layout, annotations, or code that never runs.

    >>> find_meaning("x = 2 * 3") == find_meaning("x = (6)")
    True
    >>> find_meaning("return 1") is None
    True
    """
    with warnings.catch_warnings(action="ignore"):
        try:
            return _meaning(compile(text, "<mutant>", "exec", dont_inherit=True))
        except SyntaxError:
            return None


def _meaning(code: CodeType) -> Meaning:
    constants = (_meaning(const) if isinstance(const, CodeType) else repr(const) for const in code.co_consts)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return (code.co_code, code.co_exceptiontable, *names, *constants)
