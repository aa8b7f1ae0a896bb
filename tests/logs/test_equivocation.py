"""Contradictory signatures of one side are always found and proven; honest copies prove nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from senpu.logs.equivocation import find_proofs
from senpu.logs.evidence import Evidence, Statement
from senpu.logs.proofs import Equivocation, check_proof, format_proof, parse_proof
from tests.games.laws import sized
from tests.logs.histories import HEADER, KEYS, KINDS, Act, Copy, Damage, damage
from tests.sealed import NONCE, SIDES

ROW, OTHER = ("row", "J: i3+i4>D", 0), ("row", "J: pass", 0)
SEAL, BO = ("seal", "japan", 0), ("seal", "china", 0)
NEW, NEWER = ("rotate", "japan", 1), ("rotate", "japan", 2)
COMMON = Copy().add(("row", "C: x1+c1@D", 0), ROW, BO, ("row", "T1 [J5 C3]", 0))


def prove(one: list[bytes], other: list[bytes]) -> list[Equivocation]:
    """Return what the proofs of two copies prove, from their texts alone."""
    texts = [format_proof(proof) for proof in find_proofs([one, other])]
    assert all(text.replace("\n", "").isprintable() for text in texts)
    return [check_proof(parse_proof(text)) for text in texts]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    {
        "one line": ([ROW, SEAL], [OTHER, SEAL]),
        "two lines": ([ROW, SEAL], [OTHER, ROW, ("row", "  ", 0), ("row", "", 0), SEAL]),
        "a new key first": ([NEW, ROW, SEAL], [ROW, SEAL]),
        "two new keys first": ([NEW, NEWER, SEAL], [OTHER, SEAL]),
        "a new key that signs a later line": ([NEW, ROW, SEAL], [OTHER] * 9 + [SEAL]),
        "one key named twice": ([NEW], [NEWER]),
        "one key named twice, in two lines": ([NEW], [ROW, NEWER]),
        "a new key on both": ([NEW, ROW, SEAL], [BO, NEW, OTHER, SEAL]),
        "the consent to undo": ([ROW, ("consent", "japan", 2)], [OTHER, SEAL]),
        "an accepted end that is left out": ([ROW, ("seal", "japan", 1)], [ROW, OTHER, SEAL]),
        "rows that cannot be printed": ([ROW, SEAL], [("row", "{\x1b[2K\u202e}", 0), ROW, SEAL]),
    }.values(),
)
def test_both_histories_signed_by_one_side_are_proven(ours: list[Act], theirs: list[Act]) -> None:
    copies = [COMMON.branch().add(*acts).rows for acts in (ours, theirs)]
    for one, other in (copies, copies[::-1]):
        assert [found.key.name for found in prove(one, other)] == ["japan"]


def test_each_side_that_signed_both_has_a_proof() -> None:
    copies = [COMMON.branch().add(first, SEAL, *[ROW] * n, BO).rows
              for n, first in enumerate((ROW, OTHER))]  # fmt: skip
    assert {found.key for found in prove(*copies)} == {KEYS[side, 0] for side in SIDES}


@pytest.mark.parametrize("shift", [0, 2, 9])
def test_a_log_with_another_header_is_another_history(shift: int) -> None:
    header = HEADER.replace("Anna", "Otto") + "Site: x\n" * shift
    copies = [copy.add(ROW, SEAL).rows for copy in (Copy(), Copy(header))]
    assert [found.key for found in prove(*copies)] == [KEYS["japan", 0]]


def test_a_seal_that_was_moved_still_signs() -> None:
    one = COMMON.branch().add(ROW, SEAL).rows
    rows = COMMON.branch().add(OTHER, BO, OTHER, SEAL, OTHER).rows
    moved = rows[:-14] + rows[-8:] + rows[-14:-8]
    assert moved[-6].startswith(b"%seal china")
    assert [found.key.name for found in prove(one, moved)] == ["japan"]


def test_a_stranger_who_names_the_key_of_a_side_accuses_only_himself() -> None:
    honest = Copy().add(ROW, ROW, SEAL)
    forged = Copy(HEADER.replace(KEYS["japan", 0].text, KEYS["japan", 4].text))
    forged.keys["japan"] = 4
    forged.add(OTHER, SEAL, ("rotate", "japan", 0), OTHER)
    assert prove(honest.rows, forged.rows) == []
    forged.keys["japan"] = 4
    other = forged.branch().add(ROW, SEAL)
    forged.add(OTHER, SEAL)
    assert [found.key for found in prove(other.rows, forged.rows)] == [KEYS["japan", 4]]
    assert prove(honest.rows, forged.rows) == []


acts = st.sampled_from([
    ROW, OTHER, ("row", "{so}", 0), SEAL, SEAL, BO, NEW, ("rotate", "japan", 2),
    ("rotate", "china", 1), ("consent", "japan", 2), ("consent", "china", 2),
])  # fmt: skip
histories = st.lists(acts, max_size=8)
damages = st.builds(Damage, st.sampled_from(KINDS), st.integers(0, 60))
LOSSES = ("row lost", "row changed", "header changed", "all tags and the header changed")
complete = damages.filter(lambda change: change.kind not in LOSSES)
"""Damages without a loss: a row that no copy has proves nothing."""


def own_keys(*copies: Copy) -> list[Statement]:
    """Return the signatures of Japan in some copies."""
    return [one for copy in copies for one in Evidence([copy.rows, []]).statements
            if one.key.name == "japan"]  # fmt: skip


@settings(max_examples=sized(12, 200))
@given(histories, histories, histories, complete, damages)
def test_a_fork_that_a_side_signed_twice_is_proven_whatever_else_was_damaged(
    before: list[Act], one: list[Act], other: list[Act], ours: Damage, theirs: Damage
) -> None:
    common = Copy().add(*before)
    a, b = (common.branch().add(*acts) for acts in (one, other))
    rows = list(zip(a.rows, b.rows, strict=False))
    fork = next((at for at, (x, y) in enumerate(rows) if x != y), len(rows))
    signed = [{each.note.body for each in own_keys(copy) if each.line > fork} for copy in (a, b)]
    found = prove(damage(a.rows, ours, 0), damage(b.rows, theirs, fork))
    sides = [equivocation.key.name for equivocation in found]
    if fork < len(rows) and all(signed):
        assert "japan" in sides
    if fork == len(rows):
        assert found == []
    assert all(equivocation.nonce == NONCE for equivocation in found)


@settings(max_examples=sized(12, 200))
@given(histories, histories, st.integers(0, 8), damages, damages)
def test_honest_copies_prove_nothing(
    before: list[Act], after: list[Act], cut: int, ours: Damage, theirs: Damage
) -> None:
    """Each side seals in its own copy, and the game continues in one of them."""
    common = Copy().add(*before)
    mine, yours = common.branch().add(SEAL), common.branch().add(BO)
    old = yours.branch().add(*after[:cut])
    whole = old.branch().add(*after[cut:])
    copies = [mine.rows, old.rows, whole.rows, common.rows]
    for one in copies:
        assert find_proofs([damage(one, ours, 0), damage(whole.rows, theirs, 0)]) == []
