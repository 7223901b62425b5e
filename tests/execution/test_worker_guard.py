"""What would change something outside a worker is refused."""

import pytest

from genmorph.execution.patience import Patience
from genmorph.execution.worker import guard
from genmorph.model import Crashed, Raised, Returned

PATIENT = Patience(time_outs=100, deaths=100)
IMPORTS = """
import fcntl, io, os, pathlib, pty, resource, shutil, signal, socket, sqlite3, subprocess, sys, syslog, tempfile
import threading, time
"""

REFUSED = {
    "open('x.txt', 'w')": "open 'x.txt' for writing",
    "open('x.txt', 'a')": "open 'x.txt' for writing",
    "open('x.txt', 'x')": "open 'x.txt' for writing",
    "open(FILE, 'r+')": "open 'FILE' for writing",
    "io.FileIO(b'x.txt', 'w')": "open b'x.txt' for writing",
    "os.open(FILE, os.O_WRONLY)": "open 'FILE' for writing",
    "os.open('x.txt', os.O_CREAT)": "open 'x.txt' for writing",
    "pathlib.Path('x.txt').write_text('x')": "open 'x.txt' for writing",
    "pathlib.Path(FILE).touch()": "os.utime 'FILE'",
    "open('x' * 300, 'w')": "open '" + "x" * 79 + "... for writing",
    "open('a\\nb', 'w')": "open 'a\\nb' for writing",
    "os.remove(FILE)": "os.remove 'FILE'",
    "os.unlink(FILE)": "os.remove 'FILE'",
    "os.rename(FILE, 'x')": "os.rename 'FILE'",
    "os.replace(FILE, 'x')": "os.rename 'FILE'",
    "os.rmdir('x')": "os.rmdir 'x'",
    "os.mkdir('x')": "os.mkdir 'x'",
    "os.makedirs('x/y')": "os.mkdir 'x'",
    "os.link(FILE, 'x')": "os.link 'FILE'",
    "os.symlink(FILE, 'x')": "os.symlink 'FILE'",
    "os.truncate(FILE, 0)": "os.truncate 'FILE'",
    "os.chmod(FILE, 0)": "os.chmod 'FILE'",
    "os.chown(FILE, 1, 1)": "os.chown 'FILE'",
    "os.chdir('/')": "os.chdir '/'",
    "os.environ.update(A='b')": "os.putenv b'A'",
    "os.environ.pop('PATH')": "os.unsetenv b'PATH'",
    "os.kill(os.getppid(), 9)": "os.kill",
    "os.killpg(0, 9)": "os.killpg",
    "os.fork()": "os.fork",
    "os.forkpty()": "os.forkpty",
    "os.execv('/bin/true', ['true'])": "os.exec '/bin/true'",
    "os.posix_spawn('/bin/true', ['true'], {})": "os.posix_spawn '/bin/true'",
    "os.spawnv(os.P_WAIT, '/bin/true', ['true'])": "os.fork",
    "os.system('true')": "os.system b'true'",
    "subprocess.run(['true'])": "subprocess.Popen 'true'",
    "pty.spawn('true')": "pty.spawn",
    "shutil.copyfile(FILE, 'x')": "shutil.copyfile 'FILE'",
    "shutil.rmtree('x')": "shutil.rmtree 'x'",
    "tempfile.mkstemp(dir='/tmp')": "tempfile.mkstemp",
    "tempfile.mkdtemp(dir='/tmp')": "tempfile.mkdtemp",
    "tempfile.mkstemp()": "open a new file for writing",
    "socket.socket()": "socket.__new__",
    "socket.getaddrinfo('localhost', 80)": "socket.getaddrinfo 'localhost'",
    "sqlite3.connect('x')": "sqlite3.connect 'x'",
    "signal.pthread_kill(threading.get_ident(), 9)": "signal.pthread_kill",
    "resource.setrlimit(resource.RLIMIT_CORE, (0, 0))": "resource.setrlimit",
    "fcntl.flock(0, fcntl.LOCK_EX)": "fcntl.flock",
    "syslog.syslog('x')": "syslog.syslog",
    "sys.audit('webbrowser.open', 'x')": "webbrowser.open 'x'",
}

ALLOWED = [
    "open(FILE).close()",
    "os.listdir('/')",
    "open(os.devnull, 'w').close()",
    "print('x', flush=True)",
    "os.write(1, b'x')",
    "socket.gethostname()",
    "sqlite3.connect(':memory:').execute('create table x (y)')",
    "__import__('this')",
    "compile('1', '', 'eval')",
    "threading.Thread(target=int).start()",
    "time.sleep(0)",
    "signal.raise_signal(signal.SIGURG)",
]


def subject_with(statement, file):
    return f"{IMPORTS}\nFILE = {str(file)!r}\n\ndef subject(x):\n    if x == 1:\n        {statement}\n    return x\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "file"
    path.write_text("ours")
    return path


@pytest.mark.parametrize(("statement", "reason"), REFUSED.items(), ids=REFUSED)
def test_a_call_that_would_change_something_is_refused(start, file, statement, reason):
    workers = start(subject_with(statement, file))
    reason = reason.replace("FILE", str(file))
    outcomes = workers.call(None, [(0,), (1,), (2,)], PATIENT)
    assert outcomes == [Returned(0), Crashed(f"refused: {reason}"), Returned(2)]
    assert [path.read_text() for path in file.parent.iterdir()] == ["ours"]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("import os\nos.environ['A'] = 'b'\nos.environ.pop('A')", Returned(1)),
        ("import os\nos.makedirs('cache/of')\nopen('cache/of/x', 'w').close()\nos.remove('cache/of/x')", Returned(1)),
        ("import os, tempfile\nos.mkdir(os.path.join(tempfile.gettempdir(), 'cache'))", Returned(1)),
        ("import threading\nthreading.Thread(target=int).start()", Returned(1)),
        ("open('../x', 'w')", Crashed("refused: open '../x' for writing")),
        ("open(FILE, 'w')", Crashed("refused: open 'FILE' for writing")),
        ("import os\nos.rename(FILE, 'x')", Crashed("refused: os.rename 'FILE'")),
        ("import os\nos.symlink(FILE, 'x')", Crashed("refused: os.symlink 'FILE'")),
        ("import subprocess\nsubprocess.run(['true'])", Crashed("refused: subprocess.Popen 'true'")),
    ],
)
def test_a_module_that_a_call_imports_may_change_the_folder_of_its_worker_alone(start, file, text, outcome):
    module = file.parent / "late"
    module.mkdir()
    (module / "imported_late.py").write_text(text.replace("FILE", repr(str(file))))
    source = subject_with(f"sys.path.insert(0, {str(module)!r}); import imported_late", file)
    if isinstance(outcome, Crashed):
        outcome = Crashed(outcome.why.replace("FILE", str(file)))
    assert start(source).call(None, [(0,), (1,)], PATIENT) == [Returned(0), outcome]
    assert file.read_text() == "ours"
    assert {path.name for path in file.parent.iterdir()} == {"file", "late"}


def test_what_an_imported_module_defines_is_the_deed_of_the_call(start, file):
    (file.parent / "imported_soon.py").write_text("import os\ndef act():\n    os.environ['A'] = 'b'\n")
    source = subject_with(f"sys.path.insert(0, {str(file.parent)!r}); __import__('imported_soon').act()", file)
    assert start(source).call(None, [(1,)], PATIENT) == [Crashed("refused: os.putenv b'A'")]


@pytest.mark.parametrize("statement", ALLOWED)
def test_a_call_that_changes_nothing_goes_through(start, file, statement):
    assert start(subject_with(statement, file)).call(None, [(1,)], PATIENT) == [Returned(1)]


@pytest.mark.parametrize(
    "statement",
    [
        "try: open('x', 'w')\n        except BaseException: pass",
        "Late()",
        "thread = threading.Thread(target=open, args=('x', 'w')); thread.start(); thread.join()",
        "try: open('x', 'w')\n        except BaseException: os.mkdir('y')",
        "signal.signal(signal.SIGURG, lambda *_: open('x', 'w')); signal.raise_signal(signal.SIGURG)",
    ],
    ids=["swallowed", "in a finaliser", "in a thread", "followed by another", "in a signal handler"],
)
def test_a_refusal_is_one_whatever_the_subject_makes_of_it(start, file, statement):
    late = "class Late:\n    def __del__(self): open('x', 'w')\n"
    workers = start(late + subject_with(statement, file))
    outcomes = workers.call(None, [(1,), (2,)], PATIENT)
    assert outcomes == [Crashed("refused: open 'x' for writing"), Returned(2)]


def test_a_value_whose_own_methods_change_something_is_refused(start):
    source = "class Sly:\n  def __index__(self): open('x', 'w')\ndef subject(x): return Sly()"
    assert start(source).call(None, [(1,)], PATIENT) == [Crashed("refused: open 'x' for writing")]


def test_a_refused_call_that_goes_on_for_ever_is_a_time_out(start):
    source = """
        def subject(x):
            while True:
                try: open('x', 'w')
                except BaseException: pass
    """
    (outcome,) = start(source).call(None, [(1,)], PATIENT)
    assert type(outcome).__name__ == "TimedOut"


def test_effects_can_be_allowed(start, file):
    workers = start(subject_with("os.remove(FILE)", file), allow_effects=True)
    assert workers.call(None, [(1,), (1,)], PATIENT) == [Returned(1), Raised("FileNotFoundError")]
    assert not file.exists()


def test_loading_is_free(start, tmp_path):
    path = tmp_path / "made"
    source = f"import subprocess\nsubprocess.run(['touch', {str(path)!r}])\ndef subject(x): return x"
    assert start(source).call(None, [(1,)], PATIENT) == [Returned(1)]
    assert path.exists()


def test_importing_writes_no_bytecode(start, package, tmp_path):
    chosen = package(
        {
            "shop/price.py": "def subject(x):\n    from shop import tax\n    return tax.RATE\n",
            "shop/tax.py": "RATE = 3\n",
        },
        "shop.price",
    )
    assert start(chosen).call(None, [(1,)], PATIENT) == [Returned(3)]
    assert not list(tmp_path.rglob("__pycache__"))


def test_a_refusal_shows_no_argument_that_shows_itself():
    class Text(str):
        __slots__ = ()

        def __repr__(self):
            raise AssertionError

    assert guard.refusal("os.mkdir", (Text("x"), 0o777, -1)) == "os.mkdir"
