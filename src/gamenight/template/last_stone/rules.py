"""Last Stone: take one, two or three stones; the player who takes the last one wins."""

from __future__ import annotations

from msgspec import Struct

from gamenight.core import (
    Action,
    Box,
    Game,
    Item,
    Phase,
    Piece,
    PlayerId,
    PlayerView,
    Rng,
    Scene,
    TransitionResult,
    say,
    turn,
)

STONES = 12
MOST = 3
"""Maximum number of stones to take at once."""


class Take(Struct, frozen=True):
    """The payload of an action: how many stones to take."""

    count: int


class Heap(Struct, frozen=True):
    """The state of a match. It is never changed: every action makes a new one."""

    stones: int = STONES
    mover: int = 0


class LastStone(Game[Heap]):
    game_id = "last_stone"
    display_name = "Last Stone"
    description = "Take one, two or three stones. The player who takes the last one wins."
    max_turns = STONES
    action_types = {"take": Take}
    hides = "nothing"

    def phase_of(self, heap: Heap) -> Phase:
        """Say whose turn it is."""
        return turn(heap.mover)

    def get_valid_actions(self, heap: Heap, player: PlayerId) -> list[Action]:
        """List the actions of the player whose turn it is."""
        return [Action("take", player, Take(count)) for count in range(1, min(MOST, heap.stones) + 1)]

    def apply_action(self, heap: Heap, action: Action, rng: Rng) -> Heap | TransitionResult:
        """Return the new state; at the end, also the scores of all seats, by which the engine ranks."""
        left = Heap(heap.stones - action.payload.count, mover=1 - heap.mover)
        if left.stones:
            return left
        return TransitionResult(left, scores=[float(seat == heap.mover) for seat in range(2)], game_over=True)

    def scene(self, view: PlayerView) -> Scene:
        """Draw the table for a viewer: a row of stones. The words are in texts/en.ftl."""
        count = view.game_data.stones
        stones = [
            Item(f"heap/{number}", Piece("disc"), "heap", number, label=say("stone", number=number))
            for number in range(count)
        ]
        return Scene((Item("heap", Box("wrap"), label=say("heap")), *stones), text=say("left", count=count))

    def taps(self, action: Action, view: PlayerView) -> str:
        """Return the stone to tap for an action: it is taken, together with all stones after it."""
        return f"heap/{view.game_data.stones - action.payload.count}"
