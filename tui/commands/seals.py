"""`senpu keygen`, `senpu seal`: signing keys, and signatures over the content of a log."""

import getpass
import os
import sys
from argparse import Namespace

from senpu.logs.inputs import Input
from senpu.logs.keys import (
    Signer,
    SigningKeyError,
    compute_fingerprint,
    default_key_file,
    generate_key,
    load_key,
    public_key_file,
)
from senpu.logs.machine_lines import DEALER
from senpu.logs.memory import UserMemory
from senpu.logs.record import open_record
from senpu.notation.messages import Message, topic_renderer
from senpu.replay.recording.log_writing import InvalidLogError
from senpu.replay.recording.sealing import add_chain, sign
from senpu.tui.commands.arguments import (
    RejectedLogError,
    UnusableLogError,
    find_acting_side,
    open_log,
    read_public_key,
    read_public_keys,
)
from senpu.tui.printing import print_notice, print_text
from senpu.tui.render.verdict_report import SideNames


def keygen(given: Namespace) -> int:
    """Create a signing key: the private key in a file that only its owner can read."""
    path = given.file or default_key_file()
    if path.suffix == ".pub":
        raise UnusableLogError("privateKeyName", path=path)
    if path.exists():
        raise SigningKeyError("keyExists", path=path)
    signer = generate_key(path, _read_new_passphrase(given))
    message = topic_renderer("sealing", given.lang)
    print_text(message("private", file=path))
    print_text(message("public", file=public_key_file(path)))
    print_text(message("fingerprint", key=compute_fingerprint(signer.raw)))
    return 0


def _read_new_passphrase(given: Namespace) -> str:
    if given.passphrase_file is not None:
        return _read_first_line(given.passphrase_file)
    if given.no_passphrase:
        return ""
    if not _is_interactive():
        raise UnusableLogError("noKeyboard")
    message = topic_renderer("sealing", given.lang)
    first = getpass.getpass(message("ask_new"))
    if first and getpass.getpass(message("ask_again")) != first:
        raise SigningKeyError("passphrasesDiffer")
    return first


def _is_interactive() -> bool:
    return sys.stdin.isatty()


def _read_first_line(path: Input) -> str:
    try:
        line = path.data.decode("utf-8").split("\n")[0].rstrip("\r")
    except OSError as error:
        raise SigningKeyError("fileSystem", path=path, why=error) from None
    except UnicodeDecodeError:
        why = Message("errors.notUtf8")
        raise SigningKeyError("inFile", path=path, why=why) from None
    if not line:
        raise SigningKeyError("passphraseEmpty", path=path)
    return line


def load_signer(given: Namespace) -> Signer:
    """Return the private key to sign with. Raises SigningKeyError."""
    source = given.key or Input(default_key_file())
    path, message = source.path, topic_renderer("sealing", given.lang)
    passphrase = _read_first_line(given.passphrase_file) if given.passphrase_file else None
    signer = load_key(source, passphrase)
    if signer is None and _is_interactive():
        signer = load_key(source, getpass.getpass(message("ask", file=path)))
    if signer is None:
        raise SigningKeyError("passphraseNeeded", path=path)
    if os.name == "posix" and path.is_file() and path.stat().st_mode & 0o077:
        print_notice(f"senpu: {message('readable', file=path)}")
    return signer


def load_signer_of(given: Namespace, side: str) -> Signer:
    """Return the private key to sign a log with; see :func:`load_signer`.

    Args:
        given: The arguments.
        side: The side that signs; empty for any side.

    Raises:
        SigningKeyError: There is no such key.
    """
    try:
        return load_signer(given)
    except SigningKeyError as error:
        record = open_record(given.file)
        for _ in record:  # a line of the log may name a key
            pass
        own = {name: key for name, key in record.seals.keys.items() if side in ("", name)}
        if error.message.id != "errors.noKey" or not own:
            raise
        keys = tuple(key.fingerprint for key in own.values())
        raise SigningKeyError("noOwnKey", keys=keys, **error.message.fields) from None


def seal(given: Namespace) -> int:
    """Sign a log that has a hash chain, add the chain, or cosign the log as a witness."""
    if given.witness or given.name:
        return run_witness(given)
    if given.request is not None:
        return run_request(given)
    if given.chain:
        return run_chain(given)
    if given.output is not None or given.public:
        raise UnusableLogError("optionNeeds", option="-o, --public", other="--chain")
    if given.undo and given.new_key:
        raise UnusableLogError("optionsExclude", one="--undo", other="--new-key")
    record, rules = open_log(given.file, given.data, given.side)
    by_dealer = record.hands_nonce and given.side == DEALER
    side = DEALER if by_dealer else find_acting_side(given, rules)
    new_key = read_public_key(given.new_key) if given.new_key else None
    try:
        signed = sign(
            given.file, load_signer_of(given, side), side, given.undo, new_key, given.data,
            UserMemory(), given.foreign_secrets, given.accept,
        )  # fmt: skip
    except InvalidLogError as error:
        raise RejectedLogError.from_error(error) from None
    sides = SideNames(given.lang, rules)
    names = {"file": given.file, "side": sides.name(signed.side)}
    if signed.memory_error:
        print_notice(f"senpu: {signed.memory_error.text(given.lang)}")
    message = topic_renderer("sealing", given.lang)
    if signed.is_key_added:
        print_text(message("names_key", key=signed.key.fingerprint, **names))
    if new_key:
        print_text(message("names_key", key=compute_fingerprint(new_key), **names))
    elif given.undo:
        undo = given.undo
        print_text(message("signed_undo", line=signed.line, event=signed.event, undo=undo, **names))
    else:
        print_text(message("signed", line=signed.line, event=signed.event, **names))
    if signed.events:
        print_text(message("covers", events=signed.events, **names))
    if signed.in_force is not None:
        offer = signed.in_force
        if offer.ending:
            print_text(message("in_force", ending=sides.ending(offer.ending), **names))
        else:
            print_text(message("in_force_position", number=offer.number, **names))
    return 0


def run_witness(given: Namespace) -> int:
    """Cosign a log, or the checkpoint of a request, as a third party."""
    from time import time  # few users are witnesses

    from senpu.logs.checkpoint_files import load_request
    from senpu.logs.checkpoints import format_time
    from senpu.replay.recording.witnessing import cosign_log, cosign_request

    others = (
        given.side, given.undo, given.new_key, given.chain, given.output, given.public,
        given.request, given.foreign_secrets, given.accept,
    )  # fmt: skip
    if not (given.witness and given.name) or any(others):
        raise UnusableLogError("witnessAlone")
    now = int(time())
    try:
        if request := load_request(Input(given.file)):
            made = cosign_request(given.file, request, load_signer(given), given.name, now)
        else:
            open_log(given.file, given.data)
            made = cosign_log(given.file, load_signer(given), given.name, now, given.data)
    except InvalidLogError as error:
        raise RejectedLogError.from_error(error) from None
    message = topic_renderer("sealing", given.lang)
    facts = {"log": given.file, "name": given.name, "line": made.line}
    print_text(message("cosigned", file=made.file, time=format_time(made.time), **facts))
    print_text(message("witness_key", key=made.key.text))
    return 0


def run_request(given: Namespace) -> int:
    """Write a request for a witness that does not read the log."""
    from senpu.replay.recording.witnessing import make_request  # few users need it
    from senpu.tui.output_files import OutputFile

    others = (given.side, given.undo, given.new_key, given.chain, given.public)
    if any(others) or given.foreign_secrets or given.accept:
        raise UnusableLogError("requestAlone")
    open_log(given.file, given.data)
    old = None if given.request < 0 else given.request
    try:
        request = make_request(given.file, load_signer(given), old)
    except InvalidLogError as error:
        raise RejectedLogError.from_error(error) from None
    out = given.output or given.file.with_suffix(".request")
    OutputFile(out, "request", (given.file,), given.force).write(request.text.splitlines())
    size = request.signed.checkpoint.size
    message = topic_renderer("sealing", given.lang)
    print_text(message("requested", file=out, log=given.file, line=size, old=request.old))
    return 0


def run_chain(given: Namespace) -> int:
    """Add the hash chain to a log."""
    if given.key or given.side or given.undo or given.new_key or given.accept:
        raise UnusableLogError("chainSignsNothing")
    _, rules = open_log(given.file, given.data)
    try:
        add_chain(given.file, read_public_keys(given, rules), given.output, given.data)
    except InvalidLogError as error:
        raise RejectedLogError.from_error(error) from None
    print_text(topic_renderer("sealing", given.lang)("chained", file=given.output or given.file))
    return 0
