"""Functions that do a deed: for some inputs, for all, in their mutants only, or in a faulty version of the user's."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import dedent, indent

from benchmarks.checks.deeds import DEEDS, OUTSIDE, Deed
from benchmarks.checks.inference import FOUND, NOTHING_FOUND, SAVED
from benchmarks.checks.processes import PROGRAM

UNSUPPORTED = 4
MODULE = "hostile"
DOMAIN = "ints(-10000, 10000)"

ALWAYS, NEVER = "n == n", "n != n"
"""Conditions of deeds; a mutant of the second does it for every input."""

_SCRIPT = """
import sys
import genmorph
from genmorph.domain import parse_domain

relations = genmorph.infer_relations(
    "{module}:harmless", budget={seconds}, domain={{"n": parse_domain("{domain}")}}, faulty=["{module}:subject"]
)
relations.to_json("{saved}")
sys.exit(0 if relations else 3)
"""
_IN_MUTANTS = ("loop", "hang in C", "os._exit", "segmentation fault", "growing list", "writes a file", "fork")
_IN_FAULTY = (*_IN_MUTANTS, "endless thread", "KeyboardInterrupt", "closes standard streams", "swallows BaseException")
_IN_ALL = ("loop", "os._exit", "SystemExit", "writes a file", "endless thread", "prints megabytes")


@dataclass(frozen=True, slots=True)
class Case:
    """A deed, where it is done, and the exit codes that are right for it."""

    where: str
    deed: Deed
    exit_codes: tuple[int, ...] = (FOUND,)

    @property
    def name(self) -> str:
        """Where and what: `mutants: loop`."""
        return f"{self.where}: {self.deed.name}"

    @property
    def when(self) -> str:
        """The condition of the deed in the function."""
        return {"all inputs": ALWAYS, "mutants": NEVER}.get(self.where, self.deed.when)

    def files(self) -> dict[str, str]:
        """The module in the working folder, by its file name."""
        return {f"{MODULE}.py": module_of([(self.when, self.deed)])}

    def command(self, seconds: float) -> list[str]:
        """The process: the command line, or a script where a faulty version is given."""
        if self.where == "faulty version":
            words = {"module": MODULE, "seconds": seconds, "domain": DOMAIN, "saved": SAVED}
            return [sys.executable, "-c", _SCRIPT.format_map(words)]
        return infer_command(f"{seconds:g}s", DOMAIN)


def infer_command(budget: str, domain: str) -> list[str]:
    """`genmorph infer` for a hostile module in the working folder.

    No test file is asked for, because a test of a function that does harm cannot pass.
    """
    return [PROGRAM, "infer", f"{MODULE}:subject", "--domain", f"n={domain}", "--budget", budget, "--json", SAVED]


def module_of(deeds: Iterable[tuple[str, Deed]]) -> str:
    """A module whose function `subject` does each deed where its condition is true; `harmless` is another function.

    The folder outside is a neighbour of the module's own.
    """
    deeds = tuple(deeds)
    setup = "\n".join(deed.setup for _, deed in deeds if deed.setup)
    body = "\n".join(f"if {when}:\n{indent(deed.code.strip(), '    ')}" for when, deed in deeds)
    return dedent("""\
        import os
        {setup}
        {outside} = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + "/outside"


        def harmless(n: int) -> int:
            return 3 * n + 2


        def subject(n: int) -> int:
        {body}
            return 3 * n + 1
        """).format(setup=setup, outside=OUTSIDE, body=indent(body, "    "))


def _some_inputs(deed: Deed) -> Case:
    """Exported tests of a function that does not always answer may fail, and then no relation is kept.

    A function that changes its own later calls may be refused as not deterministic.
    """
    if deed.lasting:
        return Case("some inputs", deed, (FOUND, NOTHING_FOUND, UNSUPPORTED))
    return Case("some inputs", deed, (FOUND,) if deed.returning else (FOUND, NOTHING_FOUND))


def _all_inputs(deed: Deed) -> Case:
    """Where every call costs a process there is no time for relations; where none answers there can be none."""
    return Case("all inputs", deed, (FOUND, NOTHING_FOUND) if deed.returning else (NOTHING_FOUND, UNSUPPORTED))


def _named(names: Iterable[str]) -> tuple[Deed, ...]:
    by_name = {deed.name: deed for deed in DEEDS}
    return tuple(by_name[name] for name in names)


CASES = (
    *(_some_inputs(deed) for deed in DEEDS),
    *(_all_inputs(deed) for deed in _named(_IN_ALL)),
    *(Case("mutants", deed) for deed in _named(_IN_MUTANTS)),
    *(Case("faulty version", deed) for deed in _named(_IN_FAULTY)),
)
