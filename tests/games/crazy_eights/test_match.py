"""Whole matches: the deal, the points of a hand, options, chance."""

import msgspec
import pytest

from gamenight import Match
from gamenight.cards import FRENCH, without
from gamenight.core.errors import BadOptions
from gamenight.core.model import PlayerId
from gamenight.core.rng import Rng
from gamenight.games.crazy_eights import GAME
from gamenight.games.crazy_eights.rules import hand_value
from gamenight.looks.texts import texts_of
from tests.games.crazy_eights.positions import cards, notation, play, position, told


def fixed(top: str, players: int = 2, packs: int = 1, **options) -> Match:
    """A match with these cards on top of the deck, in which the first seat begins."""
    deck = " ".join((*cards(top), *without(FRENCH * packs, cards(top))))
    options = {"decks": [deck], "packs": packs, "first_dealer": players - 1, **options}
    return Match.start("crazy_eights", players, seed=1, options=options)


def piles(match: Match) -> dict[str, tuple[str, ...]]:
    return match.state.game_data.piles


def moves(match: Match) -> set[str]:
    return {notation(action) for action in match.legal_actions(match.to_act[0])}


HANDS = "2C 2D 3C 3D 4C 4D 5C 5D 6C 6D 7C 7D 9C 9D"


@pytest.mark.parametrize("players, each, whole", [(2, 7, 52), (3, 5, 52), (4, 5, 52), (5, 5, 104), (7, 5, 104)])
def test_the_number_of_cards_depends_on_the_number_of_players(players, each, whole):
    match = Match.start("crazy_eights", players, seed=2, options={"starter_eight": "bury"})
    assert [len(piles(match)[f"hand/{seat}"]) for seat in range(players)] == [each] * players
    assert len(piles(match)["pile"]) == 1
    assert len(piles(match)["deck"]) == whole - each * players - 1


def test_the_player_left_of_the_dealer_begins():
    match = fixed(f"{HANDS} KH")
    assert match.to_act == ("p0",)
    assert piles(match)["hand/0"][::-1] == cards("2C 3C 4C 5C 6C 7C 9C")
    assert piles(match)["pile"] == cards("KH")


def test_the_dealer_names_the_suit_of_an_eight_that_starts():
    match = fixed(f"{HANDS} 8H")
    assert match.to_act == ("p1",)
    assert match.state.phase.name == "name_suit"
    match.act(match.legal_actions("p1")[1])
    assert match.to_act == ("p0",)
    assert match.state.game_data.rules.named == "D"
    assert moves(match) == {"draw"}


def test_a_buried_eight_goes_back_into_the_stock():
    match = fixed(f"{HANDS} 8H 8S TC", starter_eight="bury")
    assert piles(match)["pile"] == cards("TC")
    assert {"8H", "8S"} <= set(piles(match)["deck"])
    assert match.to_act == ("p0",)


@pytest.mark.parametrize("starter, asked", [("QH", "p1"), ("AH", "p1"), ("2H", "p0"), ("KH", "p0")])
def test_a_special_card_that_starts_counts_as_the_dealers(starter, asked):
    match = fixed(f"{HANDS.replace('2D', 'JD')} {starter}", specials=True)
    assert match.to_act == (asked,)
    assert match.state.game_data.rules.penalty == (2 if starter == "2H" else 0)


def test_the_points_of_a_hand():
    assert hand_value(cards("8C KD AS 5H")) == 66
    assert hand_value(cards("TC JC QC 2C")) == 32


def test_the_winner_of_a_hand_collects_what_the_others_hold():
    after = play(position("7C", "8C KD AS 5H", "2C 3C", pile="7H", stock="4D"), "7C")
    assert after.totals == (71, 0, 0)
    assert after.is_over
    assert after.tie_break == (0, -66, -5)


def test_a_blocked_hand_goes_to_the_lowest():
    after = play(position("7C", "5C", "9C TC", pile="KH"), "pass pass pass")
    assert after.totals == (0, 26, 0)


def test_equally_low_hands_share_the_win():
    after = play(position("5D", "5C", "9C TC", pile="KH"), "pass pass pass")
    assert after.totals == (19, 19, 0)


def test_all_hands_are_shown_at_the_end():
    match = fixed(f"{HANDS} KH", most_plays=1, draw="up_to_five")
    rng = Rng("ab" * 16, ())
    while not match.is_over:
        match.act(match.legal_actions(match.to_act[0]).choice(rng))
    assert match.view("p0").game_data.hand(1) == piles(match)["hand/1"]
    assert len(told(match.events, "game.holds")) == 2


def test_a_match_for_points_continues_until_a_player_has_them():
    table = position("7C", "8C KD AS 5H", pile="7H", stock="4D", match="target", target=70)
    assert not play(table, "7C").is_over
    assert play(position("7C", "8C KD AS 5H", pile="7H", stock="4D", match="target", target=66), "7C").is_over


def test_two_copies_of_a_card_are_drawn_one_after_the_other():
    hands = "2C 2D 3C 3D 4C 4D 5C 5D 6C 6D 7C 7D 9C 9D"
    match = fixed(f"{hands} KH TS JS TS QS", packs=2, draw="up_to_five")
    act(match, "draw", "draw", "draw", "draw")
    assert piles(match)["hand/0"][-4:] == cards("TS JS TS QS")


OPTIONS = {
    "draw": ("one_end", "one_play", "until_playable", "up_to_five"),
    "starter_eight": ("dealer_names", "bury"),
    "reshuffle": (True, True, False),
    "specials": (False, True),
    "announce_last": (True, False),
    "block": ("all_pass", "first_passes_again"),
    "two_player_ace": ("skip", "plain"),
    "packs": (0, 0, 1, 2),
    "match": ("single_hand",) * 4 + ("target",),
}


def random_match(number: int) -> Match:
    """A random match to its end; after every action all cards are somewhere, and somebody has something to do."""
    rng = Rng("ef" * 16, (number,))
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    match = Match.start("crazy_eights", 2 + number % 6, seed=number, options=options)
    whole = sorted(card for pile in piles(match).values() for card in pile)
    assert len(whole) in (52, 104)
    while not match.is_over:
        listed = match.legal_actions(match.to_act[0])
        assert listed
        match.act(listed.choice(rng))
        assert sorted(card for pile in piles(match).values() for card in pile) == whole
    return match


@pytest.mark.parametrize("block", range(3))
def test_random_matches_end_and_keep_all_cards(block):
    for number in range(10 * block, 10 * block + 10):
        match = random_match(number)
        table = match.state.game_data
        assert tuple(match.scores[PlayerId(f"p{seat}")] for seat in range(table.players)) == table.totals


def test_cards_that_are_not_shown_are_secret():
    match = Match.start("crazy_eights", 3, seed=4, options={"draw": "up_to_five"})
    rng = Rng("ab" * 16, ())
    for _ in range(40):
        if match.is_over:
            break
        for viewer in ("p0", "p1", "p2", None):
            shown = match.view(viewer).game_data
            seen = {name for name, pile in shown.piles.items() if pile.cards}
            assert seen <= {"pile", f"hand/{viewer[1]}" if viewer else ""}
        match.act(match.legal_actions(match.to_act[0]).choice(rng))


def act(match: Match, *texts: str) -> None:
    for text in texts:
        player = match.to_act[0]
        match.act(next(action for action in match.legal_actions(player) if notation(action) == text))


def test_what_was_shuffled_back_stays_known_to_be_in_the_stock():
    match = fixed(f"{HANDS} KC")
    act(match, "2C", "2D", *["draw"] * 37)
    assert piles(match)["pile"] == cards("2D")
    for viewer in ("p0", "p1", None):
        stock = [belief for belief in match.view(viewer).game_data.known if belief.piles == ("deck",)]
        assert [belief.cards for belief in stock] == [cards("2C KC")], viewer


def test_a_card_drawn_after_a_shuffle_is_in_the_stock_or_in_that_hand():
    match = fixed(f"{HANDS} KC")
    act(match, "2C", "2D", *["draw"] * 38)
    last = f"hand/{1 - int(match.to_act[0][1])}"
    assert {belief.piles for belief in match.view(None).game_data.known if "2C" in belief.cards} == {("deck", last)}


def test_a_fixed_deck_and_a_fixed_reshuffle_stay_secret():
    match = fixed(f"{HANDS} KH", reshuffles=["QS JS"])
    shown = msgspec.json.encode(match.view("p0")).decode()
    assert "reshuffles" not in shown
    assert '"decks"' not in shown
    options = GAME.determinize(match.state.game_data, PlayerId("p0"), Rng("ab" * 16, ())).options
    assert (options.decks, options.reshuffles) == ((), ())


@pytest.mark.parametrize(
    "options",
    [{"first_dealer": 3}, {"draw": "two"}, {"decks": ["QS"]}, {"reshuffles": ["QS", "no card"]}, {"target": 0}],
)
def test_options_that_make_no_sense_are_refused(options):
    with pytest.raises(BadOptions):
        Match.start("crazy_eights", 3, seed=1, options=options)


def test_the_named_suit_and_a_penalty_are_shown_above_the_table():
    match = fixed(f"{HANDS} 8H")
    match.act(match.legal_actions("p1")[2])
    scene = GAME.scene(match.view("p0"))
    assert texts_of(GAME).tell(scene.text) == "Play a card that fits, or draw. The suit is hearts ♥."
    match = fixed(f"{HANDS.replace('2D', 'JD')} 2H", specials=True)
    assert "2 cards to draw" in texts_of(GAME).tell(GAME.scene(match.view(None)).text)


def test_fewer_cards_than_the_others_are_better():
    scores = {"p0": 0.0, "p1": 0.0}
    values = [
        GAME.evaluate(position(hand, "2C 3C", pile="7H"), scores, PlayerId("p0"))  # type: ignore[arg-type]
        for hand in ("4C", "4C 5C", "4C 5C 6C")
    ]
    assert values == sorted(values, reverse=True)
    assert values[1] == 0.5
