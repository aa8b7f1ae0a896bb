"""Which rule sets there are: one line a game.

A game is a folder in `spec/`, a package in `replay/games/` whose module `rules` defines
`RULES`, and a line here.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from replay.rules import Rules
from spec.data import DataError, Values, candidates, own_values
from spec.loader import SPEC, Spec, UnknownGame, folder, read_toml, spec_of


class Registered(msgspec.Struct, frozen=True):
    package: str
    folder: Path
    library: bool = True
    """Whether its games belong to the shipped library (test games do not)."""


GAMES: dict[str, Registered] = {
    "800": Registered("replay.games.eight_hundred", SPEC / "800"),
}


class UnknownData(UnknownGame):
    """A log pins a data set that is nowhere to be found."""


def rulesets() -> list[str]:
    """The ids of all rule sets, in the registry's order."""
    return [
        f"{game}/{edition}"
        for game, registered in GAMES.items()
        for edition in folder(registered.folder).game.edition
    ]


def registered(ident: str) -> Registered:
    """The registry's line for a rule set or a game. Raises UnknownGame."""
    found = GAMES.get(ident.partition("/")[0])
    if found is None:
        raise UnknownGame(f"no rule set {ident}; there are: {', '.join(rulesets())}")
    return found


def find_ruleset(ident: str) -> str:
    """The full id for one given in full, or as a game with a single edition. Raises UnknownGame."""
    if ident in rulesets():
        return ident
    editions = [each for each in rulesets() if each.partition("/")[0] == ident]
    if len(editions) == 1:
        return editions[0]
    have = ", ".join(editions or rulesets())
    raise UnknownGame(
        f"{'say which edition of ' + ident if editions else 'no rule set ' + ident}: {have}"
    )


_built: dict[tuple[str, tuple[str, ...], str], Rules[Any]] = {}
"""Rule sets made before, by id, options and the digest asked for (empty: the shipped data)."""


def open_rules(
    ident: str,
    options: tuple[str, ...] = (),
    digest: str = "",
    near: Path | None = None,
    named: Path | None = None,
) -> Rules[Any]:
    """A rule set ready to play, on the data set that `digest` selects (the shipped one, those
    beside the log in `near`, the user's), or on the file `named`, or on the shipped one.

    Raises UnknownGame, UnknownData, DataError.
    """
    built = None if named else _built.get((ident, options, digest))
    if built is None:
        line = registered(ident)
        spec = spec_of(ident, line.folder, options)
        if digest or named:
            values = _select(spec, digest, near, named)
            spec = spec_of(ident, line.folder, options, values)
        made: Rules[Any] = import_module(f"{line.package}.rules").RULES(spec)
        if named:
            return made
        # Equal digests are equal values, wherever they were found.
        built = _built[ident, options, digest] = made
    return built


def _select(spec: Spec, digest: str, near: Path | None, named: Path | None) -> Values | None:
    shipped = spec.values
    edition = spec.id.partition("/")[2]
    if digest and not named and shipped.digest() == digest:
        return None
    nearest = ""
    for path in candidates(near, named):
        try:
            raw = read_toml(path)
            if raw.get("senpu-data") != 1 or raw.get("game") not in (spec.game.game, spec.id):
                if path == named:
                    raise DataError(f"{path}: no data file for {spec.id}; see senpu data export")
                continue
            values = own_values(raw, str(path), shipped, edition)
        except DataError:
            if path == named:
                raise
            continue
        if not digest or values.digest() == digest:
            return values
        nearest = nearest or str(path)
    raise UnknownData(
        f"the log was played on data sha256:{digest[:12]}..., neither the shipped set "
        f"(sha256:{shipped.digest()[:12]}...) nor in a file beside the log or in the user's folder"
    )
