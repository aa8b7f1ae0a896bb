"""Guided entry of the values of a printed game: the session that a command and a screen share.

After each answer the owner's file is written, complete and valid. A session that was stopped is
resumed from the file alone: a value in it is confirmed, unless it is pending.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from senpu.logs.inputs import check_regular, hold_source
from senpu.logs.journal import JournalError, find_cause, read_content, replace_file
from senpu.notation.faults import Error
from senpu.notation.messages import LANGUAGES, Message
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
from senpu.spec.data import COPY, PROVENANCES, TILE, DataError, Value, Values
from senpu.spec.loader import Spec, load_spec, read_folder, read_shipped_names
from senpu.spec.owner_files import (
    LEFT,
    PENDING,
    OwnerFile,
    copy_file,
    format_data_file,
    is_unanswered,
    read_owner_file,
    rename_source,
    restagger,
    settle,
)
from senpu.spec.stagger import GRID, SHIFTED
from senpu.tui.jobs.data_answers import (
    ASSIGNMENT,
    AnswerError,
    DoubtError,
    add_entry,
    find_assigned,
    list_removed,
    list_words_of,
    read_answer,
    read_command,
)
from senpu.tui.jobs.data_losses import Entered, count_placed, list_losses
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

PRINTED, DERIVED, PLACEHOLDER = PROVENANCES[0], PROVENANCES[2], PROVENANCES[-1]
YES, RENUMBER, KEEP = "y", "r", "k"
"""The words after a doubt: do it; renumber the answers of the owner, or keep their numbers."""
MOST_LOST = 8
"""The most entries that a question about a loss names."""


class PastQuestion(NamedTuple):
    """A question that the session left, and the file before its answer, for `b`."""

    question: Question
    own: OwnerFile | None = None
    """The values before the answer; None if there was none."""
    content: bytes | None = None
    """The content of the file before the answer; None without a file."""


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
        spec = load_spec(self.ident, folder)
        self.influence = measure_influence(spec)
        first = spec.edition.language
        self.languages = (first, *(each for each in LANGUAGES if each != first))
        """The languages of names; the first is the language of the printed edition."""
        self.past: list[PastQuestion] = []
        """The questions that this session left, for `b`."""
        self.notice: Message | None = None
        """A report on the last answer, such as that hexes are renumbered."""
        self.cause = ""
        """The question whose answer made the values not fit together, if this session knows it."""
        self._current = ""
        self._written: bytes | None = None
        """The content of the file; None if it does not exist."""
        named = ""
        check_regular(self.path)
        if not self.path.parent.is_dir() and self.path.parent != data_folder():
            why = find_cause(self.path, FileNotFoundError())
            raise JournalError("couldNotWrite", path=self.path, why=why)
        if self.path.exists():
            held = hold_source(self.path)
            self._written = held.content
            raw = read_data_file(held)
            self.own = read_owner_file(raw, str(self.path))
            named = str(raw.get(COPY, ""))
            if self.own.game not in (self.ident, self.ident.partition("/")[0]):
                raise DataError("dataOfOtherGame", path=self.path, game=self.ident)
            try:
                correct_values(values, self._own_values, self.rules_of_data, str(self.path))
            except DataError as error:
                if error.message.id != "errors.incompleteValues":  # asked like all the others
                    raise
        own: list[Value] = [v for table in self.own.tables.values() for v in table.values()]
        own += [v for names in self.own.names.values() for v in names.values()]
        printed = (each.source for each in own if each.provenance == PRINTED and each.source)
        self.source = named or next(printed, "")
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
        self.drawn = spec
        """The last values on which a game can begin; the map is drawn from them."""
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
            list_questions(self.questions_from, areas, self.languages),
            self.base_source,
            self.influence,
        )
        if self.values.digest() != self._digest:
            self._digest = self.values.digest()
            self._check_game()

    def _make_source(self, values: Values) -> QuestionSource:
        tables = values.tables
        return QuestionSource(
            tables, values.names, self.rules_of_data, self.rules_of_data.make_scope(tables),
            self.shipped.tables,
        )  # fmt: skip

    def _check_game(self) -> None:
        """Build the rules on the values, without options and with all; keep why they fail."""
        every = tuple(option.id for option in self.spec.edition.option)
        try:
            playable = open_values(self.ident, self.values)
            open_values(self.ident, self.values, every)
            self._playable = playable
        except Error as error:
            if str(self.problem or "") != str(error.message):
                self.cause = self._current
            self._playable, self.problem = None, error.message
        else:
            self.problem, self.drawn = None, self.spec

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
        return bool(keys) and all(key in own and not is_unanswered(own[key]) for key in keys)

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
        found = next(
            (each for each in self.questions if each.table != TILE and self.is_pending(each)), None
        )
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
            is_unanswered(own[key])
            for key in list_entries(question, self.questions_from)
            if key in own
        )

    def is_left(self, question: Question) -> bool:
        """Return whether the owner's copy does not show the value of a question."""
        if question.shape == "name":
            language, _, key = question.key.partition(".")
            name = self.own.names.get(question.table, {}).get((language, key))
            return name is not None and name.source.startswith(LEFT)
        own = self.own.tables.get(question.table, {})
        keys = list_entries(question, self.questions_from)
        return any(key in own and own[key].source.startswith(LEFT) for key in keys)

    def list_batch(self, question: Question) -> list[Question]:
        """Return a question and the open ones that can be answered together with it."""
        if not question.batch:
            return [question]
        return [
            each for each in self.questions
            if each == question or (each.batch == question.batch and not self.is_confirmed(each))
        ]  # fmt: skip

    # ---- answers ----------------------------------------------------------------------------

    def read_command(
        self, question: Question, text: str, narrator: Narrator
    ) -> tuple[str, str] | None:
        """Return the command that an answer to a question is, or None. Raises AnswerError."""
        if ASSIGNMENT.fullmatch(text.strip()):
            return None
        if question.shape == "name":
            return read_command(text, None)
        if not question.table:  # after the last one
            return read_command(text, ())
        accepted = self.list_accepted(question, narrator)
        return read_command(text, {*accepted, *accepted.values()})

    def take(self, question: Question, text: str, narrator: Narrator, sure: str = "") -> bool:
        """Enter what a user typed at a question, and save: a value, or a command with a value.

        An empty text confirms the current value, `all` the current values of the whole batch;
        `all VALUE` enters a value for the batch, `new NAME VALUE` another entry, `TABLE.KEY =
        VALUE` the answer of any question, `=TEXT` a value that looks like a command, `??` that the
        copy does not show the value.

        Args:
            question: The question.
            text: The text.
            narrator: The names in the language of the user.
            sure: The word of a DoubtError that the user chose.

        Returns:
            Whether the question itself is still open.

        Raises:
            DoubtError: The answer needs a further word; nothing is changed.
            AnswerError: The answer is not accepted; nothing is changed.
            JournalError, OSError: The file cannot be written; nothing is changed.
        """
        assigned = find_assigned(text, self.questions, self.questions_from)
        if assigned is not None:
            self.answer([assigned[0]], assigned[1], narrator, sure)
            return assigned[0].ident != question.ident
        word, rest = self.read_command(question, text, narrator) or ("", text)
        if word == "new":
            self.add(question.table, rest, narrator)
            return True
        if word == "??":
            self.leave(question, sure)
        elif word == "all" and rest:
            if question.shape != "value":
                raise AnswerError("fill_all_how")
            self.answer(self.list_batch(question), rest, narrator, sure)
        elif word == "all":
            self.confirm(self.list_batch(question))
        elif not text:
            self.confirm([question])
        else:
            self.answer([question], text, narrator, sure)
        return False

    def confirm(self, questions: Iterable[Question]) -> None:
        """Enter the current values of some questions as values of the owner's copy, and save."""
        entered: list[Entered] = []
        for each in questions:
            found = find_values(each, self.questions_from)
            shipped = find_values(each, self.base_source)
            values: dict[str, Any] = dict.fromkeys(shipped, "")
            if each.shape == "links":  # the other pairs are not joined
                values = dict.fromkeys(list_entries(each, self.questions_from), "")
            values |= {key: value.value for key, value in found.items()}
            values = values or make_absent(each, self.questions_from)
            is_other = each.shape == "name" and not each.key.startswith(f"{self.languages[0]}.")
            if is_other or each.table == "short_name":  # not on the printed map
                entered.append(
                    (each, {key: self._keep(shipped, key, value) for key, value in values.items()})
                )
            else:
                entered.append((each, {key: self._make(each, key, values[key]) for key in values}))
        self._enter(entered)

    def leave(self, question: Question, sure: str = "") -> None:
        """Keep the shipped values of a question that the owner's copy does not show, and save.

        They keep their provenance; their source begins with a mark.

        Raises:
            DoubtError: Entries would be lost; nothing is changed.
            JournalError, OSError: The file cannot be written; nothing is changed.
        """
        found = find_values(question, self.questions_from)
        shipped = find_values(question, self.base_source)
        values: dict[str, Any] = {key: value.value for key, value in found.items()}
        if shipped:
            values = dict.fromkeys(found, "") | {k: each.value for k, each in shipped.items()}
        values = values or make_absent(question, self.questions_from)
        kept = {key: self._keep(shipped, key, value) for key, value in values.items()}
        left = {
            key: Value(each.value, each.provenance, f"{LEFT}: {each.source}".removesuffix(": "))
            for key, each in kept.items()
        }
        self._enter([(question, left)], set(), sure)

    @staticmethod
    def _keep(shipped: Mapping[str, Value], key: str, value: Any) -> Value:
        """Return a shipped value; of a new unit or place, a placeholder that the copy lacks."""
        known = shipped.get(key)
        return Value(value, PLACEHOLDER, LEFT) if known is None or known.value != value else known

    def _make(self, question: Question, key: str, value: Any) -> Value:
        """Return a value of the owner's copy."""
        if question.table == "short_name":
            return Value(value, DERIVED, self.source)
        if question.table == TILE and question.shape == "places" and value:
            known = self.base.tables[TILE].get(key)
            held = self.values.tables[TILE].get(key)
            if known is not None and (held is None or held.value == known.value):
                return known  # the drawing is the program's
            return Value(value, *PENDING) if held is None else held
        return Value(value, PRINTED, self.source)

    def answer(
        self, questions: Iterable[Question], text: str, narrator: Narrator, sure: str = ""
    ) -> None:
        """Enter an answer for some questions, and save.

        Raises:
            DoubtError: Entries would be lost that the answer does not name; nothing is changed.
            AnswerError: The answer is not accepted; nothing is changed.
            JournalError, OSError: The file cannot be written; nothing is changed.
        """
        if text != make_printable(text) or not text.strip():
            raise AnswerError("fill_text")
        entered: list[Entered] = []
        for each in questions:
            words = self.list_accepted(each, narrator)
            values = read_answer(each, text, self.questions_from, words)
            entered.append((each, {key: self._make(each, key, values[key]) for key in values}))
        self._enter(entered, list_removed(text.removeprefix("=")), sure)

    def add(self, table: str, text: str, narrator: Narrator) -> None:
        """Enter a new entry of a table, and save. Raises AnswerError, JournalError, OSError."""
        first = Question(table, "")
        words = self.list_accepted(first, narrator) if table in self.values.tables else {}
        values = add_entry(table, text, self.questions_from, words)
        self._enter([(first, {key: self._make(first, key, values[key]) for key in values})])

    def list_accepted(self, question: Question, narrator: Narrator) -> Mapping[str, str]:
        """Return the words that a question accepts by their names in a language."""
        if question.shape == "row":
            words: Iterable[str] = self.rules_of_data.forms[question.table].among
        else:
            words = list_words_of(question, self.questions_from)
        return {narrator.value(question.table, word).lower(): word for word in words}

    def _enter(self, entered: list[Entered], named: set[str] | None = None, sure: str = "") -> None:
        """Put values into the file and write it; on an error everything is as before.

        Args:
            entered: The values by question.
            named: What the answer removes by name; None if nothing can be lost.
            sure: The word of a DoubtError that the user chose.

        Raises:
            DoubtError: Entries would be lost, or may have numbers of the other stagger.
            AnswerError: The values are not accepted.
        """
        before, tables, content = copy_file(self.own), self.values.tables, self._written
        first, handled = entered[0][0], {*self.handled}
        self.notice, self._current = None, ".".join(filter(None, first.ident))
        turned = next(
            (values[SHIFTED] for question, values in entered
             if question.table == GRID and SHIFTED in values), None,
        )  # fmt: skip
        if turned is not None and turned.value != self.shifted and self.rules_of_data.kept_rows:
            self._turn(turned, sure)
            named = None
        for question, values in entered:
            self.handled.add(question.ident)
            for key, made in values.items():
                if question.shape == "name":
                    language, _, ident = key.partition(".")
                    self.own.names.setdefault(question.table, {})[language, ident] = made
                else:
                    self.own.tables.setdefault(question.table, {})[key] = made
        try:
            self._refresh()
            if named is not None and sure != YES:
                lost = list_losses(entered, before.tables, tables, self.values.tables, named)
                if lost:
                    names = (*lost[:MOST_LOST], "…") if len(lost) > MOST_LOST else tuple(lost)
                    raise DoubtError("fill_loses", (YES,), n=len(lost), names=names)
            self.save()
        except BaseException as error:
            self.own, self.handled = before, handled
            self._refresh()
            if isinstance(error, DataError):
                raise AnswerError("fill_rejected", why=error.message) from None
            raise
        self.past.append(PastQuestion(first, before, content))

    def _turn(self, turned: Value, sure: str) -> None:
        """Renumber the owner's values for the other stagger, or keep their numbers."""
        kept = self.rules_of_data.kept_rows
        n, example = count_placed(self.own, self.rules_of_data.forms)
        if n and sure not in (RENUMBER, KEEP):
            raise DoubtError("fill_turned", (RENUMBER, KEEP), n=n, example=example,
                             shifted=str(turned.value), kept=kept)  # fmt: skip
        if sure != KEEP:
            self.own = restagger(self.own, self.values, self.rules_of_data)
        self.notice = Message("screens.fill_renumbered", {"kept": kept})

    def go_back(self) -> Question | None:
        """Return the previous question of this session, and undo its answer.

        Raises:
            JournalError, OSError: The file cannot be written; nothing is changed.
        """
        self.notice = None
        if not self.past:
            return None
        question, own, content = self.past[-1]
        if own is not None:
            self._check_unchanged()
            empty = self._format(Values({}, {}))
            self._written = empty if content is None else content
            replace_file(self.path, self._written)
            self.own = own
            self.notice = Message("screens.fill_undone")
            self._refresh()
            self.handled.discard(question.ident)
        self.past.pop()
        return question

    def rename_copy(self, name: str) -> int:
        """Give the copy another name, in the whole file.

        Returns:
            The number of values with the new name.

        Raises:
            JournalError, OSError: The file cannot be written.
        """
        old, self.source = self.source, name
        if not old or old == name:
            return 0
        self.own, changed = rename_source(self.own, old, name)
        self._refresh()
        self.save()
        return changed

    def _format(self, values: Values) -> bytes:
        return "".join(format_data_file(values, self.own.game, self.source)).encode()

    def _check_unchanged(self) -> None:
        """Check that no other program has changed the file. Raises JournalError, OSError."""
        if (read_content(self.path) if self.path.exists() else None) != self._written:
            raise JournalError("dataChanged", path=self.path)

    def save(self) -> None:
        """Write the file atomically.

        Raises:
            JournalError: The file cannot be written, or another program has changed it.
            OSError: The file cannot be read.
        """
        if self.path.parent == data_folder():
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self._check_unchanged()
        data = self._format(self._own_values)
        replace_file(self.path, data)
        self._written = data
