"""Names of players: the marks that make two different names look equal.

Two names are confusable if they have one skeleton, in the spirit of Unicode Technical Standard 39.
The table has the letters of scripts with letters like Latin ones, and Japanese pairs. It is a
selection from the file `confusables.txt` of Unicode 15. A finding is a hint to a person: names
with one skeleton may both be genuine.
"""

import unicodedata
from functools import lru_cache

LATIN_LOOKALIKES = {
    "A": "0391 0410 13AA A4EE",
    "B": "0392 0412 13F4 A4D0 A7B4",
    "C": "03F9 0421 13DF 2CA4 A4DA",
    "D": "13A0 A4D3",
    "E": "0395 0415 13AC A4F0",
    "F": "03DC A4DD A798",
    "G": "050C 13C0 13F3 A4D6",
    "H": "0397 041D 13BB 2C8E A4E7",
    "J": "037F 0408 13AB A4D9 A7B2",
    "K": "039A 041A 13E6 2C94 A4D7",
    "L": "13DE 2CD0 A4E1",
    "M": "039C 03FA 041C 13B7 2C98 A4DF",
    "N": "039D 2C9A A4E0",
    "O": "039F 041E 0555 2C9E A4F3",
    "P": "03A1 0420 13E2 2CA2 A4D1",
    "R": "01A6 13A1 13D2 A4E3",
    "S": "0405 054F 13D5 13DA A4E2",
    "T": "03A4 0422 13A2 2CA6 A4D4",
    "U": "054D A4F4",
    "V": "0474 13D9 A4E6",
    "W": "051C 13B3 13D4 A4EA",
    "X": "03A7 0425 2CAC A4EB A7B3",
    "Y": "03A5 03D2 0423 04AE 13A9 13BD 2CA8 A4EC",
    "Z": "0396 13C3 A4DC",
    "a": "0251 03B1 0430",
    "b": "0184 042C 13CF",
    "c": "03F2 0441 1D04 2CA5 ABAF",
    "d": "0501 13E7 A4D2",
    "e": "0435 04BD AB32",
    "f": "0584 1E9D A799 AB35",
    "g": "018D 0261 0581 1D83",
    "h": "04BB 0570 13C2",
    "i": "0131 0269 026A 037A 03B9 0456 04CF 13A5 1FBE A647 AB75",
    "j": "03F3 0458",
    "k": "03BA 043A",
    "l": "0196 01C0 0399 0406 04C0 2C92 A4F2",
    "n": "0578 057C",
    "o": "03BF 03C3 043E 0585 10FF 1D0F 1D11 2C9F AB3D",
    "p": "03C1 03F1 0440 2CA3",
    "q": "051B 0563 0566",
    "r": "0433 1D26 2C85 AB47 AB48 AB81",
    "s": "01BD 0455 A731 ABAA",
    "u": "028B 03C5 057D 1D1C A79F AB4E AB52",
    "v": "03BD 0475 1D20 ABA9",
    "w": "026F 0461 051D 0561 1D21 AB83",
    "x": "0445",
    "y": "0263 028F 03B3 0443 04AF 10E7 1D8C 1EFF AB5A",
    "z": "1D22 AB93",
}
"""For each Latin letter, the code points of other letters that look like it."""
OTHER_LOOKALIKES = (
    "30AB 529B", "30CF 516B", "30CB 4E8C", "30ED 53E3", "30BF 5915", "30A8 5DE5", "30C8 535C",
    "30DF 4E09", "30D8 3078", "30D9 3079", "30DA 307A", "30FC 4E00 2014 2015 2212 2010 002D",
)  # fmt: skip
"""Characters of Japanese texts that look like each other."""
LETTERS = str.maketrans(
    {
        chr(int(code, 16)): letter
        for letter, codes in LATIN_LOOKALIKES.items()
        for code in codes.split()
    }
    | {
        chr(int(code, 16)): chr(int(codes[:4], 16))
        for codes in OTHER_LOOKALIKES
        for code in codes.split()
    }
)
FOLDED = str.maketrans({"i": "l", "1": "l", "|": "l", "!": "l", "0": "o"})
"""Characters that look like others in some fonts, after folding the case."""
PAIRS = (("rn", "m"), ("vv", "w"))
"""Two letters that look like one."""

IGNORABLE = frozenset(
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, *range(0xFE00, 0xFE10)))
)
"""Characters without a picture other than control and format characters."""
INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""The categories of characters without a picture."""
SPACES = " \N{IDEOGRAPHIC SPACE}"
"""The spaces that names have."""
EAST_ASIAN = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO")
"""Scripts that are written together with each other and with Latin letters."""


@lru_cache(maxsize=1024)
def make_skeleton(name: str) -> str:
    r"""Return the skeleton of a name: names that look equal have the same one.

    >>> make_skeleton("Anna") == make_skeleton("\u0410nn\u0430") != make_skeleton("Bo")
    True
    """
    while (skeleton := _reduce(name)) != name:
        name = skeleton
    return skeleton


def _reduce(name: str) -> str:
    """Return a name with simpler characters; repeated until nothing changes."""
    text = unicodedata.normalize("NFKD", name.translate(LETTERS))
    text = "".join(char for char in text if not _is_invisible(char)).translate(LETTERS)
    # A capital letter may look like another letter than its small letter does.
    text = text.casefold().translate(LETTERS).translate(FOLDED)
    for pair, letter in PAIRS:
        text = text.replace(pair, letter)
    return " ".join(text.split())


def _is_invisible(char: str) -> bool:
    category = unicodedata.category(char)
    return category in INVISIBLE or char in IGNORABLE or (category == "Zs" and char not in SPACES)


def find_name_marks(name: str) -> list[str]:
    """Return what makes a name deceptive.

    Returns:
        Some of `empty`, `invisible` (characters without a picture, or spaces at an end),
        `variants` (full-width letters and other variants of letters), and `mixed` (letters of
        several scripts that are not written together).
    """
    marks = []
    if not make_skeleton(name):
        marks.append("empty")
    if any(map(_is_invisible, name)) or name != name.strip(SPACES) or "  " in name:
        marks.append("invisible")
    plain = unicodedata.normalize("NFKC", name)
    if plain.replace(" ", "") != "".join(
        char for char in unicodedata.normalize("NFC", name) if char not in SPACES
    ):
        marks.append("variants")
    scripts = {_find_script(char) for char in plain if char.isalpha()}
    if len(scripts) > 1 and not scripts <= {"LATIN", *EAST_ASIAN}:
        marks.append("mixed")
    return marks


def _find_script(char: str) -> str:
    """Return the script of a letter: the first word of its name."""
    return unicodedata.name(char, "").split(" ")[0].split("-")[0]
