"""A picture of each game for the lobby: a position of a match played at random, as its first seat sees it.

It is drawn when it is first requested and then cached, as games do not change while a server runs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, get_args

from gamenight.bots.simple import RandomBot
from gamenight.core.engine import view
from gamenight.core.match import Match
from gamenight.core.model import GameState, PlayerId, PlayerView, seat
from gamenight.core.plugin import GamePlugin
from gamenight.core.run import BotRun
from gamenight.looks import look_of
from gamenight.looks.plates import plates_of
from gamenight.looks.renderer import NotBuilt, Theme, picture
from gamenight.looks.telling import told_look, told_scene
from gamenight.looks.textfiles import folder_of, languages
from gamenight.looks.texts import texts_of
from gamenight.server.cached import CachedBody, keep
from gamenight.server.games import Games
from gamenight.server.http.catalogue import InLanguages
from gamenight.server.presentation.scenes import plain_scene

LOG = logging.getLogger("gamenight.server")

SIZE = (640, 400)
MEDIA_TYPE = "image/svg+xml"
EMPTY = f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE[0]}" height="{SIZE[1]}"/>'
"""For a game without a picture; the page's own background shows through."""

SEED = "cover"
MOST_TURNS = 120
"""Maximum number of turns to play; enough for every game to look typical."""
MIDDLE = 0.25, 0.7
"""The part of the first deal from which a position is chosen."""
NAMES = ("Ada", "Bo", "Cleo", "Dora", "Emil", "Frida", "Gus", "Hana", "Ivo", "Jo", "Kim", "Lea")
VIEWER: PlayerId = seat(0)
NOT_SHOWN = ("text", "offers", "answered")


class Covers:
    """Covers by slug, theme and language. They are drawn one at a time, in a separate thread."""

    def __init__(self, games: Games) -> None:
        self._painter = ThreadPoolExecutor(1, "covers")
        self._covers = {
            (slug, theme): _in_languages(game, theme) for slug, game in games.all().items() for theme in get_args(Theme)
        }

    async def cover(self, slug: str, theme: Theme, lang: str) -> CachedBody | None:
        """The cover; None if there is no such game."""
        found = self._covers.get((slug, theme))
        if found is None:
            return None
        return await asyncio.get_running_loop().run_in_executor(self._painter, found.best, lang)


def _in_languages(game: GamePlugin, theme: Theme) -> InLanguages[CachedBody]:
    return InLanguages(languages(folder_of(game)), lambda lang: keep(_drawn(game, theme, lang).encode(), MEDIA_TYPE))


def _drawn(game: GamePlugin, theme: Theme, lang: str) -> str:
    """The SVG of a cover; an empty one if the game fails, so that the lobby still works."""
    try:
        return drawn_cover(game, theme, lang)
    except NotBuilt:
        return EMPTY
    except Exception:
        LOG.exception("%s: its cover failed; the lobby shows none", game.game_id)
        return EMPTY


@lru_cache(maxsize=256)
def drawn_cover(game: GamePlugin, theme: Theme, lang: str) -> str:
    return cover_of(game, typical_view(game), theme, lang)


def cover_of(game: GamePlugin, seen: PlayerView, theme: Theme, lang: str) -> str:
    """This view as an SVG, without its text and its offers."""
    if game.scene(seen) is None:
        return EMPTY
    tell = texts_of(game, lang).tell
    scene: dict[str, Any] = {field: value for field, value in plain_scene(game, seen).items() if field not in NOT_SHOWN}
    look = told_look(look_of(game, lang), tell)
    return picture(told_scene(scene, tell), look, SIZE, theme, seats=plates_of(seen))


@lru_cache(maxsize=64)  # both themes show it
def typical_view(game: GamePlugin) -> PlayerView:
    """A view of the first seat, when it is to act in the first deal of a match with the fewest players.

    Of the positions in the middle of the deal it is the one with the most items, and the last of those.
    """
    match = Match.start(game, NAMES[: game.min_players], SEED)
    bots = [RandomBot(f"{SEED} {player.player_id}") for player in match.state.players]
    states = list(_asking_states(BotRun(match, bots, MOST_TURNS))) or [match.state]
    start, end = (int(part * len(states)) for part in MIDDLE)
    middle = reversed(states[start : end + 1])
    return max((view(game, state, VIEWER) for state in middle), key=lambda seen: _items(game, seen))


def _items(game: GamePlugin, seen: PlayerView) -> int:
    scene = game.scene(seen)
    return 0 if scene is None else len(scene.items)


def _asking_states(run: BotRun) -> Iterator[GameState]:
    """The states of the first deal in which the first seat is to act."""
    match, first = run.match, run.match.plugin.horizon(run.match.state.game_data)
    if VIEWER in match.to_act:
        yield match.state
    for _ in run.answers():
        if match.is_over or match.plugin.horizon(match.state.game_data) != first:
            return
        if VIEWER in match.to_act:
            yield match.state
