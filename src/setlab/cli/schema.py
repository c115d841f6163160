"""`setlab VERB --schema`: the JSON object of a verb as a JSON Schema, made of answers.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from setlab import __version__
from setlab.errors import SpecError, did_you_mean, join_names
from setlab.limits import LARGEST_EXACT_NUMBER

DRAFT = "https://json-schema.org/draft/2020-12/schema"
REST = "..."
"""Stands for all fields of an object."""

PATTERNS = {"digits": "[0-9]+", "card": "[0-9]+", "fraction": "-?[0-9]+/[1-9][0-9]*", "id": "[0-9a-f]{12}"}
INTEGER = {"type": "integer", "minimum": -LARGEST_EXACT_NUMBER, "maximum": LARGEST_EXACT_NUMBER}
TYPES: dict[str, dict[str, Any]] = {
    **{"any": {}, "integer": INTEGER},
    "whole": {"oneOf": [INTEGER, {"type": "string", "pattern": "^-?[1-9][0-9]{15,}$"}]},
    **{name: {"type": name} for name in ("number", "string", "boolean", "null")},
    **{name: {"type": "string", "pattern": f"^{pattern}$"} for name, pattern in PATTERNS.items()},
}


def schema_of(verb: str, strict: bool = False) -> dict[str, Any]:
    """The JSON Schema of the object that a verb prints; a strict one allows no further fields.

    >>> schema_of("third")["properties"]["third"]
    {'$ref': '#/$defs/card'}
    """
    verbs = answers()["verbs"]
    if verb not in verbs:
        raise SpecError(f"'{verb}' prints no JSON object: {did_you_mean(verb, verbs) or f'choose {join_names(verbs)}'}")
    made, used = _object(verbs[verb], strict), dict[str, Any]()
    for name in _references(made):
        _define(name, used, strict)
    about = {"$schema": DRAFT, "title": f"setlab {verb} --json", "$comment": f"setlab {__version__}"}
    return {**about, **made, "$defs": dict(sorted(used.items()))}


def all_schemas() -> dict[str, Any]:
    """The schemas of all verbs, by name, in one document."""
    verbs = answers()["verbs"]
    about = {"$schema": DRAFT, "title": "setlab VERB --json", "$comment": f"setlab {__version__}"}
    return {**about, "$defs": {verb: {"$id": verb.replace(" ", "-"), **schema_of(verb)} for verb in verbs}}


def asked_schema(arguments: list[str]) -> dict[str, Any]:
    """The schema for a command line with --schema: of its verb, or of all where there is none.

    >>> asked_schema(["exact", "sets", "--cards", "5", "--schema"])["title"]
    'setlab exact sets --json'
    """
    words = arguments[: next((n for n, word in enumerate(arguments) if word.startswith("-")), len(arguments))]
    verbs = answers()["verbs"]
    known = (name for end in (2, 1) if (name := " ".join(words[:end])) in verbs)
    return schema_of(next(known, " ".join(words[:2]))) if words else all_schemas()


@cache
def answers() -> dict[str, Any]:
    """The description of all answers."""
    with (Path(__file__).with_name("answers.toml")).open("rb") as file:
        return tomllib.load(file)


def _object(fields: Mapping[str, str], strict: bool) -> dict[str, Any]:
    """The schema of an object with these fields."""
    properties, required = dict[str, Any](), list[str]()
    for name, text in _fields(fields):
        field = name.removesuffix("?")
        kind, _, words = text.partition(" # ")
        made = _type(kind)
        properties[field] = {**made, "description": words[:1].upper() + words[1:]} if words else made
        if field == name:
            required.append(field)
    closed = {"additionalProperties": False} if strict else {}
    return {"type": "object", "properties": properties, "required": required, **closed}


def _fields(fields: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The fields, with those of another object in the place of three dots."""
    for name, text in fields.items():
        if name == REST:
            yield from _fields(answers()["objects"][text])
        else:
            yield name, text


def _type(text: str) -> dict[str, Any]:
    """The schema of a type.

    >>> _type("(digits | null){}")
    {'type': 'object', 'additionalProperties': {'anyOf': [{'$ref': '#/$defs/digits'}, {'$ref': '#/$defs/null'}]}}
    """
    parts = re.split(r" \| (?![^(]*\))", text)
    if all(part.startswith("'") or part == "null" for part in parts):
        return {"enum": [None if part == "null" else part.strip("'") for part in parts]}
    made = [_part(part) for part in parts]
    return made[0] if len(made) == 1 else {"anyOf": made}


def _part(text: str) -> dict[str, Any]:
    """The schema of a name, or of a list or object of what stands before [] or {}."""
    if text.endswith("[]"):
        return {"type": "array", "items": _part(text[:-2])}
    if text.endswith("{}"):
        return {"type": "object", "additionalProperties": _part(text[:-2])}
    return _type(text[1:-1]) if text.startswith("(") else {"$ref": f"#/$defs/{text}"}


def _references(schema: Any) -> Iterator[str]:
    """The names that a schema refers to."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].rpartition("/")[2]
        for each in schema.values():
            yield from _references(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from _references(each)


def _define(name: str, used: dict[str, Any], strict: bool) -> None:
    """Add the schema of a name, and of those that it refers to."""
    if name in used:
        return
    types, objects = answers()["types"], answers()["objects"]
    used[name] = {"description": types[name], **TYPES[name]} if name in types else _object(objects[name], strict)
    for other in _references(used[name]):
        _define(other, used, strict)
