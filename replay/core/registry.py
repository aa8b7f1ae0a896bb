"""The rule sets: one line a game, and the rule set that the header of a log names."""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from senpu.logs.record import Record
from senpu.notation.faults import Error, Fault, fault_text, located
from senpu.notation.messages import Message
from senpu.replay.core.rules import AnyRules
from senpu.spec.data import DataError, Values, candidates, own_values
from senpu.spec.loader import SPEC, Spec, UnknownGameError, folder, read_toml, spec_of


class RegisteredGame(msgspec.Struct, frozen=True):
    package: str
    folder: Path
    library: bool = True
    """Whether its games belong to the shipped library (test games do not)."""


GAMES: dict[str, RegisteredGame] = {
    "800": RegisteredGame("senpu.replay.games.eight_hundred", SPEC / "800"),
    "incident1932": RegisteredGame("senpu.replay.games.incident1932", SPEC / "incident1932"),
    "nanjing1937": RegisteredGame("senpu.replay.games.nanjing1937", SPEC / "nanjing1937"),
    "russojapanese": RegisteredGame("senpu.replay.games.russojapanese", SPEC / "russojapanese"),
}


class UnknownDataError(UnknownGameError):
    """A log pins a data set that is nowhere to be found."""


def list_rule_sets() -> list[str]:
    """The ids of all rule sets, in the registry's order."""
    return [
        f"{game}/{edition}"
        for game, registered in GAMES.items()
        for edition in folder(registered.folder).game.edition
    ]


def get_registration(ident: str) -> RegisteredGame:
    """The registry's line for a rule set or a game. Raises UnknownGameError."""
    found = GAMES.get(ident.partition("/")[0])
    if found is None:
        raise UnknownGameError("noRuleSet", name=ident, have=tuple(list_rule_sets()))
    return found


def find_rule_set(ident: str) -> str:
    """The full id for one given in full, or as a game with a single edition. Raises
    UnknownGameError.
    """
    if ident in list_rule_sets():
        return ident
    editions = [each for each in list_rule_sets() if each.partition("/")[0] == ident]
    if len(editions) == 1:
        return editions[0]
    if editions:
        raise UnknownGameError("whichEdition", game=ident, have=tuple(editions))
    raise UnknownGameError("noRuleSet", name=ident, have=tuple(list_rule_sets()))


_built: dict[tuple[str, tuple[str, ...], str, int], AnyRules] = {}
"""Rule sets made before, by id, options, the digest asked for (empty: the shipped data), and the
version of the rules."""


def find_newest_version(rules: AnyRules) -> int:
    """The newest version of a rule set, of which `rules` may be an older one."""
    name = rules.spec.id.partition("/")[2]
    return rules.spec.game.edition[name].rules


def load_rules_module(ident: str) -> Any:
    """The module with a game's rules. Raises UnknownGameError where it is missing, or has no
    `RULES`.
    """
    name = f"{get_registration(ident).package}.rules"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise  # a fault of that module's own
        raise UnknownGameError("noRulesModule", game=ident, module=name) from None
    if not hasattr(module, "RULES"):
        raise UnknownGameError("noRulesClass", game=ident, module=name)
    return module


def list_versions(ident: str) -> dict[int, Callable[[Spec], AnyRules]]:
    """The versions of a rule set that are here, the newest first. Raises UnknownGameError."""
    newest = spec_of(ident, get_registration(ident).folder).edition.rules
    module = load_rules_module(ident)
    older = getattr(module, "OLDER", {})
    return {newest: module.RULES} | {at: older[at] for at in sorted(older, reverse=True)}


def open_rules(
    ident: str,
    options: tuple[str, ...] = (),
    digest: str = "",
    near: Path | None = None,
    named: Path | None = None,
    version: int = 0,
) -> AnyRules:
    """A rule set ready to play, in a version that is here (0: the newest), on the data set that
    `digest` selects (the file `named`, the shipped set, those beside the log in `near`, the
    user's); without a digest on the file `named`, or on the shipped set.

    Raises UnknownGameError, UnknownDataError, DataError.
    """
    built = None if named else _built.get((ident, options, digest, version))
    if built is None:
        line = get_registration(ident)
        spec = spec_of(ident, line.folder, options)
        values = _select(spec, digest, near, named) if digest or named else None
        build, of = _version(ident, spec, version)
        if values is None:
            made = build(of(spec))
        else:
            try:
                made = build(of(spec_of(ident, line.folder, options, values)))
                if next(iter(made.legal(made.start())), None) is None:
                    raise DataError("noFirstEvent", game=ident)
            except (KeyError, IndexError, TypeError, ValueError) as error:
                if isinstance(error, Error):
                    raise
                why = f"{type(error).__name__}: {error}"
                raise DataError("unplayable", game=ident, why=why) from None
        if named:
            return made
        # Equal digests are equal values, wherever they were found.
        built = _built[ident, options, digest, version] = made
    return built


def _version(
    ident: str, spec: Spec, version: int
) -> tuple[Callable[[Spec], AnyRules], Callable[[Spec], Spec]]:
    """What makes the rules of that version, and what has a spec say so."""
    newest = spec.edition.rules
    if version in (0, newest):
        build = load_rules_module(ident).RULES
        return build, lambda spec: spec
    found = list_versions(ident)

    def of(spec: Spec) -> Spec:
        return replace(spec, edition=replace(spec.edition, rules=version))

    return found[version], of


def _select(spec: Spec, digest: str, near: Path | None, named: Path | None) -> Values | None:
    """The data set of that digest, or the file named; nothing for the shipped one."""
    own = _own(named, spec) if named else None
    if own is not None and digest in ("", own.digest()):
        return own
    if not digest:
        raise DataError("dataOfOtherGame", path=named or "", game=spec.id)
    shipped = spec.values.digest()
    if digest == shipped:
        return None
    for path in candidates(near):
        try:
            values = _own(path, spec)
        except DataError:
            continue
        if values is not None and values.digest() == digest:
            return values
    digests = {"digest": digest[:12], "shipped": shipped[:12]}
    if own is None:
        raise UnknownDataError("noData", **digests)
    raise UnknownDataError("noDataNorFile", path=named or "", own=own.digest()[:12], **digests)


def _own(path: Path, spec: Spec) -> Values | None:
    """A file of values over the shipped ones; nothing if it is of another game. Raises
    DataError.
    """
    raw = read_toml(path)
    if raw.get("senpu-data") != 1:
        raise DataError("noDataFile", path=path)
    if raw.get("game") not in (spec.game.game, spec.id):
        return None
    edition = spec.id.partition("/")[2]
    return own_values(raw, str(path), spec.values, edition, spec.game.edition)


DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
VERSION = re.compile(r"[1-9][0-9]{0,5}")


def rules_for(record: Record, named: Path | None = None) -> AnyRules | Fault:
    """Return the rules that the header of a log names, or the fault of the header. For a log of an
    older version of the rules these are the rules of that version if the program has them, else
    the newest.
    """
    headers = record.headers
    near = record.path.absolute().parent if record.path else None

    def fault(
        ident: str, field: str, key: str | Message = "message", /,
        hint: Message | str = "hint", **fields: Any,
    ) -> Fault:  # fmt: skip
        row = record.header_rows.get(field, 1)
        text = f"{field}: {headers[field]}" if field in headers else ""
        return located(ident, row, text, key, layer="rules", hint=hint, **fields)

    if "Game" not in headers:
        return fault("gameMissing", "Game")
    options = tuple(headers.get("Options", "").split())
    pinned = DIGEST.fullmatch(headers.get("Data", ""))
    if "Data" in headers and not pinned:
        return fault("dataMalformed", "Data", value=headers["Data"])
    digest = pinned[1] if pinned else ""
    try:
        rules = open_rules(headers["Game"], (), digest, near, named)
    except UnknownDataError as error:
        return fault("dataUnknown", "Data", error.message)
    except UnknownGameError as error:
        return fault("gameUnknown", "Game", error.message)
    except DataError as error:
        return fault("dataMalformed", "Data", error.message, hint="fileHint")
    named_version, newest = headers.get("Rules", ""), rules.spec.edition.rules
    version = int(named_version) if VERSION.fullmatch(named_version) else 0
    if "Rules" in headers and not 0 < version <= newest:
        hint = fault_text("rulesUnknown", "hint", newest=newest)
        if not named_version:
            return fault("rulesUnknown", "Rules", "empty", hint=hint)
        return fault("rulesUnknown", "Rules", hint=hint, version=named_version)
    kept = version if version != newest and version in list_versions(headers["Game"]) else 0
    if not options and not kept:
        return rules
    try:
        return open_rules(headers["Game"], options, digest, near, named, kept)
    except UnknownGameError as error:
        return fault("optionUnknown", "Options", error.message)


def check_rules(record: Record, named: Path | None = None) -> AnyRules | Fault:
    """Return the rules of a log with a valid header, or the first fault of the header."""
    return record.header_faults[0] if record.header_faults else rules_for(record, named)
