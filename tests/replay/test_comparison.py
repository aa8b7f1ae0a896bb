"""Comparison of two copies: their fork and their seals."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import tests.toy_cards  # noqa: F401 - registers a rule set with hidden parts
from senpu.logs.keys import compute_fingerprint
from senpu.logs.proofs import check_proof, format_proof, parse_proof
from senpu.replay.disputes.comparison import Comparison, ComparisonResult, compare
from senpu.tui.render.comparison_report import render_comparison
from senpu.tui.render.verdict_report import SideNames, render_seal
from tests import sealed
from tests.sealed import (
    CHAINED,
    KEYED,
    KEYS,
    MOVES,
    NONCE,
    PLAIN,
    SIGNERS,
    go_on,
    log,
    name_key,
    recompute_tags,
    seal,
)

LINES = [*MOVES.splitlines(keepends=True), "J: i3+i4>D\n", "C: k1*B.g2 [2 3]\n", "reroll [6 5]\n"]
OTHER = [
    "C: c1+x1@D\n",
    "J: i1+i2@A i3+i4+g1+g2@B\n",
    "T1 [J3 C5]\n",
    "J: pass\n",
    "C: pass\n",
    "no\n",
]
"""A valid replacement for each line."""


def held(tmp_path: Path, a: str, b: str, side: str = "") -> ComparisonResult:
    one = sealed.write(tmp_path / "a.senpu", a)
    return compare(one, sealed.write(tmp_path / "b.senpu", b), side=side)


def compare_texts(tmp_path: Path, a: str, b: str) -> Comparison:
    return held(tmp_path, a, b).comparison


def chained_to(count: int, *more: str) -> str:
    return log(moves="".join((*LINES[:count], *more)))


def plain_to(count: int, *more: str) -> str:
    return f"{PLAIN}\n{''.join((*LINES[:count], *more))}"


def test_copies_of_the_same_bytes_are_identical(tmp_path: Path) -> None:
    for text in (chained_to(6), plain_to(6)):
        found = compare_texts(tmp_path, text, text)
        assert (found.verdict, found.by, found.event) == ("identical", "lines", 10)
        assert found.following == (0, 0)


@pytest.mark.parametrize("make", [chained_to, plain_to])
@pytest.mark.parametrize("at", range(6))
def test_a_copy_that_ends_earlier_is_the_beginning_of_the_other(
    tmp_path: Path, at: int, make: type
) -> None:
    for turned in (False, True):
        copies = (make(6), make(at)) if turned else (make(at), make(6))
        found = compare_texts(tmp_path, *copies)
        assert found.verdict == "prefix"
        assert Path(found.shorter or "").name == ("b.senpu" if turned else "a.senpu")
        assert found.next[turned] is None
        longer = found.next[not turned]
        assert longer is not None
        assert longer.event == found.event + 1
        assert found.following[turned] == 0 < found.following[not turned]


@pytest.mark.parametrize("make", [chained_to, plain_to])
@pytest.mark.parametrize("at", range(1, 6))
def test_a_fork_is_found_at_its_line_whichever_it_is(tmp_path: Path, at: int, make: type) -> None:
    found = compare_texts(tmp_path, make(6), make(at, OTHER[at]))
    assert found.verdict == "fork"
    ours, theirs = found.next
    assert ours is not None
    assert theirs is not None
    assert ours.text.startswith(LINES[at].strip()) or make is plain_to
    assert theirs.text.startswith(OTHER[at].strip()) or make is plain_to
    assert ours.event == theirs.event == found.event + 1
    assert found.facts


def test_a_changed_line_is_the_fork_and_makes_the_copy_invalid(tmp_path: Path) -> None:
    found = compare_texts(tmp_path, chained_to(6), chained_to(6).replace("i3+i4>D", "i3+i4>C"))
    assert (found.verdict, found.line, found.event) == ("fork", 14, 5)
    assert found.valid == (True, False)
    assert found.faults == (None, "chainMismatch 15")


def test_a_changed_header_is_a_fork_in_the_header(tmp_path: Path) -> None:
    found = compare_texts(
        tmp_path, chained_to(6), recompute_tags(chained_to(6).replace("Anna", "Otto"))
    )
    assert (found.verdict, found.line, found.event) == ("fork", 3, 0)


@pytest.mark.parametrize(
    "other",
    [
        log(KEYED.replace(NONCE, "f" * 32)),
        f"{PLAIN}Data: sha256:{'0' * 64}\n\n{MOVES}",
        f"{PLAIN.replace('bonsai-2021', 'battles-2011')}\n{MOVES}",
        f"{PLAIN}Options: concession-silent\n\n{MOVES}",
    ],
)
def test_logs_of_two_games_are_not_copies(tmp_path: Path, other: str) -> None:
    assert compare_texts(tmp_path, log(), other).verdict == "different"


def test_other_layout_and_comments_are_no_difference_without_a_chain(tmp_path: Path) -> None:
    other = plain_to(6).replace("\nJ: i1", " J: i1").replace("i3+i4>D", "i4+i3>D {so}")
    found = compare_texts(tmp_path, plain_to(6), other)
    assert (found.verdict, found.by) == ("identical", "events")


def test_the_end_line_is_a_difference(tmp_path: Path) -> None:
    one = plain_to(4, "C: resign\n")
    found = compare_texts(tmp_path, one, f"{one}End: Japan resign\n")
    assert (found.verdict, found.following) == ("prefix", (0, 1))


def test_a_copy_whose_events_end_at_a_fault_is_no_beginning_of_the_other(tmp_path: Path) -> None:
    whole = plain_to(6)
    for old, new, line, number in (
        ("[2 3]", "[2 9]", 11, 8),
        ("i3+i4>D", "i3->D", 10, None),
        ("Rules: 1", "Rules: 99", 3, None),
    ):
        bad = whole.replace(old, new)
        for turned in (False, True):
            found = compare_texts(tmp_path, *((bad, whole) if turned else (whole, bad)))
            ours, theirs = found.next[turned], found.next[not turned]
            assert (found.verdict, found.by, found.shorter) == ("fault", "events", None)
            assert ours is not None
            assert theirs is not None
            assert (theirs.line, theirs.event) == (line, number)
            assert theirs.text == bad.splitlines()[line - 1]
            assert ours.event == found.event + 1
            assert found.following[turned] == 10 - found.event
            assert found.is_invalid_at(not turned)
            assert not found.is_invalid_at(turned)
            assert found.facts == []


def test_copies_that_are_at_fault_in_the_same_event_cannot_be_compared(tmp_path: Path) -> None:
    copies = [plain_to(6).replace("[2 3]", roll) for roll in ("[2 9]", "[2 8]")]
    found = compare_texts(tmp_path, copies[0], copies[1])
    assert (found.verdict, found.event) == ("fault", 7)
    assert [each.line for each in found.next if each] == [11, 11]
    assert compare_texts(tmp_path, copies[0], copies[0]).verdict == "identical"


def test_an_incomplete_last_line_counts_for_nothing(tmp_path: Path) -> None:
    found = compare_texts(tmp_path, plain_to(6), plain_to(4, "J: i3+i"))
    assert (found.verdict, Path(found.shorter or "").name) == ("prefix", "b.senpu")


def test_logs_of_a_game_that_is_not_known_are_no_copies_because_nothing_is_known(
    tmp_path: Path,
) -> None:
    one = plain_to(6).replace("bonsai-2021", "none")
    found = compare_texts(tmp_path, one, one.replace("[2 3]", "[3 3]"))
    assert (found.verdict, found.by, found.line) == ("fork", "lines", 10)
    assert not found.is_invalid_at(0)


def test_the_differences_of_positions_include_the_current_action(tmp_path: Path) -> None:
    ways = ["C: c1*D.i3\n", "C: c1*D.i4\n"]
    for make in (plain_to, chained_to):
        found = compare_texts(tmp_path, *(make(4, way) for way in ways))
        assert (found.verdict, found.facts) == ("fork", [("unfinished", *map(str.strip, ways))])


def test_a_difference_outside_the_board_is_found_by_the_digests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("senpu.replay.disputes.comparison._list_facts", lambda rules, state: ())
    ((what, one, other),) = compare_texts(tmp_path, plain_to(3, "J: pass\n"), plain_to(4)).facts
    assert what == "state"
    assert len(one) == len(other) == 16
    assert one != other


# ---- seals ----------------------------------------------------------------------------------

COMMON = seal(chained_to(3), "china")
ONE = seal(go_on(COMMON, "J: i3+i4>D\n"), "japan")


def test_it_says_who_has_signed_what_each_copy_has_for_itself(tmp_path: Path) -> None:
    found = compare_texts(tmp_path, ONE, go_on(COMMON, "J: pass\n"))
    assert [(one.side, one.event) for one in found.shared] == [("china", 5)]
    ours, theirs = found.seals
    assert [(one.side, one.event) for one in ours] == [("japan", 6)]
    assert theirs == []
    assert found.equivocation == []


def test_a_key_line_belongs_to_the_copy_that_has_it(tmp_path: Path) -> None:
    """It covers common lines only; but the other copy has another key."""
    found = compare_texts(tmp_path, ONE, name_key(COMMON, "japan", "stranger", "japan"))
    assert [(one.side, one.kind) for one in found.shared] == [("china", "seal")]
    assert [(one.side, one.kind) for one in found.seals[1]] == [("japan", "key")]
    for language in ("en", "ja"):
        row = render_seal(found.seals[1][0], SideNames(language))
        new = compute_fingerprint(SIGNERS["stranger"].raw)
        assert row.index(KEYS["japan"].fingerprint) < row.index(new)


def test_seals_that_both_made_of_the_same_line_part_the_copies_and_nothing_else(
    tmp_path: Path,
) -> None:
    found = held(tmp_path, seal(chained_to(3), "china"), seal(chained_to(3), "japan")).comparison
    assert (found.verdict, found.line, found.facts) == ("fork", 14, [])
    assert [(one.side, one.line) for one in found.shared] == [("china", 14), ("japan", 14)]
    assert found.seals == ([], [])


@pytest.mark.parametrize(
    "other",
    [
        seal(go_on(COMMON, "J: pass\n"), "japan"),
        seal(go_on(COMMON, "J: pass\nC: pass {so}\n"), "japan"),
        seal(seal(go_on(COMMON, "J: pass\n"), "china"), "japan"),
    ],
)
def test_who_has_signed_both_sides_is_proven_to_have(tmp_path: Path, other: str) -> None:
    for copies in ((ONE, other), (other, ONE)):
        found = held(tmp_path, *copies)
        assert found.comparison.equivocation == ["japan"]
        (proof,) = found.proofs
        assert check_proof(parse_proof(format_proof(proof))).key.name == "japan"


def test_who_has_signed_one_copy_and_what_both_have_has_done_nothing_wrong(tmp_path: Path) -> None:
    for other in (go_on(ONE, "C: pass\n"), seal(go_on(COMMON, "J: pass\n"), "china")):
        found = held(tmp_path, ONE, other)
        assert found.proofs == []
        assert found.comparison.equivocation == []


def test_a_seal_that_was_forged_proves_nothing(tmp_path: Path) -> None:
    forged = recompute_tags(ONE.replace("i3+i4>D", "i3+i4*C.k1"))
    found = held(tmp_path, ONE, forged)
    assert found.comparison.verdict == "fork"
    assert found.proofs == []


FAULTS = {
    "an illegal event": lambda text: seal(go_on(COMMON, "J: i3+i4>X\n"), "japan"),
    "a syntax fault": lambda text: seal(go_on(COMMON, "J: (((\n"), "japan"),
    "a damaged tag": lambda text: re.sub("~.{8}\n", "~00000000\n", text, count=3),
    "no tags": lambda text: re.sub(" ?~.{8}\n", "\n", text),
    "no chain in the header": lambda text: text.replace("Chain: sha256\n", ""),
    "another nonce": lambda text: text.replace(f"Nonce: {NONCE}", f"Nonce: {'f' * 32}"),
    "no name of the game": lambda text: text.replace("Game: ", "Game: no"),
}


@pytest.mark.parametrize("change", FAULTS.values(), ids=FAULTS)
def test_a_fault_does_not_hide_that_a_side_signed_both(
    tmp_path: Path, change: Callable[[str], str]
) -> None:
    other = change(seal(go_on(COMMON, "J: pass\nC: pass\n"), "japan"))
    found = held(tmp_path, ONE, other)
    assert not found.comparison.valid[1]
    assert found.comparison.equivocation == ["japan"]
    assert "signed two histories" in "\n".join(render_comparison(found, SideNames()))


def test_a_copy_without_the_chain_is_not_identical(tmp_path: Path) -> None:
    for bare, verdict in (
        (plain_to(3, "J: i3+i4>D\n"), "stripped"), (plain_to(3), "prefix"),
        (plain_to(3, "J: pass\n"), "fork"),
    ):  # fmt: skip
        for copies in ((ONE, bare), (bare, ONE)):
            found = held(tmp_path, *copies)
            at = copies.index(bare)
            assert (found.comparison.verdict, found.comparison.without_chain) == (verdict, at)
            name, other = (found.comparison.files[each] for each in (at, 1 - at))
            text = "\n".join(render_comparison(found, SideNames()))
            assert f"{name} lacks the hash chain of {other}, and its 2 seals" in text
    assert held(tmp_path, bare, bare).comparison.without_chain is None


# ---- hidden hands ---------------------------------------------------------------------------

CARDS = "Senpu: 1\nGame: blind/toy\nRules: 1\n{}\nT1 draw #02+#05\ndraw #01+#06\n"
TWIN = CARDS.replace("draw #01+#06", "draw #03+#06")


def test_a_side_gets_no_hidden_information(tmp_path: Path) -> None:
    for chain in ("", f"Chain: sha256\nNonce: {NONCE}\n"):
        copies = [
            recompute_tags(f"{text.format(chain)}") if chain else text.format("")
            for text in (CARDS, TWIN)
        ]
        assert held(tmp_path, copies[0], copies[1]).comparison.verdict == "fork"
        found = held(tmp_path, copies[0], copies[1], "north")
        assert found.comparison.verdict == "identical"
        assert found.comparison.by == "events"


def test_a_log_of_a_game_that_is_not_known_is_compared_by_its_lines(tmp_path: Path) -> None:
    one = log(CHAINED.replace("800/bonsai-2021", "801/none"))
    found = compare_texts(tmp_path, one, go_on(one, "J: pass\n"))
    assert (found.verdict, found.line, found.event) == ("prefix", 12, 0)
