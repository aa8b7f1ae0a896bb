"""Text from outside: no character that a terminal obeys remains."""

import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from senpu.notation.printable import escape_json, make_printable, make_rows_printable

OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""The categories of control characters, marks of direction, surrogates, and separators of lines."""
TEXTS = st.text(st.characters(codec=None) | st.sampled_from("\x1b\x9b\u202e\u2028\udcff\n\u3000"))


@given(TEXTS)
def test_a_printable_text_has_no_character_that_a_terminal_obeys(text: str) -> None:
    printable = make_printable(text)
    assert not any(unicodedata.category(char) in OBEYED for char in printable)
    assert len(printable) == len(text)
    assert make_printable(printable) == printable
    assert make_rows_printable(text).count("\n") == text.count("\n")


def test_words_of_all_scripts_stay_as_they_are() -> None:
    for text in ("謝晋元　四行倉庫", "Łódź – déjà-vu", "שלום", "a\N{NO-BREAK SPACE}b", "é", "🎲"):
        assert make_printable(text) == text


@given(st.text())
def test_json_with_escapes_has_the_same_value(text: str) -> None:
    escaped = escape_json(json.dumps({text: [text]}, ensure_ascii=False))
    assert make_printable(escaped) == escaped
    assert json.loads(escaped) == {text: [text]}
