"""Games with faults that a server must handle."""

from gamenight.core.model import Action, TransitionResult
from gamenight.core.rng import Rng
from tests.minigames.nim import Heap, Nim


class BrittleNim(Nim):
    """Nim whose rules fail when a player takes three."""

    game_id = "brittle-nim"

    def apply_action(self, game_data: Heap, action: Action, rng: Rng) -> TransitionResult:
        if action.action_type == "take" and action.payload.count == 3:
            raise RuntimeError("three is more than this game can count")
        return super().apply_action(game_data, action, rng)


class MendedNim(Nim):
    """The same rules without the fault."""

    game_id = "brittle-nim"
