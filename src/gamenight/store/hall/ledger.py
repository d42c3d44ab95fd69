"""The ledger: what language models were asked to decide at tables, what became of it, and what it cost.

A node has it as `node.ledger`; whoever has a hall, as `hall.ledger`. A node *claims* a duty before it asks a model, so
that nobody else pays for the same answer, and *finishes* it before it plays the move. If it dies in between, the next
node gets the finished decision, and plays it without paying again.

    claimed = await node.ledger.claim(duty, node.name, now, alive_since=now - settings.node_timeout_ms)
    match claimed:
        case Ours(number):
            await node.ledger.finish(duty, number, decision)  # also if nobody waited for it any more
        case Busy():  # another node asks: look again in a while
        case Done(decision):  # play decision.action, or do what follows from decision.outcome
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol

from msgspec import Struct

from gamenight.core.model import Act, Action, Due, Forfeit, MatchId, Turn, seat

CALLED_OFF: Final = "called_off"
"""The outcome of a decision that nobody waited for any more."""

LOST: Final = "lost"
"""The outcome of a decision whose node died, or forgot it."""

BUDGET: Final = "budget"
"""The outcome of a decision for which there was no money, or no call, left."""


class Duty(Struct, frozen=True):
    """What a model's seat owes: an answer to this prompt. `retry` counts how often people asked it to try again."""

    match_id: MatchId
    seat_index: int
    prompt: int
    retry: int = 0


class Decision(Struct, frozen=True, kw_only=True):
    """What became of a duty; written before its turn is.

    The sums say what was paid for, whether or not `calls` are kept. They are those of `llm.figures.figures_of`:
    `tokens` are input and output together, and `usd` leaves out the `unpriced` calls.
    """

    seat_index: int
    prompt: int
    retry: int = 0
    at: int
    ended_at: int
    outcome: str
    """`answered`, another outcome of a model's call, or one of those above."""

    reason: str = ""
    action: Action | None = None
    """What the model chose; its payload is read back as plain data."""

    played: str = "model"
    """Who made the move: model, stand_in, first, random, pass, forfeit or nobody."""

    is_hidden: bool = False
    """Of a prompt with hidden actors: nobody may know of it before the end of the match."""

    said: str = ""
    calls: tuple[dict[str, Any], ...] = ()
    """Each an `llm.deciding.Call` as plain data."""

    call_count: int = 0
    usd: float = 0.0
    unpriced: int = 0
    tokens: int = 0


class Ours(Struct, frozen=True):
    """The duty is this node's now; `number` names the claim when it is finished."""

    number: int


class Busy(Struct, frozen=True):
    """Another node that is alive has claimed the duty."""


class Done(Struct, frozen=True):
    """The duty was decided already."""

    decision: Decision


Claim = Ours | Busy | Done


class Spent(Struct, frozen=True):
    """Sums over finished decisions; `usd` leaves out the `unpriced` calls."""

    calls: int = 0
    usd: float = 0.0
    unpriced: int = 0
    tokens: int = 0


class Ledger(Protocol):
    """The decisions of a database's tables. They are deleted with their table.

    Methods that name a table raise UnknownMatch if there is none; any may raise StoreUnavailable.
    A decision with sums that cannot be is a BadEntry, as is a claim that nobody made.
    """

    async def claim(self, duty: Duty, node: str, now: int, *, alive_since: int) -> Claim:
        """Claim the duty for this node, unless it is decided or a node heard of since `alive_since` is at it.

        A claim that is open though its node is dead, or is this very node, is finished as lost. What was lost or called
        off can be claimed again.
        """

    async def finish(self, duty: Duty, number: int, decision: Decision) -> None:
        """Write what became of a claim. To write it again changes nothing.

        A node that was taken for dead still writes what it paid for: the decision takes the place of the lost one.
        """

    async def note(self, match_id: MatchId, decision: Decision) -> None:
        """Write a decision that nobody claimed: its model is hosted elsewhere."""

    async def decisions(self, match_id: MatchId) -> tuple[Decision, ...]:
        """Those that are finished, in the order in which they were begun."""

    async def spent(
        self, *, match_id: MatchId | None = None, seat_index: int | None = None, since: int | None = None
    ) -> Spent:
        """The sums of a match, of a seat in it, or of everything that has ended since then. None is any."""


def turn_of(decision: Decision, turns: Iterable[Turn]) -> int | None:
    """The number, from 1, of the turn that answered the decision's prompt for its seat; None if there is none yet.

    All decisions about one prompt have the same: also those that were lost or called off.
    """
    return next((turn.index + 1 for turn in turns if _answers(turn, decision)), None)


def _answers(turn: Turn, decision: Decision) -> bool:
    player = seat(decision.seat_index)
    match turn.input:
        case Act(action, prompt):
            return action.player_id == player and prompt == decision.prompt
        case Due(prompt):
            return prompt == decision.prompt and any(action.player_id == player for action in turn.chosen)
        case Forfeit(leaver):
            return leaver == player and decision.played == "forfeit"
    return False
