"""Walls of the teahouse that put one seat before a call, and games in which bots have special problems."""

import os
import time
from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from gamenight.core.model import Action, Phase, PlayerId, TransitionResult
from gamenight.core.rng import Rng
from tests.minigames.teahouse import TILES, Teahouse, TeahouseOptions, TeahouseState, Tile, without

Hand = tuple[int, ...]

DISCARDER: Hand = (2, 3, 5, 6)
"""The first seat's hand: it discards the 3."""

PONS: Hand = (3, 3, 4, 6)
"""Can call pon on a 3, and nothing else."""

IDLE: Hand = (1, 1, 4, 6)
"""Has nothing to call on a 3."""

CHIS: Hand = (1, 2, 5, 6)
"""Can call chi on a 3, or pass."""

RONS: Hand = (1, 2, 5, 5)
"""Can call ron or chi on a 3, or pass."""

DRAWS: Hand = (2, 4)
"""The first tiles that are drawn; the first seat's 2 does not win."""


def wall(*hands: Hand, draws: Hand = DRAWS) -> list[int]:
    """A wall that deals these hands, and then these tiles."""
    first = [tile for hand in (*hands, draws) for tile in hand]
    rest = Counter(TILES) - Counter(first)
    assert rest.total() + len(first) == len(TILES), "there are four of each tile"
    return [*first, *rest.elements()]


FAINTS: Hand = (1, 2, 4, 5)
DIES: Hand = (1, 2, 4, 6)
DOZES: Hand = (2, 4, 5, 6)
"""All of them can call chi on a 3, or pass."""

DOZE_S = 120.0


class Nerves(Teahouse):
    """The teahouse, but bots that search fail with certain hands."""

    game_id = "mini-nerves"
    display_name = "Nerves"
    levels = {"medium": "greedy"}

    def standing(self, game_data: TeahouseState, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
        hand = _dealt(game_data, game_data.players.index(player_id))
        if hand == FAINTS:
            raise ValueError(f"the hand {hand} is too much for {player_id}")
        if hand == DIES:
            os._exit(9)
        if hand == DOZES:
            time.sleep(DOZE_S)
        return super().standing(game_data, scores, player_id)


class Haste(Teahouse):
    """The teahouse, but a call has a time limit of a minute, whatever the table's timer is."""

    game_id = "mini-haste"
    display_name = "Haste"

    def phase_of(self, game_data: TeahouseState) -> Phase:
        phase = super().phase_of(game_data)
        if not phase.hidden_actors:
            return phase
        return replace(phase, expected_actions=tuple(replace(one, timeout_ms=60_000) for one in phase.expected_actions))


class Curse(Teahouse):
    """The teahouse, but its rules fail at a discarded 6, and with four seats."""

    game_id = "mini-curse"
    display_name = "Curse"

    def create_initial_state(
        self, players: tuple[PlayerId, ...], options: TeahouseOptions, rng: Rng
    ) -> TransitionResult:
        if len(players) == 4:
            raise RuntimeError(f"the curse of {options.wall}")
        return super().create_initial_state(players, options, rng)

    def apply_action(self, game_data: TeahouseState, action: Action, rng: Rng) -> TransitionResult:
        if action.payload == Tile(6):
            raise RuntimeError(f"the curse of {game_data}")
        return super().apply_action(game_data, action, rng)


def _dealt(table: TeahouseState, seat: int) -> Hand:
    """The hand of this seat before it called a 3."""
    tiles: Sequence[int] = (*table.hands[seat], *table.melds[seat])
    return without(tuple(tiles), 3) if table.melds[seat] else tuple(sorted(tiles))
