"""The request for a new table: all of it is checked, and every default written out, before the table is opened."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from gamenight.bots.registry import BadStrategy, made, read_strategy
from gamenight.core.advancing import clock
from gamenight.core.errors import BadOptions
from gamenight.core.match import decode_options
from gamenight.core.model import GameId, MatchId, Side, TimerConfig, TimerMode
from gamenight.core.plugin import GamePlugin
from gamenight.core.ranking import sides_of
from gamenight.core.text import say, several
from gamenight.server.games import Games
from gamenight.server.limits import HOUR_MS
from gamenight.server.node.options import is_fixed, public_options, read_options
from gamenight.server.request_parsing import BadRequest
from gamenight.server.seats.model_strategies import is_model, written_out
from gamenight.server.settings import Settings
from gamenight.store.hall.table import Policy, Table, TableSettings

LONGEST_TIME_MS = 366 * 24 * HOUR_MS
MOST_PERIODS = 1_000
USUAL_BOT = "medium"

T = TypeVar("T", int, float)

StrategyText = Annotated[str, Meta(max_length=500)]


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request to open a table. Fields that are left out get the defaults of the game or the server."""

    game: Annotated[str, Meta(max_length=64, description="The game's slug.")]
    options: Annotated[dict[str, Any], Meta(description="The game's own options, as in its schema.")] = {}
    timer: Annotated[TimerConfig, Meta(description="The time control; without one there is no time limit.")] = (
        TimerConfig()
    )
    seats: Annotated[int, Meta(ge=1, le=64, description="Number of seats; default: the game's minimum.")] | None = None
    num_bots: (
        Annotated[int, Meta(ge=0, le=63, description="Number of bots among them; default: all but one.")] | None
    ) = None
    bots: (
        Annotated[tuple[StrategyText, ...], Meta(max_length=63, description="A strategy for each bot, or one for all.")]
        | None
    ) = None
    private: Annotated[bool, Meta(description="Not listed: players need the id to join.")] = False
    seating: Literal["random", "chosen"] = "random"
    start: Annotated[
        Literal["full", "ready"], Meta(description="When the match begins: all seats taken, or everybody ready.")
    ] = "full"
    spectators: bool = True
    spectator_delay_ms: Annotated[int, Meta(ge=0, le=HOUR_MS, description="Delay for viewers without a seat.")] = 0
    leaver: Annotated[
        Policy | None, Meta(description="Policy for absent players; default: forfeit for two people, else a bot.")
    ] = None
    exhibition: Annotated[bool, Meta(description="Only bots play; people watch.")] = False
    max_usd: (
        Annotated[float, Meta(gt=0, le=1_000_000, description="Limit for the cost of this table's language models.")]
        | None
    ) = None
    max_calls: Annotated[int, Meta(ge=1, le=1_000_000, description="Limit for their calls in all.")] | None = None


def new_match_id() -> MatchId:
    """An id that cannot be guessed. It begins with a letter or digit, so that no command takes it for a flag."""
    while not (made := secrets.token_urlsafe(16))[0].isalnum():
        pass
    return MatchId(made)


def new_table(request: OpenTable, games: Games, settings: Settings, now: int) -> Table:
    """The requested table, not opened yet; BadRequest names the first wrong field and the reason."""
    plugin = games.find(request.game)
    if plugin is None:
        raise BadRequest("game", say("bad-game", game=request.game, games=list(games.all())))
    seats = _seats(plugin, request.seats)
    bots = _bots(plugin, request, seats, settings)
    _check_timer(request.timer)
    if request.exhibition and not request.spectators:
        raise BadRequest("spectators", say("bad-exhibition_unseen"))
    return Table(
        match_id=new_match_id(),
        game_id=GameId(plugin.game_id),
        rules_version=plugin.rules_version,
        settings=TableSettings(
            options=read_options(plugin, request.options, seats),
            timer=request.timer,
            seats=seats,
            bots=bots,
            seating=request.seating,
            start=request.start,
            is_private=request.private,
            spectators=request.spectators,
            delay_ms=request.spectator_delay_ms,
            leaver=_leaver(request, people=seats - len(bots)),
            pace_ms=settings.pace_ms if plugin.hides_actors else 0,
            exhibition=request.exhibition,
            max_usd=_limit("max_usd", request.max_usd, settings.exhibition_usd, request),
            max_calls=_limit("max_calls", request.max_calls, settings.exhibition_calls, request),
        ),
        created_at=now,
    )


def _seats(plugin: GamePlugin, wanted: int | None) -> int:
    least, most = plugin.min_players, plugin.max_players
    if wanted is None:
        return least
    if not least <= wanted <= most:
        raise BadRequest("seats", say("bad-seats", game=plugin.display_name, least=least, most=most, seats=wanted))
    return wanted


def _bots(plugin: GamePlugin, request: OpenTable, seats: int, settings: Settings) -> tuple[str, ...]:
    """A strategy for each bot."""
    count = _bot_count(request, seats)
    if request.bots is None:
        return (_usual_bot(plugin),) * count
    bots = tuple(_checked_strategy(plugin, f"bots[{index}]", text, settings) for index, text in enumerate(request.bots))
    if len(bots) == count:
        return bots
    if len(bots) != 1 or not count:
        raise BadRequest("bots", say("bad-strategies", bots=count))
    return bots * count


def _bot_count(request: OpenTable, seats: int) -> int:
    """The number of bots: all seats at an exhibition, else at most all but one."""
    most = seats if request.exhibition else seats - 1
    count = most if request.num_bots is None else request.num_bots
    if request.exhibition and count != seats:
        raise BadRequest("num_bots", say("bad-exhibition_bots", seats=seats))
    if count > most:
        raise BadRequest("num_bots", say("bad-bots", seats=seats, most=most))
    return count


def _usual_bot(plugin: GamePlugin) -> str:
    """The default strategy of a game, which may have levels of its own."""
    return USUAL_BOT if USUAL_BOT in plugin.levels else next(iter(plugin.levels), "random")


def _checked_strategy(plugin: GamePlugin, field: str, text: str, settings: Settings) -> str:
    """The strategy; BadRequest if it does not exist, or if only the operator may set its cost."""
    if is_model(text):
        return written_out(field, text, plugin, settings)
    if ":" in text and not settings.bot_parameters:
        raise BadRequest(field, say("bad-parameters"))
    try:
        strategy, parameters = read_strategy(text, plugin)
        if not strategy.at_tables:
            raise BadStrategy(f"{text!r} plays local matches and arenas, but not at the tables of a server")
        made(text, plugin, strategy, parameters, seed=0, name=None)
    except BadStrategy as error:
        raise BadRequest(field, say("bad-strategy", why=str(error))) from None
    return text


def _limit(field: str, wanted: T | None, most: T, request: OpenTable) -> T | None:
    """The limit for the models of a table. At an exhibition the operator, who pays, sets the maximum."""
    if not request.exhibition or not most:
        return wanted
    if wanted is not None and wanted > most:
        raise BadRequest(field, say(f"bad-exhibition-{field}", most=most))
    return wanted or most


def _check_timer(timer: TimerConfig) -> None:
    for name in timer.__struct_fields__:
        value, most = getattr(timer, name), MOST_PERIODS if name == "periods" else LONGEST_TIME_MS
        if isinstance(value, int) and not 0 <= value <= most:
            raise BadRequest(f"timer.{name}", say("bad-range", name=name, most=most, value=value))
    if errors := clock.config_errors(timer):
        raise BadRequest("timer", several(errors))


def _leaver(request: OpenTable, people: int) -> Policy:
    if request.leaver == "timeout" and request.timer.mode is TimerMode.NONE:
        raise BadRequest("leaver", say("bad-leaver"))
    return request.leaver or ("forfeit" if people == 2 else "bot")


def public_settings(plugin: GamePlugin | None, table: Table) -> dict[str, Any]:
    """The public settings of a table, under the names that requests use.

    `fixed`: a secret option that fixes chance was given. `teams`: who plays together, in a game of teams. If the game
    is not installed, no options are shown, as it is unknown which ones are secret.
    """
    own = table.settings
    shown: dict[str, Any] = {
        "options": {} if plugin is None else public_options(plugin, own.options),
        "timer": msgspec.to_builtins(own.timer),
        "seats": own.seats,
        "num_bots": len(own.bots),
        "bots": list(own.bots),
        "private": own.is_private,
        "seating": own.seating,
        "start": own.start,
        "spectators": own.spectators,
        "spectator_delay_ms": own.delay_ms,
        "leaver": own.leaver,
    }
    if own.exhibition:
        shown["exhibition"] = True
    for name, limit in (("max_usd", own.max_usd), ("max_calls", own.max_calls)):
        if limit is not None:
            shown[name] = limit
    if plugin is not None and is_fixed(plugin, own.options):
        shown["fixed"] = True
    if plugin is not None and 0 < len(sides := _sides(plugin, own)) < own.seats:
        shown["teams"] = sides
    return shown


def _sides(plugin: GamePlugin, settings: TableSettings) -> tuple[Side, ...]:
    """The sides; empty if the installed rules do not accept the options of the table."""
    try:
        return sides_of(plugin, settings.seats, decode_options(plugin, settings.options))
    except BadOptions:
        return ()
