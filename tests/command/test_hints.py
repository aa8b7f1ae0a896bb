"""Hints that name a command: the command helps with the file that has the fault.

Each case makes the file, requires that a command prints the sentence, and follows it.
"""

import json
import re
import shutil
from pathlib import Path

import pytest

import tests.command.damage_hints  # noqa: F401 (registers cases)
import tests.command.position_hints  # noqa: F401 (registers cases)
from senpu.logs.dice import RevealedSecret, format_dice_line, nth_secret
from senpu.logs.keys import PublicKey, format_public_key
from tests import sealed
from tests.command.conftest import SET_UP, Run
from tests.command.hints import CASES, GAME, HEAD, LOG, Scenario, case, list_hints
from tests.toy.metronome import NAME as METRONOME
from tests.toy.metronome import rules as metronome


@pytest.fixture
def user(
    request: pytest.FixtureRequest, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Scenario:
    return Scenario(request.param, run, folder, monkeypatch)


def test_each_hint_that_names_a_command_has_a_case() -> None:
    assert {*list_hints()} == {*CASES}


@pytest.mark.slow
@pytest.mark.parametrize("user", CASES, indirect=True)
def test_the_command_that_a_hint_names_helps(user: Scenario) -> None:
    CASES[user.ident](user)
    assert user.is_shown
    assert user.used == list_hints()[user.ident]


# ---- chains, keys and copies ----------------------------------------------------------------


@case("faults.tagUnexpected.hint")
def tag_without_a_chain(user: Scenario) -> None:
    text = user.start().read_text("utf-8")
    user.log.write_text(text.replace("[J5 C3]", "[J5 C3] ~12345678"), "utf-8")
    user.shows("verify", LOG)
    user.log.write_text(text, "utf-8")
    user.helps("seal", LOG, "--chain")
    user.valid()


@case("faults.sealUnknownKey.hint")
def seal_with_another_key(user: Scenario) -> None:
    user.start_keyed()
    user.do("keygen", "new.pem", "--no-passphrase")
    before = user.log.read_bytes()
    user.log.write_text(sealed.seal(before.decode(), "japan", by="stranger"), "utf-8")
    user.shows("verify", LOG)
    user.log.write_bytes(before)
    user.helps("seal", LOG, "--key", "japan.pem", "--new-key", "new.pub")
    user.do("seal", LOG, "--key", "new.pem")
    user.valid()


@case("errors.ownSealMissing")
def lose_a_seal(user: Scenario) -> None:
    before = user.start_keyed().read_bytes()
    user.do("seal", LOG, "--key", "japan.pem")
    user.log.write_bytes(before)
    user.shows("seal", LOG, "--key", "japan.pem")
    user.helps("verify", LOG, "--accept-copy")
    user.do("seal", LOG, "--key", "japan.pem")


@case("findings.copy_fork", "findings.copy_fork_both")
def see_another_copy(user: Scenario) -> None:
    before = user.start_keyed().read_bytes()
    user.do("append", LOG, "J: pass")
    user.do("seal", LOG, "--key", "japan.pem")
    shutil.copy(LOG, "copy.senpu")
    user.sit("another state")
    user.valid("copy.senpu")
    user.log.write_bytes(before)
    user.add("J: i3+i4>D\n")
    user.sit("third state")
    user.do("seal", LOG, "--key", "japan.pem" if "both" in user.ident else "china.pem")
    user.sit("another state")
    user.shows("verify", LOG)
    answer = user.helps("diff", LOG, "copy.senpu", status=1).out
    assert "fork" in answer
    assert ("-----BEGIN" in answer or "proof" in answer) or "both" not in user.ident


@case("findings.first_seen", "findings.key_differs")
def see_another_key(user: Scenario) -> None:
    for number in (1, 2):
        user.do("keygen", f"{number}.pem", "--no-passphrase")
        keys = ("--chain", "--japan", "Anna", "--public", f"japan={number}.pub")
        user.do("new", GAME, f"{number}.senpu", *keys)
        user.do("append", f"{number}.senpu", SET_UP)
        user.do("seal", f"{number}.senpu", "--key", f"{number}.pem")
    user.sit("another state")
    log = "2.senpu"
    if "differs" in user.ident:
        user.do("keys", "trust", "Anna", "1.pub")
    output = " ".join(user.shows("verify", log).out.split())
    (key,) = set(re.findall(r"keys trust \S+ (\S+)", output))
    user.helps("keys", "trust", "Anna", key, "--log", log)
    assert "keys trust" not in " ".join(user.do("verify", log).out.split())


@case("errors.unknownCommand", "errors.unknownTopic")
def name_no_command(user: Scenario) -> None:
    user.shows(*(["qqq"] if user.ident == "errors.unknownCommand" else ["help", "qqq"]))
    assert "\n  verify " in user.helps("help").out


@case("errors.nameNotKnown")
def forget_an_unknown_name(user: Scenario) -> None:
    user.shows("keys", "forget", "Anna")
    user.helps("keys", "list")


FIELD = 2**255 - 19
KEYS = {"keyOfSmallOrder": 1, "keyNotCanonical": FIELD + 2, "keyNotAPoint": 2}


@case(*(f"errors.{each}" for each in KEYS), "faults.keyShared.hint")
def use_a_wrong_key(user: Scenario) -> None:
    user.do("keygen", "japan.pem", "--no-passphrase")
    user.helps("keygen", "china.pem", "--no-passphrase")
    keys = ("--public", "japan=japan.pub", "--public", "china=china.pub")
    if "errors" in user.ident:
        raw = KEYS[user.ident.removeprefix("errors.")].to_bytes(32, "little")
        Path("wrong.pub").write_text(f"{format_public_key(raw)}\n", "utf-8")
        user.shows("new", GAME, LOG, "--chain", "--public", "china=wrong.pub", *keys[:2])
    else:
        user.log.write_text(sealed.log(sealed.KEYED), "utf-8")
        japan = sealed.KEYS["japan"]
        both = PublicKey("china", japan.raw).text
        text = sealed.KEYED.replace(sealed.KEYS["china"].text, both)
        user.log.write_text(sealed.log(text), "utf-8")
        user.shows("verify", LOG)
        user.log.unlink()
    user.do("new", GAME, LOG, "--chain", *keys)
    user.valid()


@case("faults.undoUnsigned.hint")
def undo_with_consent(user: Scenario) -> None:
    user.start_keyed()
    user.shows("append", LOG, "undo 1")
    for side in ("japan", "china"):
        user.helps("seal", LOG, "--undo", 1, "--key", f"{side}.pem")
    user.do("append", LOG, "undo 1")
    user.valid()


@case("errors.notAPrivateKey")
def sign_with_a_public_key(user: Scenario) -> None:
    user.start_keyed()
    user.shows("seal", LOG, "--key", "japan.pub")
    user.do("seal", LOG, "--key", "japan.pem")
    user.helps("keygen", "other.pem", "--no-passphrase")


@case("errors.noKey")
def sign_without_a_key(user: Scenario) -> None:
    user.start("--chain")
    user.shows("seal", LOG, "--side", "japan")
    user.helps("keygen", "--no-passphrase")
    user.do("seal", LOG, "--side", "japan")


@case("errors.noChainToSign", "errors.chainSignsNothing")
def sign_without_a_chain(user: Scenario) -> None:
    user.start()
    user.do("keygen", "--no-passphrase")
    if "noChain" in user.ident:
        user.shows("seal", LOG, "--side", "japan")
        user.helps("seal", "--chain", LOG)
    else:
        user.shows("seal", "--chain", LOG, "--side", "japan")
        user.do("seal", "--chain", LOG)
    user.helps("seal", LOG, "--side", "japan")
    user.valid()


@case("errors.witnessFork", "errors.notAWitnessKey")
def check_with_a_witness(user: Scenario) -> None:
    before = user.start("--chain").read_bytes()
    user.do("keygen", "--no-passphrase")
    witness = ("--witness", "--name", "club.example/w")
    if "Key" in user.ident:
        user.shows("verify", LOG, "--witness-key", "club")
        key = user.helps("seal", LOG, *witness).out.split()[-1]
        assert "Cosigned by" in user.do("verify", LOG, "--witness-key", key).out
        return
    user.do("append", LOG, "J: pass")
    user.do("seal", LOG, *witness)
    shutil.copy(LOG, "copy.senpu")
    user.log.write_bytes(before)
    user.add("J: i3+i4>D\n")
    user.shows("seal", LOG, *witness)
    assert "fork" in user.helps("diff", LOG, "copy.senpu", status=1).out


@case("findings.cosignature_unknown")
def trust_a_witness(user: Scenario) -> None:
    user.start("--chain")
    user.do("keygen", "--no-passphrase")
    key = user.do("seal", LOG, "--witness", "--name", "club.example/w").out.split()[-1]
    user.sit("another state")
    user.shows("verify", LOG)
    user.helps("keys", "trust", "club.example/w", key)
    assert "Cosigned by" in user.do("verify", LOG).out


@case("errors.notCanonical")
def chain_another_form(user: Scenario) -> None:
    user.start()
    user.log.write_text(user.log.read_text("utf-8").replace("i1+i2", "i2+i1"), "utf-8")
    user.shows("seal", "--chain", LOG)
    user.helps("fmt", LOG)
    user.do("seal", "--chain", LOG)


@case("errors.chainedAnnotation")
def chain_annotated_text(user: Scenario) -> None:
    text = user.start().read_text("utf-8")
    user.log.write_text(f"{text}J: pass !?\n", "utf-8")
    user.shows("seal", "--chain", LOG)
    shutil.copy(LOG, "copy.senpu")
    user.log.write_text(f"{text}J: pass\n", "utf-8")
    user.helps("note", LOG, "--import", "copy.senpu")
    user.do("seal", "--chain", LOG)
    assert "!?" in user.do("note", LOG).out


# ---- dice -----------------------------------------------------------------------------------


@case("errors.secretsNeedChain")
def commit_without_a_chain(user: Scenario) -> None:
    user.start()
    user.shows("roll", LOG, "--commit", "--side", "japan")
    user.helps("seal", "--chain", LOG)
    user.do("roll", LOG, "--commit", "--side", "japan")


@case("errors.secretRevealed", "faults.revealMissing.hint", "faults.diceMisplaced.committedHint")
def roll_with_secrets(user: Scenario) -> None:
    user.start_dice()
    server = ("--server", "dice.org", "--receipt", "7", "--dice", "[J5 C3]")
    if "committed" in user.ident:
        user.shows("roll", LOG, *server)
    elif "Missing" in user.ident:
        user.shows("append", LOG, "[J5 C3]")
    user.helps("roll", LOG, "--side", "japan")
    if "secretRevealed" in user.ident:
        user.shows("roll", LOG, "--side", "japan")
    assert re.search(r"\[J\d C\d\]", user.helps("roll", LOG, "--side", "china").out)


@case("errors.noSecretsLeft", "errors.othersSecretsUsed")
@case("faults.revealMismatch.again", "faults.diceMisplaced.noSecretsHint")
def use_all_secrets(user: Scenario) -> None:
    is_own = user.ident in ("errors.noSecretsLeft", "faults.revealMismatch.again")
    side = "japan" if is_own else "china"
    user.start_dice(**{side: 1})
    user.do("roll", LOG, "--side", "japan")
    while is_roll_pending(user):
        user.do("roll", LOG, "--side", "china")
    while not is_roll_pending(user):
        events = list_legal(user)
        user.do("append", LOG, "pass" if "pass" in events else events[0])
    if user.ident.startswith("errors"):
        user.shows("roll", LOG, "--side", "japan")
    else:
        secret = bytes(32) if is_own else find_secret(user, 2)
        before = user.add(format_dice_line(RevealedSecret("japan", 2, find_head(user), secret)))
        user.shows("verify", LOG)
        user.log.write_bytes(before)
    user.helps("roll", LOG, "--commit", "--side", side)
    user.do("roll", LOG, "--side", "japan")
    user.valid()


@case("errors.endOffered")
def sign_below_an_offered_end(user: Scenario) -> None:
    user.start_keyed()
    user.do("append", LOG, "J: resign")
    user.shows("seal", LOG, "--key", "japan.pem")
    user.helps("seal", LOG, "--undo", 1, "--key", "japan.pem")
    user.do("append", LOG, "undo 1")
    user.valid()


STATED = (
    "Senpu 1 800/bonsai-2021; turn: 1; next: china act; A: i1+i2+g1; B: i3+i4+g2; C: c2+c3+k1; "
    "D: x1+c1; due: m1+t1+t2+h1"
)
"""A position to which the events of the log do not lead."""


@case("errors.positionOffered")
def sign_below_an_offered_position(user: Scenario) -> None:
    user.start_keyed()
    user.do("append", LOG, STATED)
    user.shows("seal", LOG, "--key", "japan.pem")
    user.helps("seal", LOG, "--undo", 1, "--key", "japan.pem")
    user.do("append", LOG, "undo 1")
    user.valid()


@case("faults.wrongEnding.offeredHint")
def accept_an_offered_end(user: Scenario) -> None:
    user.start_keyed()
    user.do("append", LOG, "J: resign")
    user.shows("append", LOG, "End: China resign")
    user.helps("seal", LOG, "--accept", "--key", "japan.pem")
    user.do("append", LOG, "End: China resign")
    user.valid()


@case("errors.foreignCommitment")
def seal_foreign_secrets(user: Scenario) -> None:
    user.start_keyed()
    user.sit("another state")
    user.do("roll", LOG, "--commit", "--side", "japan")
    user.sit("state")
    user.shows("seal", LOG, "--key", "japan.pem")
    user.helps("roll", LOG, "--commit", "--side", "japan")
    user.do("seal", LOG, "--key", "japan.pem")


def list_legal(user: Scenario) -> list[str]:
    return list(json.loads(user.do("legal", LOG, "--json").out)["events"])


def is_roll_pending(user: Scenario) -> bool:
    return list_legal(user)[0].startswith("[")


def find_secret(user: Scenario, number: int) -> bytes:
    """Return a secret of Japan that is not revealed yet."""
    (kept,) = (user.folder / "state" / "dice").glob("*-japan.json")
    last = bytes.fromhex(json.loads(kept.read_text("utf-8"))[0]["last"])
    return nth_secret(last, 9, number)


def find_head(user: Scenario) -> bytes:
    return sealed.read(user.log.read_text("utf-8")).chain.head


@case("faults.revealMismatch.commit", "faults.diceMisplaced.twiceHint")
def reveal_a_wrong_secret(user: Scenario) -> None:
    number, secret = 1, bytes(32)
    if "commit" in user.ident:
        user.start("--chain", text="C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A")
    else:
        user.start_dice()
        user.do("roll", LOG, "--side", "japan")
        number, secret = 2, find_secret(user, 2)
    before = user.add(format_dice_line(RevealedSecret("japan", number, find_head(user), secret)))
    user.shows("verify", LOG)
    user.log.write_bytes(before)
    options = ("--commit", "--side", "japan") if "commit" in user.ident else ("--side", "china")
    user.helps("roll", LOG, *options)
    user.valid()


@case("errors.secretShown")
def roll_on_two_copies(user: Scenario) -> None:
    user.start_dice()
    shutil.copy(LOG, "copy.senpu")
    user.do("roll", LOG, "--side", "japan")
    user.do("verify", "copy.senpu", "--accept-copy")
    user.do("append", "copy.senpu", "{another position}")
    user.shows("roll", "copy.senpu", "--side", "japan")
    assert "fork" in user.helps("diff", LOG, "copy.senpu", status=1).out


# ---- cards ----------------------------------------------------------------------------------

SHEET = "game.north.hand"


def deal(user: Scenario) -> None:
    """Deal on the dealer's computer, and sit at the one of North."""
    user.sit("dealer")
    user.start("--hands", "dealer", text="", game="blind/toy")
    user.do("deal", LOG)
    user.sit("north")


@case("faults.handOpen.hint")
def draw_face_up(user: Scenario) -> None:
    user.start("--hands", "dealer", text="", game="blind/toy")
    user.shows("append", LOG, "draw #01+#02")
    user.helps("deal", LOG)
    user.valid()


@case("errors.noFaceDownHands")
def deal_in_another_log(user: Scenario) -> None:
    user.start(text="", game="blind/toy")
    user.shows("deal", LOG)
    user.helps("new", "blind/toy", "new.senpu", "--hands", "dealer")
    user.do("deal", "new.senpu")


@case("errors.nothingToReveal", "errors.noFaceDownCard", "faults.cardUnseen.hint")
def reveal_without_a_sheet(user: Scenario) -> None:
    deal(user)
    card = re.findall(r"#\d\d", Path(SHEET).read_text("utf-8"))[0]
    if "cardUnseen" in user.ident:
        user.shows("append", LOG, f"N: play {card}")
        user.do("hand", LOG, SHEET)
        shutil.copy(LOG, "copy.senpu")
        user.helps("reveal", LOG, card)
        user.sit("another state")
        user.do("hand", "copy.senpu", SHEET)
        user.helps("append", "copy.senpu", f"N: play {card}")
        return
    user.shows("reveal", LOG, "--all" if "nothing" in user.ident else card)
    user.helps("hand", LOG, SHEET)
    user.do("reveal", LOG, card)


@case("errors.reviewHiddenCards")
def review_face_down_cards(user: Scenario) -> None:
    deal(user)
    user.sit("dealer")
    user.do("append", LOG, "N: resign")
    user.shows("review", LOG, "--dry-run")
    user.helps("reveal", LOG)
    user.do("review", LOG, "--dry-run")


# ---- games, rules, data, notes, books -------------------------------------------------------


@case("faults.gameMissing.hint", "faults.gameUnknown.hint")
def name_no_game(user: Scenario) -> None:
    line = "" if "Missing" in user.ident else "Game: 800/none\n"
    user.log.write_text(f"Senpu: 1\n{line}\n", "utf-8")
    user.shows("verify", LOG)
    assert GAME in user.helps("games").out
    user.log.write_text(HEAD, "utf-8")
    user.valid()


@case("errors.olderRules")
def continue_older_rules(user: Scenario) -> None:
    user.log.write_text(f"Senpu: 1\nGame: {METRONOME}\nRules: 1\n\nN: n1>B S: pass\n", "utf-8")
    user.shows("append", LOG, "N: pass")
    user.helps("migrate", LOG, "-o", "new.senpu")
    user.continues("new.senpu")


@case("errors.invalidLog")
def continue_an_invalid_log(user: Scenario) -> None:
    user.start()
    user.log.write_text(user.log.read_text("utf-8") + "J: i3>Q\n", "utf-8")
    user.shows("append", LOG, "{so}")
    assert "illegalMove" in user.helps("verify", LOG, status=1).out


@case("findings.other_rules_version")
def read_lost_rules(user: Scenario) -> None:
    user.log.write_text(f"Senpu: 1\nGame: {METRONOME}\nRules: 1\n\nN: n1>B S: pass\n", "utf-8")
    with user.patch.context() as patch:
        patch.setattr(metronome, "OLDER", {})
        user.shows("verify", LOG)
    user.helps("migrate", LOG, "-o", "new.senpu")
    user.valid("new.senpu")
    assert "Rules: 2\n" in Path("new.senpu").read_text("utf-8")


@case("findings.not_chained", "comparison.invalid")
def tamper(user: Scenario) -> None:
    user.start("--chain")
    shutil.copy(LOG, "copy.senpu")
    user.log.write_text(user.log.read_text("utf-8").replace("[J5 C3]", "[J5 C"), "utf-8")
    if "chained" in user.ident:
        user.shows("verify", LOG)
        assert "T1 [J5 C3]" in user.helps("diff", LOG, "copy.senpu", status=1).out
    else:
        user.shows("diff", LOG, "copy.senpu")
        assert "unterminatedDice" in user.helps("verify", LOG, status=1).out


@case("repair.verify", "restoration.unproven")
def check_the_result(user: Scenario) -> None:
    text = user.start().read_text("utf-8")
    user.log.write_text(f"{text}J: pa", "utf-8")
    if "repair" in user.ident:
        user.shows("repair", LOG)
    else:
        user.log.write_text(text.replace("\n", "\r\n"), "utf-8")
        user.shows("restore", LOG, "-o", "new.senpu")
        shutil.copy("new.senpu", LOG)
    assert "5 events" in user.helps("verify", LOG).out


@case("errors.noRule")
def read_no_rule(user: Scenario) -> None:
    user.shows("rules", GAME, "99.9")
    assert "5.1" in user.helps("rules", GAME).out


@case("errors.noDataFile", "errors.dataOfOtherGame")
def use_no_data(user: Scenario) -> None:
    junk = "x = 1\n" if "noData" in user.ident else user.do("data", "export", "nanjing1937").out
    Path("mine.toml").write_text(junk, "utf-8")
    user.shows("new", GAME, LOG, "--data", "mine.toml")
    Path("mine.toml").write_text(user.helps("data", "export", GAME).out, "utf-8")
    user.do("new", GAME, LOG, "--data", "mine.toml")


@case("faults.dataUnknown.hint")
def miss_the_data(user: Scenario) -> None:
    text = user.do("data", "export", GAME).out
    changed = re.sub(r"(?m)^([a-z_0-9]+ = )1$", r"\g<1>2", text, count=1)
    assert changed != text
    (user.folder / "away").mkdir()
    Path("away/mine.toml").write_text(changed, "utf-8")
    user.do("new", GAME, LOG, "--data", "away/mine.toml")
    user.shows("verify", LOG)
    shutil.copy("away/mine.toml", "mine.toml")
    digest = re.findall(r"sha256:[0-9a-f]{64}", user.log.read_text("utf-8"))
    assert digest[0] in user.helps("data", "check", "mine.toml").out
    user.valid()


@case("faults.whatIf.hint")
def type_a_glyph(user: Scenario) -> None:
    user.start()
    user.shows("append", LOG, "J: pass !?")
    user.helps("note", LOG, "a doubtful pass", "--at", "end")
    assert "a doubtful pass" in user.do("note", LOG).out


@case("errors.twoLogsNoTerminal")
def compare_without_a_terminal(user: Scenario) -> None:
    user.start()
    shutil.copy(LOG, "copy.senpu")
    user.shows("view", LOG, "copy.senpu")
    user.helps("diff", LOG, "copy.senpu")


@case("errors.noBook", "errors.unreadableBook", "errors.bookNoSetUp", "errors.bookStarts")
def use_no_book(user: Scenario) -> None:
    if "Starts" in user.ident:
        user.start()
        user.do("new", "later.senpu", "--from", LOG)
        user.do("openings", "build", "later.senpu", "-o", "book")
        named = str(user.folder / "later.senpu")
        assert named in user.shows("openings", "top", "book").err.replace("\n  ", "")
        user.helps("openings", "show", "book", named, "--at", "start")
        user.do("openings", "top", "book", named, "--at", "start", status=2)
        return
    if "SetUp" in user.ident:
        user.start(game="pendulum/toy", text="N: n1>B")
        user.do("openings", "build", LOG, "-o", "book")
        user.shows("openings", "top", "book")
        assert "book" not in user.helps("openings", "show", "book").err
        return
    user.start()
    shutil.copy(LOG, "book")
    if "noBook" in user.ident:
        Path("book").write_bytes(b"")
    user.shows("openings", "show", "book")
    user.helps("openings", "build", LOG, "-o", "new-book")
    user.do("openings", "show", "new-book")


@case("errors.bookWithoutGames")
def use_an_empty_book(user: Scenario) -> None:
    user.start()
    (user.folder / "empty").mkdir()
    user.run("openings", "build", "empty", "-o", "book")
    user.is_shown = True  # by the viewer: tests/tui/test_openings.py
    user.helps("openings", "build", LOG, "-o", "book")
    assert "1 game" in user.do("openings", "show", "book").out
