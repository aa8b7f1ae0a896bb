"""The rules that the header of a log names."""

import re
from pathlib import Path

from senpu.logs.record import Record
from senpu.notation.faults import Fault
from senpu.replay.core.registry import UnknownDataError, open_rules, versions
from senpu.replay.core.rules import AnyRules
from senpu.spec.data import DataError
from senpu.spec.loader import UnknownGameError

DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
VERSION = re.compile(r"[1-9][0-9]{0,5}")


def rules_for(record: Record, named: Path | None = None) -> AnyRules | Fault:
    """Return the rules that the header of a log names, or the fault of the header. For a log of an
    older version of the rules these are the rules of that version if the program has them, else
    the newest."""
    headers = record.headers
    near = record.path.absolute().parent if record.path else None

    def fault(ident: str, key: str, message: str, hint: str = "") -> Fault:
        row = record.header_rows.get(key, 1)
        text = f"{key}: {headers[key]}" if key in headers else ""
        return Fault(ident, "rules", row, 0, message, hint, text)

    if "Game" not in headers:
        return fault(
            "gameMissing", "Game", "the header names no game", "such as Game: 800/bonsai-2021"
        )
    options = tuple(headers.get("Options", "").split())
    pinned = DIGEST.fullmatch(headers.get("Data", ""))
    if "Data" in headers and not pinned:
        return fault(
            "dataMalformed", "Data", "no digest of data", "sha256: and 64 hexadecimal digits"
        )
    digest = pinned[1] if pinned else ""
    try:
        rules = open_rules(headers["Game"], (), digest, near, named)
    except UnknownDataError as error:
        return fault(
            "dataUnknown", "Data", str(error), "senpu data check tells the digest of a file"
        )
    except UnknownGameError as error:
        return fault("gameUnknown", "Game", str(error))
    except DataError as error:
        return fault("dataMalformed", "Data", str(error))
    named_version, newest = headers.get("Rules", ""), rules.spec.edition.rules
    version = int(named_version) if VERSION.fullmatch(named_version) else 0
    if "Rules" in headers and not 0 < version <= newest:
        return fault(
            "rulesUnknown", "Rules",
            f"version {named_version or '(none)'} of these rules is not known",
            f"this program has version {newest}",
        )  # fmt: skip
    kept = version if version != newest and version in versions(headers["Game"]) else 0
    if not options and not kept:
        return rules
    try:
        return open_rules(headers["Game"], options, digest, near, named, kept)
    except UnknownGameError as error:
        return fault("optionUnknown", "Options", str(error))


def checked_rules(record: Record, named: Path | None = None) -> AnyRules | Fault:
    """Return the rules of a log with a valid header, or the first fault of the header."""
    return record.header_faults[0] if record.header_faults else rules_for(record, named)
