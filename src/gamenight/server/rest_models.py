"""The endpoints about language models: the prompt of a seat for whoever hosts its model, and the AI log."""

from __future__ import annotations

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from gamenight.core.model import PlayerId
from gamenight.core.text import say
from gamenight.llm.calls.asking import Form
from gamenight.llm.prompt import Mode
from gamenight.server import hosting
from gamenight.server.live import LiveMatch
from gamenight.server.node import Node, hashed
from gamenight.server.presence import Visitor
from gamenight.server.rest_asking import SEAT_ONLY, Asked, faults, known, token_needed
from gamenight.server.shapes import PromptShown, ReplyGiven, ReplyRead


@get(
    "/matches/{match_id:str}/prompt",
    responses=faults(400, 401, 404, 409, 503),
    security=SEAT_ONLY,
    summary="What to ask a language model that plays this seat",
)
async def show_prompt(
    match_id: FromPath[str],
    request: Asked,
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
    summary="Play what a language model replied, or hear what is wrong with it",
)
async def take_reply(
    match_id: FromPath[str], request: Asked, node: NamedDependency[Node], data: JSONBody[ReplyGiven]
) -> ReplyRead:
    live, player = await _seated(request, node, match_id)
    return await hosting.take_reply(live, player, data)


async def _seated(request: Asked, node: Node, match_id: str) -> tuple[LiveMatch, PlayerId]:
    """The match as it is now, and the seat that asks: its player is not away, though no socket says so."""
    found, token = known(match_id), token_needed(request, say("refused-prompt_token"))
    player = await node.seat_of(found, token)
    live = await node.live(found)
    await live.refresh()
    await live.presence.look_in(Visitor(player, hashed(token)))
    return live, player
