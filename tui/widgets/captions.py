"""Text lines of the player: the title, the effects of an event, and the pending decision."""

import re
from collections.abc import Callable, Iterable, Sequence

from rich.cells import cell_len
from textual.strip import Strip

from senpu.notation.events import EndPhase
from senpu.notation.faults import Fault
from senpu.notation.messages import SOURCE
from senpu.notation.printable import make_printable
from senpu.replay.core.narration import Narrator, find_example
from senpu.replay.core.timeline import GameLine, Timeline
from senpu.tui.boards.scene import Scene, find_role
from senpu.tui.render.text_layout import find_rest
from senpu.tui.render.titles import translate_title
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.painting import Look, PaintedWidget, Row, wrap_cells

RULE = re.compile(r"\s*[(（][^()（）]*[)）][.?。？]?$")
"""The rule number at the end of a prompt."""


class Sentences(PaintedWidget):
    """The effects of the event, then the pending decision, or the details of a unit or place."""

    def __init__(self, look: Look, line: GameLine, narrator: Narrator) -> None:
        super().__init__(look, "sentences")
        self.timeline: GameLine = line
        self.narrator = narrator
        self._brief = Narrator(narrator.spec, narrator.language, units_by_id=True)
        self.scene: Scene | None = None
        self.details = ""
        self.summarize: Callable[[int], Row | None] | None = None
        """Returns the combat in a row of a width, if no panel shows it."""
        self._pending = ""

    def show_pending(self, sentence: str) -> None:
        """Show what is being chosen in place of the last event; nothing if it is empty."""
        if sentence != self._pending:
            self._pending = sentence
            self.repaint()

    def present(
        self, line: GameLine, scene: Scene, narrator: Narrator, details: str,
        summarize: Callable[[int], Row | None] | None = None,
    ) -> None:  # fmt: skip
        """Show a scene of a log or of a variation."""
        if narrator is not self.narrator:
            self._brief = Narrator(narrator.spec, narrator.language, units_by_id=True)
        self.timeline, self.scene, self.narrator = line, scene, narrator
        self.details, self.summarize = details, summarize
        self.repaint()

    def paint(self, width: int, height: int) -> Iterable[Strip]:
        """Return the lines."""
        scene = self.scene
        if scene is None or not height:
            return []
        room = width - 4
        narrator, lines = self._fit_story(scene, room, height)
        if self._pending:
            rows = self._render_pending(scene, room, height)
            rows = [*self._outcome(scene, room, height - len(rows)), *rows]
        else:
            rows = self._story(scene, room, lines, narrator)
        role = "note" if self.details else "dim"
        left = max(height - len(rows), 0)
        text = self.details or self.question(scene)
        texts = wrap_cells(text, room)
        if not self.details:
            for brief in (self._question(scene, self._brief), self._short_question(scene)):
                if brief and len(texts) > left:
                    text, texts = brief, wrap_cells(brief, room)
        if len(texts) > left > 0:
            rest = find_rest(make_printable(text), texts[: left - 1])
            texts = [*texts[: left - 1], shorten(self.look, rest, room)]
        rows += [Row(self.look).add("   ").add(text, role) for text in texts[:left]]
        return [row.strip(width) for row in rows]

    # ---- what happened --------------------------------------------------------------------

    def _fit_story(self, scene: Scene, room: int, height: int) -> tuple[Narrator, int]:
        """Return how to narrate the effects so that none is cut, and in how many rows.

        A combat in short comes first. Then the prompt gives way, because the header has the
        decision, and then the names of units.
        """
        lines = max(height - 1, 1)
        if self._pending:
            return self.narrator, min(max(len(wrap_cells(self._pending, room)), lines), height)
        has_summary = self.summarize is not None and self.summarize(room) is not None
        most = lines if self.details or has_summary else height
        for narrator in (self.narrator, self._brief):
            rows = len(wrap_cells(self._last_effects(scene, narrator), room))
            if rows <= most or has_summary:
                return narrator, lines if has_summary else max(rows, lines)
        return self._brief, most

    def _story(self, scene: Scene, room: int, lines: int, narrator: Narrator) -> list[Row]:
        """Return the effects; if they do not fit, a combat in short."""
        look, now, earlier = self.look, self._last_effects(scene, narrator), ""
        for number in reversed(range(scene.activation.start, scene.number)):
            more = self._render_details(number, narrator)
            longer = f"{more}{self._gap()}{earlier}"
            if len(wrap_cells(longer + now, room)) > lines:
                break
            earlier = longer
        texts = wrap_cells(earlier + now, room)
        letter, role = self._letter(scene)
        if len(texts) > lines:
            found = self.summarize(room) if self.summarize else None
            if found is not None:
                row = Row(look).add(" ").add(letter, role, "b").append(found)
                how = look.word("combat_how")
                return [row.add(f"  {how}" if row.width + cell_len(how) <= room else "", "dim")]
            texts = look.wrap(earlier + now, room, lines)
        rows = []
        past = cell_len(earlier.replace(" ", ""))
        for at, text in enumerate(texts):
            row = Row(look).add(" ")
            row.add(" " if at else letter, role, "b").add(" ")
            split = 0
            while split < len(text) and past > 0:
                past -= cell_len(text[split].replace(" ", ""))
                split += 1
            row.add(text[:split], "dim")
            rows.append(row.add(text[split:]))
        return rows

    def _last_effects(self, scene: Scene, narrator: Narrator) -> str:
        """Return the effects of the event, or what precedes the first event."""
        if scene.number:
            return self._render_details(scene.number, narrator)
        is_stated = self.timeline.rules.stated_start is not None
        now = self.look.word("stated_first" if is_stated else "before_first")
        if fault := self.timeline.fault:
            where = "error_at" if self.timeline.last else "error_in_header"
            now += self._gap() + self.look.word(where, line=fault.line)
        return now

    def _render_pending(self, scene: Scene, room: int, lines: int) -> list[Row]:
        """Return the rows of the pending sentence, after the letter of the side to decide."""
        look, decision = self.look, scene.moment.state.decision
        sides = [side.id for side in self.narrator.spec.sides]
        side = decision.side if decision else ""
        letter = self.narrator.spec.sides[sides.index(side)].letter if side in sides else " "
        role = find_role(self.narrator.spec.sides, side)
        texts = look.wrap(self._pending, room, lines)
        rows = [Row(look).add("   ").add(text) for text in texts]
        if rows:
            rows[0] = Row(look).add(f" {letter} ", role, "b").add(texts[0])
        return rows

    def _outcome(self, scene: Scene, room: int, free: int) -> list[Row]:
        """Return the rows of the last event, in `free` rows.

        An event of a phase that led to another kind of decision takes the place of the prompt,
        because the title of the list has the decision.
        """
        decision, number = scene.moment.state.decision, scene.number
        if scene.entry is None or decision is None:
            return []
        before = self.timeline.get_position(number - 1).state.decision
        is_new = before is None or before.kind != decision.kind
        is_new = is_new and type(scene.entry.event) is not EndPhase
        effects = self._last_effects(scene, self.narrator)
        texts = wrap_cells(effects, room) if effects else []
        asked = len(wrap_cells(self.question(scene), room))
        if not texts or len(texts) > free - asked * (not is_new):
            return []
        letter, role = self._letter(scene)
        rows = [Row(self.look).add("   ").add(text, "dim") for text in texts]
        rows[:1] = [Row(self.look).add(f" {letter} ", role, "b").add(texts[0], "dim")]
        return rows

    def _gap(self) -> str:
        return self.look.word("gap")

    def _render_details(self, number: int, narrator: Narrator) -> str:
        if not number:
            return ""
        return make_printable(narrator.describe_all(self.timeline.get_position(number).effects))

    def _letter(self, scene: Scene) -> tuple[str, str]:
        if scene.entry is None:
            return " ", "text"
        for at, side in enumerate(self.narrator.spec.sides):
            actor = scene.entry.actor
            if actor not in (each.id for each in self.narrator.spec.sides) and scene.activation:
                actor = self.timeline.get_event(scene.activation.start).actor
            if side.id == actor:
                return side.letter, f"side{at}"
        return " ", "text"

    # ---- what is next ---------------------------------------------------------------------

    def question(self, scene: Scene) -> str:
        """Return the pending decision or the ending as a sentence."""
        return self._question(scene, self.narrator)

    def _question(self, scene: Scene, narrator: Narrator) -> str:
        state = scene.moment.state
        if state.decision is not None:
            return narrator.prompt(state.decision, find_example(self.timeline.rules, state))
        if state.outcome is not None:
            return narrator.explain_ending(state.outcome.ending)
        return ""

    def _short_question(self, scene: Scene) -> str:
        """Return the pending decision in a few words, with its rule."""
        decision = scene.moment.state.decision
        if decision is None:
            return ""
        words = self.narrator.decision(decision)
        return self.look.word("decision_by_rule", decision=words, rule=decision.rule)


def shorten(look: Look, text: str, width: int) -> str:
    """Return `text` in at most `width` cells; the rule number at its end stays complete."""
    rule = RULE.search(text)
    room = width - cell_len(rule[0]) if rule else 0
    if rule is None or cell_len(text) <= width or room < 8:
        return look.clip(text, width)
    return look.clip(text[: rule.start()], room) + rule[0]


def render_captions(
    timeline: GameLine, scene: Scene, narrator: Narrator, look: Look
) -> tuple[list[HeaderPart], list[HeaderPart]]:
    """Return the parts of the title at the left and at the right, with their priority."""
    return _left(timeline, scene, narrator, look), _right(timeline, scene, narrator, look)


def render_note_errors(faults: Sequence[Fault], look: Look) -> list[HeaderPart]:
    """Return the parts that report invalid notes; a click opens the details."""
    if not faults:
        return []
    text, action = look.word("invalid_notes", n=len(faults)), "panel('comments')"
    return [
        HeaderPart(look.signs.bad, "error", "b", 94, 2, action),
        HeaderPart(text, "error", priority=59, gap=1, action=action),
    ]


def render_start(timeline: Timeline, look: Look) -> list[HeaderPart]:
    """Return the part that reports that the log starts from a position."""
    start = timeline.rules.stated_start
    if start is None:
        return []
    parts = [HeaderPart(look.word("from_position"), "note", priority=58)]
    if next(timeline.rules.list_unreachable(start), None) is not None:
        parts.append(HeaderPart(look.word("unreachable_position"), "note", priority=7))
    return parts


def render_inline_notes(timeline: Timeline, look: Look) -> list[HeaderPart]:
    """Return the part that reports notes inside the log, which are not shown."""
    text = look.word("inline_notes", n=timeline.annotation_count)
    return [HeaderPart(text, "dim", priority=4)] if timeline.annotation_count else []


def _left(timeline: GameLine, scene: Scene, narrator: Narrator, look: Look) -> list[HeaderPart]:
    spec, headers = timeline.rules.spec, timeline.headers
    turn = scene.moment.state.turn
    parts = [HeaderPart(spec.title(look.language), "text", "b", 60)]
    if timeline.parent is not None:
        at, every = scene.number - timeline.fork, timeline.last - timeline.fork
        branch = getattr(timeline, "branch", None)
        key = "conjecture" if branch is not None and branch.note.conjecture else "variation"
        variation = look.word(key, n=timeline.fork, at=at, of=every)
        parts.append(HeaderPart(variation, "note", "b", 91, action="back"))
    if headers.get("Event"):
        event = make_printable(translate_title(headers["Event"], look.language))
        parts.append(HeaderPart(event, "dim", priority=3))
    for at, side in enumerate(spec.sides):
        player = headers.get(side.id.capitalize()) or headers.get(
            spec.name(SOURCE, "side", side.id)
        )
        if player:
            parts.append(
                HeaderPart(f"{make_printable(player)} ({side.letter})", f"side{at}", priority=2)
            )
    if not turn:
        return [*parts, HeaderPart(look.word("set_up"), "text", "b", 90)]
    parts.append(HeaderPart(look.word("turn_of", n=turn), "text", "b", 90))
    of = look.word("of_turns", of=spec.game.turns)
    parts.append(HeaderPart(of, "dim", priority=4, gap=len(look.word("gap"))))
    parts.append(HeaderPart(narrator.date(turn), "dim", priority=5, gap=2))
    return parts


def _right(timeline: GameLine, scene: Scene, narrator: Narrator, look: Look) -> list[HeaderPart]:
    state = scene.moment.state
    parts = []
    side = timeline.view.side
    if side or timeline.rules.has_hidden_parts:
        role, priority = (find_role(narrator.spec.sides, side), 93) if side else ("dim", 6)
        parts.append(
            HeaderPart(narrator.seen_by(side), role, "b" * bool(side), priority, action="view")
        )
    if state.outcome is not None:
        role = find_role(narrator.spec.sides, state.outcome.winner)
        ending = narrator.name_ending(state.outcome.ending, "brief")
        parts.append(HeaderPart(ending, role, "b", 80))
    elif state.decision is not None:
        role = find_role(narrator.spec.sides, state.decision.side)
        parts.append(HeaderPart(narrator.decision(state.decision), role, "b", 80))
    total = f"{timeline.last}{'' if timeline.is_complete else '+'}"
    parts.append(HeaderPart(f"{scene.number} / {total}", "text", "b", 95))
    return parts


def render_state(timeline: Timeline, provenance_sign: str, look: Look) -> list[HeaderPart]:
    """Return the parts about the whole log: whether it is valid, and the sign of its values.

    On a narrow screen only the signs remain. A click opens the verdict, or the provenance.
    """
    parts: list[HeaderPart] = []
    action = "panel('verdict')"
    if timeline.fault is not None:
        parts.append(HeaderPart(look.signs.bad, "error", "b", 94, 2, action))
        parts.append(HeaderPart(look.word("invalid"), "error", "b", 79, 1, action))
    elif timeline.is_complete and (gaps := timeline.list_gap_events()):
        parts.append(HeaderPart(look.signs.gap, "note", "b", 92, 2, action))
        parts.append(HeaderPart(look.word("gap_count", n=len(gaps)), "note", "b", 79, 1, action))
    elif timeline.is_complete:
        parts.append(HeaderPart(look.signs.good, "good", "b", 92, 2, action))
        parts.append(HeaderPart(look.word("layer_valid"), "dim", "", 1, 1, action))
    if provenance_sign:
        sign, _, text = provenance_sign.partition(" ")
        action = "panel('provenance')"
        parts.append(HeaderPart(sign, "note", "b", 92, 2, action))
        parts.append(HeaderPart(text, "dim", "", 0, 1, action))
    return parts
