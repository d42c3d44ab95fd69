"""From a log to a match of ours: the recorded choices played by our rules, and compared with the log on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from gamenight.core import Event
from gamenight.core.errors import ActionRefused, BadOptions
from gamenight.core.match import Match, bot_player
from gamenight.core.transcripts.foreign_logs import BadLog
from gamenight.core.transcripts.oracle import Difference, same
from gamenight.games.riichi.deal.payments import STICK
from gamenight.games.riichi.formats.deals import Deal, Log
from gamenight.games.riichi.hand.faces import faces
from gamenight.games.riichi.hand.tiles import TILES
from gamenight.games.riichi.options import Points
from gamenight.games.riichi.presentation.words import WINDS
from gamenight.games.riichi.rules import Riichi
from gamenight.games.riichi.state import SEATS
from gamenight.games.riichi.transcripts.play import Player
from gamenight.games.riichi.transcripts.recorded import recorded_places

IMPORTED = "imported"
LONGEST_NAME = 30

# A log does not say which of these it was played by: the first that lead to what it says are taken. In the oldest games
# a last dealer went on after a draw in tenpai. At Mahjong Soul three may win with one tile.
CUSTOMS: tuple[dict[str, Any], ...] = ({}, {"agari_yame": "win"}, {"preset": "mahjong_soul"})


def play(log: Log, match_id: str, now: int) -> Match:
    """The match as a whole; BadLog if our rules do not allow it."""
    opening = _opening(log)
    walls = [_wall(deal, number, red_fives=log.options["red_fives"]) for number, deal in enumerate(log.deals)]
    reasons = []
    for customs in CUSTOMS:
        options = {**customs, **opening, **log.options, "open_hands": True, "walls": walls}
        try:
            return _played(log, options, match_id, now)
        except BadOptions as error:
            first = log.deals[0]
            reasons.append(f"no table of ours begins with {name_of(first)} and the points {first.points} ({error})")
        except (Difference, ActionRefused) as error:
            reasons.append(str(error))
    raise BadLog(reasons[0])


def _opening(log: Log) -> dict[str, Any]:
    """The options for the deal that it begins with."""
    if len(log.names) != SEATS:
        raise BadLog(f"it is a game of {len(log.names)} players, not of {SEATS}")
    if not log.deals:
        raise BadLog("no deal is in it")
    first = log.deals[0]
    total = sum(first.points) + STICK * first.sticks
    if total not in [SEATS * points for points in get_args(Points)]:
        raise BadLog(f"its players have {total} points together, sticks included; 100000 and 120000 are known")
    start_points = total // SEATS
    if (first.round, first.honba, first.points) == (0, 0, (start_points,) * SEATS):
        return {"start_points": start_points}
    start = {"round": first.round, "honba": first.honba, "sticks": first.sticks, "points": first.points}
    return {"start_points": start_points, "start": start}


def name_of(deal: Deal) -> str:
    """A deal as players call it: `South 2, 1 honba`."""
    wind = {"E": "East", "S": "South", "W": "West", "N": "North"}[WINDS[deal.round // SEATS % SEATS]]
    return f"{wind} {deal.dealer + 1}" + (f", {deal.honba} honba" if deal.honba else "")


def _wall(deal: Deal, number: int, *, red_fives: bool) -> list[int]:
    """Deal, draws and indicators in their places, and the other tiles wherever there is room."""
    copies: dict[str, list[int]] = {}
    for tile, face in enumerate(faces(red_fives=red_fives)):
        copies.setdefault(face, []).append(tile)
    where = f"deal {number + 1} ({name_of(deal)})"
    try:
        found = recorded_places(deal.dealer, deal.hands, deal.actions, deal.dora, deal.ura)
    except ValueError as error:
        raise BadLog(f"{where}: {error}") from None
    places: dict[int, int] = {}
    for _, order, tiles in found:
        for at, face in zip(order, tiles, strict=True):
            if at in places or not copies.get(face):
                raise BadLog(f"{where}: more tiles are recorded than there are, {face} among them")
            places[at] = copies[face].pop()
    rest = [tile for left in copies.values() for tile in left]
    return [places[at] if at in places else rest.pop() for at in range(TILES)]


def _played(log: Log, options: dict[str, Any], match_id: str, now: int) -> Match:
    players = [bot_player(n, _name(log.names[n], n), IMPORTED) for n in range(SEATS)]
    match = Match.start(Riichi(), players, match_id, options=options, match_id=match_id, now=now)
    player = Player(match)
    for number, deal in enumerate(log.deals):
        try:
            _play_deal(player, deal)
        except (Difference, ActionRefused) as error:
            raise Difference(f"deal {number + 1} ({name_of(deal)}): {error}") from None
    if not match.is_over:
        raise Difference("it ends before the game is over")
    if log.final is not None:
        same("the points at the end", log.final, tuple([int(match.scores[one.player_id]) for one in players]))
    return match


def _name(name: str, seat: int) -> str:
    """A name as a table shows it: printable and not too long."""
    shown = "".join([sign for sign in name if sign.isprintable()]).strip()[:LONGEST_NAME]
    return shown or f"Player {seat + 1}"


def _play_deal(player: Player, deal: Deal) -> None:
    match = player.match
    if match.is_over:
        raise Difference("by our rules the game is over before it")
    first = max(at for at, event in enumerate(match.events) if event.event_type == "game.dealt")
    begun = match.events[first].payload
    start = tuple(begun[key] for key in ("round", "honba", "sticks", "points"))
    same("how the deal begins", (deal.round, deal.honba, deal.sticks, deal.points), start)
    for action in deal.actions:
        player.take(action)
    if not _is_over(match.events[first:]):
        _end(player, deal)
    _compare_end(deal, match.events[first:])


def _is_over(told: list[Event]) -> bool:
    """The deal that these events tell of has ended, perhaps because nobody could say anything to the last discard."""
    return any(event.event_type == "game.deal_ended" for event in told)


def _end(player: Player, deal: Deal) -> None:
    if deal.wins:
        player.win([win.who for win in deal.wins], tsumo=deal.wins[0].who == deal.wins[0].source)
    else:
        player.draw(deal.draw or "", list(_shown(player, deal)))


def _shown(player: Player, deal: Deal) -> Iterator[int]:
    """Who ends the deal by showing a hand, also where the log names nobody: who is on turn, or all who can win."""
    if deal.shown is not None:
        yield from deal.shown
    elif deal.draw == "kyuushu_kyuuhai":
        yield player.match.state.game_data.play.seat
    elif deal.draw == "sanchahou":
        yield from [n for n in range(SEATS) if n != player.match.state.game_data.play.seat]


def _compare_end(deal: Deal, told: list[Event]) -> None:
    ended = [event.payload for event in told if event.event_type == "game.deal_ended"]
    if not ended:
        raise Difference("by our rules the deal is not over at its end")
    drawn = [event.payload["kind"] for event in told if event.event_type == "game.deal_drawn"]
    wins = [event.payload for event in told if event.event_type == "game.won"]
    same("kind of draw", [deal.draw] if deal.draw else [], drawn)
    same("who has won", [(win.who, win.source) for win in deal.wins], [(win["seat"], win["source"]) for win in wins])
    same("who is liable", [win.liable for win in deal.wins], [win["pao"] for win in wins])
    same("what is paid", deal.deltas, tuple(ended[0]["deltas"]))
