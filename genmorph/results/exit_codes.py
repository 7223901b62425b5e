"""What the exit codes of the command line say."""

from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ended; a batch reads the codes of the inferences that it starts."""

    FINE = 0
    VIOLATED = 1
    """A relation or a test does not hold, or a batch missed what `--fail-under` asks for."""
    USAGE = 2
    """Wrong arguments, as click has it; also files that cannot be read or written."""
    NOTHING_FOUND = 3
    UNSUPPORTED = 4
    """The function cannot have relations."""
    OWN_FAILURE = 70
    """A failure of genmorph itself (`EX_SOFTWARE` of sysexits.h)."""
    INTERRUPTED = 130
    """128 and the number of SIGINT, as shells have it."""
