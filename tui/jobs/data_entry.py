"""Guided entry of the values of a printed game: the session that a command and a screen share.

After each answer the owner's file is written, complete and valid. A session that was stopped is
resumed from the file alone: a value in it is confirmed, unless it is pending.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from senpu.logs.inputs import check_regular, hold_source
from senpu.logs.journal import JournalError, find_cause, read_content, replace_file
from senpu.notation.faults import Error
from senpu.notation.messages import Message
from senpu.notation.printable import make_printable
from senpu.notation.user_folders import data_folder
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import (
    find_rule_set,
    get_registration,
    open_values,
    read_data_file,
)
from senpu.replay.core.rules import AnyRules
from senpu.spec.corrections import Change, correct_values, list_changes, read_data_rules
from senpu.spec.data import TILE, DataError, Value, Values
from senpu.spec.loader import Spec, load_spec, read_folder, read_shipped_names
from senpu.spec.owner_files import (
    PENDING,
    OwnerFile,
    format_data_file,
    read_owner_file,
    restagger,
    settle,
)
from senpu.spec.stagger import GRID, SHIFTED
from senpu.tui.jobs.data_answers import AnswerError, add_entry, list_words_of, read_answer
from senpu.tui.jobs.data_questions import (
    Question,
    QuestionSource,
    covers,
    find_values,
    list_entries,
    list_questions,
    make_absent,
    measure_influence,
    order_questions,
)

PRINTED = "printed"
ASSIGNMENT = re.compile(r"([a-z_]+)(?:\.(\S+))?\s*=\s*(.*)")
"""An answer to any question: `defence.i1 = 7 6`."""


def read_copy(text: str) -> str:
    """Return the name of the owner's copy. Raises AnswerError if it cannot be in a file."""
    name = text.strip()
    if not name or make_printable(name) != name or "\udc80" <= max(name) <= "\udcff":
        raise AnswerError("fill_bad_copy")
    return name


class DataEntry:
    """The entry of one owner's file.

    `source` names the copy; it is the source of each value that is entered.
    """

    def __init__(self, game: str, path: Path | None = None) -> None:
        """Read the file, if it exists.

        Args:
            game: A rule set, or a game with one edition.
            path: The file; without it a file in the user's data folder.

        Raises:
            UnknownGameError: There is no such rule set.
            DataError: The file is invalid, or is for another game.
            JournalError: The folder of the file does not exist.
            OSError: The file cannot be read.
        """
        self.ident = find_rule_set(game)
        self.path = path or data_folder() / f"{self.ident.replace('/', '-')}.toml"
        folder = get_registration(self.ident).folder
        content = read_folder(folder)
        self.rules_of_data = read_data_rules(folder)
        values = content.values[self.ident.partition("/")[2]]
        self.shipped = Values(values.tables, read_shipped_names(folder), values.known)
        self.own = OwnerFile(self.ident, {}, {})
        self.influence = measure_influence(load_spec(self.ident, folder))
        self._written: bytes | None = None
        """The content of the file; None if it does not exist."""
        check_regular(self.path)
        if not self.path.parent.is_dir() and self.path.parent != data_folder():
            why = find_cause(self.path, FileNotFoundError())
            raise JournalError("couldNotWrite", path=self.path, why=why)
        if self.path.exists():
            held = hold_source(self.path)
            self._written = held.content
            self.own = read_owner_file(read_data_file(held), str(self.path))
            if self.own.game not in (self.ident, self.ident.partition("/")[0]):
                raise DataError("dataOfOtherGame", path=self.path, game=self.ident)
            try:
                correct_values(values, self._own_values, self.rules_of_data, str(self.path))
            except DataError as error:
                if error.message.id != "errors.incompleteValues":  # asked like all the others
                    raise
        self.source = next(
            (
                each.source
                for table in self.own.tables.values()
                for each in table.values()
                if each.provenance == PRINTED and each.source
            ),
            "",
        )
        self.base = self.shipped
        """The shipped values in the stagger of the owner's map."""
        self.base_source = self._make_source(self.shipped)
        self.problem: Message | None = None
        """The reason why no game can begin on the values yet."""
        self.handled: set[tuple[str, str]] = set()
        """The questions that were skipped or answered in this session."""
        self.detours: set[tuple[str, str]] = set()
        """The questions that came before their turn, because an answer made them necessary."""
        self._playable: AnyRules | None = None
        self._digest = ""
        self._refresh()

    # ---- values -----------------------------------------------------------------------------

    @property
    def _own_values(self) -> Values:
        return Values(self.own.tables, self.own.names)

    def _refresh(self) -> None:
        """Compute what follows from the owner's values."""
        followed = self.rules_of_data.follow(self.shipped, self._own_values)
        if followed is not self.base:
            self.base, self.base_source = followed, self._make_source(followed)
        settle(self.own.tables, self.base, self.rules_of_data)
        self.values = correct_values(
            self.shipped, self._own_values, self.rules_of_data, str(self.path)
        )
        path = get_registration(self.ident).folder
        self.spec: Spec = load_spec(self.ident, path, (), self.values)
        self.questions_from = self._make_source(self.values)
        areas = [area.id for area in self.spec.areas]
        self.questions = order_questions(
            list_questions(self.questions_from, areas), self.base_source, self.influence
        )
        if self.values.digest() != self._digest:
            self._digest = self.values.digest()
            self._check_game()

    def _make_source(self, values: Values) -> QuestionSource:
        tables = values.tables
        return QuestionSource(
            tables, values.names, self.rules_of_data, self.rules_of_data.make_scope(tables)
        )

    def _check_game(self) -> None:
        """Build the rules on the values; keep the reason if they cannot be played."""
        try:
            self._playable = open_values(self.ident, self.values)
        except Error as error:
            self._playable, self.problem = None, error.message
        else:
            self.problem = None

    @property
    def shifted(self) -> str:
        """The rows of hexes that are further right; empty without hexes."""
        value = self.values.tables.get(GRID, {}).get(SHIFTED)
        return str(value.value) if value else ""

    @property
    def rules(self) -> AnyRules | None:
        """The rules on the values, or None if no game can begin on them."""
        return self._playable

    @property
    def digest(self) -> str:
        """The digest of the values."""
        return self._digest

    def list_changes(self) -> list[Change]:
        """Return what differs from the shipped values and names."""
        return list_changes(self.base, self.values)

    # ---- questions --------------------------------------------------------------------------

    def is_confirmed(self, question: Question) -> bool:
        """Return whether the owner has entered or confirmed each value of a question."""
        if question.shape == "name":
            language, _, key = question.key.partition(".")
            return (language, key) in self.own.names.get(question.table, {})
        own = self.own.tables.get(question.table, {})
        keys = {
            *list_entries(question, self.questions_from),
            *find_values(question, self.base_source),
        }
        if not keys:  # such as an area without a railway
            keys = {key for key in own if covers(question, key)}
        return bool(keys) and all(
            key in own and (own[key].provenance, own[key].source) != PENDING for key in keys
        )

    @property
    def progress(self) -> tuple[int, int]:
        """The number of confirmed questions, and of all."""
        return sum(map(self.is_confirmed, self.questions)), len(self.questions)

    def find_open(self, after: Question | None = None) -> Question | None:
        """Return the next question that is not confirmed, or None.

        Questions on values that an answer made necessary come first. At the end of the list the
        open questions from its start follow, apart from the handled ones.
        """
        urgent = self.find_pending()
        if urgent is not None and urgent != after:
            return urgent
        is_first = after is None or after.ident in self.detours
        start = 0 if after is None or is_first else self.find_index(after) + 1
        ordered = [*self.questions[start:], *self.questions[:start]]
        return next(
            (
                each for each in ordered
                if each.ident not in self.handled and not self.is_confirmed(each)
            ),
            None,
        )  # fmt: skip

    def find_pending(self) -> Question | None:
        """Return the first question on a value that an answer made necessary, if there is one."""
        found = next(filter(self.is_pending, self.questions), None)
        if found is not None:
            self.detours.add(found.ident)
        return found

    def find_index(self, question: Question) -> int:
        """Return the place of a question in the order; the first if it is gone."""
        idents = [each.ident for each in self.questions]
        return idents.index(question.ident) if question.ident in idents else 0

    def is_pending(self, question: Question) -> bool:
        """Return whether the file has a value in place of the owner's."""
        own = self.own.tables.get(question.table, {})
        return any(
            (own[key].provenance, own[key].source) == PENDING
            for key in list_entries(question, self.questions_from)
            if key in own
        )

    def list_batch(self, question: Question) -> list[Question]:
        """Return a question and the open ones that can be answered together with it."""
        if not question.batch:
            return [question]
        return [
            each for each in self.questions
            if each == question or (each.batch == question.batch and not self.is_confirmed(each))
        ]  # fmt: skip

    def search(self, text: str, describe: Callable[[Question], str]) -> Question | None:
        """Return the first question whose table or key is a text or begins with it.

        If there is none, return the first question whose name contains the text.
        """
        wanted = text.strip().casefold()
        for exact in (True, False):
            for each in self.questions:
                for name in (each.key, each.table, f"{each.table}.{each.key}"):
                    if name and (name.casefold() == wanted or
                                 (not exact and name.casefold().startswith(wanted))):  # fmt: skip
                        return each
        return next((each for each in self.questions if wanted in describe(each).casefold()), None)

    # ---- answers ----------------------------------------------------------------------------

    def take(self, question: Question, text: str, narrator: Narrator) -> bool:
        """Enter what a user typed at a question, and save: a value, or a command with a value.

        An empty text confirms the current value, `all` the current values of the whole batch;
        `all VALUE` enters a value for the batch, `new NAME VALUE` another entry, `TABLE.KEY =
        VALUE` the answer of any question, `=TEXT` a value that looks like a command.

        Returns:
            Whether the question itself is still open.

        Raises:
            AnswerError: The answer is not accepted; nothing is changed.
            JournalError, OSError: The file cannot be written; nothing is changed.
        """
        word, assigned = text.lower(), self.find_assigned(text)
        if assigned is not None:
            self.answer([assigned[0]], assigned[1], narrator)
            return assigned[0].ident != question.ident
        if word.startswith("new "):
            self.add(question.table, text[4:], narrator)
            return True
        if not text:
            self.confirm([question])
        elif word == "all":
            self.confirm(self.list_batch(question))
        elif word.startswith("all "):
            if question.shape != "value":
                raise AnswerError("fill_all_how")
            self.answer(self.list_batch(question), text[4:], narrator)
        else:
            self.answer([question], text.removeprefix("=").strip(), narrator)
        return False

    def find_assigned(self, text: str) -> tuple[Question, str] | None:
        """Return the question that an answer names, and the answer."""
        given = ASSIGNMENT.fullmatch(text)
        if given is None:
            return None
        table, key, value = given[1], given[2] or "", given[3]
        found = next((each for each in self.questions if each.ident == (table, key)), None)
        return None if found is None else (found, value)

    def confirm(self, questions: Iterable[Question]) -> None:
        """Enter the current values of some questions as values of the owner's copy, and save."""
        entered: list[tuple[Question, dict[str, Any]]] = []
        for each in questions:
            found = find_values(each, self.questions_from)
            shipped = find_values(each, self.base_source)
            values: dict[str, Any] = dict.fromkeys(shipped, "")
            if each.shape == "links":  # the other pairs are not joined
                values = dict.fromkeys(list_entries(each, self.questions_from), "")
            values |= {key: value.value for key, value in found.items()}
            entered.append((each, values or make_absent(each, self.questions_from)))
        self._enter(entered)

    def answer(self, questions: Iterable[Question], text: str, narrator: Narrator) -> None:
        """Enter an answer for some questions, and save.

        Raises:
            AnswerError: The answer is not accepted; nothing is changed.
            JournalError, OSError: The file cannot be written; nothing is changed.
        """
        if text != make_printable(text) or not text.strip():
            raise AnswerError("fill_text")
        entered = []
        for each in questions:
            words = self.list_accepted(each, narrator)
            entered.append((each, read_answer(each, text, self.questions_from, words)))
        self._enter(entered)

    def add(self, table: str, text: str, narrator: Narrator) -> None:
        """Enter a new entry of a table, and save. Raises AnswerError, JournalError, OSError."""
        first = Question(table, "")
        words = self.list_accepted(first, narrator) if table in self.values.tables else {}
        self._enter([(first, add_entry(table, text, self.questions_from, words))])

    def list_accepted(self, question: Question, narrator: Narrator) -> Mapping[str, str]:
        """Return the words that a question accepts by their names in a language."""
        if question.shape == "row":
            words: Iterable[str] = self.rules_of_data.forms[question.table].among
        else:
            words = list_words_of(question, self.questions_from)
        return {narrator.value(question.table, word).lower(): word for word in words}

    def _enter(self, entered: Iterable[tuple[Question, dict[str, Any]]]) -> None:
        """Put values into the file and write it; on an error everything is as before."""
        before = OwnerFile(
            self.own.game,
            {name: dict(table) for name, table in self.own.tables.items()},
            {name: dict(table) for name, table in self.own.names.items()},
        )
        for question, values in entered:
            if question.table == GRID and values.get(SHIFTED, self.shifted) != self.shifted:
                self.own = restagger(self.own, self.values, self.rules_of_data)
            self.handled.add(question.ident)
            for key, value in values.items():
                made = Value(value, PRINTED, self.source)
                if question.table == TILE and question.shape == "places" and value:
                    known = self.values.tables[TILE].get(key)
                    made = Value(value, *PENDING) if known is None else made
                if question.shape == "name":
                    language, _, ident = key.partition(".")
                    self.own.names.setdefault(question.table, {})[language, ident] = made
                else:
                    self.own.tables.setdefault(question.table, {})[key] = made
        try:
            self._refresh()
            self.save()
        except BaseException as error:
            self.own = before
            self._refresh()
            if isinstance(error, DataError):
                raise AnswerError("fill_rejected", why=error.message) from None
            raise

    def save(self) -> None:
        """Write the file atomically.

        Raises:
            JournalError: The file cannot be written, or another program has changed it.
            OSError: The file cannot be read.
        """
        if self.path.parent == data_folder():
            self.path.parent.mkdir(parents=True, exist_ok=True)
        if (read_content(self.path) if self.path.exists() else None) != self._written:
            raise JournalError("dataChanged", path=self.path)
        data = "".join(format_data_file(self._own_values, self.own.game)).encode()
        replace_file(self.path, data)
        self._written = data
