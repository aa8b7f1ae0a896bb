"""A witness cosigns one history of a game; the verdict names its cosignatures."""

from pathlib import Path

import pytest

from senpu.logs.checkpoint_files import (
    checkpoint_path,
    list_trusted_witnesses,
    load_checkpoints,
    load_request,
    save_checkpoints,
)
from senpu.logs.checkpoints import CheckpointError, SignedCheckpoint, WitnessKey, parse_checkpoints
from senpu.logs.cosign_requests import CosignRequest
from senpu.logs.dates import current_time
from senpu.logs.inputs import Input
from senpu.logs.keys import SigningKeyError
from senpu.logs.memory import KnownKey, UserMemory
from senpu.replay.disputes.cosigned import report_cosignatures
from senpu.replay.disputes.verdict import LogVerdict
from senpu.replay.disputes.verification import verify
from senpu.replay.recording.log_writing import InvalidLogError
from senpu.replay.recording.witnessing import (
    Cosignature,
    cosign_log,
    cosign_request,
    make_request,
)
from tests import sealed
from tests.logs.note_checker import check_note, tree_hash
from tests.sealed import SIGNERS, go_on, log, seal

NAME, SIGNER = "club.example/witness", SIGNERS["stranger"]
KEY = WitnessKey(NAME, SIGNER.raw)
NOON = 1_795_953_600
START = log()
LATER = seal(go_on(START, "J: i3+i4>D\n"), "japan")
FORK = go_on(START, "J: pass\nC: pass\n")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SENPU_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture(name="path")
def game(tmp_path: Path) -> Path:
    path = sealed.write(tmp_path / "g.senpu", START)
    cosign_log(path, SIGNER, NAME, NOON)
    return path


def report(path: Path, *keys: WitnessKey) -> LogVerdict:
    verdict = verify(path)
    rows = path.read_bytes().splitlines(keepends=True)
    report_cosignatures(verdict, rows, load_checkpoints(checkpoint_path(path)), keys)
    return verdict


def statuses(path: Path, *keys: WitnessKey) -> list[tuple[int, str]]:
    return [(each.line, each.status) for each in report(path, *keys).cosignatures]


def test_other_programs_can_check_a_cosignature(path: Path) -> None:
    text = checkpoint_path(path).read_text("utf-8")
    assert check_note(text, KEY.text) == NOON
    (found,) = parse_checkpoints(text)
    rows = path.read_bytes().splitlines(keepends=True)
    assert found.checkpoint == (f"senpu/{sealed.NONCE}", len(rows), tree_hash(rows), ())


def test_the_verdict_names_the_witness_the_time_and_the_line(path: Path) -> None:
    before = path.read_bytes()
    sealed.write(path, LATER)
    cosign_log(path, SIGNER, NAME, NOON + 60)
    assert before != path.read_bytes() == LATER.encode()
    sealed.write(path, go_on(LATER, "C: pass\n"))
    verdict = report(path, KEY)
    assert verdict.valid
    assert [(each.id, each.facts) for each in verdict.proven if each.id == "cosigned"] == [
        ("cosigned", {"name": NAME, "line": line, "time": f"2026-11-29T12:0{minute}:00Z"})
        for minute, line in enumerate((14, 21))
    ]


def test_a_key_that_is_not_trusted_proves_nothing(path: Path) -> None:
    forged = WitnessKey(NAME, SIGNERS["china"].raw)
    assert statuses(path) == statuses(path, forged) == [(14, "unknown")]
    assert statuses(sealed.write(path, FORK.replace("x1+c1", "c1+x1"))) == [(14, "unknown")]
    verdict = report(path)
    assert not any(each.id.startswith("cosign") for each in verdict.proven)
    assert [each.id for each in verdict.open if each.id.startswith("cosign")] == [
        "cosignature_unknown_misfit"
    ]


def test_another_history_and_a_shorter_log_are_broken_but_not_invalid(path: Path) -> None:
    sealed.write(path, LATER)
    cosign_log(path, SIGNER, NAME, NOON)
    sealed.write(path, FORK)
    assert statuses(path, KEY) == [(14, "cosigned"), (21, "shorter")]
    sealed.write(path, go_on(FORK, "{so}\n" * 9))
    verdict = report(path, KEY)
    assert verdict.valid
    assert [each.id for each in verdict.broken] == ["cosigned_changed"]


def test_a_changed_cosignature_is_broken(path: Path) -> None:
    file = checkpoint_path(path)
    ((checkpoint, (signature,)),) = load_checkpoints(file)
    changed = signature._replace(data=signature.data[:-1] + b"\0")
    save_checkpoints(file, [SignedCheckpoint(checkpoint, (changed,))])
    assert statuses(path, KEY) == [(14, "bad")]


@pytest.mark.parametrize("without", ["nothing", "memory", "file"])
def test_a_witness_never_cosigns_two_histories(path: Path, state: Path, without: str) -> None:
    sealed.write(path, LATER)
    cosign_log(path, SIGNER, NAME, NOON)
    if without == "memory":
        for file in state.rglob("*.json"):
            file.unlink()
    elif without == "file":
        checkpoint_path(path).unlink()
    for text, why in (
        (go_on(FORK, "{so}\n" * 9), "are not the lines that this witness cosigned"),
        (START, "14 lines, but this witness cosigned 21"),
    ):
        with pytest.raises(CheckpointError, match=why):
            cosign_log(sealed.write(path, text), SIGNER, NAME, NOON)
    cosign_log(sealed.write(path, go_on(LATER, "C: pass\n")), SIGNER, NAME, NOON)


def test_what_a_witness_does_not_cosign(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SigningKeyError, match="a witness is a third party"):
        cosign_log(path, SIGNERS["china"], NAME, NOON)
    with pytest.raises(CheckpointError, match="not a name of a witness"):
        cosign_log(path, SIGNER, "a b", NOON)
    for text, why in ((go_on(START, "J: i3>Z\n"), "i3>Z"), (sealed.PLAIN, "no hash chain")):
        with pytest.raises(InvalidLogError, match=why):
            cosign_log(sealed.write(path, f"{text}\n"), SIGNER, NAME, NOON)
    other = sealed.write(path, log(sealed.KEYED.replace(sealed.NONCE, "e" * 32)))
    with pytest.raises(CheckpointError, match="belongs to another game"):
        cosign_log(other, SIGNER, NAME, NOON)
    monkeypatch.setenv("SENPU_STATE", "")
    with pytest.raises(CheckpointError, match="must remember"):
        cosign_log(path, SIGNER, NAME, NOON)


def test_keys_that_were_trusted_by_hand_are_trusted(state: Path) -> None:
    memory = UserMemory(state)
    assert list_trusted_witnesses(memory) == []
    for how in ("hand", "seal"):
        memory.add_key(KnownKey(f"{NAME}{how}", SIGNER.raw.hex(), how, current_time()))
    assert list_trusted_witnesses(memory) == [WitnessKey(f"{NAME}hand", SIGNER.raw)]


# ---- requests -------------------------------------------------------------------------------


def ask(path: Path, request: CosignRequest) -> Cosignature:
    file = sealed.write(path.with_suffix(".request"), request.text)
    loaded = load_request(Input(file))
    assert loaded == request
    return cosign_request(file, loaded, SIGNER, NAME, NOON)


def test_a_witness_cosigns_what_it_has_not_read(path: Path) -> None:
    sealed.write(path, LATER)
    request = make_request(path, SIGNERS["japan"])
    assert request.old == 14
    made = ask(path, request)
    assert (made.line, made.file) == (21, checkpoint_path(path))
    assert statuses(path, KEY) == [(14, "cosigned"), (21, "cosigned")]
    assert ask(path, make_request(path, SIGNER)).line == 21


def test_a_request_must_continue_the_last_checkpoint(path: Path) -> None:
    good = make_request(sealed.write(path, LATER), SIGNER)
    fork = make_request(sealed.write(path, log(moves="{no}\n" * 9)), SIGNER)
    for request, why in (
        (fork, "are not the lines that this witness cosigned"),
        (good._replace(proof=good.proof[1:]), "are not the lines"),
        (make_request(path, SIGNER, 0), "made with `--request 14`"),
        (make_request(path, SIGNER, 2), "made with `--request 14`"),
    ):
        with pytest.raises(CheckpointError, match=why):
            ask(path, request)
    for origin in ("senpu/../../x", "other/" + "0" * 32):
        checkpoint = good.signed.checkpoint._replace(origin=origin)
        hostile = good._replace(signed=good.signed._replace(checkpoint=checkpoint))
        with pytest.raises(CheckpointError, match="not a request for a game"):
            ask(path, hostile)
    with pytest.raises(CheckpointError, match="has 20 lines"):
        make_request(path, SIGNER, 99)
    assert statuses(sealed.write(path, START), KEY) == [(14, "cosigned")]
