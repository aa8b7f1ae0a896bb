"""`senpu openings`: building a book, showing a position of it, its best set-ups."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from senpu.replay.analysis.value import PositionValue
from senpu.spec.loader import SPEC
from senpu.tui.render.text_layout import get_text
from tests.command.conftest import Run
from tests.openings.shelves import SET_UP, corpus, write
from tests.openings.toy_values import use_toy_values
from tests.tui.test_openings import CHINA, GAMES, JAPAN

PAGE = (SPEC / "en/reference/opening-books.md").read_text("utf-8")


@pytest.fixture
def book(folder: Path, run: Run) -> Path:
    """A book of six games."""
    for number, (china, japan, rest, name) in enumerate(GAMES):
        fields = {"Japan": name, "Date": f"2026-0{number + 1}-01"} if name else {"Program": "x"}
        write(folder / f"logs/{number}.senpu", CHINA[china] + JAPAN[japan] + rest, **fields)
    assert run("openings", "build", "logs", "-o", "b.sqlite", "--jobs", "1").status == 0
    return folder / "b.sqlite"


def show_object(run: Run, *arguments: object) -> Any:
    return json.loads(run("openings", "show", *arguments, "--json").out)


def test_building_says_what_came_of_it(run: Run, folder: Path) -> None:
    corpus(folder / "logs", range(3))
    (folder / "logs/copy.senpu").write_bytes((folder / "logs/001.senpu").read_bytes())
    command = ("openings", "build", "logs", "-o", "b.sqlite", "--jobs", 1)
    first, again = run(*command), run(*command)
    assert (first.status, first.err) == (0, "")
    output = r"b.sqlite: 3 games, \d+ positions, 4 logs read, 1 copy of a game left out\n"
    assert re.fullmatch(output, first.out)
    assert "0 logs read" in again.out
    assert sorted(path.name for path in folder.iterdir()) == ["b.sqlite", "b.sqlite.lock", "logs"]


def test_logs_that_are_not_good_are_reported_and_make_the_status_1(run: Run, folder: Path) -> None:
    for number in range(12):
        write(folder / f"logs/{number:02}.senpu", "J: i1@A\n")
    write(folder / "logs/good.senpu", SET_UP)
    answer = run("openings", "build", "logs", "-o", "b.sqlite", "--jobs", 1)
    assert answer.status == 1
    assert "1 game, " in answer.out
    assert "12 invalid logs left out" in answer.out
    assert answer.err.count("wrongActor") == 10
    assert "2 more; run senpu verify" in answer.err
    assert run("openings", "show", "b.sqlite").status == 0


def test_a_position_is_reported_with_counts_shares_and_how_sure_they_are(
    run: Run, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PositionValue, "score", lambda value, state: 0.25)
    monkeypatch.setenv("COLUMNS", "100")
    rows = run("openings", "show", book).out.splitlines()
    assert rows[:3] == [
        "800/bonsai-2021: 6 games, 6 of them reached this position",
        "Japan wins 2 of 5, China wins 2 of 5, 1 draw, 1 in progress",
        "China to set up",
    ]
    assert rows[4].split("  China")[1] == " win rate  95% CI  value  turn            ending"
    assert rows[5].split() == [
        "x1+c1@D", "c2+c3+k1@C", "3", "3", "67%", "21-94%", "75.0%", "1.0", "China", "resign",
        "(2)",
    ]  # fmt: skip
    assert rows[6].split()[2:7] == ["3", "3", "0%", "0-66%", "75.0%"]
    assert f"  {book.parent}/logs/5.senpu --at start" in rows


def test_legal_moves_without_a_game_are_listed_by_value(
    run: Run, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_toy_values(monkeypatch)
    few, every = (show_object(run, book, *words) for words in (("--rows", 3), ("--all",)))
    scores = [move["score"]["china"] for move in every["moves"] if move["set_up"]]
    new = [move for move in every["moves"] if not move["played"]["games"]]
    assert len(scores) == 14  # all whole set-ups of China
    assert [move["score"]["china"] for move in new] == sorted(scores[2:], reverse=True)
    assert (few["unlisted"], every["unlisted"]) == (len(new) - 3, 0)
    text = run("openings", "show", book, "--rows", 3)
    assert new[2]["text"] in text.out
    assert new[3]["text"] not in text.out
    assert "  9 more legal events; --all lists them" in text.out
    assert f"Best by value: {new[0]['text']}" in text.out or max(scores[:2]) >= max(scores)
    for order in ("games", "rate", "value"):
        rows = run("openings", "show", book, "--all", "--sort", order).out.splitlines()
        first = next(row.split("  ")[1] for row in rows if row.startswith("  x1"))
        by_value = max(every["moves"][:2], key=lambda move: move["score"]["china"])
        assert first == (by_value["text"] if order == "value" else "x1+c1@D c2+c3+k1@C")


@pytest.mark.parametrize("width", [30, 44, 60, 80, 120])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_tables_fit_the_terminal(
    run: Run, book: Path, monkeypatch: pytest.MonkeyPatch, width: int, language: str
) -> None:
    from senpu.notation.faults import text_width as cells_of

    monkeypatch.setenv("COLUMNS", str(width))
    for command in (("show", book), ("top", book, "--min-games", 1)):
        rows = run("openings", *command, "--lang", language).out.splitlines()
        tables = [row for row in rows if "%" in row]
        assert len(tables) >= 4
        assert not [row for row in tables if cells_of(row) > max(width, 38)]


def test_a_log_and_a_line_lead_to_a_position(run: Run, book: Path) -> None:
    at = show_object(run, book, "logs/0.senpu", "--at", 4)
    by = show_object(run, book, "--line", "C: x1+c1@D c2+c3+k1@C J: i1+i2+g1@A i3+i4+g2@B")
    assert (at.pop("event"), by.pop("event")) == (4, None)
    assert at.pop("novelty") == {"number": 7, "side": "china", "text": "pass"}
    assert by.pop("novelty") is None
    assert at == by
    played = [move["forms"] for move in at["moves"] if move["played"]["games"]]
    assert played == [["[J5 C3]", "[J5 C4]"]]
    refused = run("openings", "show", book, "--line", "C: i1@A")
    assert refused.status == 2
    assert "the line cannot be played in this position" in refused.err
    assert "Infantry 1 (i1) cannot be chosen here" in refused.err
    assert "legal alternatives: x1@C" in refused.err
    assert "badToken" in run("openings", "show", book, "--line", "C: c1->C").err


def test_an_invalid_log_is_reported_with_its_last_position(run: Run, book: Path) -> None:
    path = write(book.parent / "bad.senpu", CHINA[0] + "J: i1@J\n")
    answer = run("openings", "show", book, path)
    assert answer.status == 1
    assert "Japan to set up" in answer.out
    assert "illegalMove" in answer.err


def test_a_position_that_no_game_reached(run: Run, book: Path, log: Path) -> None:
    run("append", log, "J: g2>A")
    answer = run("openings", "show", book, log, "--at", "end")
    assert answer.status == 0
    assert (
        "no game of the book reached this position; the book has the first 32 events of each game"
        in answer.out
    )
    assert (
        "no game that matches the filter" in run("openings", "show", book, "--player", "Otto").out
    )
    for words in (("--since", "soon"), ("--until", "2026-1")):
        answer = run("openings", "show", book, *words)
        assert (answer.status, "expected a date such as 2026-11-27" in answer.err) == (2, True)
    top = run("openings", "top", book, "--player", "Otto")
    assert (top.status, "no game of the book matches the filters" in top.err) == (2, True)


def test_a_game_that_the_book_has_not_is_reported_with_those_it_has(
    run: Run, book: Path, log: Path
) -> None:
    run("new", "incident1932", "other.senpu")
    has = "it has games of 800/bonsai-2021 (data "
    for words in (("--game", "nanjing1937"), ("other.senpu",), ("other.senpu", "--json")):
        answer = run("openings", "show", book, *words)
        assert (answer.status, has in answer.err) == (2, True)
    answer = run("openings", "show", book, log, "--game", "incident1932")
    assert (answer.status, "game.senpu is a log of 800/bonsai-2021" in answer.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "games"),
    [
        (("--by", "program"), 1), (("--player", "anna"), 2), (("--since", "2026-05"), 2),
        (("--until", "2026-01"), 1), (("--game", "800"), 6), (("--game", "800/bonsai-2021"), 6),
    ],
)  # fmt: skip
def test_filters(run: Run, book: Path, arguments: tuple[str, ...], games: int) -> None:
    found = show_object(run, book, *arguments)
    options = "" if arguments[0] == "--game" else " ".join(arguments)
    assert (found["games"], found["reached"]["games"], found["filter"]) == (games, games, options)


@pytest.mark.parametrize(
    ("kind", "numbers"), [("human", {0, 1}), ("program", {2, 3, 4}), ("", {*range(6)})]
)
def test_a_report_names_its_filter_and_counts_by_it(
    run: Run, folder: Path, kind: str, numbers: set[int]
) -> None:
    """Games without players are of no kind."""
    headers = (
        {"Japan": "Anna", "China": "Bo"}, {"China": "Bo"}, {"Japan": "greedy", "China": "greedy"},
        {"Japan": "Anna", "China": "tree:40"}, {"Japan": "Anna", "Program": "x"},
        {"Event": "Reconstruction", "Annotator": "Senpu"},
    )  # fmt: skip
    for number, fields in enumerate(headers):
        write(folder / f"logs/{number}.senpu", SET_UP, **fields)
    own = write(folder / "own.senpu", SET_UP + "J: pass\n")
    run("openings", "build", "logs", "-o", "b.sqlite", "--jobs", 1)
    words = ("--by", kind) if kind else ()
    assert show_object(run, "b.sqlite", *words)["games"] == len(numbers)
    suffix = f"matches --by {kind}" if kind else "game of the book"
    shown = " ".join(run("openings", "show", "b.sqlite", own, *words).out.split())
    head = f"800/bonsai-2021{f' with --by {kind}' * bool(kind)}: {len(numbers)} games, "
    assert shown.startswith(head)
    copy = folder / "copy.senpu"
    for number in range(6):
        copy.write_bytes((folder / f"logs/{number}.senpu").read_bytes())
        shown = " ".join(run("openings", "show", "b.sqlite", copy, *words).out.split())
        assert "no novelty: another game of the book" in shown
        assert suffix in shown


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("show", "b.sqlite", "--game", "chess"), "it has games of 800/bonsai-2021 (data "),
        (("show", "none.sqlite"), "no such file"),
        (("show", "logs/0.senpu"), "with `senpu openings build`"),
        (("show", "b.sqlite", "--by", "cats"), "unknown value"),
        (("show", "b.sqlite", "logs/0.senpu", "--at", "99"), "no event 99"),
        (("top", "b.sqlite", "--side", "germany"), "available: japan (J), china (C)"),
        (("top", "b.sqlite", "--by", "human", "--programs", "tree"), "contradict each other"),
        (("show", "b.sqlite", "--since", "2027", "--until", "2026"), "contradict each other"),
        (("top", "b.sqlite", "--programs", "one-ply,"), 'unknown program ""'),
        (("top", "b.sqlite", "--programs", "tree:0"), "a number of search rounds"),
        (("top", "b.sqlite", "--side", ""), '--side: "": expected a value'),
        (("build", "none", "-o", "x.sqlite"), "no such file"),
        (("build", "logs", "none", "-o", "x.sqlite"), "no such file"),
        (("build", "logs", "-o", "none/x.sqlite"), "none/x.sqlite"),
        (("build", "logs", "-o", "logs/0.senpu"), "with `senpu openings build`"),
        (("build", "logs", "-o", "x.sqlite", "--depth", "0"), "1 or more"),
        (("build", "logs", "-o", "x.sqlite", "--jobs", "0"), "1 or more"),
        (("build", "logs", "-o", "x.sqlite", "--executor", "pigeons"), "available: dask://"),
        ((), "missing"),
    ],
)
def test_what_cannot_be_done_is_reported(
    run: Run, book: Path, arguments: tuple[str, ...], why: str
) -> None:
    del book
    answer = run("openings", *arguments)
    assert answer.status == 2
    assert why in answer.err
    assert not [*Path().glob("x.sqlite*"), *Path().glob("none*")]


def test_a_folder_without_logs_is_named(run: Run, folder: Path) -> None:
    (folder / "empty").mkdir()
    answer = run("openings", "build", "empty", "-o", "x.sqlite")
    assert (answer.status, "empty: " in answer.err) == (2, True)


def test_a_damaged_book_is_reported(run: Run, book: Path) -> None:
    data = bytearray(book.read_bytes())
    data[5000:] = bytes(len(data) - 5000)
    book.write_bytes(data)
    answer = run("openings", "show", book)
    assert answer.status == 2
    assert "b.sqlite: " in answer.err


def test_the_best_set_ups_are_first_and_say_what_they_answer(run: Run, book: Path) -> None:
    rows = run("openings", "top", book, "--min-games", 1).out.splitlines()
    assert rows[0] == "set-ups of China, by the win rate of China (lower end of the CI)"
    assert rows[2].startswith("  x1+c1@D c2+c3+k1@C     3             67%  21-94%")
    pairs = rows.index("answers of Japan, by the win rate of Japan (lower end of the CI)")
    assert rows[pairs + 3] == "    against x1+k1@C c1+c2+c3@D"
    other = run("openings", "top", book, "--side", "C", "--min-games", 2).out.splitlines()
    pairs = other.index("answers of Japan, by the win rate of China (lower end of the CI)")
    assert other[pairs + 3] == "    against x1+c1@D c2+c3+k1@C"
    assert "  2 left out, with fewer than 2 games; --min-games 1 lists all" in other
    tables = json.loads(run("openings", "top", book, "--json", "--min-games", 1).out)
    assert [table["side"] for table in tables] == ["china", "japan"]
    assert tables[1]["set_ups"][0]["against"] == ["x1+k1@C c1+c2+c3@D"]


def build_from(run: Run, folder: Path, starts: dict[str, int], events: str = "") -> Path:
    """Build a book of games that begin at stated positions: after a line, N games."""
    for name, (line, games) in enumerate(starts.items()):
        write(folder / f"start/{name}.senpu", f"{line}\n")
        for number in range(games):
            path = f"games/{name}-{number}.senpu"
            (folder / "games").mkdir(exist_ok=True)
            run("new", path, "--from", f"start/{name}.senpu", "--event", number)
            run("append", path, events or JAPAN[number % 2].strip())
    assert run("openings", "build", "games", "-o", "b.sqlite", "--jobs", 1).status == 0
    return folder / "b.sqlite"


def test_games_that_begin_after_a_set_up_count_for_it(run: Run, folder: Path) -> None:
    """`play --from` makes such games; they are compared like games from the start."""
    starts = dict(zip((line.strip() for line in CHINA), (2, 3), strict=False))
    book = build_from(run, folder, starts)
    tables = json.loads(run("openings", "top", book, "--json", "--min-games", 1).out)
    first, second = (
        [(each["text"], each["played"]["games"]) for each in table["set_ups"]] for table in tables
    )
    assert dict(first) == {
        "c1+c2+k1@C x1+c3@D": 2,
        "x1+k1@C c1+c2+c3@D": 3,
    }  # as c2+c3+k1
    assert sum(games for _, games in second) == 5
    assert not run("openings", "top", book).err
    rows = run("openings", "show", book).out.splitlines()
    place = rows.index("The games of the book begin at other positions. A log of each:")
    for row, games in zip(rows[place + 1 :], (3, 2), strict=False):
        ((path, at, count),) = re.findall(r"^  (\S+) --at (\S+)  (\d) games$", row)
        assert show_object(run, book, path, "--at", at)["reached"]["games"] == games == int(count)
    after = run("openings", "top", book, "start/1.senpu", "--json", "--min-games", 1)
    assert [table["side"] for table in json.loads(after.out)] == ["japan"]


def test_games_that_begin_after_the_set_up_are_named(run: Run, folder: Path) -> None:
    line = f"{CHINA[0]}{JAPAN[0]}".strip().replace("\n", " ")
    book = build_from(run, folder, {line: 2}, "[J5 C3]")
    answer = run("openings", "top", book)
    assert (answer.status, answer.out) == (2, "")
    assert "2 games begin at other positions than the start of the game" in answer.err
    for words in (("--player", "Otto"), ("--since", "2030")):
        answer = run("openings", "top", book, *words)
        assert "no game of the book matches the filters" in answer.err


def test_a_log_is_shown_where_it_leaves_the_book(run: Run, book: Path) -> None:
    path = write(book.parent / "own.senpu", CHINA[0] + JAPAN[0] + "T1 [J1 C6]\nJ: pass\n")
    found = show_object(run, book, path)
    assert (found["event"], found["novelty"]["number"]) == (4, 5)
    assert found == show_object(run, book, path, "--at", 4)
    assert "after event 4 of the log, its last position" in run("openings", "show", book, path).out
    other = write(book.parent / "other.senpu", "C: x1@C c1+c2+c3+k1@D\n")
    assert show_object(run, book, other)["event"] == 0
    assert "at the start of the log" in run("openings", "show", book, other).out
    assert show_object(run, book, other, "--at", "end")["event"] == 2
    assert show_object(run, book)["event"] is None


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("width", [50, 70, 80, 100, 140])
def test_only_columns_of_the_tables_are_explained(
    run: Run, book: Path, monkeypatch: pytest.MonkeyPatch, width: int, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for command in (("show", book), ("top", book, "--min-games", 1)):
        text = run("openings", *command, "--lang", language).out
        rows = text.splitlines()
        cells = [[*filter(None, re.split(r" {2,}", row))] for row in rows]
        heads = {cell for row in cells if get_text(language, "book_here") in row for cell in row}
        colon = ": " if language == "en" else "："
        legend = {row.partition(colon)[0] for row in rows if colon in row}
        for ident in ("value_column", "book_margin", "book_turn", "book_ending"):
            name = get_text(language, ident)
            if ident != "book_margin":  # these games have none
                assert (name in heads) == (name in legend), (name, text)


# ---- spec/en/reference/opening-books.md
# ---------------------------------------------------------------------------


def test_the_page_explains_every_table() -> None:
    from senpu.replay.openings.shelf import TABLES

    for name, columns in re.findall(
        r"CREATE TABLE (\w+) \((.*?)\)(?: WITHOUT ROWID)?;", TABLES, re.S
    ):
        assert f"| `{name}` |" in PAGE
        for column in re.findall(r"(?:^|,)\s*([a-z]+) (?:TEXT|INTEGER|BLOB)", columns):
            assert f"`{column}`" in PAGE, f"{name}.{column}"


def test_a_viewer_is_opened_on_a_book_only_if_it_is_one(run: Run, book: Path) -> None:
    for path, why in (("logs/0.senpu", "with `senpu openings build`"), ("none", "no such file")):
        answer = run("view", "--book", path)
        assert (answer.status, answer.out) == (2, "")
        assert why in answer.err
    answer = run("view", "--book", book)
    assert answer.status == 2
    assert "use `senpu openings show BOOK FILE`" in answer.err  # there is no terminal


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_log_with_a_name_that_is_not_utf_8_is_reported_and_left_out(
    run: Run, folder: Path, language: str
) -> None:
    write(folder / "logs/good.senpu", SET_UP)
    (folder / os.fsdecode(b"logs/\xff.senpu")).write_bytes(
        (folder / "logs/good.senpu").read_bytes()
    )
    answer = run("openings", "build", "logs", "-o", "b.sqlite", "--jobs", 1, "--lang", language)
    assert answer.status == 1
    assert "UTF-8" in answer.err
    assert run("openings", "show", "b.sqlite").status == 0


def test_links_in_a_circle_are_an_error_or_are_replaced(run: Run, folder: Path) -> None:
    (folder / "circle").symlink_to("circle")
    write(folder / "logs/good.senpu", SET_UP)
    answer = run("openings", "build", "circle", "-o", "b.sqlite")
    assert (answer.status, answer.out) == (2, "")
    assert "circle: " in answer.err
    assert run("openings", "build", "logs", "-o", "circle", "--jobs", 1).status == 0
