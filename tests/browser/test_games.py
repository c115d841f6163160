"""The other games in the browser: find all, chain, UltraSET, team SET, calling, voting, the clock."""

from itertools import combinations, permutations

from playwright.sync_api import expect

from setlab.geometry import Deck, Space
from setlab.rooms import GAMES, find_game
from tests.browser.conftest import Visit
from tests.browser.people import NO_PAGE, Person, first_set, not_a_set
from tests.web.serving import Serving


def table_of(visit: Visit, site: Serving, game: str, *names: str, **options: object) -> list[Person]:
    """People in a room of a game that has started; the first is the host."""
    room, token = site.open_room(game, **options)
    people = [visit(NO_PAGE, name) for name in names]
    for i, person in enumerate(people):
        person.take_seat(site, room, None if i else token)
    people[0].start()
    for person in people:
        person.until("playing")
    return people


def test_find_all_together(visit: Visit, site: Serving) -> None:
    mira, jonas = table_of(visit, site, "find-all", "Mira", "Jonas", sets=3)
    sets = Deck(4).sets(mira.cards)
    assert len(sets) == 3
    mira.click_cards(sets[0])
    mira.hear("You found a SET.")
    expect(jonas.page.locator("#log li:not(.missing)")).to_have_count(1)
    expect(jonas.page.locator("#log li.missing")).to_have_count(2)
    expect(jonas.page.locator("#deck")).to_have_text("1/3 found")
    expect(jonas.page.locator("#players [data-state=right]")).to_have_count(1)
    mira.wait_for("() => !document.querySelector('#cards [data-state]')")
    mira.click_cards(sets[0])
    mira.hear("This SET was already found.")
    mira.picture("find-all")
    jonas.wait_for("() => !document.querySelector('#cards [data-state]')")
    jonas.click_cards(sets[1])
    jonas.hear("You found a SET.")
    jonas.wait_for("() => !document.querySelector('#cards [data-state]')")
    jonas.click_cards(sets[2])
    expect(jonas.page.locator(".result h2")).to_have_text("You win with 2 SETs")
    expect(mira.page.locator(".result h2")).to_have_text("Jonas wins with 2 SETs")


CLICK = "(cards) => cards.forEach((card) => document.querySelector(`#cards [data-card='${card}']`).click())"
"""A function that clicks on cards one after the other, without a moment in between."""

CLICK_WHEN_MARKED = f"""(cards) => {{
  const observer = new MutationObserver(() => {{
    if (!document.querySelector("#cards [data-state=right]")) return;
    observer.disconnect();
    ({CLICK})(cards);
  }});
  observer.observe(document.getElementById("cards"), {{ attributes: true, subtree: true }});
}}"""
"""A function that clicks on cards as soon as a find is marked."""


def test_the_cards_of_a_find_can_be_chosen_at_once(visit: Visit, site: Serving) -> None:
    mira, jonas = table_of(visit, site, "find-all", "Mira", "Jonas", puzzle="2025-03-01-advanced")
    one, other, third, fourth = next(
        (a, b, c, d)
        for a, b, c, d in permutations(Deck(4).sets(mira.cards), 4)
        if set(a) & set(b) and set(c) & set(d) and set(d[:2]) & {*a, *b}
    )
    jonas.click_cards(fourth[:2])
    mira.page.evaluate(CLICK, [*one, *other])  # while the answer is on its way
    expect(mira.page.locator("#deck")).to_have_text("2/6 found")
    mira.wait_for("() => !document.querySelector('#cards [data-state]')")
    mira.page.evaluate(CLICK_WHEN_MARKED, third)  # while another find is marked
    jonas.click_cards(fourth[2:])  # the finds of others have left the cards that were chosen
    expect(mira.page.locator("#deck")).to_have_text("4/6 found")
    assert (mira.score("Mira"), mira.score("Jonas")) == (3, 1)


def test_find_all_on_an_own_copy_hides_what_others_find(visit: Visit, site: Serving) -> None:
    mira, jonas = table_of(visit, site, "find-all", "Mira", "Jonas", sets=2, together=False)
    first, second = Deck(4).sets(mira.cards)
    mira.click_cards(first)
    mira.hear("You found a SET.")
    jonas.hear("Mira found a SET.")
    expect(jonas.page.locator("#cards [data-state=right]")).to_have_count(0)
    expect(jonas.page.locator("#log li.missing")).to_have_count(2)
    jonas.click_cards(first)
    jonas.hear("You found a SET.")
    mira.click_cards(second)
    mira.page.click("#host-button")
    mira.page.get_by_role("button", name="End the round").click()
    mira.page.click("#review")
    expect(mira.page.locator("#facts")).to_contain_text("3 of 4 finds")


def test_chain_takes_one_card_of_the_last_set(visit: Visit, site: Serving) -> None:
    (mira,) = table_of(visit, site, "chain", "Mira", more="auto")
    first = first_set(mira.cards)
    assert first is not None
    mira.click_cards(first)
    expect(mira.page.locator("#chain-cards [data-card]")).to_have_count(3)
    mira.wait_for("() => !document.querySelector('#cards [data-state]')")
    space, cards = Space(4), mira.cards
    link, one, other = next(
        (link, a, b) for link in first for a, b in combinations(cards, 2) if space.third(a, b) == link
    )
    mira.page.click(f'#chain-cards [data-card="{link}"]')
    mira.click_cards((one, other))
    mira.wait_for("(n) => document.querySelector('.player[data-you] .score').textContent === n", "2")
    shown = mira.page.locator("#chain-cards [data-card]").evaluate_all("all => all.map((c) => Number(c.dataset.card))")
    assert set(shown) <= {link, one, other} | set(first)
    mira.picture("chain")


def test_ultra_set_takes_four_cards(visit: Visit, site: Serving) -> None:
    (mira,) = table_of(visit, site, "ultra", "Mira", more="auto")
    space = Space(4)
    four = next(
        (*one, *other)
        for one, other in combinations(combinations(mira.cards, 2), 2)
        if space.third(*one) == space.third(*other) and not set(one) & set(other)
    )
    mira.click_cards(four[:3])
    expect(mira.page.locator("#say")).to_contain_text("3 of 4")
    mira.click_cards(four[3:])
    mira.hear("You found a SET.")
    assert mira.score("Mira") == 1


def test_team_set_is_pointed_at_by_different_people(visit: Visit, site: Serving) -> None:
    people = table_of(visit, site, "team", "Mira", "Jonas", "Ada", "Tomasz", more="auto")
    mira, jonas, ada, _ = people
    expect(mira.page.locator(".player")).to_have_count(2)
    three = first_set(mira.cards)
    assert three is not None
    mira.click_cards(three[:1])  # Mira and Ada are in one team, Jonas and Tomasz in the other
    ada.hear("Mira pointed at a card.")
    expect(ada.page.locator("#cards [data-state=point]")).to_have_attribute("data-flag", "Mira")
    mira.click_cards(three[1:2])
    mira.hear("The next card is for somebody else.")
    ada.click_cards(three[1:2])
    mira.hear("Ada pointed at a card.")
    mira.picture("team")
    mira.click_cards(three[2:])
    jonas.hear("found a SET.")
    expect(mira.page.locator(".player[data-you] .score")).to_have_text("1")


def test_teams_are_chosen_while_waiting(visit: Visit, site: Serving) -> None:
    room, token = site.open_room("team", teams=3)
    mira, jonas = visit(NO_PAGE, "Mira"), visit(NO_PAGE, "Jonas")
    mira.take_seat(site, room, token)
    jonas.take_seat(site, room)
    jonas.page.click("#team-3")
    expect(jonas.page.locator("#team-3")).to_have_attribute("aria-pressed", "true")
    expect(mira.page.locator("#team-3")).to_contain_text("Jonas")
    expect(jonas.page.locator("#team-3")).to_be_focused()


def test_a_call_makes_the_table_somebodys_until_it_runs_out(visit: Visit, site: Serving) -> None:
    mira, jonas = table_of(visit, site, "standard", "Mira", "Jonas", call=True)
    called = "() => document.querySelector('#cards').classList.contains('locked')"
    jonas.page.evaluate(
        """() => new MutationObserver(() => {
          const cards = document.getElementById('cards');
          if (!cards.classList.contains('locked') || window.seen) return;
          document.querySelector('#cards .card').click();
          window.seen = {
            call: document.getElementById('call').disabled,
            pressed: document.querySelectorAll('#cards [aria-pressed=true]').length,
          };
        }).observe(document.getElementById('say'), { childList: true })"""
    )
    mira.page.click("#call")
    jonas.wait_for("() => window.seen")
    assert jonas.page.evaluate("window.seen") == {"call": True, "pressed": 0}
    jonas.hear("Mira ran out of time.")
    assert not jonas.page.evaluate(called)
    expect(jonas.page.locator("#call")).to_be_enabled()


def test_players_vote_for_more_cards(visit: Visit, site: Serving) -> None:
    mira, jonas = table_of(visit, site, "standard", "Mira", "Jonas", more="vote")
    mira.page.click("#none")
    jonas.hear("Mira sees no SET.")
    expect(jonas.page.locator("#votes")).to_have_text("1 of 2")
    jonas.page.click("#none")
    expect(mira.page.locator("#cards [data-card]")).to_have_count(15)


def test_quiet_rooms_show_no_ranking(visit: Visit, site: Serving) -> None:
    mira, jonas = table_of(visit, site, "find-all", "Mira", "Jonas", sets=1, quiet=True)
    expect(mira.page.locator(".player:not([data-you]) .score")).to_have_text("")
    (three,) = Deck(4).sets(jonas.cards)
    jonas.click_cards(three)
    expect(mira.page.locator(".result h2")).to_have_text("One SET found together")


def test_every_answer_that_the_page_offers_is_accepted(visit: Visit) -> None:
    """Each game with its first answers, and with each other answer to each question."""
    mira = visit("/new")
    offered = mira.run(
        "games",
        """({ GAMES, mainOptions, moreOptions }) => GAMES.map(({ game }) => {
          const options = [...mainOptions(game), ...moreOptions(game)];
          return [game, options.map(({ name, choices, first }) => [name, choices, first])];
        })""",
    )
    assert {game for game, _ in offered} == set(GAMES)
    for game, options in offered:
        usual = {name: first for name, _, first in options}
        for name, choices, _ in options:
            for choice in choices:
                read = find_game(game).read(usual | {name: choice})  # as the server reads them, or an error
                assert read[name] == choice, (game, name)


def test_a_penalty_is_seen_until_it_is_over(visit: Visit, site: Serving) -> None:
    room, token = site.open_room("standard", penalty=30)
    mira = visit(NO_PAGE)
    mira.page.clock.install()
    mira.take_seat(site, room, token)
    mira.start()
    mira.click_cards(not_a_set(mira.cards))
    mira.hear("Wait 30 more seconds.")
    marked = mira.page.locator("#cards [data-state=wrong]")
    mira.page.clock.fast_forward(15_000)
    expect(mira.page.locator("#penalty")).to_be_visible()
    expect(marked).to_have_count(3)
    expect(mira.page.locator("#say")).to_contain_text("more seconds.")
    mira.picture("penalty")
    mira.page.clock.fast_forward(16_000)
    expect(marked).to_have_count(0)
