"""What hostile code does: one value for each deed, put into functions by `hostile_subjects.py`."""

from dataclasses import dataclass

OUTSIDE = "OUTSIDE"
"""The name under which a deed finds the folder that nobody may change."""
ONCE, SELDOM, OFTEN = "n == 37", "n % 2003 == 3", "n % 7 == 3"


@dataclass(frozen=True, slots=True)
class Deed:
    """Statements of a function of `n`, what they need in the module, and part of the reason that is wanted for them.

    `a or b` wants one of two; no reason is wanted where the call may well return. `when` is the condition of the deed
    where only some inputs do it: what costs a time limit or a process is done less often. A `returning` one lets the
    function go on; what a `lasting` one changes stays for the calls after it.
    """

    name: str
    code: str
    setup: str = ""
    wanted: str = ""
    when: str = OFTEN
    returning: bool = False
    lasting: bool = False


_STUBBORN = """
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
"""
_GROW = "blocks = [bytearray(2**26) for _ in range(96)]"
_DOWN = "def down(x):\n    return max([x], key=down)"
_NEW = f"{OUTSIDE} + '/new.txt'"
_PRECIOUS = f"{OUTSIDE} + '/precious.txt'"
_WRITER = f"class Writer:\n    def __del__(self):\n        open({_NEW}, 'w')"
_LOOPER = "class Looper:\n    def __del__(self):\n        while True:\n            pass"
_ODD = "class Odd:\n    def __index__(self):\n        raise OSError(self)"
_ENDLESS = "class Endless:\n    def __index__(self):\n        while True:\n            pass"
_OWN = "class Own(BaseException):\n    pass"

TIME = (
    Deed("loop", "while True:\n    pass", wanted="timed out", when=ONCE),
    Deed("regular expression", "re.match('(a+)+$', 'a' * 40 + 'b')", "import re", "timed out", when=ONCE),
    Deed("huge power", "10 ** 10 ** 9 % 7", wanted="timed out", when=ONCE),
    Deed("sleep", "time.sleep(3600)", "import time", "timed out", when=ONCE),
    Deed("lock", "LOCK.acquire()\nLOCK.acquire()", "import threading\nLOCK = threading.Lock()", "timed out", when=ONCE),
    Deed("hang in C", "max(itertools.count())", "import itertools", "timed out", when=ONCE),
    Deed("swallows BaseException", _STUBBORN, wanted="timed out", when=ONCE),
    Deed(
        "ignores the alarm",
        "signal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True:\n    pass",
        "import signal",
        "timed out",
        when=ONCE,
    ),
    Deed(
        "blocks all signals",
        "signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())\nwhile True:\n    pass",
        "import signal",
        "timed out",
        when=ONCE,
    ),
    Deed(
        "stops the timer",
        "signal.setitimer(signal.ITIMER_REAL, 0)\nwhile True:\n    pass",
        "import signal",
        "timed out",
        when=ONCE,
    ),
    Deed("__del__ loops", "Looper()", _LOOPER, "timed out", when=ONCE),
    Deed("result loops", "return Endless()", _ENDLESS, "timed out", when=ONCE),
)
DEATHS = (
    Deed("os._exit", "os._exit(0)", "import os", "exited", SELDOM),
    Deed("segmentation fault", "ctypes.string_at(0)", "import ctypes", "killed by", SELDOM),
    Deed("abort", "os.abort()", "import os", "killed by", SELDOM),
    Deed("own signal", "signal.raise_signal(signal.SIGKILL)", "import signal", "killed by", SELDOM),
    Deed("C library's exit", "ctypes.CDLL(None).exit(3)", "import ctypes", "exited", SELDOM),
    Deed("C stack overflow", "sys.setrecursionlimit(10**9)\ndown(0)", f"import sys\n{_DOWN}", "killed by", SELDOM),
)
MEMORY = (
    Deed("one large block", "bytearray(10**11)", wanted="raised MemoryError"),
    Deed("growing list", _GROW, wanted="raised MemoryError or timed out", when=SELDOM),
    Deed("endless recursion", "down(0)", "def down(x):\n    return down(x) + 1", "raised RecursionError"),
    Deed(
        "recursion without limit",
        "sys.setrecursionlimit(10**9)\ndown(0)",
        "import sys\ndef down(x):\n    return down(x) + 1",
        when=ONCE,
    ),
    Deed("huge result", "return 1 << 10**8"),
)
EXITS = (
    Deed("SystemExit", "sys.exit(0)", "import sys", "raised SystemExit"),
    Deed("KeyboardInterrupt", "raise KeyboardInterrupt", wanted="raised KeyboardInterrupt"),
    Deed("own BaseException", "raise Own", _OWN, "raised"),
    Deed(
        "exit in finally",
        "try:\n    return n\nfinally:\n    sys.exit(1)",
        "import sys",
        "raised SystemExit",
    ),
    Deed("raising result", "return Odd()", _ODD, "unsupported output"),
    Deed("set as result", "return {n}", wanted="unsupported output"),
    Deed("coroutine as result", "return later()", "async def later():\n    return 1", "unsupported output"),
)
THREADS_AND_STREAMS = (
    Deed(
        "endless thread",
        "threading.Thread(target=threading.Event().wait).start()",
        "import threading",
        when=SELDOM,
        returning=True,
    ),
    Deed(
        "daemon thread",
        "threading.Thread(target=threading.Event().wait, daemon=True).start()",
        "import threading",
        when=SELDOM,
        returning=True,
    ),
    Deed("closes standard streams", "for s in (sys.stdin, sys.stdout, sys.stderr):\n    s.close()", "import sys"),
    Deed("closes descriptors 0 to 2", "os.closerange(0, 3)", "import os"),
    Deed("closes all descriptors", "os.closerange(0, 256)", "import os", when=SELDOM),
    Deed("replaces standard streams", "sys.stdout = sys.stderr = None", "import sys", returning=True),
    Deed("prints megabytes", "print('x' * 10**6)", returning=True),
    Deed("reads standard input", "sys.stdin.read()", "import sys", returning=True),
)
FILES = (
    Deed("writes a file", f"open({_NEW}, 'w').write('x')", wanted="refused: open"),
    Deed("writes a file beside it", "open('new.txt', 'w').write('x')", wanted="refused: open"),
    Deed(
        "swallows the refusal", f"try:\n    open({_NEW}, 'w')\nexcept BaseException:\n    pass", wanted="refused: open"
    ),
    Deed("overwrites a file", f"pathlib.Path({_PRECIOUS}).write_text('mine')", "import pathlib", "refused: open"),
    Deed("appends to a file", f"open({_PRECIOUS}, 'a').write('x')", wanted="refused: open"),
    Deed("deletes a file", f"os.remove({_PRECIOUS})", "import os", "refused: os.remove"),
    Deed("renames a file", f"os.rename({_PRECIOUS}, {_NEW})", "import os", "refused: os.rename"),
    Deed("forbids a file", f"os.chmod({_PRECIOUS}, 0)", "import os", "refused: os.chmod"),
    Deed("links a file", f"os.symlink({_PRECIOUS}, {_NEW})", "import os", "refused: os.symlink"),
    Deed("makes a folder", f"os.mkdir({_NEW})", "import os", "refused: os.mkdir"),
    Deed("deletes a folder", f"shutil.rmtree({OUTSIDE})", "import shutil", "refused: shutil.rmtree"),
    Deed("temporary file", f"tempfile.mkstemp(dir={OUTSIDE})", "import tempfile", "refused: "),
    Deed("database", f"sqlite3.connect({_NEW}).execute('create table t (x)')", "import sqlite3", "refused: sqlite3"),
    Deed(
        "__del__ writes",
        "Writer()",
        _WRITER,
        "refused: open",
    ),
    Deed(
        "thread writes",
        f"t = threading.Thread(target=open, args=({_NEW}, 'w'))\nt.start()\nt.join()",
        "import threading",
        "refused: open",
    ),
    Deed("writes at exit", f"atexit.register(open, {_NEW}, 'w')", "import atexit", returning=True),
)
PROCESSES = (
    Deed("subprocess", f"subprocess.run(['touch', {_NEW}])", "import subprocess", "refused: subprocess.Popen"),
    Deed("os.system", f"os.system('touch ' + {_NEW})", "import os", "refused: os.system"),
    Deed("fork", "if os.fork() == 0:\n    time.sleep(3600)", "import os, time", "refused: os.fork"),
    Deed("exec", "os.execv('/bin/sleep', ['sleep', '3600'])", "import os", "refused: os.exec"),
    Deed("kills its parent", "os.kill(os.getppid(), 9)", "import os", "refused: os.kill"),
    Deed("kills its group", "os.killpg(0, 9)", "import os", "refused: os.killpg"),
    Deed("socket", "socket.create_server(('127.0.0.1', 0))", "import socket", "refused: socket"),
    Deed("environment", "os.environ['GENMORPH_CHECK'] = '1'", "import os", "refused: os.putenv"),
    Deed("other folder", "os.chdir('/')", "import os", "refused: os.chdir"),
    Deed(
        "limits",
        "resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))",
        "import resource",
        "refused: resource.setrlimit",
    ),
)
INTERPRETER = (
    Deed("tracing", "sys.settrace(lambda *words: 1 / 0)", "import sys", lasting=True),
    Deed("garbage callback", "gc.callbacks.append(lambda *words: 1 / 0)\ngc.collect()", "import gc", lasting=True),
    Deed("no built-in len", "builtins.len = None", "import builtins", when=SELDOM),
    Deed(
        "noisy import",
        "pass",
        "import signal, sys, threading\nprint('imported')\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\n"
        "sys.setrecursionlimit(10**6)\nthreading.Thread(target=threading.Event().wait, daemon=True).start()",
        returning=True,
    ),
)
DEEDS = (*TIME, *DEATHS, *MEMORY, *EXITS, *THREADS_AND_STREAMS, *FILES, *PROCESSES, *INTERPRETER)
