"""The filter of the library: words, fields, exclusions, completions."""

from pathlib import Path

import pytest

from senpu.logs.record import LIBRARY, read_headers
from senpu.replay.disputes.verdict import LogVerdict
from senpu.tui.library.catalogue import RecordedGame, find_names
from senpu.tui.library.filters import LibraryFilter, list_completions

EIGHT, HEROES, WAR = "800/bonsai-2021", "800/battles-2011", "russojapanese/bonsai-2018"
KNOWN = {each: find_names(each) for each in (EIGHT, HEROES, WAR)} | {"nothing/yet": None}


def game(name: str, rule_set: str, ending: str | None = None, **headers: str) -> RecordedGame:
    headers = {"Game": rule_set, "Event": name.replace("-", " "), **headers}
    return RecordedGame(Path(f"{name}.senpu"), headers, LogVerdict(name, True, ending=ending))


GAMES = [
    game("two-get-away", EIGHT, "China 4.2", Japan="Anna", China="Bo", Date="1937-10-27"),
    game("the-last-falls", EIGHT, "Japan 4.1", Japan="Bo", China="Anna", Date="2021-05-02"),
    game("heroes", HEROES, "Draw agree", Japan="greedy", China="random", Program="greedy, random"),
    game("port-arthur", WAR, None, Japan="Chie", Russia="Anna B", Date="1904-08"),
    game("strange", "nothing/yet"),
]  # fmt: skip
GAMES[4].verdict = None


@pytest.mark.parametrize(
    ("line", "fitting"),
    [
        ("", "0 1 2 3 4"),
        ("anna", "0 1 3"),
        ("anna AWAY", "0"),
        ('"two get"', "0"),
        ("get two", "0"),
        ('"get two"', ""),
        ("-anna", "2 4"),
        ("game:800", "0 1 2"),
        ("game:heroes", "2"),
        ("game:日露大戦", "3"),
        ("GAME:800 -game:battles", "0 1"),
        ("side:russia", "3"),
        ("side:ロシア", "3"),
        ("won:japan", "1"),
        ("won:draw won:china", "0 2"),
        ("-won:japan", "0 2 3 4"),
        ("ending:4.1", "1"),
        ("ending:none", "3"),
        ("date:1937", "0"),
        ("date:1904-08", "3"),
        ("date:1937..", "0 1"),
        ("date:..1937", "0 3"),
        ("date:1905..1937-10", "0"),
        ("date:1937-10-28..", "1"),
        ("date:1937-10-27..1937-10-27", "0"),
        ("player:anna", "0 1 3"),
        ('player:"anna b"', "3"),
        ("japan:anna", "0"),
        ("russia:anna", "3"),
        ("state:valid", "0 1 2 3"),
        ("state:unverified", "4"),
        ("by:people", "0 1 3 4"),
        ("game：800 won：japan", "1"),
        ("won:", "0 1 2 3 4"),
        ("game:800 won:japan date:2000.. player:anna state:valid anna", "1"),
    ],
)
def test_a_line_fits(line: str, fitting: str) -> None:
    found = LibraryFilter(line, KNOWN)
    assert [str(at) for at, each in enumerate(GAMES) if found.fits(each)] == fitting.split()
    assert not found.unknown


@pytest.mark.parametrize(
    ("line", "unknown"),
    [("foo:bar", "foo:"), ("anna date:soon", "date:soon"), ("date:37", "date:37")],
)
def test_what_is_no_field_and_no_date_fits_nothing_and_is_reported(line: str, unknown: str) -> None:
    found = LibraryFilter(line, KNOWN)
    assert found.unknown == unknown
    assert not any(map(found.fits, GAMES))


def offered(line: str) -> list[tuple[str, int]]:
    return [(offer.text, offer.games) for offer in list_completions(line, GAMES, KNOWN)]


def test_fields_are_offered_and_then_the_values_that_games_have() -> None:
    assert offered("wo") == [("won:", 0)]
    assert [text for text, _ in offered("anna p")] == ["anna player:"]
    assert offered("won:") == [("won:china", 1), ("won:draw", 1), ("won:japan", 1)]
    assert offered("x -game:800") == [(f"x -game:{EIGHT}", 2), (f"x -game:{HEROES}", 1)]
    assert offered("player:anna")[1] == ('player:"Anna B"', 1)
    assert offered("side:")[0] == ("side:japan", 4)
    assert offered("date:19") == [("date:1904", 1), ("date:1937", 1)]
    assert offered("foo:") == []
    assert {"game:", "state:", "japan:", "russia:"} <= {text for text, _ in offered("")}


def test_a_title_of_the_library_is_found_in_each_language() -> None:
    path = LIBRARY / "incident1932" / "historical.senpu"
    found = RecordedGame(path, read_headers(path))
    assert found.title("ja") == "再現：上海、1932年"
    assert found.title("en") == found.headers["Event"]
    for word in ("再現", '"上海、1932年"', "reconstruction"):
        assert LibraryFilter(word, {}).fits(found)
    own = RecordedGame(Path("a.senpu"), {"Event": "例会、第2局"})
    assert own.title("en") == own.title("ja") == "例会、第2局"
