"""A session of a function, as far as a search needs it, without reading the clock."""

from contextlib import contextmanager

from genmorph import Budget
from genmorph.inference.calls import Processes
from genmorph.inference.meter import Meter
from genmorph.inference.preparation import prepare, with_mutants
from genmorph.inference.readiness import ready_for, ready_search
from genmorph.inference.request import Request
from genmorph.subject.subject import inspect_subject


def never_read():
    raise AssertionError


@contextmanager
def prepared(function, seed=0, domain=None, seeded_by=None, stochastic=False):
    given = {"seeded_by": seeded_by, "stochastic": stochastic}
    request = Request(function, Budget(evaluations=1), seed, domain or None, cache=False, **given)
    meter = Meter(request.budget, never_read)
    with Processes(request, meter) as processes:
        ready_search(meter)
        subject = inspect_subject(function, request.domain, **given)
        ready_for([parameter.kind for parameter in subject.parameters], meter)
        yield with_mutants(prepare(subject, request, processes))
