"""The folders of the user are those of the platform."""

import sys
from pathlib import Path

import pytest

from senpu.notation.user_folders import data_folder, settings_folder, state_folder

VARIABLES = ("APPDATA", "LOCALAPPDATA", *(f"XDG_{n}_HOME" for n in ("CONFIG", "STATE", "DATA")))
OWN = ("SENPU_CONFIG", "SENPU_STATE", "SENPU_DATA")


def find_folders() -> list[str]:
    return [str(each) for each in (settings_folder(), state_folder(), data_folder())]


@pytest.mark.parametrize(
    ("platform", "variables", "folders"),
    [
        ("linux", {}, ["/home/anna/.config/senpu", "/home/anna/.local/state/senpu",
                       "/home/anna/.local/share/senpu/data"]),
        ("linux", {"XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d"},
         ["/c/senpu", "/s/senpu", "/d/senpu/data"]),
        ("linux", {"XDG_CONFIG_HOME": "relative", "XDG_STATE_HOME": "", "XDG_DATA_HOME": "/d"},
         ["/home/anna/.config/senpu", "/home/anna/.local/state/senpu", "/d/senpu/data"]),
        ("darwin", {}, ["/home/anna/Library/Application Support/senpu"] * 2
         + ["/home/anna/Library/Application Support/senpu/data"]),
        ("win32", {"APPDATA": "/roaming", "LOCALAPPDATA": "/local"},
         ["/roaming/senpu", "/local/senpu", "/roaming/senpu/data"]),
        ("win32", {}, ["/home/anna/AppData/Roaming/senpu", "/home/anna/AppData/Local/senpu",
                       "/home/anna/AppData/Roaming/senpu/data"]),
        ("linux", {"SENPU_CONFIG": "c", "SENPU_STATE": "", "SENPU_DATA": ""},
         ["c", "None", "/home/anna/.local/share/senpu/data"]),
    ],
)  # fmt: skip
@pytest.mark.skipif(sys.platform == "win32", reason="the paths are paths of Unix")
def test_folders(
    platform: str, variables: dict[str, str], folders: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name in (*VARIABLES, *OWN):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/anna", **variables}.items():
        monkeypatch.setenv(name, value)
    assert find_folders() == folders


def test_the_folders_are_those_of_platformdirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A dependency of Textual; Senpu does not load it, because that takes too long.
    folders = pytest.importorskip("platformdirs").PlatformDirs("senpu", False, roaming=True)
    for name in OWN:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert settings_folder() == Path(folders.user_config_dir)
    assert data_folder() == Path(folders.user_data_dir, "data")
    if sys.platform != "win32":  # there the state is not roaming
        assert state_folder() == Path(folders.user_state_dir)
