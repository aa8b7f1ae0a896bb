"""`senpu repertoire`: a player's own choices by position, and the replies without an answer."""

from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import Any

from senpu.notation.printable import make_printable
from senpu.replay.annotation.branches import EventSequence
from senpu.replay.core.narration import Narrator
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.core.visible_positions import format_position_for
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.openings.book import BookFile
from senpu.replay.openings.coverage import LEAST, Coverage, CoverageSearch
from senpu.replay.openings.repertoire import (
    ChoiceTree,
    Repertoire,
    StoredChoices,
    edit_repertoire,
    find_ruleset,
    list_choices,
    load_repertoire,
    make_choice,
    put_choices,
    remove_choices,
)
from senpu.tui.commands.arguments import (
    RejectedLogError,
    UnusableLogError,
    encode_json,
    find_named_side,
    open_log,
)
from senpu.tui.commands.typed_lines import make_rejection, read_items
from senpu.tui.printing import print_text
from senpu.tui.render.data_sets import describe_values
from senpu.tui.render.repertoire_report import (
    PARTS,
    describe_position,
    find_win_probability,
    render_coverage,
)
from senpu.tui.render.text_layout import add_label, get_text, get_width, wrap_rows
from senpu.tui.render.win_probability_report import find_weakest_provenance
from senpu.tui.user_files import find_book_file

SHARE = LEAST * PARTS
"""The default of the least probability of a gap in the list, in %."""


# ---- add and remove ---------------------------------------------------------------------------


def run_add(given: Namespace) -> int:
    """Store the choice in a position, or of a side in a log."""
    if (given.answer is None) == (given.side is None):
        raise UnusableLogError("repertoireAddOptions")
    if given.side is not None and given.line is not None:
        raise UnusableLogError("optionsExclude", one="--line", other="--side")
    timeline = open_timeline(*open_log(given.file, given.data))
    number = timeline.find(given.at)
    if timeline.fault is not None:
        raise RejectedLogError.from_fault(timeline.fault, str(given.file))
    rules = timeline.rules
    if given.side is not None:
        side = find_named_side("--side", given.side, rules)
        choices = list(list_choices(timeline, side, number, given.comment))
        if not choices:
            raise UnusableLogError("repertoireNoEvents", path=given.file, side=side)
    else:
        state = timeline.get_full_position(number).state
        if given.line is not None:
            state = _play(given, rules, state, given.line).reducer.state
        _play(given, rules, state, given.answer)
        items = read_items(given.answer, given.lang)
        choices = [make_choice(rules, state, items, given.comment)]
    stored = StoredChoices(Repertoire("", 0, ""))

    def change(content: Repertoire) -> Repertoire:
        nonlocal stored
        stored = put_choices(content, choices, rules)
        return stored.content

    after = edit_repertoire(given.repertoire, rules, change)
    counts = {
        "rep_added": stored.added, "rep_replaced": stored.replaced,
        "rep_commented": stored.commented, "rep_unchanged": stored.unchanged,
    }  # fmt: skip
    parts = [get_text(given.lang, name, n=n) for name, n in counts.items() if n]
    _print_counts(given, [*parts, get_text(given.lang, "rep_choices", n=len(after.choice))])
    return 0


def _print_counts(given: Namespace, parts: list[str]) -> None:
    name = make_printable(str(given.repertoire))
    print_text(add_label(given.lang, name, get_text(given.lang, "and").join(parts)))


def _play(given: Namespace, rules: AnyRules, state: State, text: str) -> EventSequence:
    """Return typed events, played in a position. Raises RejectedEventError."""
    course = EventSequence(rules, state)
    try:
        course.play(read_items(text, given.lang))
    except ReductionError as bad:
        raise make_rejection(bad, course, Narrator(rules.spec, given.lang)) from None
    return course


def run_remove(given: Namespace) -> int:
    """Remove the choices in some positions."""
    after = edit_repertoire(
        given.repertoire, None, lambda content: remove_choices(content, given.keys)
    )
    _print_counts(
        given,
        [
            get_text(given.lang, "rep_removed", n=len(given.keys)),
            get_text(given.lang, "rep_choices", n=len(after.choice)),
        ],
    )
    return 0


# ---- list -------------------------------------------------------------------------------------


def _open(given: Namespace) -> tuple[Repertoire, AnyRules, str]:
    """Return a repertoire, its rules, and the side of `--side`, if it is given."""
    content = load_repertoire(given.repertoire)
    rules = content.open_rules(Path(given.repertoire).absolute().parent, given.data)
    side = find_named_side("--side", given.side, rules) if given.side else ""
    return content, rules, side


def run_list(given: Namespace) -> int:
    """Print the choices of a repertoire, after a check of each."""
    content, rules, side = _open(given)
    tree = ChoiceTree(content, rules, side, Path(given.repertoire))
    for number in tree.choices:
        tree.open(number)
    choices = list(content.select_side(side))
    if given.json:
        print_text(
            encode_json({
                "repertoire": str(given.repertoire), "game": content.game, "rules": content.rules,
                "options": content.options, "data": content.data,
                "choices": [
                    {
                        "key": each.key, "side": each.side, "position": each.position,
                        "answer": each.answer, "comment": each.comment,
                    }
                    for each in choices
                ],
            })
        )  # fmt: skip
        return 0
    narrator, width = Narrator(rules.spec, given.lang), get_width()
    _print_counts(given, [get_text(given.lang, "rep_choices", n=len(choices))])
    for number, each in tree.choices.items():
        problem = tree.open(number)
        assert problem is not None
        print_text()
        print_text(f"{each.key}  {describe_position(problem.state, narrator)}")
        print_text("\n".join(wrap_rows(each.answer, "  ", width)))
        if each.comment:
            print_text("\n".join(wrap_rows(make_printable(each.comment), '  " ', width)))
    return 0


# ---- gaps -------------------------------------------------------------------------------------


def run_gaps(given: Namespace) -> int:
    """Print the likely positions of a book to which a repertoire has no answer."""
    content, rules, side = _open(given)
    path = find_book(given)
    if path is None:
        raise UnusableLogError("repertoireNeedsBook")
    sides = [side] if side else content.list_sides()
    if not sides:
        raise UnusableLogError("repertoireEmpty", path=given.repertoire)
    with closing(BookFile(path)) as book:
        if find_ruleset(content, [each for each, _ in book.list_rulesets()]) is None:
            raise UnusableLogError("repertoireBook", path=path, game=content.game)
        found = {
            each: CoverageSearch(
                book, ChoiceTree(content, rules, each, Path(given.repertoire)), each,
                given.min_share / PARTS,
            ).run()
            for each in sides
        }  # fmt: skip
    if given.json:
        print_text(
            encode_json({
                "repertoire": str(given.repertoire), "book": str(path), "game": content.game,
                "least": given.min_share / PARTS,
                "provenance": find_weakest_provenance(rules.spec),
                "sides": [_make_side_object(rules, *each) for each in found.items()],
            })
        )  # fmt: skip
        return 0
    narrator = Narrator(rules.spec, given.lang)
    for at, (each, coverage) in enumerate(found.items()):
        print_text(
            "\n" * bool(at)
            + "\n".join(render_coverage(each, coverage, rules, narrator, given.rows, get_width()))
        )
    print_text("\n".join(["", *wrap_rows(describe_values(rules.spec, given.lang), "")]))
    return 0


def find_book(given: Namespace) -> Path | None:
    """Return the book of `--book`, or the book of the user."""
    return given.book if given.book is not None else find_book_file()


def _make_side_object(rules: AnyRules, side: str, coverage: Coverage) -> dict[str, Any]:
    return {
        "side": side, "answered": coverage.answered, "beyond": coverage.beyond,
        "rare": coverage.rare,
        "gaps": [
            {
                "key": gap.key, "probability": gap.probability, "line": gap.line,
                "position": format_position_for(rules, gap.state),
                "win_probability": find_win_probability(gap, side, rules),
            }
            for gap in coverage.gaps
        ],
    }  # fmt: skip
