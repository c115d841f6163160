"""The printed documents: pages, vectors, fonts, the same bytes; layout, cut marks, backs behind their fronts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from setlab.classroom.paper import (
    Document,
    count_pages,
    deck_document,
    puzzle_document,
    rules_document,
    worksheet_document,
)
from setlab.classroom.paper.deck import BLEED, GUTTER, Cell, draw_back, sheet_for
from setlab.classroom.paper.faces import find_texts
from setlab.classroom.worksheets import KINDS
from setlab.errors import SpecError
from setlab.exact.dealing import deal_cards
from setlab.geometry import Space
from setlab.notation import find_notation
from setlab.notation.languages import LANGUAGES
from tests.classroom.pdf import Pdf

ROOT = Path(__file__).parents[2] / "src" / "setlab"

DOCUMENTS: dict[str, tuple[Callable[[], Document], int | None, tuple[float, float]]] = {
    "a deck": (lambda: deck_document(dimension=3, backs=True), 6, (210, 297)),
    "on letter paper": (lambda: deck_document(dimension=3, paper="letter", palette="safe"), 3, (215.9, 279.4)),
    "on a5 paper": (lambda: deck_document(dimension=3, paper="a5"), 7, (148, 210)),
    "half a sheet": (lambda: deck_document("a5", words=True, language="de"), 41, (210, 297)),
    "a sheet": (lambda: deck_document("a4", dimension=3, backs=True), 54, (297, 210)),
    "five properties": (lambda: deck_document(dimension=5, palette="labelled", language="nb"), 27, (210, 297)),
    "puzzles": (lambda: puzzle_document(9, 3, seed=1, count=2, words=True), 3, (210, 297)),
    "the rules": (lambda: rules_document(words=True, language="nb"), 1, (210, 297)),
    "a worksheet": (lambda: worksheet_document(list(KINDS), 2, 3, language="de"), None, (210, 297)),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_are_vectors_with_their_fonts(name: str) -> None:
    make, pages, size = DOCUMENTS[name]
    data = make().pdf()
    pdf = Pdf(data)
    assert set(pdf.pages()) == {size}
    assert len(pdf.pages()) == count_pages(data)
    assert pages in (None, count_pages(data))
    assert pdf.images() == 0
    assert any(b" c\n" in stream for stream in pdf.streams()), "symbols are curves"
    assert all(b"/FontFile" in font for font in pdf.fonts())
    assert {font[font.index(b"+") + 1 :][:10] for font in pdf.fonts()} <= {b"Libertinus"}
    assert make().pdf() == data, "the same options give the same bytes"


def test_another_seed_gives_another_sheet() -> None:
    assert worksheet_document(seed=1).pdf() != worksheet_document(seed=2).pdf()
    assert puzzle_document(9, seed=1).pdf() != puzzle_document(9, seed=2).pdf()


def test_a_page_as_a_picture() -> None:
    document = deck_document(dimension=3)
    first, last = document.png(1, dots=30), document.png(3, dots=30)
    assert first.startswith(b"\x89PNG")
    assert first != last
    with pytest.raises(SpecError, match="there is no page 4: the document has 3 pages"):
        document.png(4)
    with pytest.raises(SpecError, match="there is no page 3: the document has 2 pages"):
        puzzle_document(3, 1).png(3, dots=30)


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("size", ["card", "a5", "a4"])
def test_backs_lie_behind_their_fronts(size: str, paper: str) -> None:
    if (size, paper) == ("a4", "a5"):
        return
    sheet = sheet_for(size, paper)
    for front, back in zip(sheet.cells, sheet.backs(), strict=True):
        turned_over = Cell(round(sheet.width - back.x - back.width, 4), back.y, back.width, back.height, back.turned)
        assert turned_over == front
        assert 0 <= front.x <= sheet.width - front.width
        assert 0 <= front.y <= sheet.height - front.height
    assert sorted((cell.x, cell.y) for cell in sheet.cells) == sorted((cell.x, cell.y) for cell in sheet.backs())


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_cut_marks_are_in_line_with_the_cuts_and_on_no_card(paper: str) -> None:
    sheet = sheet_for("card", paper)
    upright = {x0 for x0, _, x1, _ in sheet.marks if x0 == x1}
    lying = {y0 for _, y0, _, y1 in sheet.marks if y0 == y1}
    assert upright == {edge for cell in sheet.cells for edge in (cell.x, cell.x + cell.width)}
    assert lying == {edge for cell in sheet.cells for edge in (cell.y, cell.y + cell.height)}
    for x0, y0, x1, y1 in sheet.marks:
        assert (x0 == x1) != (y0 == y1)
        assert 0 <= x0 <= x1 <= sheet.width
        assert 0 <= y0 <= y1 <= sheet.height
        for cell in (cell.grow(BLEED) for cell in sheet.cells):
            outside = x1 <= cell.x or x0 >= cell.x + cell.width or y1 <= cell.y or y0 >= cell.y + cell.height
            assert outside, "a mark would be printed on a card"


def test_neighbouring_cards_are_apart() -> None:
    columns = sorted({cell.x for cell in sheet_for("card").cells})
    assert [right - left for left, right in pairwise(columns)] == [56 + GUTTER] * 2


def test_a_half_turn_keeps_the_back() -> None:
    back = draw_back(91, 60, 56)
    points = set()
    for shape, x, y in back.parts():
        outline = tuple(sorted((round(x + u, 3), round(y + v, 3)) for p in shape.path.polygons(4) for u, v in p))  # type: ignore[union-attr]
        points.add(outline)
    turned = {tuple(sorted((round(back.width - x, 3), round(back.height - y, 3)) for x, y in each)) for each in points}
    middles = {centre(each) for each in points}
    assert {centre(each) for each in turned} == middles
    assert len(points) > 50


def centre(outline: tuple[tuple[float, float], ...]) -> tuple[float, ...]:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return tuple(round(number, 1) + 0.0 for number in (min(xs), max(xs), min(ys), max(ys)))


@pytest.mark.parametrize("dimension", [3, 4, 5])
def test_a_deck_has_every_card_once(dimension: int) -> None:
    document = deck_document("a5", dimension=dimension, backs=True)
    cells = [cell["picture"] for page in document.content["pages"] for cell in page["cells"]]
    fronts = [name for name in cells if name != "back"]
    assert fronts == [f"card-{card}" for card in range(3**dimension)]
    assert cells.count("back") == len(fronts)
    for front, back in zip(document.content["pages"][::2], document.content["pages"][1::2], strict=True):
        assert len(front["cells"]) == len(back["cells"])


def shown(document: Document) -> list[list[str]]:
    """The names of the cards of each exercise."""
    exercises = [each for part in document.content["parts"] for each in part["exercises"]]
    return [[card["alt"] for row in exercise["rows"] for card in row if card] for exercise in exercises]


def test_puzzles_are_the_deals_of_their_seeds() -> None:
    document = puzzle_document(9, 3, seed=11, count=3)
    here = find_notation()
    deals = [deal_cards(9, 3, seed=11 + i) for i in range(3)]
    assert shown(document) == [[here.name(card) for card in cards] for cards in deals]
    for cards, part in zip(deals, document.content["answers"], strict=True):
        letters = {"".join("ABCDEFGHI"[cards.index(card)] for card in line) for line in Space().sets(cards)}
        assert {"".join(sorted(name)) for name in letters} == {item["text"].replace(" ", "") for item in part["items"]}
        assert len(part["items"]) == 3


def test_usual_puzzles() -> None:
    for dimension, cards, sets in ((3, 9, 4), (4, 12, 6)):
        document = puzzle_document(dimension=dimension)
        assert (len(shown(document)[0]), len(document.content["answers"][0]["items"])) == (cards, sets)


def test_the_command_on_a_sheet_prints_it_again() -> None:
    document = worksheet_document(["plane", "third"], "hard", 4, seed=9, words=True, language="nb", paper="letter")
    command = "setlab print worksheet --kind third,plane --difficulty 3 --count 4 --seed 9 --words --language nb"
    assert document.content["again"] == f"Samme ark en gang til: {command} --paper letter"
    assert puzzle_document(9, 0, seed=0).content["again"].endswith("--cards 9 --sets 0 --seed 0")


def test_a_version_is_named_on_the_sheet_and_on_its_answers() -> None:
    plain, one, other = (worksheet_document(seed=9, language="de", version=each) for each in (None, "A", "B"))
    levels = [each.content["level"] for each in (plain, one, other)]
    assert levels == ["leicht", "leicht, Version A", "leicht, Version B"]
    assert one.content["again"].endswith("--seed 9 --version A --language de")
    assert shown(plain) == shown(one)
    assert not {tuple(each) for each in shown(one)} & {tuple(each) for each in shown(other)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_one_page_and_true(language: str) -> None:
    texts = find_texts(language).words["rules"]
    for dimension, paper, words in product((3, 4), ("a4", "letter"), (False, True)):
        document = rules_document(paper, words=words, dimension=dimension, language=language)
        assert count_pages(document.pdf()) == 1
        space, notation, verdicts = Space(dimension), find_notation(dimension=dimension), []
        names = {find_texts(language).card(notation.face(card)): card for card in space}
        for example in document.content["examples"]:
            cards = [names[each["alt"]] for each in example["cards"]]
            columns = list(zip(*(space.coordinates(card) for card in cards), strict=True))
            kinds = {1: texts["same"], 2: texts["neither"], 3: texts["different"]}
            assert [line["says"] for line in example["lines"]] == [kinds[len(set(column))] for column in columns]
            assert [line["spoils"] for line in example["lines"]] == [len(set(column)) == 2 for column in columns]
            assert example["verdict"] == texts["not" if any(len(set(c)) == 2 for c in columns) else "is"]
            verdicts.append(example["is_set"])
        assert verdicts == [True, True, False]
        for i, row in enumerate(document.content["properties"]):
            digits = [space.coordinates(names[each["alt"]]) for each in row["cards"]]
            assert [each[i] for each in digits] == [0, 1, 2]
            assert len({each[:i] + each[i + 1 :] for each in digits}) == 1


def test_the_rules_on_paper_are_those_of_the_command_line() -> None:
    from setlab.cli.verbs import rules

    content, texts = rules_document().content, rules.rule_texts(find_notation())
    assert (content["rule"], content["rules"]) == (texts["set"], texts["game"])
    assert texts["cards"].startswith(f"{content['deck']} number (one, two, three);")
    names = [[card["alt"] for card in example["cards"]] for example in content["examples"]]
    assert names == [list(example) for example in rules.EXAMPLES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_on_the_cards_are_those_of_the_pages(language: str) -> None:
    pages = json.loads((ROOT / "web" / "static" / "locale" / f"{language}.json").read_text())["card"]
    ours = find_texts(language).words["card"]
    assert shared(pages, ours) == ours


def shared(texts: Any, wanted: Any) -> Any:
    """The texts under the keys of `wanted`: pages have the words of a fourth value, too."""
    return {key: shared(texts[key], wanted[key]) for key in wanted} if isinstance(wanted, dict) else texts


def keys(node: Any, path: str = "") -> dict[str, set[str]]:
    """Every key with the placeholders of its text."""
    if isinstance(node, str):
        return {path: set(re.findall(r"\{(\w+)\}", node)) - {"n"}}
    return {key: held for name, child in node.items() for key, held in keys(child, f"{path}.{name}").items()}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_languages_have_the_same_texts(language: str) -> None:
    assert keys(find_texts(language).words) == keys(find_texts("en").words)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: deck_document("a6"), "'a6' is not a size of cards"),
        (lambda: deck_document(paper="a3"), "'a3' is not a paper"),
        (lambda: deck_document("a4", "a5"), "do not fit on a5 paper"),
        (lambda: deck_document(palette="neon"), "'neon' is not a palette"),
        (lambda: deck_document(dimension=2), "decks of 2 properties"),
        (lambda: puzzle_document(2), "2 cards do not make a puzzle"),
        (lambda: puzzle_document(count=31), "31 puzzles"),
        (lambda: puzzle_document(paper="a5"), "not printed on a5 paper"),
        (lambda: puzzle_document(9, 7), "9 cards never have 7 SETs"),
        (lambda: worksheet_document([]), "needs a kind"),
        (lambda: worksheet_document(["x"]), "'x' is not a kind"),
        (lambda: worksheet_document(difficulty=4), "'4' is not a difficulty"),
        (lambda: worksheet_document(dimension=5), "no worksheets for 5 properties"),
        (lambda: worksheet_document(version="C"), "'C' is not a version"),
        (lambda: rules_document(dimension=5), "no rules on paper for 5 properties"),
        (lambda: rules_document(paper="a5"), "not printed on a5 paper"),
        (lambda: worksheet_document(language="xx"), "'xx' is not a language"),
    ],
)
def test_bad_input(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(("deck", "cards"), [("quads", 64), ("projective", 63)])
def test_other_decks_have_each_card_once(deck: str, cards: int) -> None:
    document = deck_document(deck=deck, words=True)
    names = [cell["alt"] for page in document.content["pages"] for cell in page["cells"]]
    assert len(names) == len(set(names)) == len(set(document.pictures.values())) == cards
    assert str(cards) in document.content["title"]
    with pytest.raises(SpecError, match="English names"):
        deck_document(deck=deck, language="nb")
