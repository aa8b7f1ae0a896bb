"""TOML files whose first key names their format and its version: `senpu-repertoire = 1`."""

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from senpu.notation.faults import Error

T = TypeVar("T")


class TomlFileError(Error):
    """A file is not TOML, or has another format or version, or an invalid value."""


def begins_with_key(data: bytes, key: str) -> bool:
    """Return whether the first key of the content of a file, after comments, is `key`."""
    comments = rb"(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*"
    return bool(re.match(comments + re.escape(key.encode()) + rb"[ \t]*=", data))


def parse_toml_file(data: bytes, path: Path) -> dict[str, Any]:
    """Return the content of a file. Raises TomlFileError."""
    try:
        return tomllib.loads(data.decode("utf-8").replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:  # also a number that is too long
        raise TomlFileError("noToml", path=path, why=str(error)) from None


def convert_content(raw: dict[str, Any], path: Path, key: str, version: int, shape: type[T]) -> T:
    """Return the content of a file as a value of a type.

    Args:
        raw: The content.
        path: The file, for errors.
        key: The key that names the format.
        version: The version that this program reads.
        shape: The type of the other keys.

    Returns:
        The value.

    Raises:
        TomlFileError: The file has another format or version, or an invalid value.
    """
    found = raw.get(key)
    if found is None:
        raise TomlFileError("otherFormat", path=path, key=f"{key} = {version}")
    if found != version or isinstance(found, bool):
        raise TomlFileError(
            "formatVersion", path=path, key=key, version=str(found)[:20], own=version
        )
    try:
        return msgspec.convert({name: raw[name] for name in raw if name != key}, shape)
    except msgspec.ValidationError as error:
        why, _, where = str(error).partition(" - at ")
        name = where.strip("`").removeprefix("$.").removeprefix("$")
        raise TomlFileError("badKey", file=str(path), key=name or key, why=why) from None
