"""The data of a verdict: the data with the digest that the log pins, in any folder."""

from pathlib import Path

import pytest

from senpu.replay.core.registry import UnknownDataError, open_rules
from senpu.replay.disputes.verdict import LogVerdict
from senpu.replay.disputes.verification import verify
from senpu.spec.data import DataError

OWN = """
senpu-data = 1
game = "{game}"
[[limit]]
provenance = "printed"
source = "a copy in hand"
evacuated = {saved}
"""
"""Values that no shipped set has, so that only this file can be meant."""


@pytest.fixture(autouse=True)
def user_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    monkeypatch.setenv("SENPU_DATA", str(folder))
    return folder


def write_data(path: Path, saved: int, game: str = "800") -> str:
    """Write a data file, and return the digest of its values for 800/bonsai-2021."""
    path.write_text(OWN.format(game=game, saved=saved))
    return open_rules("800/bonsai-2021", data_file=path).spec.values.digest()


def judged(tmp_path: Path, digest: str, named: Path | None = None) -> LogVerdict:
    log = tmp_path / "logs" / "game.senpu"
    log.parent.mkdir(exist_ok=True)
    pin = f"Data: sha256:{digest}\n" if digest else ""
    log.write_text(f"Senpu: 1\nGame: 800/bonsai-2021\n{pin}\nC: x1+c1@D c2+c3+k1@C\n")
    return verify(log, data_file=named)


def saved_in(named: Path | None = None, **selection: object) -> int:
    rules = open_rules("800/bonsai-2021", data_file=named, **selection)  # type: ignore[arg-type]
    number: int = rules.spec.values.table("limit")["evacuated"]
    return number


def test_the_shipped_data_are_found_by_their_digest(tmp_path: Path) -> None:
    shipped = open_rules("800/bonsai-2021").spec.values.digest()
    found = judged(tmp_path, shipped)
    assert found.valid
    assert found.data == "pinned"


def test_a_log_that_pins_nothing_is_judged_on_the_shipped_data(tmp_path: Path) -> None:
    found = judged(tmp_path, "")
    assert found.valid
    assert found.data == "unpinned"


def test_data_next_to_the_log_are_found_by_their_digest(tmp_path: Path) -> None:
    digest = write_data(tmp_path / "own.toml", 3)
    (tmp_path / "logs").mkdir()
    (tmp_path / "own.toml").rename(tmp_path / "logs" / "own.toml")
    assert judged(tmp_path, digest).valid
    assert saved_in(digest=digest, log_folder=tmp_path / "logs") == 3


def test_data_in_the_users_folder_are_found_by_their_digest(
    tmp_path: Path, user_folder: Path
) -> None:
    digest = write_data(user_folder / "own.toml", 4)
    assert judged(tmp_path, digest).valid


def test_data_named_are_found_by_their_digest(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    digest = write_data(path, 5)
    assert judged(tmp_path, digest).faults[0].id == "dataUnknown"
    assert judged(tmp_path, digest, path).valid


def test_the_digest_decides_also_against_a_file_that_is_named(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    write_data(path, 6)
    shipped = open_rules("800/bonsai-2021").spec.values.digest()
    assert judged(tmp_path, shipped, path).valid
    assert saved_in(path, digest=shipped) == 2


def test_a_log_that_pins_nothing_is_judged_on_the_file_that_is_named(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    write_data(path, 7)
    assert judged(tmp_path, "", path).valid
    assert saved_in(path) == 7


def test_an_unknown_digest_is_reported_with_the_searched_folders(
    tmp_path: Path, user_folder: Path
) -> None:
    write_data(user_folder / "own.toml", 8)
    found = judged(tmp_path, "1" * 64)
    assert found.faults[0].id == "dataUnknown"
    assert "111111111111" in str(found.faults[0].message)
    assert found.valid_through == 0
    named = tmp_path / "named.toml"
    write_data(named, 9)
    with pytest.raises(UnknownDataError, match=r"not .*named\.toml"):
        open_rules("800/bonsai-2021", digest="1" * 64, data_file=named)


def test_broken_files_and_those_of_other_games_are_passed_over(
    tmp_path: Path, user_folder: Path
) -> None:
    (user_folder / "a.toml").write_text("no toml [")
    (user_folder / "b.toml").write_text("[[limit]]\nevacuated = 1\n")
    (user_folder / "c.toml").write_text(OWN.format(game="chess", saved=0))
    digest = write_data(user_folder / "d.toml", 0, "800/bonsai-2021")
    assert judged(tmp_path, digest).valid


def test_a_file_that_is_named_must_be_one(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    with pytest.raises(DataError, match=r"own\.toml: could not read the file: no such file, nor"):
        open_rules("800/bonsai-2021", data_file=path)
    path.write_text("a = 1\n")
    with pytest.raises(DataError, match="not a data file"):
        open_rules("800/bonsai-2021", data_file=path)
    path.write_text(OWN.format(game="chess", saved=1))
    with pytest.raises(DataError, match="not a data file of 800/bonsai-2021"):
        open_rules("800/bonsai-2021", data_file=path)


@pytest.mark.parametrize(
    "block",
    [
        '[[role]]\nprovenance = "printed"\njapan_headquarters = "Q"\n',
        '[[adjacent]]\nprovenance = "printed"\nA-Q = true\n',
        '[[set_up]]\nprovenance = "printed"\nC = "unknown"\nD = "unknown"\n',
        '[[kinds]]\nprovenance = "printed"\nx1 = "infantry"\n',
    ],
)
def test_values_that_allow_no_game_are_reported(tmp_path: Path, block: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(f'senpu-data = 1\ngame = "800"\n{block}')
    with pytest.raises(DataError, match=r"own\.toml|800/bonsai-2021"):
        open_rules("800/bonsai-2021", data_file=path)
    assert judged(tmp_path, "", path).faults[0].id == "dataMalformed"


def test_corrected_data_do_not_change_what_an_older_log_means(
    tmp_path: Path, user_folder: Path
) -> None:
    shipped = open_rules("800/bonsai-2021").spec.values.digest()
    before = judged(tmp_path, shipped)
    write_data(user_folder / "own.toml", 1)
    write_data(tmp_path / "logs" / "own.toml", 4)
    assert judged(tmp_path, shipped) == before
