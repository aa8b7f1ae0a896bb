"""Files of the public API: a name is always a file, and what the system refuses is an OSError."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import senpu

RULES = "800/bonsai-2021"
READERS: dict[str, Callable[[str], object]] = {
    "read": senpu.read,
    "append": lambda name: senpu.append(name, "pass"),
    "book": senpu.Book,
    "collection": lambda name: senpu.Book.build("b.sqlite", [name], jobs=1),
    "data of read": lambda name: senpu.read("game.senpu", data=name),
    "data of verify": lambda name: senpu.verify("game.senpu", data=name),
    "data of append": lambda name: senpu.append("game.senpu", "pass", data=name),
    "data of new": lambda name: senpu.new("new.senpu", RULES, data=name),
    "data of from_text": lambda name: senpu.Position.from_text(
        senpu.start(RULES).text, data=name
    ),
}  # fmt: skip
WRITERS: dict[str, Callable[[str], object]] = {
    "new": lambda name: senpu.new(name, RULES),
    "build": lambda name: senpu.Book.build(name, ["game.senpu"], jobs=1),
}


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", [*READERS, *WRITERS])
def test_what_the_system_refuses_is_an_os_error(folder: Path, name: str, language: str) -> None:
    (folder / "folder").mkdir()
    call = (READERS | WRITERS)[name]
    wrong: dict[str, type[OSError]] = {"no/file": FileNotFoundError}
    if name != "collection":  # reads folders
        wrong["folder"] = OSError
    before = {*folder.iterdir()}
    for path, kind in wrong.items():
        with pytest.raises(kind) as caught:
            call(path)
        assert isinstance(caught.value, senpu.Error)
        text = caught.value.text(language)
        assert path.partition("/")[0] in text  # the part that is missing
        assert "[Errno" not in text
        assert str(caught.value) == caught.value.text()
    assert {*folder.iterdir()} - {folder / "b.sqlite"} == before


@pytest.mark.parametrize("name", [*READERS, *WRITERS, "verify"])
def test_a_name_that_is_no_name_is_an_error(folder: Path, name: str) -> None:
    call = (READERS | WRITERS | {"verify": senpu.verify})[name]
    what = "data" if name.startswith("data") else "file"
    for wrong, why in (
        ("", f"{what}: the name of a file cannot be empty"),
        ("Senpu: 1\nGame: 800\n\n", f"{what}: this is the text of a log, not the name of a file"),
        ("a\0b", "NUL"),
    ):
        with pytest.raises(senpu.Error, match=why):
            call(wrong)
    with pytest.raises(
        TypeError, match=f"{what}: expected str or PathLike, not int|file: expected"
    ):
        call(5)  # type: ignore[arg-type] # wrong


def test_a_file_may_have_the_name_of_a_stream(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"not read")))
    for name in ("-", "./-", Path("-")):
        game = senpu.new(name, RULES)
        assert game.path == (folder / "-").absolute()
        assert [event.text for event in senpu.append(name, "C: x1+c1@D c2+c3+k1@C")] == [
            "x1+c1@D", "c2+c3+k1@C"
        ]  # fmt: skip
        assert len(senpu.read(name).events) == 2
        assert senpu.verify(name).valid
        with senpu.Book.build("b.sqlite", [name], jobs=1) as book:
            assert book.moves(senpu.start(RULES))
        (folder / "-").unlink()
        assert senpu.verify(name).fault is not None
        with pytest.raises(FileNotFoundError):
            senpu.read(name)
    assert sys.stdin.read() == "not read"
