"""Two against two and three against three: partners sit at every second seat."""

import random
from typing import Any

import pytest

from gamenight.core.errors import BadOptions
from gamenight.core.match import Match
from gamenight.core.model import Forfeit, PlayerId, seat
from gamenight.core.ranking import sides_of
from gamenight.games.durak import GAME
from gamenight.games.durak.state import DurakOptions
from gamenight.looks.texts import texts_of
from tests.games.durak.bouts import asked, deck, do, legal, position, ranking, refusal, table
from tests.games.durak.test_play import assert_sound

PAIRS: dict[str, Any] = {"trump": "S", "teams": "2v2"}
TRIOS: dict[str, Any] = {"trump": "S", "teams": "3v3"}


def test_partners_sit_at_every_second_seat():
    assert sides_of(GAME, 4, DurakOptions(teams="2v2")) == (("p0", "p2"), ("p1", "p3"))
    assert sides_of(GAME, 6, DurakOptions(teams="3v3")) == (("p0", "p2", "p4"), ("p1", "p3", "p5"))
    assert len(sides_of(GAME, 4, DurakOptions())) == 4


@pytest.mark.parametrize(
    "teams, players, why",
    [
        ("2v2", 3, "2v2 needs 4 players, not 3."),
        ("2v2", 6, "2v2 needs 4 players, not 6."),
        ("3v3", 4, "3v3 needs 6 players, not 4."),
    ],
)
def test_teams_need_their_number_of_players(teams, players, why):
    with pytest.raises(BadOptions) as refused:
        Match.start("durak", players, options={"teams": teams})
    assert why in texts_of(GAME).tell(refused.value.words)


def test_only_opponents_of_the_defender_throw_in():
    match = position("7C TD | TC 9C AS | 7D 8D | 7H 9D", "7C TC", **PAIRS)
    assert asked(match) == "throw_in 0 2"
    assert legal(match, 2) == {"7D", "done"}
    assert refusal(match, 3, "throw_in", card="7H") == "not_your_turn"


def test_of_three_against_three_all_opponents_throw_in_after_the_attacker():
    match = position("7C | TC AS KS | 7D | 7H | TD | 6H", "7C TC", attacker=0, **TRIOS)
    assert asked(match) == "throw_in 2 4"
    do(match, "2+7D,4+TD")
    assert table(match).piles["attacks"] == ("7C", "7D")


def test_who_attacks_the_next_opponent_with_cards_passes_over_partners():
    match = position("7C 9C | | 8D 8C | 6D 6H", **PAIRS)
    assert (asked(match), table(match).rules.defender) == ("attack 0", 3)


def test_after_beating_off_the_defender_attacks_the_next_opponent():
    match = position("7C 9C | TC AS | 6D 6H | 6S 7S", "7C TC -", **PAIRS)
    assert (asked(match), table(match).rules.defender) == ("attack 1", 2)


def test_after_a_take_the_opponent_to_the_left_attacks():
    match = position("7C 9C | TD AD | 6D 6H | 6S 7S", "7C take -", **PAIRS)
    assert (asked(match), table(match).rules.defender) == ("attack 2", 3)


def test_after_a_take_a_partner_attacks_where_the_opponent_to_the_left_is_out():
    match = position("7C 9C | TD AD | | 6S 7S", "7C take -", **PAIRS)
    assert (asked(match), table(match).rules.defender) == ("attack 3", 0)


def test_an_attack_is_passed_on_to_the_next_opponent():
    match = position("7C 9C 9D KC KD | 7D TC | | 6H 6D", "7C >7D", passing=True, **PAIRS)
    rules = table(match).rules
    assert (rules.attacker, rules.defender, asked(match)) == (1, 0, "defend 0")
    do(match, "9C/7C 9D/7D")
    assert asked(match) == "throw_in 1 3"


def test_the_first_attacker_may_not_throw_in_once_a_partner_defends():
    match = position("7C 8H | 7D TC | 8C 8D KS | 6H 8S", "7C >7D 8C/7C 8D", passing=True, **PAIRS)
    assert (table(match).rules.defender, asked(match)) == (2, "throw_in 1 3")


def test_the_first_team_without_cards_wins_and_all_of_the_other_lose():
    match = position("7C | TD 9D | | 6H KD", "7C take", **PAIRS)
    assert match.scores == {"p0": 0, "p1": 1, "p2": 0, "p3": 1}
    assert ranking(match) == "0 2, 1 3"
    assert [side for place in match.result.ranking for side in place] == [("p0", "p2"), ("p1", "p3")]


def test_a_team_plays_on_while_one_of_it_has_cards():
    match = position("7C | TD 9D | 8H | 6H KD", "7C take -", **PAIRS)
    assert not match.is_over
    assert (asked(match), table(match).rules.defender) == ("attack 2", 3)
    assert table(match).rules.places == (0,)


def test_the_team_that_beats_the_last_attack_with_its_last_card_wins():
    match = position("7C 9C | TC | 8D | ", "7C TC", **PAIRS)
    assert match.scores == {"p0": 1, "p1": 0, "p2": 1, "p3": 0}
    assert ranking(match) == "1 3, 0 2"


def test_teams_that_play_their_last_cards_in_the_same_bout_draw():
    match = position("7C | TC | | ", "7C TC", **PAIRS)
    assert match.result.is_draw
    assert set(match.scores.values()) == {0}


@pytest.mark.parametrize(
    "hands, moves, fool",
    [
        ("7C | TD 9D | | 6H", "7C take", 1),
        ("7C | TD | | 6H 7H 8H", "7C take", 3),
        ("7C | TD | | 6H 7H", "7C take", 3),
    ],
)
def test_the_loser_with_the_most_cards_deals_next_and_among_equals_the_next_to_attack(hands, moves, fool):
    match = position(hands, moves, deals=2, then=(deck("6D | 7D | 8D | 9D", "AD", dealer=fool),), **PAIRS)
    assert (table(match).deal, table(match).dealer) == (2, fool)
    assert asked(match) == f"attack {(fool + 1) % 4}"


def test_the_fool_of_a_team_may_be_attacked_first():
    match = position("7C | TD | | 6H 7H 8H", "7C take", deals=2, next_attack="attack_the_fool", **PAIRS)
    assert (asked(match), table(match).rules.defender) == ("attack 2", 3)


def test_the_team_of_a_player_who_leaves_loses():
    match = position("7C 9C | TC 9D | 6D 8D | 6H 8H", **PAIRS)
    match.submit(Forfeit(seat(1)))
    assert ranking(match) == "0 2, 1 3"


@pytest.mark.parametrize("players, teams", [(4, "2v2"), (6, "3v3")])
@pytest.mark.parametrize("passing", [False, True])
def test_random_matches_of_teams_end_with_one_team_that_lost_or_none(players, teams, passing):
    for number in range(5):
        options = {"teams": teams, "passing": passing, "deals": 2}
        match, chance = Match.start("durak", players, seed=f"teams {number}", options=options), random.Random(number)
        while not match.is_over:
            assert_sound(match)
            assert all((seat - table(match).rules.attacker) % 2 == 0 for seat in _attacking(match))
            match.act(chance.choice(match.legal_actions(chance.choice(match.to_act))))
        assert all(
            match.scores[PlayerId(f"p{seat}")] == match.scores[PlayerId(f"p{seat % 2}")] for seat in range(players)
        )
        assert sum(match.scores.values()) <= 2 * players // 2


def _attacking(match: Match) -> tuple[int, ...]:
    return table(match).asked if table(match).phase in ("attack", "throw_in") else ()
