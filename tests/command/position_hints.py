"""Cases of hints about position texts."""

from senpu.notation.position_text import parse_position_text
from tests.command.hints import LOG, Scenario, case

TYPED = "typed.senpu"


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
