"""Single cards that lie face up, or turned, in a pile: who sees them, and what is known when others move."""

from msgspec.structs import replace

from gamenight import Match
from gamenight.cards import DECK, MoveCards, RuleOut, Table, TurnCards
from gamenight.cards.applying import apply
from gamenight.core.rng import Rng
from gamenight.games.crazy_eights import GAME


def dealt() -> Table:
    table: Table = Match.start(GAME, 3, seed=1).state.game_data
    return table


def test_nobody_is_told_how_a_card_lies_that_they_do_not_see():
    table = dealt()
    own, other, top = table.hand(0)[0], table.hand(1)[0], table.piles["pile"][-1]
    turned = replace(table, rotations=dict.fromkeys((own, other, top), 90))
    assert GAME.get_player_view(turned, "p0").rotations == {own: 90, top: 90}


def test_a_card_that_comes_unseen_may_be_one_that_was_ruled_out():
    table, piles = dealt(), GAME.pile_set(3)
    *_, drawn, shown = table.piles[DECK]
    events = (RuleOut("hand/1", (drawn,)), TurnCards(DECK, (shown,), is_up=True), MoveCards(DECK, "hand/1", (drawn,)))
    for event in events:
        table = apply(table, event, piles, Rng("00" * 16))
    assert [GAME.contradiction(table, viewer) for viewer in ("p0", "p1", "p2", None)] == [None] * 4
