"""Files of the user: keys, book, settings kept between runs; the language of the program.

The settings are one file, for the viewer and for all commands (`tui/settings.py`).
"""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from senpu.logs.inputs import read_file
from senpu.notation.faults import Error
from senpu.notation.messages import LANGUAGES, SOURCE
from senpu.notation.user_folders import settings_folder, state_folder

if TYPE_CHECKING:
    from senpu.replay.openings.repertoire import Choice


def find_keys_file() -> tuple[Path | None, bool]:
    """Return the file of keys, and whether it must exist.

    Returns:
        `$SENPU_KEYS`, which must exist (None if it is empty); else `keys.toml` in the user's
        configuration folder.
    """
    own = os.environ.get("SENPU_KEYS")
    if own is not None:
        return (Path(own) if own else None), bool(own)
    return settings_folder() / "keys.toml", False


def find_settings_file() -> Path | None:
    """Return the file of the remembered settings, if they are remembered."""
    folder = state_folder()
    return folder and folder / "settings.toml"


def find_book_file() -> Path | None:
    """Return the file of the opening book.

    Returns:
        `$SENPU_BOOK` (None if it is empty); else the setting `book`; else `openings.sqlite` in the
        user's configuration folder, if it exists.
    """
    own = os.environ.get("SENPU_BOOK")
    if own is not None:
        return Path(own) if own else None
    if kept := Memory(find_settings_file()).get("book"):
        return Path(kept)
    return find_default_book()


def find_default_book() -> Path | None:
    """Return the book in the user's configuration folder; None if there is none."""
    found = settings_folder() / "openings.sqlite"
    return found if found.exists() else None


class RepertoireFiles:
    """The repertoires of the user."""

    def __init__(self, file: Path | None = None, folder: Path | None = None) -> None:
        self.file, self.folder = file, folder
        """The file that was given for all rule sets; the folder with a file for each rule set."""
        self.removed: dict[tuple[Path, int], list[tuple[Choice, tuple[int, ...]]]] = {}
        """Choices with comments that this program removed, by file and number of the position.

        Each has the numbers of the positions after it. Its comment returns with it.
        """

    def find(self, rule_set: str) -> Path | None:
        """Return the repertoire of a rule set, which need not exist; None if there is none."""
        if self.file is not None or self.folder is None:
            return self.file
        return self.folder / f"{rule_set.replace('/', '-')}.repertoire.toml"


def find_repertoires(given: Path | None, read_only: bool) -> RepertoireFiles:
    """Return the repertoires: the given file, else the files in the configuration folder."""
    return RepertoireFiles(given, None if read_only else settings_folder())


class SettingsFileError(Error):
    """The settings file cannot be read, or is damaged."""


class Memory:
    """The remembered settings; without a file, nothing is remembered."""

    problem: ClassVar[SettingsFileError | None] = None
    """The error because of which the settings of the file were ignored, if they were."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path

    @property
    def theme(self) -> str:
        """The name of the last theme; empty if none is known."""
        return self.get("theme")

    def get(self, key: str) -> str:
        """Return the value of a setting; empty if the file has none or is damaged."""
        try:
            return self.read().get(key, "")
        except SettingsFileError as error:
            Memory.problem = error
            return ""

    def keep_theme(self, name: str) -> None:
        """Remember a theme."""
        self._keep("theme", name)

    def keep_language(self, name: str) -> None:
        """Remember a language."""
        self._keep("language", name)

    def keep_author(self, name: str) -> None:
        """Remember the author of notes."""
        self._keep("author", name)

    def read(self) -> dict[str, str]:
        """Return the settings of the file.

        Raises:
            SettingsFileError: The file cannot be read, or is damaged.
        """
        if self.path is None or not self.path.exists():
            return {}
        import tomllib  # most have nothing to remember yet

        try:
            kept = tomllib.loads(read_file(self.path).decode("utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            why = error if isinstance(error, OSError) else str(error)
            raise SettingsFileError("settingsFile", path=self.path, why=why) from None
        return {key: str(value) for key, value in kept.items()}

    def write(self, settings: Mapping[str, str]) -> None:
        """Replace the settings.

        Raises:
            JournalError: The file cannot be written; it is unchanged.
            OSError: The folder of the file cannot be created.
        """
        if self.path is None:
            return
        import tomli_w  # loaded late: not needed for the first picture

        from senpu.logs.journal import replace_file

        self.path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(self.path, tomli_w.dumps(settings).encode())

    def _keep(self, what: str, name: str) -> None:
        with suppress(OSError, Error):  # a damaged file is not replaced
            kept = self.read()
            if kept.get(what) != name:
                self.write({**kept, what: name})


LANGUAGE_VARIABLE = "SENPU_LANG"
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of the locale; the first that is not empty decides."""


def find_locale_variable() -> str:
    """Return the variable of the locale that names the language; empty if none does."""
    return next((name for name in LOCALE if os.environ.get(name)), "")


def find_locale_language() -> str:
    """Return the language of the locale, such as `ja` for `ja_JP.UTF-8`; else English."""
    language = re.split(r"[_.@-]", os.environ.get(find_locale_variable(), ""))[0].casefold()
    return language if language in LANGUAGES else SOURCE


def find_default_language() -> str:
    """Return the language of the program if no option names one.

    Returns:
        The first of these that is a language of the program: `$SENPU_LANG`, the setting
        `language`, the language of the locale, English.
    """
    named = os.environ.get(LANGUAGE_VARIABLE, "")
    if named in LANGUAGES:
        return named
    kept = Memory(find_settings_file()).get("language")
    return kept if kept in LANGUAGES else find_locale_language()


def find_default_author(memory: Memory | None = None) -> str:
    """Return the default author: `$SENPU_AUTHOR`, the setting, the user; empty if unknown."""
    import getpass  # only writers of notes need it

    memory = memory or Memory(find_settings_file())
    try:
        named = os.environ.get("SENPU_AUTHOR", "").strip() or memory.get("author").strip()
        return named or getpass.getuser()
    except (OSError, KeyError):  # a system that does not know who uses it
        return ""
