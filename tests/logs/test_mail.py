"""Logs sent by mail are restored to the byte, or the line is reported; never another text."""

from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest

from senpu.logs.chain import add_tags
from senpu.logs.mail.characters import RestorationError
from senpu.logs.mail.extraction import restore_mail
from senpu.logs.record import LIBRARY
from tests.reliability.mangling import MANGLINGS, mangled, several

NONCE = "0123456789abcdef0123456789abcdef"
LEARN = LIBRARY / "800" / "learn.senpu"
LOGS = [path.read_text("utf-8") for path in sorted(LIBRARY.rglob("*.senpu"))]
PLAIN = [text for text in LOGS if "\nChain:" not in text]

HEAD = "Senpu: 1\nGame: pendulum/toy\n\n"


def with_chain(text: str) -> str:
    header, _, lines = text.partition("\n\n")
    return add_tags(f"{header}\nChain: sha256\nNonce: {NONCE}\n\n{lines}")


def outcome(text: str, names: list[str]) -> str:
    try:
        found = restore_mail(mangled(text, names))
    except RestorationError as refused:
        return "refused" if refused.fault.line else "refused without a line"
    assert found.text == text.encode(), names
    return "proven" if found.proven else "restored"


def both(text: str) -> str:
    return restore_mail(text.encode()).text.decode()


def refusal(text: str) -> tuple[str, int]:
    with pytest.raises(RestorationError) as raised:
        restore_mail(text.encode())
    return raised.value.fault.id, raised.value.fault.line


# ---- the library, mangled -------------------------------------------------------------------


@pytest.mark.parametrize("name", MANGLINGS)
def test_a_chained_log_comes_back_from_every_mangling(name: str) -> None:
    for text in PLAIN[::8]:
        assert outcome(with_chain(text), [name]) == "proven"


@pytest.mark.parametrize("name", MANGLINGS)
def test_a_log_without_a_chain_comes_back_or_is_refused(name: str) -> None:
    found = {outcome(text, [name]) for text in PLAIN[::8]}
    may_fail = ("smart", "wrapped", "full-width")
    assert found == {"restored"} or (
        any(word in name for word in may_fail) and "proven" not in found
    )


@pytest.mark.parametrize("seed", range(8))
def test_from_several_manglings_at_once_no_other_text_comes(seed: int) -> None:
    random = Random(seed)
    for _ in range(6):
        text = random.choice(PLAIN)
        names = several(random)
        assert outcome(random.choice([text, with_chain(text)]), names) != "refused without a line"


# ---- what surrounds a log -------------------------------------------------------------------


@pytest.mark.parametrize("text", [HEAD + "N: n1>B\n", with_chain(HEAD + "N: n1>B\n")])
def test_greetings_signatures_and_older_mails_are_left_out(text: str) -> None:
    older = "".join(f"> {row}\n" for row in (HEAD + "N: n1>C").splitlines())
    mail = f"Hello Bo\n\n{text}\nSee you on Friday.\n\nOn Monday Bo wrote:\n{older}-- \nAnna\n"
    assert both(mail) == text
    quoted = "".join(f">> {row}".rstrip() + "\n" for row in text.splitlines())
    assert both(f"Thanks!\n{quoted}\nThat is all, Anna\n") == text


def test_what_is_right_below_is_not_taken_for_the_end_of_the_mail() -> None:
    assert refusal(HEAD + "N: n1>B\nS: s1->B\n") == ("mailDamaged", 5)
    assert refusal(HEAD + "N: n1>B\n\nS: s1->B\n") == ("mailDamaged", 6)
    assert refusal(HEAD + "N: n1>B\n\nYours, Bo\nS: s1>B\n") == ("mailDamaged", 6)
    assert refusal(HEAD + "N: n1>B\n\nbest wishes\n") == ("mailUnclear", 6)


def test_a_tagged_line_that_does_not_fit_is_never_left_out() -> None:
    text = with_chain(HEAD + "N: n1>B\nS: s1>B\n")
    assert refusal(text.replace("s1>B", "s1>C")) == ("mailDamaged", 8)
    assert refusal(text[:-10]) == ("mailDamaged", 8)
    assert refusal(text.replace("pendulum", "pendulun")) == ("mailDamaged", 6)


def test_a_mail_without_a_log_is_refused() -> None:
    assert refusal("Dear Bo,\nI forgot the log.\n") == ("mailNoLog", 0)
    assert refusal("") == ("mailNoLog", 0)


# ---- breaks ---------------------------------------------------------------------------------

LONG = (
    "J: i3>D {a remark that is a good deal longer than any line that a mail program leaves whole}"
)


def test_a_break_inside_a_comment_leaves_no_choice() -> None:
    assert both(HEAD + LONG.replace(" any", "\nany") + "\nC: pass\n") == f"{HEAD}{LONG}\nC: pass\n"


def test_a_row_that_may_be_a_line_or_the_end_of_one_is_refused() -> None:
    full = "J: i3>D i4>D i5>D i6>D i7>D i8>D i9>D"
    assert refusal(f"{HEAD}{full} C: c1>A c2>A c3>A c4>A\nC: c5>A\n") == ("mailUnclear", 5)
    pinned = HEAD.replace("\n\n", f"\nData: sha256:{'ab' * 32}\n\n")  # 77 columns, not broken
    text = f"{pinned}{full} C: c1>A c2>A c3>A c4>A\nC: c5>A\n"
    assert both(text) == text


def test_whether_a_sign_is_of_the_comment_or_of_quoting_is_not_guessed() -> None:
    quoted = "".join(f"> {row}\n" for row in (HEAD + LONG.replace(" any", " >\nany")).splitlines())
    assert ">" in both(quoted)
    assert refusal(quoted.replace("> any", "> > any"))[0] == "mailUnclear"


# ---- characters -----------------------------------------------------------------------------


def test_smart_quotes_are_kept_where_plain_ones_show_that_none_was_turned() -> None:
    assert refusal(HEAD + "N: n1>B {“so”}\n") == ("mailUnclear", 4)
    kept = HEAD + "N: n1>B {“so”}\nS: s1>B {'this' too}\n"
    assert both(kept) == kept


def test_wide_blanks_in_a_name_are_kept_where_the_notation_has_plain_ones() -> None:
    text = HEAD.replace("\n\n", "\nNorth: 山田　太郎\n\n") + "N: n1>B\n"
    assert both(text) == text
    assert refusal(text.replace(" ", "\u3000"))[0] == "mailUnclear"


def test_an_escaped_text_is_told_from_one_that_speaks_of_escapes() -> None:
    text = HEAD + "N: n1>B {&gt; is a sign, =3D another, = a third}\n"
    assert both(text) == text
    assert both(text.replace("&", "&amp;").replace("n1>", "n1&gt;")) == text


def test_the_tags_say_what_was_turned_and_what_was_not() -> None:
    text = with_chain(HEAD + "N: n1>B {“so” -- 'this' too…}\nS: s1>B {an en–dash}\n")
    mail = text.replace("'this'", "’this’").replace("--", "—")
    assert restore_mail(mail.encode()).proven
    assert both(mail) == text


# ---- whole messages -------------------------------------------------------------------------


def message(text: str) -> EmailMessage:
    found = EmailMessage()
    found["Subject"] = "Our game"
    found["From"] = found["To"] = "anna@example.org"
    found.set_content(text, cte="quoted-printable")
    return found


def test_a_saved_message_is_read_by_what_it_says_of_itself() -> None:
    text = LEARN.read_text("utf-8")
    assert both(message(f"Dear Bo\n\n{text}").as_string()) == text


def test_a_flowed_message_says_whether_its_last_blanks_are_its_own() -> None:
    text = HEAD + "N: n1>B {春の会は上海から始まる and goes on}\n"
    mail = message(text.replace("上海", "上海 \n").replace("and ", "and  \n"))
    mail.set_param("format", "flowed")
    mail.set_param("delsp", "yes")
    assert both(mail.as_string()) == text
    kept = message(text.replace("and ", "and \n"))
    kept.set_param("format", "flowed")
    assert both(kept.as_string()) == text


def test_an_attachment_is_the_log_unchanged() -> None:
    mail = message("Dear Bo, find the log attached.")
    data = LEARN.read_bytes()
    mail.add_attachment(data, "application", "octet-stream", filename="game.senpu")
    assert restore_mail(bytes(mail)).text == data


def test_a_file_saved_as_utf_16_is_read(tmp_path: Path) -> None:
    text = HEAD + "N: n1>B {春}\n"
    assert restore_mail(text.encode("utf-16")).text.decode() == text
