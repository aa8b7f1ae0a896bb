"""Cases of hints about position texts, studies, repertoires, gaps and settings."""

import json
import re
from collections.abc import Callable

from msgspec.structs import replace

from senpu.notation.position_text import parse_position_text
from senpu.replay.core.registry import GAMES
from tests.command.conftest import SET_UP, Answer
from tests.command.hints import GAME, LOG, Scenario, case
from tests.command.test_position_texts import EARLY

TYPED, REPERTOIRE = "typed.senpu", "mine.repertoire.toml"


def print_text(user: Scenario, *words: str) -> str:
    """Return the position text that `show` prints for a new log."""
    user.start(text="")
    return user.helps("show", LOG, *words, "--text").out.strip()


@case("errors.gameWithoutFile")
def name_a_game_only(user: Scenario) -> None:
    user.shows("new", "800")
    user.helps("new", "800", "NAME.senpu")


@case("errors.positionNoLog", "faults.positionAsLog.hint")
def append_to_a_text(user: Scenario) -> None:
    text = print_text(user)
    user.used.clear()
    if user.ident.startswith("faults"):
        (user.folder / TYPED).write_text(f"{text}\n", "utf-8")
        user.shows("append", TYPED, "{so}")
    else:
        user.shows("append", text, "{so}")
    user.helps("new", "--from", text, "new.senpu")
    user.continues("new.senpu")


@case("errors.positionInFile", "errors.eventsInFile")
def name_a_file_in_place_of_an_event(user: Scenario) -> None:
    text = print_text(user) if "position" in user.ident else SET_UP
    user.used.clear()
    user.log.unlink(missing_ok=True)
    user.start(text="" if text == SET_UP else SET_UP)
    before = user.log.read_bytes()
    (user.folder / "lines.txt").write_text(f"{text}\n", "utf-8")
    user.shows("append", LOG, "lines.txt")
    assert user.log.read_bytes() == before
    if text == SET_UP:
        user.helps("append", LOG, "-", stdin=text.encode())
        return
    user.helps("new", "new.senpu", "--from", "lines.txt")
    later = user.do("show", LOG, "--text").out.encode()
    user.helps("append", LOG, "-", stdin=later)


@case("faults.badToken.hint", "errors.noGameFile")
def read_a_page(user: Scenario) -> None:
    if user.ident.startswith("errors"):
        user.patch.setitem(GAMES, "empty", replace(GAMES["800"], folder=user.folder / "empty"))
        user.shows("games", "check", "empty")
        assert "game.toml" in user.helps("help", "adding-a-game").out
        return
    user.start(text="")
    user.shows("append", LOG, "C: x1>D,E")
    assert "badToken" in user.helps("help", "notation").out


@case("faults.positionUnknown.hint", "faults.positionIncomplete.hint")
def mistype_a_text(user: Scenario) -> None:
    text = print_text(user)
    turn = "" if "Incomplete" in user.ident else "turn: x; "
    wrong = text.replace("turn: 0; ", turn)
    user.shows("show", wrong)
    assert parse_position_text(text).text == text
    user.do("show", text)


@case("errors.noDecision")
def review_a_roll(user: Scenario) -> None:
    user.start(text="C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\n")
    text = user.do("show", LOG, "--text").out.strip()
    user.shows("review", text)
    user.helps("show", text, "--win-probability", "--games", "4")


@case("errors.repertoireNoChoice")
def remove_another_choice(user: Scenario) -> None:
    store_choice(user, user.do)
    user.shows("repertoire", "remove", REPERTOIRE, "0" * 16)
    (key,) = re.findall(r"\b[0-9a-f]{16}\b", user.helps("repertoire", "list", REPERTOIRE).out)
    user.do("repertoire", "remove", REPERTOIRE, key)


@case("errors.repertoireEmpty", "errors.drillEmpty")
def use_an_empty_repertoire(user: Scenario) -> None:
    store_choice(user, user.do)
    user.do("openings", "build", LOG, "-o", "book", "--jobs", "1")
    key = json.loads(user.do("show", LOG, "--json").out)["key"]
    user.do("repertoire", "remove", REPERTOIRE, key)
    used = ("drill",) if user.ident.startswith("errors.drill") else ("repertoire", "gaps")
    user.shows(*used, REPERTOIRE, "--book", "book")
    store_choice(user, user.helps)
    user.do(*used, REPERTOIRE, "--book", "book")


def store_choice(user: Scenario, run: Callable[..., Answer]) -> None:
    if not user.log.exists():
        user.start()
    run("repertoire", "add", REPERTOIRE, LOG, "--answer", "J: pass")


@case("errors.studyEvents")
def add_a_log_with_events(user: Scenario) -> None:
    user.start()
    added = ("--line", "J: pass")
    user.shows("study", "add", "mine.study.toml", LOG, *added)
    text = user.helps("show", LOG, "--at", "5", "--text").out.strip()
    user.do("study", "add", "mine.study.toml", text, *added)


@case("faults.noteConjecture.hint")
def change_a_conjecture(user: Scenario) -> None:
    before = user.start().read_bytes()
    user.do("append", LOG, "J: i3+i4>D")
    text = user.do("show", LOG, "--text").out.strip()
    user.log.write_bytes(before)
    user.do("append", LOG, text)
    user.helps("bridge", LOG, "--pick", "1")
    notes = user.folder / "game.notes.toml"
    right = notes.read_text("utf-8")
    notes.write_text(right.replace("J: i3+i4>D", "J: pass"), "utf-8")
    user.shows("note", LOG)
    notes.write_text(right, "utf-8")
    user.do("note", LOG)


@case("findings.start_unreachable", "findings.gap_unreachable")
def show_a_position_that_no_game_reaches(user: Scenario) -> None:
    at = "start" if "start" in user.ident else "1"
    if at == "start":
        user.do("new", "--from", EARLY, LOG)
    else:
        user.start(text="")
        user.do("append", LOG, EARLY)
    user.shows("verify", LOG)
    assert "no game reaches it" in user.helps("show", LOG, "--at", at).out


@case("faults.positionMalformed.ruleSetHint")
def mistype_a_rule_set(user: Scenario) -> None:
    text = print_text(user)
    user.used.clear()
    user.shows("show", text.replace(GAME, "bonsai!"))
    assert GAME in user.helps("games").out


@case("errors.settingEmpty")
def empty_a_setting(user: Scenario) -> None:
    user.sit("home")
    user.do("config", "author", "Anna")
    user.shows("config", "author", "")
    user.helps("config", "--unset", "author")
    assert user.do("config", "author").out.strip() != "Anna"
