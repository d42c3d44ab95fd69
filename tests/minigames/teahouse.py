"""Teahouse: one hand of a small mahjong with the tiles 1 to 6, four of each; everybody holds four.

The player on turn draws and discards. After every discard all others are asked for a call, whatever they hold: ron wins
with the tile, pon takes it for a triplet, chi (the next seat only) for a run; a ron goes before a pon, a pon before a
chi, and of two rons the nearest seat's counts. A hand wins with a set and a pair, drawn (tsumo) or discarded (ron). Who
calls pon or chi discards next. If the wall is empty nobody wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.core.model import (
    NO_PAYLOAD,
    Action,
    ConcurrentMode,
    Event,
    ExpectedAction,
    NoPayload,
    Phase,
    PlayerId,
    TransitionResult,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng

TILES = tuple(tile for tile in range(1, 7) for _ in range(4))
RANK = {"ron": 3, "pon": 2, "chi": 1, "pass": 0}

Tiles = tuple[int, ...]


class TeahouseOptions(Struct, frozen=True, forbid_unknown_fields=True):
    wall: Annotated[Tiles, Meta(extra={"secret": True})] = ()
    """All tiles in the order in which they are dealt and drawn; shuffled if empty."""


class Tile(Struct, frozen=True):
    tile: int


class Run(Struct, frozen=True):
    """The two tiles from the hand that form a run with the discard."""

    tiles: tuple[int, int]


class TeahouseState(Struct, frozen=True):
    """`drawn` is the tile that the player on turn has just drawn; `called_on` the discard that may be called.

    `opened` is the winner's hand, shown to all.
    """

    players: tuple[PlayerId, ...]
    hands: tuple[Tiles, ...]
    melds: tuple[Tiles, ...]
    rivers: tuple[Tiles, ...]
    wall: Tiles
    turn: int = 0
    drawn: int | None = None
    called_on: int | None = None
    opened: Tiles = ()


class TableView(Struct, frozen=True):
    hand: Tiles
    drawn: int | None
    hand_sizes: tuple[int, ...]
    melds: tuple[Tiles, ...]
    rivers: tuple[Tiles, ...]
    wall: int
    turn: int
    called_on: int | None
    opened: Tiles


class Teahouse(Game[TeahouseState]):
    game_id = "mini-teahouse"
    display_name = "Teahouse"
    description = "A small mahjong: draw, discard, call."
    category = "tiles"
    min_players = 3
    max_players = 4
    max_turns = 120
    view_type = TableView
    options_type = TeahouseOptions
    action_types = {
        "discard": Tile,
        "tsumo": NoPayload,
        "ron": NoPayload,
        "pon": NoPayload,
        "chi": Run,
        "pass": NoPayload,
    }
    hides_actors = True
    score_scale = 0.5

    def create_initial_state(
        self, players: tuple[PlayerId, ...], options: TeahouseOptions, rng: Rng
    ) -> TransitionResult:
        seats = len(players)
        tiles = options.wall or rng.stream("wall").shuffle(TILES)
        hands = tuple(tuple(sorted(tiles[4 * seat : 4 * seat + 4])) for seat in range(seats))
        nothing = ((),) * seats
        table = TeahouseState(players, hands, nothing, nothing, tiles[4 * seats :])
        secret = {player: {"hand": hand} for player, hand in zip(players, hands, strict=True)}
        return draw(table, 0, (Event("dealt", None, {}, secret),))

    def validate_config(self, options: TeahouseOptions, players: int) -> list[str]:
        return (
            [] if options.wall in ((), TILES) or sorted(options.wall) == list(TILES) else ["the wall needs all tiles"]
        )

    def phase_of(self, game_data: TeahouseState) -> Phase:
        seats = len(game_data.players)
        if game_data.called_on is None:
            mover = game_data.players[game_data.turn]
            return Phase("discard", (ExpectedAction(mover, "discard"), ExpectedAction(mover, "tsumo")))
        asked = []
        for step in range(1, seats):
            kinds = ("ron", "pon", "chi", "pass") if step == 1 else ("ron", "pon", "pass")
            player = game_data.players[(game_data.turn + step) % seats]
            asked += [ExpectedAction(player, kind) for kind in kinds]
        return Phase("call", tuple(asked), ConcurrentMode.CONCURRENT, hidden_actors=True)

    def get_valid_actions(self, game_data: TeahouseState, player_id: PlayerId) -> list[Action]:
        seat = game_data.players.index(player_id)
        if game_data.called_on is not None:
            return [] if seat == game_data.turn else calls(game_data, seat)
        if seat != game_data.turn:
            return []
        hand, drawn = game_data.hands[seat], game_data.drawn
        tiles = sorted({*hand} if drawn is None else {*hand, drawn})
        wins = drawn is not None and is_winning((*hand, drawn), game_data.melds[seat])
        discards = [Action("discard", player_id, Tile(tile)) for tile in tiles]
        return [*([Action("tsumo", player_id, NO_PAYLOAD)] if wins else []), *discards]

    def apply_action(self, game_data: TeahouseState, action: Action, rng: Rng) -> TransitionResult:
        seat = game_data.turn
        if action.action_type == "tsumo":
            return won(game_data, seat, "tsumo")
        held = game_data.hands[seat] if game_data.drawn is None else (*game_data.hands[seat], game_data.drawn)
        tile = action.payload.tile
        after = replace(
            game_data,
            hands=put(game_data.hands, seat, without(held, tile)),
            rivers=put(game_data.rivers, seat, (*game_data.rivers[seat], tile)),
            drawn=None,
            called_on=tile,
        )
        return TransitionResult(after, (Event("discarded", action.player_id, {"tile": tile}),))

    def resolve_concurrent_actions(
        self, game_data: TeahouseState, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        best = max(actions.values(), key=lambda action: precedence(game_data, action), default=None)
        if best is None or best.action_type == "pass":
            following = (game_data.turn + 1) % len(game_data.players)
            return draw(replace(game_data, called_on=None), following, ())
        seat = game_data.players.index(best.player_id)
        if best.action_type == "ron":
            return won(game_data, seat, "ron")
        return called(game_data, seat, best)

    def is_decided(self, game_data: TeahouseState, actions: Mapping[PlayerId, Action]) -> bool:
        """No missing seat can still make a call that outranks the best one made."""
        best = max((precedence(game_data, action) for action in actions.values()), default=(0, 0))
        return (
            all(
                precedence(game_data, action) < best
                for seat, player in enumerate(game_data.players)
                if seat != game_data.turn and player not in actions
                for action in calls(game_data, seat)
                if action.action_type != "pass"
            )
            and best[0] > 0
        )

    def timeout_action(self, game_data: TeahouseState, player_id: PlayerId) -> Action:
        if game_data.called_on is not None:
            return Action("pass", player_id, NO_PAYLOAD)
        hand = game_data.hands[game_data.turn]
        return Action("discard", player_id, Tile(hand[-1] if game_data.drawn is None else game_data.drawn))

    def get_player_view(self, game_data: TeahouseState, player_id: PlayerId | None) -> TableView:
        g = game_data
        seat = None if player_id is None else g.players.index(player_id)
        return TableView(
            () if seat is None else g.hands[seat],
            g.drawn if seat == g.turn else None,
            tuple(map(len, g.hands)),
            g.melds,
            g.rivers,
            len(g.wall),
            g.turn,
            g.called_on,
            g.opened,
        )

    def determinize(self, game_data: TeahouseState, viewer: PlayerId | None, rng: Rng) -> TeahouseState:
        """Shuffle the tiles of others and the wall again."""
        g = game_data
        own = None if viewer is None else g.players.index(viewer)
        hides_drawn = g.drawn is not None and own != g.turn
        unseen = [tile for seat, hand in enumerate(g.hands) if seat != own for tile in hand] + list(g.wall)
        mixed = list(rng.shuffle([*unseen, *([g.drawn] if hides_drawn else [])]))
        drawn = mixed.pop() if hides_drawn else g.drawn
        hands = tuple(
            hand if seat == own else tuple(sorted(mixed.pop() for _ in hand)) for seat, hand in enumerate(g.hands)
        )
        return replace(g, hands=hands, drawn=drawn, wall=tuple(mixed))


def put(values: tuple[Tiles, ...], seat: int, value: Tiles) -> tuple[Tiles, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def without(tiles: Tiles, *gone: int) -> Tiles:
    left = list(tiles)
    for tile in gone:
        left.remove(tile)
    return tuple(sorted(left))


def is_winning(tiles: Tiles, meld: Tiles) -> bool:
    """A pair beside the called meld, or a pair and a triplet or run."""
    if meld:
        return len(tiles) == 2 and tiles[0] == tiles[1]
    for pair in {tile for tile, count in Counter(tiles).items() if count >= 2}:
        low, middle, high = without(tiles, pair, pair)
        if low == middle == high or (low + 2, middle + 1) == (high, high):
            return True
    return False


def calls(table: TeahouseState, seat: int) -> list[Action]:
    """The calls of this seat on the last discard; passing is always one of them."""
    assert table.called_on is not None
    player, hand, tile = table.players[seat], table.hands[seat], table.called_on
    found = [Action("ron", player, NO_PAYLOAD)] if is_winning((*hand, tile), table.melds[seat]) else []
    if hand.count(tile) >= 2:
        found.append(Action("pon", player, NO_PAYLOAD))
    if seat == (table.turn + 1) % len(table.players) and len(hand) > 2:
        pairs = sorted(set(combinations(sorted(set(hand) - {tile}), 2)))
        found += [Action("chi", player, Run(pair)) for pair in pairs if max(*pair, tile) - min(*pair, tile) == 2]
    return [*found, Action("pass", player, NO_PAYLOAD)]


def precedence(table: TeahouseState, call: Action) -> tuple[int, int]:
    """Larger goes first: the kind of call, then the nearness to the discarder."""
    seats = len(table.players)
    return RANK[call.action_type], -((table.players.index(call.player_id) - table.turn) % seats)


def draw(table: TeahouseState, seat: int, events: tuple[Event, ...]) -> TransitionResult:
    """The seat draws; if it cannot, the hand is drawn."""
    if not table.wall:
        scores = dict.fromkeys(table.players, 0.0)
        return TransitionResult(table, (*events, Event("exhausted")), scores, ranked(scores))
    player, tile = table.players[seat], table.wall[0]
    drawn = Event("drawn", player, {"wall": len(table.wall) - 1}, {player: {"tile": tile}})
    return TransitionResult(replace(table, turn=seat, drawn=tile, wall=table.wall[1:]), (*events, drawn))


def called(table: TeahouseState, seat: int, call: Action) -> TransitionResult:
    """The caller lays down the meld and is to discard."""
    assert table.called_on is not None
    tile = table.called_on
    used = (tile, tile) if call.action_type == "pon" else call.payload.tiles
    after = replace(
        table,
        hands=put(table.hands, seat, without(table.hands[seat], *used)),
        melds=put(table.melds, seat, tuple(sorted((*used, tile)))),
        rivers=put(table.rivers, table.turn, table.rivers[table.turn][:-1]),
        turn=seat,
        called_on=None,
    )
    return TransitionResult(
        after, (Event("called", call.player_id, {"kind": call.action_type, "tiles": after.melds[seat]}),)
    )


def won(table: TeahouseState, seat: int, kind: str) -> TransitionResult:
    winner = table.players[seat]
    scores = {player: float(player == winner) for player in table.players}
    told = Event("won", winner, {"kind": kind, "hand": table.hands[seat]})
    return TransitionResult(replace(table, opened=table.hands[seat]), (told,), scores, ranked(scores))
