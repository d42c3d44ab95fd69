"""One HTTP request to an endpoint, and its result."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from gamenight.llm.calls.endpoints import Endpoint
from gamenight.llm.calls.failures import ConfigurationFailed
from gamenight.llm.calls.partial_reply import PartialReply, Request, Wire
from gamenight.llm.calls.refusals import ProviderError, error_of, refused_parameter

if TYPE_CHECKING:
    import httpx2

MAX_BODY = 2_000_000
MAX_ERROR_BODY = 64_000
MAX_MESSAGE = 300

RETRYABLE = {408, 409, 425, 429}
"""Statuses below 500 after which the same request may succeed."""

NOT_RETRYABLE = {"insufficient_quota", "billing_error", "billing_hard_limit_reached"}
"""Error codes of status 429 for which waiting does not help."""

ANTHROPIC_STATUSES = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "timeout_error": 504,
    "overloaded_error": 529,
}
"""The HTTP status for an error that is reported inside a stream."""


class Answered(Struct, frozen=True):
    """The complete answer arrived."""

    draft: PartialReply
    first_token_ms: float | None
    duration_ms: float
    status: int = 200


class TransportFault(Struct, frozen=True):
    """No complete answer arrived. The text is for the operator."""

    kind: Literal["transport", "parameter", "configuration", "late"]
    text: str
    status: int | None = None
    parameter: str | None = None
    retry_after_s: float | None = None
    is_final: bool = False
    """Whether the endpoint asked not to try again."""

    duration_ms: float = 0.0


@asynccontextmanager
async def open_client() -> AsyncIterator[httpx2.AsyncClient]:
    """An HTTP client for one question and its tries; it follows no redirects, which would receive the key."""
    httpx2 = library()
    logging.getLogger("httpx2").setLevel(logging.WARNING)  # otherwise it logs every request with its URL
    async with httpx2.AsyncClient(follow_redirects=False, verify=_trusted()) as client:
        yield client


def library() -> Any:
    """The package httpx2, which only calls to models need."""
    try:
        import httpx2
    except ImportError:
        pass
    else:
        return httpx2
    raise ConfigurationFailed("language models need additional packages: pip install 'gamenight[llm]'")


@cache
def _trusted() -> Any:
    """The trusted certificates, cached: reading them takes longer than everything else in a client."""
    return library().create_ssl_context()


async def call(
    client: httpx2.AsyncClient, endpoint: Endpoint, wire: Wire, request: Request
) -> Answered | TransportFault:
    """Send the request and read the answer within the endpoint's limits; cancelling closes the connection."""
    exchange = Exchange(endpoint, wire, request)
    outcome = await exchange.run(client)
    return msgspec.structs.replace(outcome, duration_ms=exchange.elapsed_ms())


class Exchange:
    """One request and the part of the answer that has arrived."""

    def __init__(self, endpoint: Endpoint, wire: Wire, request: Request) -> None:
        self._endpoint = endpoint
        self._wire = wire
        self._request = request
        self._draft = PartialReply()
        self._began = monotonic()
        self._first_token_ms: float | None = None

    def elapsed_ms(self) -> float:
        return (monotonic() - self._began) * 1000

    async def run(self, client: httpx2.AsyncClient) -> Answered | TransportFault:
        """The result. A fault never contains the library's message, which may include the URL or a header."""
        httpx2 = library()
        try:
            async with asyncio.timeout(self._endpoint.total_s):
                fault = await self._send(client)
        except TimeoutError:
            if self._draft.has_output and not self._draft.is_complete:
                return TransportFault("late", f"the reply was not complete after {self._endpoint.total_s:g} s")
            fault = TransportFault("transport", f"no answer within {self._endpoint.total_s:g} s")
        except httpx2.TimeoutException:
            fault = TransportFault("transport", f"nothing came for {self._endpoint.idle_s:g} s")
        except httpx2.ConnectError:
            fault = TransportFault("transport", "no connection")
        except (httpx2.LocalProtocolError, httpx2.UnsupportedProtocol, httpx2.InvalidURL):
            fault = TransportFault("configuration", "HTTP does not allow this request: check the URL and the key")
        except httpx2.HTTPError:
            fault = TransportFault("transport", "the connection broke")
        if fault is None or (fault.kind == "transport" and self._draft.is_complete):
            return Answered(self._draft, self._first_token_ms, 0.0)
        return fault

    async def _send(self, client: httpx2.AsyncClient) -> TransportFault | None:
        headers = {**self._request.headers, "content-type": "application/json"}
        content = msgspec.json.encode(self._request.body)
        sending = client.stream("POST", self._request.url, headers=headers, content=content, timeout=self._timeout())
        async with sending as response:
            if response.status_code != 200:
                return await self._read_refusal(response)
            if "event-stream" in response.headers.get("content-type", ""):
                return await self._read_stream(response)
            return await self._read_whole(response)

    def _timeout(self) -> httpx2.Timeout:
        """The timeout. A complete answer arrives at once after all the thinking; a stream sends parts earlier."""
        is_whole = "stream" not in self._request.body
        timeout: httpx2.Timeout = library().Timeout(
            self._endpoint.idle_s, read=self._endpoint.total_s if is_whole else self._endpoint.idle_s
        )
        return timeout

    async def _read_refusal(self, response: httpx2.Response) -> TransportFault:
        if response.is_redirect:
            text = "the endpoint redirects, which is never followed: set its final URL"
            return TransportFault("configuration", text, response.status_code)
        error = error_of(await read_at_most(MAX_ERROR_BODY, response) or b"")
        return self._fault(response.status_code, error, response.headers)

    async def _read_whole(self, response: httpx2.Response) -> TransportFault | None:
        body = await read_at_most(MAX_BODY, response)
        if body is None:
            return TransportFault("transport", f"the answer is larger than {MAX_BODY} bytes", 200)
        return self._take(body) or self._cut()

    async def _read_stream(self, response: httpx2.Response) -> TransportFault | None:
        events: Any = aiter(library().EventSource(response, max_event_size=MAX_BODY))
        async with aclosing(events):
            async for event in events:
                if fault := self._take(event.data.encode()):
                    return fault
                if self._draft.is_over:
                    return None
                if response.num_bytes_downloaded > MAX_BODY:
                    return TransportFault("transport", f"the answer is larger than {MAX_BODY} bytes", 200)
        return self._cut()

    def _take(self, data: bytes) -> TransportFault | None:
        if not data:
            return None
        try:
            error = self._wire.take(self._draft, data)
        except msgspec.DecodeError:
            return TransportFault(
                "transport", "the answer does not have this wire format: is it another server's page?", 200
            )
        if self._draft.has_output and self._first_token_ms is None:
            self._first_token_ms = self.elapsed_ms()
        return None if error is None else self._fault(status_of(error), error, {})

    def _cut(self) -> TransportFault | None:
        return None if self._draft.is_complete else TransportFault("transport", "the answer broke off", 200)

    def _fault(self, status: int, error: ProviderError, headers: Mapping[str, str]) -> TransportFault:
        """The fault for an error, by its status."""
        said = self._quoted(status, error)
        if parameter := refused_parameter(status, error, self._request.refusable, self._endpoint.model):
            return TransportFault("parameter", f"{parameter} was refused{said}", status, parameter)
        if is_passing(status, error, headers):
            is_final = headers.get("x-should-retry") == "false"
            return TransportFault("transport", f"status {status}{said}", status, None, retry_after_s(headers), is_final)
        return TransportFault("configuration", f"status {status}{said}", status)

    def _quoted(self, status: int, error: ProviderError) -> str:
        """The provider's message without our key and URL; empty for errors about the key, as some quote it."""
        if status in (401, 403):
            return ": check the key"
        message = error.message
        for secret in (self._endpoint.key, self._endpoint.url, urlsplit(self._endpoint.url).netloc):
            message = message.replace(secret, "...")
        return f": {message[:MAX_MESSAGE]}" if message else ""


async def read_at_most(limit: int, response: httpx2.Response) -> bytes | None:
    """The body, or None if it is larger."""
    body = bytearray()
    async for piece in response.aiter_bytes():
        body += piece
        if len(body) > limit:
            return None
    return bytes(body)


def is_passing(status: int, error: ProviderError, headers: Mapping[str, str]) -> bool:
    """Whether the same request may succeed later."""
    if error.code in NOT_RETRYABLE or error.kind in NOT_RETRYABLE:
        return False
    return status in RETRYABLE or status >= 500 or headers.get("x-should-retry") == "true"


def status_of(error: ProviderError) -> int:
    """The status of an error that was sent with status 200, in a body or inside a stream."""
    if error.code.isdecimal() and 400 <= int(error.code) < 600:
        return int(error.code)
    return ANTHROPIC_STATUSES.get(error.kind, 500)


def retry_after_s(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """How long the endpoint asks to wait: in milliseconds, in seconds, or until a date."""
    if (milliseconds := _number(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    header = headers.get("retry-after")
    if header is None or (seconds := _number(header)) is not None:
        return None if header is None else seconds
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - (now or datetime.now(UTC))).total_seconds())


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None
