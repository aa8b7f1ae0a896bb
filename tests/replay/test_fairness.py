"""Rolls that must follow from the secrets of both sides, and their faults."""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from senpu.logs.chain import add_tags
from senpu.logs.dice import (
    DiceCommitment,
    DiceReceipt,
    DiceSource,
    RevealedSecret,
    format_dice_line,
    nth_secret,
)
from senpu.notation.faults import fault_message
from senpu.replay.core.reducer import ReductionError
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE, State
from senpu.replay.disputes.fairness import DiceCheck, derive_outcome
from senpu.replay.disputes.signatures import Signatures
from senpu.replay.disputes.verdict import make_finding
from tests import sealed
from tests.fair import AWAITED, HEADER, SIDES, begun, commit, reveal, reveal_both
from tests.replay.texts import TOY, fault, good, verdict
from tests.sealed import go_on, read


def expected() -> str:
    """Return the expected roll, as the verdict reports it for another event."""
    return fault(go_on(reveal_both(), "undo 1\n")).legal[0]


def test_the_roll_that_follows_is_proven() -> None:
    found = good(go_on(reveal_both(), f"{expected()}\n"))
    assert found.rolls == {"proven": 1, "open": 0, "recorded": 0}
    assert make_finding("rolls_follow", n=1, lines=[("north", 8), ("south", 10)]) in found.proven
    assert found.commitments == {"north": 8, "south": 10}


@pytest.mark.parametrize("pips", range(1, 7))
def test_a_wrong_roll_is_reported_with_the_expected_roll(pips: int) -> None:
    text = go_on(reveal_both(), f"[{pips}]\n")
    if f"[{pips}]" == expected():
        good(text)
        return
    found = fault(text)
    row = reveal_both().count("\n") + 1
    assert (found.id, found.layer, found.line, found.event) == ("rollMismatch", "rules", row, 4)
    assert found.legal == (expected(),)
    assert found.message == fault_message("rollMismatch", given=f"[{pips}]", expected=expected())


def test_a_roll_without_secrets_is_reported() -> None:
    found = fault(go_on(begun(), "[3]\n"))
    assert (found.id, found.line) == ("revealMissing", begun().count("\n") + 1)
    assert str(found.message).endswith("but North, South must first show the secret for it")
    one = fault(go_on(reveal(begun(), "north"), "[3]\n"))
    assert str(one.message).endswith("but South must first show the secret for it")


def test_a_roll_depends_on_the_head_and_not_on_the_order_of_secrets() -> None:
    """The roll is bound to the head above the first secret, whosever that is."""
    other = reveal(reveal(begun(), "south"), "north")
    assert good(go_on(other, f"{expected()}\n")).rolls["proven"] == 1
    later = reveal(reveal(go_on(begun(), "{a word}\n"), "north"), "south")
    assert fault(go_on(later, "undo 1\n")).legal != (expected(),)


def test_a_repeated_roll_needs_new_secrets() -> None:
    """A side that undoes a roll gets another roll, and it needs new secrets."""
    text = go_on(reveal_both(), f"{expected()}\nundo 1\n")
    assert fault(go_on(text, f"{expected()}\n")).id == "revealMissing"
    again = reveal(reveal(text, "north", 2), "south", 2)
    results = [verdict(go_on(again, f"[{pips}]\n")).valid for pips in range(1, 7)]
    assert results.count(True) == 1


def test_a_known_roll_is_written_before_an_undo() -> None:
    assert fault(go_on(reveal_both(), "undo 1\n")).id == "rollMismatch"
    one = reveal(begun(), "north")
    assert good(go_on(one, "undo 1\n")).events == 4


def test_one_secret_alone_leaves_the_roll_open() -> None:
    found = good(reveal(begun(), "north"))
    assert found.rolls == {"proven": 0, "open": 1, "recorded": 0}
    assert found.revealed_by == ["north"]
    assert make_finding("roll_pending_secret", sides=["north"], other=["south"]) in found.open


def test_secrets_do_not_hold_for_the_next_decision() -> None:
    text = go_on(reveal_both(), f"{expected()}\nS: pass N: n1>B S: s1>C\n")
    assert fault(go_on(text, "[3]\n")).id == "revealMissing"
    again = reveal(reveal(text, "south", 2), "north", 2)
    assert [verdict(go_on(again, f"[{k}]\n")).valid for k in range(1, 7)].count(True) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (lambda: reveal(begun("N: n1>B\n"), "north"), "noRoll"),
        (lambda: reveal(reveal(begun(), "north"), "north", 2), "twice"),
        (lambda: commit(reveal(begun(), "north"), "south"), "pending"),
        (lambda: go_on(begun(), format_dice_line(DiceSource())), "committed"),
        (lambda: go_on(begun(), format_dice_line(DiceSource("x"))), "committed"),
        (lambda: go_on(begun(), format_dice_line(DiceReceipt("x"))), "committed"),
        (lambda: commit(begun(), "west"), "unknownSide"),
    ],
)
def test_a_misplaced_line_is_reported(text: Callable[[], str], why: str) -> None:
    found = fault(text())
    assert found.message.id == f"faults.diceMisplaced.{why}"


def test_the_error_has_the_reason() -> None:
    rules = open_rules("pendulum/toy")
    with pytest.raises(ReductionError, match="a receipt without a server"):
        DiceCheck(rules, Signatures(rules, None)).accept_statement(DiceReceipt("x"), rules.start())


def test_a_commitment_of_one_side_has_no_effect() -> None:
    text = go_on(commit(add_tags(f"{HEADER}\n"), "north"), AWAITED)
    found = good(go_on(text, "[3]\n"))
    assert found.rolls == {"proven": 0, "open": 0, "recorded": 1}
    assert fault(reveal(text, "north")).id == "diceMisplaced"


def test_a_server_with_a_receipt_is_open_and_without_one_recorded() -> None:
    awaited = "N: n1>B S: s1>B\nN: n1>C\n"
    source = format_dice_line(DiceSource("dice.example.org"))
    with_one = f"{TOY}{source}{awaited}{format_dice_line(DiceReceipt('17'))}[3]\n"
    assert good(with_one).rolls == {"proven": 0, "open": 1, "recorded": 0}
    assert good(f"{TOY}{source}{awaited}[3]\n").rolls["recorded"] == 1
    assert good(f"{TOY}%dice recorded\n{awaited}[3]\n").rolls["recorded"] == 1
    assert good(f"{TOY}{awaited}[3]\n").rolls["recorded"] == 1
    assert fault(f"{TOY}{format_dice_line(DiceReceipt('17'))}").id == "diceMisplaced"
    assert fault(f"{TOY}%dice fair\n").id == "diceMalformed"


def test_a_commitment_that_its_side_has_not_signed_is_open() -> None:
    found = good(begun())
    assert sum(each.id == "commitment_unsigned" for each in found.open) == len(SIDES)
    assert read(begun()).dice.sides.keys() == set(SIDES)


def awaiting(ident: str, dice: bool) -> tuple[AnyRules, State]:
    """A position of a game that awaits dice, or cards."""
    rules, random = open_rules(ident), Random(3)
    state = rules.start()
    while (
        state.decision is None or state.decision.side != CHANCE or bool(state.decision.dice) != dice
    ):
        state = rules.apply(state, rules.sample(state, random))[0]
    return rules, state


def test_each_die_takes_a_number_and_all_rolls_come() -> None:
    rules, state = awaiting("800/bonsai-2021", dice=True)
    rolls = set()
    for pair in product(range(6), repeat=2):
        given = iter(pair)
        rolls.add(derive_outcome(rules, state, lambda _, given=given: next(given)))  # type: ignore[misc]
    assert rolls == set(rules.legal(state))


def test_a_draw_takes_one_number_for_the_whole_of_it() -> None:
    rules, state = awaiting("russojapanese/bonsai-2018", dice=False)
    every, asked = list(rules.legal(state)), list[int]()

    def last(count: int) -> int:
        asked.append(count)
        return count - 1

    assert derive_outcome(rules, state, last) == every[-1]
    assert asked == [len(every)]


# ---- undo with keys of both sides ------------------------------------------------------------


def keyed() -> str:
    """A log of 800 whose sides have keys and are committed, and whose first roll is awaited."""
    text = sealed.log(moves="")
    for side in sealed.SIDES:
        text = go_on(text, format_dice_line(DiceCommitment(side, 5, nth_secret(b"x" * 32, 5, 0))))
        text = sealed.seal(text, side)
    return go_on(text, "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\n")


def show(text: str, side: str, number: int = 1) -> str:
    """Append a secret of a side to a log of `keyed`."""
    secret = nth_secret(b"x" * 32, 5, number)
    return go_on(
        text, format_dice_line(RevealedSecret(side, number, read(text).chain.head, secret))
    )


@pytest.mark.parametrize("end", ["agree Draw", "C: resign", "J: resign"])
@pytest.mark.parametrize("sealed_by", ["", "china"])
def test_a_revealed_secret_belongs_to_its_decision(end: str, sealed_by: str) -> None:
    """An offered end, and its undo, give no second roll."""
    text = show(keyed(), "japan")
    rolled = derive_from_secrets(text)
    text = go_on(text, f"{end}\n")
    if sealed_by:
        text = sealed.seal(text, sealed_by)
    if sealed_by and fault(go_on(text, "undo 1\n")).id == "undoUnsigned":
        text = sealed.seal(text, "china", "undo 1")
    if good(text).ending is None:
        text = go_on(text, "undo 1\n")
        assert fault(show(text, "japan", 2)).id == "diceMisplaced"
        assert fault(go_on(text, "undo 1\n")).id == "undoUnsigned"
        assert derive_from_secrets(text) == rolled
        good(go_on(show(text, "china"), f"{rolled}\n"))


def derive_from_secrets(text: str) -> str:
    """Return the roll that the secrets give, once China has shown its secret."""
    return roll(show(text, "china")).splitlines()[-1].partition(" ~")[0]


def roll(text: str) -> str:
    """Append the roll that the secrets give to a log in which both are shown."""
    found = next(
        each.faults[0].legal[0]
        for pips in range(1, 7)
        for each in [verdict(go_on(text, f"[J{pips} C1]\n"))]
        if not each.valid
    )
    return go_on(text, f"{found}\n")


def test_a_commitment_counts_from_the_seal_of_its_side() -> None:
    text = sealed.log(moves="")
    for side in sealed.SIDES:
        text = go_on(text, format_dice_line(DiceCommitment(side, 5, nth_secret(b"x" * 32, 5, 0))))
    text = sealed.seal(text, "china")
    text = go_on(text, "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\n")
    assert [each.facts["side"] for each in good(text).open if each.id == "commitment_unsealed"] == [
        "japan"
    ]
    assert fault(show(text, "china")).id == "diceMisplaced"
    assert good(show(sealed.seal(text, "japan"), "china")).revealed_by == ["china"]


def test_a_commitment_sealed_after_a_secret_was_shown_never_counts() -> None:
    """Its side could seal the better of two rolls."""
    new = format_dice_line(DiceCommitment("china", 5, nth_secret(b"y" * 32, 5, 0)))
    text = sealed.seal(show(go_on(keyed(), new), "japan"), "china")
    assert good(show(text, "china")).revealed_by == ["japan", "china"]
    assert fault(go_on(show(keyed(), "japan"), new)).id == "diceMisplaced"


def test_no_secret_is_shown_to_a_side_without_one() -> None:
    """Otherwise it could neither answer nor make a new commitment."""
    text = sealed.log(moves="")
    for side, count in (("japan", 5), ("china", 1)):
        made = DiceCommitment(side, count, nth_secret(b"x" * 32, count, 0))
        text = sealed.seal(go_on(text, format_dice_line(made)), side)
    text = go_on(text, "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A i3+i4+g2@B\n")
    text = show(text, "japan")
    secret = RevealedSecret("china", 1, read(text).chain.head, b"x" * 32)
    text = go_on(text, format_dice_line(secret))
    text = roll(text)
    new = format_dice_line(DiceCommitment("china", 1, nth_secret(b"y" * 32, 1, 0)))
    good(go_on(text, new))
    for move in ("J: i3*C.c2", "J: i1*D.c1", "C: c2*B.i3"):
        if verdict(attacked := go_on(text, f"{move}\n")).valid:
            break
    assert [(act.actor, act.act) for act in good(attacked).awaited] == [("china", "commit")]
    assert fault(show(attacked, "japan", 2)).id == "diceMisplaced"
    good(show(sealed.seal(go_on(attacked, new), "china"), "japan", 2))


def test_a_decision_after_a_revealed_secret_needs_both_sides_for_an_undo() -> None:
    """Otherwise the side that sees the roll first could undo the decision."""
    assert good(go_on(keyed(), "undo 1\n")).events == 5
    text = show(keyed(), "japan")
    found = fault(go_on(text, "C: undo 1\n"))
    assert found.id == "undoUnsigned"
    assert "Japan showed a secret for the roll" in str(found.message)
    for side in sealed.SIDES:
        text = sealed.seal(text, side, "undo 1")
    assert good(go_on(text, "C: undo 1\n")).events == 5
