"""Every number in the settings says what it is."""

import ast
from pathlib import Path

import pytest

from genmorph import settings

TREE = ast.parse(Path(settings.__file__).read_text(encoding="utf-8"))
TABLES = [node for node in TREE.body if isinstance(node, ast.ClassDef)]


def is_text(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_each_field_is_followed_by_its_reason(table):
    followed = zip(table.body, [*table.body[1:], None], strict=True)
    fields = [(node.target.id, after) for node, after in followed if isinstance(node, ast.AnnAssign)]
    assert [name for name, after in fields if not is_text(after)] == []
