"""Small functions with mutants, run on their inputs: tables for the join."""

from dataclasses import dataclass
from typing import Any

from genmorph.execution.observation import observe
from genmorph.fitness.table import build_table
from genmorph.model import Container, Kind, Output, Parameter, Returned, SourceMutant, Tolerance
from genmorph.relations.expression import Expression, relation_variables
from genmorph.relations.meaning import compile_relation
from genmorph.search.grammar import build_grammar
from genmorph.search.join.forms import Limits
from genmorph.search.join.joining import join

LIMITS = Limits(expressions=5_000, atoms=600, kept=2_000, sample=128)


@dataclass(frozen=True)
class Example:
    """A transformation of one function, observed.

    `changed` are the parameters that follow-ups change; with `chained` the follow-up gets the source's output there.
    """

    variables: Any
    executions: Any
    table: Any
    grammar: Any

    @classmethod
    def observed(
        cls,
        function,
        mutants,
        domains,
        transform,
        changed,
        output,
        inputs,
        constants=None,
        chained=None,
        operators=None,
    ):
        container = Container.LIST if isinstance(output, Kind) and output.is_sequence else None
        outputs = [Output(output, container=container)] if isinstance(output, Kind) else output
        parameters = [Parameter(name, domain) for name, domain in domains.items()]
        variables = relation_variables(parameters, changed, outputs, chained)
        functions = {None: function, **{f"mutant{i}": mutant for i, mutant in enumerate(mutants)}}

        def run(mutant, calls):
            return [Returned(functions[mutant and mutant.id](*values)) for values in calls]

        names = [SourceMutant(name, "replace", 1, "") for name in functions if name]
        pairs = [(x, transform(*x)) for x in inputs]
        chain = None if chained is None else (lambda source, given: (*source[:chained], *given, *source[chained + 1 :]))
        executions = observe(pairs, names, variables, outputs, Tolerance(), run, chain=chain)
        grammar = build_grammar(variables, constants or {}, operators)
        return cls(variables, executions, build_table(executions, Tolerance()), grammar)

    def joined(self, limits=LIMITS, seed=0):
        return join(self.table, self.grammar, limits, seed)

    def relations(self, limits=LIMITS, seed=0):
        programs = self.joined(limits, seed).programs
        return [programs.expression(row, self.variables) for row in range(len(programs))]

    def is_said(self, tree, limits=LIMITS):
        """Whether a relation of the join rejects at least the incorrect rows that this one rejects."""
        wanted = self.rejected(Expression.from_tree(tree, self.variables))
        return any(wanted <= self.rejected(relation) for relation in self.relations(limits))

    def rejected(self, relation):
        """The rows that contradict a relation, by its plain meaning."""
        holds = compile_relation(relation, Tolerance())
        rows = zip(*(column.tolist() for column in self.executions.columns), strict=True)
        ints = [v.kind.value == "int" for v in self.variables]
        return {
            index
            for index, row in enumerate(rows)
            if not holds([int(x) if is_int else x for x, is_int in zip(row, ints, strict=True)])
        }
