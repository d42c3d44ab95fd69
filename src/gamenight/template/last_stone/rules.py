"""Last Stone: take one, two or three stones; whoever takes the last one wins."""

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
"""How many may be taken at once."""


class Take(Struct, frozen=True):
    """What comes with an action: how many stones are taken."""

    count: int


class Heap(Struct, frozen=True):
    """The state of a match. It is never changed: every action makes a new one."""

    stones: int = STONES
    mover: int = 0


class LastStone(Game[Heap]):
    game_id = "last_stone"
    display_name = "Last Stone"
    description = "Take one, two or three stones; whoever takes the last one wins."
    max_turns = STONES
    action_types = {"take": Take}
    hides = "nothing"

    def phase_of(self, heap: Heap) -> Phase:
        """Who is asked."""
        return turn(heap.mover)

    def get_valid_actions(self, heap: Heap, player: PlayerId) -> list[Action]:
        """What whoever is asked may do."""
        return [Action("take", player, Take(count)) for count in range(1, min(MOST, heap.stones) + 1)]

    def apply_action(self, heap: Heap, action: Action, rng: Rng) -> Heap | TransitionResult:
        """What comes of an action: the new state, and at the end the scores of all seats, by which the engine ranks."""
        left = Heap(heap.stones - action.payload.count, mover=1 - heap.mover)
        if left.stones:
            return left
        return TransitionResult(left, scores=[float(seat == heap.mover) for seat in range(2)], game_over=True)

    def scene(self, view: PlayerView) -> Scene:
        """How the table looks to somebody: a row of stones. The words are in texts/en.ftl."""
        count = view.game_data.stones
        stones = [
            Item(f"heap/{number}", Piece("disc"), "heap", number, label=say("stone", number=number))
            for number in range(count)
        ]
        return Scene((Item("heap", Box("wrap"), label=say("heap")), *stones), text=say("left", count=count))

    def taps(self, action: Action, view: PlayerView) -> str:
        """Which stone is tapped for an action: it is taken, with all that come after it."""
        return f"heap/{view.game_data.stones - action.payload.count}"
