"""Programs that learn: relations that are known of correlations and of forecasters, ready to check a program with."""

from genmorph.learning.adversarial import adversarial_input
from genmorph.learning.correlation import correlation_relations
from genmorph.learning.forecaster import forecaster_relations
from genmorph.learning.learners import dataset, labels, learner, series, table
from genmorph.learning.oracles import Oracle
from genmorph.learning.ready_made import Answer, CaseResult, ReadyMadeRelation, check_relations
from genmorph.learning.time_steps import choose_steps, information_lost, plot_information_lost

__all__ = [
    "Answer",
    "CaseResult",
    "Oracle",
    "ReadyMadeRelation",
    "adversarial_input",
    "check_relations",
    "choose_steps",
    "correlation_relations",
    "dataset",
    "forecaster_relations",
    "information_lost",
    "labels",
    "learner",
    "plot_information_lost",
    "series",
    "table",
]
