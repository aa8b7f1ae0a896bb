"""The public API at work: sources, positions, errors, writing, views and books."""

import copy
import io
import pickle
import re
from pathlib import Path
from random import Random

import pytest

import senpu
from senpu.logs.record import LIBRARY

LOGS = sorted(path for path in LIBRARY.rglob("*.senpu") if path.stem in ("learn", "example"))


def name(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def test_every_source_gives_the_same_game(folder: Path) -> None:
    path = folder / "game.senpu"
    data, text = path.read_bytes(), path.read_text("utf-8")
    with path.open("rb") as file, path.open(encoding="utf-8") as words:
        games = [
            senpu.read(str(path)), senpu.read(path), senpu.read(data), senpu.read(text=text),
            senpu.read(file), senpu.read(words), senpu.read(io.BytesIO(data)),
        ]  # fmt: skip
    assert {(game.end.digest, len(game.events)) for game in games} == {(games[0].end.digest, 139)}
    assert [game.path for game in games[:3]] == [path, path, None]


@pytest.mark.parametrize("path", LOGS, ids=name)
def test_a_game_is_the_same_when_its_events_are_played_again(path: Path) -> None:
    game = senpu.read(path)
    assert game.fault is None
    position = game.start
    for event in game.events[:60]:
        if event.text.startswith(("undo", "resign", "agree")):
            break
        position = position.play(event.text)
        again = game.at(event.number)
        assert position == again
        assert hash(position) == hash(again)
        assert position.number == event.number
        made = position.event
        assert made is not None
        assert (made.number, made.side, made.text, made.turn, made.phase, made.effects) == (
            event.number, event.side, event.text, event.turn, event.phase, event.effects
        )  # fmt: skip
        assert made.sentence("ja") == event.sentence("ja")


@pytest.mark.parametrize("path", LOGS, ids=name)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_played_position_looks_like_that_of_the_log(path: Path, language: str) -> None:
    game = senpu.read(path)
    played = game.at(6)
    for event in game.events[6:10]:
        played = played.play(event.text)
    again = game.at(10)
    assert played.draw(language=language) == again.draw(language=language)
    for theme in ("day", "night"):
        picture = played.svg(theme, language)
        assert picture.startswith("<svg")
        assert f'lang="{language}"' in picture
    assert played._repr_svg_() == played.svg()
    assert [*map(str, played.legal())] == [*map(str, again.legal())]


@pytest.mark.parametrize("path", LOGS, ids=name)
def test_every_option_can_be_played(path: Path) -> None:
    game = senpu.read(path)
    for number in range(0, min(len(game.events), 40), 8):
        position = game.at(number)
        for option in [*position.legal()][:12]:
            after = position.play(option)
            assert after.event is not None
            assert after.event.text == option.text
            assert position.play(option.text) == after
            assert option.odds is None or 0 <= option.odds.success <= 1


def test_sentences_of_a_drawing_are_wrapped(folder: Path) -> None:
    position = senpu.read("game.senpu").at(5)
    narrow = position.draw(width=30).splitlines()
    wide = position.draw(width=120).splitlines()
    (first,) = [at for at, row in enumerate(wide) if row.startswith("+-") and "- A" in row]
    assert [row for row in wide if "+--" in row or "| " in row] == [
        row for row in narrow if "+--" in row or "| " in row
    ]
    text = [row for row in narrow if "+" not in row and "|" not in row]
    assert max(map(len, text)) <= 30
    assert first == 2


# ---- hidden parts ---------------------------------------------------------------------------


def test_a_view_leaves_out_what_is_hidden() -> None:
    game = senpu.read(LIBRARY / "russojapanese" / "example.senpu")
    whole = game.at(10)
    japan, russia = whole.view("japan"), whole.view("russia")
    assert len({whole.digest, japan.digest, russia.digest}) == 3
    assert whole.key == japan.key == russia.key
    assert japan.view("japan") == japan
    assert whole.side == ""
    assert "#??" in russia.draw() or "#??" in japan.draw()
    assert game.at(10) == whole


def test_a_view_of_a_played_position_is_drawn_as_its_side_sees_it() -> None:
    game = senpu.read(LIBRARY / "russojapanese" / "example.senpu")
    position = game.at(28)
    for event in game.events[28:30]:
        position = position.play(event.text)
    assert position.view("japan").draw() == game.at(30).view("japan").draw()
    assert position.view("japan").svg().startswith("<svg")


def test_a_view_is_not_played(folder: Path) -> None:
    view = senpu.read("game.senpu").at(5).view("china")
    for act in (
        lambda: view.play("i3+i4>D"),
        lambda: view.roll(Random(1)),
        lambda: view.choose("random", Random(1)),
    ):
        with pytest.raises(senpu.Error, match="in the view of china"):
            act()


# ---- errors ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position", [140, -1, "T9", "T1.X", "X", "", "-3", "T0.C.C", "999999999999999999999"]
)
def test_a_position_that_the_log_lacks_is_an_error(folder: Path, position: int | str) -> None:
    with pytest.raises(senpu.Error) as error:
        senpu.read("game.senpu").at(position)
    assert str(error.value)
    assert "the log has 0" not in str(error.value)


def test_names_that_do_not_exist_are_errors(folder: Path) -> None:
    game = senpu.read("game.senpu")
    position = game.at(5)
    with pytest.raises(senpu.Error, match="no unit z9; available: i1, "):
        _ = position.units["z9"]
    assert position.units.get("z9") is None
    assert "z9" not in position.units
    with pytest.raises(senpu.Error, match="no header field Round; available: Senpu, "):
        _ = game.headers["Round"]
    for index in (139, -140):
        with pytest.raises(senpu.Error, match=f"no event with index {index}; the log has 139"):
            _ = game.events[index]
    assert game.events[-1].number == 139
    assert [event.number for event in game.events[2:5]] == [3, 4, 5]


def test_wrong_arguments_are_errors(folder: Path) -> None:
    game = senpu.read("game.senpu")
    position, rules = game.at(5), game.rules
    for act in (
        lambda: senpu.read(),
        lambda: senpu.read("game.senpu", text=""),
        lambda: position.draw(language="fr"),
        lambda: position.draw(width=3),
        lambda: position.svg(theme="dusk"),
        lambda: position.svg(language="fr"),
        lambda: position.view("france"),
        lambda: position.choose("genius", Random(1)),
        lambda: position.choose("tree:none", Random(1)),
        lambda: position.play("undo"),
        lambda: position.play(""),
        lambda: position.play("{only a comment}"),
        lambda: game.events[0].sentence("fr"),
        lambda: rules.title("fr"),
        lambda: rules.side_name("france"),
        lambda: rules.option_text("none"),
        lambda: senpu.rule_set("800"),
        lambda: senpu.rule_set("800/bonsai-2021", options=["none"]),
        lambda: senpu.start("chess"),
        lambda: senpu.verify("game.senpu", language="fr"),
        lambda: senpu.new("other.senpu", "800/bonsai-2021", france="Anna"),
        lambda: senpu.new("other.senpu", "800/bonsai-2021", date="tomorrow"),
        lambda: senpu.new("other.senpu", "800/bonsai-2021", event="two\nlines"),
        lambda: senpu.new("game.senpu", "800/bonsai-2021"),
        lambda: senpu.append("missing.senpu", "C: pass"),
        lambda: senpu.Book("game.senpu"),
        lambda: senpu.Book.build("x.sqlite", ["game.senpu"], depth=0),
        lambda: senpu.Book.build("x.sqlite", ["game.senpu"], jobs=0),
    ):
        with pytest.raises(senpu.Error) as error:
            act()
        assert str(error.value)
    assert not (folder / "other.senpu").exists()
    with pytest.raises(FileNotFoundError):
        senpu.read("missing.senpu")


def test_an_illegal_event_has_rule_reason_and_alternatives(folder: Path) -> None:
    position = senpu.read("game.senpu").at(5)
    with pytest.raises(senpu.IllegalEventError) as found:
        position.play("i3>F")
    error = found.value
    assert (error.rule, error.reason) == ("7.0", "notAdjacent")
    assert 0 < len(error.alternatives) <= 9
    assert {*error.alternatives} <= {*map(str, position.legal())}
    assert str(error).startswith("i3>F: ")
    with pytest.raises(senpu.IllegalEventError) as found:
        position.play("C: c1>E")
    assert found.value.reason == "wrongActor"
    with pytest.raises(senpu.IllegalEventError, match="no roll is pending"):
        position.roll(Random(1))
    with pytest.raises(senpu.LogError) as unread:
        position.play("i3>>")
    assert unread.value.faults[0].id


def test_a_log_is_readable_up_to_its_error(folder: Path) -> None:
    path = folder / "game.senpu"
    path.write_text(path.read_text("utf-8").replace("J: g2<A", "J: g2<H"), "utf-8")
    game = senpu.read(path)
    verdict = senpu.verify(path)
    assert game.fault == verdict.fault
    assert game.fault is not None
    assert game.fault.id == "illegalMove"
    assert len(game.events) == verdict.valid_through == 10
    assert game.end.decision is not None
    assert game.outcome is None
    assert not verdict.valid
    assert len(verdict.broken) == 1
    with pytest.raises(senpu.LogError):
        senpu.append(path, "J: g2<A")


# ---- writing ----------------------------------------------------------------------------------


def test_a_log_is_begun_and_continued(folder: Path) -> None:
    game = senpu.new(
        "new.senpu", "800/bonsai-2021", event="Club night", date="2026-11", japan="Anna"
    )
    assert (game.headers["Event"], game.headers["Date"]) == ("Club night", "2026-11")
    assert game.headers["Japan"] == "Anna"
    assert "China" not in game.headers
    written = senpu.append("new.senpu", "C: x1+c1@D c2+c3+k1@C")
    written += senpu.append("new.senpu", "J: i1+i2+g1@A i3+i4+g2@B")
    assert [event.number for event in written] == [1, 2, 3, 4]
    before = (folder / "new.senpu").read_bytes()
    with pytest.raises(senpu.IllegalEventError):
        senpu.append("new.senpu", "J: i3>D")
    with pytest.raises(senpu.LogError):
        senpu.append("new.senpu", "J: i3>>")
    assert (folder / "new.senpu").read_bytes() == before
    roll = senpu.read("new.senpu").end.roll(Random(7)).event
    assert roll is not None
    (event,) = senpu.append("new.senpu", roll.text)
    assert (event.number, event.side, event.text) == (5, "chance", roll.text)
    assert senpu.verify("new.senpu").valid


def test_notes_of_the_log_and_of_its_file_are_on_the_events() -> None:
    game = senpu.read(LIBRARY / "800" / "historical-bonsai.senpu")
    kinds = {note.kind for event in game.events for note in event.notes}
    assert {"comment", "variation"} <= kinds
    assert game.note_faults == ()
    noted = next(event for event in game.events if event.notes)
    at = game.at(noted.number).event
    assert at is not None
    assert at.notes == noted.notes


@pytest.mark.parametrize(
    ("name", "japanese"), [("learn", "創作ゲーム。"), ("historical-bonsai", "再現ゲーム。")]
)
def test_a_note_and_a_comment_of_the_log_have_a_text_in_a_language(
    name: str, japanese: str
) -> None:
    notes = senpu.read(LIBRARY / "800" / f"{name}.senpu").notes
    assert notes[0].in_language("ja").text.startswith(japanese)
    assert notes[0].in_language("de") is notes[0]
    texts = {each.in_language("ja") for each in notes if each.kind == "comment"}
    assert len(texts) > 2
    assert all(re.search("[\u3040-\u30ff]", each.text) for each in texts)


def test_a_program_plays_to_the_end() -> None:
    position, source = senpu.start("800/bonsai-2021"), Random(1)
    while position.decision is not None:
        position = position.play(position.choose("random", source))
    assert position.outcome is not None
    assert [*position.legal()] == []
    with pytest.raises(senpu.IllegalEventError, match="the game is over"):
        position.choose("random", source)
    assert position.svg().startswith("<svg")


def test_a_book_knows_the_games_of_its_rule_set_only(folder: Path) -> None:
    with senpu.Book.build("book.sqlite", ["game.senpu"], jobs=1) as book:
        moves = book.moves(senpu.start("800/bonsai-2021"))
        assert moves
        assert senpu.start("800/bonsai-2021").play(moves[0].text).number == 2
        with pytest.raises(senpu.Error, match="no games of incident1932"):
            book.moves(senpu.start("incident1932"))


def test_rule_sets_have_the_provenance_of_their_values() -> None:
    for rules in senpu.rule_sets():
        assert sum(rules.provenance.values()) > 0
        assert rules.data.startswith("sha256:")
        assert rules.options == ()
        assert all(rules.option_text(option, "ja") for option in rules.available_options)
        assert (
            senpu.rule_set(rules.id, options=rules.available_options[:1]).options
            == (rules.available_options[:1])
        )


# ---- attacks ----------------------------------------------------------------------------------


class Unreadable:
    """An open file whose read fails, or returns no text."""

    def __init__(self, result: object) -> None:
        self.result = result

    def read(self) -> object:
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


def call(function: object, *arguments: object, **named: object) -> object:
    """Call with arguments that the types forbid."""
    assert callable(function)
    return function(*arguments, **named)


def test_a_file_that_cannot_be_read_is_an_error_of_the_api(folder: Path) -> None:
    (folder / "folder.senpu").mkdir()
    closed = (folder / "game.senpu").open("rb")
    closed.close()
    (folder / "binary").write_bytes(bytes(range(256)))
    for opener in (senpu.read, senpu.Book, lambda name: senpu.Book.build("b", [name], jobs=1)):
        with pytest.raises(senpu.Error, match=r"missing\.senpu: no such file") as error:
            call(opener, "missing.senpu")
        assert isinstance(error.value, FileNotFoundError)
        with pytest.raises(senpu.Error, match="cannot contain a NUL"):
            call(opener, "a\0b")
    for opener in (senpu.read, senpu.Book):
        with pytest.raises(
            senpu.Error, match=r"folder\.senpu: it is a folder, not a file"
        ) as refused:
            call(opener, "folder.senpu")
        assert isinstance(refused.value, OSError)
    found = senpu.verify("x" * 5000).fault
    assert found is not None
    assert found.id == "fileUnreadable"
    for function in (senpu.read, lambda name: senpu.append(name, "C: pass")):
        for name in ("a\0b", "x" * 5000):
            with pytest.raises(senpu.Error):
                call(function, name)
    with (folder / "binary").open(encoding="utf-8") as words:
        for file in (closed, words, Unreadable(OSError("no network"))):
            with pytest.raises(senpu.Error, match=r"closed|decode|no network"):
                call(senpu.read, file)
    with pytest.raises(senpu.LogError) as torn:
        senpu.read(text="Senpu: 1\nGame: chess \udc80\n\n")
    assert torn.value.faults


def test_an_argument_of_a_wrong_type_is_a_type_error(folder: Path) -> None:
    game = senpu.read("game.senpu")
    position, attack = game.at(5), game.at(12)
    book = senpu.Book.build("book.sqlite", ["game.senpu"], jobs=1)
    before = sorted(folder.iterdir())
    for function, arguments, named in (
        (senpu.read, (5,), {}),
        (senpu.read, (bytearray(b"x"),), {}),
        (senpu.read, (Unreadable(5),), {}),
        (senpu.read, (), {"text": b"x"}),
        (senpu.start, (None,), {}),
        (senpu.start, ("800/bonsai-2021",), {"options": "cover-at-two"}),
        (senpu.append, ("game.senpu", b"C: pass"), {}),
        (senpu.new, ("n.senpu", "800/bonsai-2021"), {"japan": 5}),
        (senpu.new, ("n.senpu", "800/bonsai-2021"), {"date": 2026}),
        (senpu.new, ("n.senpu", 5), {}),
        (senpu.Book.build, ("n.sqlite", "game.senpu"), {}),
        (book.moves, (5,), {}),
        (game.at, (1.5,), {}),
        (position.play, (None,), {}),
        (position.play, (b"i3>D",), {}),
        (position.draw, ("80",), {}),
        (attack.roll, (None,), {}),
        (position.choose, ("random", 7), {}),
        (position.choose, (5, Random(1)), {}),
    ):
        with pytest.raises(TypeError, match="expected"):
            call(function, *arguments, **named)
    assert sorted(folder.iterdir()) == before
    book.close()
    with pytest.raises(senpu.Error, match="the book is closed"):
        book.moves(position)
    assert repr(book) == "<Book book.sqlite (closed)>"


def test_what_a_log_gives_is_immutable_comparable_and_not_pickled(folder: Path) -> None:
    game, again = senpu.read("game.senpu"), senpu.read("game.senpu")
    position, event = game.at(5), game.events[5]
    option = next(position.legal())
    for each, name in ((position, "number"), (event, "text"), (option, "text")):
        with pytest.raises(AttributeError):
            setattr(each, name, 3)
        assert copy.copy(each) is copy.deepcopy(each) is each
    for live in (game, game.events, event, position, option):
        assert "object at" not in repr(live)
        with pytest.raises(TypeError, match="cannot pickle <"):
            pickle.dumps(live)
    assert event == again.events[5]
    assert event != again.events[6]
    assert option == next(again.at(5).legal())
    assert option != next(again.at(6).legal())
    assert len({event, again.events[5], option, next(again.at(5).legal())}) == 2
    assert game.rules == again.rules == senpu.rule_set("800/bonsai-2021")
    assert game.rules != senpu.rule_set("800/bonsai-2021", options=["cover-at-two"])
    assert pickle.loads(pickle.dumps(game.rules)) == game.rules


def test_a_view_does_not_give_the_view_of_the_other_side() -> None:
    view = senpu.read(LIBRARY / "russojapanese" / "example.senpu").at(10).view("japan")
    assert view.view("japan") == view
    assert repr(view).endswith(", view of japan>")
    with pytest.raises(senpu.Error, match="in the view of japan"):
        view.view("russia")
