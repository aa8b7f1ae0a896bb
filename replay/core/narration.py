"""Sentences from what happened, from what is asked and from refusals, in a chosen language.

Texts come from the data (`spec/<game>/texts.toml`); nothing here knows a game. A text that is
missing is shown by its id, never as an error. An id that ends in `_one` is told where `{n}` is 1.
"""

from collections.abc import Iterable
from typing import Any

from senpu.notation.events import Event
from senpu.notation.writer import format_event
from senpu.replay.core.rules import CHANCE, AnyRules, Decision, Effect, IllegalEventError
from senpu.spec.loader import Spec, counted
from senpu.spec.texts import texts_of

NOTHING_ELSE = ("|", "no")
"""What is given as an example where nothing else can be done: the text `<kind>_end` then."""


SHORTEST = 3
"""So many letters of a place's name are enough, if no other begins so."""


class Narrator:
    """Speaks about one rule set in one language."""

    def __init__(self, spec: Spec, language: str = "en") -> None:
        self.spec = spec
        self.language = language
        self.texts = texts_of(spec.folder)
        self._areas = {area.id: area.name.get(language, "") for area in spec.game.area}
        self._areas |= {site.id: site.name.get(language, "") for site in spec.game.site}
        self._names = {unit.id: unit.name.get(language, "") for unit in spec.game.unit}

    # ---- names --------------------------------------------------------------------------

    def side(self, ident: str) -> str:
        return next(
            (side.name[self.language] for side in self.spec.sides if side.id == ident), ident
        )

    def enemy(self, ident: str) -> str:
        return next((side.id for side in self.spec.sides if side.id != ident), "")

    def place(self, ident: str) -> str:
        """`G (Sihang Warehouse)`, or the bare id of a place without a name; one off the map by
        the name alone that the texts have for it."""
        if named := self.texts.find("place", ident):
            return named[self.language]
        name = self._areas.get(ident, "")
        return f"{ident} ({name})" if name and self.language == "en" else ident + name

    def _written(self, ident: str) -> str:
        """A place as events write it, with its name behind where that is another."""
        off = self.texts.find("place", ident)
        name = off[self.language] if off else self._areas.get(ident, "")
        return f"{ident} ({name})" if name not in ("", ident) else ident

    def _time(self, ident: str) -> str:
        return self.label(ident, **self.spec.edition.number)

    def units(self, idents: tuple[str, ...]) -> str:
        return self._listed([self._names.get(ident) or self.side(ident) for ident in idents])

    def card(self, ident: str, side: str) -> str:
        """`#09 Kodama Gentaro`: a card with the name of that side's event on it; the bare number
        where the texts have none."""
        letter = next((each.letter for each in self.spec.sides if each.id == side), "")
        named = self.texts.find("card", f"{letter}{ident.removeprefix('#')}")
        said = f"{ident} {named[self.language]}" if named else ident
        return said if self.language == "en" else f"「{said}」"

    def _listed(self, names: list[str]) -> str:
        if self.language == "ja" or len(names) < 2:
            return "、".join(names)
        return f"{', '.join(names[:-1])} and {names[-1]}"

    def date(self, turn: int) -> str:
        dates = self.spec.game.dates
        return dates[turn - 1][self.language] if 0 < turn <= len(dates) else ""

    def label(self, ident: str, **fields: Any) -> str:
        """A word beside the map, or `ident` itself where it is a plain sign."""
        return self._text("label", ident, fields) or ident

    def ending(self, ending: str) -> str:
        """What an ending means, in words; nothing for resignations and agreements."""
        return next(
            (each.text[self.language] for each in self.spec.edition.endings if each.id == ending),
            "",
        )

    # ---- sentences ----------------------------------------------------------------------

    def tell(self, happening: Effect) -> str:
        """One sentence for one thing that happened."""
        kind, numbers = happening.kind, happening.numbers
        if not happening.units and self.texts.find("tell", f"{kind}_none"):
            kind += "_none"
        elif happening.targets and self.texts.find("tell", f"{kind}_targets"):
            kind += "_targets"
        elif numbers and self.texts.find("tell", f"{kind}_numbers"):
            kind += "_numbers"
        several = len(happening.units) > 1
        places = [self.place(place) for place in happening.places]
        side, card = happening.side, f"#{numbers[0]:02}" if numbers else ""
        cards = [each for target in happening.targets for each in target.split("+")]
        fields = {
            "side": self.side(side),
            "units": self.units(happening.units),
            "targets": self.units(happening.targets),
            "card": self.card(card, side),
            "enemy_card": self.card(card, self.enemy(side)),
            "cards": self._listed([self.card(each, side) for each in cards]),
            "place": places[0] if places else "",
            "from": places[0] if places else "",
            "to": places[-1] if places else "",
            "dice": " + ".join(map(str, numbers[:2])),
            "versus": " : ".join(map(str, numbers)),
            "total": numbers[-1] if numbers else "",
            "list": ", ".join(map(str, sorted(set(numbers)))),
            "n": numbers[0] if numbers else "",
            "rest": ", ".join(map(str, numbers[1:])),
            "date": self.date(numbers[0]) if numbers else "",
            "s": "" if several else "s",
            "is": "are" if several else "is",
        } | {f"n{at}": number for at, number in enumerate(numbers, 1)}
        return self._text("tell", kind, fields) or kind

    def story(self, effects: Iterable[Effect]) -> str:
        """All that happened, in order."""
        return ("" if self.language == "ja" else " ").join(map(self.tell, effects))

    def seen_by(self, side: str) -> str:
        """Through whose eyes one looks: `seen by Japan`; by everybody, if no side is given."""
        if not side:
            return self.label("seen_by_all")
        return self.label("seen_by", side=self.side(side))

    def decision(self, decision: Decision | None) -> str:
        """The question in a few words: `China to act`."""
        if decision is None:
            return ""
        return (
            self._text("ask", self._kind("ask", decision), self._asked(decision)) or decision.kind
        )

    def prompt(self, decision: Decision, example: str = "") -> str:
        """The question as a sentence, with its rule."""
        fields = self._asked(decision) | {"example": example}
        end = f"{decision.kind}_end"
        if example in NOTHING_ELSE and self.texts.find("prompt", end):
            return self._text("prompt", end, fields)
        return self._text("prompt", self._kind("prompt", decision), fields) or self.decision(
            decision
        )

    def _kind(self, section: str, decision: Decision) -> str:
        """The id of the text for an ask: one of its own where it names no unit and there is one."""
        none = f"{decision.kind}_none"
        return none if not decision.units and self.texts.find(section, none) else decision.kind

    def _asked(self, decision: Decision) -> dict[str, Any]:
        return {
            "side": "" if decision.side == CHANCE else self.side(decision.side),
            "units": self.units(decision.units),
            "place": decision.place,
            "rule": decision.rule,
            "n": decision.count,
            "enemy_card": self.card(f"#{decision.count:02}", self.enemy(decision.side)),
        }

    def refusal(self, refusal: IllegalEventError) -> str:
        """Why an event is refused, in a sentence without its rule number. Among its facts `places`
        are told with their names, and `times` are labels."""
        fields = {key: self._fact(key, value) for key, value in refusal.facts.items()}
        return self._text("refuse", refusal.why, fields) or str(refusal)

    def misnamed(self, event: Event) -> str:
        """How a place is written that an event calls by its name; nothing where none is."""
        goals = (*getattr(event, "path", ()), getattr(event, "place", ""))
        for text in (*goals, *getattr(event, "args", ())):
            ident = "" if text in self._areas else self._called(text)
            if ident not in ("", text):
                return self.label("written_so", name=text, place=ident)
        return ""

    def _called(self, name: str) -> str:
        """The only place whose name, in English, begins so; `PortArthur` is Port Arthur."""
        wanted = _letters(name)
        game, off = self.spec.game, self.texts.sections["place"]
        areas = {area.id: area.name for area in game.area}
        sites = {site.id: site.name for site in game.site}
        every = {**areas, **sites, **off}.items()
        found = [at for at, name in every if _letters(name.get("en", "")).startswith(wanted)]
        return found[0] if len(wanted) >= SHORTEST and len(found) == 1 else ""

    def _fact(self, key: str, value: Any) -> Any:
        if isinstance(value, Decision):
            return self.decision(value)
        if isinstance(value, tuple):
            effects = {"places": self._written, "times": self._time}.get(key, str)
            between = self.label("or" if key == "times" else "comma")
            return between.join(map(effects, value)) or self.label("none")
        if isinstance(value, str) and any(side.id == value for side in self.spec.sides):
            return self.side(value)
        return value

    def _text(self, section: str, ident: str, fields: dict[str, Any]) -> str:
        named = counted(self.texts.sections[section], ident, fields.get("n"))
        found = self.texts.find(section, named)
        return found[self.language].format_map(_Fields(fields)) if found else ""


def _letters(name: str) -> str:
    return "".join(filter(str.isalpha, name)).casefold()


class _Fields(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def example(rules: AnyRules, state: Any) -> str:
    """The text of one event that the position would accept."""
    first = next(iter(rules.legal(state)), None)
    return format_event(first) if first is not None else ""
