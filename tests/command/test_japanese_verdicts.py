"""`senpu verify --lang ja`: a verdict whole in Japanese, and the same verdict as in English."""

import ast
import re
from pathlib import Path

import pytest

import senpu.replay.disputes.known_copies
from senpu.notation.messages import MESSAGES
from senpu.replay.disputes.verdict import Finding
from senpu.spec.texts import read_catalogue
from senpu.tui.render.verdict_report import (
    SideNames,
    group_findings,
    render_finding,
    render_summary,
)
from tests import fair, sealed
from tests.command.conftest import Run
from tests.replay.texts import verdict
from tests.sealed import go_on, seal, write

ROOT = Path(senpu.replay.disputes.known_copies.__file__).parents[2]
FIELD = re.compile(r"\{[^{}]*\}")
LATIN = re.compile(r"[a-z]{3,} [a-z]{2,} [a-z]{2,}")
"""Three English words in a row."""


TOPICS = ("verdict", "findings", "arbiter", "comparison", "dice", "migration", "repair", "sealing")


def sentences(language: str) -> dict[str, str]:
    """Return every text of the reports by id; of texts by plural form the last one."""
    found = read_catalogue(MESSAGES, language)
    return {
        ident: text["other"] if isinstance(text, dict) else text
        for ident, text in found.items()
        if ident.partition(".")[0] in TOPICS
    }


def test_english_is_ascii_and_japanese_is_japanese() -> None:
    assert all(text.isascii() for text in sentences("en").values())
    for ident, text in sentences("ja").items():
        assert not LATIN.search(FIELD.sub("", text)) or "senpu" in text, ident


@pytest.mark.slow
def test_every_text_is_used() -> None:
    constants, starts = set[str](), set[str]()
    for path in [*ROOT.glob("tui/**/*.py"), *ROOT.glob("replay/**/*.py")]:
        nodes = (
            () if path.parent.name == "messages" else ast.walk(ast.parse(path.read_text("utf-8")))
        )
        for node in nodes:
            if isinstance(node, ast.Constant):
                constants.add(str(node.value).removeprefix("dice."))
            elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                starts.add(str(node.values[0].value))
    begun = tuple(start for start in starts if re.fullmatch("[a-z]+_", start))
    made = (
        "by_rules_",
        *begun,
        "lines",
        "events",
        "signed_unchecked",
        "key_unchecked",
        "fact_",
        "value_",
    )
    keys = [ident.rpartition(".")[2] for ident in sentences("en")]
    unused = [key for key in keys if key not in constants]
    assert [key for key in unused if not key.startswith(made)] == []


def found_in(module: str) -> set[str]:
    """The ids of findings in a source; of one that is made up, how it begins."""
    made = set()
    for node in ast.walk(ast.parse(Path(module).read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for each in ast.walk(node.args[0]) if node.func.id == "make_finding" else ():
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    made.add(each.value)
    return made


def test_every_finding_has_its_texts() -> None:
    made = found_in(str(senpu.replay.disputes.verdict.__file__)) | found_in(
        str(senpu.replay.disputes.known_copies.__file__)
    )
    assert {"chained", "roll_pending_secret", "first_seen"} <= made
    known = sentences("en").keys()
    assert (
        sorted(ident for ident in made if ident != "_" and f"findings.{ident}" not in known) == []
    )


LOGS = {
    "bad": sealed.PLAIN + "\nC: x1+c1@D c2+c3+k1@C\nJ: i1@D\n",
    "chained": sealed.log(),
    "signed": go_on(seal(seal(sealed.log(), "japan"), "china"), "J: pass\n"),
    "changed": seal(sealed.log(), "japan").replace("[J5 C3]", "[J6 C3]"),
    "resigned": go_on(sealed.log(), "J: resign\n"),
    "dice": fair.begun(),
    "one secret": fair.reveal(fair.begun(), "north"),
    "unknown game": "Senpu: 1\nGame: chess/fide\n\n",
}


@pytest.mark.parametrize("name", LOGS)
def test_a_verdict_says_as_much_in_japanese(name: str) -> None:
    found = verdict(LOGS[name])
    english, japanese = SideNames("en"), SideNames("ja")
    for each in (one for many in group_findings(found).values() for one in many):
        text = render_finding(each, japanese)
        assert not LATIN.search(text)
        numbers = sorted(set(re.findall(r"\d+", render_finding(each, english))))
        assert sorted(set(re.findall(r"\d+", text))) == numbers
    assert not LATIN.search(render_summary(found, japanese))


def test_one_is_reported_as_one() -> None:
    one, more = (Finding("by_rules_pinned", {"n": n, "game": "g"}) for n in (1, 2))
    assert render_finding(one, SideNames()).startswith("Event 1 follows")
    assert render_finding(more, SideNames()).startswith("Events 1 to 2 follow")


def test_sides_have_their_names_where_the_rules_are_known(run: Run, folder: Path) -> None:
    path = write(folder / "game.senpu", LOGS["signed"])
    answer = run("verify", path, "--lang", "ja")
    assert answer.status == 0
    assert "日本軍が署名鍵" in answer.out
    assert "国民党軍が" in answer.out
    assert f"{path}：正常です。800/bonsai-2021、" in answer.out
    assert "Japan signed lines 1 to" in run("verify", path).out


def test_a_rejection_is_reported_whole(
    run: Run, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with log.open("a", encoding="utf-8") as file:
        file.write("J: i3+i4>E\n")
    monkeypatch.setenv("SENPU_LANG", "ja")
    answer = run("verify", log)
    assert answer.status == 1
    assert "illegalMove: i3+i4>E：EとBは角で接しているだけで、隣接エリ" in answer.out
    assert "可能な行動：i3+i4>D" in answer.out
    assert "イベント5の後の局面：" in answer.out
    assert "エラーがあります。イベント5（第1ターン）、" in answer.out
    assert not LATIN.search(answer.out)
    for command in ("show", "legal"):
        assert "illegalMove: i3+i4>E：EとBは角で" in run(command, log).err
    rejected = run("append", log, "J: pass").err
    assert "ログにエラーがあります。\n" in rejected
    assert rejected.endswith("\nファイルは変更していません。\n")


def test_json_is_the_same_in_both_languages(run: Run, log: Path, folder: Path) -> None:
    with log.open("a", encoding="utf-8") as file:
        file.write("J: i3+i4>E\n")
    for path in (log, write(folder / "changed.senpu", LOGS["changed"])):
        assert run("verify", path, "--json", "--lang", "ja") == run("verify", path, "--json")


def test_the_page_for_an_arbiter(run: Run, folder: Path) -> None:
    path = write(folder / "game.senpu", LOGS["changed"])
    assert run("verify", path, "--lang", "ja", "--report", "page.md").status == 1
    page = (folder / "page.md").read_text("utf-8")
    assert page.startswith("# 検証結果：game.senpu\n")
    assert "\n結果：**エラーがあります。イベント" in page
    assert "## エラー：chainMismatch" in page
    assert "タグは" in page
    assert "## 確認の方法" in page
    titles = [row for row in page.splitlines() if row.startswith("#")]
    assert run("verify", path, "--report", "english.md").status == 1
    other = (folder / "english.md").read_text("utf-8").splitlines()
    assert len(titles) == len([row for row in other if row.startswith("#")])


def test_a_text_that_cannot_be_read_is_reported_to_who_appends(run: Run, log: Path) -> None:
    answer = run("append", log, "J: i3->D", "--lang", "ja")
    assert answer.status == 1
    assert "badToken: 「i3->D」は記法にありません。" in answer.err
    assert "移動は > だけで書いてください：i3>D" in answer.err
    assert (
        "wrongActor: 今は日本軍（J:）が行動します。"
        in run("append", log, "C: x1>E", "--lang", "ja").err
    )
    torn = log.read_bytes()[:-1]
    log.write_bytes(torn)
    assert "最後の行に改行がありません" in run("append", log, "J: pass", "--lang", "ja").err
    assert log.read_bytes() == torn


def test_signing_and_repairing_are_reported_in_japanese(run: Run, log: Path, folder: Path) -> None:
    made = run("keygen", "own.key", "--no-passphrase", "--lang", "ja")
    assert made.out.startswith("own.key：秘密鍵です。")
    whole = run("repair", log, "--lang", "ja")
    assert whole.out == f"{log}：最後の行は完全です。ファイルは変更していません。\n"
    log.write_bytes(log.read_bytes() + b"J: i3>D")
    torn = run("repair", log, "--lang", "ja")
    assert "7バイトを取り除き" in torn.out
    assert "記法としては読めますが、" in torn.out
    assert run("seal", log, "--key", "own.key", "--lang", "ja").err == (
        f"senpu: {log}：署名するハッシュチェーンがありません。"
        f"\nヒント：先に付けてください：`senpu seal --chain {log}`\n"
        "ファイルは変更していません。\n"
    )
    assert "ハッシュチェーンを付けました" in run("seal", log, "--chain", "--lang", "ja").out
    sealed = run("seal", log, "--key", "own.key", "--side", "japan", "--lang", "ja")
    assert "以後、日本軍は署名鍵" in sealed.out
    assert "日本軍が1〜" in sealed.out
    log.write_bytes(log.read_bytes().replace(b"C: x1", b"C: c1"))
    damaged = run("repair", log, "--lang", "ja")
    assert damaged.status == 1
    assert "unitTwice: 「" in damaged.err
    assert "取り除くのは、途切れた末尾だけです。" in damaged.err


def test_two_copies_are_compared_in_japanese(run: Run, folder: Path) -> None:
    one = write(folder / "a.senpu", go_on(sealed.log(), "J: i3+i4>D\n"))
    other = write(folder / "b.senpu", seal(go_on(sealed.log(), "J: pass\n"), "japan"))
    assert run("diff", one, one, "--lang", "ja").out.startswith("identical: ")
    output = run("diff", one, other, "--lang", "ja")
    assert output.status == 1
    assert output.out.startswith(f"fork: {one}と{other}は14行目（イベント5）の後で分岐")
    assert "この分岐にはどの陣営の署名もありません" in output.out
    assert "で1〜15行目（イベント6まで）に署名" in output.out
    assert "この2つのイベントの後の局面の違い：" in output.out
    assert not LATIN.search(output.out.replace(str(folder), ""))
    assert run("diff", one, other, "--lang", "ja", "--json") == run("diff", one, other, "--json")
    assert "ファイルもフォルダーもありません" in run("diff", one, "none.senpu", "--lang", "ja").err
