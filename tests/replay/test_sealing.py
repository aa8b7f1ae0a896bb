"""Adding a chain and seals to a log: the events stay, and an invalid log is not signed."""

from pathlib import Path
from random import Random

import pytest

from senpu.logs.dice import DiceCommitment, format_dice_line
from senpu.logs.dice_secrets import SecretError
from senpu.logs.journal import JournalError
from senpu.logs.keys import SigningKeyError
from senpu.logs.memory import UserMemory
from senpu.logs.record import record_from
from senpu.notation.faults import fault_message
from senpu.notation.play import parse_line
from senpu.notation.writer import WIDTH, format_line
from senpu.replay.core.reducer import ReductionError
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.disputes.verification import verify
from senpu.replay.recording.log_writing import InvalidLogError, RejectedInputError, append_draft
from senpu.replay.recording.rolling import commit_secrets
from senpu.replay.recording.sealing import add_chain, make_chain_fields, sign, split_line
from tests import sealed
from tests.replay.texts import fault, good, verdict
from tests.sealed import CHAINED, KEYS, MOVES, PLAIN, SIGNERS, go_on, log, seal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return sealed.write(tmp_path / "game.senpu", log())


# ---- a chain --------------------------------------------------------------------------------


def test_a_chain_changes_nothing_that_was_played(tmp_path: Path) -> None:
    comment = "{" + "a long comment that needs space, " * 2 + "}"
    text = f"{PLAIN}\n{MOVES}J: i3+i4>D C: k1*B.g2 [6 5] J: g2<A {comment}\n\nJ: undo 1\n"
    path = sealed.write(tmp_path / "game.senpu", text)
    before = verify(path)
    assert before.valid
    add_chain(path, {}, None, None)
    after = good(path.read_text("utf-8"))
    assert (after.chain, after.state, after.events) == ("valid", before.state, before.events)
    assert len(after.nonce) == 32
    assert path.read_text("utf-8").count(comment) == 1


def test_a_chain_into_a_new_file_leaves_the_old_one(tmp_path: Path) -> None:
    path = sealed.write(tmp_path / "game.senpu", f"{PLAIN}\n{MOVES}")
    keys = {side: key.raw for side, key in KEYS.items()}
    add_chain(path, keys, tmp_path / "new.senpu", None)
    assert path.read_text("utf-8") == f"{PLAIN}\n{MOVES}"
    record = sealed.read((tmp_path / "new.senpu").read_text("utf-8"))
    assert record.seals.keys == KEYS
    with pytest.raises(JournalError, match="a file of that name already exists"):
        add_chain(path, keys, tmp_path / "new.senpu", None)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{PLAIN}\n{MOVES}J: i3>Q\n", "illegalMove"),
        (f"{PLAIN}\n{MOVES}J: i3->D\n", "badToken"),
        (f"{PLAIN}\n{MOVES}J: pass", "no newline"),
        (f"{PLAIN}\n{MOVES}J:  pass\n", "not in canonical form"),
        (f"{PLAIN}\n{MOVES}J: i4+i3>D\n", "not in canonical form"),
        (f"{PLAIN}\n{MOVES}J: pass !?\n", "cannot have variations and glyphs"),
        (log(), "already has a hash chain"),
    ],
)
def test_an_invalid_log_gets_no_chain(tmp_path: Path, text: str, why: str) -> None:
    path = sealed.write(tmp_path / "game.senpu", text)
    with pytest.raises(InvalidLogError, match=why):
        add_chain(path, {}, None, None)
    assert path.read_text("utf-8") == text


def test_unsigned_undo_of_dice_prevents_a_chain_with_both_keys(tmp_path: Path) -> None:
    text = f"{PLAIN}\n{MOVES}J: undo 1\n[J5 C3]\n"
    path = sealed.write(tmp_path / "game.senpu", text)
    with pytest.raises(InvalidLogError, match="undoUnsigned"):
        add_chain(path, {side: key.raw for side, key in KEYS.items()}, None, None)
    add_chain(path, {}, None, None)
    assert verify(path).valid


def test_narrow_lines_have_the_same_content_as_wide_lines() -> None:
    text = "T1 J: i3+i4>D C: k1*B.g2 [2 3] reroll [6 5] J: g2<A {so} C: pass {and so on}"
    line, _ = parse_line(1, text)
    for most in (12, 20, 35, 60, WIDTH):
        parts = [format_line(each) for each in split_line(line, most)]
        assert all(len(each) <= most for each in parts) or most == 12
        log = f"{PLAIN}\n{MOVES}" + "".join(f"{each}\n" for each in parts)
        assert verdict(log).state == verdict(f"{PLAIN}\n{MOVES}{text}\n").state


# ---- signing --------------------------------------------------------------------------------


def test_the_key_says_whose_seal_it_is(path: Path) -> None:
    signed = sign(path, SIGNERS["china"])
    assert (signed.side, signed.line, signed.event, signed.is_key_added) == ("china", 14, 5, False)
    assert signed.events == ("1 (x1+c1@D)", "2 (c2+c3+k1@C)")
    assert path.read_text("utf-8") == seal(log(), "china")
    sign(path, SIGNERS["japan"], side="japan")
    found = good(path.read_text("utf-8"))
    assert [(one.side, one.line, one.event) for one in found.seals] == [
        ("china", 14, 5), ("japan", 20, 5)
    ]  # fmt: skip


def test_a_side_without_a_key_gets_its_first_one(tmp_path: Path) -> None:
    path = sealed.write(tmp_path / "game.senpu", log(CHAINED))
    with pytest.raises(SigningKeyError, match="no side of this log\nhint: name the side: --side"):
        sign(path, SIGNERS["japan"])
    assert sign(path, SIGNERS["japan"], "japan").is_key_added
    assert not sign(path, SIGNERS["japan"]).is_key_added
    assert good(path.read_text("utf-8")).keys == {"japan": KEYS["japan"].fingerprint}


def test_a_new_key_is_named_by_the_old_one(path: Path) -> None:
    sign(path, SIGNERS["japan"], new_key=SIGNERS["stranger"].raw)
    with pytest.raises(SigningKeyError, match="introduce the new one with the old one"):
        sign(path, SIGNERS["japan"], "japan")
    assert sign(path, SIGNERS["stranger"]).side == "japan"
    good(path.read_text("utf-8"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{PLAIN}\n{MOVES}", "no hash chain to sign"),
        (go_on(log(), "J: i3>Q\n"), "illegalMove"),
        (log().replace("Anna", "Otto"), "headerMismatch"),
        (log()[:-1], "no newline"),
    ],
)
def test_an_invalid_log_is_not_signed(tmp_path: Path, text: str, why: str) -> None:
    path = sealed.write(tmp_path / "game.senpu", text)
    with pytest.raises(InvalidLogError, match=why):
        sign(path, SIGNERS["japan"])
    assert path.read_text("utf-8") == text


def test_a_game_that_is_over_can_be_signed(tmp_path: Path) -> None:
    path = sealed.write(tmp_path / "game.senpu", go_on(log(), "J: resign\n"))
    sign(path, SIGNERS["japan"], accepts_offer=True)
    append_draft(path, lambda scribe, _: scribe.draft("End: China resign"))
    sign(path, SIGNERS["japan"])
    found = good(path.read_text("utf-8"))
    assert found.ending == "China resign"
    assert not any(each.id == "end_unsigned" for each in found.open)  # who resigned has signed it


def test_a_log_with_the_name_of_another_game_is_neither_continued_nor_signed(
    path: Path, tmp_path: Path
) -> None:
    """The other side could otherwise get two seals that prove two histories."""
    seen = UserMemory(tmp_path / "state")
    sign(path, SIGNERS["japan"], memory=seen)
    other = sealed.write(tmp_path / "b", log(sealed.KEYED.replace("Bo", "Carl")))
    before = other.read_text("utf-8")
    with pytest.raises(InvalidLogError, match="the Nonce: of another game, in which Japan made"):
        sign(other, SIGNERS["japan"], memory=seen)
    with pytest.raises(InvalidLogError, match="two histories"):
        append_draft(other, lambda scribe, _: scribe.draft("pass"), memory=seen)
    assert other.read_text("utf-8") == before
    assert verify(other, open_memory=lambda: seen).warnings[0].id == "copy_reused"
    sign(other, SIGNERS["japan"], memory=UserMemory(tmp_path / "of another user"))


@pytest.mark.parametrize("header", [CHAINED, sealed.KEYED])
def test_no_seal_adopts_a_commitment_that_someone_else_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, header: str
) -> None:
    """Its maker would know the secrets of both sides, and could choose every roll."""
    monkeypatch.setenv("SENPU_STATE", str(tmp_path / "state"))
    foreign = format_dice_line(DiceCommitment("china", 9, bytes(32)))
    path = sealed.write(tmp_path / "game.senpu", go_on(log(header), foreign))
    before = path.read_text("utf-8")
    with pytest.raises(SecretError, match="commit China to the secrets of line"):
        sign(path, SIGNERS["china"], "china")
    assert path.read_text("utf-8") == before
    sign(path, SIGNERS["japan"], "japan")
    commit_secrets(path, "china")
    sign(path, SIGNERS["china"], "china")
    sign(path, SIGNERS["china"], "china")


def test_a_copy_without_this_user_s_seal_is_neither_continued_nor_signed(
    path: Path, tmp_path: Path
) -> None:
    seen = UserMemory(tmp_path / "state")
    short = path.read_text("utf-8")
    sign(path, SIGNERS["japan"], memory=seen)
    longer = path.read_text("utf-8")
    fork = sealed.go_on(short, "J: pass\n")
    for text in (short, fork, sealed.seal(fork, "china")):
        sealed.write(path, text)
        with pytest.raises(InvalidLogError, match="lacks the seal that Japan made here through"):
            sign(path, SIGNERS["japan"], memory=seen)
        with pytest.raises(InvalidLogError, match="lacks the seal"):
            append_draft(path, lambda scribe, _: scribe.draft("pass"), memory=seen)
        assert path.read_text("utf-8") == text
        verdict = verify(path, open_memory=lambda: seen)
        assert verdict.valid
        assert {one.relation for one in verdict.known_copies} <= {"shorter", "fork"}
    sealed.write(path, longer)
    append_draft(path, lambda scribe, _: scribe.draft("i3+i4>D"), memory=seen)
    sealed.write(path, short)
    assert verify(path, open_memory=lambda: seen, accept_changes=True).valid
    append_draft(path, lambda scribe, _: scribe.draft("pass"), memory=seen)


def test_a_side_does_not_sign_with_the_key_of_another(path: Path) -> None:
    before = path.read_bytes()
    for side, new_key in (("china", None), ("japan", KEYS["china"].raw)):
        with pytest.raises(SigningKeyError):
            sign(path, SIGNERS["japan"], side, new_key=new_key)
    assert path.read_bytes() == before
    sealed.write(path, log(CHAINED))
    sign(path, SIGNERS["japan"], "japan")
    before = path.read_bytes()
    with pytest.raises(SigningKeyError, match="the key is, or was earlier, the key of Japan"):
        sign(path, SIGNERS["japan"], "china")
    assert path.read_bytes() == before
    with pytest.raises(SigningKeyError, match="have the same public key"):
        make_chain_fields({"japan": KEYS["japan"].raw, "china": KEYS["japan"].raw})


# ---- writing on -----------------------------------------------------------------------------


def test_a_side_permits_no_undo_of_more_events_than_there_are(path: Path) -> None:
    before = path.read_bytes()
    for most, undo in ((5, 6), (5, 9_999)):
        with pytest.raises(InvalidLogError, match=f"undo {undo}: only {most} events can be undone"):
            sign(path, SIGNERS["japan"], undo=undo)
    assert path.read_bytes() == before
    sign(path, SIGNERS["japan"], undo=5)
    assert verify(path).valid


def test_lines_appended_to_a_chained_log_have_tags(path: Path) -> None:
    written = append_draft(path, lambda scribe, _: scribe.draft("i3+i4>D C: k1*B.g2 [6 5] {well}"))
    text = path.read_text("utf-8")
    assert written.size == len(text.encode())
    assert "~" not in written.draft.text
    assert text == go_on(log(), written.draft.text)
    assert all(len(row) <= WIDTH for row in text.splitlines())


def test_a_whole_game_is_written_in_lines_that_leave_room_for_tags(tmp_path: Path) -> None:
    path = sealed.write(tmp_path / "game.senpu", log(moves=""))
    random = Random(5)
    for _ in range(40):
        append_draft(path, lambda scribe, reducer: scribe.roll(random))
    text = path.read_text("utf-8")
    good(text)
    assert max(map(len, text.splitlines())) <= WIDTH


# ---- undo -----------------------------------------------------------------------------------

ROLLED = go_on(log(), "J: i3*D.x1 [6 5]\n")
BOTH = seal(seal(ROLLED, "japan", "undo 1"), "china", "undo 1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ROLLED, "the consent of each side with a key; missing: China, Japan"),
        (seal(ROLLED, "japan", "undo 1"), "missing: China"),
        (seal(seal(ROLLED, "japan", "undo 1"), "china"), "missing: China"),
        (seal(seal(ROLLED, "japan", "undo 1"), "china", "undo 2"), "missing: China"),
        (go_on(BOTH, "C: x1<E\n"), None),
    ],
)
def test_an_undo_of_dice_needs_seals_of_both_sides(text: str, message: str | None) -> None:
    found = fault(go_on(text, "J: undo 2\n" if message is None else "J: undo 1\n"))
    assert found.id == "undoUnsigned" if message else found.id in ("undoUnsigned", "illegalMove")
    if message:
        assert str(found.message).endswith(message)
        assert "event 7 ([6 5])" in str(found.message)


def test_dice_undone_with_both_seals_can_still_be_reached() -> None:
    text = go_on(BOTH, "J: undo 1\n[1 1]\n")
    good(text)
    timeline = open_timeline(record_from(text))
    assert timeline.extend() == 9
    assert timeline.get_event(7).undone
    assert timeline.get_position(7).state.decision != timeline.get_position(6).state.decision


def test_a_seal_is_valid_for_one_position() -> None:
    text = go_on(seal(seal(log(), "japan", "undo 2"), "china", "undo 2"), "J: i3*D.x1 [6 5]\n")
    assert fault(go_on(text, "J: undo 2\n")).id == "undoUnsigned"


def test_one_side_can_undo_a_move() -> None:
    good(go_on(log(), "J: i3+i4>D\nJ: undo\nJ: pass\n"))


@pytest.mark.parametrize("header", [PLAIN, CHAINED])
def test_without_keys_dice_can_be_undone_without_seals(header: str) -> None:
    good(log(header, f"{MOVES}J: undo 1\n[J4 C3]\n"))


def test_an_unsigned_undo_has_a_hint(tmp_path: Path) -> None:
    path = sealed.write(tmp_path / "game.senpu", ROLLED)
    with pytest.raises(RejectedInputError) as caught:
        append_draft(path, lambda scribe, _: scribe.draft("undo 1"))
    assert isinstance(caught.value.reason, ReductionError)
    assert caught.value.reason.hint == fault_message("undoUnsigned", "hint", n=1)
    for side in ("japan", "china"):
        sign(path, SIGNERS[side], undo=1)
    append_draft(path, lambda scribe, _: scribe.draft("undo 1"))
    good(path.read_text("utf-8"))


# ---- giving up ------------------------------------------------------------------------------


def offers(text: str) -> list[tuple[str, list[str]]]:
    """Return the offered ends of a valid log with the sides whose seals are missing."""
    found = (each for each in good(text).open if each.id == "end_offered")
    return [(each.facts["ending"], each.facts["sides"]) for each in found]


def test_an_agreement_is_in_force_under_the_seals_of_both() -> None:
    text = go_on(log(), "agree Draw\n")
    assert offers(text) == [("Draw agree", ["china", "japan"])]
    text = seal(text, "china")
    assert offers(text) == [("Draw agree", ["japan"])]
    assert fault(go_on(text, "End: Draw agree\n")).id == "wrongEnding"
    text = seal(text, "japan")
    assert offers(text) == []
    assert good(go_on(text, "End: Draw agree\n")).ending == "Draw agree"


def test_a_resignation_is_in_force_under_the_seal_of_who_resigned() -> None:
    text = go_on(seal(log(), "japan"), "J: resign\n")
    assert offers(text) == offers(seal(text, "china")) == [("China resign", ["japan"])]
    assert good(seal(text, "japan")).ending == "China resign"


@pytest.mark.parametrize("offer", ["J: resign", "agree Draw"])
def test_no_seal_accepts_an_end_unless_its_side_wants_to(tmp_path: Path, offer: str) -> None:
    """The other side can write any offer; a seal of other lines is not consent to it."""
    path = sealed.write(tmp_path / "game.senpu", seal(go_on(log(), f"{offer}\n"), "china"))
    text = path.read_text("utf-8")
    with pytest.raises(InvalidLogError, match="the seal would accept the offered end"):
        sign(path, SIGNERS["japan"])
    assert path.read_text("utf-8") == text
    sign(path, SIGNERS["japan"], undo=1)
    assert good(path.read_text("utf-8")).ending is None
    assert sign(path, SIGNERS["japan"], accepts_offer=True).in_force
    with pytest.raises(InvalidLogError, match="Japan has no offered end or position"):
        sign(path, SIGNERS["japan"], accepts_offer=True)


def test_an_undone_end_without_a_seal_leads_to_the_position_before_it() -> None:
    """An earlier end, in force by a seal and undone, does not count."""
    text = go_on(log(f"{CHAINED}Key-China: {KEYS['china'].text}\n"), "C: resign\n")
    text = go_on(seal(seal(text, "china"), "china", "undo 1"), "undo 1\nJ: i3+i4>D\n")
    before = good(text).state
    ended = go_on(text, "J: resign\n")
    assert good(ended).ending == "China resign"
    assert good(go_on(seal(ended, "china", "undo 1"), "undo 1\n")).state == before


def test_a_fault_after_an_end_does_not_hide_its_seals() -> None:
    """The verdict on the events before a fault does not depend on those after it."""
    text = seal(go_on(log(), "C: resign\n"), "china")
    found = verdict(go_on(text, "undo 1\nJ: pass\n"))
    assert str(found.faults[0].message).startswith("event 6 (resign) ended the game")
    assert not any(each.id == "end_unsigned" for each in found.open)


def test_without_keys_an_end_is_in_force_at_once_and_unsigned() -> None:
    text = log(CHAINED, f"{MOVES}J: resign\nEnd: China resign\n")
    assert [each.id for each in good(text).open if each.id == "end_unsigned"]


def test_a_resignation_that_was_changed_or_taken_out_is_found() -> None:
    text = seal(go_on(log(), "J: resign\n"), "japan")
    assert fault(text.replace("J: resign", "C: resign")).id == "chainMismatch"
    rows = text.splitlines(keepends=True)
    assert fault("".join((*rows[:14], *rows[15:]))).line == 15
