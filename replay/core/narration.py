"""The sentences of effects, decisions and rejections in a language.

They come from the game (`spec/<game>/<language>/texts.toml`); nothing here depends on a game. If a
language lacks a sentence, it appears in English; if English lacks it, its id appears.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from senpu.notation.events import Event, StatedPosition
from senpu.notation.messages import SOURCE, Message, Render
from senpu.notation.writer import format_event
from senpu.replay.core.position_changes import GAP
from senpu.replay.core.rules import AnyRules, Effect, IllegalEventError, Tally
from senpu.replay.core.side_names import name_ending
from senpu.replay.core.states import BY_PLAYERS, CHANCE, Decision
from senpu.spec.loader import Spec
from senpu.spec.names import read_names
from senpu.spec.texts import open_texts

NOTHING_ELSE = ("|", "no", "pass")
"""The first legal event if no other is legal. The prompt is then `<kind>_end`."""
UNIT_FACTS = ("unit", "units", "xie", "payer")
"""The facts of a rejection that are a unit or several."""
PLACE_FACTS = ("place", "places", "goal", "here")
"""The facts of a rejection that are a place or several."""
SHORTEST_PREFIX = 3
"""The least number of letters that name a place, if no other name begins with them."""


class Narrator:
    """The sentences about one rule set in one language."""

    def __init__(self, spec: Spec, language: str = "en", units_by_id: bool = False) -> None:
        """Open the texts; `units_by_id` leaves out the names of units, for narrow rows."""
        self.spec = spec
        self.language = language
        self.units_by_id = units_by_id
        self.texts = open_texts(spec.folder, language)
        self._off_map = {box.place for box in spec.game.box if box.place}
        self._renderers: dict[str, Callable[[str], str]] = {
            **dict.fromkeys(UNIT_FACTS, self._stack),
            **dict.fromkeys(PLACE_FACTS, self._place_phrase),
            "times": self._time,
        }
        self._articles: dict[str, str] = {
            ident: article
            for article, idents in read_names(spec.folder, language).get("article", {}).items()
            for ident in idents
        }
        self._articles |= dict(self._list_articles())

    def _list_articles(self) -> Iterator[tuple[str, str]]:
        """Yield the article of each unit that only a user's file names: the article of its kind."""
        known = {unit.id: unit.side for unit in self.spec.game.unit}
        kinds = {key: each.value for key, each in self.spec.values.tables.get("kinds", {}).items()}
        for unit in self.spec.units:
            if unit.id not in known and self.name("unit", unit.id):
                same = (
                    self._articles.get(ident, "")
                    for ident, side in known.items()
                    if (side, kinds.get(ident)) == (unit.side, kinds.get(unit.id))
                )
                if article := next(same, ""):
                    yield unit.id, article

    # ---- names --------------------------------------------------------------------------

    def name(self, *keys: str) -> str:
        """Return a name by its table and id, or "" if it has none."""
        return self.spec.name(self.language, *keys)

    def side(self, ident: str) -> str:
        """Return the name of a side, or `ident` itself if it is not a side."""
        return self.name("side", ident) or ident

    def enemy(self, ident: str) -> str:
        """Return the id of the other side."""
        return next((side.id for side in self.spec.sides if side.id != ident), "")

    def place(self, ident: str) -> str:
        """Return a place with its id: `Sihang Warehouse (G)`.

        A place off the map is its name alone; a place without a name is its id alone.
        """
        name = self.place_name(ident)
        return name if ident in self._off_map or name == ident else self._identified(name, ident)

    def place_name(self, ident: str) -> str:
        """Return the name of a place, or its id if it has none."""
        return self.name("box" if ident in self._off_map else "place", ident) or ident

    def unit(self, ident: str) -> str:
        """Return a unit with its id: `3rd Division (d3)`; of a side's id, the side."""
        name = self.unit_name(ident)
        return self.side(ident) if name == ident else self._identified(name, ident)

    def unit_name(self, ident: str) -> str:
        """Return the name of a unit, or its id if it has none."""
        return self.name("unit", ident) or ident

    def units(self, idents: Iterable[str]) -> str:
        """Return units with their ids as a list in a sentence; a side's id may be among them."""
        return self.listed(list(map(self._unit_phrase, idents)))

    def _bare_units(self, idents: Iterable[str]) -> str:
        """Return the names of units as a list, without their ids."""
        return self.listed(list(map(self.unit_name, idents)))

    def _unit_phrase(self, ident: str) -> str:
        if self.units_by_id and self.name("unit", ident):
            return ident
        return self._with_article(self.unit(ident), ident)

    def _stack(self, idents: str) -> str:
        """Return a unit, or the units of a stack: `g87+a1`."""
        return self.units(idents.split("+"))

    def _place_phrase(self, ident: str) -> str:
        return self._with_article(self.place(ident), ident)

    def _identified(self, name: str, ident: str) -> str:
        return self._text("form.identified", {"id": ident, "name": name})

    def _with_article(self, name: str, ident: str) -> str:
        """Return the name of a unit or place in a sentence: with its article, if it has one."""
        article = self._articles.get(ident, "")
        return f"{article} {name}" if article else name

    def _time(self, ident: str) -> str:
        return self.label(ident, **self.spec.edition.number)

    def value(self, table: str, value: str) -> str:
        """Return a word of the data in the language, or itself if it has no name."""
        return (
            self.name("value", value)
            or self.name("kind", value)
            or self.name("side", value)
            or self.name("box", value)
            or self.name("place", value)
            or self._text(f"label.{table}_{value}")
            or self.label(value)
        )

    def card(self, ident: str, side: str) -> str:
        """Return a card in a sentence, in the brackets of the language: `「#09 児玉源太郎」`."""
        return self._text("form.card", {"card": self.card_label(ident, side)})

    def card_label(self, ident: str, side: str) -> str:
        """Return a card with the name of that side's event on it: `#09 Kodama Gentaro`.

        Args:
            ident: The card, `#09`.
            side: The side whose event is named.

        Returns:
            The text of the card; its number alone if it has no name.
        """
        letter = next((each.letter for each in self.spec.sides if each.id == side), "")
        name = self.name("card", f"{letter}{ident.removeprefix('#')}")
        return f"{ident} {name}" if name else ident

    def listed(self, names: list[str]) -> str:
        """Return a list that ends in "and": `i1, i2 and g1`."""
        if len(names) < 2:
            return "".join(names)
        first = self.label("comma").join(names[:-1])
        return self._text("form.and", {"first": first, "last": names[-1]})

    def _series(self, numbers: Iterable[int]) -> str:
        """Return numbers with commas between them: `2, 4, 5`."""
        return self.label("comma").join(map(str, numbers))

    def date(self, turn: int) -> str:
        """Return the date of a turn, or "" if the game has none."""
        return self.name("date", str(turn))

    def label(self, ident: str, **fields: Any) -> str:
        """Return a label, or `ident` itself if it has no text, such as a number."""
        return self._text(f"label.{ident}", fields) or ident

    def count(self, tally: Tally) -> str:
        """Return the count of a tally, with its maximum or with the count that is needed."""
        if tally.needed:
            return self.label("count_needed", n=tally.count, needed=tally.needed)
        if tally.total:
            return self.label("count_of", n=tally.count, of=tally.total)
        return str(tally.count) if tally.count else self.label("none")

    def ending(self, ending: str) -> str:
        """Return the text of an ending."""
        way = ending.rpartition(" ")[2]
        if way in ("resign", "agree"):
            return self.label(f"by_{way}")
        return self.name("ending", self.spec.id.partition("/")[2], ending)

    def name_ending(self, ending: str, form: str = "full") -> str:
        """Return an ending without its id: the winner, and the rule or act that ended the game."""
        return name_ending(self.spec.folder, ending, form).text(self.language)

    def explain_ending(self, ending: str) -> str:
        """Return an ending without its id, with its meaning."""
        name, meaning = self.name_ending(ending), self.ending(ending)
        if not meaning or ending.endswith(BY_PLAYERS):
            return name
        return Message("endings.meaning", {"ending": name, "meaning": meaning}).text(self.language)

    # ---- sentences ----------------------------------------------------------------------

    def describe(self, effect: Effect, table: str = "effect") -> str:
        """Return the sentence of an effect, or its text in another table (`result`)."""
        kind, numbers = effect.kind, effect.numbers
        units = self.units if table == "effect" else self._bare_units
        for variant, applies in (
            ("none", not effect.units),
            ("targets", effect.targets),
            ("numbers", numbers),
        ):
            if applies and self.has(f"{table}.{kind}_{variant}"):
                kind = f"{kind}_{variant}"
                break
        places = list(map(self._place_phrase, effect.places))
        side, card = effect.side, f"#{numbers[0]:02}" if numbers else ""
        cards = [each for target in effect.targets for each in target.split("+")]
        fields = {
            "side": self.side(side),
            "units": units(effect.units),
            "targets": units(effect.targets),
            "card": self.card(card, side),
            "enemy_card": self.card(card, self.enemy(side)),
            "cards": self.listed([self.card(each, side) for each in cards]),
            "place": places[0] if places else "",
            "from": places[0] if places else "",
            "to": places[-1] if places else "",
            "dice": " + ".join(map(str, numbers[:2])),
            "versus": " : ".join(map(str, numbers)),
            "total": numbers[-1] if numbers else "",
            "list": self._series(sorted(set(numbers))),
            "n": numbers[0] if numbers else "",
            "rest": self._series(numbers[1:]),
            "date": self.date(numbers[0]) if numbers else "",
            "count": len(effect.units),
        } | {f"n{at}": number for at, number in enumerate(numbers, 1)}
        if kind.startswith(GAP):
            fields |= self._gap_fields(effect)
        return self._sentence(f"{table}.{kind}", fields) or kind

    def result(self, effect: Effect, ident: str) -> str:
        """Return an effect as the result of a combat, by the id of its text."""
        return self.describe(replace(effect, kind=ident), "result")

    def _gap_fields(self, effect: Effect) -> dict[str, str]:
        """Return the fields of the change of a gap, besides the fields of an effect."""
        label, was, now = effect.targets or ("", "", "")
        places = self.listed([*map(self._place_phrase, effect.places)])
        name = self.label(label)
        return {
            "places": places, "label": name[:1].upper() + name[1:], "was": self._gap_value(was),
            "now": self._gap_value(now),
        }  # fmt: skip

    def _gap_value(self, value: str) -> str:
        """Return a value: a number, a word of the texts or names, an ending, or units."""
        if not value:
            return self.label("none")
        if value.startswith("+"):
            return self._stack(value[1:])
        if value.isdigit():
            return value
        if " " in value:
            return self.explain_ending(value)
        named = self.value("gap", value)
        return named if named != value else self._stack(value)

    def event(self, event: Event) -> str:
        """Return an event for people: its notation, of a stated position its name."""
        if type(event) is StatedPosition:
            return self.label("stated_position")
        return format_event(event)

    def describe_all(self, effects: Iterable[Effect]) -> str:
        """Return the sentences of effects, in order."""
        return self.paragraph(map(self.describe, effects))

    def paragraph(self, sentences: Iterable[str]) -> str:
        """Return sentences as one text."""
        return self.texts.join_messages(sentences)

    def seen_by(self, side: str) -> str:
        """Return which side sees a position, or that all see it if `side` is empty."""
        if not side:
            return self.label("seen_by_all")
        return self.label("seen_by", side=self.side(side))

    def decision(self, decision: Decision | None) -> str:
        """Return a decision in a few words: `China to act`."""
        if decision is None:
            return ""
        ident = self._variant("decision", decision)
        return self._text(ident, self._decision_fields(decision)) or decision.kind

    def prompt(self, decision: Decision, first: str = "") -> str:
        """Return a decision as a sentence: what the side must or may do, with its rule.

        Args:
            decision: The decision.
            first: The first legal event. If it is `|`, `no` or `pass`, no other event is legal.

        Returns:
            The sentence.
        """
        ident = self._variant("prompt", decision)
        end = f"prompt.{decision.kind}_end"
        if first in NOTHING_ELSE and self.has(end):
            ident = end
        fields = self._decision_fields(decision)
        return self._sentence(ident, fields) or self.decision(decision)

    def prompt_with_example(self, decision: Decision, first: str) -> str:
        """Return a decision as a sentence, with the first legal event as an example."""
        prompt = self.prompt(decision, first)
        if not first or first in NOTHING_ELSE:
            return prompt
        return self._text("form.example", {"prompt": prompt, "example": first})

    def _variant(self, table: str, decision: Decision) -> str:
        """Return the id of the sentence for a decision. Without a subject, it can have another."""
        none = f"{table}.{decision.kind}_none"
        is_bare = not (decision.units or decision.place or decision.count)
        return none if is_bare and self.has(none) else f"{table}.{decision.kind}"

    def _decision_fields(self, decision: Decision) -> dict[str, Any]:
        return {
            "side": "" if decision.side == CHANCE else self.side(decision.side),
            "units": self.units(decision.units),
            "place": self._place_phrase(decision.place),
            "rule": decision.rule,
            "n": decision.count,
            "enemy_card": self.card(f"#{decision.count:02}", self.enemy(decision.side)),
        }

    def rejection(self, error: IllegalEventError) -> str:
        """Return why an event is illegal, without the rule number.

        Args:
            error: The rejection. Its units and places get their names; `times` has labels.

        Returns:
            The text of the reason.
        """
        return self._text(f"rejection.{error.reason}", error.facts, self._fact) or str(error)

    def misnamed(self, event: Event) -> str:
        """Return how to write the place that an event has by its name, or "" if there is none."""
        areas = {area.id for area in self.spec.areas}
        goals = (*getattr(event, "path", ()), getattr(event, "place", ""))
        for text in (*goals, *getattr(event, "args", ())):
            ident = "" if text in areas else self._place_called(text)
            if ident not in ("", text):
                return self.label("written_so", name=text, place=ident)
        return ""

    def _place_called(self, name: str) -> str:
        """Return the only place whose English name begins with the letters of `name`, or ""."""
        wanted = _letters(name)
        every = {place: self.spec.name(SOURCE, "place", place) for place in self.spec.named_places}
        every |= {place: self.spec.name(SOURCE, "box", place) for place in self._off_map}
        found = [at for at, name in every.items() if _letters(name).startswith(wanted)]
        return found[0] if len(wanted) >= SHORTEST_PREFIX and len(found) == 1 else ""

    def _fact(self, key: str, value: Any) -> Any:
        if isinstance(value, Decision):
            return self.decision(value)
        if isinstance(value, tuple):
            between = self.label("or" if key == "times" else "comma")
            return between.join(map(self._renderers.get(key, str), value)) or self.label("none")
        if not isinstance(value, str):
            return value
        if any(side.id == value for side in self.spec.sides):
            return self.side(value)
        return self._renderers.get(key, str)(value)

    def table(self, name: str) -> str:
        """Return the name of a table of values, or its id if it has none."""
        label = f"table_{name}"
        text = self.label(label)
        return name.replace("_", " ") if text == label else text

    def question(self, ident: str, fields: Mapping[str, str]) -> str:
        """Return what guided entry asks for, by its table, or "" if it has no text."""
        return self._text(f"question.{ident}", fields)

    # ---- the catalogue ------------------------------------------------------------------

    def has(self, ident: str) -> bool:
        """Return whether there is a sentence, by its table and key: `effect.move`."""
        return self.texts.has(f"texts.{ident}")

    def _sentence(self, ident: str, fields: Mapping[str, Any]) -> str:
        """Return a whole sentence; it begins with a capital, even if its first word is a name."""
        text = self._text(ident, fields)
        return text if self.units_by_id else text[:1].upper() + text[1:]

    def _text(
        self, ident: str, fields: Mapping[str, Any] = {}, render: Render | None = None
    ) -> str:
        """Return a sentence by its table and key, or "" if there is none."""
        return self.texts.render(f"texts.{ident}", fields, render) if self.has(ident) else ""


def _letters(name: str) -> str:
    return "".join(filter(str.isalpha, name)).casefold()


def find_example(rules: AnyRules, state: Any) -> str:
    """Return an event that is legal in the state, in canonical form, or "" if there is none."""
    first = next(iter(rules.legal(state)), None)
    return format_event(first) if first is not None else ""
