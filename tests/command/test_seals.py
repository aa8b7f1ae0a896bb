"""Keys and seals by command: two people exchange a log by mail, and one of them cheats."""

import json
import re
import shutil
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

from senpu.logs.chain import add_tags
from tests import sealed
from tests.command.conftest import SET_UP, Answer, Run
from tests.toy.logs import write as write_toy

At = Callable[..., Answer]


@pytest.fixture(name="at")
def run_as_player(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> At:
    """Run a command as one of two people, each with a separate folder, key and state."""

    def run_as(name: str, *arguments: object, stdin: bytes = b"") -> Answer:
        (folder / name).mkdir(exist_ok=True)
        monkeypatch.chdir(folder / name)
        monkeypatch.setenv("SENPU_STATE", str(folder / name / "state"))
        monkeypatch.setenv("SENPU_CONFIG", str(folder / name / "config"))
        return run(*arguments, stdin=stdin)

    return run_as


@pytest.fixture
def mail(folder: Path) -> Callable[..., None]:
    """Send a file from one to the other."""

    def mail(name: str, to: str, file: str = "game.senpu", as_: str = "") -> None:
        shutil.copy(folder / name / file, folder / to / (as_ or Path(file).name))

    return mail


@pytest.fixture
def begun(at: At, mail: Callable[..., None]) -> None:
    """A game that Anna has begun with both keys, set up and signed by both."""
    for name in ("anna", "bo"):
        assert at(name, "keygen", "--no-passphrase").status == 0
    mail("bo", "anna", "config/key.pub", "bo.pub")
    keys = ("--public", "japan=config/key.pub", "--public", "china=bo.pub")
    names = ("--japan", "Anna", "--china", "Bo")
    assert at("anna", "new", "800/bonsai-2021", "game.senpu", "--chain", *names, *keys).status == 0
    mail("anna", "bo")
    assert at("bo", "append", "game.senpu", "C: x1+c1@D c2+c3+k1@C").status == 0
    assert at("bo", "seal", "game.senpu").status == 0
    mail("bo", "anna")
    assert at("anna", "append", "game.senpu", "J: i1+i2+g1@A\n[J5 C3]\nJ: i3+i4>D").status == 0
    answer = at("anna", "seal", "game.senpu")
    assert answer.out.splitlines() == [
        "game.senpu: Japan signed lines 1 to 23 (through event 6)",
        "game.senpu: newly signed events of Japan: 3 (i1+i2+g1@A), 4 (i3+i4+g2@B), 6 (i3+i4>D)",
    ]
    mail("anna", "bo")


# ---- keygen ---------------------------------------------------------------------------------


def test_a_key_is_made_for_its_owner_alone(at: At, folder: Path) -> None:
    answer = at("anna", "keygen", "--no-passphrase")
    path = folder / "anna" / "config" / "key.pem"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "fingerprint: " in answer.out
    again = at("anna", "keygen", "--no-passphrase")
    assert (again.status, again.out) == (2, "")
    assert "the key exists; not overwritten" in again.err


def test_a_key_that_others_can_read_is_used_and_reported(at: At, folder: Path, begun: None) -> None:
    (folder / "anna" / "config" / "key.pem").chmod(0o644)
    answer = at("anna", "seal", "game.senpu")
    assert answer.status == 0
    assert "other users can read your private key" in answer.err


def test_a_passphrase_from_a_file_locks_it_and_opens_it(at: At, folder: Path, begun: None) -> None:
    (folder / "anna" / "pass").write_text("secret\nand more\n")
    assert at("anna", "keygen", "new.pem", "--passphrase-file", "pass").status == 0
    assert at("anna", "seal", "game.senpu", "--new-key", "new.pub").status == 0
    locked = at("anna", "seal", "game.senpu", "--key", "new.pem")
    assert locked.status == 2
    assert "--passphrase-file" in locked.err
    (folder / "anna" / "wrong").write_text("other\n")
    wrong = at("anna", "seal", "game.senpu", "--key", "new.pem", "--passphrase-file", "wrong")
    assert "the passphrase is wrong" in wrong.err
    assert (
        at("anna", "seal", "game.senpu", "--key", "new.pem", "--passphrase-file", "pass").status
        == 0
    )
    assert at("anna", "verify", "game.senpu").status == 0


def test_a_passphrase_is_asked_for_at_a_keyboard(
    at: At, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = iter(["one", "other", "one", "one"])
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(output))
    monkeypatch.setattr("senpu.tui.commands.seals._is_interactive", lambda: True)
    assert "the two passphrases differ" in at("anna", "keygen").err
    assert not (folder / "anna" / "config").exists()
    assert at("anna", "keygen").status == 0
    assert b"ENCRYPTED" in (folder / "anna" / "config" / "key.pem").read_bytes()


def test_a_key_without_a_passphrase_is_asked_for_by_name(at: At, folder: Path) -> None:
    answer = at("anna", "keygen", "k.pem")
    assert (answer.status, answer.out) == (2, "")
    assert "--no-passphrase" in answer.err
    assert list((folder / "anna").iterdir()) == []


# ---- an exchange ----------------------------------------------------------------------------


def test_an_exchange_is_good_on_both_sides_and_says_who_signed_what(
    at: At, mail: Callable[..., None], begun: None
) -> None:
    answer = at("bo", "verify", "game.senpu")
    assert answer.status == 0
    assert (
        "valid; 6 events of 800/bonsai-2021, turn 1, in progress; hash chain intact" in answer.out
    )
    reported = " ".join(answer.out.split())
    assert " of Anna is new on this computer" in reported
    assert "is new on this computer" in reported
    assert "is new on this computer" not in at("bo", "verify", "game.senpu").out
    assert "signed lines 1 to 14 (through event 2)" in reported
    assert "signed lines 1 to 23 (through event 6)" in reported
    assert "open China has not signed lines 15 to 29." in reported
    assert at("bo", "seal", "game.senpu").status == 0
    reported = " ".join(at("bo", "verify", "game.senpu").out.split())
    assert "open Japan has not signed lines 24 to 35." in reported


def test_who_goes_back_behind_a_seal_is_reported_and_does_not_sign_twice(
    at: At, mail: Callable[..., None], begun: None, folder: Path
) -> None:
    old = (folder / "bo" / "game.senpu").read_text("utf-8")
    assert at("bo", "append", "game.senpu", "C: k1*B.g2 [6 5]").status == 0
    assert at("bo", "seal", "game.senpu").status == 0
    (folder / "bo" / "game.senpu").write_text(old, "utf-8")
    answer = at("bo", "verify", "game.senpu")
    assert answer.status == 0
    reported = " ".join(answer.out.split())
    assert "This copy has 29 lines and lacks signatures of China for lines through 30" in reported
    refused = at("bo", "append", "game.senpu", "C: pass")
    assert refused.status == 1
    assert "lacks the seal that China made here through line 30" in refused.err
    assert "senpu verify game.senpu --accept-copy" in refused.err
    assert at("bo", "verify", "game.senpu", "--accept-copy").status == 0
    assert at("bo", "append", "game.senpu", "C: pass").status == 0


def test_a_line_changed_in_one_copy_is_found_and_the_place_drawn(
    at: At, begun: None, folder: Path
) -> None:
    path = folder / "bo" / "game.senpu"
    text = path.read_text("utf-8")
    path.write_text(text.replace("J: i3+i4>D", "J: i3>A"), "utf-8")
    answer = at("bo", "verify", "game.senpu")
    assert answer.status == 1
    assert "game.senpu:23:9: chainMismatch: tag " in answer.out
    assert "Position after event 5:" in answer.out
    assert "| [i1 :: ]   | [i3 :: ]" in answer.out
    assert ", line 22 of 29;" in answer.out
    # With a new chain it is legal, but Japan has signed another text.
    path.write_text(sealed.recompute_tags(path.read_text("utf-8")), "utf-8")
    answer = at("bo", "verify", "game.senpu")
    assert "sealMisplaced: " in answer.out
    # An illegal event is reported first; the broken seal is reported too.
    path.write_text(
        sealed.recompute_tags(path.read_text("utf-8").replace("J: i3>A", "J: i3>E")), "utf-8"
    )
    reported = " ".join(at("bo", "verify", "game.senpu").out.split())
    assert "Line 23 is invalid: illegalMove." in reported
    assert "Line 27 is not the line that was chained or signed" in reported
    assert "Lines 1 to 26 form an intact hash chain" in reported


def test_a_line_signed_by_both_that_breaks_a_rule_is_reported_with_who_signed_it(
    run: Run, folder: Path
) -> None:
    text = sealed.seal(sealed.go_on(sealed.log(), "J: i3+i4>E\n"), "japan")
    sealed.write(folder / "game.senpu", text)
    answer = run("verify", "game.senpu")
    assert "illegalMove: i3+i4>E" in answer.out
    reason = "Line 15 is invalid: illegalMove. Signatures that cover this line: Japan"
    assert reason in " ".join(answer.out.split())


def test_two_games_signed_by_one_key_are_proven(
    at: At, mail: Callable[..., None], begun: None, folder: Path
) -> None:
    rows = (folder / "anna" / "game.senpu").read_text("utf-8").splitlines(keepends=True)
    sealed.write(folder / "anna" / "other.senpu", "".join(rows[:22]))
    assert at("anna", "verify", "other.senpu", "--accept-copy").status == 0
    assert at("anna", "append", "other.senpu", "J: i3*D.x1 [6 5]").status == 0
    assert at("anna", "seal", "other.senpu").status == 0
    mail("anna", "bo", "other.senpu")
    assert at("bo", "verify", "game.senpu").status == 0
    other = at("bo", "verify", "other.senpu")
    assert other.status == 0
    assert "Japan signed both: `senpu diff` prints a proof" in " ".join(other.out.split())
    answer = at("bo", "diff", "game.senpu", "other.senpu", "--proof", "proof.txt")
    assert answer.status == 1
    assert "fork: game.senpu and other.senpu differ after line 22 (event 5)" in answer.out
    assert "Japan signed two histories of this game" in answer.out
    (folder / "arbiter").mkdir()
    mail("bo", "arbiter", "proof.txt")
    proven = at("arbiter", "verify", "proof.txt")
    assert proven.status == 0
    assert "valid proof: Japan signed two games" in proven.out
    found = json.loads(at("arbiter", "verify", "proof.txt", "--json").out)
    assert (found["file"], found["valid"]) == ("proof.txt", True)
    path = folder / "arbiter" / "proof.txt"
    path.write_text(path.read_text("utf-8").replace("  line 2", "  line 3", 1), "utf-8")
    assert at("arbiter", "verify", "proof.txt").status == 1


def test_a_player_with_another_key_than_before_is_reported(
    at: At, mail: Callable[..., None], begun: None, folder: Path
) -> None:
    assert at("bo", "verify", "game.senpu").status == 0
    assert at("eve", "keygen", "--no-passphrase").status == 0
    mail("eve", "anna", "config/key.pub", "eve.pub")
    keys = ("--public", "china=eve.pub")
    names = ("--japan", "Otto", "--china", "Bo")
    assert at("anna", "new", "800/bonsai-2021", "next.senpu", "--chain", *names, *keys).status == 0
    mail("anna", "bo", "next.senpu")
    answer = at("bo", "verify", "next.senpu")
    assert answer.status == 0
    assert "is not the key that this computer knows for that name" in " ".join(answer.out.split())
    key = json.loads(at("bo", "verify", "next.senpu", "--json").out)["keys"]["china"]
    assert at("bo", "keys", "trust", "Bo", key, "--log", "next.senpu").status == 0
    assert key not in at("bo", "verify", "next.senpu").out
    assert "is not the key that this computer knows" in " ".join(
        at("bo", "verify", "game.senpu").out.split()
    )


def test_dice_are_undone_with_the_seals_of_both(
    at: At, mail: Callable[..., None], begun: None
) -> None:
    assert at("bo", "append", "game.senpu", "C: k1*B.g2 [2 3] no").status == 0
    refused = at("bo", "append", "game.senpu", "C: undo 2")
    assert refused.status == 1
    assert "needs the consent of each side" in refused.err
    assert "agreed to undo 2" in at("bo", "seal", "game.senpu", "--undo", 2).out
    mail("bo", "anna")
    assert at("anna", "seal", "game.senpu", "--undo", 2).status == 0
    assert at("anna", "append", "game.senpu", "C: undo 2").status == 0
    assert at("anna", "verify", "game.senpu").status == 0
    assert "k1*B.g2" in at("anna", "show", "game.senpu", "--at", 7).out


# ---- verify ---------------------------------------------------------------------------------


def test_without_the_package_seals_are_not_taken_for_good(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealed.write(folder / "game.senpu", sealed.seal(sealed.log(), "japan"))
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    answer = run("verify", "game.senpu")
    assert answer.status == 0
    assert "The signatures were not checked, so it is not proven who signed." in answer.out
    assert "by the key" not in answer.out
    found = json.loads(run("verify", "game.senpu", "--json").out)
    assert [one["checked"] for one in found["seals"]] == [False]
    monkeypatch.setitem(sys.modules, "cryptography", None)
    for command in (
        ("keygen", "k.pem", "--no-passphrase"),
        ("seal", "game.senpu", "--key", "k.pem"),
    ):
        answer = run(*command)
        assert answer.status == 2
        assert "pip install '.[sign]'" in answer.err


def test_a_report_is_a_page_for_an_arbiter(run: Run, folder: Path) -> None:
    text = sealed.seal(sealed.go_on(sealed.log(), "J: i3+i4>E\n"), "japan")
    sealed.write(folder / "game.senpu", text)
    answer = run("verify", "game.senpu", "--report", "report.md")
    assert answer.status == 1
    page = (folder / "report.md").read_text("utf-8")
    for output in (
        "# Verdict on game.senpu", "- Japan: Anna", "## What the log proves",
        "## What the log leaves open", "## What is inconsistent", "## Seals",
        "- Japan signed lines 1 to 15 (through event 6)", "## Fault: illegalMove", "Rule 7.2-1,",
        "Legal alternatives: `i3+i4>D`", "Position after event 5:", "SHA-256 of the file: `",
    ):  # fmt: skip
        assert output in page, output
    refused = run("verify", "game.senpu", "--report", "game.senpu")
    assert refused.status == 2
    assert "the command reads this file" in refused.err
    assert run("verify", "game.senpu", "x", "--report", "r.md").status == 2


def test_json_says_what_is_proven_open_and_broken(run: Run, folder: Path) -> None:
    text = sealed.seal(sealed.log(), "japan")
    sealed.write(folder / "game.senpu", text)
    found = json.loads(run("verify", "game.senpu", "--json").out)
    assert (found["chain"], found["lines"], found["valid_line"]) == ("valid", 20, 20)
    assert found["head"] == sealed.read(text).chain.head.hex()
    assert found["nonce"] == sealed.NONCE
    assert found["keys"] == {side: key.fingerprint for side, key in sealed.KEYS.items()}
    (one,) = found["seals"]
    assert (one["side"], one["line"], one["event"], one["checked"]) == ("japan", 14, 5, True)
    assert len(found["proven"]) == 3
    assert found["open"] == [
        "China has not signed lines 1 to 20.",
        "1 roll is recorded without proof.",
        "2 events of China are not covered by its seal, from event 1 (line 12) on.",
    ]
    assert found["broken"] == []


# ---- other commands on a chained log --------------------------------------------------------


def test_fmt_leaves_every_chained_log_unchanged(run: Run, folder: Path) -> None:
    good = sealed.seal(sealed.log(), "japan")
    path = sealed.write(folder / "game.senpu", good)
    assert run("fmt", path) == (0, "", "")
    for text, why in (
        (good.replace("i3+i4+g2@B", "i3+i4@B"), "chainMismatch"),
        (sealed.go_on(sealed.log(), "J:  pass\n"), "the hash chain covers its bytes"),
        (good.replace("\n", "\r\n"), "the hash chain covers its bytes"),
        (good.replace("Chain: sha256\n", ""), "the hash chain covers its bytes"),
    ):
        path.write_bytes(text.encode())
        answer = run("fmt", path)
        if "covers" in why and not answer.err:
            assert path.read_bytes() == text.encode()
            continue
        assert answer.status == 1, why
        assert why in answer.err or "not changed" in answer.err
        assert path.read_bytes() == text.encode()


def test_roll_play_and_append_write_tags(run: Run, folder: Path) -> None:
    assert run("play", "800/bonsai-2021", "-o", "g.senpu", "--chain", "--seed", 3).status == 0
    assert "; hash chain intact, data pinned" in run("verify", "g.senpu").out
    assert run("new", "800/bonsai-2021", "n.senpu", "--chain").status == 0
    assert run("append", "n.senpu", SET_UP.partition("T1")[0]).status == 0
    assert run("roll", "n.senpu").status == 0
    text = (folder / "n.senpu").read_text("utf-8")
    assert all(" ~" in row or row[:1] == "~" for row in text.partition("\n\n")[2].splitlines())
    assert run("verify", "n.senpu").status == 0
    assert run("append", "n.senpu", "J: resign\nEnd: China resign").status == 0
    assert "China by resignation; hash chain intact" in run("verify", "n.senpu").out
    assert run("append", "n.senpu", "C: pass").status == 1


@pytest.mark.parametrize("form", ["md", "html", "svg", "json", "senpu", "bbcode"])
def test_a_sealed_log_is_exported_like_any_other(run: Run, folder: Path, form: str) -> None:
    sealed.write(folder / "game.senpu", sealed.seal(sealed.log(), "japan"))
    sealed.write(folder / "plain.senpu", f"{sealed.PLAIN}\n{sealed.MOVES}")
    answer = run("export", "game.senpu", "--to", form)
    assert answer.status == 0
    assert "~" not in answer.out or form == "html"
    if form == "svg":
        assert answer.out == run("export", "plain.senpu", "--to", form).out


def test_what_cannot_be_remembered_is_said_and_stays_written(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealed.write(folder / "game.senpu", sealed.seal(sealed.log(), "china"))
    assert run("keygen", "key.pem", "--no-passphrase").status == 0
    path = sealed.write(folder / "new.senpu", sealed.log(sealed.CHAINED))
    (folder / "state").write_text("a file")
    monkeypatch.setenv("SENPU_STATE", str(folder / "state" / "deeper"))
    answer = run("seal", path, "--key", "key.pem", "--side", "japan")
    assert answer.status == 0
    assert "senpu: the log is unaffected, but its seals could not be saved" in answer.err
    assert "%seal japan" in path.read_text("utf-8")
    answer = run("verify", path)
    assert answer.status == 0
    assert "memory of games and keys could not be used" in " ".join(answer.out.split())


def test_where_both_lines_lead_to_one_position_that_is_said(run: Run, folder: Path) -> None:
    sealed.write(folder / "a.senpu", sealed.log())
    sealed.write(folder / "b.senpu", sealed.log(moves=sealed.MOVES.replace("C3", "C2")))
    assert "are the same." in run("diff", "a.senpu", "b.senpu").out


def test_ten_thousand_events_are_verified_within_a_second(run: Run, folder: Path) -> None:
    path = write_toy(folder / "plain.senpu", 10_000)
    head, _, moves = path.read_text("utf-8").partition("\n\n")
    rows = "".join(f"{row}\n" for row in re.findall(r"\[[^\]]*\]|\S+", moves))
    nonce = f"Chain: sha256\nNonce: {sealed.NONCE}"
    sealed.write(path, add_tags(f"{head}\n{nonce}\n\n{rows}"))
    start = process_time()
    assert "valid; 10000 events of pendulum/toy" in run("verify", path).out
    assert process_time() - start < 1


def test_a_log_without_a_chain_gets_one_and_its_notes_still_fit(run: Run, log: Path) -> None:
    assert run("note", log, "--at", 5, "A good start", "--author", "Anna").status == 0
    assert run("seal", "--chain", log).status == 0
    assert "; hash chain intact" in run("verify", log).out
    listed = run("note", log)
    assert (listed.status, "A good start" in listed.out) == (0, True)
    again = run("seal", "--chain", log)
    assert again.status == 1
    assert "already has a hash chain" in again.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("seal", "game.senpu", "-o", "x"),
        ("seal", "game.senpu", "--chain", "--undo", 2),
        ("seal", "game.senpu", "--chain", "--public", "japan"),
        ("seal", "game.senpu", "--chain", "--public", "nobody=key.pub"),
        ("seal", "game.senpu", "--key", "none.pem"),
        ("seal", "game.senpu", "--new-key", "none.pub"),
        ("new", "800/bonsai-2021", "x.senpu", "--public", "japan=ed25519 x"),
        ("diff", "game.senpu", "none.senpu"),
        ("keygen", "key.pub"),
    ],
)
def test_what_does_not_go_together_is_reported(
    run: Run, log: Path, folder: Path, arguments: tuple[object, ...]
) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    answer = run(*arguments)
    assert answer.status == 2
    assert answer.err.startswith("senpu: ")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_key_that_cannot_sign_is_one_problem_with_a_hint_that_names_the_right_one(
    run: Run, folder: Path, lang: str
) -> None:
    log = sealed.write(folder / "game.senpu", sealed.log())
    for side in ("japan", "stranger"):
        sealed.write_key(folder / f"{side}.pem", side)
    (folder / "empty.pem").write_bytes(b"")
    public = folder / "japan.pub"
    public.write_text(sealed.KEYS["japan"].text, "utf-8")
    public.chmod(0o644)
    key = sealed.KEYS["japan"].fingerprint
    check = "check --side and --key" if lang == "en" else "--sideと--keyを確認"
    expected = {
        ("--key", "japan.pub"): "key.pub",
        ("--key", "empty.pem"): "key.pub",
        ("--side", "japan"): key,
        ("--key", "stranger.pem", "--side", "japan"): check,
        ("--key", "japan.pem", "--side", "china"): check,
    }
    for words, hint in expected.items():
        answer = run("seal", log, *words, "--lang", lang)
        assert answer.status == 2, words
        problem, advice, written = answer.err.splitlines()
        assert hint in advice, words
        assert "chmod" not in answer.err
        assert "keygen" not in answer.err or hint == "key.pub"
        assert problem.startswith("senpu: ")
        assert written
    assert run("seal", log, "--key", "japan.pem", "--lang", lang).status == 0
