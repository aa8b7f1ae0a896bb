"""Names that look equal, and marks of names that deceive."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from senpu.logs.player_names import LATIN_LOOKALIKES, LETTERS, find_name_marks, make_skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "\u0410nn\u0430"),  # Cyrillic
        ("Bob", "\u0392ob"),  # Greek
        ("Anna", "\uff21\uff4e\uff4e\uff41"),  # full-width
        ("Anna", "An\u200bna"),
        ("Anna", "An\u00adna\u2060"),
        ("Anna", "\u202eAnna"),
        ("Anna", " Anna  "),
        ("Anna", "ANNA"),
        ("Lili", "L1|I"),
        ("Moore", "M00re"),
        ("Arnold", "Amold"),
        ("Nadia", "Nad\u0456a"),
        ("\u00e9mile", "e\u0301mile"),
        ("\u30ed\u30ab", "\u53e3\u529b"),  # katakana and kanji
        ("\u5c71\u7530 \u592a\u90ce", "\u5c71\u7530\u3000\u592a\u90ce"),
    ],
)
def test_names_that_look_equal_have_one_skeleton(one: str, other: str) -> None:
    assert make_skeleton(one) == make_skeleton(other)
    assert make_skeleton(one) not in ("", make_skeleton(f"{other}x"), make_skeleton(f"x{other}"))


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("Anna", []),
        ("Zo\u00eb d'Arc-Smith 2nd", []),
        ("\u5c71\u7530\u3000\u592a\u90ce", []),
        ("\u30ad\u30e0\u3053 Kim", []),
        ("\u0418\u0432\u0430\u043d", []),
        ("\uae40\uc601\ud76c", []),
        ("", ["empty"]),
        (" ", ["empty", "invisible"]),
        ("\u200b", ["empty", "invisible"]),
        ("\u3164", ["empty", "invisible", "variants"]),
        ("Anna ", ["invisible"]),
        ("An\u00a0na", ["invisible", "variants"]),
        ("A\u043dna", ["mixed"]),
        ("\uff21nna", ["variants"]),
        ("\uff71\uff9d\uff85", ["variants"]),
    ],
)
def test_a_name_that_deceives_is_marked(name: str, marks: list[str]) -> None:
    assert find_name_marks(name) == marks


@given(st.text(max_size=20))
def test_a_skeleton_is_its_own_skeleton(name: str) -> None:
    skeleton = make_skeleton(name)
    assert make_skeleton(skeleton) == skeleton
    assert make_skeleton(f" {name}\u200b") == skeleton
    assert ("empty" in find_name_marks(name)) is (skeleton == "")


def test_the_table_has_letters_that_look_like_latin_ones() -> None:
    assert len(LETTERS) > 200
    for letter, codes in LATIN_LOOKALIKES.items():
        for code in codes.split():
            char = chr(int(code, 16))
            assert unicodedata.category(char)[0] in "LS"
            assert make_skeleton(char) == make_skeleton(letter), unicodedata.name(char)
