"""What happens when somebody discards, declares riichi, makes a kan or calls."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from gamenight.core import Event, TransitionResult
from gamenight.games.riichi import actions
from gamenight.games.riichi.deal import events
from gamenight.games.riichi.deal.calls import forbidden_after
from gamenight.games.riichi.deal.liability import pao_after
from gamenight.games.riichi.deal.wall import with_dora
from gamenight.games.riichi.hand.faces import faces
from gamenight.games.riichi.hand.hands import is_furiten, waits_of, without
from gamenight.games.riichi.hand.winning import is_closed_kan
from gamenight.games.riichi.state import SEATS, Discard, Flags, Meld, MeldKind, Play, RiichiState, Tiles

T = TypeVar("T")


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def discard(table: RiichiState, what: actions.Discard, *, riichi: bool) -> TransitionResult:
    """A tile goes to the river, and everybody else is asked; indicators that are due are turned up first."""
    who, play = table.play.seat, table.play
    tile, hand = _parted(table, what)
    flags, own = table.flags, table.flags[who]
    was_furiten = is_furiten(table, who)
    if own.ippatsu or (own.missed and not own.riichi):
        flags = put(flags, who, replace(own, ippatsu=False, missed=own.missed if own.riichi else ()))
    river = (*table.rivers[who], Discard(tile, what.drawn, riichi))
    after = replace(
        table,
        wall=with_dora(table.wall, play.dora_due) if play.dora_due else table.wall,
        hands=put(table.hands, who, hand),
        rivers=put(table.rivers, who, river),
        flags=flags,
        play=Play("call", who, tile=tile, is_calm=play.is_calm),
    )
    told = (
        *events.dora(after, table.wall.shown),
        events.discarded(after, tile, was_drawn=what.drawn, riichi=riichi),
        *_furiten_told(after, who, was_furiten=was_furiten),
    )
    return TransitionResult(after, told)


def _parted(table: RiichiState, what: actions.Discard) -> tuple[int, Tiles]:
    """The tile that is meant, and the hand without it."""
    hand, drawn = table.hands[table.play.seat], table.play.drawn
    if what.drawn:
        assert drawn is not None
        return drawn, hand
    tile = _find(table, hand, what.tile)
    left = without(hand, (tile,))
    return tile, tuple(left) if drawn is None else tuple(sorted([*left, drawn]))


def _find(table: RiichiState, hand: Tiles, name: str) -> int:
    face = faces(red_fives=table.rules.red_fives)
    return next(tile for tile in hand if face[tile] == name)


def _furiten_told(after: RiichiState, who: int, *, was_furiten: bool) -> tuple[Event, ...]:
    """A player hears when furiten begins or ends, if the table shows it."""
    is_now = is_furiten(after, who)
    if is_now == was_furiten or not after.rules.show_waits:
        return ()
    return (events.furiten(who, is_furiten=is_now),)


def closed_kan(table: RiichiState, what: actions.Kan) -> TransitionResult:
    """Four tiles of the hand are laid down. It can be robbed only where the table says so, by thirteen orphans."""
    who, play = table.play.seat, table.play
    assert play.drawn is not None
    held = (*table.hands[who], play.drawn)
    kind = _find(table, held, what.tile) // 4
    meld = Meld("closed_kan", tuple(sorted(tile for tile in held if tile // 4 == kind)))
    own = table.flags[who]
    laid = replace(
        table,
        hands=put(table.hands, who, tuple(sorted(tile for tile in held if tile // 4 != kind))),
        melds=put(table.melds, who, (*table.melds[who], meld)),
        flags=put(table.flags, who, replace(own, riichi_kans=(*own.riichi_kans, kind))) if own.riichi else table.flags,
        play=replace(play, stage="rob", drawn=None, tile=meld.tiles[0], is_rinshan=False),
    )
    told = (events.called(laid, who, meld),)
    if table.rules.kokushi_robs_closed_kan:
        return TransitionResult(laid, told)
    done = finish_kan(laid)
    return TransitionResult(done.game_data, (*told, *done.events))


def added_kan(table: RiichiState, what: actions.Kan) -> TransitionResult:
    """A fourth tile is added to a pon; the others may rob it."""
    who, play = table.play.seat, table.play
    assert play.drawn is not None
    held = (*table.hands[who], play.drawn)
    tile = _find(table, held, what.tile)
    pon = next(meld for meld in table.melds[who] if meld.kind == "pon" and meld.tiles[0] // 4 == tile // 4)
    meld = replace(pon, kind="added_kan", tiles=tuple(sorted((*pon.tiles, tile))), added=tile)
    after = replace(
        table,
        hands=put(table.hands, who, tuple(sorted(without(held, (tile,))))),
        melds=put(table.melds, who, tuple([meld if one is pon else one for one in table.melds[who]])),
        play=replace(play, stage="rob", drawn=None, tile=tile, is_rinshan=False),
    )
    return TransitionResult(after, (events.called(after, who, meld),))


def finish_kan(table: RiichiState) -> TransitionResult:
    """A closed or added kan that nobody robs: dora are turned up in time, and a replacement tile is drawn next."""
    play = table.play
    now, later = (1, 0) if is_closed_kan(table) or not table.rules.late_kan_dora else (0, 1)
    after = replace(
        table,
        wall=with_dora(table.wall, play.dora_due + now),
        flags=without_ippatsu(table.flags),
        play=Play("draw", play.seat, is_rinshan=True, dora_due=later, is_calm=False),
    )
    return TransitionResult(after, events.dora(after, table.wall.shown))


def without_ippatsu(flags: tuple[Flags, ...]) -> tuple[Flags, ...]:
    return tuple([replace(own, ippatsu=False) if own.ippatsu else own for own in flags])


def meld_called(table: RiichiState, who: int, kind: MeldKind, used: tuple[str, ...]) -> TransitionResult:
    """A chi, pon or open kan of the last discard."""
    source, tile = table.play.seat, table.play.tile
    assert tile is not None
    taken = [_find(table, table.hands[who], name) for name in used]
    hand = tuple(without(table.hands[who], taken))
    meld = Meld(kind, tuple(sorted((tile, *taken))), tile, source)
    river = table.rivers[source]
    after = replace(
        table,
        hands=put(table.hands, who, hand),
        melds=put(table.melds, who, (*table.melds[who], meld)),
        rivers=put(table.rivers, source, (*river[:-1], replace(river[-1], called_by=who))),
        flags=pao_after(without_ippatsu(table.flags), who, (*table.melds[who], meld)),
        play=Play("turn", who, is_calm=False, forbidden=_forbidden(table, meld)),
    )
    told = (events.called(after, who, meld),)
    if kind != "open_kan":
        return TransitionResult(after, told)
    return _open_kan(after, told)


def _open_kan(table: RiichiState, told: tuple[Event, ...]) -> TransitionResult:
    late = table.rules.late_kan_dora
    wall = table.wall if late else with_dora(table.wall, 1)
    play = Play("draw", table.play.seat, is_rinshan=True, dora_due=int(late), is_calm=False)
    after = replace(table, wall=wall, play=play)
    return TransitionResult(after, (*told, *events.dora(after, table.wall.shown)))


def _forbidden(table: RiichiState, meld: Meld) -> Tiles:
    """What may not be discarded right after this call."""
    assert meld.called is not None
    if table.rules.kuikae or meld.kind == "open_kan":
        return ()
    kind = meld.called // 4
    if meld.kind == "pon":
        return (kind,)
    low, high = sorted(tile // 4 - kind for tile in meld.tiles if tile // 4 != kind)
    return forbidden_after(kind, low, high)


def let_go(table: RiichiState) -> tuple[RiichiState, tuple[Event, ...]]:
    """Nobody has won with the tile: whoever waits for it is furiten from now on."""
    play = table.play
    assert play.tile is not None
    kind = play.tile // 4
    told: list[Event] = []
    flags = list(table.flags)
    for n in range(SEATS):
        if n != play.seat and kind not in flags[n].missed:
            flags[n] = replace(flags[n], missed=(*flags[n].missed, kind))
    after = replace(table, flags=tuple(flags))
    for n in range(SEATS):
        if n != play.seat and waits_of(table, n):
            told += _furiten_told(after, n, was_furiten=is_furiten(table, n))
    return after, tuple(told)
