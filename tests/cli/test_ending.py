"""How commands end."""

import subprocess
import sys

WORDY = """
import click
from genmorph.cli.conventions import border

@click.command()
def wordy():
    with border("interrupted"):
        for number in range(100_000):
            click.echo(f"line {number}")

wordy()
"""


def test_a_command_ends_quietly_where_nobody_reads_any_more():
    with subprocess.Popen(
        [sys.executable, "-c", WORDY], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "line 0\n"
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) == 1
