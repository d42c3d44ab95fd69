"""Card games with planted leaks, which the tests of secrecy must find."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from gamenight.cards.deck import FACE_NUMBER
from gamenight.core.model import Event, TransitionResult, seat, seat_index
from gamenight.core.registry import load
from gamenight.testing.playing.chance import derived

View = Callable[[Any, Any, Any], Any]
"""From a table, its viewer and the honest view to one that tells too much."""


class Planted(NamedTuple):
    """A game with a leak, and the tests that must find it."""

    game: Any
    players: int
    options: dict[str, Any]
    is_searched: bool
    """It names a card. If not, only two worlds show it."""


def _showing(game_id: str, tell: View) -> Any:
    game = load(game_id)

    def get_player_view(self: Any, table: Any, viewer: Any) -> Any:
        return tell(table, viewer, type(game).get_player_view(self, table, viewer))

    return derived(game, {"get_player_view": get_player_view})


def _telling(game_id: str, method: str, tell: Callable[[Any, Any, Any], Event]) -> Any:
    """One more event for everybody, made of the table before, what was done, and the table after."""
    game = load(game_id)

    def told(self: Any, table: Any, done: Any, rng: Any) -> TransitionResult:
        after = getattr(type(game), method)(self, table, done, rng)
        return replace(after, events=(*after.events, tell(table, done, after.game_data)))

    return derived(game, {method: told})


def _drawn(table: Any, action: Any, after: Any) -> Event:
    hand = [] if not action.player_id.startswith("p") else after.hand(seat_index(action.player_id))
    return Event("drew", None, {"card": hand[-1] if hand and action.action_type == "draw" else ""})


def _passed(table: Any, answers: Any, after: Any) -> Event:
    return Event("gave", None, {"cards": list(answers[seat(1)].payload.cards) if table.phase == "pass" else []})


def _thrown(table: Any, answers: Any, after: Any) -> Event:
    """All cards that attackers wanted to throw in, including those that came too late."""
    return Event("wanted", None, {"cards": [getattr(answer.payload, "card", "") for answer in answers.values()]})


def _noted(view: Any, *lines: str) -> Any:
    return replace(view, options={**view.options, "note": lines})


def _top_of_the_stock(table: Any, viewer: Any, view: Any) -> Any:
    return _noted(view, *table.piles["deck"][-1:])


def _legal_for_the_neighbour(table: Any, viewer: Any, view: Any) -> Any:
    """The cards with which the first seat may act, for everybody to read."""
    legal = load("hearts").get_valid_actions(table, seat(0)) if table.asked == (0,) and table.phase == "play" else ()
    return _noted(view, *(action.payload.card for action in legal))


def _numbered(table: Any, viewer: Any, view: Any) -> Any:
    """A number for each card in the hand of the second seat that follows it wherever it goes."""
    return _noted(view, " ".join(f"#{7 * FACE_NUMBER[card] % 53}" for card in table.hand(1)))


def _ordered_by_hand(table: Any, viewer: Any, view: Any) -> Any:
    """The piles in the order of what lies in them."""
    return replace(view, piles=dict(sorted(view.piles.items(), key=lambda pile: max(table.piles[pile[0]], default=""))))


def _can_beat(table: Any, viewer: Any, view: Any) -> Any:
    """Whether a player has a trump: not a card, but still a secret."""
    trumps = [card for index in range(table.players) for card in table.hand(index) if card[1] == table.rules.trump]
    return _noted(view, f"{len(trumps)} trumps are in the hands")


def _new_stock(table: Any, viewer: Any, view: Any) -> Any:
    """Something of the order of the stock after it was shuffled: all of its cards had been seen before."""
    bottom = [FACE_NUMBER[card] % 5 for card in table.piles["deck"][:2]] if table.rules.reshuffled else []
    return _noted(view, f"{bottom}")


def _dealt_in_this_order(table: Any, viewer: Any, view: Any) -> Any:
    return _noted(view, " ".join(table.piles["deck"]))


PLANTED = {
    "an event with the drawn card": Planted(
        _telling("crazy_eights", "apply_action", _drawn), 3, {"most_plays": 60}, is_searched=True
    ),
    "a pass that is told to everybody": Planted(
        _telling("hearts", "resolve_concurrent_actions", _passed), 4, {"deals": 1}, is_searched=True
    ),
    "cards that were not thrown in after all": Planted(
        _telling("durak", "resolve_concurrent_actions", _thrown), 4, {}, is_searched=True
    ),
    "what another seat may do": Planted(
        _showing("hearts", _legal_for_the_neighbour), 4, {"deals": 1}, is_searched=True
    ),
    "the next card of the stock": Planted(_showing("gin_rummy", _top_of_the_stock), 2, {"deals": 1}, is_searched=True),
    "the order of the stock": Planted(_showing("scopa", _dealt_in_this_order), 3, {"deals": 1}, is_searched=True),
    "how the stock was shuffled": Planted(
        _showing("crazy_eights", _new_stock), 4, {"most_plays": 60}, is_searched=False
    ),
    "ids that track a card": Planted(_showing("scopa", _numbered), 2, {"deals": 1}, is_searched=False),
    "the order of keys": Planted(_showing("gin_rummy", _ordered_by_hand), 2, {"deals": 1}, is_searched=False),
    "a number that depends on hands": Planted(_showing("durak", _can_beat), 3, {}, is_searched=False),
}
