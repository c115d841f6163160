"""The standard notation and those of the five sources, and cards as digits, letters and words."""

import re
import unicodedata
from collections import defaultdict
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.classroom.paper.faces import find_texts
from setlab.errors import CardError, SpecError, join_names
from setlab.geometry import AffineMap, Space, frame_of
from setlab.notation import DEFAULT, NOTATIONS, Notation, Property, find_notation
from setlab.notation.faces import FILLERS, LETTERS, PROPERTIES, SYNONYMS, property_of, values_of
from setlab.notation.languages import LANGUAGES, meanings
from setlab.notation.notation import TABLES, NotationTable
from setlab.render import symbol_text

ORACLES = Path(__file__).parents[1] / "oracles"


@pytest.mark.parametrize("name", NOTATIONS)
@pytest.mark.parametrize("d", range(1, 7))
def test_every_name_parses_back(name: str, d: int) -> None:
    here = find_notation(name, d)
    for card in here.deck:
        assert here.parse(here.name(card)) == card
        assert here.parse(here.digits(card)) == card
        assert here.parse(here.letters(card)) == card
        assert here.parse(here.letters(card).lower()) == card
        assert here.card_with(here.face(card)) == card


@pytest.mark.parametrize("name", NOTATIONS)
@pytest.mark.parametrize(
    ("d", "n"), [(1, 2), (4, 2), (1, 4), (2, 4), (4, 4), (1, 5), (3, 5), (4, 5), (3, 9), (7, 3), (8, 2)]
)
def test_other_numbers_of_values_parse_back(name: str, d: int, n: int) -> None:
    here = find_notation(name, d, n)
    for card in range(0, len(here.deck), max(1, len(here.deck) // 300)):
        assert here.parse(here.digits(card)) == card
        if n <= 5:
            assert here.parse(here.name(card)) == card
            assert here.parse(here.letters(card)) == card
            assert here.parse(" ".join(["symbols", *reversed(here.words(card).values())])) == card


def test_the_cards_that_the_sources_print() -> None:
    lines = (ORACLES / "notations.txt").read_text().splitlines()
    cases = [[part.strip() for part in line.split("|")] for line in lines if not line.startswith("#")]
    assert {case[0] for case in cases} == set(NOTATIONS)
    for name, digits, words in cases:
        assert find_notation(name).digits(find_notation(name).parse(words)) == digits


@given(st.sampled_from(NOTATIONS), st.sampled_from(NOTATIONS), st.integers(0, 80))
def test_conversion_keeps_the_face(one: str, other: str, card: int) -> None:
    here, there = find_notation(one), find_notation(other)
    converted = here.convert(card, there)
    assert here.face(card) == there.face(converted)
    assert there.convert(converted, here) == card


@pytest.mark.parametrize("one", NOTATIONS)
@pytest.mark.parametrize("other", NOTATIONS)
def test_conversion_is_an_affine_map(one: str, other: str) -> None:
    """So that SETs stay SETs in every notation."""
    here, there, space = find_notation(one), find_notation(other), Space(4)
    frame = frame_of(space)
    move = AffineMap.taking(frame, [here.convert(card, there) for card in frame])
    assert all(move(card) == here.convert(card, there) for card in space)


def test_the_order_of_forbes_and_forbes() -> None:
    """N(x) = 27 x1 + 9 x2 + 3 x3 + x4."""
    solitaire = find_notation("solitaire")
    for card in solitaire.deck:
        x = [int(digit) for digit in solitaire.digits(card)]
        assert card == 27 * x[0] + 9 * x[1] + 3 * x[2] + x[3]


def test_the_printed_table_of_forbes_and_forbes_has_eight_sets() -> None:
    rows = "2102 1201 0121 2202 2212 2011 0012 1021 0210 0200 1010 1112"
    cards = find_notation("solitaire").parse_all(rows.split())
    assert len(Space(4).sets(cards)) == 8


def test_fewer_and_more_properties() -> None:
    assert [p.name for p in find_notation("thesis", 2).properties] == ["number", "filling"]
    assert [p.name for p in find_notation("stanke", 3).properties] == ["number", "colour", "shape"]
    assert [p.name for p in find_notation("thesis", 8).properties][4:] == [
        "background",
        "border",
        "texture",
        "scent",
    ]
    assert find_notation("thesis", 5).words(1)["background"] == "black", "table 6 of Abrahamsen & Eriksen"
    assert find_notation("thesis", 4, 4).words(255) == {
        "number": "4",
        "filling": "dotted",
        "colour": "pink",
        "shape": "star",
    }


def test_words_in_any_order_and_from_any_source() -> None:
    thesis = find_notation("thesis")
    card = thesis.parse("2222")
    for text in (
        "red worms, two, full",
        "TWO solid RED squiggles",
        "a card with 2 filled red squiggle symbols",
    ):
        assert thesis.parse(text) == card


SAME = (
    "two purple striped diamonds",
    "zwei lila gestreifte Rauten", "zwei violette, gestreifte Rauten", "ZWEI LILANE SCHRAFFIERTE RHOMBEN",
    "Karte mit 2 violetten gestreiften Karos", "Rauten, lila, schraffiert, zwei",
    "to lilla stripete romber", "kort med to fiolette stripete diamanter", "2 skraverte lilla romber",
)  # fmt: skip


@pytest.mark.parametrize("text", SAME)
def test_words_of_three_languages(text: str) -> None:
    assert find_notation().name(find_notation().parse(text)) == SAME[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_printed_sheets_are_read(language: str) -> None:
    for notation in (find_notation(), find_notation(dimension=3), find_notation("thesis", 5)):
        for card in notation.deck:
            name = find_texts(language).card(notation.face(card))
            for text in (name, name.upper(), unicodedata.normalize("NFD", name)):
                assert notation.parse(text) == card
    several = "; ".join(find_texts(language).card(find_notation().face(card)) for card in range(81))
    assert find_notation().parse_all(several.replace("; ", " ")) == list(range(81)), "also without separators"


def test_a_plain_keyboard() -> None:
    here = find_notation()
    for text in ("drei gruene gefuellte Wellen", "tre groenne fylte boelger"):
        assert here.name(here.parse(text)) == "three green solid squiggles"
    assert find_notation(dimension=5).parse("ein rotes leeres Oval auf weissem Hintergrund") == here.parse("1REO") * 3


def test_no_word_has_another_meaning_in_another_language() -> None:
    for word, value in meanings().items():
        assert property_of(word) == next((name, value) for name, values in PROPERTIES.items() if value in values)
        assert word not in FILLERS


WRONG_WORDS = [
    ("zwei lila gestraifte Rauten", "'gestraifte' is not a word for a card; did you mean gestreifte?"),
    ("zwei lila gelbe Rauten", "'gelbe' is not a word for a card; give 4 digits"),
    ("zwei lila Rauten", "it lacks the filling"),
    ("to røde grønne tomme romber", "it names two values of colour"),
    ("red1", "could be the letters of one red open diamond (1RED) or the word red: which?"),
    ("2rot", "could be the letters of two red striped ovals (2RTO) or the word rot: which?"),
]


@pytest.mark.parametrize(("text", "said"), WRONG_WORDS)
def test_words_that_are_no_card(text: str, said: str) -> None:
    with pytest.raises(CardError, match=re.escape(said)):
        find_notation().parse(text)


def test_no_word_means_two_things() -> None:
    values = [value for values in PROPERTIES.values() for value in values]
    assert len(values) == len(set(values))
    assert set(SYNONYMS.values()) <= set(values)
    assert not set(SYNONYMS) & set(values)
    assert not FILLERS & (set(values) | set(SYNONYMS))
    for name, letters in LETTERS.items():
        assert len(letters) == len(set(letters)) == len(PROPERTIES[name])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2239", "'2239' is not a card: each digit must be 0, 1 or 2"),
        (
            "122",
            "'122' is not a card: it has 3 digits, and a card of 4 properties has 4; --dimension 3, in Python "
            "find_notation(dimension=3), has such cards",
        ),
        ("12211", "it has 5 digits"),
        ("", "'' is not a card: give 4 digits 0 to 2, letters or words (see `setlab cards`)"),
        ("( , )", "is not a card: give 4 digits"),
        ("banana", "'banana' is not a card: give 4 digits"),
        ("2XSD", "'X' is no colour, the letters are G, P, R"),
        ("2PTX", "'X' is no shape, the letters are O, D, S"),
        ("2 purple diamonds", "it lacks the filling; add hollow or striped or full"),
        ("2 red purple striped diamonds", "it names two values of colour; give one"),
        ("2 pink striped diamonds", "'pink' is no colour of this deck; say green or purple or red"),
        ("2 purple striped diamonds on white", "'white' is a background, and a card of 4 properties has"),
        ("１２２１", "is not a card"),
        ("\x00\ud800\xff", "'\\x00\\ud800\\xff' is not a card"),
        ("9" * 10_000, "it has 10000 digits"),
    ],
)
def test_what_is_not_a_card(text: str, message: str) -> None:
    with pytest.raises(CardError) as caught:
        find_notation("thesis").parse(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 200
    assert str(caught.value).isprintable()


@given(st.text())
def test_garbage_is_refused_and_never_crashes(text: str) -> None:
    try:
        card = find_notation("thesis").parse(text)
    except CardError as error:
        message = str(error)
    else:
        assert card in Space(4)
        message = ""
    assert message.isprintable()


def test_a_set_of_words_is_not_read_as_letters() -> None:
    """'1 red' has four characters without the blank, and 1, R, E, D are letters: it is not a card."""
    with pytest.raises(CardError, match="lacks the filling"):
        find_notation("thesis").parse("1 red")
    assert find_notation("thesis").parse("1red") == find_notation("thesis").parse("1 red empty diamond")


def test_what_is_not_a_notation() -> None:
    with pytest.raises(SpecError, match=f"'x' is not a notation: choose {join_names(NOTATIONS)}"):
        find_notation("x")
    with pytest.raises(SpecError, match="names end at 5 values"):
        find_notation("thesis", 2, 7).name(3)
    with pytest.raises(SpecError, match="name different properties in 2 dimensions"):
        find_notation("thesis", 2).convert(3, find_notation("endgame", 2))
    with pytest.raises(CardError, match="'1RFD' is there twice"):
        find_notation("thesis").parse_all(["1221", "1RFD"])


def test_a_notation_is_a_value() -> None:
    assert find_notation("thesis") == find_notation("thesis", 4, 3)
    assert isinstance(find_notation(), Notation)
    assert str(find_notation()) == DEFAULT == "standard"


@pytest.mark.parametrize(
    ("code", "question"),
    [
        ("2RHO", "two red striped ovals (2RTO) or two red open ovals (2REO): which?"),
        ("2RSS", "two red solid squiggles (2RFS) or two red striped squiggles (2RTS): which?"),
        ("1ROS", "one red solid oval (1RFO) or one red striped oval (1RTO) or one red open squiggle (1RES): which?"),
        ("3psd", "three purple solid diamonds (3PFD) or three purple striped diamonds (3PTD): which?"),
    ],
)
def test_a_code_that_could_mean_two_cards_is_refused_with_a_question(code: str, question: str) -> None:
    with pytest.raises(CardError) as caught:
        find_notation().parse(code)
    assert set(re.findall(r"\((\w+)\)", question)) == set(re.findall(r"\((\w+)\)", str(caught.value)))
    assert str(caught.value).startswith(f"{code!r} could mean ")
    assert question.startswith("one") or question in str(caught.value)


def test_a_code_in_another_order_is_read_where_it_has_one_meaning() -> None:
    here = find_notation()
    for code in ("2RTO", "2ROT", "R2TO", "otr2"):
        assert here.name(here.parse(code)) == "two red striped ovals"
    for code in ("1ROD", "1RDO", "1RDE", "1RED"):
        assert here.name(here.parse(code)) == "one red open diamond"


@pytest.mark.parametrize("n", [3, 4, 5])
def test_no_code_is_read_as_a_card_that_its_letters_deny(n: int) -> None:
    """Brute force over all codes of four letters: a code that is read has exactly one meaning, or is documented."""
    here = find_notation(n=n)
    meanings: dict[str, set[int]] = defaultdict(set)
    for card in here.deck:
        face = here.face(card)
        letters = [[c for c in "12345RGPKBFTENCODSAHW" if value in values_of(name, c)] for name, value in face.items()]
        for choice in product(*letters):
            for order in permutations(choice):
                meanings["".join(order)].add(card)
    documented = {here.letters(card): card for card in here.deck}
    assert len(documented) == len(here.deck)
    for code in sorted(meanings)[:: 1 if n == 3 else 17]:
        if code in documented:
            assert here.parse(code) == documented[code]
        elif len(meanings[code]) == 1:
            assert {here.parse(code)} == meanings[code]
        else:
            with pytest.raises(CardError, match=r"could mean|each digit|is not a card"):
                here.parse(code)


@pytest.mark.parametrize("name", NOTATIONS)
def test_the_symbols_that_are_printed_are_read(name: str) -> None:
    here = find_notation(name)
    for card in here.deck:
        assert here.parse(symbol_text(here.face(card), "mono")) == card
        assert here.parse(symbol_text(here.face(card), "plain")) == card
    with pytest.raises(CardError, match="lacks the colour; add"):
        here.parse("◈◈")
    with pytest.raises(CardError, match="equal signs"):
        here.parse("◈◆R")


@pytest.mark.parametrize("name", NOTATIONS)
@pytest.mark.parametrize("d", [1, 2, 3, 5])
@pytest.mark.parametrize("n", [3, 5])
def test_rows_of_symbols_and_names_are_read_in_every_deck(name: str, d: int, n: int) -> None:
    here = find_notation(name, d, n)
    cards = list(here.deck)[:: max(1, n**d // 20)]
    for style in ("plain", "mono"):
        assert here.parse_all("  ".join(symbol_text(here.face(card), style) for card in cards)) == cards
    for separator in (", ", " ", "\n"):
        assert here.parse_all(separator.join(map(here.name, cards))) == cards


def test_the_standard_words_never_mix_words_and_digits() -> None:
    words = [word for p in find_notation(n=5).properties for word in p.words]
    assert words == [word for word in words if word.isalpha()]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("0000, 0001,0002", ["0000", "0001", "0002"]),
        ("1RFO 1RFD;1RFS", ["0000", "0001", "0002"]),
        ('"one red solid oval" "one red solid diamond"', ["0000", "0001"]),
        ("“one red solid oval”, ‘one red solid diamond’", ["0000", "0001"]),
        ("one-red-solid-oval one-red-solid-diamond", ["0000", "0001"]),
        ("one red solid oval one red solid diamond 0002", ["0000", "0001", "0002"]),
        ("1 red solid oval, 1 red solid diamond", ["0000", "0001"]),
        ("ovals, three, open, red\n0002  # the last\n# nothing\n", ["2020", "0002"]),
        ("(0,0,0,0) (0, 0, 0, 1) [0 0 0 2]", ["0000", "0001", "0002"]),
        ("0 0 0 0", ["0000"]),
        ("0,0,0,0,0,0,0,1", ["0000", "0001"]),
        ("●R ◆R, ≋R", ["0000", "0001", "0002"]),
        ("a card with two green striped ovals and one red solid oval", ["1110", "0000"]),
        ("  \n # only a comment", []),
    ],
)
def test_several_cards_as_people_type_them(text: str, cards: list[str]) -> None:
    here = find_notation()
    assert [here.digits(card) for card in here.parse_all(text)] == cards


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("two red solid sqiggles", "'sqiggles' is not a word for a card; did you mean squiggles?"),
        ("two purpel solid ovals", "did you mean purple?"),
        ("two red stripd ovals", "did you mean striped?"),
        ("two red solid ovals one green open", "'one green open' is not a card: it lacks the shape"),
        ("two red ovals one green open oval", "'two red ovals' is not a card: it lacks the filling"),
        ("0000 0001 0000", "'0000' is there twice"),
        ("0000 00012", "'00012' is not a card: it has 5 digits"),
    ],
)
def test_what_several_cards_are_told(text: str, message: str) -> None:
    with pytest.raises(CardError) as caught:
        find_notation().parse_all(text)
    assert message in str(caught.value)


@given(st.lists(st.integers(0, 80), unique=True, max_size=12), st.sampled_from(NOTATIONS), st.data())
def test_any_mixture_of_forms_parses_back(cards: list[int], name: str, data: st.DataObject) -> None:
    here = find_notation(name)
    forms = (here.digits, here.letters, here.name, lambda card: symbol_text(here.face(card), "mono"))
    texts = [data.draw(st.sampled_from(forms))(card) for card in cards]
    separator = data.draw(st.sampled_from([", ", "; ", "\n", "  # comment\n", " "]))
    assert here.parse_all(separator.join(texts)) == cards


@given(st.text())
def test_any_text_is_cards_or_gets_a_message(text: str) -> None:
    cards, message = [], ""
    try:
        cards = find_notation().parse_all(text)
    except CardError as error:
        message = str(error)
    assert message.isprintable()
    assert len(set(cards)) == len(cards)


WRONG_TABLES = [
    (("filling", "solid striped opne"), "'opne' is not a word for a filling: did you mean open?"),
    (("filling", "solid striped red"), "'red' is not a word for a filling: choose solid, striped"),
    (("filling", "solid full open"), "the filling solid is there twice, as solid and full"),
    (("fill", "solid striped open"), "'fill' is not a property: did you mean filling?"),
]


@pytest.mark.parametrize(("wrong", "said"), WRONG_TABLES, ids=lambda value: str(value)[:30])
def test_a_notation_with_a_wrong_word_says_which(
    wrong: tuple[str, str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, colour, shape = ("number", "1 2 3"), ("colour", "red green purple"), ("shape", "oval diamond squiggle")
    monkeypatch.setitem(TABLES, f"wrong {said}", NotationTable("nowhere", 0, (number, colour, wrong, shape)))
    with pytest.raises(SpecError, match=re.escape(f"' of setlab/notation/notations.toml: {said}")):
        find_notation(f"wrong {said}")


def test_a_notation_may_begin_with_any_property(monkeypatch: pytest.MonkeyPatch) -> None:
    words = (("shape", "wave lozenge oval"), ("number", "1 2 3"), ("colour", "red green violet"))
    monkeypatch.setitem(
        TABLES, "shapes first", NotationTable("nowhere", 1, (*words, ("filling", "empty hatched full")))
    )
    for d, n in ((1, 3), (1, 5), (2, 3), (2, 4), (4, 3)):
        here = find_notation("shapes first", d, n)
        for card in here.deck:
            assert here.parse(here.letters(card)) == here.parse(here.letters(card).lower()) == card
            assert here.parse(here.name(card)) == card


def test_a_notation_may_have_words_of_any_language(monkeypatch: pytest.MonkeyPatch) -> None:
    words = (("number", "eins zwei drei"), ("colour", "rot grün lila"), ("filling", "voll gestreift leer"))
    monkeypatch.setitem(TABLES, "German", NotationTable("nowhere", 0, (*words, ("shape", "Oval Raute Welle"))))
    german = find_notation("German")
    assert german.face(40) == find_notation().face(40)
    assert [german.parse(german.name(card)) for card in german.deck] == list(range(81))


def test_a_property_of_ones_own_has_known_values() -> None:
    with pytest.raises(SpecError, match="'mauve' is not a word for a colour"):
        Property("colour", ("red", "mauve"), ("red", "mauve"))
    with pytest.raises(SpecError, match="the colour has 2 values and 1 words"):
        Property("colour", ("red", "green"), ("red",))
