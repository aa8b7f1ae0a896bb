"""TOML files whose first key names their format and its version: `senpu-repertoire = 1`."""

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec

from senpu.notation.faults import Error
from senpu.notation.messages import Message
from senpu.notation.reasons import find_reason

T = TypeVar("T")

KINDS = {
    "senpu-study": "kindStudy", "senpu-repertoire": "kindRepertoire", "senpu-data": "kindData",
}  # fmt: skip
"""The ids of the kinds of TOML files by the key that names their format."""
VALUES = {
    "str": "valueText", "int": "valueNumber", "array": "valueList", "object": "valueTable",
}  # fmt: skip
"""The ids of the kinds of values by their names in msgspec."""


class TomlFileError(Error):
    """A file is not TOML, or has another format or version, or an invalid value."""


def begins_with_key(data: bytes, key: str) -> bool:
    """Return whether the first key of the content of a file, after comments, is `key`."""
    comments = rb"(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*"
    return bool(re.match(comments + re.escape(key.encode()) + rb"[ \t]*=", data))


def _find_kind(data: bytes) -> str:
    """Return the id of the kind of a file that is not TOML; empty if it is an unknown text."""
    if re.match(rb"(?:\xef\xbb\xbf)?Senpu\b", data):
        return "kindLog"
    return "kindBinary" if b"\0" in data else ""


def parse_toml_file(data: bytes, path: Path) -> dict[str, Any]:
    """Return the content of a file. Raises TomlFileError."""
    try:
        return tomllib.loads(data.decode("utf-8").replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:  # also a number that is too long
        if kind := _find_kind(data):
            raise TomlFileError("otherKind", path=path, kind=Message(f"errors.{kind}")) from None
        raise TomlFileError("noToml", path=path, why=find_reason(error)) from None


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
    if found is None and (other := next((each for each in KINDS if each in raw), "")):
        raise TomlFileError("otherKind", path=path, kind=Message(f"errors.{KINDS[other]}"))
    if found is None:
        raise TomlFileError("otherFormat", path=path, key=f"{key} = {version}")
    if found != version or isinstance(found, bool):
        raise TomlFileError(
            "formatVersion", path=path, key=key, version=str(found)[:20], own=version
        )
    try:
        return msgspec.convert({name: raw[name] for name in raw if name != key}, shape)
    except msgspec.ValidationError as error:
        wrong = _make_key_error(path, str(error), shape)
        raise wrong from None


def _make_key_error(path: Path, message: str, shape: type) -> TomlFileError:
    """Return the error of a wrong value, from the message of msgspec."""
    why, _, where = message.partition(" - at ")
    place = where.strip("`").removeprefix("$").removeprefix(".")
    words = re.findall("`([^`]+)`", why)
    if "unknown field" in why:
        key = f"{place}.{words[0]}" if place else words[0]
        return TomlFileError("unknownKey", path=path, key=key, known=_list_keys(shape, place))
    if "missing required field" in why:
        return TomlFileError("missingKey", path=path, key=f"{place}.{words[0]}".strip("."))
    if why.startswith("Expected") and words and words[0] in VALUES:
        kind = Message(f"errors.{VALUES[words[0]]}")
        return TomlFileError("wrongValueKind", path=path, key=place, kind=kind)
    return TomlFileError("badKey", file=str(path), key=place, why=why)


def _list_keys(shape: Any, place: str) -> tuple[str, ...]:
    """Return the keys of the tables at a place: `choice[0]`."""
    for name in re.findall(r"\w+(?=\[|\.|$)", re.sub(r"\[[^]]*\]", "[", place)):
        found = get_type_hints(shape).get(name)
        shape = next((each for each in get_args(found) if isinstance(each, type)), found)
    return tuple(getattr(shape, "__struct_encode_fields__", ()))
