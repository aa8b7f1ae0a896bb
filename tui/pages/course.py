"""A game's positions as the page stores them: the first one, then differences.

A position is a table. A difference contains the new values of its keys:

    @i3        the position of a counter: x, y, its look, and texts: the place, the counter, its
               short form; null if it is absent
    =over      a layer of the drawing, by its part
    #4         the value of a tally, by its text; -1 if the position has none
    ^A         a field of the position text, by its text; -1 if the position has none
    turn, ask  the lines above and below the sentence, by their text
    focus      the middle of the event's place, or null

Looks, parts and texts are in lists; other values refer to them by index. A variation is a track
like the game; its differences begin at the position that it leaves. All positions are in the view
of the timeline.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from senpu.notation.events import StatedPosition
from senpu.notation.position_text import SEPARATOR
from senpu.notation.printable import escape_json
from senpu.notation.writer import format_event
from senpu.replay.annotation.annotations import Annotations
from senpu.replay.annotation.branches import Branch, PlacedNotes
from senpu.replay.annotation.variations import Variation
from senpu.replay.core.rules import Board, Tally
from senpu.replay.core.timeline import Timeline, TimelineEvent, TimelinePosition
from senpu.replay.core.visible_positions import list_field_keys, list_fields
from senpu.tui.boards.scene import Scene, build_scene
from senpu.tui.pictures.captions import Narrators, Words, describe_decision
from senpu.tui.pictures.elements import LETTERS
from senpu.tui.pictures.elements import format_number as rounded
from senpu.tui.pictures.marks import draw_notes
from senpu.tui.pictures.picture import LAYERS, PositionDrawing

NOTED = "marked"
"""The layer of the marks of notes, above all others."""
ABSENT = -1

PositionTable = dict[str, Any]


class PageTrack(NamedTuple):
    """The game, or a variation."""

    origin: tuple[int, int]
    """The track and the event after which it begins; (0, 0) for the game itself."""
    steps: list[PositionTable]
    """Differences to the previous position; the first step of a variation is empty."""
    entries: tuple[TimelineEvent, ...]
    branch: Branch | None


class ValueTable:
    """Values stored once and referred to by index."""

    def __init__(self) -> None:
        self.every: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def number(self, key: Any, thing: Any) -> int:
        """Return the index of a value, which is added if it is new."""
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.every)
            self.every.append(thing)
        return found


class PageContent:
    """All positions of a log and of its variations."""

    def __init__(
        self, timeline: Timeline, narrators: Narrators, notes: Annotations | None, ids: str = "",
        first: int | None = None,
    ) -> None:  # fmt: skip
        """Make the positions.

        Args:
            timeline: The log.
            narrators: The narrators of all languages.
            notes: The notes.
            ids: The beginning of the ids of its elements, if the page has several games.
            first: The position that is shown first; by default the start with the script, and
                the end without it.
        """
        self.timeline, self.narrators, self.notes = timeline, narrators, notes
        self.ids = ids
        self.last = timeline.extend()
        self.first = first or 0
        self.shown = self.last if first is None else first
        """The number of the position that the page shows without its script."""
        self.looks, self.parts, self.texts = ValueTable(), ValueTable(), ValueTable()
        self.fields = ValueTable()
        self.tallies: list[tuple[str, str]] = []
        """Side and label of each tally of any position."""
        moments = [timeline.get_position(number) for number in range(self.last + 1)]
        moments += [
            branch.get_position(number)
            for branch in _branches(notes)
            for number in range(1, branch.last + 1)
        ]
        boards = [self._board(moment) for moment in moments]
        used = {field.key for each in moments for field in list_fields(timeline, each.state)}
        self.field_keys = [key for key in list_field_keys(timeline.rules) if key in used]
        """The keys of the fields that the text of any position has, in canonical order."""
        self.drawing = PositionDrawing(narrators, boards, with_tallies=False)
        for board in boards:
            for tally in board.tallies:
                self._order(tally, board)
        self.units = tuple(
            dict.fromkeys(piece.id for board in boards for piece in board.pieces)
        )  # fmt: skip
        self.tracks: list[PageTrack] = []
        self._numbers: dict[str, int] = {}
        self._game()

    def _board(self, moment: TimelinePosition) -> Board:
        return self.timeline.rules.board(moment.state)

    def _order(self, tally: Tally, board: Board) -> None:
        """Insert a new tally after the previous one of its board."""
        key = (tally.side, tally.label)
        if key in self.tallies:
            return
        before = [(each.side, each.label) for each in board.tallies]
        known = [each for each in before[: before.index(key)] if each in self.tallies]
        at = self.tallies.index(known[-1]) + 1 if known else 0
        self.tallies.insert(at, key)

    # ---- tracks -----------------------------------------------------------------------------

    def _game(self) -> None:
        entries = tuple(self.timeline.get_event(number) for number in range(1, self.last + 1))
        game = PageTrack((0, 0), [], entries, None)
        self.tracks.append(game)
        before: PositionTable = {}
        whole: list[PositionTable] = []
        for number in range(self.last + 1):
            scene = build_scene(self.timeline, number)
            after = self._position(scene, self.notes, number)
            game.steps.append(_difference(before, after))
            before = after
            whole.append(after)
        if self.notes is not None:
            self._lines(self.notes, whole, 0, self.timeline)

    def _lines(
        self,
        annotations: PlacedNotes,
        whole: list[PositionTable],
        track: int,
        before: Timeline | Variation,
    ) -> None:
        """Build the variations that begin on a track."""
        for number in range(len(whole)):
            for branch in annotations.find_variations(number):
                line = Variation(branch, before)
                self._line(line, whole[number], (track, number))

    def _line(self, variation: Variation, start: PositionTable, origin: tuple[int, int]) -> None:
        branch = variation.branch
        entries = tuple(branch.get_event(number) for number in range(1, branch.last + 1))
        line = PageTrack(origin, [{}], entries, branch)
        own = len(self.tracks)
        self._numbers[branch.ident] = own
        self.tracks.append(line)
        whole = [start]
        for number in range(1, branch.last + 1):
            scene = build_scene(variation, variation.fork + number)
            after = self._position(scene, branch, number)
            line.steps.append(_difference(whole[-1], after))
            whole.append(after)
        self._lines(branch, whole, own, variation)

    def track_of(self, branch: Branch) -> int:
        """Return the index of a variation's track."""
        return self._numbers[branch.ident]

    # ---- positions --------------------------------------------------------------------------

    def text(self, words: Words) -> int:
        """Return the index of a text."""
        return self.texts.number(tuple(words.values()), list(words.values()))

    def _position(
        self, scene: Scene, annotations: PlacedNotes | None, number: int
    ) -> PositionTable:
        shown, narrators = self.drawing.show(scene), self.narrators
        made: PositionTable = dict.fromkeys((f"@{unit}" for unit in self.units), None)
        for piece in scene.board.pieces:
            x, y, _ = shown.spots[piece.id]
            made[f"@{piece.id}"] = [
                _coordinate(x), _coordinate(y),
                self.looks.number(shown.looks[piece.id], shown.looks[piece.id]),
                self.text(narrators.place(piece)), self.text(narrators.piece(piece)),
                self.text(narrators.brief(piece)),
            ]  # fmt: skip
        for layer in LAYERS:
            made[f"={layer}"] = self.parts.number(shown.layers[layer], shown.layers[layer])
        notes = (
            [each.note for each in annotations.find_notes(number)]
            if annotations is not None
            else []
        )
        obstacles = self.drawing.map.obstacles(scene.board, shown.spots)
        drawn = draw_notes(notes, self.drawing.map, obstacles)
        made[f"={NOTED}"] = self.parts.number(drawn, drawn)
        values = {(each.side, each.label): each for each in scene.board.tallies}
        for at, key in enumerate(self.tallies):
            made[f"#{at}"] = self.text(narrators.tally(values[key])) if key in values else ABSENT
        made |= dict.fromkeys((f"^{key}" for key in self.field_keys), ABSENT)
        for field in list_fields(self.timeline, scene.moment.state):
            made[f"^{field.key}"] = self.fields.number(field.text, field.text)
        made["turn"] = self.text(narrators.turn(scene.moment.state))
        made["ask"] = self.text(narrators.translate(lambda each: describe_decision(scene, each)))
        focus = self.drawing.map.centre(scene.marks.focus)
        made["focus"] = [_coordinate(each) for each in focus] if focus else None
        return made

    def position_text(self, position: PositionTable) -> str:
        """Return the position text of a complete position."""
        found = [position[f"^{key}"] for key in self.field_keys]
        texts = [self.fields.every[at] for at in found if at != ABSENT]
        return SEPARATOR.join([self.timeline.rules.position_head.text, *texts])

    # ---- what the page reads ----------------------------------------------------------------

    def data(self) -> dict[str, Any]:
        """Return all data for the page's script."""
        starts = sorted(self.timeline.turn_starts.items())
        view = self.drawing.viewed
        return {
            "languages": [each.language for each in self.narrators.every],
            "first": self.first,
            "view": [_coordinate(each) for each in view],
            "letters": LETTERS,
            "units": self.units,
            "looks": self.looks.every,
            "parts": self.parts.every,
            "texts": self.texts.every,
            "head": self.timeline.rules.position_head.text,
            "keys": self.field_keys,
            "fields": self.fields.every,
            "turns": [[turn, first] for turn, first in starts if first <= self.last],
            "tracks": [{"from": track.origin, "steps": track.steps} for track in self.tracks],
        }

    def encoded(self) -> str:
        """Return the data as text for an element of a page."""
        text = escape_json(msgspec.json.encode(self.data()).decode())
        return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")

    def event_text(self, track: int, number: int) -> str:
        """Return an event in canonical form; "" of a stated position, which has only a name."""
        event = self.tracks[track].entries[number - 1].event
        return "" if type(event) is StatedPosition else format_event(event)

    def moment(self, track: int, number: int) -> TimelinePosition:
        """Return a position of a track."""
        branch = self.tracks[track].branch
        return self.timeline.get_position(number) if branch is None else branch.get_position(number)


def _branches(annotations: PlacedNotes | None) -> Iterator[Branch]:
    """Yield all variations, nested ones included."""
    for each in annotations.annotations if annotations is not None else ():
        if each.branch is not None:
            yield each.branch
            yield from _branches(each.branch)


def _difference(before: PositionTable, after: PositionTable) -> PositionTable:
    return {key: value for key, value in after.items() if key not in before or before[key] != value}


def _coordinate(value: float) -> float | int:
    text = rounded(value)
    return float(text) if "." in text else int(text)


def expand_track(steps: list[PositionTable], start: PositionTable) -> Iterator[PositionTable]:
    """Return the complete positions of a track."""
    for step in steps:
        start = start | step
        yield start
