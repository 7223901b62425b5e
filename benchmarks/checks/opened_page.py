"""The report on a folder of results: its size, and how long a browser takes to open it."""

import subprocess
import sysconfig
import time
from pathlib import Path
from statistics import median
from typing import Any

from tests.end_to_end.browser import CHROMIUM, running_browser

_TIMES = 5
_WIDTHS = {"desktop": 1280, "phone": 390}


def open_page(results: Path) -> dict[str, Any]:
    """Seconds to write and to open the page, in the median, and its MiB; pictures of it lie beside the folder."""
    page = results.parent / "report.html"
    command = [Path(sysconfig.get_path("scripts")) / "genmorph", "report", results, "--output", page, "--force"]
    began = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
    written = {"seconds_to_write": time.monotonic() - began, "MiB": page.stat().st_size / 2**20}
    return written if CHROMIUM is None else {**written, **_opened(page)}


def _opened(page: Path) -> dict[str, Any]:
    seconds = []
    with running_browser(page.parent / "profile") as browser:
        for _ in range(_TIMES):
            browser.events.clear()
            began = time.monotonic()
            browser.open(page.as_uri())
            seconds.append(time.monotonic() - began)
        complaints = browser.complaints()
        for name, width in _WIDTHS.items():
            browser.show(width)
            page.with_name(f"{name}.png").write_bytes(browser.photograph())
    return {"seconds_to_open": median(seconds), "complaints": complaints}
