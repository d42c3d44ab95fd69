"""Engine events: all that changes a table. Those of a match lead to its last table; one that cannot be, to nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from gamenight import Match
from gamenight.cards import FRENCH, AnyCardTable, CardEvent, CardGame, NoMemory, Pile, Ruling, deal_out, hands, pile_of
from gamenight.cards.applying import apply
from gamenight.cards.events import (
    Announce,
    EndDeal,
    Locate,
    MoveCards,
    OrderPile,
    RuleOut,
    SetCurrentPlayers,
    SetPileVisibility,
    SetRulesState,
    SetWinner,
    ShufflePile,
    TurnCards,
    ask,
)
from gamenight.cards.verbs import one_card
from gamenight.core.errors import PluginError
from gamenight.core.rng import Rng
from tests.cards.dealing import start
from tests.cards.playing import CARD_GAMES, play

ANY_CHANCE = Rng("00" * 16)
EVENT = msgspec.json.Decoder(CardEvent)


def recorded(game: CardGame[Any]) -> CardGame[Any]:
    """The same game, which keeps every event that happens, as JSON; of a shuffle the order that came of it."""

    class Recorded(type(game)):  # type: ignore[misc]
        def __init__(self) -> None:
            self.first: AnyCardTable | None = None
            self.events: list[bytes] = []

        def followed(self, table: AnyCardTable, ruling: Ruling, rng: Rng) -> tuple[AnyCardTable, list[CardEvent]]:
            after, happened = super().followed(table, self._noted(ruling), rng)
            self.first = self.first or table
            return after, happened

        def _noted(self, ruling: Ruling) -> Ruling:
            try:
                event = next(ruling)
                while True:
                    table = yield event
                    if type(event) is ShufflePile:
                        event = OrderPile(event.pile, table.piles[event.pile])
                    self.events.append(msgspec.json.encode(event))
                    event = ruling.send(table)
            except StopIteration:
                return

    return Recorded()


def decoded(event: bytes, game: CardGame[Any]) -> CardEvent:
    """What rules remember has the game's own type, which the union does not know."""
    read = EVENT.decode(event)
    return SetRulesState(msgspec.convert(read.rules, game.memory_type)) if isinstance(read, SetRulesState) else read


SHORT: Mapping[str, dict[str, Any]] = {
    "crazy_eights": {"match": "target", "target": 40},
    "durak": {"deals": 2},
    "gin_rummy": {"deals": 3},
    "hearts": {"deals": 4},
    "scopa": {"deals": 2},
}


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.game_id)
@pytest.mark.parametrize("number", range(3))
def test_the_events_of_a_match_lead_to_its_last_table(game, number):
    """Folded after JSON and back, without the rules and without chance: several deals, passes and throw-ins at once."""
    playing = recorded(game)
    players = min(game.min_players + number, game.max_players)
    match = play(playing, players, f"fold {number}", SHORT.get(game.game_id, {}), lambda match: None)
    table, piles = playing.first, game.pile_set(players)  # type: ignore[attr-defined]
    for event in playing.events:  # type: ignore[attr-defined]
        table = apply(table, decoded(event, game), piles, ANY_CHANCE)
    assert table == match.state.game_data
    assert table.is_over
    assert sum(b"begin-deal" in event for event in playing.events) == table.deal  # type: ignore[attr-defined]


class Snatch(CardGame[NoMemory]):
    """Whoever plays a card does what the test says."""

    game_id = "snatch"
    display_name = "Snatch"
    description = "A game for tests."
    piles = (hands(), Pile("table"))
    verbs = {"play": one_card()}
    then: tuple[CardEvent, ...] = ()

    def on_deal(self, table: AnyCardTable) -> Ruling:
        yield from deal_out(table, 3)
        yield from ask(0, "play")

    def on_play(self, table: AnyCardTable, seat: int, card: str) -> Ruling:
        table = yield MoveCards(pile_of("hand", seat), "table", (card,))
        for event in self.then:
            table = yield event
        yield from ask(table.left_of(seat), "play")


def started(*then: CardEvent) -> Match:
    """Seat 0 has the first card of the pack, seat 1 the second, and so on; the ace of spades is in the deck."""
    game = Snatch()
    game.then = then
    return start(game, 2, " ".join(FRENCH))


IMPOSSIBLE = [
    MoveCards("hand/1", "table", ("AS",)),
    MoveCards("hand/0", "table", ("2C", "2C")),
    MoveCards("table", "table", ("2C",)),
    MoveCards("hand/2", "table", ("2C",)),
    MoveCards("hand/0", "nowhere", ("4C",)),
    ShufflePile("nowhere"),
    OrderPile("table", ("AS",)),
    OrderPile("nowhere", ()),
    TurnCards("table", ("AS",), is_up=True),
    TurnCards("nowhere", ("AS",), is_up=True),
    SetPileVisibility("nowhere", "everyone"),
    RuleOut("nowhere", ("AS",)),
    RuleOut("hand/0", ("1X",)),
    Locate("hand/1", ("AS",)),
    Locate("nowhere", ("AS",)),
    SetCurrentPlayers((), "play"),
    SetCurrentPlayers((2,), "play"),
    SetCurrentPlayers((0, 0), "play"),
    EndDeal((1.0,)),
    SetWinner((1.0,)),
    Announce("won", 2),
    "nonsense",
]


@pytest.mark.parametrize("event", IMPOSSIBLE, ids=repr)
def test_an_impossible_event_is_an_error_and_the_whole_move_is_dropped(event):
    match = started(event)
    before, told = match.state, list(match.events)
    first = match.legal_actions("p0")[0]
    with pytest.raises(PluginError):
        match.act(first)
    assert match.state is before
    assert match.events == told


def test_the_same_move_without_that_event_is_fine():
    match = started(Announce("won", 1), ShufflePile("deck"), RuleOut("hand/1", ("AS",)))
    match.act(match.legal_actions("p0")[0])
    assert match.state.game_data.piles["table"] == ("2C",)
    assert match.to_act == ("p1",)
