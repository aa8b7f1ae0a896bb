"""Likely replies to which a repertoire has no answer.

The probability of a position is the product along the way of the frequencies in a book for the
other side, and of the probabilities of the dice. The side of the repertoire plays its choices. A
choice that they do not lead to begins another way, with its share of the games of the book.
"""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from senpu.notation.writer import format_event
from senpu.replay.core.states import CHANCE, State
from senpu.replay.core.views import find_only_answer
from senpu.replay.openings.book import BookFile, MoveRecord
from senpu.replay.openings.moves import MOST, MoveNames
from senpu.replay.openings.reading import get_ruleset
from senpu.replay.openings.repertoire import ChoiceTree

LEAST = 0.001
"""The default of the least probability of a position that is examined."""
LONGEST = 400
"""The most steps of a line, set-ups counted once."""


class UnansweredPosition(NamedTuple):
    """A position in which the side has to act without a choice in the repertoire."""

    key: str
    probability: float
    line: str
    """The events on the most likely way to the position."""
    state: State
    start: State
    """The position from which `line` begins."""


class Coverage(NamedTuple):
    """The positions with and without an answer, and the other lines."""

    gaps: list[UnansweredPosition]
    """The positions without an answer, the most likely first."""
    answered: int
    """The number of examined positions with an answer."""
    beyond: float
    """The probability that a line leaves the book, reaches the end, or draws hidden cards."""
    rare: float
    """The probability of all lines that are less likely than the limit."""
    least: float
    """The limit."""


class Reply(NamedTuple):
    """An event of the other side or of chance, and its probability in a position."""

    text: str
    state: State
    probability: float


def list_moves(book: BookFile, tree: ChoiceTree, state: State) -> list[MoveRecord]:
    """Return the moves of a book in a position: set-ups, or else single events."""
    moves = book.look_up(tree.numbering, state).moves
    return [move for move in moves if move.is_set_up] or list(moves)


def list_replies(book: BookFile | None, tree: ChoiceTree, state: State) -> list[Reply]:
    """Return the events of the other side or of chance with their probabilities.

    Dice have exact probabilities. Other events have their frequency in the book.

    Args:
        book: The book, if there is one.
        tree: The repertoire.
        state: The position.

    Returns:
        The events that can be played; less than 1 in total if others are hidden.
    """
    rules, decision = tree.rules, state.decision
    if decision is None:
        return []
    if decision.side == CHANCE and decision.dice:
        outcomes = list(islice(rules.outcomes(state), MOST + 1))
        if len(outcomes) <= MOST:
            return [
                Reply(format_event(event), rules.apply(state, event)[0], chance)
                for event, chance in outcomes
            ]
    if book is None:
        return []
    moves = list_moves(book, tree, state)
    total, names = sum(move.played.games for move in moves), MoveNames(tree.numbering, state)
    return [
        Reply(found.text, found.course.reducer.state, move.played.games / total)
        for move in moves
        if (found := names.find_playable(move))
    ]


class _Node(NamedTuple):
    state: State
    probability: float
    path: tuple[str, ...]
    likely: float
    """The probability of the most likely way, whose events `path` has."""
    start: State
    """The position before these events."""


class CoverageSearch:
    """A search for the positions that a side reaches with its repertoire."""

    def __init__(self, book: BookFile, tree: ChoiceTree, side: str, least: float = LEAST) -> None:
        self.book, self.tree, self.side, self.least = book, tree, side, least
        self.gaps: dict[int, _Node] = {}
        self.answered: set[int] = set()
        self.beyond = self.rare = 0.0

    def run(self) -> Coverage:
        """Search from the start of the game, then from choices that it does not reach.

        The probability of such a choice is its share of all games of the book, wherever they
        begin. A position that several of these searches reach has the highest probability: the
        same games can reach their first positions.

        Returns:
            The result.

        Raises:
            BookError: The book cannot be read.
            ProblemError: A choice of the repertoire cannot be used.
            RepertoireError: A choice of the repertoire cannot be used.
        """
        tree, start = self.tree, self.tree.rules.start()
        self._walk(_Node(start, 1.0, (), 1.0, start))
        beyond, rare = self.beyond, self.rare
        games = self.book.count_games(get_ruleset(tree.rules))
        for number in tree.choices if games else ():
            if number not in self.answered:
                share = self.book.count_reached(number).games / games
                problem = tree.open(number)
                if share >= self.least and problem is not None:
                    self._walk(_Node(problem.state, share, (), share, problem.state))
        gaps = [
            UnansweredPosition(
                tree.numbering.format_key(number), node.probability, " ".join(node.path),
                node.state, node.start,
            )
            for number, node in self.gaps.items()
        ]  # fmt: skip
        gaps.sort(key=lambda gap: (-gap.probability, gap.line))
        return Coverage(gaps, len(self.answered), beyond, rare, self.least)

    def _walk(self, start: _Node) -> None:
        """Follow all lines step by step; lines that transpose are merged."""
        layer, gaps = {self.tree.numbering(start.state): start}, dict[int, _Node]()
        for _ in range(LONGEST):
            following: dict[int, _Node] = {}
            for number, node in layer.items():
                for after in self._expand(number, node, gaps):
                    _merge(following, self.tree.numbering(after.state), after)
            if not following:
                break
            layer = {
                number: node for number, node in following.items() if node.probability >= self.least
            }
            self.rare += sum(n.probability for n in following.values()) - sum(
                n.probability for n in layer.values()
            )
        for number, node in gaps.items():
            old = self.gaps.get(number)
            if old is None or node.probability > old.probability:
                self.gaps[number] = node

    def _expand(self, number: int, node: _Node, gaps: dict[int, _Node]) -> Iterator[_Node]:
        """Yield the positions that follow; add a gap to `gaps`."""
        state, tree = node.state, self.tree
        decision = state.decision
        only = find_only_answer(tree.rules, state)
        if only is not None:
            text = add_letter(tree, decision.side if decision else "", format_event(only))
            yield _follow(node, Reply(text, tree.rules.apply(state, only)[0], 1.0))
        elif decision is not None and decision.side == self.side:
            problem = tree.open(number)
            found = problem.find_answer(state) if problem else None
            if found is None:
                _merge(gaps, number, node)
                return
            self.answered.add(number)
            yield _follow(node, Reply(found.text, found.course.reducer.state, 1.0))
        else:
            replies = list_replies(self.book, tree, state)
            self.beyond += node.probability * (1 - sum(each.probability for each in replies))
            letter = decision.side if decision else ""
            for each in replies:
                text = add_letter(tree, letter, each.text)
                yield _follow(node, each._replace(text=text))


def add_letter(tree: ChoiceTree, side: str, text: str) -> str:
    """Return events after the letter of their side, which they may have already."""
    letter = tree.rules.letter.get(side, "")
    return f"{letter}: {text}" if letter and not text.startswith(f"{letter}:") else text


def _follow(node: _Node, reply: Reply) -> _Node:
    return _Node(
        reply.state, node.probability * reply.probability, (*node.path, reply.text),
        node.likely * reply.probability, node.start,
    )  # fmt: skip


def _merge(nodes: dict[int, _Node], number: int, node: _Node) -> None:
    """Add a node; the probabilities of equal positions are added."""
    old = nodes.get(number)
    if old is None:
        nodes[number] = node
        return
    best = node if node.likely > old.likely else old
    nodes[number] = best._replace(probability=old.probability + node.probability)
