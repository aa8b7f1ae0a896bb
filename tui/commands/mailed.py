"""`senpu fmt --from-mail`: a log taken out of a mail."""

import sys
from argparse import Namespace

from logs.journal import create
from logs.mail import from_mail
from logs.restored import NotRestored, Restored
from tui.commands.arguments import BadLog, Refused


def run_from_mail(given: Namespace) -> int:
    """The log of a mail to standard output or to a new file; what was undone is told beside it."""
    if given.check or len(given.files) > 1:
        raise BadLog("--from-mail takes one mail: a file, or standard input")
    file = given.files[0] if given.files and str(given.files[0]) != "-" else None
    data = file.read_bytes() if file else sys.stdin.buffer.read()
    name = str(file or "mail")
    try:
        found = from_mail(data)
    except NotRestored as error:
        raise Refused(f"{error.fault.render(name)}\n{name}: nothing was written") from None
    if given.o:
        create(given.o, found.text)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(found.text)
    print("\n".join(told(name, found)), file=sys.stderr)
    return 0


def told(name: str, found: Restored) -> list[str]:
    """What was undone, and what proves that it is right."""
    undone = ", ".join(f"{what} ({count})" for what, count in found.undone.items() if count)
    count = found.text.count(b"\n")
    return [
        f"{name}: a log of {count} lines; undone: {undone or 'nothing'}",
        "each line is proven by its tag"
        if found.proven
        else "no tags prove the lines: senpu verify says whether they are a good game",
    ]
