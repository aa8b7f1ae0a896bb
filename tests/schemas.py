"""The JSON Schemas of `spec/schemas/`, made from the tables of `json.md`.

`python -m tests.schemas` compares them; with `--write` it writes them.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema_rs

from senpu.spec.loader import SPEC

PAGE = SPEC / "en/reference/json.md"
FOLDER = SPEC / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
PROJECT = tomllib.loads((SPEC.parent / "pyproject.toml").read_text("utf-8"))
ADDRESS: str = PROJECT["tool"]["senpu"]["address"]

OUTPUT = re.compile(r"## `senpu (.+)`\n\nSchema: \[([\w-]+)\]\(\S+\), type (.+)\n")
TYPE = re.compile(r"### `([\w-]+)`\n(.*?)(?=\n##|\n```|\n`[\w-]+`: |\Z)", re.DOTALL)
ALIAS = re.compile(r"^`([\w-]+)`: (`.+`)$", re.MULTILINE)
BASE = re.compile(r"^All keys of (?:an? )?`([\w-]+)`, and these:$", re.MULTILINE)
ROW = re.compile(r"^\| (`.+?`)( \(optional\))? \| (.+?) \| (.+) \|$", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
TOKEN = re.compile(r"`[^`]+`(?:, `[^`]+`)*|[\w-]+|[\[\]{},]")
PLAIN = ("array", "boolean", "integer", "null", "number", "string")

Schema = dict[str, Any]


class TypeParser:
    """Reads the type of a value: `[string or null, {integer}]`."""

    def __init__(self, text: str) -> None:
        self.tokens = TOKEN.findall(text)
        if "".join(self.tokens).replace(" ", "") != text.replace(" ", ""):
            raise ValueError(f"not a type: {text}")

    def take(self, token: str = "") -> str:
        """Return the next token, which must be the given one."""
        found: str = self.tokens.pop(0)
        if token and found != token:
            raise ValueError(f"{found}: {token} expected")
        return found

    def parse(self) -> Schema:
        """Return the schema of the next type."""
        choices = [self.parse_one()]
        while self.tokens and self.tokens[0] == "or":
            self.take()
            choices.append(self.parse_one())
        if len(choices) == 1:
            return choices[0]
        if all(set(each) == {"type"} for each in choices):
            return {"type": [each["type"] for each in choices]}
        return {"anyOf": choices}

    def parse_one(self) -> Schema:
        """Return the schema of a type without alternatives."""
        token = self.take()
        if token.startswith("`"):
            return {"enum": [word.strip('"') for word in CODE.findall(token)]}
        if token == "object":
            return {"type": "object"}
        if token in PLAIN:
            return {"type": token}
        if token == "{":
            values = self.parse()
            self.take("}")
            return {"type": "object", "additionalProperties": values}
        if token == "[":
            members = [self.parse()]
            while self.tokens[0] == ",":
                self.take()
                members.append(self.parse())
            self.take("]")
            if len(members) == 1:
                return {"type": "array", "items": members[0]}
            size = len(members)
            return {"type": "array", "prefixItems": members, "minItems": size, "maxItems": size}
        return {"$ref": f"#/$defs/{token}"}


class Output(NamedTuple):
    """An output of a command."""

    command: str
    name: str
    type: str


def parse_type(text: str) -> Schema:
    """Return the schema of a type. Raises ValueError if it cannot be read."""
    parser = TypeParser(text)
    found = parser.parse()
    if parser.tokens:
        raise ValueError(f"not a type: {text}")
    return found


@cache
def read_page() -> tuple[tuple[Output, ...], dict[str, Schema]]:
    """Return the outputs of the page, and the schemas of its types by their names."""
    text = PAGE.read_text("utf-8")
    types: dict[str, Schema] = {}
    for name, words in ALIAS.findall(text):
        types[name] = parse_type(words)
    sections = dict(TYPE.findall(text))
    for name in sections:
        types[name] = make_object(name, sections)
    return tuple(Output(*found) for found in OUTPUT.findall(text)), types


def make_object(name: str, sections: dict[str, str]) -> Schema:
    """Return the schema of an object from the table of its section."""
    text = sections[name]
    base = BASE.search(text)
    above = make_object(base[1], sections) if base else {"properties": {}, "required": []}
    properties, required = dict(above["properties"]), list(above["required"])
    for cells, optional, kind, meaning in ROW.findall(text):
        for key in CODE.findall(cells):
            plain = LINK.sub(r"\1", meaning).replace("`", "")
            properties[key] = {"description": plain, **parse_type(kind)}
            if not optional and key not in required:
                required.append(key)
    if not properties:
        raise ValueError(f"{name} has no table of keys")
    return {
        "type": "object", "properties": properties, "required": required,
        "additionalProperties": False,
    }  # fmt: skip


def list_objects(value: Any) -> Iterator[Schema]:
    """Yield the objects in a JSON value, each before the objects in it."""
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            yield from list_objects(member)


def list_references(schema: Any) -> Iterator[str]:
    """Yield the names of the types that a schema uses."""
    for each in list_objects(schema):
        if "$ref" in each:
            yield each["$ref"].rpartition("/")[2]


def make_schema(output: Output) -> Schema:
    """Return the schema of an output, with all types that it uses."""
    types = read_page()[1]
    root = parse_type(output.type)
    used: list[str] = []
    waiting = [*list_references(root)]
    while waiting:
        name = waiting.pop(0)
        if name not in used:
            used.append(name)
            waiting += list_references(types[name])
    return {
        "$schema": DIALECT,
        "$id": f"{ADDRESS}/raw/main/spec/schemas/{output.name}.schema.json",
        "title": f"senpu {output.command}",
        **root,
        "$defs": {name: types[name] for name in sorted(used)},
    }


def make_files() -> dict[str, str]:
    """Return the text of each file by its name."""
    return {
        f"{output.name}.schema.json":
            json.dumps(make_schema(output), indent=2, ensure_ascii=False) + "\n"
        for output in read_page()[0]
    }  # fmt: skip


def read_files() -> dict[str, str]:
    """Return the text of each file in the folder of the schemas by its name."""
    return {path.name: path.read_text("utf-8") for path in sorted(FOLDER.iterdir())}


def write_files() -> None:
    """Write the schemas, and remove files without a section on the page."""
    files = make_files()
    for path in FOLDER.iterdir():
        if path.name not in files:
            path.unlink()
    for name, text in files.items():
        (FOLDER / name).write_text(text, "utf-8", newline="\n")


def find_schema(words: Sequence[str]) -> str:
    """Return the name of the schema of a command; empty if its output is not JSON."""
    if "--json" not in words and ("--to", "json") not in pairwise(words):
        return ""
    names = {output.name for output in read_page()[0]}
    commands = {name.partition("-")[0] for name in names}
    (at, *_) = (at for at, word in enumerate(words) if word in commands)
    both = "-".join(words[at : at + 2])
    return both if both in names else words[at]


@cache
def open_validator(name: str) -> jsonschema_rs.Draft202012Validator:
    """Return the validator of an output."""
    schema = json.loads((FOLDER / f"{name}.schema.json").read_text("utf-8"))
    return jsonschema_rs.Draft202012Validator(schema)


def check_json(words: Sequence[str], output: str) -> None:
    """Check the JSON that a command has printed. Raises AssertionError if it breaks its schema."""
    name = find_schema(words)
    for text in output.splitlines() if name == "verify" else [output] if name and output else []:
        value = json.loads(text)
        if isinstance(value, dict) and "written" in value:
            name = "error"
        for error in open_validator(name).iter_errors(value):
            place = "/".join(map(str, error.instance_path))
            raise AssertionError(f"{name}.schema.json: {place or 'the output'}: {error.message}")


def main() -> int:
    """Compare the files with the page, or write them. Return the exit status."""
    if sys.argv[1:] == ["--write"]:
        write_files()
        return 0
    found, made = read_files(), make_files()
    stale = sorted(name for name in {*found, *made} if found.get(name) != made.get(name))
    for name in stale:
        print(f"{Path('spec/schemas') / name}: differs from the tables of json.md")
    if stale:
        print("hint: python -m tests.schemas --write")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
