"""`senpu fmt --from-mail`: a log taken out of a mail."""

import sys
from argparse import Namespace

from logs.journal import create
from logs.mail import from_mail
from logs.restored import NotRestored, Restored
from tui.commands.arguments import BadLog, Refused
from tui.plain import word


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
        raise Refused.of(error.fault, name, f"{name}: nothing was written") from None
    if given.o:
        create(given.o, found.text)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(found.text)
    print("\n".join(told(name, found, given.lang)), file=sys.stderr)
    return 0


def told(name: str, found: Restored, language: str) -> list[str]:
    """What was undone, and what proves that it is right."""
    undone = word(language, "and").join(
        f"{word(language, f'undone_{what}')} ({count})"
        for what, count in found.undone.items()
        if count
    )
    count = found.text.count(b"\n")
    nothing = word(language, "mail_nothing")
    return [
        word(language, "mail_log", name=name, n=count, undone=undone or nothing),
        word(language, "mail_proven" if found.proven else "mail_unproven"),
    ]
