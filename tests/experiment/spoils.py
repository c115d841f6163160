"""Ways to spoil a store, by name: each is a function that does it to a database."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from setlab.experiment.parameters import canonical
from setlab.experiment.spec import id_of
from setlab.experiment.store import seal
from setlab.experiment.store.database import StoreDatabase
from tests.experiment.truth import ANTISET, COUNT, ENDGAME, FIRST, RARE_TRIAL, SOLITAIRE, Experiment

Spoil = Callable[[StoreDatabase], None]
Named = Iterator[tuple[str, Spoil]]
Tally = dict[str, Any]

RAW_TALLIES: dict[str, Any] = {
    "an empty object": "{}",
    "a list": "[]",
    "null": "null",
    "true": "true",
    "a number": "0",
    "a negative number": "-1",
    "a fraction": "1.5",
    "a string": '"leftover"',
    "nothing": "",
    "a blank": " ",
    "an open brace": "{",
    "words": "no tally",
    "NaN": "NaN",
    "Infinity": "Infinity",
    "a list of histograms": '[{"leftover":{}}]',
    "one histogram, empty": '{"leftover":{}}',
    "one histogram, null": '{"leftover":null}',
    "one histogram, a list": '{"leftover":[1,2]}',
    "deep lists": "[" * 100_000,
    "deep objects": '{"a":' * 100_000,
    "a number of 5000 digits": '{"leftover":{"6":' + "9" * 5000 + "}}",
    "bytes": b"\xff\xfe\x00",
    "the bytes of JSON": b"{}",
    "an integer": 7,
    "a byte order mark": '\ufeff{"leftover":{"6":100}}',
    "a zero character": '{"leftover":{"6":100}}\x00',
    "emoji": '{"🂡":{"6":100}}',
}


def _set(name: str, key: str, value: Any) -> Callable[[Tally], None]:
    return lambda tally: tally[name].__setitem__(key, value)


def _some(tally: Tally, name: str) -> str:
    histogram: dict[str, int] = tally[name]
    return max(histogram, key=lambda key: (histogram[key], key))


def _change(name: str, change: Callable[[Any], Any]) -> Callable[[Tally], None]:
    return lambda tally: tally[name].__setitem__(_some(tally, name), change(tally[name][_some(tally, name)]))


def _replace(name: str, value: Any) -> Callable[[Tally], None]:
    return lambda tally: tally.__setitem__(name, value)


def _rekey(name: str, change: Callable[[str], str]) -> Callable[[Tally], None]:
    def apply(tally: Tally) -> None:
        key = _some(tally, name)
        tally[name][change(key)] = tally[name].pop(key)

    return apply


def _move(name: str) -> Callable[[Tally], None]:
    """One trial is counted under another key: the sum stays."""

    def apply(tally: Tally) -> None:
        one, other, *_ = sorted(tally[name])
        tally[name][one] += 1
        tally[name][other] -= 1

    return apply


def _swap(tally: Tally) -> None:
    tally["leftover"], tally["turns"] = tally["turns"], tally["leftover"]


def _scale(tally: Tally) -> None:
    for histogram in tally.values():
        for key in histogram:
            histogram[key] *= 2


HISTOGRAMS = ("leftover", "largest_table", "turns", "searches", "no_set", "first_no_set", "largest_table_and_leftover")
VALUES: dict[str, Any] = {
    "-1": -1,
    "0": 0,
    "1.0": 1.0,
    "0.5": 0.5,
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "null": None,
    "true": True,
    "a string": "5",
    "a list": [5],
    "an object": {"6": 5},
    "10^30": 10**30,
    "10^4299": 10**4299,
}
KEYS = ("06", "+6", "-6", " 6", "6.0", "", "x", "82", "６", "6/6", "999999999999999999999999")

MUTATIONS: dict[str, tuple[Experiment, Callable[[Tally], None]]] = {
    **{f"without {name}": (ENDGAME, lambda tally, name=name: tally.pop(name)) for name in HISTOGRAMS},  # type: ignore[misc]
    **{f"{name} empty": (ENDGAME, _replace(name, {})) for name in HISTOGRAMS},
    **{f"{name} one more": (ENDGAME, _change(name, lambda n: n + 1)) for name in HISTOGRAMS},
    **{f"leftover {text}": (ENDGAME, _change("leftover", lambda n, v=v: v)) for text, v in VALUES.items()},  # type: ignore[misc]
    **{f"leftover key {key!a}": (ENDGAME, _rekey("leftover", lambda k, key=key: key)) for key in KEYS},  # type: ignore[misc]
    "an extra histogram": (ENDGAME, _replace("extra", {"6": 100})),
    "an extra empty histogram": (ENDGAME, _replace("", {})),
    "a histogram of another kernel": (ENDGAME, _replace("first_set", {"6": 100})),
    "two histograms swapped": (ENDGAME, _swap),
    "everything doubled": (ENDGAME, _scale),
    "a trial moved": (ENDGAME, _move("turns")),
    "a leftover moved": (ENDGAME, _move("leftover")),
    "more in vain than searches": (ENDGAME, _change("no_set", lambda n: 10**6)),
    "a joint key of one number": (ENDGAME, _rekey("largest_table_and_leftover", lambda key: key.split("/")[0])),
    "a joint key of three": (ENDGAME, _rekey("largest_table_and_leftover", lambda key: f"{key}/1")),
    "a joint key turned round": (
        ENDGAME,
        _rekey("largest_table_and_leftover", lambda key: "/".join(key.split("/")[::-1])),
    ),
    "a sum without an n": (COUNT, lambda tally: tally["sum"].pop("4")),
    "a sum with an n too many": (COUNT, _set("sum", "10", 5)),
    "a sum changed": (COUNT, _set("sum", "9", 7)),
    "a negative sum": (COUNT, _set("sum", "0", -7)),
    "a least above the most": (COUNT, _set("least", "5", 12)),
    "a most changed": (COUNT, _set("most", "5", 3)),
    "squares changed": (COUNT, _set("sum_of_squares", "5", 1)),
    "no series": (COUNT, _replace("least", {})),
    "at_5 moved": (COUNT, _move("at_5")),
    "at_6 instead": (COUNT, lambda tally: tally.__setitem__("at_6", tally.pop("at_5"))),
    "a first SET with card 2": (FIRST, _rekey("first_set", lambda key: "2")),
    "a first SET with card 28": (FIRST, _rekey("first_set", lambda key: "28")),
    "a first SET moved": (FIRST, _move("first_set")),
    "cleared twice": (SOLITAIRE, _rekey("clear", lambda key: "2")),
    "no declared games": (SOLITAIRE, lambda tally: tally.pop("declared")),
    "82 cards left": (SOLITAIRE, _rekey("leftover", lambda key: "82")),
    "nobody wins": (ANTISET, _rekey("winner", lambda key: "nobody")),
    "a winner too many": (ANTISET, _change("winner", lambda n: n + 1)),
    "a length of -1": (ANTISET, _rekey("length", lambda key: "-1")),
}

E_ID, F_ID = ENDGAME.spec.id, FIRST.spec.id
AT_E = f"WHERE spec_id = '{E_ID}' AND first = {ENDGAME.first + 100}"
COLUMNS: dict[str, tuple[str, list[Any]]] = {
    "first": (
        f"UPDATE blocks SET first = ? {AT_E}",
        [0, -1, ENDGAME.first + 101, 2**63 - 1, -(2**63), "x", b"\0", 1.5],
    ),
    "trials": (f"UPDATE blocks SET trials = ? {AT_E}", [0, -1, 99, 101, 200, 2**62, 2**63 - 1, "x", b"\0", 99.5]),
    "seconds": (f"UPDATE blocks SET seconds = ? {AT_E}", ["x", -1.0, float("inf"), b"\0"]),
    "checksum": (f"UPDATE blocks SET checksum = ? {AT_E}", ["", "x", "0" * 64, b"\0", 5]),
    "id": (f"UPDATE blocks SET spec_id = ? {AT_E}", [F_ID, "0" * 12, "", "x" * 100, b"\xff", 5, E_ID.upper()]),
    "cards": (f"UPDATE rare SET cards = ? WHERE trial = {RARE_TRIAL}", ["", "x", "1 2 3", b"\0", 5, "-1", "1.5"]),
    "what": (f"UPDATE rare SET what = ? WHERE trial = {RARE_TRIAL}", ["", "leftover 81", b"\0", 5]),
    "rare trial": (f"UPDATE rare SET trial = ? WHERE trial = {RARE_TRIAL}", [0, RARE_TRIAL + 1, -1, "x", b"\0", 0.5]),
    "rare id": (f"UPDATE rare SET spec_id = ? WHERE trial = {RARE_TRIAL}", [F_ID, "x", b"\xff"]),
    "spec": (
        f"UPDATE specs SET spec = ? WHERE id = '{E_ID}'",
        ["", "{", "[]", "null", "5", '"endgame"', "{}", b"\xff", 5, "[" * 100_000, '{"kernel":"endgame"}'],
    ),
    "spec id": (f"UPDATE specs SET id = ? WHERE id = '{E_ID}'", ["0" * 12, "", b"\xff", 5, None, "x\ny", E_ID[:11]]),
    "number": (f"UPDATE specs SET number = ? WHERE id = '{E_ID}'", [0, 5, -1, 2**63 - 1, "x", b"\0", 0.5]),
}

SPEC_FIELDS: dict[str, Any] = {
    "kernel": ["first-set", "chess", "", 5, None, "../run", "endgame_game"],
    "parameters": [{}, [], None, {"dimension": 3}, {"dimension": 10**9}, {"dimension": "x"}],
    "seed": [2, -1, 2**64, "1", 1.5, True, None],
    "version": [2, 0, -1, "1", True, None],
}

ABSURD: dict[str, dict[str, Any]] = {
    "an unknown kernel": {"kernel": "chess"},
    "a version of tomorrow": {"version": 9},
    "no parameters": {"parameters": {}},
    "a dimension of 10^9": {"kernel": "first-set", "parameters": {"dimension": 10**9}},
    "a dimension of 4.0": {"kernel": "first-set", "parameters": {"dimension": 4.0}},
    "a dimension in words": {"kernel": "first-set", "parameters": {"dimension": "four"}},
    "a parameter too many": {"kernel": "first-set", "parameters": {"dimension": 4, "extra": 1}},
    "a strategy of nobody": {"kernel": "solitaire", "parameters": {"strategy": "lucky"}},
    "a strategy in a list": {"kernel": "solitaire", "parameters": {"strategy": ["S9"]}},
    "no design": {"kernel": "antiset", "parameters": {"design": 5, "xavier": "", "olivia": ""}},
    "a histogram at infinity": {"kernel": "set-count", "parameters": {"dimension": 4, "histogram_at": [1e999]}},
}


def said(sql: str, *values: Any) -> Spoil:
    """A statement carried out."""
    return lambda db: db.change(sql, values)


def mutated(e: Experiment, mutate: Callable[[Tally], None]) -> Spoil:
    """The tally of the second block of an experiment changed as an object."""

    def change(text: str) -> str:
        tally = json.loads(text)
        mutate(tally)
        return json.dumps(tally)

    return rewritten(e, change)


def rewritten(e: Experiment, change: Callable[[str], str]) -> Spoil:
    """The tally of the second block of an experiment changed as a text."""
    key = (e.spec.id, e.first + e.block)

    def spoil(db: StoreDatabase) -> None:
        text = db.rows("SELECT tally FROM blocks WHERE spec_id = ? AND first = ?", key)[0][0]
        db.change("UPDATE blocks SET tally = ? WHERE spec_id = ? AND first = ?", (change(text), *key))

    return spoil


def in_turn(*spoils: Spoil) -> Spoil:
    """Several things done one after the other."""

    def spoil(db: StoreDatabase) -> None:
        for each in spoils:
            each(db)

    return spoil


def _tallies_spoilt() -> Named:
    for name, value in RAW_TALLIES.items():
        yield f"tally: {name}", said(f"UPDATE blocks SET tally = ? {AT_E}", value)
    for name in ("an empty object", "null", "bytes"):
        yield f"all tallies: {name}", said("UPDATE blocks SET tally = ?", RAW_TALLIES[name])
    for name, (e, mutate) in MUTATIONS.items():
        yield f"tally: {name}", mutated(e, mutate)
    for name, change in REWRITINGS.items():
        yield f"tally: {name}", rewritten(ENDGAME, change)
    yield "tally: invalid UTF-8", said(f"UPDATE blocks SET tally = CAST(? AS TEXT) {AT_E}", b"{\xff\xfe}")


def _columns_spoilt() -> Named:
    for column, (sql, values) in COLUMNS.items():
        for value in values:
            yield f"{column}: {str(value)[:20]!a} {type(value).__name__}", said(sql, value)
    for column in ("spec", "spec id", "id", "checksum", "cards", "what"):
        sql = COLUMNS[column][0].replace("?", "CAST(? AS TEXT)")
        yield f"{column}: invalid UTF-8", said(sql, b"\xff\xfe")


def _specs_spoilt() -> Named:
    record, sql = ENDGAME.spec.as_record(), f"UPDATE specs SET spec = ? WHERE id = '{E_ID}'"
    for field, values in SPEC_FIELDS.items():
        for value in values:
            yield f"spec: {field} {value!a}", said(sql, json.dumps(record | {field: value}))
    for field in record:
        text = json.dumps({name: value for name, value in record.items() if name != field})
        yield f"spec: without {field}", said(sql, text)
    for name, change in ABSURD.items():
        yield f"a spec with its right id: {name}", _inserted(record | change)


def _inserted(record: dict[str, Any]) -> Spoil:
    """An experiment that no setlab has stored, with a block and checksum."""
    spec_id, tally = id_of(record), '{"leftover":{"6":5}}'
    block = (spec_id, 0, 5, tally, 0.5, seal(spec_id, 0, 5, tally, []))
    return in_turn(
        said("INSERT INTO specs VALUES (?, ?, ?)", spec_id, 99, canonical(record)),
        said("INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?)", *block),
    )


def _rows_spoilt() -> Named:
    """Rows lost, moved, exchanged and doubled."""
    second, third = ENDGAME.first + 100, ENDGAME.first + 200
    rest = f"trials, tally, seconds, checksum FROM blocks {AT_E}"
    copy = f"INSERT INTO blocks SELECT spec_id, CAST(? AS BIGINT), {rest}"
    rare = "INSERT INTO rare VALUES (?, ?, ?, ?)"
    yield "a spec lost", said("DELETE FROM specs WHERE id = ?", E_ID)
    yield "all specs lost", said("DELETE FROM specs")
    yield (
        "two specs exchanged",
        in_turn(
            said("UPDATE specs SET id = 'x' WHERE id = ?", E_ID),
            said("UPDATE specs SET id = ? WHERE id = ?", E_ID, F_ID),
            said("UPDATE specs SET id = ? WHERE id = 'x'", F_ID),
        ),
    )
    yield "a rare game lost", said("DELETE FROM rare")
    yield "a rare game too many", said(rare, E_ID, second + 5, "leftover 18, largest table 18", "1 2 3")
    yield "a rare game of another kernel", said(rare, F_ID, 5, "", "")
    yield "a block copied behind", said(copy, ENDGAME.first + 300)
    yield "a block copied across", said(copy, second + 50)
    yield (
        "a block with the tally of another",
        said(f"UPDATE blocks SET tally = (SELECT tally FROM blocks {AT_E}) WHERE first = ?", third),
    )
    yield "a block moved to another experiment", said(f"UPDATE blocks SET spec_id = ? {AT_E}", COUNT.spec.id)
    yield "a block copied to another", said(f"INSERT INTO blocks SELECT CAST(? AS TEXT), 500, {rest}", F_ID)
    yield "a block of a lost experiment", said(f"INSERT INTO blocks SELECT '000000000000', first, {rest}")
    yield (
        "nonsense set aside",
        said("INSERT INTO set_aside VALUES (?, ?, ?, ?, ?, ?, ?)", None, "x", b"\0", 5, None, None, ""),
    )
    yield "two blocks of three", said("UPDATE blocks SET tally = '{}' WHERE first >= ?", ENDGAME.first + 50)


def _digits_swapped(text: str) -> str:
    at = next(i for i in range(len(text)) if text[i : i + 2].isdigit() and text[i] != text[i + 1])
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


REWRITINGS: dict[str, Callable[[str], str]] = {
    "truncated": lambda text: text[:-1],
    "cut in half": lambda text: text[: len(text) // 2],
    "a brace too many": lambda text: text + "}",
    "twice": lambda text: text + text,
    "digits swapped": _digits_swapped,
    "with blanks": lambda text: text.replace(":", ": "),
    "a histogram twice": lambda text: text.replace('{"first_no_set":', '{"turns":{"24":100},"first_no_set":'),
    "a count twice": lambda text: text.replace('"leftover":{', '"leftover":{"6":1,'),
    "upper case": str.upper,
    "single quotes": lambda text: text.replace('"', "'"),
    "escaped": lambda text: text.replace("leftover", "\\u006ceftover"),
}

SPOILS: dict[str, Spoil] = {
    name: spoil for named in (_tallies_spoilt, _columns_spoilt, _specs_spoilt, _rows_spoilt) for name, spoil in named()
}
"""All ways to spoil the store."""
