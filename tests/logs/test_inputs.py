"""Files that a command names, and other files: what is opened, how often, and what is rejected."""

import os
import pickle
from pathlib import Path

import pytest

from senpu.logs.inputs import (
    EmptyFolder,
    EmptyFolderError,
    Input,
    IrregularFileError,
    read_file,
    read_source,
)


def open_pipe(data: bytes) -> int:
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    return reading


def test_an_input_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"abc")
    opened: list[str] = []
    real = os.open

    def open_and_count(name: str, *more: int) -> int:
        opened.append(name)
        return real(name, *more)

    monkeypatch.setattr(os, "open", open_and_count)
    source = Input(path)
    assert opened == []
    assert source.data == source.data == read_source(source) == b"abc"
    path.write_bytes(b"other")
    assert Input(path, source.data) == source
    assert len(opened) == 1


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="the system has no /dev/fd")
def test_another_process_gets_the_content_of_a_stream(tmp_path: Path) -> None:
    reading = open_pipe(b"abc")
    source = Input(f"/dev/fd/{reading}")
    assert source.is_stream
    assert source.file is None
    copy = pickle.loads(pickle.dumps(source))
    os.close(reading)
    assert copy.data == source.data == b"abc"
    regular = Input(tmp_path / "none")
    assert pickle.loads(pickle.dumps(regular)).path == regular.path  # it is read there
    with pytest.raises(EmptyFolderError):
        read_source(pickle.loads(pickle.dumps(EmptyFolder(tmp_path))))


@pytest.mark.parametrize("name", ["pipe", "link", "/dev/null", "/dev/zero"])
def test_a_file_that_no_command_names_must_be_regular(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    with pytest.raises(IrregularFileError) as error:
        read_file(tmp_path / name)
    assert error.value.filename == str(tmp_path / name)


def test_no_file_has_a_null_character_in_its_name(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "a\0b")


def test_errors_name_the_file(tmp_path: Path) -> None:
    for path, kind in ((tmp_path, IsADirectoryError), (tmp_path / "none", FileNotFoundError)):
        for read in (read_file, lambda path: Input(path).data):
            with pytest.raises(kind) as error:
                read(path)
            assert error.value.filename == str(path)
