"""Helpers for all REST endpoints: the body of a request, its match, and its token."""

from __future__ import annotations

import re
from typing import Any

from litestar import Request, Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import SecurityRequirement

from gamenight.core.model import MatchId, PlayerId
from gamenight.core.text import Words, say
from gamenight.protocol.bodies import Fault
from gamenight.server.cached import CachedBody, reply
from gamenight.server.http.faults import CHALLENGE, Denied
from gamenight.server.node.node import Node
from gamenight.server.request_parsing import is_match_id, read_json
from gamenight.server.seats.tokens import WrongToken
from gamenight.store.errors import UnknownMatch

_TOKEN = re.compile(r"bearer +([\w.~+/=-]{1,256}) *", re.ASCII | re.IGNORECASE)

AnyRequest = Request[Any, Any, Any]

SEAT: list[SecurityRequirement] = [{"seat": []}, {}]
SEAT_ONLY: list[SecurityRequirement] = [{"seat": []}]


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body is decoded strictly into the type of its endpoint."""

    async def json(self) -> Any:
        wanted = self.route_handler.parsed_data_field
        return read_json(await self.body(), Any if wanted is None else wanted.annotation)


def faults(*statuses: int) -> dict[int, ResponseSpec]:
    """For the OpenAPI schema: answers with these statuses have a Fault as body."""
    return {status: ResponseSpec(Fault, generate_examples=False) for status in statuses}


def known(match_id: str) -> MatchId:
    """The text as a match id; UnknownMatch if no match can have it."""
    if not is_match_id(match_id):
        raise UnknownMatch(MatchId(match_id))
    return MatchId(match_id)


async def seat_asking(request: AnyRequest, node: Node, match_id: MatchId) -> PlayerId | None:
    """The seat of the token that was sent; None without a token."""
    token = token_sent(request)
    return None if token is None else await node.seat_of(match_id, token)


def token_sent(request: AnyRequest) -> str | None:
    """The token of the request, None without one; WrongToken if the header is invalid."""
    sent = request.headers.get("authorization")
    if sent is None:
        return None
    found = _TOKEN.fullmatch(sent)
    if found is None:
        raise WrongToken(say("refused-token"))
    return found[1]


def token_needed(request: AnyRequest, why: Words) -> str:
    """The token of the request; Denied with these words if there is none."""
    token = token_sent(request)
    if token is None:
        raise Denied(401, "wrong_token", why, CHALLENGE)
    return token


def as_kept(kept: CachedBody, request: AnyRequest) -> Response[bytes]:
    said = reply(kept, request.headers)
    return Response(said.body, status_code=said.status, headers=said.headers, media_type=kept.media_type)
