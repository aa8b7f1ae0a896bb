"""The recorded games: good, canonical, fit for mail, and together a showcase of every rule set."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from logs.record import LIBRARY, open_record
from notation.events import Word
from notation.lines import Game, Play, Remark
from notation.reader import read_text
from notation.writer import WIDTH, format_game, format_line
from replay.canonical import canonical
from replay.players import PLAYERS
from replay.registry import open_rules, registered, rulesets
from replay.verify import Verdict, rules_for, verify

RULE_SETS = [ident for ident in rulesets() if registered(ident).library]
LOGS = sorted(LIBRARY.rglob("*.senpu"))
REMARKS = 10
"""How many remarks make a game an annotated one, at the least."""

each_log = pytest.mark.parametrize(
    "log", LOGS, ids=lambda log: log.relative_to(LIBRARY).with_suffix("").as_posix()
)
each_rule_set = pytest.mark.parametrize("ident", RULE_SETS)


@cache
def verdict(log: Path) -> Verdict:
    return verify(log)


@cache
def read(log: Path) -> Game:
    game, faults = read_text(log.read_bytes())
    assert not faults, faults[0].render(str(log))
    return game


@cache
def headers(log: Path) -> dict[str, str]:
    return open_record(log).headers


def logs_of(ident: str) -> list[Path]:
    return [log for log in LOGS if headers(log).get("Game") == ident]


def remarks(log: Path) -> list[str]:
    return [item.text for line in plays(log) for item in line.items if isinstance(item, Remark)]


def plays(log: Path) -> Iterator[Play]:
    return (line for line in read(log).lines if isinstance(line, Play))


# ---- each log -------------------------------------------------------------------------------


@each_log
def test_a_recorded_game_is_good(log: Path) -> None:
    found = verdict(log)
    assert [fault.render(log.name) for fault in found.faults] == []
    assert found.good


@each_log
def test_it_names_a_game_of_its_folder_its_rules_and_the_shipped_data(log: Path) -> None:
    header = headers(log)
    assert header["Game"] in RULE_SETS
    assert header["Game"].partition("/")[0] == log.relative_to(LIBRARY).parts[0]
    spec = open_rules(header["Game"]).spec
    assert header["Rules"] == str(spec.edition.rules)
    assert header["Data"] == f"sha256:{spec.values.digest()}"


@each_log
def test_its_text_is_canonical(log: Path) -> None:
    rules = rules_for(open_record(log))
    assert not isinstance(rules, msgspec.Struct), "no rules for it"
    assert format_game(canonical(read(log), rules)) == log.read_text("utf-8")


@each_log
def test_its_lines_without_their_remarks_go_through_the_mail(log: Path) -> None:
    for line in plays(log):
        bare = tuple(item for item in line.items if not isinstance(item, Remark))
        text = format_line(msgspec.structs.replace(line, items=bare)) if bare else ""
        assert len(text) <= WIDTH, text


@each_log
def test_its_header_says_what_it_is(log: Path) -> None:
    assert headers(log).get("Event"), "an Event line, by which the library lists it"


@each_log
def test_it_says_who_made_it(log: Path) -> None:
    """A game between programs has a Program line with its seed, and names the programs as its
    players; any other has an Annotator."""
    header = headers(log)
    names = [header.get(s.id.capitalize(), "") for s in open_rules(header["Game"]).spec.sides]
    if "Program" in header:
        assert header["Program"].startswith("senpu play, seed ")
        assert set(names) <= set(PLAYERS)
    else:
        assert not set(names) & set(PLAYERS)
        assert header.get("Annotator")
        assert remarks(log), "a composed game says in a remark what it is"


def test_no_two_games_of_a_rule_set_go_by_the_same_name() -> None:
    names = [(headers(log)["Game"], headers(log).get("Event")) for log in LOGS]
    assert len(set(names)) == len(names)


# ---- each rule set --------------------------------------------------------------------------


@each_rule_set
def test_every_ending_of_a_rule_set_is_reached_by_a_recorded_game(ident: str) -> None:
    wanted = {ending.id for ending in open_rules(ident).spec.edition.endings}
    assert wanted - {verdict(log).ending for log in logs_of(ident)} == set()


@each_rule_set
def test_every_rule_set_has_an_annotated_game(ident: str) -> None:
    assert [log.name for log in logs_of(ident) if len(remarks(log)) >= REMARKS] != []


# ---- the whole library ----------------------------------------------------------------------


def test_the_library_shows_a_resignation_an_agreement_and_an_act_taken_back() -> None:
    words = {
        item.word
        for log in LOGS
        for line in plays(log)
        for item in line.items
        if isinstance(item, Word)
    }
    assert {"resign", "agree", "undo"} <= words
