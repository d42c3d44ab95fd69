"""The REST endpoints: their parameters and answers."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import MediaType, Response, Router, get, post
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import structs

from gamenight.core.model import GameId, GameStatus, MatchId, PlayerId, seat
from gamenight.core.text import say
from gamenight.looks.renderer import Theme
from gamenight.protocol.bodies import (
    BotsShown,
    FramesShown,
    GameShown,
    GamesShown,
    Health,
    JoinTable,
    LookShown,
    MatchShown,
    TablesShown,
    TextsShown,
)
from gamenight.protocol.messages import TableShown
from gamenight.server.cached import CachedBody
from gamenight.server.http import metrics
from gamenight.server.http.catalogue import InLanguages, Looks
from gamenight.server.http.covers import Covers
from gamenight.server.http.faults import Denied, too_fast
from gamenight.server.http.model_endpoints import show_ai_log, show_prompt, take_reply
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
from gamenight.server.limits import Limits, address_of
from gamenight.server.match.live import LiveMatch
from gamenight.server.node.new_table import OpenTable, new_table
from gamenight.server.node.node import Node, Status
from gamenight.server.node.replay_frames import FramesUnavailable, ReplayFrames
from gamenight.server.node.seating import Joined, join, rematch
from gamenight.server.request_parsing import BadRequest, is_match_id, read_name
from gamenight.server.wall_clock import now_ms
from gamenight.server.websocket.rate import HEAVY_WEIGHT
from gamenight.store.errors import StoreError, StoreUnavailable
from gamenight.store.hall.table import TableFilter

HEALTH_S = 5.0
"""A database that takes longer than this to answer is not healthy."""


@get("/health", responses=faults(503), summary="Whether the server and its database answer")
async def health(node: NamedDependency[Node]) -> Health:
    try:
        async with asyncio.timeout(HEALTH_S):
            await node.hall.heads((MatchId("health"),))
    except (TimeoutError, StoreError):
        raise StoreUnavailable("the database does not answer") from None
    return Health()


@get("/status", summary="The load and the limits of this node")
async def show_status(node: NamedDependency[Node]) -> Status:
    return node.status()


@get("/metrics", media_type=MediaType.TEXT, summary="Counters and gauges for Prometheus")
async def show_metrics(node: NamedDependency[Node]) -> Response[bytes]:
    return Response(metrics.exposition(node.status()), media_type=metrics.CONTENT_TYPE)


@get("/games", responses=faults(400), summary="Every game, with its options and its rules")
async def list_games(games: NamedDependency[InLanguages[GamesShown]], lang: FromQuery[str] = "en") -> GamesShown:
    return games.best(lang)


@get("/games/{slug:str}", responses=faults(400, 404), summary="One game")
async def show_game(
    slug: FromPath[str], games: NamedDependency[InLanguages[GamesShown]], lang: FromQuery[str] = "en"
) -> GameShown:
    for game in games.best(lang).games:
        if game.game_id == slug:
            return game
    raise Denied(404, "not_found", say("refused-no_game"))


@get(
    "/games/{slug:str}/look",
    responses={200: ResponseSpec(LookShown, generate_examples=False), **faults(400, 404)},
    summary="What a game brings for its scenes: pictures and texts",
)
async def show_look(
    slug: FromPath[str], request: AnyRequest, looks: NamedDependency[Looks], lang: FromQuery[str] = "en"
) -> Response[bytes]:
    if slug not in looks:
        raise Denied(404, "not_found", say("refused-no_game"))
    return as_kept(looks[slug].best(lang), request)


@get(
    "/games/{slug:str}/cover",
    media_type="image/svg+xml",
    responses=faults(400, 404),
    summary="A picture of a game in the middle of a match",
)
async def show_cover(
    slug: FromPath[str],
    request: AnyRequest,
    covers: NamedDependency[Covers],
    theme: FromQuery[Theme] = "light",
    lang: FromQuery[str] = "en",
) -> Response[bytes]:
    cover = await covers.cover(slug, theme, lang)
    if cover is None:
        raise Denied(404, "not_found", say("refused-no_game"))
    return as_kept(cover, request)


@get(
    "/texts",
    responses={200: ResponseSpec(TextsShown, generate_examples=False), **faults(400)},
    summary="The server's texts in a language, and the list of languages",
)
async def show_texts(
    request: AnyRequest, texts: NamedDependency[InLanguages[CachedBody]], lang: FromQuery[str] = "en"
) -> Response[bytes]:
    return as_kept(texts.best(lang), request)


@get("/bots", summary="Every strategy, and the levels of each game")
async def list_bots(bots: NamedDependency[BotsShown]) -> BotsShown:
    return bots


@post(
    "/matches",
    responses=faults(400, 403, 429, 503),
    response_headers=[ResponseHeader(name="Location", description="The table's address", documentation_only=True)],
    summary="Open a table",
)
async def open_table(
    data: JSONBody[OpenTable], request: AnyRequest, node: NamedDependency[Node], limits: NamedDependency[Limits]
) -> Response[TableShown]:
    table = new_table(data, node.games, node.settings, now_ms())
    charge_table(request, limits, bots=len(table.settings.bots))
    await node.open_table(table, address_of(request.scope))
    shown = await node.shown(table.match_id, None)
    return Response(shown, headers={"Location": f"/api/matches/{table.match_id}"})


@get("/matches", responses=faults(400, 503), summary="Listed tables, the newest first")
async def list_tables(
    node: NamedDependency[Node],
    game: FromQuery[str | None] = None,
    status: FromQuery[list[GameStatus] | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
    after: FromQuery[str | None] = None,
) -> TablesShown:
    if game is not None and node.games.find(game) is None:
        raise BadRequest("game", say("bad-game", game=game, games=list(node.games.all())))
    if after is not None and not is_match_id(after):
        raise BadRequest("after", say("bad-match_id"))
    wanted = TableFilter(game_id=None if game is None else GameId(game), statuses=status or None)
    tables = await node.list_tables(wanted, limit, None if after is None else MatchId(after))
    return TablesShown(tables, tables[-1].match_id if len(tables) == limit else None)


@get("/matches/{match_id:str}", responses=faults(400, 401, 404, 503), security=SEAT, summary="One table with its match")
async def show_match(match_id: FromPath[str], request: AnyRequest, node: NamedDependency[Node]) -> MatchShown:
    found = known(match_id)
    viewer = await seat_asking(request, node, found)
    shown = await node.shown(found, viewer)
    view = await node.view(found, viewer) if viewer is not None or may_watch(shown) else None
    return MatchShown(**structs.asdict(shown), player_id=viewer, view=view)


@post("/matches/{match_id:str}/join", responses=faults(400, 401, 404, 409, 503), summary="Take a seat")
async def join_table(
    match_id: FromPath[str], request: AnyRequest, node: NamedDependency[Node], data: JSONBody[JoinTable | None] = None
) -> Joined:
    found, wanted = known(match_id), data or JoinTable()
    name = read_name(wanted.player_name, node.settings.name_length)
    if wanted.sponsored:
        return await join(node, found, name, wanted.seat, await sponsor_asking(request, node, found))
    if (taken := await seat_asking(request, node, found)) is not None:
        raise Denied(409, "already_in_game", say("refused-seated"), player_id=taken)
    return await join(node, found, name, wanted.seat)


@get(
    "/matches/{match_id:str}/replay",
    responses=faults(400, 401, 403, 404, 429, 503),
    security=SEAT,
    summary="The replay: everything once the match is over, until then the events that the viewer has seen",
)
async def show_replay(
    match_id: FromPath[str], request: AnyRequest, node: NamedDependency[Node], limits: NamedDependency[Limits]
) -> dict[str, Any]:
    found = known(match_id)
    charge_heavy(request, limits)
    viewer = await seat_asking(request, node, found)
    if viewer is None and not may_watch(await node.shown(found, None)):
        raise Denied(403, "spectators_not_allowed", say("refused-players_only"))
    return await node.replay(found, viewer)


@get(
    "/matches/{match_id:str}/frames",
    responses={200: ResponseSpec(FramesShown, generate_examples=False), **faults(400, 401, 404, 409, 429, 503)},
    security=SEAT,
    summary="A match that is over, turn by turn, as a seat or a spectator saw it",
)
async def show_frames(
    match_id: FromPath[str],
    request: AnyRequest,
    node: NamedDependency[Node],
    replay_frames: NamedDependency[ReplayFrames],
    limits: NamedDependency[Limits],
    eyes: Annotated[str, QueryParameter(name="as", description="A player's id, or `spectator`")] = "spectator",
) -> Response[bytes]:
    found = known(match_id)
    charge_heavy(request, limits)
    asking = await seat_asking(request, node, found)
    live = await node.live(found)
    viewer = seen_as(live, eyes)
    check_over(live, asking)
    try:
        return as_kept(await replay_frames.frames_of(live, viewer), request)
    except FramesUnavailable as trouble:
        raise Denied(409, "game_not_active", trouble.words) from None


@post(
    "/matches/{match_id:str}/rematch",
    responses=faults(400, 401, 404, 409, 429, 503),
    security=SEAT_ONLY,
    summary="Take a seat at a new table for the same people",
)
async def offer_rematch(
    match_id: FromPath[str], request: AnyRequest, node: NamedDependency[Node], limits: NamedDependency[Limits]
) -> Joined:
    found, token = known(match_id), token_needed(request, say("refused-rematch_token"))
    viewer = await node.seat_of(found, token)
    if not (await node.shown(found, viewer)).status.is_over:
        raise Denied(409, "game_started", say("refused-rematch_early"))
    return await rematch(node, found, token, lambda: charge_table(request, limits))


async def sponsor_asking(request: AnyRequest, node: Node, match_id: MatchId) -> PlayerId:
    """The player who brings a language model; Denied without a token, or with that of a sponsored seat."""
    sponsor = await node.seat_of(match_id, token_needed(request, say("refused-sponsor_token")))
    places = (await node.live(match_id)).table.places
    if any(place.sponsor is not None for place in places if seat(place.seat_index) == sponsor):
        raise Denied(409, "already_in_game", say("refused-sponsor_sponsored"), player_id=sponsor)
    return sponsor


def seen_as(live: LiveMatch, eyes: str) -> PlayerId | None:
    """The viewpoint that was asked for; BadRequest if this table does not have it."""
    if eyes == "spectator":
        return None
    if eyes not in live.channels:
        raise BadRequest("as", say("bad-viewpoint", viewpoints=[*map(str, live.channels), "spectator"]))
    return PlayerId(eyes)


def check_over(live: LiveMatch, asking: PlayerId | None) -> None:
    """Denied if the match is not over as far as this viewer may know (None: no seat), or if it cannot be replayed."""
    if live.ended is not None:
        raise Denied(409, "game_not_active", say("refused-no_replay", why=live.trouble))
    state = live.channel(asking).state
    if state is None or not state.is_over:
        raise Denied(409, "game_not_active", say("refused-not_over"))


def charge_heavy(request: AnyRequest, limits: Limits) -> None:
    """Count a request that reads a whole match as ten; Denied if that is too many for its address."""
    if not limits.requests.take(address_of(request.scope), now_ms(), HEAVY_WEIGHT - 1):
        seconds = limits.requests.retry_after_s
        raise too_fast(say("refused-requests", seconds=seconds), seconds)


def charge_table(request: AnyRequest, limits: Limits, *, bots: int = 0) -> None:
    """Count one more table, and its bots, for the client's address; Denied if there are too many."""
    if not limits.may_open(address_of(request.scope), now_ms()):
        raise too_fast(say("refused-tables", seconds=limits.tables.retry_after_s), limits.tables.retry_after_s)
    if not limits.may_seat_bots(address_of(request.scope), bots, now_ms()):
        raise too_fast(say("refused-bots", seconds=limits.bots.retry_after_s), limits.bots.retry_after_s)


def may_watch(shown: TableShown) -> bool:
    """Whether viewers without a seat may watch this match: the table allows it, or the match is over."""
    return bool(shown.table["spectators"]) or shown.status.is_over


api = Router(
    "/api",
    route_handlers=[
        list_games,
        show_game,
        show_look,
        show_cover,
        show_texts,
        list_bots,
        open_table,
        list_tables,
        show_match,
        join_table,
        show_replay,
        show_frames,
        offer_rematch,
        show_prompt,
        take_reply,
        show_ai_log,
    ],
)
ENDPOINTS: list[ControllerRouterHandler] = [health, show_status, show_metrics, api]
