"""Seat tokens: a client with a seat's token plays that seat. A wrong token is refused here."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

from gamenight.core.model import MatchId, PlayerId, seat
from gamenight.server.localized_error import LocalizedError
from gamenight.store.hall.table import Table


class WrongToken(LocalizedError):
    """The token belongs to no seat of this match."""


def new_token() -> str:
    """A token of 256 random bits."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """The digest that is stored for a token. A plain one is enough, as a token has 256 random bits."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def derived_token(token: str, match_id: MatchId) -> str:
    """The token for the same player's seat in another match: the same for every request."""
    digest = hmac.digest(token.encode(), match_id.encode(), "sha256")
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def seat_of(table: Table, token: str) -> PlayerId | None:
    """The seat of this token, or None. Every seat is compared, in constant time."""
    given, found = hashed(token), None
    for place in table.places:
        if hmac.compare_digest(given, place.token_hash):
            found = seat(place.seat_index)
    return found


def is_held(table: Table, player: PlayerId, token_hash: str | None) -> bool:
    """Whether the seat belongs to the token with this hash."""
    return any(seat(place.seat_index) == player and place.token_hash == token_hash for place in table.places)
