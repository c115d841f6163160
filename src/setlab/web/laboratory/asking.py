"""What a visitor asks for: an experiment, its seed, a number of trials, and the quantity to show."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from setlab.errors import SpecError
from setlab.experiment.result import Result
from setlab.experiment.spec import Spec
from setlab.experiment.table import command_line
from setlab.limits import LARGEST_SEED
from setlab.web.laboratory.offers import spec_of
from setlab.web.laboratory.questions import AT, most_trials
from setlab.web.messages import WHOLE, place_of
from setlab.web.refused import Refused

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
