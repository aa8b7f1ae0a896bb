"""`senpu keygen`, `senpu seal`: signing keys, and signatures over the content of a log."""

import getpass
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from senpu.logs.hands import DEALER
from senpu.logs.keys import (
    Signer,
    SigningKeyError,
    beside,
    default_file,
    fingerprint,
    generate,
    load,
)
from senpu.logs.witness import Seen
from senpu.notation.messages import texts
from senpu.replay.recording.log_writing import InvalidLogError
from senpu.replay.recording.sealing import give_chain, sign
from senpu.tui.commands.arguments import (
    RejectedLogError,
    UnusableLogError,
    add_data,
    add_language,
    add_public,
    opened,
    public_key,
    public_keys,
    side_of,
)
from senpu.tui.render.fault_report import sentence
from senpu.tui.render.verdict_report import SideNames


def prepare_keygen(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument(
        "file", type=Path, nargs="?", metavar="FILE",
        help="where the private key goes (default: the user's own, which seal takes)",
    )  # fmt: skip
    _add_passphrase(parser)
    parser.add_argument(
        "--no-passphrase", action="store_true", help="ask for none: who reads the file can sign"
    )
    add_language(parser)
    parser.epilog = (
        "FILE is yours alone; FILE.pub, beside it, is what you give to others. Without "
        "--passphrase-file one is asked for at the keyboard."
    )
    return keygen


def _add_passphrase(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--passphrase-file", type=Path, metavar="FILE", help="its first line is the passphrase"
    )


def keygen(given: Namespace) -> int:
    """Create a signing key: the private key in a file that only its owner can read."""
    path = given.file or default_file()
    if path.suffix == ".pub":
        raise UnusableLogError(
            f"{path}: .pub is for the public key, which goes beside the private one"
        )
    if path.exists():
        raise SigningKeyError(f"{path}: there is a key already; it is left alone")
    signer = generate(path, _new_passphrase(given))
    say = texts("sealing", given.lang)
    print(say("private", file=path))
    print(say("public", file=beside(path)))
    print(say("fingerprint", key=fingerprint(signer.raw)))
    return 0


def _new_passphrase(given: Namespace) -> str:
    if given.passphrase_file is not None:
        return _first_line(given.passphrase_file)
    if given.no_passphrase:
        return ""
    if not _at_keyboard():
        raise UnusableLogError(
            "no keyboard to ask for a passphrase at: --passphrase-file FILE, or --no-passphrase "
            "for a key with which whoever reads the file can sign; no key was made"
        )
    say = texts("sealing", given.lang)
    first = getpass.getpass(say("ask_new"))
    if first and getpass.getpass(say("ask_again")) != first:
        raise SigningKeyError("the two are not the same; no key was made")
    return first


def _at_keyboard() -> bool:
    return sys.stdin.isatty()


def _first_line(path: Path) -> str:
    try:
        line = path.read_text("utf-8").split("\n")[0].rstrip("\r")
    except (OSError, UnicodeDecodeError) as error:
        raise SigningKeyError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    if not line:
        raise SigningKeyError(f"{path}: its first line is empty, and no passphrase")
    return line


def signer_of(given: Namespace) -> Signer:
    """The private key that is meant. Raises SigningKeyError."""
    path, say = given.key or default_file(), texts("sealing", given.lang)
    if os.name == "posix" and path.exists() and path.stat().st_mode & 0o077:
        print(f"senpu: {say('readable', file=path)}", file=sys.stderr)
    passphrase = _first_line(given.passphrase_file) if given.passphrase_file else None
    signer = load(path, passphrase)
    if signer is None and _at_keyboard():
        signer = load(path, getpass.getpass(say("ask", file=path)))
    if signer is None:
        raise SigningKeyError(f"{path}: the key needs its passphrase: --passphrase-file FILE")
    return signer


def prepare_seal(parser: ArgumentParser) -> Callable[[Namespace], int]:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--key", type=Path, metavar="KEY", help="a private key (default: your own)")
    _add_passphrase(parser)
    parser.add_argument(
        "--as", dest="seen_by", metavar="SIDE", help="whose seal it is, where the key does not say"
    )
    parser.add_argument(
        "--undo", type=int, default=0, metavar="N", help="and agree that N events be taken back"
    )
    parser.add_argument(
        "--new-key", metavar="KEY.pub", help="sign that your side goes on with another key"
    )
    parser.add_argument("--chain", action="store_true", help="give a log its chain; sign nothing")
    parser.add_argument("-o", dest="out", type=Path, metavar="OUT", help="chain: into a new file")
    add_public(parser, "chain: the public key of a side")
    add_data(parser)
    add_language(parser)
    parser.epilog = "What is signed is every line above, the seals of others among them."
    return seal


def seal(given: Namespace) -> int:
    """Sign a log that has a hash chain, or add the chain."""
    if given.chain:
        return chain(given)
    if given.out is not None or given.public:
        raise UnusableLogError("-o and --public go with --chain")
    if not 0 <= given.undo < 10_000 or (given.undo and given.new_key):
        raise UnusableLogError("--undo takes the number of events, and goes without --new-key")
    record, rules = opened(given.file, given.data)
    by_dealer = record.sealed and given.seen_by == DEALER
    side = DEALER if by_dealer else side_of(given, rules)
    new_key = public_key(given.new_key) if given.new_key else None
    try:
        signed = sign(
            given.file, signer_of(given), side, given.undo, new_key, given.data,
            Seen(),
        )  # fmt: skip
    except InvalidLogError as error:
        raise RejectedLogError(error) from None
    names = {"file": given.file, "side": SideNames(given.lang, rules).name(signed.side)}
    if signed.forgotten:
        print(f"senpu: {sentence(signed.forgotten, given.lang)}", file=sys.stderr)
    say = texts("sealing", given.lang)
    if signed.added:
        print(say("names_key", key=signed.key.fingerprint, **names))
    if new_key:
        print(say("names_key", key=fingerprint(new_key), **names))
    elif given.undo:
        undo = given.undo
        print(say("signed_undo", line=signed.line, event=signed.event, undo=undo, **names))
    else:
        print(say("signed", line=signed.line, event=signed.event, **names))
    return 0


def chain(given: Namespace) -> int:
    """Add the hash chain to a log."""
    if given.key or given.seen_by or given.undo or given.new_key:
        raise UnusableLogError("--chain signs nothing; afterwards: senpu seal FILE")
    _, rules = opened(given.file, given.data)
    try:
        give_chain(given.file, public_keys(given, rules), given.out, given.data)
    except InvalidLogError as error:
        raise RejectedLogError(error) from None
    print(texts("sealing", given.lang)("chained", file=given.out or given.file))
    return 0


PREPARE = {"keygen": prepare_keygen, "seal": prepare_seal}
