"""Whether processes run, as tests ask."""

import subprocess
from collections.abc import Callable


def is_running(pid: int) -> bool:
    """Whether the process exists and is no zombie, which whoever adopts orphans may leave."""
    command = ["ps", "-o", "stat=", "-p", str(pid)]
    state = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False).stdout.strip()
    return bool(state) and not state.startswith("Z")


def ends(pid: int) -> bool:
    """Whether the process ends within a thousand looks."""
    return becomes(lambda: not is_running(pid))


def becomes(claim: Callable[[], bool]) -> bool:
    """Whether the claim is true at one of many looks, each as long as the start of a process."""
    return any(claim() or subprocess.run(["/bin/sh", "-c", ":"], check=True) is None for _ in range(1_000))
