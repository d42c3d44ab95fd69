"""Everything that the viewers of a position are shown: views, scenes, offers and event texts."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.engine import view
from gamenight.core.model import Event, GameState, PlayerId, PlayerView
from gamenight.core.plugin import GamePlugin
from gamenight.core.showing.scene import Item, Offer, Scene, with_targets
from gamenight.core.showing.words import event_words
from gamenight.core.text import Words
from gamenight.looks import Look, look_of
from gamenight.testing.playing.playouts import name_of, viewers
from gamenight.testing.playing.position import Position
from gamenight.testing.worlds.moments import seen

OF_EACH_TYPE = 20

Spot = tuple[PlayerId | None, GameState]
"""Whose view it is, and of which state."""


class ViewerScreen(Struct, frozen=True):
    """A view, its scene, its offers, and the last events in words."""

    view: PlayerView
    scene: Scene | None
    offers: tuple[Offer, ...]
    news: tuple[Words, ...]

    @property
    def items(self) -> dict[str, Item]:
        """The items by their ids, including those that the page creates as targets for taps."""
        return with_targets(self.scene, self.offers) if self.scene else {}

    @property
    def who(self) -> str:
        return name_of(self.view.viewer_id)


def sight_of(game: GamePlugin, mine: PlayerView, events: Sequence[Event]) -> ViewerScreen:
    """The scene, offers and event texts that the game makes for a view and the events that its viewer has seen."""
    news = tuple(event_words(game, event, mine) for event in events)
    return ViewerScreen(mine, game.scene(mine), tuple(game.offers(mine)), news)


def viewer_screens(position: Position) -> list[ViewerScreen]:
    """What every viewer is shown here, and at the stages on the way here."""
    return position.once(viewer_screens_with)


def viewer_screens_with(position: Position, names: Sequence[str] = ()) -> list[ViewerScreen]:
    """The same screens, where the players have other names."""
    return [viewer_screen for spot in _spots(position) if (viewer_screen := _sight(position, spot, names)) is not None]


def sight_with(position: Position, number: int, names: Sequence[str]) -> ViewerScreen | None:
    """One of these screens, where the players have other names."""
    return _sight(position, _spots(position)[number], names)


def _spots(position: Position) -> list[Spot]:
    states = (position.state, *(stage.state for stage in position.stages))
    return [(viewer, state) for viewer in viewers(position.state) for state in states]


def _sight(position: Position, spot: Spot, names: Sequence[str]) -> ViewerScreen | None:
    """None if the game raises an exception: `scene_pure` reports it."""
    viewer, state = spot
    try:
        news = news_for(position, viewer) if state is position.state else ()
        return sight_of(position.game, _renamed(view(position.game, state, viewer), names), news)
    except Exception:
        return None


def _renamed(mine: PlayerView, names: Sequence[str]) -> PlayerView:
    players = zip(mine.players, names, strict=False)
    return replace(mine, players=tuple(replace(player, display_name=name) for player, name in players) or mine.players)


def news_for(position: Position, viewer: PlayerId | None) -> list[Event]:
    """The events that this viewer saw in the turn that led here; at the end, also some of the whole match."""
    told = position.step.events if position.step else position.playout.opening
    if position.is_last:
        told = (*position.once(_some_of_each_type), *told)
    return seen(told, viewer)


def _some_of_each_type(position: Position) -> list[Event]:
    """Some events of each type, spread over the whole match."""
    playout = position.playout
    by_type: dict[str, list[Event]] = {}
    for event in (*playout.opening, *(event for step in playout.steps for event in step.events)):
        by_type.setdefault(event.event_type, []).append(event)
    return [event for events in by_type.values() for event in events[:: 1 + len(events) // OF_EACH_TYPE]]


@lru_cache(maxsize=4)
def look(game: GamePlugin) -> Look:
    """The pictures and texts in the game's folder, cached; a game typed in at a Python prompt has no folder."""
    home = sys.modules.get(type(game).__module__)
    return Look() if home is None or home.__spec__ is None else look_of(game)
