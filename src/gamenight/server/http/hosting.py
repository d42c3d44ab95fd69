"""Prompts and replies for a seat whose language model is asked by another program than the server."""

from __future__ import annotations

from contextlib import suppress
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.advancing.continue_prompt import is_continue
from gamenight.core.bot import Observation
from gamenight.core.model import Act, Action, GameState, GameStatus, PlayerId, Refusal
from gamenight.core.text import say
from gamenight.llm.answers import Empty, Failure, Illegal, Truncated, read_answer, rethink, said_beside
from gamenight.llm.calls import Form, Usage
from gamenight.llm.calls.asking import TOOL
from gamenight.llm.deciding import ModelCall, class_of, reason_of
from gamenight.llm.naming import one_line
from gamenight.llm.prompt import Mode, ModelPrompt, prompt_of
from gamenight.looks.texts import texts_of
from gamenight.protocol.bodies import CandidateShown, PromptShown, ReplyGiven, ReplyRead
from gamenight.server.http.faults import Denied
from gamenight.server.match.live import LiveMatch
from gamenight.server.seats.models import ILLEGAL, decision_of
from gamenight.server.wall_clock import now_ms
from gamenight.store.errors import BadEntry, StoreUnavailable
from gamenight.store.hall.decisions import ModelTask
from gamenight.store.log.contract import Repeated

MOST_NOTED = 10
"""Maximum number of logged replies to one prompt; the number of tries is not limited."""


class HostedQuestion(Struct, frozen=True):
    """The question to the model of a seat now."""

    state: GameState
    seen: Observation
    prompt: ModelPrompt


async def question(
    live: LiveMatch, player: PlayerId, mode: Mode, form: Form, prompt: int | None = None
) -> HostedQuestion:
    """The open question to this seat; Denied if there is none, or if its number is not `prompt`."""
    state = _open_state(live, player, prompt)
    seen = live.bot_seats.observation(state, player, 1, await live.bot_seats.history(state, player))
    # `continue` is not an action of the game, so a model cannot write it in free mode.
    mode = "menu" if is_continue(state.phase) else mode
    seed = f"{state.match_id}:{player}"
    made = prompt_of(live.rules, seen.view, seen.history, seen.options, mode=mode, form=form, shuffle_seed=seed)
    return HostedQuestion(state, seen, made)


def _open_state(live: LiveMatch, player: PlayerId, prompt: int | None) -> GameState:
    state = live.state
    if state is None or live.trouble is not None:
        raise Denied(409, "game_not_active", live.trouble or say("refused-not_begun"))
    if state.status is not GameStatus.ACTIVE:
        raise Denied(409, "game_not_active", say("refused-not_active"))
    if prompt is not None and prompt != state.prompt:
        raise Denied(409, "stale_action", say("refused-stale"))
    if player not in state.to_act:
        raise Denied(409, "not_your_turn", say("refused-not_your_turn"))
    return state


def prompt_shown(asked: HostedQuestion) -> PromptShown:
    made = asked.prompt
    candidates = tuple(CandidateShown(each.id, each.summary) for each in made.candidates)
    return PromptShown(
        asked.state.prompt, made.system, made.user, made.mode, made.form, TOOL, made.schema, candidates, made.hash
    )


async def take_reply(live: LiveMatch, player: PlayerId, given: ReplyGiven, at: int) -> ReplyRead:
    """Read a reply that came at this instant strictly, and play it if it is a move; Denied if the seat is not asked."""
    if (known := await _first_answer(live, player, given.client_id)) is not None:
        return known
    asked = await question(live, player, given.mode, given.form, given.prompt)
    read = _read(live, asked, given)
    if isinstance(read, Action):
        answer = await live.submit(Act(read, given.prompt), at, given.client_id)
        if isinstance(answer, Refusal):
            if answer.code not in ILLEGAL:
                raise Denied(409, answer.code, answer.message)
            shown = msgspec.json.encode({"action_type": read.action_type, "payload": read.payload}).decode()
            read = Illegal(one_line(texts_of(live.rules).tell(answer.message)).rstrip("."), shown)
    await _note(live, player, asked, given, read, at)
    return _played(read) if isinstance(read, Action) else ReplyRead(class_of(read), rethink(asked.prompt, read))


async def _first_answer(live: LiveMatch, player: PlayerId, client_id: str | None) -> ReplyRead | None:
    """The first answer to a repeated client id, even if its prompt is closed."""
    if client_id is None:
        return None
    known = await live.node.store.answered(live.match_id, player, client_id)
    return None if known is None else _repeated(known)


def _repeated(known: Repeated) -> ReplyRead:
    input = known.turn.input
    return _played(input.action) if isinstance(input, Act) else ReplyRead("answered")


def _played(action: Action) -> ReplyRead:
    return ReplyRead("answered", None, action.action_type, msgspec.to_builtins(action.payload))


def _read(live: LiveMatch, asked: HostedQuestion, given: ReplyGiven) -> Action | Failure:
    if given.finish == "truncated":
        return Truncated()
    if given.finish != "done" or not given.reply.strip():
        return Empty()
    seen = asked.seen
    world = None if is_continue(asked.state.phase) else seen.worlds[0]
    return read_answer(asked.prompt, given.reply, live.rules, seen.view, world)


# The AI log


_noted: WeakKeyDictionary[LiveMatch, dict[PlayerId, tuple[int, int]]] = WeakKeyDictionary()
"""The last prompt of each seat, and the number of replies to it on this node."""


async def _note(
    live: LiveMatch, player: PlayerId, asked: HostedQuestion, given: ReplyGiven, read: Action | Failure, at: int
) -> None:
    """Write the reply into the AI log: the first `MOST_NOTED` to one prompt, and the one that was a move."""
    noted = _noted.setdefault(live, {})
    prompt, before = noted.get(player, (0, 0))
    attempt = before + 1 if prompt == given.prompt else 1
    noted[player] = given.prompt, attempt
    if attempt > MOST_NOTED and not isinstance(read, Action):
        return
    call = _call(asked.prompt, given, read, attempt, at)
    decision = decision_of(
        ModelTask(live.match_id, int(player[1:]), given.prompt),
        at,
        now_ms(),
        call.outcome,
        played="model" if isinstance(read, Action) else "nobody",
        calls=[call],
        settings=live.node.settings,
        reason=call.reason,
        action=read if isinstance(read, Action) else None,
        is_hidden=asked.state.phase.hidden_actors,
        said=said_beside(call.reply, given.form) if isinstance(read, Action) and given.form == "text" else "",
    )
    # The player pays for it, so it does not count for the server's budgets.
    free = replace(decision, call_count=0, usd=0.0, unpriced=0, tokens=0)
    with suppress(StoreUnavailable, BadEntry):  # the move is played; a missing log entry is not worth an error
        await live.node.ledger.note(live.match_id, free)


def _call(prompt: ModelPrompt, given: ReplyGiven, read: Action | Failure, attempt: int, at: int) -> ModelCall:
    took = given.duration_ms or 0
    return ModelCall(
        attempt=attempt,
        at=(at - took) / 1000,
        endpoint="",
        model=_plain(given.model or ""),
        outcome="answered" if isinstance(read, Action) else class_of(read),
        prompt_hash=prompt.hash,
        system=prompt.system,
        user=prompt.user,
        reply=_plain(given.reply),
        reason=reason_of(read),
        form=given.form,
        usage=Usage(given.input_tokens, given.output_tokens),
        duration_ms=took,
    )


def _plain(text: str) -> str:
    """The text without NUL characters, which not every database can store."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")
