"""The repertoire in the tree of openings: the own choice of a position, and its changes."""

from pathlib import Path

from senpu.notation.faults import Error
from senpu.notation.play import parse_line
from senpu.notation.printable import make_printable
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.openings.problems import OpenProblem
from senpu.replay.openings.repertoire import (
    Choice,
    ChoiceTree,
    Repertoire,
    check_ruleset,
    edit_repertoire,
    load_repertoire,
    make_choice,
    make_empty,
    put_choices,
    remove_choices,
)
from senpu.tui.widgets.painting import Look, Row, wrap_text
from senpu.tui.widgets.panels import Block


class OwnChoices:
    """The choices of a repertoire file, which need not exist yet."""

    def __init__(self, path: Path, rules: AnyRules) -> None:
        self.path, self.rules = path, rules
        self.error: Error | OSError | None = None
        """The reason why the file cannot be used, or a choice in it."""
        try:
            content = load_repertoire(path)
            check_ruleset(path, content, rules)
        except FileNotFoundError:
            content = make_empty(rules)
        except (Error, OSError) as error:
            content, self.error = make_empty(rules), error
        self._set(content)

    def _set(self, content: Repertoire) -> None:
        self.content = content
        try:
            self.tree = ChoiceTree(content, self.rules)
        except Error as error:
            self.error = error
            self.tree = ChoiceTree(make_empty(self.rules), self.rules)

    def find_choice(self, number: int) -> Choice | None:
        """Return the choice in a position."""
        return self.tree.choices.get(number)

    def open(self, number: int) -> OpenProblem | None:
        """Return the checked choice in a position; None without one, or if it is invalid."""
        try:
            return self.tree.open(number)
        except Error as error:
            self.error = error
            return None

    def store(self, state: State, text: str, comment: str = "") -> None:
        """Store the choice in a position. Raises Error, OSError."""
        line, _ = parse_line(1, text)
        choice = make_choice(self.rules, state, line.items, comment)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._set(edit_repertoire(self.path, self.rules, lambda old: put_choices(old, [choice])))

    def store_comment(self, choice: Choice, comment: str) -> None:
        """Replace the comment of a choice. Raises Error, OSError."""
        new = Choice(choice.key, choice.side, choice.position, choice.answer, comment)

        def change(old: Repertoire) -> Repertoire:
            return put_choices(old, [new], keeps_comments=False)

        self._set(edit_repertoire(self.path, self.rules, change))

    def remove(self, choice: Choice) -> None:
        """Remove a choice. Raises Error, OSError."""
        self._set(
            edit_repertoire(self.path, self.rules, lambda old: remove_choices(old, [choice.key]))
        )


def describe_own_choice(look: Look, own: OwnChoices, number: int) -> list[str]:
    """Return the choice in a position and its comment, or that there is none."""
    if own.error is not None:
        return [look.word("cannot_open", why=look.reason(own.error))]
    choice = own.find_choice(number)
    if choice is None:
        return [look.word("own_none")]
    texts = [f"{look.signs.good} {choice.answer}", make_printable(choice.comment)]
    return [text for text in texts if text]


def render_own_choice(look: Look, own: OwnChoices, number: int, width: int) -> Block:
    """Return the block with the choice in a position."""
    rows: list[Row] = []
    role = "error" if own.error is not None else "text"
    for text in describe_own_choice(look, own, number):
        rows += wrap_text(look, text, width, role)
    return Block(look.word("own_title"), rows, "text")
