"""The endpoints for language models: prompts and replies of models that clients host, and the AI log."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from gamenight.core.model import PlayerId
from gamenight.core.text import say
from gamenight.llm.calls.asking import Form
from gamenight.llm.prompt import Mode
from gamenight.protocol.bodies import AiLogShown, PromptShown, ReplyGiven, ReplyRead
from gamenight.server.cached import CachedBody, keep
from gamenight.server.http import hosting
from gamenight.server.http.faults import Denied
from gamenight.server.http.requests import (
    SEAT,
    SEAT_ONLY,
    AnyRequest,
    as_kept,
    faults,
    known,
    seat_asking,
    token_needed,
)
from gamenight.server.match.live import LiveMatch
from gamenight.server.node.ai_log import ai_log, is_over_for
from gamenight.server.node.node import Node
from gamenight.server.node.replay_frames import ReplayFrames
from gamenight.server.node.summaries import may_look
from gamenight.server.seats.presence import Visitor
from gamenight.server.seats.tokens import hashed
from gamenight.server.wall_clock import now_ms

SETTLED_MS = 60_000
"""How long after the end of a match its AI log may still change."""


@get(
    "/matches/{match_id:str}/prompt",
    responses=faults(400, 401, 404, 409, 503),
    security=SEAT_ONLY,
    summary="The prompt for a language model that plays this seat",
)
async def show_prompt(
    match_id: FromPath[str],
    request: AnyRequest,
    node: NamedDependency[Node],
    mode: FromQuery[Mode] = "menu",
    form: FromQuery[Form] = "text",
) -> PromptShown:
    live, player = await _seated(request, node, match_id)
    return hosting.prompt_shown(await hosting.question(live, player, mode, form))


@post(
    "/matches/{match_id:str}/prompt",
    status_code=200,
    responses=faults(400, 401, 404, 409, 503),
    security=SEAT_ONLY,
    summary="Play the reply of a language model, or get a correction for it",
)
async def take_reply(
    match_id: FromPath[str], request: AnyRequest, node: NamedDependency[Node], data: JSONBody[ReplyGiven]
) -> ReplyRead:
    at = now_ms()
    live, player = await _seated(request, node, match_id)
    return await hosting.take_reply(live, player, data, at)


@get(
    "/matches/{match_id:str}/ai-log",
    responses={200: ResponseSpec(AiLogShown, generate_examples=False), **faults(400, 401, 403, 404, 503)},
    security=SEAT,
    summary="The decisions of language models: all once the match is over, until then those the viewer may know",
)
async def show_ai_log(
    match_id: FromPath[str],
    request: AnyRequest,
    node: NamedDependency[Node],
    replay_frames: NamedDependency[ReplayFrames],
) -> Response[bytes]:
    found = known(match_id)
    viewer = await seat_asking(request, node, found)
    live = await node.live(found)
    is_over = is_over_for(live, viewer)
    if not is_over and not may_look(live, viewer):
        raise Denied(403, "spectators_not_allowed", say("refused-players_only"))
    if not is_over:
        return Response(msgspec.json.encode(await ai_log(live, viewer, is_over=False)), media_type="application/json")
    # Decisions that were cancelled at the end are written a moment later.
    is_final = live.state is None or now_ms() - live.state.last_at > SETTLED_MS
    return as_kept(await replay_frames.kept((found, "ai-log"), lambda: _whole_log(live), is_final=is_final), request)


async def _whole_log(live: LiveMatch) -> CachedBody:
    """The whole AI log of a match that is over, encoded in a thread: it may have several megabytes."""
    shown = await ai_log(live, None, is_over=True)
    return await asyncio.to_thread(lambda: keep(msgspec.json.encode(shown), "application/json"))


async def _seated(request: AnyRequest, node: Node, match_id: str) -> tuple[LiveMatch, PlayerId]:
    """The current match and the seat of the token. The request counts as presence, as there may be no socket."""
    found, token = known(match_id), token_needed(request, say("refused-prompt_token"))
    player = await node.seat_of(found, token)
    live = await node.live(found)
    await live.refresh()
    await live.presence.look_in(Visitor(player, hashed(token)))
    return live, player
