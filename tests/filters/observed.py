"""Executions of functions at hand, for tests of what relations say."""

import math
from random import Random

from genmorph.domain import byte_strings, floats, froms, ints, lists, texts
from genmorph.model import Container, Execution, Kind, Output, Parameter
from genmorph.relations.expression import Expression
from genmorph.results.relation import pair_variables
from genmorph.transformations.transformation import Transformation


class Observed:
    """A function on the pairs of a transformation; `outputs` are kinds, or outputs."""

    def __init__(self, function, domains, transformation, *outputs, count=600):
        self.parameters = [Parameter(name, domain) for name, domain in domains.items()]
        self.transformation = transformation
        self.outputs = tuple(Output(o) if isinstance(o, Kind) else o for o in outputs)
        self.variables = pair_variables(self.parameters, transformation, self.outputs)
        rng = Random("sources")
        narrowed = transformation.narrow(list(domains.values()))
        sources = [tuple(domain.draw(rng) for domain in narrowed) for _ in range(count)]
        self.executions = [self._execution(function, source) for source in sources]

    def relation(self, tree):
        return Expression.from_tree(tree, self.variables)

    def _execution(self, function, source):
        given = self._outputs(function, source)
        follow_up = self.transformation.apply(source, given)
        return Execution(source, follow_up, given, self._outputs(function, follow_up))

    def _outputs(self, function, values):
        given = function(*values)
        return tuple(given) if len(self.outputs) > 1 else (given,)


def change(template, constant=None, *positions, output=None):
    return Transformation(template, positions or (0,), constant, output)


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))


def quadratic_residues(p):
    return sorted({n * n % p for n in range(1, p)})


def sign(n):
    return (n > 0) - (n < 0)


def clamp(n):
    return min(max(n, 0), 10)


def collatz(n):
    steps = 0
    while n > 1:
        n, steps = (n // 2 if n % 2 == 0 else 3 * n + 1), steps + 1
    return steps


def digits(n):
    return sum(map(int, str(n)))


YEARS = {"year": ints(1, 3000)}
WHOLE = {"n": ints(-1000, 1000)}
NATURAL = {"n": ints(1, 2000)}
REALS = {"x": floats(-1e6, 1e6)}
LISTS = {"xs": lists(ints(-20, 20), max_len=8)}
TEXTS = {"text": texts(max_len=8)}
NUMBERS = {"xs": lists(floats(-100.0, 100.0), max_len=8)}
PAIRS = {"a": ints(1, 100), "b": ints(1, 100)}
BYTES = {"data": byte_strings(max_len=8)}
FLAGS = {"flag": froms([False, True])}
BYTES_OUT = Output(Kind.INTS, container=Container.BYTES)
