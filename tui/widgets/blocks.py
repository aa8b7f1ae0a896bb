"""What stands in each panel, from a scene: rows of text, decided by nothing but the rules."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from rich.cells import cell_len

from notation.events import Event, Roll
from notation.faults import LAYERS
from notation.writer import format_event
from replay.narration import Narrator
from replay.rules import CHANCE, Odds, Piece, Refusal, Rules, State
from replay.timeline import Timeline
from replay.verify import Verdict
from spec.data import STANDINGS
from tui.widgets.painting import Look, Row, printable, wrapped
from tui.widgets.panels import Block, in_columns, label_width
from tui.widgets.scene import Scene

LISTED = 400
"""How many legal events a panel lists at most."""
SOUND = ("printed", "stated")
"""Values of these standings may be shown without saying so."""


def in_hundred(look: Look, chance: float) -> str:
    """A chance in words."""
    return look.word("in_hundred", n=round(chance * 100))


# ---- why --------------------------------------------------------------------------------


def why_block(
    scene: Scene, timeline: Timeline, narrator: Narrator, look: Look, width: int
) -> Block:
    """How the number needed by the attack of this activation comes about, and its chance."""
    found = _attack(scene, timeline)
    if found is None:
        return Block(look.word("why"), [Row(look).add(" " + look.word("no_attack"), "faint")])
    number, event, odds = found
    number_at = max(min(width - 17, 40), 12)
    rows: list[Row] = []
    for term in odds.terms:
        sign = "+" if rows and term.number > 0 else ""
        row = (
            Row(look)
            .add(" ")
            .add(look.clip(narrator.label(term.what, unit=term.unit), number_at - 2), "dim")
        )
        row.to(number_at).add(f"{sign}{term.number}".rjust(3)).add(f"  {term.rule}", "faint")
        rows.append(row)
    row = Row(look).add(" " + look.word("needed")).to(number_at)
    row.add(str(odds.need).rjust(3), how="b").add(f"  {in_hundred(look, odds.success)}", "dim")
    rows.append(row)
    rolled = _rolled(scene, timeline, number)
    if rolled:
        row = Row(look).add(" " + look.word("rolled", dice=" + ".join(map(str, rolled))))
        row.to(number_at).add(str(sum(rolled)).rjust(3), how="b")
        hit = sum(rolled) >= odds.need
        row.add("  " + look.word("reached" if hit else "not_reached"), "now" if hit else "dim")
        rows.append(row)
    if odds.standing not in SOUND:
        said = look.word("rests_on", standing=look.word(odds.standing))
        rows += [Row(look).add(" " + text, "note") for text in wrapped(said, width - 3)]
    if len(odds.results) > 2:
        for result, chance in odds.results:
            name = look.word("row_miss") if result == "miss" else result
            row = Row(look).add(" " + look.clip(name, number_at - 2), "dim").to(number_at + 5)
            rows.append(row.add(in_hundred(look, chance), "dim"))
    return Block(look.word("why_of", event=format_event(event)), rows)


def _attack(scene: Scene, timeline: Timeline) -> tuple[int, Event, Odds] | None:
    for number in reversed(range(max(scene.activation.start, 1), scene.number + 1)):
        event = timeline.entry(number).event
        if type(event) is Roll:
            continue
        odds = odds_of(timeline.rules, timeline.at(number - 1).state, event)
        if odds is not None:
            return number, event, odds
    return None


def _rolled(scene: Scene, timeline: Timeline, attack: int) -> tuple[int, ...]:
    for number in reversed(range(attack + 1, scene.number + 1)):
        event = timeline.entry(number).event
        if type(event) is Roll:
            return event.pips
    return ()


def odds_of(rules: Rules[Any], state: State, event: Event) -> Odds | None:
    """The chances of an event, if it is an attack of that position."""
    try:
        return rules.odds(state, event)
    except (Refusal, KeyError, LookupError):
        return None


# ---- strength ---------------------------------------------------------------------------


def strength_block(scene: Scene, narrator: Narrator, look: Look, width: int) -> Block:
    """Units on the map, how many of them reduced, and points left, a column a side."""
    sides = narrator.spec.sides
    table: dict[str, Callable[[Piece], int]] = {
        "units_on_map": lambda p: bool(p.place),
        "reduced_units": lambda p: bool(p.place) and p.reduced,
        "points_left": lambda p: p.points if p.place else 0,
        "still_to_come": lambda p: p.fate == "due",
        "lost_units": lambda p: p.fate == "lost",
    }
    labels = [look.word(name) for name in table]
    start = label_width(labels) + 3
    pitch = max((label_width(narrator.side(side.id) for side in sides)) + 2, 7)
    pitch = min(pitch, max((width - start) // max(len(sides), 1), 4))
    head = Row(look)
    for at, side in enumerate(sides):
        name = narrator.side(side.id)
        name = name if cell_len(name) < pitch else side.letter
        head.to(start + (at + 1) * pitch - cell_len(name)).add(name, f"side{at}")
    rows = [head]
    for label, count in zip(labels, table.values(), strict=True):
        row = Row(look).add(" " + label, "dim")
        for at, side in enumerate(sides):
            number = str(sum(count(p) for p in scene.board.pieces if p.side == side.id))
            row.to(start + (at + 1) * pitch - len(number)).add(number)
        rows.append(row)
    rows += [
        Row(look).add(" " + t, "note") for t in wrapped(weak_values(narrator, look), width - 3)
    ]
    return Block(look.word("strength"), rows)


# ---- remarks ----------------------------------------------------------------------------


def remark_block(scene: Scene, timeline: Timeline, look: Look, width: int) -> Block:
    """The remarks on the current event; without one, on the last event that has one."""
    remarks = timeline.remarks.get(scene.number, [])
    number = scene.number
    if not remarks:
        before = [each for each in timeline.remarks if each < scene.number]
        number = max(before, default=0)
    texts = timeline.remarks.get(number, [])
    if not texts:
        return Block(look.word("remark"), [Row(look).add(" " + look.word("no_remark"), "faint")])
    rows = []
    role = "note" if remarks else "faint"
    for text in texts:
        rows += [
            Row(look).add(" " + line, role, "i") for line in wrapped(printable(text), width - 3)
        ]
    if not remarks:
        rows.append(Row(look).add(" " + look.word("remark_of", n=number), "faint"))
    return Block(look.word("remark"), rows, role)


# ---- what may be done -------------------------------------------------------------------


def legal_block(
    scene: Scene, timeline: Timeline, narrator: Narrator, look: Look, width: int
) -> Block:
    """The legal events of the position, attacks first, each with its chance."""
    rules, state = timeline.rules, scene.moment.state
    ask = state.ask
    if ask is None:
        return Block(look.word("legal"), [Row(look).add(" " + look.word("nothing_legal"), "faint")])
    events = list(islice(rules.legal(state), LISTED + 1))
    more = len(events) > LISTED
    del events[LISTED:]
    rated = [(event, odds_of(rules, state, event)) for event in events]
    rated.sort(key=lambda pair: -pair[1].success if pair[1] else 1)
    texts = [(format_event(event), odds) for event, odds in rated]
    size = label_width(text for text, _ in texts) + 1
    any_odds = any(odds for _, odds in texts)
    chance = label_width([in_hundred(look, 1)]) + 2 if any_odds else 0
    played = _played(timeline, scene)
    cells = []
    for text, odds in texts:
        taken = text == played
        row = Row(look).add(look.signs.here if taken else " ", "now", "b")
        row.add(text, "now" if taken else "text", "b" if taken else "").to(size + 2)
        if odds:
            row.add(in_hundred(look, odds.success), "dim")
            if odds.standing not in SOUND:
                row.add("?", "note")
        cells.append(row)
    cell = min(size + chance + 4, max(width - 2, 8))
    rows = in_columns(look, cells, width - 2, cell)
    if more:
        rows.append(Row(look).add(" " + look.word("listed_only", n=LISTED), "faint"))
    weak = {odds.standing for _, odds in texts if odds and odds.standing not in SOUND}
    if weak:
        said = ", ".join(look.word(standing) for standing in sorted(weak))
        rows.insert(0, Row(look).add(" ? " + look.word("rests_on", standing=said), "note"))
    title = look.word(
        "legal_of", ask=narrator.ask(ask), rule=ask.rule, n=f"{len(events)}{'+' * more}"
    )
    return Block(title, rows)


def _played(timeline: Timeline, scene: Scene) -> str:
    """The text of the event that the log goes on with."""
    if scene.number >= timeline.last:
        return ""
    return format_event(timeline.entry(scene.number + 1).event)


# ---- the verdict ------------------------------------------------------------------------


def verdict_block(verdict: Verdict | None, look: Look, width: int) -> Block:
    """What verifying the file found, layer by layer."""
    if verdict is None:
        return Block(look.word("verdict"), [Row(look).add(" " + look.word("verifying"), "dim")])
    rows = []
    for fault in verdict.faults:
        for line in fault.render().splitlines():
            rows.append(Row(look).add(" " + look.clip(printable(line), width - 2), "error"))
        if fault.legal:
            said = look.word("legal_were", events="  ".join(fault.legal))
            rows += [Row(look).add(" " + text, "dim") for text in wrapped(said, width - 3)]
    layers = list(layer_rows(verdict, look))
    facts = _facts(verdict, look, width)
    if width >= BESIDE_LAYERS:
        for at in range(max(len(layers), len(facts))):
            row = Row(look).join(layers[at] if at < len(layers) else Row(look), 38)
            rows.append(row.join(facts[at] if at < len(facts) else Row(look), width - 40))
    else:
        rows += [*layers, *facts]
    return Block(look.word("verdict"), rows, "dim" if verdict.good else "error")


BESIDE_LAYERS = 70
"""From this width on the facts stand beside the layers."""


def _facts(verdict: Verdict, look: Look, width: int) -> list[Row]:
    facts = [
        ("game", verdict.game),
        ("events", str(verdict.events)),
        ("good_through", str(verdict.good_through)),
        ("ending", verdict.ending or look.word("going_on")),
        ("state", verdict.state),
    ]
    start = label_width(look.word(name) for name, _ in facts) + 4
    return [
        Row(look)
        .add("   " + look.word(name), "dim")
        .to(start)
        .add(look.clip(printable(value), max(width - start, 4)))
        for name, value in facts
    ]


def layer_rows(verdict: Verdict, look: Look) -> Iterator[Row]:
    """A sign and a word for each layer; those below the first fault were not reached."""
    faulty = {fault.layer for fault in verdict.faults}
    reached = True
    for layer in LAYERS:
        row = Row(look).add(" ")
        if layer in faulty:
            row.add(look.signs.bad, "error", "b")
            said, reached = look.word("layer_bad"), False
        elif not reached:
            row.add(look.signs.open, "faint")
            said = look.word("layer_open")
        elif layer == "chain" and verdict.chain == "unchained":
            row.add(look.signs.open, "dim")
            said = look.word("layer_unchained")
        else:
            row.add(look.signs.good, "good", "b")
            said = look.word("layer_good", n=verdict.good_through)
        row.add(" " + look.word(f"layer_{layer}"), "dim").to(13).add(said)
        yield row
    row = Row(look).add(" ")
    pinned = verdict.data == "pinned"
    row.add(look.signs.good if pinned else look.signs.open, "good" if pinned else "dim", "b")
    row.add(" " + look.word("layer_data"), "dim").to(13)
    yield row.add(look.word("data_pinned" if pinned else "data_unpinned"))


# ---- standings --------------------------------------------------------------------------


def standing_rows(counts: dict[str, int], look: Look, width: int) -> Iterator[Row]:
    """How many values stand where, with bars."""
    most = max(max(counts.values()), 1)
    start = label_width(map(look.word, counts)) + 2
    room = max(min(width - start - 7, 30), 1)
    for standing, count in counts.items():
        role = {"inferred": "dim", "placeholder": "note"}.get(standing, "text")
        row = Row(look).add(" " + look.word(standing), role).to(start)
        row.add(f"{count:>4}  ", role)
        yield row.add(look.signs.full * -(-count * room // most), role)


def weak_values(narrator: Narrator, look: Look) -> str:
    """Which numbers of map and counters are neither printed nor stated, in a line."""
    spec = narrator.spec
    known = {unit.id for unit in spec.game.unit} | {area.id for area in spec.game.area}
    found: dict[str, list[str]] = {}
    for name, table in spec.values.tables.items():
        if not any(key.partition("-")[0] in known for key in table):
            continue
        for standing in {value.standing for value in table.values()} - {*SOUND, "derived"}:
            found.setdefault(standing, []).append(table_name(narrator, name))
    return "; ".join(
        look.word("values_are", standing=look.word(standing), names=", ".join(found[standing]))
        for standing in reversed(STANDINGS)
        if standing in found
    )


def table_name(narrator: Narrator, name: str) -> str:
    """A table of the data in words, where the game's texts have one (`table_points`)."""
    label = f"table_{name}"
    said = narrator.label(label)
    return name.replace("_", " ") if said == label else said


# ---- details of what was pointed at -----------------------------------------------------


def unit_details(scene: Scene, narrator: Narrator, look: Look, ident: str) -> str:
    """A unit in a line: where it is, what it has, and how its numbers stand."""
    piece = next((each for each in scene.board.pieces if each.id == ident), None)
    if piece is None:
        return ""
    parts = [narrator.side(piece.side)]
    if piece.place:
        parts.append(narrator.place(piece.place))
    elif piece.fate == "due":
        parts.append(look.word("due_on", n=piece.turn))
    elif piece.fate:
        parts.append(narrator.label(piece.fate))
    if piece.reduced:
        parts.append(look.word("row_reduced"))
    if piece.full and piece.place:
        parts.append(look.word("points_of", count=piece.points, of=piece.full))
    parts += _values(narrator, look, ident)
    return f"{narrator.units((ident,))}: {', '.join(parts)}"


def area_details(
    scene: Scene, narrator: Narrator, look: Look, ident: str, near: Iterable[str]
) -> str:
    """An area in a line: its neighbours, who is there, and how its numbers stand."""
    beside = " ".join(near)
    parts = [look.word("beside", places=beside)] if beside else []
    here = [piece.id for piece in scene.board.pieces if piece.place == ident]
    parts += [" ".join(here)] if here else []
    parts += [narrator.label(note) for note in scene.board.notes.get(ident, ())]
    parts += _values(narrator, look, ident)
    return f"{narrator.place(ident)}: {', '.join(parts)}"


def _values(narrator: Narrator, look: Look, ident: str) -> Iterator[str]:
    for name, table in narrator.spec.values.tables.items():
        found = table.get(ident)
        if found is None:
            continue
        value = found.value
        said = "/".join(map(str, value)) if isinstance(value, list) else str(value)
        yield f"{table_name(narrator, name)} {said} ({look.word(found.standing)})"


def actor_role(narrator: Narrator, side: str) -> str:
    """The colour of a side, plain for chance."""
    if side == CHANCE:
        return "text"
    at = next((n for n, each in enumerate(narrator.spec.sides) if each.id == side), -1)
    return f"side{at}" if at >= 0 else "text"
