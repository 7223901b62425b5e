"""The text of a test file, as a developer would have written it."""

from genmorph.export.layout import arguments, assemble, docstring, identifier, written_limit
from genmorph.fuzz.files import FuzzFile, FuzzTest


def render(file: FuzzFile) -> str:
    """The text of the file, formatted with black where it is installed."""
    title = f"Annotated functions of {file.module}, called with valid arguments: none may crash."
    imported = [_import_test(file.module)] if file.is_imported else []
    limit = [written_limit()] if any(test.seconds is not None for test in file.tests) else []
    return assemble(title, file.imports, [*limit, *imported, *map(_whole, file.tests)])


def render_bare(file: FuzzFile, test: FuzzTest) -> str:
    """The text of one test without settings and examples, for those who have their own."""
    return assemble("A test on its own.", file.imports, ["\n".join([*_given(test), *_definition(test)])])


def _whole(test: FuzzTest) -> str:
    settings = [f"@settings({_settings(test)})"] if test.body.strategies else []
    examples = [f"@example({arguments(one)})" for one in test.examples]
    limit = [] if test.seconds is None else [f"@limited({test.seconds:g})"]
    return "\n".join([*settings, *_given(test), *examples, *limit, *_definition(test)])


def _settings(test: FuzzTest) -> str:
    """No deadline, which ends no call, and no shrinking where each failing call may cost all the time of its limit."""
    phases = "" if test.seconds is None else "phases=set(Phase) - {Phase.shrink}, "
    checks = ", ".join(f"HealthCheck.{name}" for name in test.health_checks)
    return f"deadline=None, {phases}suppress_health_check=[{checks}]"


def _given(test: FuzzTest) -> list[str]:
    return [f"@given({arguments(test.body.strategies)})"] if test.body.strategies else []


def _definition(test: FuzzTest) -> list[str]:
    names = ", ".join(name for name, _ in test.body.strategies)
    remarks = [docstring(*test.remarks)] if test.remarks else []
    return [f"def {test.name}({names}):", *remarks, *(f"    {line}".rstrip() for line in test.body.statements)]


def _import_test(module: str) -> str:
    return "\n".join(
        [
            f"def test_{identifier(module.replace('.', ' ')).lower()}_can_be_imported():",
            f'    program = f"import sys; sys.path[:] = {{sys.path}}; import {module}"',
            '    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)',
        ]
    )
