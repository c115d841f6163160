"""The server completes cards without a SET: exactly, and with a sentence where it cannot."""

from setlab.caps import check, complete
from setlab.geometry import Space
from tests.web.serving import Serving

PATH = "/api/explore/cap"
ONES = [card for card in Space(4) if 2 not in Space(4).coordinates(card)]


def test_some_cards_are_completed_to_20(web: Serving) -> None:
    answer = web.post(PATH, {"cards": [0, 1, 3, 9]}).json
    assert answer["exact"]
    assert answer["kept"] == 4
    for found in (answer["cards"], answer["twenty"]):
        assert (len(found), check(found).is_complete) == (20, True)
        assert {0, 1, 3, 9} <= set(found)


def test_the_end_is_told_where_20_are_out_of_reach(web: Serving) -> None:
    answer = web.post(PATH, {"cards": ONES}).json
    assert answer["cards"] == list(complete(ONES).cards) == ONES
    assert answer["exact"]
    assert answer["kept"] == len(set(ONES) & set(answer["twenty"])) < len(ONES)
    assert len(web.post(PATH, {"cards": []}).json["twenty"]) == 20


def test_wrong_cards_are_refused_with_a_sentence(web: Serving) -> None:
    refused = web.post(PATH, {"cards": [5, 0, 1, 2]})
    assert (refused.status, refused.json["code"]) == (409, "not-a-cap")
    assert refused.json["reason"] == "(0, 1, 2) is a SET: remove one of its cards"
    for cards, status in (([3, 3], 409), ([81], 422), ([-1], 422), (list(range(21)), 422), ("0001", 422), ([1.5], 422)):
        answer = web.post(PATH, {"cards": cards})
        assert (answer.status, bool(answer.json["reason"])) == (status, True)
