"""Cases of hints about incomplete files and changed bytes."""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from senpu.logs import journal
from tests.command.conftest import SET_UP
from tests.command.hints import GAME, HEAD, LOG, Scenario, case, list_hints

# ---- the ends of files ----------------------------------------------------------------------


@case("errors.noLog")
def use_no_log(user: Scenario) -> None:
    user.shows("append", LOG, "{so}")
    user.helps("new", GAME, LOG)
    user.continues()


@case("errors.emptyLog", "faults.headerMissing.emptyHint")
@case("faults.headerUnended.endHint", "faults.tornTail.headerHint")
def delete_and_create(user: Scenario) -> None:
    text = {"headerUnended": HEAD[:-1], "tornTail": HEAD[:-2]}.get(user.ident.split(".")[1], "")
    user.log.write_text(text, "utf-8")
    if user.ident.startswith("errors"):
        user.shows("append", LOG, "{so}")
    else:
        user.shows("verify", LOG)
        user.shows("repair", LOG)
    user.log.unlink()
    user.helps("new", GAME, LOG)
    user.continues()


@case("faults.badToken.hint")
def read_notation(user: Scenario) -> None:
    user.log.write_text(f"{HEAD}$x\n", "utf-8")
    user.shows("verify", LOG)
    assert "\n2. The grammar\n" in user.helps("help", "notation").out


@case("faults.tornTail.newlineHint", "repair.newline")
def add_newline(user: Scenario) -> None:
    signed = user.start_keyed()
    user.do("seal", LOG, "--key", "japan.pem")
    whole = signed.read_bytes()
    signed.write_bytes(whole[:-1])
    joined = LOG
    if user.ident.startswith("repair"):
        user.shows("repair", LOG)
        joined = "joined.senpu"
        Path(joined).write_bytes(signed.read_bytes() + Path(f"{LOG}.torn-1").read_bytes())
    else:
        user.shows("verify", LOG)
    user.helps("restore", joined, "-o", "new.senpu")
    assert Path("new.senpu").read_bytes() == whole
    user.valid("new.senpu")


@case("repair.readable")
def append_again(user: Scenario) -> None:
    user.start()
    user.log.write_bytes(user.log.read_bytes() + b"J: pass")
    user.shows("repair", LOG)
    user.helps("append", LOG, "J: pass")


@case("errors.incompleteLine", "faults.tornTail.hint")
def cut_off(user: Scenario) -> None:
    user.start()
    user.log.write_bytes(user.log.read_bytes() + b"J: pa")
    user.shows(*(("append", LOG, "{so}") if user.ident.startswith("errors") else ("verify", LOG)))
    user.helps("repair", LOG)
    user.continues()
    user.log.unlink()
    signed = user.start_keyed()
    user.do("seal", LOG, "--key", "japan.pem")
    user.sit("another state")  # this one remembers the seal
    signed.write_bytes(b"".join(signed.read_bytes().splitlines(keepends=True)[:-3]))
    if not user.ident.startswith("errors"):
        user.shows("append", LOG, "{so}")
    user.helps("repair", LOG)
    user.do("seal", LOG, "--key", "japan.pem")


@case("errors.appendIncomplete")
def append_incomplete(user: Scenario) -> None:
    user.start()

    def write_half(descriptor: int, data: bytes) -> None:
        os.write(descriptor, data[:3])
        raise OSError(28, os.strerror(28))

    with user.patch.context() as patch:
        patch.setattr(journal, "write_all", write_half)
        patch.setattr(os, "ftruncate", lambda descriptor, size: write_half(descriptor, b""))
        user.shows("append", LOG, "{so}")
    user.helps("repair", LOG)
    user.helps("verify", LOG)
    user.continues()


@case("errors.concurrentAppend")
def append_concurrently(user: Scenario) -> None:
    user.start()
    with user.patch.context() as patch:
        patch.setattr(journal, "sync", lambda descriptor: os.write(descriptor, b"{x}\n"))
        user.shows("append", LOG, "{so}")
    assert "valid" in user.helps("verify", LOG).out


# ---- changed bytes --------------------------------------------------------------------------

LONG = "One two: the club night of a town with a rather long name, its second round"
CHANGED: dict[str, Callable[[str], str]] = {
    "byteOrderMark.hint": lambda text: "\ufeff" + text,
    "carriageReturn.hint": lambda text: text.replace("\n", "\r\n"),
    "carriageReturnInside.hint": lambda text: text.replace("\n", "\r"),
    "tabCharacter.hint": lambda text: text.replace("J: ", "J:\t"),
    "notNfc.hint": lambda text: text.replace("\u00e9", "e\u0301"),
    "notUtf8.utf16Hint": lambda text: text,
    "headerMissing.hint": lambda text: "".join(f"> {row}\n" for row in text.splitlines()),
    "badToken.notAscii": lambda text: text.replace("J: pass", "J:\u00a0pass"),
    "headerMalformed.hint": lambda text: text.replace(" its second", "\nits second"),
    "unterminatedRemark.hint": lambda text: text.replace("a note ", "a note\n"),
    "tagMissing.hint": lambda text: text.replace("@D c2", "@D\nc2"),
    "chainMismatch.hint": lambda text: text.replace("d\u00e9j\u00e0 vu", "d\u00e9j\u00e0\u00a0vu"),
    "headerMismatch.hint": lambda text: text.replace("Event: One two", "Event: One\u00a0two"),
}


@case(*(f"faults.{each}" for each in CHANGED))
def change_bytes(user: Scenario) -> None:
    commands, key = list_hints()[user.ident], user.ident.removeprefix("faults.")
    comment = (
        "J: pass {a note that is long enough that a mail program breaks it, d\u00e9j\u00e0 vu}"
    )
    event = LONG if "headerMalformed" in key else "One two"
    for options in ((), ("--chain",)):
        if not options and commands & {"diff", "append"}:
            continue
        user.log.unlink(missing_ok=True)
        user.start("--event", event, *options, text=f"{SET_UP}{comment}")
        copy = Path("copy.senpu")
        shutil.copy(user.log, copy)
        encoding = "utf-16" if "utf16" in key else "utf-8"
        user.log.write_bytes(CHANGED[key](copy.read_text("utf-8")).encode(encoding))
        user.shows("verify", LOG)
        if "fmt" in commands and not options:
            user.helps("fmt", LOG)
            assert user.log.read_bytes() == copy.read_bytes()
            continue
        if "diff" in commands:
            name = key.partition(".")[0]
            assert f"is invalid: {name} in line" in user.helps("diff", LOG, copy, status=1).out
        Path("new.senpu").unlink(missing_ok=True)
        user.helps("restore", LOG, "-o", "new.senpu")
        assert Path("new.senpu").read_bytes() == copy.read_bytes()
    if "append" in commands:  # a line without a tag is inserted
        user.log.write_bytes(before := copy.read_bytes() + b"C: pass\n")
        user.shows("verify", LOG)
        user.log.write_bytes(before.removesuffix(b"C: pass\n"))
        user.helps("append", LOG, "C: pass")
        user.valid()


@case("faults.badToken.names")
def type_a_name(user: Scenario) -> None:
    user.start(text=SET_UP)
    before = user.log.read_bytes()
    user.shows("append", LOG, "J: \u5c0f\u968a>D")
    assert "i3" in user.helps("show", LOG).out
    assert user.log.read_bytes() == before


# ---- files of another kind ------------------------------------------------------------------


@case("faults.noteMisfit.removeHint")
def delete_a_note_on_other_events(user: Scenario) -> None:
    user.start(text="C: x1+c1@D c2+c3+k1@C\n")
    user.do("note", LOG, "--at", 1, "so")
    user.log.write_text(user.log.read_text("utf-8").replace("x1+c1@D", "x1+c1+c2@D c3@C"), "utf-8")
    user.log.write_text(user.log.read_text("utf-8").replace("c3@C c2+c3+k1@C", "c3+k1@C"), "utf-8")
    answer = user.shows("review", LOG)
    (note,) = re.findall(r"--remove ([0-9a-f]+)`", answer.err)
    user.helps("note", LOG, "--remove", note)
    user.do("note", LOG)


@case("errors.noPictureForm")
def export_as_a_picture_of_another_format(user: Scenario) -> None:
    user.start()
    user.shows("export", LOG, "--to", "png")
    user.shows("export", LOG, "--to", "svg", "-o", "map.png")
    assert "rsvg-convert" in user.helps("help", "share-a-game").out
    assert (
        "the end of the name means md"
        in user.do("export", LOG, "--to", "html", "-o", "a.md", status=2).err
    )
    user.do("export", LOG, "--to", "svg", "-o", "map.svg")
