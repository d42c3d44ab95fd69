"""The services of a node for its matches and their parts: stores, bus, games, bot processes and settings."""

from __future__ import annotations

from typing import Protocol

from gamenight.core.model import MatchId
from gamenight.server.bot_pool import BotPool
from gamenight.server.games import Games
from gamenight.server.settings import Settings
from gamenight.store.bus.contract import Bus
from gamenight.store.hall.hall import Hall
from gamenight.store.hall.ledger import Ledger
from gamenight.store.log.contract import MatchStore


class Services(Protocol):
    """The members of a node that the parts of a match use."""

    name: str
    settings: Settings
    games: Games
    store: MatchStore
    hall: Hall
    ledger: Ledger
    bus: Bus
    bot_pool: BotPool

    @property
    def lease_ms(self) -> int: ...

    def opener_of(self, match_id: MatchId, /) -> str: ...
