"""`setlab exact`: exact numbers instead of estimates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from setlab.answers import Answer
from setlab.cli.cards import picture
from setlab.cli.commands import verb_group
from setlab.cli.options import Dimension, NotationName, PlaceOptions, argument, flag, option, whole_number
from setlab.cli.screen import LookOutput, Output, PanelOutput, print_data, print_evidence, progress_bar, say
from setlab.errors import SpecError
from setlab.exact import answers
from setlab.exact.evidence import Progress
from setlab.notation import DEFAULT, Notation, find_notation

if TYPE_CHECKING:
    from setlab.experiment.result import Result
    from setlab.experiment.spec import Spec


@verb_group(
    "no-set",
    "sets",
    "max-sets",
    "min-sets",
    "planes",
    "leftovers",
    "second-search",
    "ultrasets",
    "orbits",
    "quads",
    "projective",
)
def verb() -> None:
    """Exact counts and probabilities, the most and the fewest SETs, and collections up to symmetry.

    Every answer ends with the evidence for each claim, in `--json` the list `verified`: *read* from a file that ships
    with setlab, *computed*, *recomputed* (computed, and equal to the file that ships), or *replayed* (every step of a
    proof repeated).

        setlab exact no-set

        setlab exact sets --cards 12 --json
    """


Recompute = Annotated[bool, flag("--recompute", "Compute the answer now, and compare it with the numbers that ship.")]
Verify = Annotated[bool, flag("--verify", "Replay the proofs.")]
WHERE = "Where --recompute computes, with a store: cpu or dask."


def no_set(dimension: Dimension = 4, recompute: Recompute = False, output: PanelOutput = PanelOutput()) -> None:
    """The number of collections of n cards without a SET, and the probability of no SET, for every n.

    The collections are listed up to the symmetries of the deck, with the size of every orbit.

        setlab exact no-set

        setlab exact no-set --dimension 3 --json
    """
    output.show(compute(lambda report: answers.no_set_answer(dimension, recompute, report), output))


@dataclass(frozen=True)
class ListingOptions(PlaceOptions):
    """The backend that lists orbits, and the store that keeps them."""

    backend: Annotated[str | None, option("--backend", "NAME", WHERE)] = None

    def check(self, recompute: bool) -> None:
        """Raise `SpecError` unless these options go together.

        >>> ListingOptions("cpu").check(recompute=False)
        Traceback (most recent call last):
        setlab.errors.SpecError: --backend says where to compute: add --recompute, or leave it out to read what ships
        """
        from setlab.experiment.backends import check_backend

        given = [name for name, value in vars(self).items() if value is not None and value is not False]
        if self.backend is None and given:
            named = given[0].replace("_", "-")
            raise SpecError(f"--{named} is for a run on a backend: add --backend cpu or --backend dask")
        if self.backend is not None and not recompute:
            raise SpecError("--backend says where to compute: add --recompute, or leave it out to read what ships")
        if self.backend is not None:
            check_backend(self.backend, self.scheduler, self.workers)
        if self.backend == "gpu":
            raise SpecError("the backend gpu lists no orbits: choose --backend cpu or --backend dask")

    def run(self, spec: Spec, trials: int, finish: Callable[[Result], None]) -> int:
        """Compute all parts that the store lacks, and finish with them. The exit status."""
        from setlab.cli.running import RunOptions

        options = RunOptions(**vars(self) | {"backend": self.backend or "cpu"})
        return options.run(spec, trials, lambda result: finish(result) if result.complete else None)

    def list_sets(self, cards: int, dimension: int, show: Callable[[Answer], None]) -> int:
        """List the orbits for the SETs of a number of cards, and show the table. The exit status."""
        from setlab.exact.sets import evidence_of_listing, set_table
        from setlab.experiment.kernels.orbits import listed_set_counts, set_counts_spec

        spec, trials = set_counts_spec(cards, dimension)

        def finish(result: Result) -> None:
            table = set_table(listed_set_counts(result, cards), cards)
            show(answers.set_table_answer(table, evidence_of_listing(table, trials, trials - result.run)))

        return self.run(spec, trials, finish)

    def add_planes(self, until: int, dimension: int, notation: Notation, show: Callable[[Answer], None]) -> int:
        """Add up the collections of n ≤ `until` cards without a plane in parts, and show the table. The exit status."""
        from setlab.exact.planes import VerifiedPlanes, add_counts, evidence_of_parts, exact_planes
        from setlab.experiment.kernels.unions import counted_plane_free, plane_free_spec

        spec, trials = plane_free_spec(until, dimension)

        def finish(result: Result) -> None:
            known = add_counts(exact_planes(dimension), counted_plane_free(result))
            evidence = evidence_of_parts(known, until, trials, trials - result.run)
            show(answers.plane_table_answer(known, VerifiedPlanes((), evidence), notation=notation))

        return self.run(spec, trials, finish)


def sets(
    cards: Annotated[int, option("--cards", "N", "The number of cards.")] = 12,
    dimension: Dimension = 4,
    recompute: Recompute = False,
    slow: Annotated[bool, flag("--slow", "Let --recompute take minutes.")] = False,
    listing: ListingOptions = ListingOptions(),
    output: PanelOutput = PanelOutput(),
) -> int:
    """The distribution of the number of SETs in n cards.

    With `--backend`, --recompute stores each finished part: the same command continues from there.

        setlab exact sets --cards 12

        setlab exact sets --cards 19 --recompute --slow --backend dask --workers 8
    """
    from setlab.exact.sets import is_known, refuse_slow

    output.check_plot()
    listing.check(recompute)
    if recompute and not slow:
        refuse_slow(cards, dimension)

    def show(answer: Answer) -> None:
        draw(answer, output)
        output.show(answer, None if answer.record["distribution"] else lambda: _print_unknown(answer))

    if listing.backend is not None and is_known(cards, dimension):
        return listing.list_sets(cards, dimension, show)
    show(compute(lambda report: answers.sets_answer(cards, dimension, recompute, report)))
    return 0


def _print_unknown(answer: Answer) -> None:
    why = f"The distribution for {answer.record['cards']} cards is not known exactly"
    say(f"{why}; sample it with `setlab simulate set-count`.")
    print()
    Output().show(replace(answer, tables=()))


def _extremes(word: str, name: str, example: int) -> Callable[..., None]:
    """The verb about the most SETs, or about the fewest."""
    most = word == "most"

    def extremes(
        dimension: Dimension = 4,
        cards: Annotated[int | None, option("--cards", "N", "Show one n, with an example and its proof.")] = None,
        verify: Verify = False,
        notation: NotationName = DEFAULT,
        output: LookOutput = LookOutput(),
    ) -> None:
        """The {word} SETs in n cards, for every n, each with an example and a proof; bounds where the value is open.

        With `--verify` (half a minute) every proof is replayed, including the searches.

        setlab exact {name}

        setlab exact {name} --cards {example}
        """
        from setlab.exact.extremes import fewest_sets, most_sets

        here, rows = find_notation(notation, dimension), (most_sets if most else fewest_sets)(dimension)
        if cards is not None and not 0 <= cards < len(rows):
            deck = len(rows) - 1
            raise SpecError(f"{cards} cards cannot be dealt: the deck has {deck}, choose 0 to {deck}")

        def ask(report: Progress) -> Answer:
            report("proofs", 0.1 * verify)
            return answers.extremes_answer(most, dimension, cards, replay=verify, notation=here)

        answer = compute(ask, output)

        def text() -> None:
            assert cards is not None
            row = rows[cards]
            say(f"The {word} SETs in {row.n} cards: {answers.value_text(row)}{'' if row.proved else ' (open: bounds)'}")
            print()
            if row.n:
                print(picture(list(row.witness), here))
            print()
            say(row.how)
            print_evidence(answer.evidence)

        output.show(answer, None if cards is None else text)

    extremes.__doc__ = str(extremes.__doc__).format(word=word, name=name, example=example)
    return extremes


max_sets = _extremes("most", "max-sets", 12)
min_sets = _extremes("fewest", "min-sets", 24)


def planes(
    dimension: Dimension = 4,
    recompute: Recompute = False,
    verify: Verify = False,
    until: Annotated[int | None, option("--until", "N", "How far --recompute counts, in parts.")] = None,
    notation: NotationName = DEFAULT,
    listing: ListingOptions = ListingOptions(),
    output: PanelOutput = PanelOutput(),
) -> int:
    """The number of collections of n cards without a plane, and the largest such collection.

    With `--verify` (half a minute) the proof that none is larger is replayed, the largest collections are classified up
    to symmetry (54 cards: one class), and the counts to n = 36 are recomputed.

    With `--until` or `--backend`, --recompute stores each finished part: the same command continues from there.

        setlab exact planes

        setlab exact planes --verify

        setlab exact planes --recompute --until 38 --backend dask --workers 2
    """
    from setlab.exact.planes import last_counted

    here = find_notation(notation, dimension)
    options: dict[str, Any] = {"replay": verify, "notation": here}
    output.check_plot()
    listing.check(recompute)
    if until is not None and not recompute:
        raise SpecError("--until says how far to compute: add --recompute, or leave it out to read what ships")
    if until is not None or listing.backend is not None:
        if verify:
            raise SpecError("--verify replays the proofs and counts to n = 36: leave out --until and --backend")
        last = last_counted(dimension) if until is None else until
        return listing.add_planes(last, dimension, here, lambda answer: _show_planes(answer, here, output))
    _show_planes(compute(lambda report: answers.planes_answer(dimension, recompute, report, **options)), here, output)
    return 0


def _show_planes(answer: Answer, here: Notation, output: PanelOutput) -> None:
    """The table, the sentences and a picture of a largest collection."""

    def text() -> None:
        print_data(answer.tables_for("table")[0])
        for sentence in answer.sentences:
            print()
            say(sentence)
        print()
        print(picture([here.parse(digits) for digits in answer.record["witness"]], here))
        print_evidence(answer.evidence)

    draw(answer, output)
    output.show(answer, text)


def leftovers(
    dimension: Annotated[int, option("--dimension", "--properties", "-d", "D", "2 or 3.")] = 3,
    table: Annotated[str, option("--table", "T", "Cards on the table, or all.")] = "12",
    recompute: Recompute = False,
    output: PanelOutput = PanelOutput(),
) -> None:
    """The distribution of the number of cards left at the end of a game with random choice, as exact fractions.

    setlab exact leftovers --dimension 3 --table 12
    """
    size = 3**dimension if table == "all" else whole_number(table, "number of cards on the table")
    ask = answers.leftovers_answer
    output.show(compute(lambda _: ask(dimension, size, recompute), output, step=f"AG({dimension},3)"))


def second_search(
    dimension: Dimension = 4,
    table: Annotated[int, option("--table", "T", "Cards on the table at the first search.")] = 12,
    output: Output = Output(),
) -> None:
    """The probability of no SET at the second search of a game, as a fraction: in all, after a SET, and after none.

    The SET that is taken is chosen at random.

    setlab exact second-search
    """
    step = f"tables of {table} cards"
    output.show(compute(lambda _: answers.second_search_answer(dimension, table), step=step))


def ultrasets(
    cards: Annotated[int, option("--cards", "N", "The number of cards.")] = 12,
    dimension: Dimension = 4,
    output: PanelOutput = PanelOutput(),
) -> None:
    """The distribution of the number of UltraSETs in n cards, and the collections of n cards without one, for every n.

    Four cards are an UltraSET if they are two pairs with the same third card. Four cards of a plane are an UltraSET, or
    three of them are a SET.

        setlab exact ultrasets

        setlab exact ultrasets --cards 9 --json
    """
    output.show(compute(lambda report: answers.ultrasets_answer(cards, dimension, report), output))


def orbits(
    cards: Annotated[int, argument("N", "The number of cards.")],
    dimension: Dimension = 4,
    notation: NotationName = DEFAULT,
    output: Output = Output(),
) -> None:
    """The collections of n cards up to symmetry: one of each orbit, its SETs, how many there are, its stabiliser.

    The symmetries are the affine maps of the deck. The collections of an orbit are images of one another, so that they
    have the same number of SETs.

        setlab exact orbits 6

        setlab exact orbits 12 --format csv
    """

    def ask(report: Progress) -> Answer:
        done: Callable[..., None] = lambda n, *_: report(f"{n} cards", n / max(cards, 1))  # noqa: E731
        return answers.orbits_answer(cards, dimension, find_notation(notation, dimension), done)

    output.show(compute(ask))


SIX = "The dimension d of the deck of 2^d cards: 6 is that of EvenQuads."
DISTRIBUTION = "Show the distribution for n cards."


def quads(
    dimension: Annotated[int, option("--dimension", "--properties", "-d", "D", SIX)] = 6,
    cards: Annotated[int | None, option("--cards", "N", DISTRIBUTION)] = None,
    output: LookOutput = LookOutput(),
) -> None:
    """EvenQuads: the collections of n cards without a quad, and the fewest and the most quads, for every n.

    With `--cards` the distribution of the number of quads, for up to 10 and from 54 cards on.

        setlab exact quads

        setlab exact quads --cards 10
    """
    from setlab.exact import quad_answers

    ask = quad_answers.quads_answer if cards is None else partial(quad_answers.quad_distribution_answer, cards)
    output.show(compute(lambda _: ask(dimension), output, step="all collections of AG(5,2)"))


def projective(
    dimension: Annotated[int, option("--dimension", "--properties", "-d", "D", "The number of dots.")] = 6,
    cards: Annotated[int | None, option("--cards", "N", DISTRIBUTION)] = None,
    output: LookOutput = LookOutput(),
) -> None:
    """Projective SET: the collections of n cards without a SET, and the fewest and the most SETs, for every n.

    With `--cards` the distribution of the number of SETs. *Most of three* counts SETs of three cards.

        setlab exact projective

        setlab exact projective --cards 7
    """
    from setlab.exact import quad_answers

    ask = (
        quad_answers.projective_answer if cards is None else partial(quad_answers.projective_distribution_answer, cards)
    )
    output.show(compute(lambda _: ask(dimension), output))


def compute(ask: Callable[[Progress], Answer], output: LookOutput | None = None, step: str = "") -> Answer:
    """The answer, computed beside a progress bar with the current step; its figure, if the output names a file."""
    if output is not None:
        output.check_plot()
    with progress_bar("elapsed", "left", total=1.0) as update:

        def report(what: str, proportion: float) -> None:
            if update is not None:
                update(description=what, completed=proportion)

        if step:
            report(step, 0.0)
        answer = ask(report)
    if output is not None:
        draw(answer, output)
    return answer


def draw(answer: Answer, output: LookOutput) -> None:
    """Write the figure of an answer, if a file is named."""

    def figure() -> Any:
        from setlab.plots.results import draw_exact

        return draw_exact(answer.figure, output.panels if isinstance(output, PanelOutput) else None)

    if output.plot is not None and answer.figure is None:
        raise SpecError("there is nothing to draw: the distribution is not known")
    output.write(output.plot, figure)
