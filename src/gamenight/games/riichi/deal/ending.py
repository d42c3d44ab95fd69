"""How a deal ends: wins, the end of the wall, abortive draws."""

from __future__ import annotations

from msgspec.structs import replace

from gamenight.core import TransitionResult
from gamenight.games.riichi.deal import events, payments
from gamenight.games.riichi.deal.payments import Deltas
from gamenight.games.riichi.hand.faces import faces, names
from gamenight.games.riichi.hand.hands import is_tenpai
from gamenight.games.riichi.hand.scoring import Worth
from gamenight.games.riichi.hand.tiles import ORPHANS
from gamenight.games.riichi.hand.winning import worth_of
from gamenight.games.riichi.state import SEATS, DrawKind, EndKind, Outcome, Pao, Play, RiichiState, Win

ABORTIVE = frozenset({"kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou"})


def win_by_tsumo(table: RiichiState) -> TransitionResult:
    play = table.play
    assert play.drawn is not None
    win = _win(table, play.seat, play.drawn, honba=table.sheet.honba, sticks=table.sheet.sticks)
    return _end(table, "tsumo", (win,), opened=(play.seat,), deltas=win.deltas)


def win_by_ron(table: RiichiState, winners: list[int]) -> TransitionResult:
    """The winners in turn order from the discarder: the first gets the sticks, and the honba if not each does."""
    sheet, tile = table.sheet, table.play.tile
    assert tile is not None
    wins: list[Win] = []
    for winner in winners:
        honba = sheet.honba if not wins or table.rules.honba_each else 0
        wins.append(_win(table, winner, tile, honba=honba, sticks=0 if wins else sheet.sticks))
    deltas = tuple([sum(win.deltas[n] for win in wins) for n in range(SEATS)])
    return _end(table, "ron", tuple(wins), opened=tuple(winners), deltas=deltas)


def _win(table: RiichiState, seat: int, tile: int, *, honba: int, sticks: int) -> Win:
    is_tsumo, red = seat == table.play.seat, table.rules.red_fives
    worth = worth_of(table, seat, tile, is_tsumo=is_tsumo, with_ura=True)
    assert worth is not None
    pao = _liable(table, seat, worth)
    paid = _paid(table, seat, worth, pao, honba=honba)
    ura = table.wall.ura[: table.wall.shown] if table.flags[seat].riichi else ()
    return Win(
        seat=seat,
        source=table.play.seat,
        tile=faces(red_fives=red)[tile],
        hand=names(table.hands[seat], red_fives=red),
        yaku=worth.yaku,
        han=worth.han,
        fu=worth.fu,
        yakuman=worth.yakuman,
        limit=worth.limit,
        value=_value(table, seat, worth, is_tsumo=is_tsumo),
        ura=names(ura, red_fives=red),
        pao=None if pao is None else pao.seat,
        deltas=payments.added(paid, payments.sticks_to(seat, sticks)),
    )


def _value(table: RiichiState, seat: int, worth: Worth, *, is_tsumo: bool) -> int:
    """What the hand is worth without honba and sticks, whoever pays it."""
    if is_tsumo:
        return payments.tsumo(worth.base, seat, table.sheet, honba=0)[seat]
    return payments.ron_value(worth.base, is_dealer=seat == table.sheet.dealer)


def _liable(table: RiichiState, seat: int, worth: Worth) -> Pao | None:
    """Who else pays for a yakuman of this hand."""
    made = {yaku.name for yaku in worth.yaku}
    return next((pao for pao in table.flags[seat].pao if pao.yakuman in made), None)


def _paid(table: RiichiState, seat: int, worth: Worth, pao: Pao | None, *, honba: int) -> Deltas:
    loser, sheet, rules = table.play.seat, table.sheet, table.rules
    if pao is None or pao.seat == seat or (seat != loser and pao.seat == loser):
        if seat == loser:
            return payments.tsumo(worth.base, seat, sheet, honba=honba)
        return payments.ron(worth.base, seat, loser, sheet, honba=honba)
    own = next(yaku.han for yaku in worth.yaku if yaku.name == pao.yakuman)
    liable_base = worth.base if rules.pao == "hand" else min(worth.base, payments.yakuman_base(own // 13))
    if seat == loser:
        return payments.tsumo_with_pao(worth.base, liable_base, seat, pao.seat, sheet, honba=honba)
    return payments.ron_with_pao(worth.base, liable_base, seat, loser, pao.seat, sheet, rules, honba=honba)


def end_of_wall(table: RiichiState) -> TransitionResult:
    """Nobody has won: those in tenpai show their hands and are paid, unless somebody has a nagashi mangan."""
    tenpai = tuple([n for n in range(SEATS) if is_tenpai(table, n)])
    nagashi = tuple([n for n in range(SEATS) if _is_nagashi(table, n)])
    if nagashi:
        deltas = payments.nagashi(nagashi, table.sheet)
        return _drawn(table, "nagashi_mangan", tenpai=tenpai, nagashi=nagashi, deltas=deltas)
    return _drawn(table, "exhaustive", tenpai=tenpai, deltas=payments.noten(tenpai))


def _is_nagashi(table: RiichiState, seat: int) -> bool:
    river = table.rivers[seat]
    return table.rules.nagashi_mangan and all(one.tile // 4 in ORPHANS and one.called_by is None for one in river)


def nine_terminals(table: RiichiState) -> TransitionResult:
    """All fourteen tiles are shown."""
    who, play = table.play.seat, table.play
    assert play.drawn is not None
    hand = tuple(sorted((*table.hands[who], play.drawn)))
    shown = replace(table, hands=(*table.hands[:who], hand, *table.hands[who + 1 :]), play=replace(play, drawn=None))
    return abort(shown, "kyuushu_kyuuhai", (who,), who)


def abort(table: RiichiState, kind: DrawKind, shown: tuple[int, ...] = (), who: int | None = None) -> TransitionResult:
    """An abortive draw: nobody pays; some hands are shown."""
    return _drawn(table, kind, tenpai=shown, who=who)


def _drawn(
    table: RiichiState,
    kind: DrawKind,
    *,
    tenpai: tuple[int, ...],
    nagashi: tuple[int, ...] = (),
    deltas: Deltas = (0,) * SEATS,
    who: int | None = None,
) -> TransitionResult:
    return _end(table, kind, (), opened=tenpai, deltas=deltas, tenpai=tenpai, nagashi=nagashi, who=who)


def _end(
    table: RiichiState,
    kind: EndKind,
    wins: tuple[Win, ...],
    *,
    opened: tuple[int, ...],
    deltas: Deltas,
    tenpai: tuple[int, ...] = (),
    nagashi: tuple[int, ...] = (),
    who: int | None = None,
) -> TransitionResult:
    """The points change hands and the hands of `opened` lie open; what follows waits until all have seen it."""
    sheet, play = table.sheet, table.play
    points = payments.added(sheet.points, deltas)
    outcome = Outcome(kind, sheet.round, sheet.honba, sheet.sticks, wins, tenpai, nagashi, deltas, points)
    after = replace(
        table,
        sheet=replace(sheet, points=points, sticks=0 if wins else sheet.sticks),
        play=Play("end", play.seat, drawn=play.drawn, tile=play.tile, is_calm=play.is_calm),
        opened=tuple([n in opened for n in range(SEATS)]),
        outcome=outcome,
    )
    told = tuple([events.won(win) for win in wins]) or (events.deal_drawn(after, outcome, who),)
    return TransitionResult(after, (*told, events.deal_ended(outcome)), points)
