"""Hints that name a command: the command helps with the file that has the fault.

Each case makes the file, requires that a command prints the sentence, and follows it.
"""

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from string import Formatter

import pytest

import tests.toy  # noqa: F401 (registers the rule set)
import tests.toy_cards  # noqa: F401
from senpu.logs import journal
from senpu.logs.dice import RevealedSecret, format_dice_line, nth_secret
from senpu.notation.messages import MESSAGES, SOURCE
from senpu.spec.texts import read_catalogue
from tests import sealed
from tests.command.conftest import SET_UP, Answer, Run
from tests.toy.metronome import NAME as METRONOME

LOG, GAME, HEAD = "game.senpu", "800/bonsai-2021", "Senpu: 1\nGame: 800/bonsai-2021\n\n"
NAMED = re.compile(r"`?senpu ([a-z]+)")
CATALOGUE = read_catalogue(MESSAGES, SOURCE)
SUBJECTS = {"errors.needsRepository", "errors.noLogsInFolder"}
"""Sentences in which a command or a suffix is the subject, not the remedy."""
CASES: dict[str, Callable[["Desk"], None]] = {}


def list_hints() -> dict[str, set[str]]:
    """Return the commands that each sentence of a fault or an error names."""
    found = {}
    for ident, sentence in CATALOGUE.items():
        if ident.startswith(("faults.", "errors.")) and ident not in SUBJECTS:
            text = json.dumps(sentence) if isinstance(sentence, dict) else str(sentence)
            if named := set(NAMED.findall(text)):
                found[ident] = named
    return found


def case(*idents: str) -> Callable[[Callable[["Desk"], None]], Callable[["Desk"], None]]:
    """Register the case of one or more sentences."""

    def register(function: Callable[["Desk"], None]) -> Callable[["Desk"], None]:
        CASES.update(dict.fromkeys(idents, function))
        return function

    return register


class Desk:
    """A user in an empty folder who meets a fault and follows its hint."""

    def __init__(self, ident: str, run: Run, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.ident, self.run, self.folder, self.patch = ident, run, folder, patch
        self.is_shown = False
        self.used: set[str] = set()
        """The commands that were run as a hint says."""
        self.log = folder / LOG
        self.sit("state")

    def sit(self, state: str) -> None:
        """Use another computer."""
        self.patch.setenv("SENPU_STATE", str(self.folder / state))
        self.patch.setenv("SENPU_CONFIG", str(self.folder / f"{state}-config"))

    def do(self, *words: object, status: int = 0, stdin: bytes = b"") -> Answer:
        """Run a command that must have a status."""
        answer = self.run(*words, stdin=stdin)
        assert answer.status == status, (words, answer)
        return answer

    def shows(self, *words: object) -> Answer:
        """Run a command that must print the sentence of the case."""
        sentence = CATALOGUE[self.ident]
        texts = sentence.values() if isinstance(sentence, dict) else [sentence]
        patterns = []
        for text in texts:
            parts = [(each[0], each[1] is not None) for each in Formatter().parse(str(text))]
            patterns.append("".join(re.escape(plain) + ".*" * field for plain, field in parts))
        answer = self.run(*words)
        assert re.search("|".join(patterns), f"{answer.out}{answer.err}"), (words, answer)
        assert answer.status
        self.is_shown = True
        return answer

    def helps(self, *words: object, status: int = 0) -> Answer:
        """Run a command that a hint names."""
        self.used.add(str(words[0]))
        return self.do(*words, status=status)

    # ---- files ------------------------------------------------------------------------------

    def start(self, *options: object, text: str = SET_UP, game: str = GAME) -> Path:
        """Create a log and play it."""
        self.do("new", game, self.log, *options)
        if text:
            self.do("append", self.log, text)
        return self.log

    def start_keyed(self) -> Path:
        """Create a chained log with a key of each side."""
        for side in ("japan", "china"):
            self.do("keygen", f"{side}.pem", "--no-passphrase")
        return self.start("--chain", "--public", "japan=japan.pub", "--public", "china=china.pub")

    def start_dice(self, secrets: int = 9) -> Path:
        """Create a chained log with commitments of both sides."""
        self.start("--chain", text="")
        for side in ("japan", "china"):
            self.do("roll", self.log, "--commit", "--secrets", secrets, "--as", side)
        self.do("append", self.log, "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A")
        return self.log

    def add(self, rows: str) -> bytes:
        """Append rows to a chained log without a check, and return the log before."""
        before = self.log.read_bytes()
        self.log.write_text(sealed.go_on(before.decode(), rows), "utf-8")
        return before

    def valid(self, path: Path | str = LOG) -> None:
        """Require that a log is valid."""
        self.do("verify", path)

    def continues(self, path: Path | str = LOG) -> None:
        """Require that a log can be continued."""
        self.do("append", path, "{so}")


@pytest.fixture
def desk(
    request: pytest.FixtureRequest, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Desk:
    return Desk(request.param, run, folder, monkeypatch)


def test_each_hint_that_names_a_command_has_a_case() -> None:
    assert {*list_hints()} == {*CASES}


@pytest.mark.slow
@pytest.mark.parametrize("desk", CASES, indirect=True)
def test_the_command_that_a_hint_names_helps(desk: Desk) -> None:
    CASES[desk.ident](desk)
    assert desk.is_shown
    assert desk.used == list_hints()[desk.ident]


# ---- the ends of files ----------------------------------------------------------------------


@case("errors.noLog")
def use_no_log(desk: Desk) -> None:
    desk.shows("append", LOG, "{so}")
    desk.helps("new", GAME, LOG)
    desk.continues()


@case("errors.emptyLog", "faults.headerMissing.emptyHint")
@case("faults.headerUnended.endHint", "faults.tornTail.headerHint")
def delete_and_create(desk: Desk) -> None:
    text = {"headerUnended": HEAD[:-1], "tornTail": HEAD[:-2]}.get(desk.ident.split(".")[1], "")
    desk.log.write_text(text, "utf-8")
    if desk.ident.startswith("errors"):
        desk.shows("append", LOG, "{so}")
    else:
        desk.shows("verify", LOG)
        desk.shows("repair", LOG)
    desk.log.unlink()
    desk.helps("new", GAME, LOG)
    desk.continues()


@case("errors.incompleteLine", "faults.tornTail.hint")
def cut_off(desk: Desk) -> None:
    desk.start()
    desk.log.write_bytes(desk.log.read_bytes() + b"J: pa")
    desk.shows(*(("append", LOG, "{so}") if desk.ident.startswith("errors") else ("verify", LOG)))
    desk.helps("repair", LOG)
    desk.continues()
    desk.log.unlink()
    signed = desk.start_keyed()
    desk.do("seal", LOG, "--key", "japan.pem")
    desk.sit("another state")  # this one remembers the seal
    signed.write_bytes(b"".join(signed.read_bytes().splitlines(keepends=True)[:-3]))
    if not desk.ident.startswith("errors"):
        desk.shows("append", LOG, "{so}")
    desk.helps("repair", LOG)
    desk.do("seal", LOG, "--key", "japan.pem")


@case("errors.appendIncomplete")
def append_incomplete(desk: Desk) -> None:
    desk.start()

    def write_half(descriptor: int, data: bytes) -> None:
        os.write(descriptor, data[:3])
        raise OSError(28, os.strerror(28))

    with desk.patch.context() as patch:
        patch.setattr(journal, "write_all", write_half)
        patch.setattr(os, "ftruncate", lambda descriptor, size: write_half(descriptor, b""))
        desk.shows("append", LOG, "{so}")
    desk.helps("repair", LOG)
    desk.helps("verify", LOG)
    desk.continues()


@case("errors.concurrentAppend")
def append_concurrently(desk: Desk) -> None:
    desk.start()
    with desk.patch.context() as patch:
        patch.setattr(journal, "sync", lambda descriptor: os.write(descriptor, b"{x}\n"))
        desk.shows("append", LOG, "{so}")
    assert "valid" in desk.helps("verify", LOG).out


# ---- changed bytes --------------------------------------------------------------------------

CHANGED = {
    "byteOrderMark.hint": lambda text: "\ufeff" + text,
    "carriageReturn.hint": lambda text: text.replace("\n", "\r\n"),
    "carriageReturn.aloneHint": lambda text: text.replace("\n", "\r"),
    "tabCharacter.hint": lambda text: text.replace("J: ", "J:\t"),
    "notNfc.hint": lambda text: text.replace("\u00e9", "e\u0301"),
    "notUtf8.utf16Hint": lambda text: text,
    "headerMissing.hint": lambda text: "".join(f"> {row}\n" for row in text.splitlines()),
    "unterminatedRemark.hint": lambda text: text.replace("a note ", "a note\n"),
    "tagMissing.hint": lambda text: text.replace("@D c2", "@D\nc2"),
    "chainMismatch.hint": lambda text: text.replace("d\u00e9j\u00e0 vu", "d\u00e9j\u00e0\u00a0vu"),
    "headerMismatch.hint": lambda text: text.replace("Event: One two", "Event: One\u00a0two"),
}


@case(*(f"faults.{each}" for each in CHANGED))
def change_bytes(desk: Desk) -> None:
    commands, key = list_hints()[desk.ident], desk.ident.removeprefix("faults.")
    remark = "J: pass {a note that is long enough that a mail program breaks it, d\u00e9j\u00e0 vu}"
    for options in ((), ("--chain",)):
        if not options and commands & {"diff", "append"}:
            continue
        desk.log.unlink(missing_ok=True)
        desk.start("--event", "One two", *options, text=f"{SET_UP}{remark}")
        copy = Path("copy.senpu")
        shutil.copy(desk.log, copy)
        encoding = "utf-16" if "utf16" in key else "utf-8"
        desk.log.write_bytes(CHANGED[key](copy.read_text("utf-8")).encode(encoding))
        desk.shows("verify", LOG)
        if "fmt" in commands and not options:
            desk.helps("fmt", LOG)
            assert desk.log.read_bytes() == copy.read_bytes()
            continue
        if "diff" in commands:
            name = key.partition(".")[0]
            assert f"is invalid: {name} in line" in desk.helps("diff", LOG, copy, status=1).out
        Path("new.senpu").unlink(missing_ok=True)
        desk.helps("restore", LOG, "-o", "new.senpu")
        assert Path("new.senpu").read_bytes() == copy.read_bytes()
    if "append" in commands:  # a line without a tag is inserted
        desk.log.write_bytes(before := copy.read_bytes() + b"C: pass\n")
        desk.shows("verify", LOG)
        desk.log.write_bytes(before.removesuffix(b"C: pass\n"))
        desk.helps("append", LOG, "C: pass")
        desk.valid()


# ---- chains, keys and copies ----------------------------------------------------------------


@case("faults.tagUnexpected.hint")
def tag_without_a_chain(desk: Desk) -> None:
    text = desk.start().read_text("utf-8")
    desk.log.write_text(text.replace("[J5 C3]", "[J5 C3] ~12345678"), "utf-8")
    desk.shows("verify", LOG)
    desk.log.write_text(text, "utf-8")
    desk.helps("seal", LOG, "--chain")
    desk.valid()


@case("faults.sealUnknownKey.hint")
def seal_with_another_key(desk: Desk) -> None:
    desk.start_keyed()
    desk.do("keygen", "new.pem", "--no-passphrase")
    before = desk.log.read_bytes()
    desk.log.write_text(sealed.seal(before.decode(), "japan", by="stranger"), "utf-8")
    desk.shows("verify", LOG)
    desk.log.write_bytes(before)
    desk.helps("seal", LOG, "--key", "japan.pem", "--new-key", "new.pub")
    desk.do("seal", LOG, "--key", "new.pem")
    desk.valid()


@case("faults.rollback.hint", "faults.otherBranch.hint")
def see_another_copy(desk: Desk) -> None:
    before = desk.start("--chain").read_bytes()
    desk.do("append", LOG, "J: pass")
    desk.valid()
    shutil.copy(LOG, "copy.senpu")
    desk.log.write_bytes(before)
    if "otherBranch" in desk.ident:
        desk.add("J: i3+i4>D\n")
    desk.shows("verify", LOG)
    if "otherBranch" in desk.ident:
        assert "fork" in desk.helps("diff", LOG, "copy.senpu", status=1).out
    desk.helps("verify", LOG, "--accept")
    desk.valid()


@case("faults.keyChanged.hint")
def see_another_key(desk: Desk) -> None:
    for number in (1, 2):
        desk.do("keygen", f"{number}.pem", "--no-passphrase")
        keys = ("--chain", "--japan", "Anna", "--public", f"japan={number}.pub")
        desk.do("new", GAME, f"{number}.senpu", *keys)
        desk.do("append", f"{number}.senpu", SET_UP)
        desk.do("seal", f"{number}.senpu", "--key", f"{number}.pem")
        if number == 1:
            desk.valid("1.senpu")
    desk.shows("verify", "2.senpu")
    desk.helps("verify", "2.senpu", "--accept")
    desk.valid("2.senpu")


@case("faults.undoUnsigned.hint")
def undo_with_consent(desk: Desk) -> None:
    desk.start_keyed()
    desk.shows("append", LOG, "undo 1")
    for side in ("japan", "china"):
        desk.helps("seal", LOG, "--undo", 1, "--key", f"{side}.pem")
    desk.do("append", LOG, "undo 1")
    desk.valid()


@case("errors.noKey")
def sign_without_a_key(desk: Desk) -> None:
    desk.start("--chain")
    desk.shows("seal", LOG, "--as", "japan")
    desk.helps("keygen", "--no-passphrase")
    desk.do("seal", LOG, "--as", "japan")


@case("errors.noChainToSign", "errors.chainSignsNothing")
def sign_without_a_chain(desk: Desk) -> None:
    desk.start()
    desk.do("keygen", "--no-passphrase")
    if "noChain" in desk.ident:
        desk.shows("seal", LOG, "--as", "japan")
        desk.helps("seal", "--chain", LOG)
    else:
        desk.shows("seal", "--chain", LOG, "--as", "japan")
        desk.do("seal", "--chain", LOG)
    desk.helps("seal", LOG, "--as", "japan")
    desk.valid()


@case("errors.notCanonical")
def chain_another_form(desk: Desk) -> None:
    desk.start()
    desk.log.write_text(desk.log.read_text("utf-8").replace("i1+i2", "i2+i1"), "utf-8")
    desk.shows("seal", "--chain", LOG)
    desk.helps("fmt", LOG)
    desk.do("seal", "--chain", LOG)


@case("errors.chainedAnnotation")
def chain_annotated_text(desk: Desk) -> None:
    text = desk.start().read_text("utf-8")
    desk.log.write_text(f"{text}J: pass !?\n", "utf-8")
    desk.shows("seal", "--chain", LOG)
    shutil.copy(LOG, "copy.senpu")
    desk.log.write_text(f"{text}J: pass\n", "utf-8")
    desk.helps("note", LOG, "--import", "copy.senpu")
    desk.do("seal", "--chain", LOG)
    assert "!?" in desk.do("note", LOG).out


# ---- dice -----------------------------------------------------------------------------------


@case("errors.secretsNeedChain")
def commit_without_a_chain(desk: Desk) -> None:
    desk.start()
    desk.shows("roll", LOG, "--commit", "--as", "japan")
    desk.helps("seal", "--chain", LOG)
    desk.do("roll", LOG, "--commit", "--as", "japan")


@case("errors.secretRevealed", "faults.revealMissing.hint", "faults.diceMisplaced.committedHint")
def roll_with_secrets(desk: Desk) -> None:
    desk.start_dice()
    server = ("--server", "dice.org", "--receipt", "7", "--dice", "[J5 C3]")
    if "committed" in desk.ident:
        desk.shows("roll", LOG, *server)
    elif "Missing" in desk.ident:
        desk.shows("append", LOG, "[J5 C3]")
    desk.helps("roll", LOG, "--as", "japan")
    if "secretRevealed" in desk.ident:
        desk.shows("roll", LOG, "--as", "japan")
    assert re.search(r"\[J\d C\d\]", desk.helps("roll", LOG, "--as", "china").out)


@case("errors.noSecretsLeft", "faults.revealMismatch.again")
def use_all_secrets(desk: Desk) -> None:
    desk.start_dice(1)
    desk.do("roll", LOG, "--as", "japan")
    while is_roll_pending(desk):
        desk.do("roll", LOG, "--as", "china")
    while "again" not in desk.ident:
        events = list_legal(desk)
        if is_roll_pending(desk):
            desk.shows("roll", LOG, "--as", "japan")
            break
        desk.do("append", LOG, "pass" if "pass" in events else events[0])
    else:
        desk.do("append", LOG, "pass")
        before = desk.add(format_dice_line(RevealedSecret("japan", 2, find_head(desk), bytes(32))))
        desk.shows("verify", LOG)
        desk.log.write_bytes(before)
    desk.helps("roll", LOG, "--commit", "--as", "japan")
    desk.valid()


def list_legal(desk: Desk) -> list[str]:
    return list(json.loads(desk.do("legal", LOG, "--json").out)["events"])


def is_roll_pending(desk: Desk) -> bool:
    return list_legal(desk)[0].startswith("[")


def find_head(desk: Desk) -> bytes:
    return sealed.read(desk.log.read_text("utf-8")).chain.head


@case("faults.revealMismatch.commit", "faults.diceMisplaced.twiceHint")
def reveal_a_wrong_secret(desk: Desk) -> None:
    number, secret = 1, bytes(32)
    if "commit" in desk.ident:
        desk.start("--chain", text="C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A")
    else:
        desk.start_dice()
        desk.do("roll", LOG, "--as", "japan")
        (kept,) = (desk.folder / "state" / "dice").glob("*-japan.json")
        last = bytes.fromhex(json.loads(kept.read_text("utf-8"))[0]["last"])
        number, secret = 2, nth_secret(last, 9, 2)
    before = desk.add(format_dice_line(RevealedSecret("japan", number, find_head(desk), secret)))
    desk.shows("verify", LOG)
    desk.log.write_bytes(before)
    options = ("--commit", "--as", "japan") if "commit" in desk.ident else ("--as", "china")
    desk.helps("roll", LOG, *options)
    desk.valid()


@case("errors.secretShown")
def roll_on_two_copies(desk: Desk) -> None:
    desk.start_dice()
    shutil.copy(LOG, "copy.senpu")
    desk.do("roll", LOG, "--as", "japan")
    desk.do("verify", "copy.senpu", "--accept")
    desk.do("append", "copy.senpu", "{another position}")
    desk.shows("roll", "copy.senpu", "--as", "japan")
    assert "fork" in desk.helps("diff", LOG, "copy.senpu", status=1).out


# ---- cards ----------------------------------------------------------------------------------

SHEET = "game.north.hand"


def deal(desk: Desk) -> None:
    """Deal on the dealer's computer, and sit at the one of North."""
    desk.sit("dealer")
    desk.start("--hands", "dealer", text="", game="blind/toy")
    desk.do("deal", LOG)
    desk.sit("north")


@case("faults.handOpen.hint")
def draw_face_up(desk: Desk) -> None:
    desk.start("--hands", "dealer", text="", game="blind/toy")
    desk.shows("append", LOG, "draw #01+#02")
    desk.helps("deal", LOG)
    desk.valid()


@case("errors.noFaceDownHands")
def deal_in_another_log(desk: Desk) -> None:
    desk.start(text="", game="blind/toy")
    desk.shows("deal", LOG)
    desk.helps("new", "blind/toy", "new.senpu", "--hands", "dealer")
    desk.do("deal", "new.senpu")


@case("errors.nothingToReveal", "errors.noFaceDownCard", "faults.cardUnseen.hint")
def reveal_without_a_sheet(desk: Desk) -> None:
    deal(desk)
    card = re.findall(r"#\d\d", Path(SHEET).read_text("utf-8"))[0]
    if "cardUnseen" in desk.ident:
        desk.shows("append", LOG, f"N: play {card}")
        desk.do("hand", LOG, SHEET)
        shutil.copy(LOG, "copy.senpu")
        desk.helps("reveal", LOG, card)
        desk.sit("another state")
        desk.do("hand", "copy.senpu", SHEET)
        desk.helps("append", "copy.senpu", f"N: play {card}")
        return
    desk.shows("reveal", LOG, "--all" if "nothing" in desk.ident else card)
    desk.helps("hand", LOG, SHEET)
    desk.do("reveal", LOG, card)


@case("errors.reviewHiddenCards")
def review_face_down_cards(desk: Desk) -> None:
    deal(desk)
    desk.sit("dealer")
    desk.do("append", LOG, "N: resign")
    desk.shows("review", LOG, "--dry-run")
    desk.helps("reveal", LOG)
    desk.do("review", LOG, "--dry-run")


# ---- games, rules, data, notes, books -------------------------------------------------------


@case("faults.gameMissing.hint", "faults.gameUnknown.hint")
def name_no_game(desk: Desk) -> None:
    line = "" if "Missing" in desk.ident else "Game: 800/none\n"
    desk.log.write_text(f"Senpu: 1\n{line}\n", "utf-8")
    desk.shows("verify", LOG)
    assert GAME in desk.helps("games").out
    desk.log.write_text(HEAD, "utf-8")
    desk.valid()


@case("errors.olderRules")
def continue_older_rules(desk: Desk) -> None:
    desk.log.write_text(f"Senpu: 1\nGame: {METRONOME}\nRules: 1\n\nN: n1>B S: pass\n", "utf-8")
    desk.shows("append", LOG, "N: pass")
    desk.helps("migrate", LOG, "-o", "new.senpu")
    desk.continues("new.senpu")


@case("errors.invalidLog")
def continue_an_invalid_log(desk: Desk) -> None:
    desk.start()
    desk.log.write_text(desk.log.read_text("utf-8") + "J: i3>Q\n", "utf-8")
    desk.shows("append", LOG, "{so}")
    assert "illegalMove" in desk.helps("verify", LOG, status=1).out


@case("errors.noRule")
def read_no_rule(desk: Desk) -> None:
    desk.shows("rules", GAME, "99.9")
    assert "5.1" in desk.helps("rules", GAME).out


@case("errors.noDataFile", "errors.dataOfOtherGame")
def use_no_data(desk: Desk) -> None:
    junk = "x = 1\n" if "noData" in desk.ident else desk.do("data", "export", "nanjing1937").out
    Path("mine.toml").write_text(junk, "utf-8")
    desk.shows("new", GAME, LOG, "--data", "mine.toml")
    Path("mine.toml").write_text(desk.helps("data", "export", GAME).out, "utf-8")
    desk.do("new", GAME, LOG, "--data", "mine.toml")


@case("faults.dataUnknown.hint")
def miss_the_data(desk: Desk) -> None:
    text = desk.do("data", "export", GAME).out
    changed = re.sub(r"(?m)^([a-z_0-9]+ = )1$", r"\g<1>2", text, count=1)
    assert changed != text
    (desk.folder / "away").mkdir()
    Path("away/mine.toml").write_text(changed, "utf-8")
    desk.do("new", GAME, LOG, "--data", "away/mine.toml")
    desk.shows("verify", LOG)
    shutil.copy("away/mine.toml", "mine.toml")
    digest = re.findall(r"sha256:[0-9a-f]{64}", desk.log.read_text("utf-8"))
    assert digest[0] in desk.helps("data", "check", "mine.toml").out
    desk.valid()


@case("faults.whatIf.hint")
def type_a_glyph(desk: Desk) -> None:
    desk.start()
    desk.shows("append", LOG, "J: pass !?")
    desk.helps("note", LOG, "a doubtful pass", "--at", "end")
    assert "a doubtful pass" in desk.do("note", LOG).out


@case("errors.twoLogsNoTerminal")
def compare_without_a_terminal(desk: Desk) -> None:
    desk.start()
    shutil.copy(LOG, "copy.senpu")
    desk.shows("view", LOG, "copy.senpu")
    desk.helps("diff", LOG, "copy.senpu")


@case("errors.noBook", "errors.unreadableBook", "errors.bookNoSetUp")
def use_no_book(desk: Desk) -> None:
    if "SetUp" in desk.ident:
        desk.start(game="pendulum/toy", text="N: n1>B")
        desk.do("openings", "build", LOG, "-o", "book")
        desk.shows("openings", "top", "book")
        assert "book" not in desk.helps("openings", "show", "book").err
        return
    desk.start()
    shutil.copy(LOG, "book")
    if "noBook" in desk.ident:
        Path("book").write_bytes(b"")
    desk.shows("openings", "show", "book")
    desk.helps("openings", "build", LOG, "-o", "new-book")
    desk.do("openings", "show", "new-book")


@case("errors.bookWithoutGames")
def use_an_empty_book(desk: Desk) -> None:
    desk.start()
    (desk.folder / "empty").mkdir()
    desk.run("openings", "build", "empty", "-o", "book")
    desk.is_shown = True  # by the viewer: tests/tui/test_openings.py
    desk.helps("openings", "build", LOG, "-o", "book")
    assert "1 game" in desk.do("openings", "show", "book").out
