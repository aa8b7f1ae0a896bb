"""Cases of hints about position texts, repertoires and drills."""

import json
import re

from senpu.notation.position_text import parse_position_text
from tests.command.hints import LOG, Scenario, case

TYPED, REPERTOIRE = "typed.senpu", "mine.repertoire.toml"


def print_text(user: Scenario, *words: str) -> str:
    """Return the position text that `show` prints for a new log."""
    user.start(text="")
    return user.helps("show", LOG, *words, "--text").out.strip()


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


@case("errors.repertoireNoChoice", "errors.repertoireEmpty", "errors.drillEmpty")
def use_a_repertoire_without_the_choice(user: Scenario) -> None:
    user.start()
    choice = (REPERTOIRE, LOG, "--answer", "J: pass")
    user.do("repertoire", "add", *choice)
    keys = re.compile(r"\b[0-9a-f]{16}\b")
    if user.ident.endswith("NoChoice"):
        user.shows("repertoire", "remove", REPERTOIRE, "0" * 16)
        (key,) = keys.findall(user.helps("repertoire", "list", REPERTOIRE).out)
        user.do("repertoire", "remove", REPERTOIRE, key)
        return
    key = json.loads(user.do("show", LOG, "--json").out)["key"]
    user.do("repertoire", "remove", REPERTOIRE, key)
    command = "drill" if user.ident.startswith("errors.drill") else "repertoire gaps"
    user.shows(*command.split(), REPERTOIRE)
    user.helps("repertoire", "add", *choice)
    user.do("drill", REPERTOIRE)
