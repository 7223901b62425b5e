"""The command that makes one page of saved answers."""

import click

from genmorph.cli.ending import border
from genmorph.cli.loading import load_modules, load_option


@click.command()
@click.argument("results", metavar="RESULTS", type=click.Path())
@click.option(
    "--output", default="report.html", show_default=True, type=click.Path(dir_okay=False), help="The page's HTML file."
)
@load_option
@click.option("--force", is_flag=True, help="Overwrite a file that was edited, or that genmorph did not write.")
def report(results: str, output: str, load: tuple[str, ...], force: bool) -> None:
    """Make one HTML page of a folder of saved answers, or of one saved file.

    A catalogue of all functions, and for each its relations with their evidence, the faults that they notice, the kill
    matrix, how the search went, and what was rejected. The page needs no other file and no network.
    """
    with border("interrupted; no page was written"):
        load_modules(load)
        click.echo(_run(results, output, force))


def _run(results: str, output: str, force: bool) -> str:
    """Read, render and write; what it comes to, and where it is."""
    from genmorph.export.writing import require_page_writable, write_page
    from genmorph.progress import shown_progress
    from genmorph.report.pages import build_page

    require_page_writable(output, force)
    with shown_progress() as notify:
        page = build_page(results, notify)
    write_page(page.text, output, force)
    return f"{page.totals}\nthe page is {output}"
