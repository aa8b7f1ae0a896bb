"""Elements of a page as text, with words in both languages: the style shows those of one."""

from tui.pages.words import WORDS
from tui.pictures.elements import plain
from tui.pictures.voices import Words

LANGUAGES = ("en", "ja")


def tag(name: str, *inside: str, **attributes: str | None) -> str:
    """An element with its end; what stands in it is markup already. `cls` is the attribute
    `class`, and underscores stand for the hyphens of attributes; one without a value is left out.

    >>> tag("b", "x", cls="now", data_at="0-1", title=None)
    '<b class="now" data-at="0-1">x</b>'
    """
    said = "".join(
        f' {"class" if key == "cls" else key.rstrip("_").replace("_", "-")}="{plain(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{said}>{''.join(inside)}</{name}>"


def both(words: Words) -> str:
    """A text in each language; once, if they are the same."""
    if len(set(words.values())) == 1:
        return plain(next(iter(words.values())))
    return "".join(tag("span", plain(said), lang=language) for language, said in words.items())


def word(ident: str, **fields: str | int) -> Words:
    """A word of the page."""
    return {
        language: said.format(**fields)
        for language, said in zip(LANGUAGES, WORDS[ident], strict=True)
    }


def told(ident: str, **fields: str | int) -> str:
    """A word of the page as markup."""
    return both(word(ident, **fields))


def button(*inside: str, **attributes: str | None) -> str:
    return tag("button", *inside, type="button", **attributes)
