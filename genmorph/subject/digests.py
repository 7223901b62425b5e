"""A digest of everything that the outcomes of functions depend on."""

import hashlib
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence

from genmorph.annotations.conditions import Condition
from genmorph.model import Domain, Target
from genmorph.subject.dependencies import read_dependencies
from genmorph.subject.installed import distributions
from genmorph.values.notation import described, homes_of


def digest(
    target: Target, domains: Sequence[Domain], conditions: Iterable[Condition] = (), mutated: Target | None = None
) -> str:
    """SHA-256, in hex, of the function, the files of the user's that it imports, the valid inputs, and all versions.

    What makes values of the domains is part of it, and so is `mutated`, its Python form, where that is another target.
    Where the files are plays no part, nor what else the process has loaded.

    >>> gcd, lcm = Target("math", "", "gcd", 0, 0), Target("math", "", "lcm", 0, 0)
    >>> digest(gcd, []) == digest(gcd, []), digest(gcd, []) == digest(lcm, [])
    (True, False)
    """
    targets = [target] if mutated is None else [target, mutated]
    result = hashlib.sha256()
    for part in _parts(targets, domains, conditions):
        content = part.encode(errors="surrogatepass") if isinstance(part, str) else part
        result.update(f"{len(content)}:".encode())
        result.update(content)
    return result.hexdigest()


def _parts(
    targets: Sequence[Target], domains: Sequence[Domain], conditions: Iterable[Condition]
) -> Iterator[str | bytes]:
    yield from (sys.version, sysconfig.get_platform())
    for target in targets:
        yield repr((target.module, target.qualname, target.keywords, target.blocked))
        yield target.source
    yield repr([described(domain) for domain in domains])
    yield repr([condition.text() for condition in conditions])
    dependencies = read_dependencies(
        {target.module for target in targets if target.module is not None}.union(*map(homes_of, domains)),
        [target.source for target in targets if target.module is None],
    )
    for name in sorted(dependencies):
        yield from (name, dependencies[name])
    for name, files in distributions():
        yield from (name, files)
