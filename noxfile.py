"""The checks for contributors, one word each: `nox -s lint`. `nox -l` lists them.

Each check has its own environment in `.nox/`, which the next run uses again.
"""

import nox

nox.needs_version = ">=2024.4.15"
nox.options.sessions = ["lint", "types", "tests"]
nox.options.reuse_existing_virtualenvs = True


def install(session: nox.Session, extras: str = "dev") -> None:
    """Install the package in editable mode, with some extras."""
    session.install("-q", "-e", f".[{extras}]")


def run_python(session: nox.Session, module: str) -> None:
    """Run a module with the arguments after `--`."""
    session.run("python", "-m", module, *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Lint, and check the format and the style of texts (quick)."""
    install(session)
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("pytest", "tests/style")


@nox.session
def types(session: nox.Session) -> None:
    """Check the types."""
    install(session, "dev,cluster,train,bench")
    session.run("mypy", *session.posargs)


@nox.session
def tests(session: nox.Session) -> None:
    """Run the quick tests, at most two minutes; `nox -s tests -- tests/notation -x` for a part."""
    install(session)
    session.run("pytest", *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """Run the slow tests, too; with `lint` and `types` everything that `.ci/run` checks."""
    install(session, "dev,cluster,train,bench")
    session.run("pytest", "-m", "slow or not slow", *session.posargs)


@nox.session
def links(session: nox.Session) -> None:
    """Check the links of all pages, and the commands that pages name (quick)."""
    install(session)
    session.run("pytest", "tests/test_links.py", "tests/test_pages.py", "tests/test_documents.py")


@nox.session
def tutorials(session: nox.Session) -> None:
    """Run the tutorials and guides as printed."""
    install(session)
    run_python(session, "tests.tutorials")


@nox.session
def site(session: nox.Session) -> None:
    """Build the documentation in `build/site/`, and check its links and searches."""
    install(session, "dev,docs")
    session.run("python", "-m", "tests.site", "--check", *session.posargs)


@nox.session
def package(session: nox.Session) -> None:
    """Build the package twice, and try the wheel and the sdist in new environments."""
    install(session, "dev,release")
    run_python(session, "tests.package")


@nox.session
def schemas(session: nox.Session) -> None:
    """Check the JSON Schemas; `-- --write` makes them from the tables of `json.md`."""
    install(session)
    run_python(session, "tests.schemas")


@nox.session
def bench(session: nox.Session) -> None:
    """Measure the speed."""
    install(session, "dev,bench")
    run_python(session, "tests.bench")
