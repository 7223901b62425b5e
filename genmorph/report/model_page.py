"""What back ends make of a model -> the text of a page: its graph, and the differences layer by layer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from genmorph.report.figures import NONE
from genmorph.report.pages import render
from genmorph.settings import REPORT_PAGE
from genmorph.values.labels import counted, shortened

_STEP = 26
"""From one layer of a drawing to the next."""
_MOST_BEND = 120
_LETTER = 7.4


@dataclass(frozen=True, slots=True)
class Node:
    """A layer in the drawing of a graph: its place, and its name with its type and the back ends that are beyond."""

    y: int
    words: str
    is_beyond: bool


@dataclass(frozen=True, slots=True)
class Graph:
    """The layers of a model one below the other, at `x`, and the edges between them."""

    nodes: tuple[Node, ...]
    edges: tuple[str, ...]
    x: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class LayerRow:
    """The numbers of a layer as text."""

    name: str
    type: str
    is_beyond: bool
    largest: str
    bound: str
    mean: str
    rate: str


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A back end, what it gives, and its layers where they were looked at."""

    back_end: str
    verdict: str
    versions: str
    largest: str
    bound: str
    place: str
    layer: str
    reason: str
    layers: tuple[LayerRow, ...]


def model_page(check: Mapping[str, Any]) -> str:
    """The page of a check of a model on several back ends, as it is saved as JSON."""
    types = {layer["name"]: layer["type"] for layer in check["layers"]}
    rows = [_answer_row(answer, types) for answer in check["answers"]]
    name = PurePath(check["model"]).name
    differing = [row for row in rows if row.verdict != "same"]
    totals = f"{counted(len(rows), 'back end')}, " + (
        "; ".join(f"{row.back_end} {row.verdict}" for row in differing) if differing else "the same on all"
    )
    return render(
        "model.html.j2", title=f"{name} on back ends", totals=totals, check=check, rows=rows, graph=_graph(check)
    )


def _answer_row(answer: Mapping[str, Any], types: Mapping[str, str]) -> AnswerRow:
    found = answer["difference"]
    place = "" if found is None else f"output {found['output']}, sample {found['sample']}"
    return AnswerRow(
        back_end=answer["back_end"],
        verdict=answer["verdict"],
        versions=", ".join(f"{name} {version}" for name, version in answer["versions"].items()),
        largest=NONE if found is None else _number(found["largest"]),
        bound=NONE if found is None else _number(found["bound"]),
        place=place,
        layer=answer["layer"],
        reason=answer["reason"],
        layers=tuple(_layer_row(one, types) for one in answer["layers"]),
    )


def _layer_row(one: Mapping[str, Any], types: Mapping[str, str]) -> LayerRow:
    return LayerRow(
        name=one["layer"],
        type=types[one["layer"]],
        is_beyond=one["difference"]["is_beyond"],
        largest=_number(one["difference"]["largest"]),
        bound=_number(one["difference"]["bound"]),
        mean=_number(one["mean"]),
        rate=_number(one["rate"]),
    )


def _number(value: float | None) -> str:
    """A number in three digits.

    >>> _number(0.000123456), _number(None)
    ('0.000123', '—')
    """
    return NONE if value is None else f"{value:.3g}"


def _graph(check: Mapping[str, Any]) -> Graph:
    layers: Sequence[Mapping[str, Any]] = check["layers"]
    places = {layer["name"]: place for place, layer in enumerate(layers)}
    beyond = {layer["name"]: list[str]() for layer in layers}
    for answer in check["answers"]:
        for one in answer["layers"]:
            if one["difference"]["is_beyond"]:
                beyond[one["layer"]].append(answer["back_end"])
    lengths = [places[layer["name"]] - places[giver] for layer in layers for giver in layer["givers"]]
    x = min(_MOST_BEND, _STEP // 2 * max(lengths, default=1)) + _STEP
    nodes = tuple(
        Node(
            y=_STEP * place + _STEP // 2,
            words=shortened(
                " · ".join([f"{layer['name']} ({layer['type']})", *beyond[layer["name"]]]), REPORT_PAGE.line
            ),
            is_beyond=bool(beyond[layer["name"]]),
        )
        for layer, place in zip(layers, places.values(), strict=True)
    )
    edges = tuple(
        _edge(x, nodes[places[giver]].y, nodes[places[layer["name"]]].y)
        for layer in layers
        for giver in layer["givers"]
    )
    width = x + 2 * _STEP + round(_LETTER * max((len(node.words) for node in nodes), default=0))
    return Graph(nodes, edges, x, width, _STEP * len(layers))


def _edge(x: int, above: int, below: int) -> str:
    """The path from one layer to another: straight to the next one, bent to the left around those between.

    >>> _edge(60, 13, 39), _edge(60, 13, 65)
    ('M60 13 L60 39', 'M60 13 C34 13 34 65 60 65')
    """
    length = (below - above) // _STEP
    if length <= 1:
        return f"M{x} {above} L{x} {below}"
    bent = x - min(_MOST_BEND, _STEP // 2 * length)
    return f"M{x} {above} C{bent} {above} {bent} {below} {x} {below}"
