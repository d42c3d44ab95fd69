"""Logs of tenhou.net/6: JSON of a game, what each player took and gave in rows of their own."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from gamenight.core.match import Match
from gamenight.core.transcripts.foreign_logs import BadLog
from gamenight.games.riichi.formats.deals import Deal, Hora, Log, deals_of
from gamenight.games.riichi.formats.settling import with_results
from gamenight.games.riichi.formats.tenhou6_order import Row, in_order
from gamenight.games.riichi.formats.tenhou6_tiles import DRAWN, code_of, face_of, place_of, write_meld
from gamenight.games.riichi.options import Rules
from gamenight.games.riichi.state import SEATS, Final

WIN = "和了"
DRAWS = {
    "流局": "exhaustive",
    "全員聴牌": "exhaustive",
    "全員不聴": "exhaustive",
    "流し満貫": "nagashi_mangan",
    "九種九牌": "kyuushu_kyuuhai",
    "四風連打": "suufon_renda",
    "四家立直": "suucha_riichi",
    "三家和了": "sanchahou",
    "四槓散了": "suukaikan",
}
NAMES = {kind: name for name, kind in reversed(DRAWS.items())}
ROWS = 3 * SEATS
NOTHING = (0,) * SEATS


class File(Struct, frozen=True):
    """What is read of a file; `log` has an array for each deal."""

    name: tuple[str, ...]
    rule: dict[str, Any]
    log: tuple[tuple[Any, ...], ...]
    sc: tuple[float, ...] | None = None


def read(data: bytes) -> Log:
    """The game; BadLog if this is none, or one that our rules do not know."""
    try:
        file = msgspec.json.decode(data, type=File)
    except msgspec.DecodeError as error:
        raise BadLog(f"this is no log of tenhou.net/6: {error}") from None
    named = [name for name in file.name if name]
    shown = str(file.rule.get("disp", ""))
    if len(named) < SEATS or "三" in shown or "3-Player" in shown:
        raise BadLog(f"it is a game of {min(len(named), 3)} players, not of {SEATS}")
    try:
        return _game(file, shown)
    except (ValueError, TypeError, IndexError) as error:
        if isinstance(error, BadLog):
            raise
        raise BadLog(f"the log of tenhou.net/6 is damaged: {error}") from None


def _game(file: File, shown: str) -> Log:
    red_fives = any(file.rule.get(key) for key in ("aka", "aka51", "aka52", "aka53"))
    deals = tuple([_deal(entry, red_fives=red_fives) for entry in file.log])
    options: dict[str, Any] = {"red_fives": red_fives, "kuitan": _has_kuitan(shown), "length": _length(shown)}
    if file.sc is None:
        # Some deals of a game, as players show them to each other.
        return Log(file.name, {**options, "deals": len(deals)}, deals)
    final, results = tuple([round(points) for points in file.sc[::2]]), file.sc[1::2]
    return Log(file.name, with_results(options, final, results), deals, final)


def _has_kuitan(shown: str) -> bool:
    """Tenhou writes 喰 for it; others write no rules in the table's name, and play with it."""
    return "喰" in shown or not any(sign in shown for sign in "般上特鳳")


def _length(shown: str) -> str:
    return "tonpuu" if "東" in shown or "East" in shown else "hanchan"


def _deal(entry: tuple[Any, ...], *, red_fives: bool) -> Deal:
    if len(entry) != 4 + ROWS + 1:
        raise ValueError(f"a deal has {len(entry)} entries, not {4 + ROWS + 1}")
    (number, honba, sticks), points, dora, ura = entry[:4]
    hands = tuple([_faces(entry[4 + 3 * n], red_fives=red_fives) for n in range(SEATS)])
    if any(len(hand) != 13 for hand in hands) or len(points) != SEATS:
        raise ValueError("a deal needs the points and thirteen tiles of four players")
    rows = tuple([Row(tuple(entry[5 + 3 * n]), tuple(entry[6 + 3 * n])) for n in range(SEATS)])
    return Deal(
        round=int(number),
        honba=int(honba),
        sticks=int(sticks),
        points=tuple([int(each) for each in points]),
        hands=hands,
        dora=_faces(dora, red_fives=red_fives),
        ura=_faces(ura, red_fives=red_fives),
        actions=in_order(rows, number % SEATS, red_fives=red_fives),
        **_end(list(entry[-1])),
    )


def _faces(codes: list[int], *, red_fives: bool) -> tuple[str, ...]:
    return tuple([face_of(code, red_fives=red_fives) for code in codes])


def _end(result: list[Any]) -> dict[str, Any]:
    """A draw with perhaps what is paid, or wins: what is paid for each, and about each."""
    name = result[0]
    if name in DRAWS:
        return {"draw": DRAWS[name], "deltas": tuple(result[1]) if len(result) > 1 else NOTHING}
    if name != WIN or len(result) < 3:
        raise BadLog("it ends in the middle of a deal")
    wins = tuple([_hora(tuple(paid), about) for paid, about in zip(result[1::2], result[2::2], strict=True)])
    return {"wins": wins, "deltas": tuple(map(sum, zip(*[win.deltas for win in wins], strict=True)))}


def _hora(deltas: tuple[int, ...], about: list[Any]) -> Hora:
    who, source, liable, *words = about
    return Hora(who, source, deltas, None if liable == who else liable, tuple(words))


def write(match: Match) -> bytes:
    """The finished deals of a match."""
    table = match.state.game_data
    document: dict[str, Any] = {
        "title": ["", ""],
        "name": [player.display_name for player in match.state.players],
        "rule": {"disp": _shown_rules(table.rules), "aka": int(table.rules.red_fives)},
        "log": [write_deal(deal) for deal in deals_of(match.events)],
    }
    if table.final is not None:
        document["sc"] = _settled(table.final)
    return msgspec.json.encode(document) + b"\n"


def _shown_rules(rules: Rules) -> str:
    """As Tenhou names its tables: 般南喰赤."""
    length = "東" if rules.length == "tonpuu" else "南"
    return f"般{length}{'喰' if rules.kuitan else ''}{'赤' if rules.red_fives else ''}"


def _settled(final: Final) -> list[float]:
    return [each for n in range(SEATS) for each in (final.points[n], final.results[n])]


def write_deal(deal: Deal) -> list[Any]:
    takes, gives = _rows(deal)
    rows = [row for n in range(SEATS) for row in ([code_of(face) for face in deal.hands[n]], takes[n], gives[n])]
    indicators = [[code_of(face) for face in faces] for faces in (deal.dora, deal.ura)]
    return [[deal.round, deal.honba, deal.sticks], list(deal.points), *indicators, *rows, _written_end(deal)]


def _rows(deal: Deal) -> tuple[list[list[int | str]], list[list[int | str]]]:
    takes: list[list[int | str]] = [[] for _ in range(SEATS)]
    gives: list[list[int | str]] = [[] for _ in range(SEATS)]
    riichi, pons = "", dict[tuple[int, str], int]()
    for action in deal.actions:
        match action:
            case ("draw", who, face):
                takes[who].append(code_of(face))
            case ("riichi", _):
                riichi = "r"
            case ("discard", who, face, drawn):
                code = DRAWN if drawn else code_of(face)
                gives[who].append(f"r{code}" if riichi else code)
                riichi = ""
            case ("ankan", who, tiles):
                gives[who].append(write_meld("ankan", tiles[-1], tiles, 3))
            case ("kakan", who, added, tiles):
                gives[who].append(write_meld("kakan", added, (*tiles, added), pons[who, added[:2]]))
            case (kind, who, source, called, tiles):
                place = place_of(kind, who, source)
                takes[who].append(write_meld(kind, called, tiles, place))
                if kind == "daiminkan":
                    gives[who].append(0)
                pons[who, called[:2]] = place
    return takes, gives


def _written_end(deal: Deal) -> list[Any]:
    if deal.wins:
        about = [[win.who, win.source, win.who if win.liable is None else win.liable, *win.words] for win in deal.wins]
        return [WIN, *[part for win, said in zip(deal.wins, about, strict=True) for part in (list(win.deltas), said)]]
    if any(deal.deltas):
        return [NAMES[str(deal.draw)], list(deal.deltas)]
    if deal.draw == "exhaustive":
        return ["全員聴牌" if deal.shown and len(deal.shown) == SEATS else "全員不聴"]
    return [NAMES[str(deal.draw)]]
