"""Everything that the viewers of a position are shown: views, scenes, offers and event texts."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.engine import view
from gamenight.core.model import Event, PlayerId, PlayerView
from gamenight.core.plugin import GamePlugin
from gamenight.core.scene import Item, Offer, Scene, with_targets
from gamenight.core.text import Words
from gamenight.core.words import event_words
from gamenight.looks import Look, look_of
from gamenight.testing.playing.playouts import Playout, name_of, viewers
from gamenight.testing.playing.position import Position
from gamenight.testing.worlds.moments import seen

OF_EACH_TYPE = 20


class Sight(Struct, frozen=True):
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


def sight_of(game: GamePlugin, mine: PlayerView, events: Sequence[Event]) -> Sight:
    """The scene, offers and event texts that the game makes for a view and the events that its viewer has seen."""
    news = tuple(event_words(game, event, mine) for event in events)
    return Sight(mine, game.scene(mine), tuple(game.offers(mine)), news)


def sights(position: Position, names: Sequence[str] = ()) -> Iterator[Sight]:
    """What every viewer is shown here, and at the stages on the way here; `names` replaces the names of the players.

    A viewer for whom the game raises an exception is left out: `scene_pure` reports it.
    """
    for viewer in viewers(position.state):
        try:
            mine = _renamed(view(position.game, position.state, viewer), names)
            yield sight_of(position.game, mine, news_for(position, viewer))
            for stage in position.stages:
                yield sight_of(position.game, _renamed(view(position.game, stage.state, viewer), names), ())
        except Exception:
            continue


def _renamed(mine: PlayerView, names: Sequence[str]) -> PlayerView:
    players = zip(mine.players, names, strict=False)
    return replace(mine, players=tuple(replace(player, display_name=name) for player, name in players) or mine.players)


def news_for(position: Position, viewer: PlayerId | None) -> list[Event]:
    """The events that this viewer saw in the turn that led here; at the end, also some of the whole match."""
    told = position.step.events if position.step else position.playout.opening
    if position.is_last:
        told = (*_some_of_each_type(position.playout), *told)
    return seen(told, viewer)


_told: list[tuple[Playout, list[Event]]] = []
"""A cache of one match: every check asks for the same events for every viewer, and matches can be long."""


def _some_of_each_type(playout: Playout) -> list[Event]:
    """Some events of each type, spread over the whole match."""
    if not _told or _told[0][0] is not playout:
        _told[:] = [(playout, _spread(playout))]
    return _told[0][1]


def _spread(playout: Playout) -> list[Event]:
    by_type: dict[str, list[Event]] = {}
    for event in (*playout.opening, *(event for step in playout.steps for event in step.events)):
        by_type.setdefault(event.event_type, []).append(event)
    return [event for events in by_type.values() for event in events[:: 1 + len(events) // OF_EACH_TYPE]]


@lru_cache(maxsize=4)
def look(game: GamePlugin) -> Look:
    """The pictures and texts in the game's folder, cached; a game typed in at a Python prompt has no folder."""
    home = sys.modules.get(type(game).__module__)
    return Look() if home is None or home.__spec__ is None else look_of(game)
