"""`senpu verify --lang ja`: a verdict whole in Japanese, and the same verdict as in English."""

import ast
import re
import string
from pathlib import Path

import pytest

import senpu.replay.disputes.verification
from senpu.replay.disputes.verdict import Finding
from senpu.tui.messages.commands import REPAIR, SEALING
from senpu.tui.messages.verdicts import COMPARISON, VERDICT
from senpu.tui.render.fault_report import FIELD
from senpu.tui.render.verdict_report import Speaker, summary, weights
from tests import fair, sealed
from tests.command.conftest import Run
from tests.replay.texts import verdict
from tests.sealed import go_on, seal, write

ROOT = Path(senpu.replay.disputes.verification.__file__).parents[2]
LATIN = re.compile(r"[a-z]{3,} [a-z]{2,} [a-z]{2,}")
"""Three English words in a row."""


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("words", [VERDICT, SEALING, REPAIR, COMPARISON])
def test_a_word_asks_for_the_same_in_both_languages(words: dict[str, tuple[str, str]]) -> None:
    for ident, (english, japanese) in words.items():
        assert english.isascii(), ident
        assert not LATIN.search(FIELD.sub("", japanese)) or "senpu" in japanese, ident
        assert fields(english) == fields(japanese), ident


def test_every_word_is_used() -> None:
    said, starts = set[str](), set[str]()
    for path in [*ROOT.glob("tui/**/*.py"), *ROOT.glob("replay/**/*.py")]:
        nodes = (
            () if path.parent.name == "messages" else ast.walk(ast.parse(path.read_text("utf-8")))
        )
        for node in nodes:
            if isinstance(node, ast.Constant):
                said.add(str(node.value))
            elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                starts.add(str(node.values[0].value))
    begun = tuple(start for start in starts if re.fullmatch("[a-z]+_", start))
    made = ("by_rules_", *begun, "lines", "events", "seal", "key")
    idents = [*VERDICT, *SEALING, *REPAIR, *COMPARISON]
    unused = [ident for ident in idents if ident.removesuffix("_one") not in said]
    assert [ident for ident in unused if not ident.startswith(made)] == []


def found_in(module: str) -> set[str]:
    """The ids of findings in a source; of one that is made up, how it begins."""
    made = set()
    for node in ast.walk(ast.parse(Path(module).read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for each in ast.walk(node.args[0]) if node.func.id == "finding" else ():
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    made.add(each.value)
    return made


def test_every_finding_has_its_words() -> None:
    made = found_in(str(senpu.replay.disputes.verdict.__file__)) | found_in(
        str(senpu.replay.disputes.verification.__file__)
    )
    assert {"chained", "roll_awaits", "first_seen"} <= made
    assert sorted(ident for ident in made if ident != "_" and ident not in VERDICT) == []


LOGS = {
    "bad": sealed.PLAIN + "\nC: x1+c1@D c2+c3+k1@C\nJ: i1@D\n",
    "chained": sealed.log(),
    "signed": go_on(seal(seal(sealed.log(), "japan"), "china"), "J: pass\n"),
    "changed": seal(sealed.log(), "japan").replace("[J5 C3]", "[J6 C3]"),
    "resigned": go_on(sealed.log(), "J: resign\nEnd: China resign\n"),
    "dice": fair.begun(),
    "one secret": fair.reveal(fair.begun(), "north"),
    "unknown game": "Senpu: 1\nGame: chess/fide\n\n",
}


@pytest.mark.parametrize("name", LOGS)
def test_a_verdict_says_as_much_in_japanese(name: str) -> None:
    found = verdict(LOGS[name])
    english, japanese = Speaker("en"), Speaker("ja")
    for each in (one for many in weights(found).values() for one in many):
        said = japanese.finding(each)
        assert not LATIN.search(said)
        numbers = sorted(set(re.findall(r"\d+", english.finding(each))))
        assert sorted(set(re.findall(r"\d+", said))) == numbers
    assert not LATIN.search(summary(found, japanese))


def test_one_is_told_as_one() -> None:
    one, more = (Finding("by_rules_pinned", {"n": n, "game": "g", "version": 1}) for n in (1, 2))
    assert Speaker().finding(one).startswith("Event 1 goes by")
    assert Speaker().finding(more).startswith("Events 1 to 2 go by")


def test_sides_have_their_names_where_the_rules_are_known(run: Run, folder: Path) -> None:
    path = write(folder / "game.senpu", LOGS["signed"])
    answer = run("verify", path, "--lang", "ja")
    assert answer.status == 0
    assert "日本軍は鍵" in answer.out
    assert "国民党軍は" in answer.out
    assert f"{path}: 正常。800/bonsai-2021、" in answer.out
    assert "Japan, by the key" in run("verify", path).out


def test_a_refusal_is_told_whole(run: Run, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with log.open("a", encoding="utf-8") as file:
        file.write("J: i3+i4>E\n")
    monkeypatch.setenv("SENPU_LANG", "ja")
    answer = run("verify", log)
    assert answer.status == 1
    assert "illegalMove: i3+i4>E: EとBは角で接しているだけで、隣接" in answer.out
    assert "代わりに可能：i3+i4>D" in answer.out
    assert "手番号5の後の局面：" in answer.out
    assert "不備あり。手番号5（第1ターン）まで正しく、その後に1手。" in answer.out
    assert not LATIN.search(answer.out)
    for command in ("show", "legal"):
        assert "illegalMove: i3+i4>E: EとBは角で" in run(command, log).err
    assert "記録に不備があり、何も書き込まれていない" in run("append", log, "J: pass").err


def test_json_is_the_same_in_both_languages(run: Run, log: Path, folder: Path) -> None:
    with log.open("a", encoding="utf-8") as file:
        file.write("J: i3+i4>E\n")
    for path in (log, write(folder / "changed.senpu", LOGS["changed"])):
        assert run("verify", path, "--json", "--lang", "ja") == run("verify", path, "--json")


def test_the_page_for_an_arbiter(run: Run, folder: Path) -> None:
    path = write(folder / "game.senpu", LOGS["changed"])
    assert run("verify", path, "--lang", "ja", "--report", "page.md").status == 1
    page = (folder / "page.md").read_text("utf-8")
    assert page.startswith("# 検証：game.senpu\n")
    assert "\n**不備あり。手番号" not in page
    assert "## 不備：chainMismatch" in page
    assert "タグが、ここまでの行から決まるものと違う。" in page
    assert "## 確かめるには" in page
    titles = [row for row in page.splitlines() if row.startswith("#")]
    assert run("verify", path, "--report", "english.md").status == 1
    other = (folder / "english.md").read_text("utf-8").splitlines()
    assert len(titles) == len([row for row in other if row.startswith("#")])


def test_a_text_that_cannot_be_read_is_told_to_who_appends(run: Run, log: Path) -> None:
    answer = run("append", log, "J: i3->D", "--lang", "ja")
    assert answer.status == 1
    assert "badToken: 棋譜として読めないものがある。" in answer.err
    assert "移動は > だけで書く：i3>D" in answer.err
    assert "手番でない陣営の名がある。" in run("append", log, "C: x1>E", "--lang", "ja").err
    torn = log.read_bytes()[:-1]
    log.write_bytes(torn)
    assert "最後の行に改行がない" in run("append", log, "J: pass", "--lang", "ja").err
    assert log.read_bytes() == torn


def test_signing_and_repairing_are_told_in_japanese(run: Run, log: Path, folder: Path) -> None:
    made = run("keygen", "own.key", "--no-passphrase", "--lang", "ja")
    assert made.out.startswith("own.key: 秘密鍵。")
    whole = run("repair", log, "--lang", "ja")
    assert whole.out == f"{log}: 最後の行は完全。何も変えていない\n"
    log.write_bytes(log.read_bytes() + b"J: i3>D")
    torn = run("repair", log, "--lang", "ja")
    assert "7バイトを切り取り" in torn.out
    assert "対局の行として読める。" in torn.out
    assert run("seal", log, "--key", "own.key", "--lang", "ja").err == (
        f"senpu: {log}：署名する連鎖がない：senpu seal --chain {log}\n"
    )
    assert "連鎖を付けた" in run("seal", log, "--chain", "--lang", "ja").out
    sealed = run("seal", log, "--key", "own.key", "--as", "japan", "--lang", "ja")
    assert "日本軍は以後、鍵" in sealed.out
    assert "日本軍が1〜" in sealed.out
    log.write_bytes(log.read_bytes().replace(b"C: x1", b"C: c1"))
    damaged = run("repair", log, "--lang", "ja")
    assert damaged.status == 1
    assert "unitTwice: 1つの並びに同じものが2度ある。" in damaged.err
    assert "末尾の途切れではないので直さない。" in damaged.err


def test_two_copies_are_compared_in_japanese(run: Run, folder: Path) -> None:
    one = write(folder / "a.senpu", go_on(sealed.log(), "J: i3+i4>D\n"))
    other = write(folder / "b.senpu", seal(go_on(sealed.log(), "J: pass\n"), "japan"))
    assert run("diff", one, one, "--lang", "ja").out.startswith("identical: ")
    said = run("diff", one, other, "--lang", "ja")
    assert said.status == 1
    assert said.out.startswith(f"fork: {one}と{other}は分かれる（14行、手番号5の後）")
    assert "これには誰も署名していない" in said.out
    assert "日本軍が1〜15行（手番号6まで）に署名" in said.out
    assert "この2つの後の局面の相違：" in said.out
    assert not LATIN.search(said.out.replace(str(folder), ""))
    assert run("diff", one, other, "--lang", "ja", "--json") == run("diff", one, other, "--json")
    assert "ファイルがない" in run("diff", one, "none.senpu", "--lang", "ja").err
