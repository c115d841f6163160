"""Class statistics over all rounds of a room."""

from setlab.rooms.review import class_statistics, rounds
from tests.rooms.logs import Log, random_log


def lesson() -> Log:
    """One round: 012 (shape differs) found after 4 s, 0 3 6 (filling differs) broken, 0 40 80 (all differ) broken."""
    log = Log(players=("Ada", "Ben"))
    log.start(0.0, [0, 1, 2, 3, 6, 40, 80, 9, 10, 11])
    log.claim(4.0, 1, [0, 1, 2])
    properties = [{"property": "number", "values": [], "verdict": "neither"},
                  {"property": "colour", "values": [], "verdict": "same"}]  # fmt: skip
    log.add(5.0, "reject", seat=2, cards=[3, 6, 40], why="not-a-set", properties=properties)
    log.add(6.0, "reject", seat=2, cards=[], why="no-set")
    log.claim(10.0, 1, [9, 10, 11])
    log.add(12.0, "over", why="host")
    return log


def test_each_round() -> None:
    (one,) = class_statistics(rounds(lesson().records))["rounds"]
    assert (one["found"], one["players"], one["finders"], one["median"]) == (2, 2, 1, 5.0)
    assert one["wrong"] == {"no-set": 1, "number": 1}


def test_by_the_number_of_properties_that_differ() -> None:
    found = class_statistics(rounds(lesson().records))["differing"]
    assert found == [
        {"differ": 1, "there": 3, "found": 2, "median": 7.0},
        {"differ": 4, "there": 1, "found": 0, "median": None},
    ]


def test_by_property() -> None:
    statistics = class_statistics(rounds(lesson().records))
    number, _colour, filling, shape = statistics["properties"]
    assert (number["property"], number["wrong"], shape["wrong"]) == ("number", 1, 0)
    assert (number["same"]["there"], number["different"]["there"]) == (3, 1)
    assert (shape["same"]["there"], shape["same"]["found"], shape["different"]["found"]) == (1, 0, 2)
    assert filling["different"] == {"there": 2, "found": 0, "median": None}
    assert statistics["no_set"] == 1


def test_opponents_are_left_out() -> None:
    log = Log(players=("Ada",))
    log.add(0.0, "join", seat=2, name="Robot", kind="opponent")
    log.start(0.0, [0, 1, 2, 9, 10, 11])
    log.claim(4.0, 2, [0, 1, 2])
    log.add(5.0, "over", why="host")
    statistics = class_statistics(rounds(log.records))
    assert (statistics["rounds"][0]["found"], statistics["rounds"][0]["players"]) == (0, 1)
    assert statistics["differing"] == [{"differ": 1, "there": 2, "found": 0, "median": None}]


def test_a_round_that_goes_on_is_left_out() -> None:
    log = lesson()
    log.start(100.0, [0, 1, 2])
    assert len(class_statistics(rounds(log.records))["rounds"]) == 1


def test_every_set_there_is_counted_once() -> None:
    log = random_log("standard", 11)
    statistics = class_statistics(rounds(log.records))
    claims = sum(record["event"]["event"] == "claim" for record in log.records)
    assert sum(group["found"] for group in statistics["differing"]) == claims
    for of in statistics["properties"]:
        assert of["same"]["found"] + of["different"]["found"] == claims
        assert of["same"]["there"] + of["different"]["there"] == sum(g["there"] for g in statistics["differing"])


def test_ultrasets_have_no_such_table() -> None:
    statistics = class_statistics(rounds(random_log("ultra", 3).records))
    assert statistics["differing"] == []
    assert statistics["rounds"][0]["found"] > 0


def test_on_own_copies_each_set_is_there_for_everybody() -> None:
    names = tuple(f"P{seat}" for seat in range(1, 29))
    log = Log("find-all", names, cards=9, sets=1, together=False)
    log.start(0.0, [0, 1, 2, 9, 13, 27, 31, 44, 65], sets=1)
    log.claim(4.0, 3, [0, 1, 2])
    log.claim(14.0, 5, [2, 0, 1])
    log.add(15.0, "leave", seat=5)
    log.add(15.0, "leave", seat=6)
    log.add(20.0, "over", why="host")
    statistics = class_statistics(rounds(log.records))
    (one,) = statistics["rounds"]
    assert (one["found"], one["finders"], one["players"], one["median"]) == (2, 2, 27, 9.0)
    assert statistics["differing"] == [{"differ": 1, "there": 27, "found": 2, "median": 9.0}]
    assert [of["different"]["there"] for of in statistics["properties"]] == [0, 0, 0, 27]
