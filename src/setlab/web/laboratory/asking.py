"""Requests for runs: the experiments that the laboratory offers, its questions, and the checked form of a request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from setlab.answers.answer import attributes
from setlab.errors import SpecError, listed
from setlab.experiment.kernels import find_kernel
from setlab.experiment.kernels.endgame import CHOICES, REFILLS, TRIPLES
from setlab.experiment.result import Result, command_line
from setlab.experiment.spec import Spec, make_spec
from setlab.limits import GAMES, LARGEST_SEED, PLANE_DEALS
from setlab.solitaire.strategies import NAMES
from setlab.web.errors import Refused
from setlab.web.rooms.messages import WHOLE, place_of

Value = int | str


@dataclass(frozen=True)
class Names:
    """One of these words or numbers."""

    values: tuple[Value, ...]

    def __contains__(self, value: object) -> bool:
        return any(value == known and type(value) is type(known) for known in self.values)

    def as_json(self) -> dict[str, Any]:
        """The values for the page."""
        return {"values": list(self.values)}

    def sentence(self) -> str:
        """What can be chosen."""
        return listed(tuple(map(str, self.values)))


@dataclass(frozen=True)
class Numbers:
    """A whole number from low to high."""

    low: int
    high: int

    def __contains__(self, value: object) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def as_json(self) -> dict[str, Any]:
        """The ends for the page."""
        return attributes(self, "low", "high")

    def sentence(self) -> str:
        """What can be chosen."""
        return f"{self.low} to {self.high}"


Offer = Names | Numbers

USUAL = "usual"
"""Stands for a parameter that is left out: the kernel then chooses by the others, as for the table of a refill."""

BOTH = ("random", "forgetful", "safe")
XAVIER, OLIVIA = ("theorem7", "mirror", *BOTH), ("max-cap", "theorem17", *BOTH)
"""The strategies that each seat can play, and that move at once; `perfect` searches, for minutes on some designs."""

OFFERS: Mapping[str, Mapping[str, Offer]] = {
    "set-count": {"histogram_at": Numbers(3, 81), "dimension": Numbers(GAMES[0], GAMES[-1])},
    "plane-count": {"histogram_at": Numbers(9, 81), "dimension": Numbers(PLANE_DEALS[0], PLANE_DEALS[-1])},
    "first-set": {"dimension": Numbers(GAMES[0], GAMES[-1])},
    "first-plane": {"dimension": Numbers(PLANE_DEALS[0], PLANE_DEALS[-1])},
    "endgame": {
        "choice": Names(tuple(map(str, CHOICES))),
        "lost": Names((0, 1, 2, 3, *TRIPLES)),
        "dimension": Numbers(GAMES[0], GAMES[-1]),
        "refill": Names(tuple(map(str, REFILLS))),
        "table": Names((USUAL, *range(6, 28, 3), "all")),
        "values": Numbers(2, 5),
    },
    "solitaire": {"strategy": Names(NAMES)},
    "antiset": {
        "design": Names(("AG(2,3)", "AG(3,3)", "AG(4,3)", "AG(5,3)")),
        "xavier": Names(XAVIER),
        "olivia": Names(OLIVIA),
    },
}
"""The values that can be chosen, by kernel and parameter."""

LEFT_OUT = {
    ("endgame", "count"): "a joint histogram, which the page does not draw",
    ("solitaire", "weights"): "a file of the visitor",
}
"""The options that are not offered, and why."""


def spec_of(kernel: str, chosen: Mapping[str, Any], seed: int) -> Spec:
    """The experiment that a visitor has chosen. Raise `SpecError` for what is not offered.

    >>> spec_of("endgame", {"choice": "popular"}, 7).parameters.as_record()["choice"]
    'popular'
    >>> spec_of("antiset", {"design": "STS:/etc/passwd"}, 7)
    Traceback (most recent call last):
    setlab.errors.SpecError: design=STS:/etc/passwd is not offered here: choose AG(2,3), AG(3,3), AG(4,3) or AG(5,3)
    """
    if kernel not in OFFERS:
        raise SpecError(f"{kernel[:40]!r} is not offered here: choose {listed(OFFERS)}")
    offers = OFFERS[kernel]
    for name, value in chosen.items():
        if name not in offers:
            raise SpecError(f"{name[:40]!r} is not offered for {kernel}: choose {listed(offers)}")
        if value not in offers[name]:
            raise SpecError(f"{name}={str(value)[:40]} is not offered here: choose {offers[name].sentence()}")
    return make_spec(kernel, {name: value for name, value in chosen.items() if value != USUAL}, seed)


def default_of(kernel: str, name: str) -> Value:
    """The value that a parameter has if nothing is chosen, as the kernel declares it."""
    if USUAL in OFFERS[kernel][name]:
        return USUAL
    default = getattr(find_kernel(kernel).complete({}), name)
    return default if isinstance(default, int) else str(default)


AT = "at"
"""Stands for the histogram at the chosen number of cards."""


@dataclass(frozen=True)
class Question:
    """A question: its kernel, the quantities that can be shown, the first of them at once, and what a trial is.

    `trials` are asked for at first, and at most `most`. `defaults` are the values with which the page begins, where
    they are not those of the kernel.
    """

    kernel: str
    shows: tuple[str, ...]
    unit: str
    trials: int
    most: int
    defaults: Mapping[str, Value] = field(default_factory=dict)


QUESTIONS: Mapping[str, Question] = {
    "sets": Question("set-count", (AT,), "deals", 1_000_000, 100_000_000, {"histogram_at": 12}),
    "left": Question("endgame", ("leftover", "largest_table", "turns", "no_set"), "games", 1_000_000, 10_000_000),
    "first": Question("first-set", ("first_set", "none"), "deals", 1_000_000, 100_000_000),
    "planes": Question("plane-count", (AT,), "deals", 1_000_000, 100_000_000, {"histogram_at": 36}),
    "plane": Question("first-plane", ("first_plane", "none"), "deals", 1_000_000, 100_000_000),
    "solitaire": Question("solitaire", ("clear", "leftover"), "games", 100_000, 1_000_000),
    "antiset": Question("antiset", ("winner", "length"), "games", 1_000, 100_000),
}
"""The questions by name, in the order of the page."""


def question_json(name: str, seconds: float) -> dict[str, Any]:
    """A question as the page needs it, with the seconds of computing that a run may take.

    >>> asked = question_json("sets", 30.0)["parameters"]["histogram_at"]
    >>> asked["low"], asked["high"], asked["default"], asked["flag"]
    (3, 81, 12, '--histogram-at')
    """
    asked, parameters = QUESTIONS[name], dict[str, Any]()
    options = find_kernel(asked.kernel).parameters.options()
    for each, offer in OFFERS[asked.kernel].items():
        default = asked.defaults[each] if each in asked.defaults else default_of(asked.kernel, each)
        parameters[each] = {**offer.as_json(), "default": default, **attributes(options[each], "flag", "help")}
    known = attributes(asked, "kernel", "shows", "unit", "trials", "most")
    return {"question": name, **known, "seconds": seconds, "parameters": parameters}


def most_trials(kernel: str) -> int:
    """The most trials of one run of a kernel."""
    return max(asked.most for asked in QUESTIONS.values() if asked.kernel == kernel)


LONGEST = 2000
"""Characters of a question as JSON."""


Word = Annotated[str, Field(pattern="^[ -~]{1,40}$")]
"""A name of a kernel, a parameter, a value: with the ten that a run may have, its JSON text is not too long."""

Number = Annotated[int, Field(ge=-(10**15), le=10**15), WHOLE]


class Asked(BaseModel):
    """A run: the first `trials` trials of a kernel with these parameters and this seed; `show` names a quantity."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kernel: Word
    parameters: dict[Word, Number | Word] = Field(
        default_factory=dict, max_length=10, json_schema_extra={"additionalProperties": False}
    )
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED), WHOLE]
    trials: Annotated[int, Field(ge=1, le=10**15), WHOLE]
    show: Word | None = None

    def spec(self) -> Spec:
        """The experiment. Raise a refusal for what is not offered."""
        try:
            found = spec_of(self.kernel, self.parameters, self.seed)
            if self.trials > most_trials(self.kernel):
                most = f"{most_trials(self.kernel):,}"
                raise SpecError(f"{self.trials:,} trials are too many for one run here: choose at most {most}")
            self.quantity(found)
        except (ValueError, TypeError) as error:
            raise Refused(409, "bad-run", str(error)) from None
        return found

    def quantity(self, spec: Spec) -> str:
        """The name of the quantity that is shown. Raise `SpecError` unless it is a proportion of the experiment."""
        show = spec.definition.main if self.show is None else self.show
        name = next((each for each in spec.quantities if each.startswith("at_")), show) if show == AT else show
        if name not in spec.quantities or not spec.quantities[name].is_proportion:
            known = [each for each, quantity in spec.quantities.items() if quantity.is_proportion]
            raise SpecError(f"{name!r} cannot be shown: choose {', '.join(known) or 'a number of cards first'}")
        return name


def read_asked(text: str) -> Asked:
    """The run that JSON describes; raise a refusal in one sentence."""
    try:
        return Asked.model_validate_json(text[: LONGEST + 1])
    except ValidationError as error:
        fault = error.errors()[0]
        where = place_of(fault["loc"]) or "the run"
        said: str = fault["msg"].rstrip(".")
        raise Refused(422, "bad-run", f"Wrong value of {where}: {said[:1].lower()}{said[1:]}") from None


def command_of(result: Result) -> str:
    """The command line that gives the same numbers."""
    return command_line(result.spec, result.tally.trials, result.first)


def run_json(result: Result, wanted: int, rate: float) -> dict[str, Any]:
    """How far a run is."""
    return {"trials": result.trials, "wanted": wanted, "rate": round(rate, 1), "command": command_of(result)}
