"""The ledger: the decisions that language models were asked for at tables, their outcomes and their costs.

A node has it as `node.ledger`, a hall as `hall.ledger`. A node *claims* a duty before it asks a model, so that no other
node pays for the same answer, and *finishes* it before it plays the move. If it ends in between, the next node gets the
finished decision and plays it without paying again.

    claimed = await node.ledger.claim(duty, node.name, now, alive_since=now - settings.node_timeout_ms)
    match claimed:
        case Ours(number):
            await node.ledger.finish(duty, number, decision)  # even if it is no longer needed
        case Busy():  # another node asks: try again later
        case Done(decision):  # play decision.action, or act on decision.outcome
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from gamenight.core.model import Act, Action, Due, Forfeit, MatchId, Turn, seat

CALLED_OFF: Final = "called_off"
"""The outcome of a decision that was no longer needed."""

LOST: Final = "lost"
"""The outcome of a decision whose node ended before it was finished."""

BUDGET: Final = "budget"
"""The outcome of a decision for which no money or no calls were left."""


class ModelTask(Struct, frozen=True):
    """The duty of a model's seat to answer a prompt. `retry` counts how often people asked it to try again."""

    match_id: MatchId
    seat_index: int
    prompt: int
    retry: int = 0


class ModelDecision(Struct, frozen=True, kw_only=True):
    """The outcome of a duty; it is written before its turn.

    The sums cover all paid calls, whether or not `calls` are stored. They come from `llm.figures.figures_of`: `tokens`
    are input and output together, and `usd` does not include the `unpriced` calls.
    """

    seat_index: int
    prompt: int
    retry: int = 0
    at: int
    ended_at: int
    outcome: str
    """`answered`, another outcome of a model's call, or one of the constants above."""

    reason: str = ""
    action: Action | None = None
    """The action that the model chose; when read back, its payload is plain data."""

    played: str = "model"
    """Who made the move: model, stand_in, first, random, pass, forfeit or nobody."""

    is_hidden: bool = False
    """The prompt had hidden actors, so the decision must not be shown before the match is over."""

    said: str = ""
    calls: tuple[dict[str, Any], ...] = ()
    """The calls, each an `llm.deciding.Call` as plain data."""

    call_count: int = 0
    usd: float = 0.0
    unpriced: int = 0
    tokens: int = 0


class Ours(Struct, frozen=True):
    """The claim succeeded; pass `number` to `finish`."""

    number: int


class Busy(Struct, frozen=True):
    """Another active node has claimed the duty."""


class Done(Struct, frozen=True):
    """The duty is already decided."""

    decision: ModelDecision


Claim = Ours | Busy | Done


class Spent(Struct, frozen=True):
    """Sums over finished decisions; `usd` does not include the `unpriced` calls."""

    calls: int = 0
    usd: float = 0.0
    unpriced: int = 0
    tokens: int = 0


def turn_of(decision: ModelDecision, turns: Iterable[Turn]) -> int | None:
    """The number, from 1, of the turn that answered the decision's prompt for its seat; None if there is none yet.

    All decisions about one prompt share this turn, including those that were lost or called off.
    """
    return next((turn.index + 1 for turn in turns if _answers(turn, decision)), None)


def _answers(turn: Turn, decision: ModelDecision) -> bool:
    player = seat(decision.seat_index)
    match turn.input:
        case Act(action, prompt):
            return action.player_id == player and prompt == decision.prompt
        case Due(prompt):
            return prompt == decision.prompt and any(action.player_id == player for action in turn.chosen)
        case Forfeit(leaver):
            return leaver == player and decision.played == "forfeit"
    return False
