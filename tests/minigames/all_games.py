"""All miniature games, for tests that every game must pass."""

from __future__ import annotations

from typing import Any

from gamenight.core.plugin import Game
from tests.minigames.auction import Auction, HiddenAuction
from tests.minigames.caravan import Caravan
from tests.minigames.causeway import Causeway
from tests.minigames.hearts import Hearts
from tests.minigames.homestead import Homestead
from tests.minigames.nim import Nim
from tests.minigames.parlour import Parlour
from tests.minigames.skirmish import Skirmish
from tests.minigames.teahouse import Teahouse
from tests.minigames.tricks import TrickTaking
from tests.minigames.tug import Tug

MINI: list[Game[Any]] = [
    Auction(),
    HiddenAuction(),
    Caravan(),
    Causeway(),
    Hearts(),
    Homestead(),
    Nim(),
    Parlour(),
    Skirmish(),
    Teahouse(),
    TrickTaking(),
    Tug(),
]
