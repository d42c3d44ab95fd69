"""Errors as HTTP answers: a status, and a body that gives the reason and contains no secret."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, cast

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from msgspec import Struct

from gamenight.core.text import Words, say
from gamenight.protocol.bodies import Fault, RestCode
from gamenight.server.fault_line import fault_line
from gamenight.server.node.node import ServerFull
from gamenight.server.request_parsing import LONGEST_REASON, BadRequest
from gamenight.server.seats.tokens import WrongToken
from gamenight.store.errors import StoreUnavailable, UnknownMatch
from gamenight.store.hall.table import TableRefused

LOG = logging.getLogger("gamenight.server")
RETRY_FULL_S = 30
RETRY_STORE_S = 2
CHALLENGE = {"WWW-Authenticate": 'Bearer realm="a seat"'}


class Denied(Exception):
    """A request that is valid but refused."""

    def __init__(
        self, status: int, code: RestCode, message: Words, headers: Mapping[str, str] | None = None, **details: Any
    ) -> None:
        super().__init__(str(message))
        self.answer = ErrorResponse(status, Fault(code, message, None, details), dict(headers or {}))


class ErrorResponse(Struct, frozen=True):
    status: int
    fault: Fault
    headers: dict[str, str] = {}


INTERNAL = ErrorResponse(500, Fault("internal_error", say("refused-fault")))


def too_fast(words: Words, retry_after_s: int) -> Denied:
    return Denied(429, "too_fast", words, _retry(retry_after_s), retry_after_s=retry_after_s)


def response_to(error: Exception) -> ErrorResponse:
    """The answer to a request that raised this. An unexpected error is logged, and the answer says only that."""
    match error:
        case Denied():
            return error.answer
        case BadRequest():
            return ErrorResponse(400, Fault("bad_request", error.words, error.field))
        case UnknownMatch():
            return ErrorResponse(404, Fault("game_not_found", say("refused-no_match")))
        case TableRefused():
            return ErrorResponse(409, Fault(error.code, error.words))
        case WrongToken():
            return ErrorResponse(401, Fault("wrong_token", say("refused-token")), CHALLENGE)
        case ServerFull():
            return ErrorResponse(503, Fault("server_full", error.words), _retry(RETRY_FULL_S))
        case StoreUnavailable():
            return ErrorResponse(503, Fault("unavailable", say("refused-database")), _retry(RETRY_STORE_S))
        case ValidationException():
            return _misfit(error)
        case HTTPException():
            return _http(error)
    LOG.error("a request failed: %s", fault_line(error))
    return INTERNAL


def _retry(seconds: int) -> dict[str, str]:
    return {"Retry-After": str(seconds)}


def _misfit(error: ValidationException) -> ErrorResponse:
    """The answer to an invalid query parameter or a missing body."""
    extra = error.extra if isinstance(error.extra, list) else []
    first = cast("dict[str, str]", extra[0]) if extra else {}
    if first.get("key") == "data":
        return ErrorResponse(400, Fault("bad_request", say("bad-body")))
    reason = first.get("message", "")[:LONGEST_REASON]
    return ErrorResponse(400, Fault("bad_request", say("bad-shape", why=reason), first.get("key")))


_WORDS: dict[int, tuple[RestCode, Words]] = {
    404: ("not_found", say("refused-path")),
    405: ("method_not_allowed", say("refused-method")),
    413: ("too_large", say("refused-body_large")),
}


def _http(error: HTTPException) -> ErrorResponse:
    """The framework's own errors, in our words: its messages may quote the request."""
    status = error.status_code
    if status >= 500:
        LOG.error("a request failed: %s", fault_line(error))
        return INTERNAL
    code, message = _WORDS.get(status, ("bad_request", say("refused-request", why=HTTPStatus(status).phrase)))
    return ErrorResponse(status, Fault(code, message), dict(error.headers or {}))


def respond(request: Request[Any, Any, Any], error: Exception) -> Response[Fault]:
    """For Litestar: the answer to a request that raised this."""
    answer = response_to(error)
    return Response(answer.fault, status_code=answer.status, headers=answer.headers, media_type="application/json")
