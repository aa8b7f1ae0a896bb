"""Sentences: every id has a text in both languages, and every field of a text has a value."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import senpu.replay as replay
from senpu.logs.record import LIBRARY, open_record
from senpu.notation.events import Attack, Event, Move, Word
from senpu.notation.messages import LANGUAGES
from senpu.notation.position_text import parse_position_text
from senpu.replay.core.narration import Narrator
from senpu.replay.core.positions import format_position
from senpu.replay.core.registry import GAMES, open_rules, rules_for
from senpu.replay.core.rules import Effect, IllegalEventError, Rules
from senpu.replay.core.states import Decision, State
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.parts.position_forms import make_field_value
from senpu.spec.data import NAME_BLOCKS
from senpu.spec.loader import SPEC, Spec
from senpu.spec.texts import COMMON, find_counted_field, find_fields, open_texts, read_catalogue
from senpu.tui.commands.game_checks import find_text_ids
from tests.games.odds_laws import list_labels
from tests.replay.texts import SHIPPED

EVENTS = 8_000
"""Number of events that are played of each rule set."""
LITERAL = re.compile(r"\{\w+\}")
BRACKETED = re.compile(r"[(（][^()（）]*[)）]")
WORD = re.compile(r"(?<![A-Za-z0-9+*>@#&])[a-z]{1,2}\d+(?![A-Za-z0-9+*>@<])")
"""What may be the id of a unit in a sentence, unless it is part of an event."""
NOTATION = {
    "loseAlone", "afloat", "unknownPlace", "unknownUnit", "unknownWord", "likeWord", "unknownShip",
}  # fmt: skip
"""The rejections that quote notation."""


class RandomGames:
    """Effects, decisions, labels and rejections of random games of a rule set."""

    def __init__(self, ident: str) -> None:
        self.rules: Rules[Any, State] = open_rules(ident)
        self.effects: dict[tuple[object, ...], Effect] = {}
        self.asks: dict[tuple[object, ...], Decision] = {}
        self.labels: set[str] = set()
        self.refusals: dict[str, IllegalEventError] = {}
        self.played = 0
        seed = 0
        while self.played < EVENTS:
            seed += 1
            self._play(Random(seed))

    def _play(self, random: Random) -> None:
        rules = self.rules
        state = rules.start()
        while state.decision is not None:
            self.asks.setdefault((state.decision.kind, state.decision.side), state.decision)
            board = rules.board(state)
            self.labels |= {text for tally in board.tallies for text in (tally.label, tally.text)}
            places = sorted({piece.place for piece in board.pieces if piece.place}) or ["A"]
            self.labels |= {note for notes in board.notes.values() for note in notes}
            event = rules.sample(state, random)
            self.played += 1
            if random.random() < 0.2:
                self._refuse(state, random, event, places)
                odds = rules.odds(state, event)
                self.labels |= list_labels(odds)
            state, effects = rules.apply(state, event)
            for each in effects:
                key = (each.kind, len(each.units), len(each.targets), each.side)
                self.effects.setdefault(key, each)

    def _refuse(self, state: State, random: Random, event: Event, places: list[str]) -> None:
        for other in wrong(self.rules, random, event, places):
            try:
                self.rules.canon(state, other)
            except IllegalEventError as refusal:
                self.refusals.setdefault(f"{refusal.reason} {sorted(refusal.facts)}", refusal)


def wrong(
    rules: Rules[Any, State], random: Random, event: Event, places: list[str]
) -> Iterator[Event]:
    """Events that are mostly forbidden where `event` is legal."""
    units = [unit.id for unit in rules.spec.units]
    some = tuple(random.sample(units, min(random.randrange(4) + 1, len(units))))
    yield Move(some, (random.choice(places),))
    yield Move((random.choice(units),), (random.choice(places),), payer=(random.choice(units),))
    yield Attack(some, random.choice(places), random.choice(["", *units]))
    yield Attack((random.choice(units),), random.choice(places), random.choice(units))
    yield Move(("z9",), ("Z",))
    for word in rules.spec.game.words:
        yield Word(word)
        yield Word(word, (random.choice(places),))
        yield Word(word, (random.choice(units),))
    if hasattr(event, "units"):
        yield Move(event.units, (random.choice(places),))


play_random_games = cache(RandomGames)


REPORTED = [
    pytest.param(log, marks=() if log.stem in ("historical", "naval") else pytest.mark.slow)
    for log in sorted(LIBRARY.rglob("*.senpu"))
]
"""The recorded games; few of them outside CI."""


def find_bare_units(sentence: str, spec: Spec) -> list[str]:
    """Return the ids of units that a sentence has outside brackets."""
    units = {unit.id for unit in spec.units}
    return [word for word in WORD.findall(BRACKETED.sub("", sentence)) if word in units]


def find_first_strings(pattern: str, folder: Path) -> set[str]:
    """Return the first string arguments of the calls of `pattern` in the code of a game."""
    return {
        found
        for path in folder.rglob("*.py")
        for found in re.findall(rf'\b{pattern}\(\s*"(\w+)"', path.read_text("utf-8"))
    }


def code_of(ident: str) -> Path:
    package = GAMES[ident.partition("/")[0]].package
    return Path(replay.__file__).parents[1] / package.replace(".", "/")


def texts_given(ident: str) -> set[tuple[str, str]]:
    """Return the rejections in the code of a game."""
    return {each for each in find_text_ids(code_of(ident)) if each[0] == "rejection"}


# ---- every id has its text ------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("ident", SHIPPED)
def test_every_effect_has_a_text_in_both_languages(ident: str) -> None:
    for language in LANGUAGES:
        narration = Narrator(play_random_games(ident).rules.spec, language)
        for each in play_random_games(ident).effects.values():
            sentence = narration.describe(each)
            assert sentence != each.kind, f"no text for {each.kind}"
            assert not LITERAL.search(sentence), sentence
            assert "  " not in sentence, sentence
            assert not find_bare_units(sentence, narration.spec), sentence


@pytest.mark.slow
@pytest.mark.parametrize("ident", SHIPPED)
def test_every_decision_has_a_prompt_in_both_languages(ident: str) -> None:
    for language in LANGUAGES:
        narration = Narrator(play_random_games(ident).rules.spec, language)
        for decision in play_random_games(ident).asks.values():
            assert narration.decision(decision) != decision.kind, f"no ask for {decision.kind}"
            prompt = narration.prompt(decision, "i3>D")
            assert decision.rule in prompt, f"{decision.kind}: the prompt does not cite its rule"
            assert not LITERAL.search(prompt + narration.decision(decision)), prompt
            assert not find_bare_units(prompt, narration.spec), prompt
            assert not find_bare_units(narration.decision(decision), narration.spec)


@pytest.mark.parametrize("ident", SHIPPED)
def test_every_rejection_has_a_text_in_both_languages(ident: str) -> None:
    assert len(play_random_games(ident).refusals) > min(10, len(texts_given(ident)) // 2)
    for language in LANGUAGES:
        narration = Narrator(play_random_games(ident).rules.spec, language)
        for refusal in play_random_games(ident).refusals.values():
            sentence = narration.rejection(refusal)
            assert sentence != str(refusal), f"no text for {refusal.reason}"
            assert not LITERAL.search(sentence), f"{refusal.reason}: {sentence}"
            if refusal.reason not in NOTATION:
                assert not find_bare_units(sentence, narration.spec), sentence


@pytest.mark.parametrize("log", REPORTED, ids=lambda log: f"{log.parent.name}/{log.stem}")
def test_the_sentences_of_a_recorded_game_name_its_units_and_are_sentences(log: Path) -> None:
    timeline = open_timeline(open_record(log))
    last = timeline.extend()
    assert last
    for language in LANGUAGES:
        narration = Narrator(timeline.rules.spec, language)
        for number in range(last + 1):
            position = timeline.get_position(number)
            sentences = [narration.describe(each) for each in position.effects]
            if position.state.decision is not None:
                sentences.append(narration.prompt(position.state.decision))
            for sentence in sentences:
                assert not find_bare_units(sentence, narration.spec), sentence
                assert sentence[0] == sentence[0].upper(), sentence
                assert sentence[-1] in ".。", sentence
                assert "?" not in sentence, sentence


@pytest.mark.parametrize("ident", SHIPPED)
def test_labels_next_to_the_map_have_texts_in_both_languages_or_are_signs(ident: str) -> None:
    for language in LANGUAGES:
        narration = Narrator(play_random_games(ident).rules.spec, language)
        for label in play_random_games(ident).labels:
            sign = re.fullmatch(r"[+-]?\d*", label)
            assert sign or narration.has(f"label.{label}"), f"no label for {label}"


@pytest.mark.parametrize("ident", SHIPPED)
def test_every_table_of_the_data_has_a_name_in_both_languages(ident: str) -> None:
    spec = open_rules(ident).spec
    for language in LANGUAGES:
        narration = Narrator(spec, language)
        for table in (*spec.values.tables, *NAME_BLOCKS):
            assert narration.has(f"label.table_{table}"), table


@pytest.mark.parametrize("ident", SHIPPED)
def test_every_id_in_the_code_of_a_game_has_a_text(ident: str) -> None:
    """Also of what random games do not bring up."""
    texts = open_texts(open_rules(ident).spec.folder)
    for table, patterns in (
        ("effect", ("Effect",)),
        ("rejection", ("IllegalEventError", "reject")),
    ):
        for pattern in patterns:
            for found in find_first_strings(pattern, code_of(ident)):
                assert texts.has(f"texts.{table}.{found}"), f"{table}: no text for {found}"
    for found in find_first_strings("Decision", code_of(ident)) - {"chance"}:
        assert texts.has(f"texts.decision.{found}"), f"decision: no text for {found}"


def test_effects_of_the_log_have_texts_for_every_game() -> None:
    own = find_first_strings("Effect", Path(replay.__file__).parent)
    texts = open_texts(str(COMMON))
    for found in {"undo", "resign", "agree", "draw", "over"}:
        assert found in own
        assert texts.has(f"texts.effect.{found}"), f"effect: no text for {found}"


def test_every_label_that_the_command_uses_has_a_text() -> None:
    texts = open_texts(str(COMMON))
    code = SPEC.parent / "tui"
    used = {
        label
        for path in (*code.glob("render/*.py"), *code.glob("commands/*.py"))
        for label in re.findall(r"""\w\.label\(\s*["'](\w+)["']""", path.read_text("utf-8"))
    }
    assert {"turn_of", "rejected", "legal_alternatives"} <= used
    assert [label for label in sorted(used) if not texts.has(f"texts.label.{label}")] == []


# ---- every text has its fields --------------------------------------------------------------

FIELDS = {
    "effect": {
        "side", "units", "targets", "place", "from", "to", "dice", "versus", "total", "list", "n",
        "rest", "date", "count", "n1", "n2", "n3", "n4", "n5", "n6", "card", "enemy_card",
        "cards", "places", "label", "was", "now",
    },
    "result": {"side", "units", "targets", "n", "n1"},
    "decision": {"side", "units", "place", "rule", "n", "enemy_card"},
    "prompt": {"side", "units", "place", "rule", "n", "enemy_card", "example"},
    "label": {
        "side", "unit", "n", "of", "rule", "ending", "event", "line", "text", "author", "source",
        "file", "other", "events", "letter", "name", "place", "reason", "needed", "list",
    },
}  # fmt: skip


@pytest.mark.parametrize("ident", SHIPPED)
def test_no_text_has_a_field_without_a_value(ident: str) -> None:
    spec = open_rules(ident).spec
    numbers = set(spec.edition.number)
    for language in LANGUAGES:
        for folder in (COMMON, Path(spec.folder)):
            for key, text in read_catalogue(folder, language).items():
                topic, table, name = key.split(".", 2)
                if topic != "texts":
                    continue
                used = find_fields(text) | find_counted_field(text)
                used -= numbers if name.startswith("when_") else set()
                fields = FIELDS.get(table, used)
                assert used <= fields, f"{key} ({language}): {used - fields}"


@pytest.mark.parametrize("ident", SHIPPED)
def test_a_refusal_names_only_facts_that_the_code_gives_with_it(ident: str) -> None:
    for language in LANGUAGES:
        texts = open_texts(open_rules(ident).spec.folder, language).topic("texts")["rejection"]
        for why, facts in given_facts(code_of(ident)):
            if why in texts:
                used = find_fields(texts[why]) | find_counted_field(texts[why])
                assert used <= facts, f"rejection.{why} ({language}): {used - facts}"


def given_facts(folder: Path) -> Iterator[tuple[str, set[str]]]:
    """Yield the rejections in the code of a game with the names of their facts.

    Calls with facts from elsewhere are omitted.
    """
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else (
                node.func.id if isinstance(node.func, ast.Name) else ""
            )  # fmt: skip
            first = node.args[0]
            whole = all(keyword.arg for keyword in node.keywords)
            if (
                name in ("IllegalEventError", "reject")
                and isinstance(first, ast.Constant)
                and whole
            ):
                yield str(first.value), {keyword.arg or "" for keyword in node.keywords}


# ---- sentences ------------------------------------------------------------------------------


def narrator(language: str = "en") -> Narrator:
    return Narrator(open_rules("800/bonsai-2021").spec, language)


def test_units_are_listed_as_the_language_does() -> None:
    assert narrator().units(("i1", "i2", "g1")) == (
        "Infantry 1 (i1), Infantry 2 (i2) and Machine Gun 1 (g1)"
    )
    assert narrator().units(("c1",)) == "the 1st Company (c1)"
    assert narrator().unit("c1") == "1st Company (c1)"
    assert narrator().unit_name("c1") == "1st Company"
    assert narrator().unit("china") == "China"
    assert narrator("ja").units(("i1", "i2", "g1")) == "歩兵1（i1）、歩兵2（i2）、機関銃1（g1）"


def test_places_carry_their_name() -> None:
    assert narrator().place("G") == "Sihang Warehouse (G)"
    assert narrator().place("B") == narrator().place_name("B") == "B"
    assert narrator().place_name("J") == "Concession"
    assert narrator("ja").place("G") == "四行倉庫（G）"


def test_cards_carry_the_name_of_their_sides_event() -> None:
    spec = open_rules("russojapanese/bonsai-2018").spec
    assert Narrator(spec).card("#09", "japan") == "#09 Kodama Gentaro"
    assert Narrator(spec, "ja").card("#10", "russia") == "「#10 クロパトキン」"
    assert Narrator(spec).card("#??", "japan") == "#??"
    assert narrator().card("#09", "japan") == "#09", "this game has no cards"


def test_places_off_the_map_go_by_their_name_alone() -> None:
    spec = open_rules("russojapanese/bonsai-2018").spec
    assert Narrator(spec).place("Europe") == "European Russia"
    assert Narrator(spec, "ja").place("Korea") == "朝鮮半島"


def test_one_unit_and_several_have_their_verbs() -> None:
    one = Effect("move", "japan", ("i1",), places=("A", "B"))
    two = Effect("move", "japan", ("i1", "i2"), places=("A", "B"))
    assert narrator().describe(one) == (
        "Infantry 1 (i1) moves from the Japanese headquarters (A) to B."
    )
    assert narrator().describe(two) == (
        "Infantry 1 (i1) and Infantry 2 (i2) move from the Japanese headquarters (A) to B."
    )


def test_a_text_that_is_missing_is_shown_by_its_id() -> None:
    assert narrator().describe(Effect("unheard")) == "unheard"
    assert narrator().decision(Decision("japan", "unheard", "1")) == "unheard"
    assert narrator().label("unheard") == "unheard"
    assert (
        narrator().rejection(IllegalEventError("unheard", "7.1", unit="i1"))
        == "unheard (7.1): unit i1"
    )


@pytest.mark.parametrize("ident", SHIPPED)
def test_every_ending_has_a_text(ident: str) -> None:
    spec = open_rules(ident).spec
    for language in LANGUAGES:
        narration = Narrator(spec, language)
        assert all(narration.ending(each) for each in spec.edition.endings)
        assert narration.ending("China resign") in ("by resignation", "投了による")


# ---- one and many ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ident", "kind", "one", "two"),
    [
        ("incident1932/bonsai-2016", "void", "cancels 1 hit on", "cancels 2 hits on"),
        ("incident1932/bonsai-2016", "points", "1 logistics point for", "2 logistics points for"),
    ],
)
def test_the_number_one_has_a_singular(ident: str, kind: str, one: str, two: str) -> None:
    narration = Narrator(open_rules(ident).spec)
    side = narration.spec.sides[0].id
    assert one in narration.describe(Effect(kind, side, numbers=(1,)))
    assert two in narration.describe(Effect(kind, side, numbers=(2,)))


def test_a_rejection_lists_its_facts_in_its_language() -> None:
    refusal = IllegalEventError("flagWhich", "9.7", units=("c1", "k1"))
    assert (
        narrator()
        .rejection(refusal)
        .endswith(
            " that has lost an action point: the 1st Company (c1), the Machine Gun Company (k1)"
        )
    )
    assert (
        narrator("ja")
        .rejection(refusal)
        .endswith("1個選んでください：第1中隊（c1）、機関銃中隊（k1）")
    )


@pytest.mark.parametrize(
    "log", sorted(LIBRARY.rglob("learn.senpu")), ids=lambda log: log.parent.name
)
def test_a_decision_by_its_words_alone_is_a_whole_text(log: Path) -> None:
    """A decision that a user chooses for a position names no units, and its text shows no gap."""
    record = open_record(log)
    rules = rules_for(record)
    assert isinstance(rules, Rules)
    timeline = open_timeline(record, rules)
    for number in range(timeline.extend() + 1):
        state = timeline.get_position(number).state
        fields = parse_position_text(format_position(rules, state)).fields
        words = next((each.words for each in fields if each.key == "next"), None)
        if words is None:
            continue
        decision = rules.position_format.read_decision(make_field_value(words))
        for language in LANGUAGES:
            text = Narrator(rules.spec, language).decision(decision)
            assert not re.search(r"^ | $|  |：の|^の|：$| 0 |：0", text), text
