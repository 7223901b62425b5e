"""What back ends make of a model as a page."""

from genmorph.report.model_page import model_page
from tests.report.test_pages import Reading

EVIL = "<script>alert(1)</script>{{ 7 * 7 }}"


def difference(largest, bound, is_number=True):
    is_beyond = not is_number or largest > bound
    said = {"largest": largest, "bound": bound, "output": 0, "sample": 3}
    return said | {"is_number": is_number, "is_beyond": is_beyond}


def answer(back_end, verdict, found=None, layers=(), **more):
    said = {"back_end": back_end, "verdict": verdict, "versions": {"keras": "3.10"}, "difference": found}
    return said | {"layer": "", "reason": "", "layers": layers, "distance": None} | more


def layer_answer(name, largest, mean=0.5, rate=4.0, **more):
    return {"layer": name, "difference": difference(largest, 0.1, **more), "mean": mean, "rate": rate}


LAYERS = [
    {"name": "in", "type": "InputLayer", "givers": []},
    {"name": "conv", "type": "Conv2D", "givers": ["in"]},
    {"name": "skip", "type": "Add", "givers": ["conv", "in"]},
]
WRONG = answer(
    "jax",
    "differs",
    difference(0.25, 0.001),
    [layer_answer("in", 0.0), layer_answer("conv", 0.3), layer_answer("skip", None, None, None, is_number=False)],
    layer="conv (Conv2D)",
)
CHECK = {
    "model": "models/lenet.keras",
    "reference": "torch",
    "is_decided": True,
    "is_same": False,
    "layers": LAYERS,
    "answers": [answer("torch", "same", difference(0.0, 0.001)), WRONG],
}


def test_the_page_shows_each_back_end_and_the_layers_that_differ():
    text = " ".join(Reading(model_page(CHECK)).text)
    assert "lenet.keras on back ends" in text
    assert "2 back ends, jax differs" in text
    assert "first in conv (Conv2D)" in text
    assert "conv (Conv2D) · jax" in text
    assert "skip (Add) · jax" in text
    assert "in (InputLayer) · jax" not in text


def test_a_way_around_a_layer_is_bent():
    page = model_page(CHECK)
    assert page.count('class="edge"') == 3
    assert page.count(" C") == 1


def test_a_model_that_is_the_same_on_all_has_its_graph_alone():
    same = CHECK | {"is_same": True, "answers": CHECK["answers"][:1]}
    text = model_page(same)
    assert "the same on all" in text
    assert "layer by layer" not in text
    assert "Layers are looked at where a back end differs." in text


def test_what_names_and_reasons_say_is_escaped():
    evil = [layer | {"name": layer["name"] + EVIL, "givers": []} for layer in LAYERS]
    failed = answer(EVIL, "failed", reason=EVIL)
    text = model_page(CHECK | {"model": EVIL, "layers": evil, "answers": [failed], "reference": ""})
    assert EVIL not in text
    assert "49" not in text.partition("</style>")[2]
    assert "nothing is known of differences" in text
