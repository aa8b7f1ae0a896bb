"""The installation of the optional packages of the program."""

INSTALL = "pip install '.[{extra}]'"
"""The command, in a copy of the repository. No package index has the program."""


def format_install(extra: str) -> str:
    """Return the command that installs an extra.

    >>> format_install("drill")
    "pip install '.[drill]'"
    """
    return INSTALL.format(extra=extra)
