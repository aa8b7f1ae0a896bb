"""Files with the learned value of a rule set: the weights, how far to trust them, and their record.

The package has them in `spec/<game>/values/`; `senpu train` writes
others. `spec/en/reference/win-probability.md` describes the form.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from functools import lru_cache
from itertools import chain
from pathlib import Path

import msgspec

from senpu.notation.reasons import find_reason
from senpu.spec.data import DataError
from senpu.spec.game_file import MarginScale
from senpu.spec.loader import SPEC, Spec

FORM = 1
"""The version of the form of these files."""
THIRDS = 3
"""The number of parts of a game in a table of reliability."""
LINEAR = 3
"""The number of columns that count directly: at the start, in the middle and at the end."""
MOST_HIDDEN = 256
"""The largest number of other columns."""
MOST_NETWORKS = 2
MOST_WEIGHT = 1e6
"""The largest weight: no sum of weights can overflow."""

Row = tuple[float, ...]


class Reliability(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Positions with about the same predicted win probability, in games for the test."""

    third: int
    """The third of the game: 1, 2 or 3."""
    positions: int
    predicted: float
    """The mean of the predicted win probabilities of the first side."""
    observed: float
    """The share of these positions from which the first side won; a draw counts half."""


class Network(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights by features: `LINEAR` linear columns and some others (`replay/analysis/value.py`)."""

    weights: dict[str, Row]
    bias: Row
    shifts: tuple[Row, ...]
    """The additions to each of the other columns at the start, in the middle and at the end."""
    outputs: tuple[Row, ...]
    """The weights of each of them at these times."""
    calibration: tuple[tuple[float, float], ...]
    """For each third of the game the shift and slope from the logit of the score to the logit of
    the win probability."""
    reliability: tuple[Reliability, ...] = ()


class TrainingRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The record of a training."""

    command: str
    data: str
    """The digest of the data set."""
    games: int
    positions: int
    generations: int
    versions: dict[str, str]
    """The versions of Python and of the packages."""
    fit: dict[str, float]
    """Explained variance and logarithmic loss of the score in games for the test."""
    start: str = ""
    """The digest of the file of the value for the first games; empty if there was none."""


class ValueFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The learned value of a rule set."""

    form: int
    game: str
    """The id of the rule set."""
    record: TrainingRecord
    networks: tuple[Network, ...]
    """Two, learned from two thirds of the same games each: one third is in common."""
    margin: MarginScale | None = None
    """None if the score is the win probability."""


def decode_value(content: bytes, name: str, spec: Spec | None = None) -> ValueFile:
    """Return the value in the content of a file.

    Args:
        content: The content.
        name: The name of the file, for errors.
        spec: The rule set that it must be for; None for any.

    Returns:
        The value.

    Raises:
        DataError: The content is malformed, or is for another rule set.
    """
    try:
        file = msgspec.json.decode(content.removeprefix(BOM_UTF8), type=ValueFile)
        _check(file)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        why = DataError("valueJson", why=find_reason(error))
        raise DataError("badValueFile", file=name, why=why) from None
    except DataError as why:
        raise DataError("badValueFile", file=name, why=why) from None
    if spec is not None:
        _check_rule_set(file, name, spec)
    return file


def _check_rule_set(file: ValueFile, name: str, spec: Spec) -> None:
    """Check that a value is for a rule set, and for its scale of margins. Raises DataError."""
    if file.game != spec.id:
        raise DataError("valueOtherGame", file=name, game=file.game, expected=spec.id)
    if file.margin != (margin := spec.edition.training.margin):
        scale = msgspec.json.encode(margin).decode()
        raise DataError("badValueFile", file=name, why=DataError("valueMargin", margin=scale))


def _check(file: ValueFile) -> None:
    """Check the sizes and numbers of the networks. Raises DataError."""
    if file.form != FORM:
        raise DataError("valueForm", given=file.form, known=FORM)
    if not 0 < len(file.networks) <= MOST_NETWORKS:
        raise DataError("valueNetworks", given=len(file.networks), most=MOST_NETWORKS)
    for network in file.networks:
        columns = len(network.bias)
        rows = (*network.weights.values(), network.bias)
        others = (*network.shifts, *network.outputs)
        if (
            any(len(row) != columns for row in rows)
            or any(len(row) != columns - LINEAR for row in others)
            or {len(network.shifts), len(network.outputs)} != {LINEAR}
            or not network.calibration
        ):
            raise DataError("valueRows")
        if columns > LINEAR + MOST_HIDDEN:
            raise DataError("valueColumns", given=columns, most=LINEAR + MOST_HIDDEN)
        # NaN is not in the range either.
        for number in chain(*rows, *others, *network.calibration):
            if not -MOST_WEIGHT <= number <= MOST_WEIGHT:
                raise DataError("valueWeight", given=str(number), most=int(MOST_WEIGHT))
        for row in network.reliability:
            if not (
                1 <= row.third <= THIRDS
                and row.positions >= 1
                and 0 <= row.predicted <= 1
                and 0 <= row.observed <= 1
            ):
                raise DataError("valueReliability", given=msgspec.json.encode(row).decode())


def read_shipped_value(spec: Spec) -> ValueFile | None:
    """Return the value that the package has for an edition, or None.

    Args:
        spec: The rule set.

    Returns:
        The value.

    Raises:
        DataError: The file is malformed.
    """
    path = next(filter(Path.exists, _list_paths(spec)), None)
    if path is None:
        return None
    file = _read_file(path)
    _check_rule_set(file, str(path), spec)
    return file


@lru_cache(16)
def _read_file(path: Path) -> ValueFile:
    return decode_value(path.read_bytes(), str(path))


def read_first_value(spec: Spec) -> bytes:
    """Return the file of the value from which a training starts; empty if there is none."""
    path = _list_paths(spec)[1]
    return path.read_bytes() if path.exists() else b""


def _list_paths(spec: Spec) -> tuple[Path, Path]:
    """Return the files of the trained value and of the first one, by which it plays at the start.

    Without a trained value, the first one is used: no training gained against it.
    """
    folder, name = SPEC / spec.folder / "values", f"{spec.id.partition('/')[2]}.json"
    return folder / name, folder / "first" / name
