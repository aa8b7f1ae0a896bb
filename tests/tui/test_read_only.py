"""A viewer that is to write nothing writes nothing; and the server that shows such a one."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
from textual.pilot import Pilot

from senpu.tui.app import SenpuApp
from senpu.tui.cli import main
from senpu.tui.serving import ServingError, serve
from senpu.tui.user_files import Memory
from tests.tui.stage import CLUB_NIGHT, browsing, perform, player, playing, rows, settled, text

UNFINISHED = "\n".join(CLUB_NIGHT.read_text("utf-8").split("\n")[:24]) + "\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Make a folder with an unfinished log and a link to a log outside it."""
    folder = tmp_path / "served"
    folder.mkdir()
    (folder / "game.senpu").write_text(UNFINISHED, "utf-8")
    outside = tmp_path / "outside.senpu"
    outside.write_text(UNFINISHED.replace("Club night, round 2", "Not yours"), "utf-8")
    (folder / "link.senpu").symlink_to(outside)
    return folder


def everything(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.parent.rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in files}


ATTEMPTS = (
    "a colon i C colon space p a s s enter escape escape j enter apostrophe x enter escape r t"
)


def test_nothing_is_recorded_noted_or_remembered(place: Path) -> None:
    before = everything(place)
    app = SenpuApp(*player(place / "game.senpu", "end")._first, memory=Memory(), read_only=True)

    async def script(pilot: Pilot[None]) -> None:
        last = playing(pilot).timeline.last
        await pilot.press("a")
        await settled(pilot)
        assert "Senpu runs" in text(pilot)
        assert "read-only." in text(pilot)
        assert "copy it up to" not in text(pilot)
        await pilot.press("escape", *ATTEMPTS.split())
        await settled(pilot)
        assert playing(pilot).timeline.last == last
        offered = {each.word for each in app.list_commands(app.screen)}
        assert "theme" in offered
        assert "picture" not in offered

    perform(app, script, (120, 40))
    assert everything(place) == before


def test_the_library_begins_no_game_and_shows_nothing_from_outside_its_folder(
    place: Path,
) -> None:
    before = everything(place)
    app = SenpuApp(folders=[place], read_only=True)

    async def script(pilot: Pilot[None]) -> None:
        assert [game.path.name for game in browsing(pilot).shelf.games] == ["game.senpu"]
        with pytest.raises(PermissionError, match="not in the folders shown"):
            app.open_log(place / "link.senpu")
        with pytest.raises(PermissionError):
            app.open_both(place / "game.senpu", CLUB_NIGHT)
        await pilot.press("n")
        await pilot.pause()
        assert browsing(pilot)
        assert "Read-only" in rows(pilot)[-1]

    perform(app, script)
    assert everything(place) == before


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (["--port", "1"], "--port requires --serve"),
        (["--write"], "--write requires --serve"),
        (["--serve", "--port", "70000"], "expected a whole number from 1 to 65535"),
        (["--serve", "--write", "--read-only"], "cannot be combined"),
        (["--as", "japan"], "--as requires exactly one FILE"),
        ([str(CLUB_NIGHT), str(CLUB_NIGHT.parent)], "logs and folders cannot be combined"),
        ([str(CLUB_NIGHT)] * 3, "3 logs are too many"),
        ([str(CLUB_NIGHT)] * 2, "senpu diff"),
    ],
)
def test_a_wrong_use_of_view_is_reported(
    words: list[str], output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["view", *words]) == 2
    assert output in capsys.readouterr().err


def test_without_the_extra_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("senpu.tui.serving.find_spec", lambda _: None)
    with pytest.raises(ServingError) as caught:
        serve([], "localhost", 8000, False, "en")
    assert caught.value.message.id == "errors.serveNotInstalled"


def test_a_port_that_is_taken_and_a_host_that_is_none_are_reported() -> None:
    pytest.importorskip("textual_serve")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ServingError, match=f"--port {port}: the port is in use; use another"):
            serve([], "127.0.0.1", port, False, "en")
    with pytest.raises(ServingError, match="unknown host"):
        serve([], "nowhere.invalid", 8000, False, "en")


def fetched(url: str, **headers: str) -> tuple[int, str]:
    try:
        with urlopen(Request(url, headers=headers), timeout=60) as answer:
            return answer.status, answer.read().decode("utf-8")
    except HTTPError as error:
        return error.code, error.read().decode("utf-8")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="ended by a signal")
def test_the_server_serves_its_own_page_and_a_program_that_writes_nothing(place: Path) -> None:
    aiohttp = pytest.importorskip("aiohttp")
    pytest.importorskip("textual_serve")
    before = everything(place)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "senpu", "view", str(place / "game.senpu"), "--serve"]
    server = subprocess.Popen(
        [*command, "--port", str(port), "--host", "127.0.0.1"],
        stdout=subprocess.PIPE, text=True, env=os.environ | {"SENPU_STATE": ""},
    )  # fmt: skip
    url = f"http://127.0.0.1:{port}/"
    try:
        for _ in range(600):
            try:
                status, page = fetched(url)
                break
            except URLError:
                time.sleep(0.1)
        assert status == 200
        assert "<title>Senpu</title>" in page
        assert "://" not in page.replace('xmlns="http://www.w3.org', "")
        assert fetched(f"{url}static/js/textual.js")[0] == 200
        assert fetched(url, Host="example.org")[0] == 403
        assert fetched(f"{url}ws", Origin="http://example.org")[0] == 403

        async def visit() -> bytes:
            shown = b""
            socket_url = f"{url}ws?width=100&height=30"
            async with (
                aiohttp.ClientSession() as session,
                session.ws_connect(socket_url) as terminal,
            ):
                for word in (None, "a", ":", "C: pass\r"):
                    if word:
                        await terminal.send_json(["stdin", word])
                    until = time.monotonic() + (60 if word is None else 1)
                    while time.monotonic() < until and (word or b"Hundred" not in shown):
                        try:
                            message = await asyncio.wait_for(terminal.receive(), 0.5)
                        except TimeoutError:
                            continue
                        if message.type == aiohttp.WSMsgType.BINARY:
                            shown += message.data
                server.send_signal(signal.SIGINT)  # an open page does not block the end
            return shown

        shown = asyncio.run(visit())
        assert b"Hundred" in shown
    except BaseException:
        server.kill()
        raise
    finally:
        output, _ = server.communicate(timeout=60)
    assert f"Senpu at {url[:-1]} (read-only)" in output
    assert everything(place) == before


@pytest.mark.slow
def test_the_program_of_a_visitor_ends_with_a_killed_server(place: Path) -> None:
    pytest.importorskip("textual_serve")
    from senpu.tui.serving.server import VisitorProgram

    unused: Any = None
    names = "write_bytes", "write_str", "close", "download_manager"
    program = VisitorProgram("", **dict.fromkeys(names, unused))
    visitor = subprocess.Popen(
        [sys.executable, "-m", "senpu", "view", str(place / "game.senpu")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env=program._build_environment() | {"SENPU_STATE": ""},
    )  # fmt: skip
    assert visitor.stdin
    assert visitor.stdout
    assert visitor.stdout.readline() == b"__GANGLION__\n"
    assert visitor.stdout.read(1)
    visitor.stdin.close()  # as the system does at the end of the server
    visitor.stdout.close()
    visitor.wait(timeout=60)
