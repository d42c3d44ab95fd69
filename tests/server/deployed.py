"""Nim as the servers of these tests have it: before and after a change of its rules, and with a large view."""

from typing import Any

from msgspec import Struct

from gamenight.core.model import PlayerId
from tests.minigames.nim import Heap, Nim


class First(Nim):
    rules_version = 1


class Second(Nim):
    rules_version = 2


class Panorama(Struct, frozen=True):
    heap: Heap
    scenery: str


class Scenic(Nim):
    """Nim with a view of some 50 kilobytes."""

    game_id = "scenic-nim"
    view_type = Panorama  # type: ignore[assignment]

    def get_player_view(self, game_data: Heap, player_id: PlayerId | None) -> Any:
        return Panorama(game_data, "tree " * 10_000)
