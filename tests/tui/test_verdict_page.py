"""The page with the verdict: it opens by itself at the fault, and explains each kind of fault."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input as PromptInput

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.logs.inputs import Input
from senpu.replay.core.views import View
from senpu.replay.disputes.examination import Examination, add_copies, examine
from senpu.tui.app import SenpuApp
from senpu.tui.boards.signs import DRAWN
from senpu.tui.cli import main
from senpu.tui.screens.verdict import VerdictScreen
from senpu.tui.theme import Palette
from senpu.tui.viewer_start import make_timeline
from senpu.tui.widgets.painting import Look
from senpu.tui.widgets.verdict_list import ListIndex
from senpu.tui.widgets.verdict_text import VerdictTexts
from tests import sealed
from tests.command.test_views import GAME
from tests.tui.stage import Size, perform, playing, rows, settled, text

PLAY = f"{sealed.MOVES}J: i1>B\nC: x1+c1>E\n"
SIZES: tuple[Size, ...] = ((160, 50), (80, 24))


def make_good() -> str:
    """Return a log that both sides have sealed, and two lines below the seals."""
    return sealed.go_on(
        sealed.seal(sealed.seal(sealed.log(moves=PLAY), "japan"), "china"), "J: pass\n"
    )


def make_fork() -> str:
    """Return another continuation of the game, sealed by Japan."""
    return sealed.seal(sealed.log(moves=PLAY.replace("x1+c1>E", "pass")), "japan")


def change_die(log: str) -> str:
    return log.replace("[J5 C3]", "[J6 C3]")


def change_seal(log: str) -> str:
    """Return a log with another signature in the first seal, and tags that fit."""
    rows = log.splitlines()
    at = next(at for at, row in enumerate(rows) if row.startswith("%seal")) + 4
    rows[at] = rows[at][:9] + ("A" if rows[at][9] != "A" else "B") + rows[at][10:]
    return sealed.recompute_tags("".join(f"{row}\n" for row in rows))


class Kind:
    """A kind of fault: the log, the copy in its folder, and texts of the page in each language."""

    def __init__(
        self, make: Callable[[], str], copy: str, english: list[str], japanese: list[str]
    ) -> None:
        self.make, self.copy = make, copy
        self.texts = {"en": english, "ja": japanese}

    def write(self, folder: Path) -> Path:
        if self.copy:
            sealed.write(folder / "copy.senpu", self.copy)
        return sealed.write(folder / "game.senpu", self.make())


KINDS = {
    "changed die": Kind(
        lambda: change_die(make_good()), make_good(),
        ["Line 14 is not the line that was chained", "T1 [J6 C3]", "T1 [J5 C3]", "^",
         "Line 14, event 5", "event 5: not proven", "✗─ Line 14"],
        ["14行目はハッシュチェーンを付けたときの行ではありません", "T1 [J6 C3]", "T1 [J5 C3]",
         "^", "イベント5：未証明", "✗─ 14行目"],
    ),
    "cut tail": Kind(
        lambda: make_good()[:-4], "",
        ["The last line is incomplete", "J✓ C✓", "━✗"],
        ["29行目", "J✓ C✓", "━✗"],
    ),
    "wrong seal": Kind(
        lambda: change_seal(make_good()), "",
        ["The signature is not a signature of this text", "J✗ C✗"],
        ["署名", "J✗ C✗"],
    ),
    "removed chain": Kind(
        lambda: make_good().replace("Chain: sha256\n", ""), make_good(),
        ["Line 6 of the header does not fit the log", "No event is proven"],
        ["ヘッダーの6行目がログと合いません", "証明されたイベントはありません"],
    ),
    "unknown rules": Kind(
        lambda: sealed.log(sealed.KEYED.replace("Rules: 1", "Rules: 99"), PLAY), "",
        ["Line 3 names rules or data that are not available", "shown as text", "x1+c1@D",
         "this program knows version 1"],
        ["3行目のルールまたはデータがありません", "文字のまま表示", "x1+c1@D"],
    ),
    "unknown data": Kind(
        lambda: sealed.PLAIN + f"Data: sha256:{'0' * 64}\n\n{PLAY}", "",
        ["Line 6 names rules or data that are not available", "x1+c1@D"],
        ["6行目のルールまたはデータがありません", "x1+c1@D"],
    ),
    "fork": Kind(
        make_fork, make_good(),
        ["Forked. A valid copy of this game has another line 16", "C: pass", "C: x1+c1>E",
         "Japan (Anna) signed both", "J✓"],
        ["分岐しています", "C: pass", "C: x1+c1>E", "日本軍（Anna）が両方に署名しています", "J✓"],
    ),
    "sealed": Kind(
        make_good, "",
        ["✓ Valid. 8 events of 800/bonsai-2021", "Signed by Japan (Anna) through line 16", "J✓ C✓",
         "✓ valid"],
        ["✓ 正常です。", "日本軍（Anna）（16行目まで）", "J✓ C✓", "✓ 正常"],
    ),
}  # fmt: skip


def open_first(path: Path, language: str = "en") -> SenpuApp:
    """Return the program as `senpu view FILE` starts it."""
    given = Namespace(data=None, side="", locked=False)
    record_is_readable = "unknown" not in path.parent.name and "removed" not in path.parent.name
    timeline = make_timeline(path, given) if record_is_readable else None
    app = SenpuApp(timeline, path if timeline else None, 0, language)
    app.begins_with_verdict = timeline is not None
    app.text_only = None if timeline else Input(path)
    return app


def read_page(path: Path, view: View | None = None) -> tuple[Examination, VerdictTexts]:
    found = examine(Input(path), view)
    add_copies(found, sorted(path.parent.iterdir()))
    return found, VerdictTexts(found, Look(Palette({}), DRAWN, "en"))


QUICK = ("changed die",)
BY_KIND = [pytest.param(kind, marks=() if kind in QUICK else pytest.mark.slow) for kind in KINDS]


@pytest.mark.parametrize("kind", BY_KIND)
def test_the_page_opens_by_itself_and_says_what_is_wrong(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / kind
    folder.mkdir()
    app = open_first(KINDS[kind].write(folder))

    async def script(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app.screen, VerdictScreen)
        for language in ("en", "ja"):
            for size in SIZES:
                await pilot.resize_terminal(*size)
                await settled(pilot)
                seen = " ".join(text(pilot).split())
                wanted = KINDS[kind].texts[language]
                missing = [each for each in wanted if " ".join(each.split()) not in seen]
                assert missing == [], f"{language} {size}\n{text(pilot)}"
            await pilot.press("l")

    perform(app, script, SIZES[0])


def test_every_kind_has_its_findings_without_a_screen(tmp_path: Path) -> None:
    for name, kind in KINDS.items():
        folder = tmp_path / name
        folder.mkdir()
        found, texts = read_page(kind.write(folder))
        assert found.is_good == (name == "sealed"), name
        assert len(texts.headline()) >= 2
        assert texts.sections(short=True).keys() == texts.sections(short=False).keys()
        index = ListIndex(found)
        assert index.rows, name
        assert (index.fault >= 0) == (name != "sealed"), name


def test_rows_after_the_fault_can_be_stepped_and_are_marked(tmp_path: Path) -> None:
    path = sealed.write(tmp_path / "game.senpu", change_die(make_good()))
    app = open_first(path)

    async def script(pilot: Pilot[None]) -> None:
        assert "Last proven position, after event 4" in text(pilot)
        await pilot.press("down")
        assert "Position after event 6, not proven" in text(pilot)
        assert "moves from the Japanese headquarters (A) to B" in text(pilot)
        await pilot.press("f")
        assert "Last proven position, after event 4" in text(pilot)
        await pilot.press("s")
        assert any("▸   16" in row and "J✗" in row for row in rows(pilot))
        await pilot.press("escape")
        await settled(pilot)
        assert playing(pilot).position == 4

    perform(app, script, (160, 50))


def test_a_rejected_event_ends_the_positions_but_not_the_rows(tmp_path: Path) -> None:
    path = sealed.write(tmp_path / "game.senpu", f"{sealed.PLAIN}\n{PLAY}J: i2>J\nC: pass\n")
    found, texts = read_page(path)
    index = ListIndex(found)
    assert (found.line, found.last_proven) == (12, 7)
    assert index.rows[-1].act == "pass"
    assert found.find_timeline(index.rows[-1].last) is None
    assert "i2>J" in texts.headline()[0]


@pytest.mark.parametrize("key", ["r", pytest.param("p", marks=pytest.mark.slow)])
def test_a_report_and_a_proof_are_written_to_the_named_file(key: str, tmp_path: Path) -> None:
    app = open_first(KINDS["fork"].write(tmp_path))

    async def script(pilot: Pilot[None]) -> None:
        for name, answer in (
            ("out", f"Written: {tmp_path / 'out'}"),
            ("game.senpu", "Not written"),
        ):
            await pilot.press(key)
            offered = {"r": "game.md", "p": "game.proof.txt"}[key]
            assert rows(pilot)[-1].rstrip().endswith(f"file: {offered}")
            pilot.app.screen.query_one(PromptInput).value = name
            await pilot.press("enter")
            assert answer in text(pilot)

    perform(app, script, (160, 50))
    first = (tmp_path / "out").read_text("utf-8").splitlines()[0]
    assert first == {"r": "# Verdict on game.senpu", "p": "senpu-proof/1"}[key]


def test_the_page_of_a_side_shows_no_hidden_row_and_no_copy(tmp_path: Path) -> None:
    path = sealed.write(tmp_path / "game.senpu", f"{GAME}S: lay #99\n")
    sealed.write(tmp_path / "copy.senpu", GAME)
    rules = examine(Input(path)).rules
    assert rules is not None
    found, texts = read_page(path, View(rules, "south"))
    assert not found.is_whole
    seen = " ".join([row.act for row in found.rows] + texts.headline())
    assert "#??" in seen
    assert "#05" not in seen
    assert "#99" not in seen


def test_a_log_without_rules_is_printed_as_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = KINDS["unknown rules"].write(tmp_path)
    assert main(["view", str(path)]) == 1
    printed = capsys.readouterr()
    assert "C: x1+c1@D c2+c3+k1@C" in printed.out
    assert "rulesUnknown" in printed.err
