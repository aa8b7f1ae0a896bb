"""The repertoire in the tree of openings: the own choice of a position, and its changes."""

from pathlib import Path

from msgspec.structs import replace

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
    replace_choice,
)
from senpu.tui.user_files import RepertoireFiles
from senpu.tui.widgets.painting import Look, Row, wrap_text
from senpu.tui.widgets.panels import Block


class OwnChoices:
    """The choices of a repertoire file, which need not exist yet."""

    def __init__(self, path: Path, rules: AnyRules, files: RepertoireFiles) -> None:
        self.path, self.rules, self.files = path, rules, files
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

    def store(self, state: State, text: str) -> None:
        """Store the choice in a position, with the comment that it had. Raises Error, OSError."""
        line, _ = parse_line(1, text)
        choice = make_choice(self.rules, state, line.items)
        number = self.tree.parse_key(choice.key)
        for removed, afters in self.files.removed.get((self.path, number), ()):
            if OpenProblem(choice.make_problem(), self.rules).afters == afters:
                choice = replace(choice, comment=removed.comment)
        self._remember(number)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._set(
            edit_repertoire(
                self.path, self.rules, lambda old: put_choices(old, [choice], self.rules).content
            )
        )

    def store_comment(self, choice: Choice, comment: str) -> None:
        """Replace the comment of a choice. Raises Error, OSError."""
        new = replace(choice, comment=comment)
        self._set(edit_repertoire(self.path, self.rules, lambda old: replace_choice(old, new)))

    def remove(self, choice: Choice) -> None:
        """Remove a choice; its comment returns if it is stored again. Raises Error, OSError."""
        self._remember(self.tree.parse_key(choice.key))
        self._set(
            edit_repertoire(self.path, self.rules, lambda old: remove_choices(old, [choice.key]))
        )

    def _remember(self, number: int) -> None:
        """Remember the choice in a position with its comment, before it is removed."""
        choice, problem = self.find_choice(number), self.open(number)
        if choice is not None and choice.comment and problem is not None:
            found = self.files.removed.setdefault((self.path, number), [])
            found.append((choice, problem.afters))


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
