"""How a recorded deal ended, compared with how ours did."""

from __future__ import annotations

from gamenight.core.transcripts.oracle import same
from gamenight.games.riichi.deal.standings import final_of
from gamenight.games.riichi.hand.faces import faces, names
from gamenight.games.riichi.state import SEATS, Outcome, RiichiState, Win
from gamenight.games.riichi.transcripts.format import Drawn, FinalPoints, Kyoku, Wins, WonHand

LIMITS = ("", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
VARIANTS = {
    "suuankou_tanki": ("suuankou_tanki_machi", "suuanko_tanki"),
    "kokushi_13": ("kokushi_13_wait", "kokushi_13_men", "kokushi_juusanmen", "kokushi13"),
    "junsei_chuuren": ("chuuren_9", "chuuren_9_wait", "junsei_chuuren_poutou", "chuuren_junsei"),
    "chuuren": ("chuuren_poutou",),
    "kokushi": ("kokushi_musou",),
}
NAMES = {other: name for name, others in VARIANTS.items() for other in others}
"""Other names of yakuman that a transcript may use."""


def compare(kyoku: Kyoku, table: RiichiState) -> None:
    outcome = table.outcome
    assert outcome is not None
    if isinstance(kyoku.result, Wins):
        same("winners", [win.who for win in kyoku.result.wins], [win.seat for win in outcome.wins])
        before = outcome_before(outcome)
        for number, (recorded, win) in enumerate(zip(kyoku.result.wins, outcome.wins, strict=True)):
            _compare_win(kyoku, table, recorded, win, before, sticks=0 if number else outcome.sticks)
            before = tuple([a + b for a, b in zip(before, win.deltas, strict=True)])
    else:
        _compare_draw(kyoku, table, kyoku.result, outcome)
    same("scores after", kyoku.scores_after, table.sheet.points)


def outcome_before(outcome: Outcome) -> tuple[int, ...]:
    """The points before the deal was paid, riichi sticks already on the table."""
    return tuple([after - delta for after, delta in zip(outcome.points, outcome.deltas, strict=True)])


def _compare_win(
    kyoku: Kyoku, table: RiichiState, recorded: WonHand, win: Win, before: tuple[int, ...], *, sticks: int
) -> None:
    face, who = faces(red_fives=kyoku.rules.aka), f"win of {recorded.who}"
    same(f"{who}, from", recorded.source, win.source)
    same(f"{who}, by tsumo", recorded.tsumo, win.seat == win.source)
    same(f"{who}, tile", face[recorded.win_tile], win.tile)
    same(f"{who}, hand", sorted(face[tile] for tile in recorded.hand), sorted((*win.hand, win.tile)))
    same(f"{who}, han", recorded.han, win.han)
    same(f"{who}, limit", LIMITS[recorded.limit], win.limit)
    same(f"{who}, points", recorded.points, win.value)
    named = sorted((yaku.name, yaku.han) for yaku in win.yaku)
    if recorded.yakuman:
        same(f"{who}, yaku", [], list(recorded.yaku))
        same(f"{who}, yakuman", sorted(NAMES.get(name, name) for name in recorded.yakuman), [name for name, _ in named])
    else:
        same(f"{who}, fu", recorded.fu, win.fu)
        same(f"{who}, yakuman", 0, win.yakuman)
        same(f"{who}, yaku", sorted((name, han) for name, han in recorded.yaku if han), named)
    dora = names(table.wall.dora[: table.wall.shown], red_fives=kyoku.rules.aka)
    same(f"{who}, dora", names(recorded.dora_indicators, red_fives=kyoku.rules.aka), dora)
    same(f"{who}, ura", names(recorded.ura_indicators, red_fives=kyoku.rules.aka), win.ura)
    same(f"{who}, pao", recorded.pao, win.pao)
    same(f"{who}, honba", recorded.honba, table.sheet.honba)
    same(f"{who}, kyotaku", recorded.kyotaku, sticks)
    same(f"{who}, scores before", recorded.scores_before, before)
    same(f"{who}, deltas", recorded.deltas, win.deltas)


def _compare_draw(kyoku: Kyoku, table: RiichiState, recorded: Drawn, outcome: Outcome) -> None:
    face = faces(red_fives=kyoku.rules.aka)
    same("kind of draw", recorded.kind, outcome.kind)
    same("hands shown", recorded.tenpai, tuple([n in outcome.tenpai for n in range(SEATS)]))
    for n in range(SEATS):
        ours = sorted(face[tile] for tile in table.hands[n]) if table.opened[n] else []
        same(f"hand that {n} shows", sorted(face[tile] for tile in recorded.shown[n]), ours)
    same("honba", recorded.honba, outcome.honba)
    same("kyotaku", recorded.kyotaku, outcome.sticks)
    same("scores before", recorded.scores_before, outcome_before(outcome))
    same("deltas", recorded.deltas, outcome.deltas)


def compare_final(recorded: FinalPoints, table: RiichiState) -> None:
    final = final_of(table.rules, table.sheet)
    same("final scores", recorded.scores, final.points)
    same("final points", [round(points, 1) for points in recorded.points], [round(n, 1) for n in final.results])
