"""Position texts in the Python API: each function that takes a log or a position takes one."""

from pathlib import Path

import pytest

import senpu
from senpu.logs.record import LIBRARY

NAVAL = LIBRARY / "russojapanese" / "naval.senpu"


@pytest.fixture
def text(folder: Path) -> str:
    return senpu.read("game.senpu").at("T3").text


def test_each_function_takes_a_text(folder: Path, text: str) -> None:
    position = senpu.Position.from_text(text)
    assert position == senpu.read("game.senpu").at("T3")
    assert position.text == text
    (folder / "text.txt").write_text(f"{text}\n", "utf-8")
    games = [
        senpu.read(text), senpu.read("text.txt"), senpu.read(text=text), senpu.read(text.encode()),
        senpu.new("one.senpu", text, japan="Anna"), senpu.new("other.senpu", position),
    ]  # fmt: skip
    assert [game.start for game in games] == [position] * len(games)
    assert [bool(game.path) for game in games] == [False] * 4 + [True] * 2
    assert senpu.start(text) == position
    assert senpu.verify(text).valid
    assert senpu.verify("one.senpu").valid
    event = next(position.legal()).text
    senpu.append("one.senpu", event)
    assert senpu.read("one.senpu").end == position.play(event)
    with senpu.Book.build("book.sqlite", ["game.senpu"], jobs=1) as book:
        start = senpu.start("800/bonsai-2021")
        assert book.moves(start.text) == book.moves(start) != ()


def test_a_played_position_and_a_view_have_texts(folder: Path) -> None:
    before = senpu.read("game.senpu").at(5)
    played = before.play("i3+i4>D")
    assert senpu.Position.from_text(played.text) == played
    position = senpu.read(NAVAL).at(40)
    view = senpu.Position.from_text(position.view("japan").text)
    assert view.side == "japan"
    assert view == position.view("japan") != position
    with pytest.raises(senpu.Error, match="view of japan"):
        senpu.new("view.senpu", view)
    with pytest.raises(senpu.Error, match="view of japan"):
        view.play(next(view.legal()))
    assert not (folder / "view.senpu").exists()


@pytest.mark.parametrize("read", [senpu.Position.from_text, senpu.start, senpu.read, senpu.verify])
def test_an_error_has_its_column(folder: Path, text: str, read: object) -> None:
    wrong = text.replace("; next: ", "; nest: ")
    if read is senpu.verify:
        fault = senpu.verify(wrong).fault
    else:
        with pytest.raises(senpu.LogError) as found:
            read(wrong)  # type: ignore[operator] # one of the functions above
        (fault,) = found.value.faults
    assert fault is not None
    assert (fault.id, fault.line, fault.column) == ("positionUnknown", 1, wrong.index("nest") + 1)


@pytest.mark.parametrize("text", ["", "Senpu 1", "game.senpu", "800/bonsai-2021"])
def test_another_text_is_no_position(folder: Path, text: str) -> None:
    with pytest.raises(senpu.LogError, match="a position text begins with"):
        senpu.Position.from_text(text)


def test_an_unfinished_text_is_no_name_of_a_file(folder: Path) -> None:
    with pytest.raises(senpu.LogError, match="a position text begins with"):
        senpu.read(text="> Senpu 1 ")


def test_a_position_has_its_own_options(folder: Path, text: str) -> None:
    with pytest.raises(senpu.Error, match="leave out the argument options"):
        senpu.start(text, options=["idle-markers"])
    with pytest.raises(senpu.Error, match="leave out the argument options"):
        senpu.new("x.senpu", text, options=["idle-markers"])
