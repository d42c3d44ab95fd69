"""From a full table to the first state of its match."""

from __future__ import annotations

from itertools import count

from msgspec.structs import replace

from gamenight.core.engine import start
from gamenight.core.match import bot_player, configure
from gamenight.core.model import Player, Start, seat
from gamenight.core.plugin import GamePlugin
from gamenight.server.seats.model_strategies import is_model, model_name
from gamenight.store.hall.codec import name_key
from gamenight.store.hall.table import Table


def should_begin(table: Table) -> bool:
    """Whether the match can begin: all seats for people are taken or, with `start: ready`, all people are ready."""
    if table.started_at is not None:
        return False
    if table.settings.start == "ready" and people_wanted(table):
        return bool(table.places) and all(place.is_ready for place in table.places)
    return len(table.places) == people_wanted(table)


def people_wanted(table: Table) -> int:
    return table.settings.seats - len(table.settings.bots)


def first_state(plugin: GamePlugin, table: Table, stand_in: str, now: int) -> Start:
    """The match before its first turn, with a new random seed."""
    settings = table.settings
    config = configure(plugin, settings.seats, options=settings.options, timer=settings.timer, pace_ms=settings.pace_ms)
    if not table.places:
        config = replace(config, pace_ms=0)
    return start(plugin, table.match_id, players_of(table, stand_in), config, now)


def players_of(table: Table, stand_in: str) -> tuple[Player, ...]:
    """The players: people at their seats, bots at all others."""
    people = {place.seat_index: place for place in table.places}
    strategies = list(table.settings.bots)
    taken = {name_key(place.name) for place in table.places}
    players: list[Player] = []
    for index in range(table.settings.seats):
        place = people.get(index)
        if place is not None:
            players.append(Player(seat(index), place.name, index))
            continue
        strategy = strategies.pop(0) if strategies else next(iter(table.settings.bots), stand_in)
        if is_model(strategy):
            name = _model_name(strategy, taken | {name_key(player.display_name) for player in players})
        else:
            name = _bot_name(strategy, players)
        players.append(bot_player(index, name, strategy))
    return tuple(players)


def _bot_name(strategy: str, others: list[Player]) -> str:
    """`Bot (medium)`, and `Bot 2 (medium)` for the next."""
    number = sum(player.is_bot for player in others) + 1
    name = strategy.partition(":")[0]
    return f"Bot ({name})" if number == 1 else f"Bot {number} ({name})"


def _model_name(strategy: str, taken: set[str]) -> str:
    """The name of the language model, and `NAME 2` for the next one."""
    own = model_name(strategy)
    names = (own if number == 1 else f"{own} {number}" for number in count(1))
    return next(name for name in names if name_key(name) not in taken)
