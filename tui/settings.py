"""The settings of the user, and the environment variables.

A setting has the value of its variable, else of the settings file, else its default. An invalid
value is ignored and reported. The viewer remembers the language, the theme and the author in the
same file.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from senpu.notation.faults import Error
from senpu.notation.messages import LANGUAGES
from senpu.tui.user_files import (
    LANGUAGE_VARIABLE,
    Memory,
    find_default_author,
    find_default_book,
    find_default_language,
    find_locale_variable,
    find_settings_file,
)

VARIABLES = (
    "SENPU_AUTHOR", "SENPU_BOOK", "SENPU_CONFIG", "SENPU_DATA", "SENPU_KEYS", "SENPU_LANG",
    "SENPU_PAGER", "SENPU_STATE",
)  # fmt: skip
"""The environment variables of the program; `variables.toml` says what each is for."""
OTHER_VARIABLES = ("COLUMNS", "LANG", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "PAGER", "TERM")
"""Variables of the system that the program obeys."""


class SettingError(Error):
    """A setting is unknown, has an invalid value, or cannot be stored."""


class Setting(NamedTuple):
    """A setting."""

    name: str
    find_default: Callable[[], str]
    variable: str = ""
    """The environment variable that comes first; empty if there is none."""
    list_values: Callable[[], Sequence[str]] | None = None
    """Returns the accepted values, if other values are ignored."""
    convert: Callable[[str], str] | None = None
    """Returns the value to store, or raises Error; None if the values are listed."""
    commands: tuple[str, ...] = ()
    """The commands that use the setting; empty if all do."""

    def check(self, text: str) -> str:
        """Return the value to store. Raises Error."""
        if self.convert is not None:
            return self.convert(text)
        available = tuple(self.list_values() if self.list_values is not None else ())
        if text not in available:
            raise SettingError("settingValue", name=self.name, text=text, available=available)
        return text


class SettingValue(NamedTuple):
    """The value of a setting, and where it comes from."""

    name: str
    value: str
    origin: str
    """`variable`, `file`, `locale`, `user` or `default`."""
    source: str = ""
    """The variable, if the value comes from one."""
    ignored: tuple[SettingError, ...] = ()
    """Reports of the invalid values that come before."""


def _list_programs() -> tuple[str, ...]:
    from senpu.replay.analysis.players import PROGRAMS

    return tuple(PROGRAMS)


def _check_program(text: str) -> str:
    from senpu.replay.analysis.players import find_player

    find_player(text)
    return text


def _check_author(text: str) -> str:
    if not text.strip():
        raise SettingError("settingEmpty", name="author")
    return text


def _check_book(text: str) -> str:
    from senpu.replay.openings.book import BookFile

    BookFile(Path(text)).close()
    return str(Path(text).absolute())


def list_themes() -> tuple[str, ...]:
    """Return the themes of the viewer."""
    from senpu.tui.theme import THEMES

    return tuple(theme.name for theme in THEMES)


def _find_default_program() -> str:
    from senpu.replay.analysis.players import DEFAULT

    return DEFAULT


SETTINGS = {
    each.name: each
    for each in (
        Setting("language", find_default_language, LANGUAGE_VARIABLE, lambda: LANGUAGES),
        Setting(
            "program", _find_default_program, list_values=_list_programs, convert=_check_program,
            commands=("play", "match", "show", "view"),
        ),
        Setting("theme", lambda: list_themes()[0], list_values=list_themes, commands=("view",)),
        Setting("author", find_default_author, "SENPU_AUTHOR", convert=_check_author),
        Setting("book", lambda: str(find_default_book() or ""), "SENPU_BOOK", convert=_check_book),
    )
}  # fmt: skip
"""The settings by name, in the order of `senpu config`."""


def find_setting(name: str) -> Setting:
    """Return the setting of a name. Raises SettingError if there is none."""
    if name not in SETTINGS:
        raise SettingError("unknownSetting", name=name, available=tuple(SETTINGS))
    return SETTINGS[name]


def read_settings() -> list[SettingValue]:
    """Return all settings.

    Raises:
        SettingsFileError: The settings file is damaged.
    """
    kept = Memory(find_settings_file()).read()
    return [_read(each, kept.get(each.name, "")) for each in SETTINGS.values()]


def _read(setting: Setting, kept: str) -> SettingValue:
    name, variable, ignored = setting.name, setting.variable, []
    named = os.environ.get(variable) if variable else None
    if named is not None and name == "book":  # an empty name: no book
        return SettingValue(name, named, "variable", variable)
    for value, origin, source in ((named or "", "variable", variable), (kept, "file", "")):
        if value.strip() and (error := _find_error(setting, value, source)):
            ignored.append(error)
        elif value.strip():
            return SettingValue(name, value, origin, source, tuple(ignored))
    value, source = setting.find_default(), find_locale_variable() if name == "language" else ""
    origin = "user" if name == "author" else "variable" if source else "default"
    return SettingValue(name, value, origin, source, tuple(ignored))


def _find_error(setting: Setting, value: str, variable: str) -> SettingError | None:
    """Return the report of a value that is ignored; None if the value is used."""
    if setting.list_values is None:
        return None
    try:
        setting.check(value)
    except Error:
        source: object = variable or find_settings_file()
        available = tuple(setting.list_values())
        fields = {"source": source, "name": setting.name, "text": value, "available": available}
        return SettingError("settingIgnored", **fields)
    return None


def list_ignored(command: str) -> Iterator[SettingError]:
    """Yield the reports of invalid values that a command ignores. A damaged file has none."""
    memory, command = Memory(find_settings_file()), command.partition(" ")[0]
    for each in SETTINGS.values():
        kept = memory.get(each.name)
        is_given = kept or (each.variable and os.environ.get(each.variable))
        if is_given and (not each.commands or command in each.commands):
            yield from _read(each, kept).ignored


def find_default_program(usual: str) -> str:
    """Return the program that plays if none is named: the setting `program`, else `usual`."""
    found = _read(SETTINGS["program"], Memory(find_settings_file()).get("program"))
    return found.value if found.origin == "file" else usual


def change_setting(name: str, value: str | None) -> SettingValue:
    """Store the value of a setting; None removes it.

    Args:
        name: The name of the setting.
        value: The value.

    Returns:
        The value that is used from now on, which a variable may determine.

    Raises:
        SettingError: The setting is unknown, the value is invalid, or nothing can be stored.
        Error: The value is invalid, the file is damaged, or it cannot be written.
        OSError: The file cannot be written.
    """
    setting, memory = find_setting(name), Memory(find_settings_file())
    if memory.path is None:
        raise SettingError("settingsNotKept")
    kept = memory.read()
    if value is None:
        kept.pop(name, None)
    else:
        kept[name] = setting.check(value)
    memory.write(kept)
    return _read(setting, kept.get(name, ""))
