"""`senpu keys`: the keys of players that this computer knows, by hand or from checked seals."""

import re
from argparse import Namespace
from pathlib import Path
from typing import Any

from senpu.logs.checkpoints import WITNESS_KEY, parse_witness_key
from senpu.logs.dates import current_time
from senpu.logs.inputs import STANDARD_INPUT
from senpu.logs.keys import format_public_key
from senpu.logs.memory import KnownKey, UserMemory
from senpu.logs.player_names import find_name_marks, make_skeleton
from senpu.notation.messages import topic_renderer
from senpu.replay.disputes.known_copies import format_fingerprint
from senpu.tui.commands.arguments import (
    UnusableLogError,
    encode_json,
    open_log,
    read_public_key,
)
from senpu.tui.printing import print_text

FINGERPRINT = re.compile(r"[bdfghjklmnprstvzaiou]{5}(-[bdfghjklmnprstvzaiou]{5}){4}")


def _open_memory() -> UserMemory:
    memory = UserMemory()
    if memory.folder is None:
        raise UnusableLogError("noKeyMemory")
    return memory


# ---- list and history -----------------------------------------------------------------------


def run_list(given: Namespace) -> int:
    """Print each key of each name."""
    known = _open_memory().list_all_keys()
    pairs = dict.fromkeys((one.name, one.key) for one in known)
    found = [
        [one for one in known if (one.name, one.key) == pair] for pair in pairs
    ]  # in the order of the names
    names = [*dict.fromkeys(one.name for one in known)]
    if given.json:
        print_text(encode_json([_make_object(keys, names) for keys in found]))
        return 0
    message = topic_renderer("sealing.keys", given.lang)
    if not found:
        print_text(message("none"))
    for keys in found:
        first = keys[0]
        by_hand = [one for one in keys if one.how == "hand"]
        how = _describe(by_hand[0] if by_hand else first, given.lang)
        key = format_fingerprint(first.key)
        print_text(message("row", name=first.name, key=key, how=how))
    for name in names:
        _print_warnings(name, names, given.lang)
    return 0


def _make_object(keys: list[KnownKey], names: list[str]) -> dict[str, Any]:
    """Return a key of a name for `--json`."""
    first = keys[0]
    return {
        "name": first.name,
        "key": format_fingerprint(first.key),
        "public": format_public_key(bytes.fromhex(first.key)),
        "trusted": any(one.how == "hand" for one in keys),
        "since": min(one.time for one in keys),
        "marks": find_name_marks(first.name),
        "similar": _find_similar(first.name, names),
    }


def run_history(given: Namespace) -> int:
    """Print how the keys of a name became known, in the order of time."""
    known = _find_known(_open_memory(), given.name)
    known.sort(key=lambda one: one.time)
    if given.json:
        print_text(encode_json([_make_entry(one) for one in known]))
        return 0
    message = topic_renderer("sealing.keys", given.lang)
    for one in known:
        how = _describe(one, given.lang)
        print_text(message("row", name=one.name, key=format_fingerprint(one.key), how=how))
        if one.follows:
            print_text(f"  {message('follows', key=format_fingerprint(one.follows))}")
    _print_warnings(given.name, [given.name], given.lang)
    return 0


def _make_entry(one: KnownKey) -> dict[str, Any]:
    """Return an entry of a history for `--json`."""
    return {
        "name": one.name, "key": format_fingerprint(one.key), "how": one.how, "time": one.time,
        "file": one.file, "line": one.line,
        "follows": format_fingerprint(one.follows) if one.follows else "",
    }  # fmt: skip


def _find_known(memory: UserMemory, name: str) -> list[KnownKey]:
    """Return the keys of a name. Raises UnusableLogError if there is none."""
    known = memory.list_keys(name)
    found = [one for one in known if one.name == name]
    if not found:
        similar = tuple(dict.fromkeys(one.name for one in known))
        ident = "nameSimilarOnly" if similar else "nameNotKnown"
        raise UnusableLogError(ident, name=name, **({"names": similar} if similar else {}))
    return found


def _describe(one: KnownKey, language: str) -> str:
    """Return how a key became known."""
    message = topic_renderer("sealing.keys", language)
    if one.how == "hand":
        return message("by_hand", date=one.time[:10])
    return message("by_seal", date=one.time[:10], file=one.file, line=one.line)


def _find_similar(name: str, names: list[str]) -> list[str]:
    """Return the other names that look like a name."""
    skeleton = make_skeleton(name)
    return [other for other in names if other != name and make_skeleton(other) == skeleton]


def _print_warnings(name: str, names: list[str], language: str) -> None:
    """Print what makes a name deceptive."""
    message = topic_renderer("sealing.keys", language)
    for mark in find_name_marks(name):
        print_text(message(mark, name=name))
    for other in _find_similar(name, names):
        print_text(message("similar", name=name, like=other))


# ---- trust and forget -----------------------------------------------------------------------


def run_trust(given: Namespace) -> int:
    """Trust a key of a player."""
    memory, name = _open_memory(), str(given.name)
    if "empty" in find_name_marks(name):
        raise UnusableLogError("nameEmpty")
    key = _find_key(given, memory)
    memory.add_key(KnownKey(name, key, "hand", current_time()))
    message = topic_renderer("sealing.keys", given.lang)
    print_text(message("trusted", name=name, key=format_fingerprint(key)))
    known = memory.list_keys(name)
    others = {one.key for one in known if one.how == "hand" and one.name == name} - {key}
    for other in sorted(others):
        print_text(message("also_trusted", name=name, key=format_fingerprint(other)))
    _print_warnings(name, [one.name for one in known], given.lang)
    return 0


def _find_key(given: Namespace, memory: UserMemory) -> str:
    """Return the key that is named by its file, its line, its fingerprint, or as a witness's key.

    Raises:
        UnusableLogError: No key has that fingerprint, or the key of a witness has another name.
        CheckpointError: The text is not the key of a witness.
        SigningKeyError: The file or the line is not a public key.
    """
    text = str(given.key)
    if WITNESS_KEY.fullmatch(text) or ("+" in text and not (" " in text or Path(text).exists())):
        witness = parse_witness_key(text)
        if witness.name != given.name:
            raise UnusableLogError("keyOfOtherName", name=given.name, named=witness.name)
        return witness.raw.hex()
    if not FINGERPRINT.fullmatch(text):
        is_file = text == STANDARD_INPUT or Path(text).exists()
        if not text.startswith("ed25519 ") and not is_file:
            raise UnusableLogError("playerKeyUnknown", text=text)
        return read_public_key(text).hex()
    known = {one.key for one in memory.list_all_keys()}
    if given.log is not None:
        record, _ = open_log(given.log)
        known |= {key.raw.hex() for key in record.seals.keys.values()}
        for _ in record:
            pass
        known |= {key.raw.hex() for key in record.seals.keys.values()}
    found = [key for key in known if format_fingerprint(key) == text]
    if not found:
        raise UnusableLogError("fingerprintUnknown", key=text)
    return found[0]


def run_forget(given: Namespace) -> int:
    """Forget the keys of a name, or one of them."""
    memory = _open_memory()
    known = _find_known(memory, given.name)
    keys = {one.key for one in known if given.key in ("", format_fingerprint(one.key))}
    if not keys:
        raise UnusableLogError("fingerprintUnknown", key=given.key)
    message = topic_renderer("sealing.keys", given.lang)
    for key in sorted(keys):
        memory.forget_keys(given.name, key)
        print_text(message("forgotten", name=given.name, key=format_fingerprint(key)))
    return 0
