"""Checkpoints and cosignatures: the examples of C2SP and of other programs, and hostile texts."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from senpu.logs.checkpoints import (
    Checkpoint,
    CheckpointError,
    CheckpointRowError,
    NoteSignature,
    SignedCheckpoint,
    WitnessKey,
    add_signature,
    compute_key_id,
    cosign,
    decode_base64,
    format_checkpoints,
    is_cosigned,
    parse_checkpoints,
    parse_witness_key,
)
from senpu.logs.cosign_requests import parse_request
from tests.logs.note_checker import check_note
from tests.sealed import SIGNERS

VECTORS = Path(__file__).parent / "vectors"
EXAMPLE = (VECTORS / "tlog-cosignature.checkpoint").read_text("utf-8")
"""The example of tlog-cosignature. Its keys are not published."""
REQUESTS = [(VECTORS / f"litewitness-{old}.request").read_text("utf-8") for old in (0, 1, 3)]
"""The requests in the tests of litewitness, a witness in Go."""
LOG = "sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562"
LOG_KEY = bytes.fromhex("ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f")


def test_the_example_of_the_specification() -> None:
    (found,) = parse_checkpoints(EXAMPLE)
    assert (found.checkpoint.origin, found.checkpoint.size) == (
        EXAMPLE.partition("\n")[0], 20852163,
    )  # fmt: skip
    assert [each.time for each in found.signatures] == [None, 1679315147]
    assert found.signatures[1].ident.hex() == "8d66cf3f"
    assert found.text == EXAMPLE
    assert parse_checkpoints(EXAMPLE.replace("\n", "\r\n")) == [found]


@pytest.mark.parametrize("at", range(3))
def test_the_requests_of_another_program(at: int) -> None:
    request = parse_request(REQUESTS[at])
    assert request.text == REQUESTS[at]
    (signature,) = request.signed.signatures
    assert signature.ident == compute_key_id(LOG, b"\x01", LOG_KEY)
    if at:
        root = parse_request(REQUESTS[at - 1]).signed.checkpoint.root
        assert request.continues(root)
        assert not request.continues(request.signed.checkpoint.root)
        assert not request._replace(proof=()).continues(root)
        changed = (*request.proof[:-1], bytes(32))
        assert not request._replace(proof=changed).continues(root)


def test_the_keys_of_other_programs() -> None:
    text = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2"
    assert parse_witness_key(text).text == text
    note = """\
This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
"""  # noqa: E501
    assert not check_note(
        note, "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
    )
    times = {
        "ZGhGuQAAAABm/qTPeyKXD+R2rzyQsxPiP8mXum7qq/iF0u4vanlqJyocWODBt97w9uL+8qT7S5gxEHWWOworDcFiEBYJXORmnFBOBA==": 1727964367,  # noqa: E501
        "eQjRQm6eSKzFoiYalgwCPXu2y3ijtg68is9M46JKxuZB+dRfTmeQeDBoXnvxZx2ugnkyV+MUMLXpWs1hPb/W/4xkNQY=": None,  # noqa: E501
    }
    assert [NoteSignature("x", decode_base64(data) or b"").time for data in times] == [
        *times.values()
    ]


@pytest.mark.parametrize(
    "text",
    [
        "TEST+7997405c+AQcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIr6",  # another kind of signature
        "remora.n621.de+da77ade8+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2",
        "remora n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2",
        "remora.n621.de+da77ade7",
        WitnessKey("zero", bytes([1] + [0] * 31)).text,  # a point of small order
    ],
)
def test_a_text_that_is_no_key_of_a_witness(text: str) -> None:
    with pytest.raises(CheckpointError, match=r"key of a witness|cannot prove anything"):
        parse_witness_key(text)


MINE = Checkpoint("senpu/" + "0" * 32, 12, bytes(range(32)))
SIGNER = SIGNERS["stranger"]
KEY = WitnessKey("club.example/立会人", SIGNER.raw)
COSIGNED = cosign(MINE, KEY.name, SIGNER, 1_790_000_000)


def test_a_cosignature_holds_for_one_text_name_and_key() -> None:
    text = SignedCheckpoint(MINE, (COSIGNED,)).text
    assert check_note(text, KEY.text) == 1_790_000_000
    assert is_cosigned(MINE, COSIGNED, KEY)
    later = COSIGNED._replace(data=COSIGNED.data[:11] + b"\0" + COSIGNED.data[12:])
    for checkpoint, signature, key in (
        (MINE._replace(size=13), COSIGNED, KEY),
        (MINE._replace(origin="senpu/" + "1" * 32), COSIGNED, KEY),
        (MINE._replace(root=bytes(32)), COSIGNED, KEY),
        (MINE._replace(extension=("more",)), COSIGNED, KEY),
        (MINE, later, KEY),
        (MINE, COSIGNED, WitnessKey("other", SIGNER.raw)),
        (MINE, COSIGNED, WitnessKey(KEY.name, SIGNERS["japan"].raw)),
    ):
        assert not is_cosigned(checkpoint, signature, key)


def test_a_checkpoint_has_one_signature_of_a_key() -> None:
    other = cosign(MINE, "w2", SIGNERS["china"], 1)
    later = cosign(MINE, KEY.name, SIGNER, 1_790_000_001)
    found = add_signature(add_signature([], MINE, COSIGNED), MINE, other)
    assert found == [SignedCheckpoint(MINE, (COSIGNED, other))]
    found = add_signature(found, MINE, later)
    assert [len(each.signatures) for each in found] == [2, 1]
    text = format_checkpoints(found)
    assert parse_checkpoints(text) == parse_checkpoints(text.replace("==\n\n", "==\n")) == found


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("20852163", "020852163", 2),
        ("20852163", "-1", 2),
        ("CsUYapGG", "CsUYapG", 3),
        ("q2I=\n", "q2J=\n", 3),
        ("— witness.example.com/w1 ", "— witness.example.com/w1  ", 6),
        ("— witness.example.com/w1 ", "— wit+ness ", 6),
        ("— witness.example.com/w1 ", "— \x1b[2K ", 6),
        ("sofa\n2", "sofa\x07\n2", 1),
        ("q2I=\n\n", "q2I=\n", 7),
        ("nA==\n", "nA==", 6),
        (EXAMPLE, "", 1),
        (EXAMPLE, EXAMPLE.partition("—")[0], 5),
    ],
)
def test_a_malformed_row_is_named(old: str, new: str, line: int) -> None:
    assert old in EXAMPLE
    with pytest.raises(CheckpointRowError) as error:
        parse_checkpoints(EXAMPLE.replace(old, new, 1))
    assert error.value.line == line


@given(st.integers(0, 400), st.text("— \n0aZ+=/\x1b", max_size=3), st.integers(0, 9))
def test_a_hostile_text_is_a_checkpoint_or_names_a_row(at: int, new: str, size: int) -> None:
    text = REQUESTS[1][:at] + new + REQUESTS[1][at + size :]
    try:
        found = parse_request(text)
    except CheckpointRowError as error:
        line, found = error.line, None
    assert found.text if found else 1 <= line <= text.count("\n") + 2
