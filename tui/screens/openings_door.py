"""The way into the tree of openings: which book, and at which position."""

from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from logs.record import record_of
from notation.faults import SenpuError
from replay.inscription import header
from replay.openings.book import Book
from replay.openings.numbering import Ruleset, ruleset_of
from replay.openings.shelf import BookError
from replay.timeline import Timeline
from tui.openings_page import rules_of
from tui.screens.openings import OpeningsScreen
from tui.screens.player import PlayerScreen

if TYPE_CHECKING:
    from tui.app import SenpuApp


def enter(app: "SenpuApp") -> None:
    """Put the tree of the book on top: at the position of the player below it, else where the games
    begin that it has most of. Says why that cannot be."""
    screen, look = app.screen, app.look()
    if app.book is None:
        _say(screen, look.word("no_book"))
        return
    try:
        book = Book(app.book)
        if isinstance(screen, PlayerScreen):
            app.push_screen(OpeningsScreen(look, book, screen.course, screen.position))
        else:
            app.push_screen(OpeningsScreen(look, book, _beginning(book)))
    except (SenpuError, OSError) as error:
        why = getattr(error, "strerror", None) or str(error).splitlines()[0]
        _say(screen, look.word("cannot_open", why=why))


def _say(screen: Screen[Any], text: str) -> None:
    say = getattr(screen, "say", None)
    if say is not None:
        say(text)


def next_rules(screen: OpeningsScreen) -> None:
    """Show the beginning of games under the next rules of the book, in place of what is shown."""
    try:
        timeline = _beginning(screen.book, ruleset_of(screen.walk.rules))
        book = Book(screen.book.path)
    except (SenpuError, OSError) as error:
        screen.say(screen.look.word("cannot_open", why=str(error).splitlines()[0]))
        return
    screen.senpu.switch_screen(OpeningsScreen(screen.look, book, timeline))


def _beginning(book: Book, before: Ruleset | None = None) -> Timeline:
    """A game in which nothing is played yet, under the rules of most games of the book, or those
    that come next. Raises BookError, UnknownGame, DataError."""
    found = [ruleset for ruleset, _ in book.rulesets()]
    if not found:
        raise BookError(f"{book.path}: a book without games")
    at = found.index(before) + 1 if before in found else 0
    rules = rules_of(found[at % len(found)])
    return Timeline(record_of(header(rules, {})), rules)
