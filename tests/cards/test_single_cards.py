"""Single cards that are turned up or down in a pile: who sees them, and what viewers know after moves."""

import pytest
from msgspec.structs import replace

from gamenight import Match
from gamenight.cards import (
    DECK,
    AnyCardTable,
    CardEvent,
    CardGame,
    MoveCards,
    NoMemory,
    Pile,
    RuleOut,
    Ruling,
    SetPileVisibility,
    TurnCards,
    ask,
    deal_out,
    hands,
    one_card,
    pile_of,
)
from gamenight.cards.applying import apply
from gamenight.cards.events import BeginDeal
from gamenight.core.errors import PluginError
from gamenight.core.model import PlayerId
from gamenight.core.rng import Rng
from gamenight.games.crazy_eights import GAME
from tests.cards.dealing import start

ANY_CHANCE = Rng("00" * 16)


def dealt() -> AnyCardTable:
    table: AnyCardTable = Match.start(GAME, 3, seed=1).state.game_data
    return table


def test_viewers_do_not_learn_how_an_unseen_card_lies():
    table = dealt()
    own, other, top = table.hand(0)[0], table.hand(1)[0], table.piles["pile"][-1]
    turned = replace(table, rotations=dict.fromkeys((own, other, top), 90))
    assert GAME.get_player_view(turned, PlayerId("p0")).rotations == {own: 90, top: 90}


def test_a_card_that_comes_unseen_may_be_one_that_was_ruled_out():
    table, piles = dealt(), GAME.pile_set(3)
    *_, drawn, shown = table.piles[DECK]
    events = (RuleOut("hand/1", (drawn,)), TurnCards(DECK, (shown,), is_up=True), MoveCards(DECK, "hand/1", (drawn,)))
    for event in events:
        table = apply(table, event, piles, Rng("00" * 16))
    assert [GAME.contradiction(table, PlayerId(viewer)) for viewer in ("p0", "p1", "p2", None)] == [None] * 4


class Hiding(CardGame[NoMemory]):
    """A card of the own open row goes face down to a store; the row may be turned down before."""

    game_id = "hiding"
    display_name = "Hiding"
    piles = (hands(), Pile("row", per_seat=True), Pile("store", sees="nobody"))
    verbs = {"hide": one_card("row")}

    def on_deal(self, table: AnyCardTable) -> Ruling:
        table = yield from deal_out(table, 2, "row")
        yield SetPileVisibility("row/0", "owner")
        yield from ask(0, "hide")

    def on_hide(self, table: AnyCardTable, seat: int, card: str) -> Ruling:
        yield MoveCards(pile_of("row", seat), "store", (card,))
        yield from ask(table.left_of(seat), "hide")


def after(deck: str, *events: CardEvent) -> AnyCardTable:
    """A table of two with this deck, from the bottom card on, after these events."""
    table = start(Hiding(), 2).state.game_data
    for event in (BeginDeal(0, tuple(deck.split())), *events):
        table = apply(table, event, Hiding().pile_set(2), ANY_CHANCE)
    return table


def told_of_hiding(match: Match, viewer: str | None) -> dict[str, object]:
    (event,) = [event for event in match.events if event.event_type == "game.hide"]
    return dict(event.seen_by(PlayerId(viewer)).payload)


def test_a_move_out_of_a_pile_that_was_turned_down_is_shown_only_to_its_owner():
    match = start(Hiding(), 2)
    action = match.legal_actions("p0")[0]
    match.act(action)
    assert told_of_hiding(match, "p0") == {"count": 1, "card": action.payload.card}
    assert told_of_hiding(match, "p1") == told_of_hiding(match, None) == {"count": 1}


def worlds(table: AnyCardTable, viewer: str) -> set[tuple[object, object]]:
    found = [
        Hiding().determinize(table, PlayerId(viewer), Rng("00" * 16, ("world", number))).piles for number in range(50)
    ]
    return {(piles["hand/0"], piles["store"]) for piles in found}


def test_a_card_that_came_openly_after_it_was_ruled_out_may_leave_unseen():
    table = after(
        "7C 6C 4C 3C 2C",
        MoveCards(DECK, "hand/0", ("2C", "3C")),
        MoveCards(DECK, "hand/1", ("4C",)),
        MoveCards(DECK, "row/0", ("6C",)),
        RuleOut("hand/0", ("6C", "7C")),
        MoveCards("row/0", "hand/0", ("6C",)),
        MoveCards("hand/0", "store", ("2C",)),
    )
    assert [Hiding().contradiction(table, PlayerId(viewer)) for viewer in ("p0", "p1", None)] == [None] * 3
    # The seven was not in the hand, so it is not what left it.
    assert worlds(table, "p1") == {(("3C", "6C"), ("2C",)), (("2C", "6C"), ("3C",)), (("2C", "3C"), ("6C",))}


TWO_SEVENS = (MoveCards(DECK, "hand/0", ("7C", "7C")),)


@pytest.mark.parametrize(
    "events",
    [
        (*TWO_SEVENS, TurnCards("hand/0", ("7C",), is_up=True)),
        (
            MoveCards(DECK, "hand/0", ("7C",)),
            TurnCards("hand/0", ("7C",), is_up=True),
            MoveCards(DECK, "hand/0", ("7C",)),
        ),
    ],
    ids=["turned", "moved"],
)
def test_one_of_two_copies_cannot_be_turned_alone(events):
    with pytest.raises(PluginError, match="turned together"):
        after("2C 7C 7C", *events)


def test_all_copies_may_be_turned():
    table = after("2C 7C 7C", *TWO_SEVENS, TurnCards("hand/0", ("7C", "7C"), is_up=True))
    assert Hiding().get_player_view(table, PlayerId("p1")).hand(0) == ("7C", "7C")


def test_the_position_of_an_open_card_in_a_hand_reveals_nothing_about_its_neighbours():
    table = after("2C 3C 9C", MoveCards(DECK, "hand/0", ("2C", "3C", "9C")), TurnCards("hand/0", ("3C",), is_up=True))
    assert Hiding().get_player_view(table, PlayerId("p1")).piles["hand/0"].cards == ("3C", None, None)


def test_no_card_face_down_is_a_copy_of_one_that_was_turned_up_beside_it():
    dealt = (MoveCards(DECK, "store", ("2C", "7C")), MoveCards(DECK, "hand/0", ("7C",)))
    table = after("3C 7C 7C 2C", *dealt, TurnCards("store", ("7C",), is_up=True))
    found = [Hiding().determinize(table, PlayerId("p1"), Rng("00" * 16, ("world", number))) for number in range(50)]
    assert {tuple(sorted(world.piles["store"])) for world in found} == {("2C", "7C"), ("3C", "7C")}


def test_a_card_that_is_turned_down_stays_so_in_every_world_whatever_it_is():
    table = after("2C 3C 9C", MoveCards(DECK, "hand/0", ("3C", "9C")), TurnCards("hand/0", ("3C",), is_up=False))
    for number in range(20):
        world = Hiding().determinize(table, PlayerId("p1"), Rng("00" * 16, ("world", number)))
        (down,) = world.turned["hand/0"]
        assert down in world.hand(0)


def test_two_copies_that_are_known_to_be_in_a_pile_are_two_cards():
    """Both sevens went openly to a hand of two cards: that the others are in the deck or the other hand is no news."""
    opened = (MoveCards(DECK, "row/0", ("7C", "7C")), MoveCards("row/0", "hand/0", ("7C", "7C")))
    table = after("2C 3C 7C 7C", *opened, MoveCards(DECK, "hand/1", ("3C",)))
    assert {(belief.cards, belief.piles) for belief in Hiding().get_player_view(table, None).known} == {
        (("7C",), ("hand/0",))
    }
