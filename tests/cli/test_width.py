"""How wide tables are where the terminal is narrow, and where there is none."""

import fcntl
import io
import os
import pty
import struct
import termios

import pytest

from genmorph.cli.conventions import table_width


@pytest.mark.parametrize(("columns", "width"), [(80, 80), (200, 100), (0, 100), (20, 60)])
def test_tables_are_as_wide_as_a_narrower_terminal(columns, width, monkeypatch):
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with os.fdopen(side, "w") as terminal, os.fdopen(main):
        monkeypatch.setattr("sys.stdout", terminal)
        assert table_width(100) == width


def test_tables_have_all_their_columns_elsewhere(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert table_width(100) == 100
    with (tmp_path / "out").open("w") as file:
        monkeypatch.setattr("sys.stdout", file)
        assert table_width(100) == 100
