"""Chromium without a window, driven over two pipes by the DevTools protocol: no driver, no port, no package."""

import base64
import fcntl
import json
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""The browser's path; None where there is none."""
_OPTIONS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
    *("--disable-extensions", "--disable-background-networking", "--remote-debugging-pipe"),
)
_KEYS = {
    "Enter": {"key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13},
    " ": {"key": " ", "code": "Space", "text": " ", "windowsVirtualKeyCode": 32},
    "Tab": {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9},
}


class Browser:
    """One page of a running browser; `events` are those of all enabled domains so far."""

    def __init__(self, commands: int, answers: int) -> None:
        self._commands, self._answers = os.fdopen(commands, "wb"), os.fdopen(answers, "rb")
        self._number, self._session, self._rest = 0, "", b""
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The result of a command."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._commands.write(json.dumps(message).encode() + b"\0")
        self._commands.flush()
        while (answer := self._read()).get("id") != self._number:
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return dict(answer["result"])

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._answers.fileno(), 1 << 16)
            if not more:
                raise RuntimeError("the browser ended")
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(message))

    def open(self, url: str) -> None:
        """Open a page, and wait until it is loaded."""
        self.call("Page.navigate", url=url)
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self._read())

    def value(self, script: str) -> Any:
        """What an expression gives in the page; raises RuntimeError where it throws."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def press(self, key: str) -> None:
        """A key, down and up."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, **_KEYS[key])

    def click(self, selector: str) -> None:
        """A click of the mouse in the middle of an element."""
        box = f"document.querySelector({json.dumps(selector)})"
        self.value(f"{box}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
        x, y = self.value(
            f"(() => {{ const r = {box}.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def type(self, text: str) -> None:
        """Text into what has the focus."""
        self.call("Input.insertText", text=text)

    def show(self, width: int, height: int = 900, scheme: str = "light", media: str = "screen") -> None:
        """Lay the page out for a screen, or a printer, of that size and colours."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        self.call(
            "Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}]
        )

    def photograph(self, whole: bool = False) -> bytes:
        """The page as PNG, as far as it is seen or as a whole."""
        return base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"])

    def complaints(self) -> list[str]:
        """What stands in the console, and what was thrown."""
        named = ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")
        return [json.dumps(event["params"]) for event in self.events if event["method"] in named]

    def requests(self) -> list[str]:
        """The addresses that were asked for, but for data in the page itself."""
        asked = [event["params"] for event in self.events if event["method"] == "Network.requestWillBeSent"]
        return [one["request"]["url"] for one in asked if not one["request"]["url"].startswith("data:")]

    def close(self) -> None:
        """Close both pipes, which ends the browser."""
        self._commands.close()
        self._answers.close()


@contextmanager
def running_browser(profile: Path) -> Iterator[Browser]:
    """A browser with this folder for its profile; it ends with the context."""
    assert CHROMIUM is not None
    (theirs, commands), (answers, own) = os.pipe(), os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (theirs, own)]
    # The browser reads commands from its descriptor 3 and answers on 4.
    actions = [(os.POSIX_SPAWN_DUP2, end, number) for number, end in enumerate(high, 3)]
    actions += [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (1, 2)]
    words = [CHROMIUM, *_OPTIONS, f"--user-data-dir={profile}", "about:blank"]
    process = os.posix_spawn(CHROMIUM, words, os.environ, file_actions=actions)
    for end in (theirs, own, *high):
        os.close(end)
    try:
        browser = Browser(commands, answers)
        yield browser
        browser.close()
    finally:
        os.kill(process, signal.SIGTERM)
        os.waitpid(process, 0)
