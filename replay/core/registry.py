"""The registry of rule sets: one line per game, and the rule set that a log's header names."""

import os
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from senpu.logs.chain import CHAIN, HANDS, KEY_OF
from senpu.logs.inputs import Input, Source, read_source
from senpu.logs.machine_lines import DEALER
from senpu.logs.position_logs import POSITION
from senpu.logs.record import Record
from senpu.notation.faults import Error, Fault, fault_message, make_fault
from senpu.notation.messages import Message
from senpu.notation.position_text import PositionError, parse_position_text
from senpu.replay.core.rejections import Rejection
from senpu.replay.core.rules import AnyRules, IllegalEventError
from senpu.spec.data import DataError, Values, find_data_files, has_data_head
from senpu.spec.loader import (
    SETS,
    SPEC,
    Spec,
    UnknownGameError,
    list_set_files,
    load_spec,
    parse_toml,
    read_folder,
)
from senpu.spec.names import Translations, translate_name


class RegisteredGame(msgspec.Struct, frozen=True):
    """A game's line in the registry: the package of its rules and the folder of its data."""

    package: str
    folder: Path
    library: bool = True
    """True if its games belong to the shipped library (test games do not)."""


GAMES: dict[str, RegisteredGame] = {
    "800": RegisteredGame("senpu.replay.games.eight_hundred", SPEC / "800"),
    "incident1932": RegisteredGame("senpu.replay.games.incident1932", SPEC / "incident1932"),
    "nanjing1937": RegisteredGame("senpu.replay.games.nanjing1937", SPEC / "nanjing1937"),
    "russojapanese": RegisteredGame("senpu.replay.games.russojapanese", SPEC / "russojapanese"),
}


class UnknownDataError(UnknownGameError):
    """A log pins a data set that was not found."""


class DataSet(msgspec.Struct, frozen=True):
    """A data set that is shipped with the program, or a user's file."""

    name: str
    """The name of a shipped file in `sets` without `.toml`; empty for the default and for a user's
    file."""
    values: Values
    title: Translations = {}
    """The title of a shipped set by language; empty for the default and for a user's file."""
    file: Path | None = None
    """Its file; None for the default."""
    error: DataError | None = None
    """The reason if the user's file cannot be used; the values are then the default ones."""

    @property
    def label(self) -> str:
        """Return its name for `--data`, or the name of its file; "" for the default."""
        if self.file is None:
            return ""
        if self.name:
            return f"{self.file.parent.parent.name}/{self.name}"
        return self.file.name if self.file.suffix else str(self.file)  # a pipe has no name


def list_rule_sets() -> list[str]:
    """Return the ids of all rule sets, in the registry's order."""
    return [
        f"{game}/{edition}"
        for game, get_registration in GAMES.items()
        for edition in read_folder(get_registration.folder).game.edition
    ]


def get_registration(ident: str) -> RegisteredGame:
    """Return the registry's line for a rule set or a game. Raises UnknownGameError."""
    found = GAMES.get(ident.partition("/")[0])
    if found is None:
        raise UnknownGameError("noRuleSet", name=ident, have=tuple(list_rule_sets()))
    return found


def find_rule_set(ident: str) -> str:
    """Return the full id of a rule set, or of a game with one edition. Raises UnknownGameError."""
    editions = list_editions(ident)
    if len(editions) > 1:
        raise UnknownGameError("whichEdition", game=ident, have=tuple(editions))
    return editions[0]


def list_editions(ident: str) -> list[str]:
    """Return the rule sets that the id of a game or a rule set names. Raises UnknownGameError."""
    get_registration(ident)
    game = ident.partition("/")[0]
    editions = [each for each in list_rule_sets() if each.partition("/")[0] == game]
    found = [each for each in editions if ident in (game, each)]
    if not found:
        raise UnknownGameError("noRuleSet", name=ident, have=tuple(editions))
    return found


def complete_id(text: str) -> str:
    """Return the id of a game or rule set that a text begins, if it is the only one.

    Args:
        text: An id, or its start: `nanj` or `nanj/b`.

    Returns:
        The id; the text if no game, or more than one, begins with it.
    """
    start, slash, edition = text.partition("/")
    found = [each for each in GAMES if start and each.startswith(start)]
    games = [start] if start in GAMES else found
    if len(games) != 1:
        return text
    if not slash:
        return games[0]
    start = f"{games[0]}/{edition}"
    found = [each for each in list_editions(games[0]) if each.startswith(start)]
    return found[0] if len(found) == 1 else start


def list_shipped_sets(ident: str) -> tuple[DataSet, ...]:
    """Return the shipped data sets of a rule set, the default first.

    Raises:
        UnknownGameError: There is no such rule set.
        DataError: The file of a set is invalid.
    """
    return tuple(_read_shipped_sets(ident))


def _read_shipped_sets(ident: str) -> Iterator[DataSet]:
    """Yield the shipped data sets of a rule set, the default first; each is read when needed."""
    folder = get_registration(ident).folder
    yield DataSet("", load_spec(ident, folder).values)
    for name, file in list_set_files(folder).items():
        from senpu.spec.corrections import read_shipped_set  # the default needs none

        values = read_shipped_set(folder, name, ident.partition("/")[2])
        if values is not None:
            yield DataSet(name, values, translate_name(folder, "set", name), file)


def find_data_input(name: str | os.PathLike[str]) -> Input:
    """Return a data file to read by its path, or by the name of a shipped data set.

    Args:
        name: The path; or, if no file has it, such as `russojapanese/port-arthur-1201`.
    """
    game, _, own = os.fspath(name).partition("/")
    found = list_set_files(GAMES[game].folder).get(own) if game in GAMES else None
    return Input(name if found is None or Path(name).exists() else found)


_built: dict[tuple[str, tuple[str, ...], str, int, Path | None], AnyRules] = {}
"""The rule sets made so far, by id, options, requested digest (empty: the default), version of
the rules, and the folder in which a data set that is not shipped was found."""


def find_newest_version(rules: AnyRules) -> int:
    """Return the newest version of a rule set, of which `rules` may be an older one."""
    name = rules.spec.id.partition("/")[2]
    return rules.spec.game.edition[name].rules


def load_rules_module(ident: str) -> Any:
    """Return the module with a game's rules. Raises UnknownGameError if it has none."""
    name = f"{get_registration(ident).package}.rules"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise  # the module itself lacks an import
        raise UnknownGameError("noRulesModule", game=ident, module=name) from None
    if not hasattr(module, "RULES"):
        raise UnknownGameError("noRulesClass", game=ident, module=name)
    return module


def list_versions(ident: str) -> dict[int, Callable[[Spec], AnyRules]]:
    """Return the installed versions of a rule set, the newest first. Raises UnknownGameError."""
    newest = load_spec(ident, get_registration(ident).folder).edition.rules
    module = load_rules_module(ident)
    older = getattr(module, "OLDER", {})
    return {newest: module.RULES} | {at: older[at] for at in sorted(older, reverse=True)}


def open_rules(
    ident: str,
    options: tuple[str, ...] = (),
    digest: str = "",
    log_folder: Path | None = None,
    data_file: Source | None = None,
    version: int = 0,
) -> AnyRules:
    """Return a rule set ready to play.

    Args:
        ident: The full id.
        options: The selected options.
        digest: The digest of the data set, or its first digits: `data_file`, a file in
            `log_folder` or in the user's folder, or a shipped set. If empty, `data_file` or the
            default is used.
        log_folder: The folder of the log.
        data_file: A file of data.
        version: The version of the rules; 0 for the newest.

    Returns:
        The rules.

    Raises:
        UnknownGameError: The registry has no such rule set, option or version.
        UnknownDataError: No data set has that digest.
        DataError: The data are malformed, of another game, or not playable.
    """
    # Data sets with equal digests have equal values, but files may differ in names and provenance.
    key = (ident, options, digest, version, log_folder if digest else None)
    built = None if data_file else _built.get(key)
    if built is None:
        line = get_registration(ident)
        spec = load_spec(ident, line.folder, options)
        found = _select_data(spec, digest, log_folder, data_file) if digest or data_file else None
        build, of = _version(ident, spec, version)
        is_shipped = found is None or bool(found.name)
        shared = (ident, options, digest, version, None)
        if is_shipped and not data_file and shared in _built:
            made = _built[shared]
        elif found is None:
            made = build(of(spec))
        else:
            own = load_spec(ident, line.folder, options, found.values)
            if is_shipped:  # tests play it
                made = build(of(own))
            else:
                made = _make_playable(build, of(replace(own, data_file=str(found.file))))
        if data_file:
            return made
        if is_shipped:
            _built[shared] = made
        built = _built[key] = made
    return built


def open_values(
    ident: str, values: Values, options: tuple[str, ...] = (), version: int = 0
) -> AnyRules:
    """Return a rule set on values that are in no file, in its usual first position.

    Args:
        ident: The full id.
        values: The values.
        options: The selected options.
        version: The version of the rules; 0 for the newest.

    Returns:
        The rules.

    Raises:
        DataError: No game can begin on the values.
    """
    folder = get_registration(ident).folder
    build, of = _version(ident, load_spec(ident, folder, options), version)
    return _make_playable(build, of(load_spec(ident, folder, options, values)))


def replace_values(rules: AnyRules, values: Values) -> AnyRules:
    """Return a rule set with its options and version on other values. Raises DataError."""
    spec = rules.spec
    return open_values(spec.id, values, spec.options, spec.edition.rules)


def _make_playable(build: Callable[[Spec], AnyRules], spec: Spec) -> AnyRules:
    """Return the rules on a data set of the user.

    Raises:
        DataError: No game can begin; the error begins with the name of the file, if there is one.
    """
    try:
        return _build_playable(build, spec)
    except DataError as error:
        if not spec.data_file:
            raise
        raise DataError("badFile", file=spec.data_file, why=error.message) from None


def _build_playable(build: Callable[[Spec], AnyRules], spec: Spec) -> AnyRules:
    try:
        made = build(spec)
        start = made.start()
        if next(iter(made.legal(start)), None) is None:
            raise DataError("noFirstEvent", game=spec.id)
        made.check_position(start, "")
    except IllegalEventError as error:
        rejection = Rejection.make(spec, "", error, "positionIllegal")
        raise DataError("illegalStart", game=spec.id, why=rejection) from None
    except (KeyError, IndexError, TypeError, ValueError) as error:
        if isinstance(error, Error):
            raise
        why = f"{type(error).__name__}: {error}"
        raise DataError("unplayable", game=spec.id, why=why) from None
    return made


def _version(
    ident: str, spec: Spec, version: int
) -> tuple[Callable[[Spec], AnyRules], Callable[[Spec], Spec]]:
    """Return the function that makes the rules of a version, and one that marks a spec with it."""
    newest = spec.edition.rules
    if version in (0, newest):
        build = load_rules_module(ident).RULES
        return build, lambda spec: spec
    found = list_versions(ident)
    if version not in found:
        raise UnknownGameError(
            "noVersion", name=ident, version=version, have=tuple(map(str, found))
        )

    def set_version(spec: Spec) -> Spec:
        return replace(spec, edition=replace(spec.edition, rules=version))

    return found[version], set_version


def _select_data(
    spec: Spec, digest: str, log_folder: Path | None, data_file: Source | None
) -> DataSet | None:
    """Return the data set with that digest, or the data of the file; None for the default."""
    own = _read_data_file(data_file, spec) if data_file else None
    if data_file and own is not None and own.digest().startswith(digest):
        path = Path(data_file)
        sets = list_shipped_sets(spec.id) if path.parent.name == SETS else ()
        return next((each for each in sets if each.file == path), DataSet("", own, {}, path))
    if not digest:
        raise DataError("dataOfOtherGame", path=data_file or "", game=spec.id)
    for found in find_own_sets(spec, log_folder):
        if found.error is None and found.values.digest().startswith(digest):
            return found
    if shipped := _find_shipped_set(spec.id, digest):
        return shipped if shipped.name else None
    digests = {"digest": digest[:12], "shipped": spec.values.digest()[:12]}
    if own is None:
        raise UnknownDataError("noData", **digests)
    raise UnknownDataError("noDataNorFile", path=data_file or "", own=own.digest()[:12], **digests)


def find_own_sets(spec: Spec, folder: Path | None) -> Iterator[DataSet]:
    """Yield the user's data files for a game, those in a folder first.

    A file that cannot be used has its error. Other files and files of other games are left out.

    Args:
        spec: The rule set with its default values.
        folder: The folder.
    """
    for path in find_data_files(folder):
        if path.name.endswith(OTHER_FILES):
            continue
        try:
            values = _read_found(path, spec)
        except DataError as error:
            yield DataSet("", spec.values, {}, path, error)
            continue
        except (KeyError, IndexError, TypeError, ValueError) as error:
            why = f"{type(error).__name__}: {error}"
            yield DataSet("", spec.values, {}, path, DataError("badFile", file=path, why=why))
            continue
        if values is not None:
            yield DataSet("", values, {}, path)


BEGINNING = 4096
"""The first bytes of a file, which have the key `senpu-data` of a data file."""
OTHER_FILES = (".notes.toml", ".study.toml")
"""The suffixes of notes and studies, which lie next to logs."""


def _read_found(path: Path, spec: Spec) -> Values | None:
    """Return the values of a file that may be another file. Raises DataError."""
    try:
        data = read_source(path)
    except OSError as error:
        raise DataError("unreadableFile", path=path, why=error) from None
    if b"senpu-data" not in data[:BEGINNING]:
        return None
    return _read_values(parse_toml(data, path), path, spec)


def name_data_set(spec: Spec) -> DataSet:
    """Return the data set of a rule set, with its name or file."""
    if spec.data_file:
        return DataSet("", spec.values, {}, Path(spec.data_file))
    return _find_shipped_set(spec.id, spec.values.digest()) or DataSet("", spec.values)


def is_data_found(spec: Spec, folder: Path) -> bool:
    """Return whether a log in a folder finds the data set of its rules by the digest alone."""
    digest, default = spec.values.digest(), load_spec(spec.id, Path(spec.folder))
    return _find_shipped_set(spec.id, digest) is not None or any(
        each.error is None and each.values.digest() == digest
        for each in find_own_sets(default, folder)
    )


def _find_shipped_set(ident: str, digest: str) -> DataSet | None:
    """Return the shipped data set of a rule set with that digest."""
    sets = _read_shipped_sets(ident)
    return next((each for each in sets if each.values.digest().startswith(digest)), None)


def make_missing_data_error(name: str | os.PathLike[str]) -> DataError:
    """Return the error if neither a file nor a shipped data set has a name."""
    have = [f"{game}/{each}" for game in GAMES for each in list_set_files(GAMES[game].folder)]
    return DataError("noSuchData", path=Path(name), have=tuple(have))


def read_data_file(source: Source) -> dict[str, Any]:
    """Return the content of a data file. Raises DataError."""
    try:
        data = read_source(source)
    except FileNotFoundError:
        raise make_missing_data_error(source) from None
    except OSError as error:
        raise DataError("unreadableFile", path=source, why=error) from None
    return parse_toml(data, Path(source))


def _read_data_file(path: Source, spec: Spec) -> Values | None:
    """Return a file's values over the shipped ones; None for another game. Raises DataError."""
    return _read_values(read_data_file(path), path, spec)


def _read_values(raw: dict[str, Any], path: Source, spec: Spec) -> Values | None:
    """Return the values of a file over the default; None for another game. Raises DataError."""
    if not has_data_head(raw):
        raise DataError("noDataFile", path=path)
    if raw.get("game") not in (spec.game.game, spec.id):
        return None
    return correct_shipped(raw, str(path), spec)


def correct_shipped(raw: dict[str, Any], file: str, spec: Spec) -> Values:
    """Return the shipped values of a rule set, corrected by the content of a data file.

    Raises:
        DataError: The file is invalid.
    """
    from senpu.spec.corrections import read_data_rules, read_own_values  # the default needs none

    edition, folder = spec.id.partition("/")[2], Path(spec.folder)
    shipped = read_folder(folder).values[edition]
    return read_own_values(raw, file, shipped, read_data_rules(folder), edition)


DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
VERSION = re.compile(r"[1-9][0-9]{0,5}")


def rules_for(record: Record, data_file: Source | None = None) -> AnyRules | Fault:
    """Return the rules that the header of a log names, or the fault of the header.

    For a log of an older version of the rules these are the rules of that version, if it is
    installed, else the newest.

    Args:
        record: The log.
        data_file: A file of data.

    Returns:
        The rules or the fault.
    """
    headers = record.headers
    log_folder = record.folder

    def fault(
        ident: str, field: str, key: str | Message = "message", /,
        hint: Message | str = "hint", **fields: Any,
    ) -> Fault:  # fmt: skip
        row, text, shift = record.find_header_place(field)
        column = shift + 1 if record.position_text else 0
        return make_fault(ident, row, text, key, column, layer="rules", hint=hint, **fields)

    if "Game" not in headers:
        return fault("gameMissing", "Game")
    options = tuple(headers.get("Options", "").split())
    pinned = DIGEST.fullmatch(headers.get("Data", ""))
    if "Data" in headers and not pinned:
        return fault("dataMalformed", "Data", value=headers["Data"])
    digest = pinned[1] if pinned else record.position_digest
    try:
        rules = open_rules(headers["Game"], (), digest, log_folder, data_file)
    except UnknownDataError as error:
        return fault("dataUnknown", "Data", error.message)
    except UnknownGameError as error:
        return fault("gameUnknown", "Game", error.message)
    except DataError as error:
        return fault("dataMalformed", "Data", error.message, hint="fileHint")
    sides = tuple(side.id for side in rules.spec.sides)
    if CHAIN in headers and (name := _find_foreign_key(headers, sides)):
        row, text = record.header_rows[name], f"{name}: {headers[name]}"
        side = name.partition("-")[2].lower()
        return make_fault("sideUnknown", row, text, layer="chain", side=side, sides=sides)
    named_version, newest = headers.get("Rules", ""), rules.spec.edition.rules
    version = int(named_version) if VERSION.fullmatch(named_version) else 0
    if "Rules" in headers and not 0 < version <= newest:
        hint = fault_message("rulesUnknown", "hint", newest=newest)
        if not named_version:
            return fault("rulesUnknown", "Rules", "empty", hint=hint)
        return fault("rulesUnknown", "Rules", hint=hint, version=named_version)
    kept = version if version != newest and version in list_versions(headers["Game"]) else 0
    if options or kept:
        try:
            rules = open_rules(headers["Game"], options, digest, log_folder, data_file, kept)
        except UnknownGameError as error:
            return fault("optionUnknown", "Options", error.message)
    return _start_from_header(record, rules, version) if POSITION in headers else rules


def _start_from_header(record: Record, rules: AnyRules, version: int) -> AnyRules | Fault:
    """Return the rules for a log that begins with a stated position, or the fault of its text.

    Args:
        record: The log.
        rules: The rules.
        version: The version of the rules that the header names; 0 if it names none.
    """
    from senpu.replay.core.position_checks import check_position  # most logs state no position

    text, (row, line, shift) = record.headers[POSITION], record.find_header_place(POSITION)
    try:
        parts = parse_position_text(text)
        if parts.rules == version:  # the rules may be newer than the log
            parts = replace(parts, rules=0)
        reading = check_position(parts, rules)
    except PositionError as error:
        return error.make_fault(line, row, shift)
    if record.headers.get(HANDS) == DEALER:
        return make_fault("positionDealt", row, line, layer="rules")
    return rules.start_from(reading.state, reading.side)


def _find_foreign_key(headers: dict[str, str], sides: tuple[str, ...]) -> str:
    """Return the header field with the key of a side that the game does not have, if any."""
    signers = {*sides, DEALER} if headers.get(HANDS) == DEALER else {*sides}
    fields = (name for name in headers if name.startswith(KEY_OF))
    return next((name for name in fields if name[len(KEY_OF) :].lower() not in signers), "")


def check_rules(record: Record, data_file: Source | None = None) -> AnyRules | Fault:
    """Return the rules of a log with a valid header, or the first fault of the header."""
    return record.header_faults[0] if record.header_faults else rules_for(record, data_file)
