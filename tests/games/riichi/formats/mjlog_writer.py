"""Recorded deals as Tenhou would have logged them, for tests of the reader."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

DRAWS = {
    "nagashi_mangan": "nm",
    "kyuushu_kyuuhai": "yao9",
    "suufon_renda": "kaze4",
    "suucha_riichi": "reach4",
    "sanchahou": "ron3",
    "suukaikan": "kan4",
}


def mjlog(deals: list[dict[str, Any]], names: tuple[str, ...] = ("Ada", "Blaise", "Clära", "東")) -> bytes:
    """The deals of one game, in the form of `oracles/riichi`."""
    quoted = " ".join(f'n{n}="{quote(name)}"' for n, name in enumerate(names))
    rules = deals[0]["rules"]
    lobby = "" if rules["lobby"] is None else f' lobby="{rules["lobby"]}"'
    body = "".join(_deal(deal) for deal in deals)
    head = f'<GO type="{rules["go_type"]}"{lobby}/><UN {quoted}/><TAIKYOKU oya="0"/>'
    return f'<mjloggm ver="2.3">{head}{body}</mjloggm>'.encode()


def _deal(deal: dict[str, Any]) -> str:
    pons: dict[tuple[int, int], tuple[int, int]] = {}
    hands = " ".join(f'hai{n}="{_list(hand)}"' for n, hand in enumerate(deal["hands"]))
    seed = _list([deal["round"], deal["honba"], deal["kyotaku"], 0, 0, deal["dora_indicator"]])
    first = f'<INIT seed="{seed}" ten="{_hundreds(deal["scores"])}" oya="{deal["dealer"]}" {hands}/>'
    return first + "".join(_action(action, pons) for action in deal["actions"]) + _end(deal)


def _list(numbers: Any) -> str:
    return ",".join(map(str, numbers))


def _hundreds(points: list[int]) -> str:
    return _list(each // 100 for each in points)


def _action(action: list[Any], pons: dict[tuple[int, int], tuple[int, int]]) -> str:
    match action:
        case ["draw", who, tile]:
            return f"<{'TUVW'[who]}{tile}/>"
        case ["discard", who, tile, _]:
            return f"<{'DEFG'[who]}{tile}/>"
        case ["riichi", who]:
            return f'<REACH who="{who}" step="1"/>'
        case ["riichi_accepted", who]:
            return f'<REACH who="{who}" ten="0,0,0,0" step="2"/>'
        case ["dora", tile]:
            return f'<DORA hai="{tile}"/>'
        case ["disconnect", who]:
            return f'<BYE who="{who}"/>'
        case ["reconnect", who]:
            return f'<UN n{who}="Ada"/>'
        case [kind, who, *_]:
            return f'<N who="{who}" m="{_meld(kind, action, pons)}"/>'
    raise ValueError(action)


def _meld(kind: str, action: list[Any], pons: dict[tuple[int, int], tuple[int, int]]) -> int:
    who = action[1]
    if kind == "ankan":
        return action[2][0] << 8
    if kind == "kakan":
        source, called = pons[who, action[2] // 4]
        others = sorted(action[3])
        return (action[2] // 4 * 3 + others.index(called)) << 9 | action[2] % 4 << 5 | 0x10 | source
    source, called, tiles = (action[2] - who) % 4, action[3], sorted(action[4])
    if kind == "daiminkan":
        return called << 8 | source
    if kind == "chi":
        low = tiles[0] // 4
        base = (low // 9 * 7 + low % 9) * 3 + tiles.index(called)
        return base << 10 | sum(tile % 4 << 3 + 2 * n for n, tile in enumerate(tiles)) | 4 | source
    unused = ({0, 1, 2, 3} - {tile % 4 for tile in tiles}).pop()
    pons[who, called // 4] = source, called
    return (called // 4 * 3 + tiles.index(called)) << 9 | unused << 5 | 8 | source


def _end(deal: dict[str, Any]) -> str:
    result, final = deal["result"], deal["final"]
    owari = ""
    if final is not None:
        pairs = zip(final["scores"], final["points"], strict=True)
        owari = f' owari="{_list(f"{scores // 100},{points:.1f}" for scores, points in pairs)}"'
    if result["type"] == "draw":
        shown = " ".join(f'hai{n}="{_list(hand)}"' for n, hand in enumerate(result["shown"]) if result["tenpai"][n])
        kind = f' type="{DRAWS[result["kind"]]}"' if result["kind"] in DRAWS else ""
        return f"<RYUUKYOKU{kind} {_changes(result)} {shown}{owari}/>"
    wins = [_win(win) for win in result["wins"]]
    return "".join(f"<AGARI {win}{owari if n == len(wins) - 1 else ''}/>" for n, win in enumerate(wins))


def _changes(told: dict[str, Any]) -> str:
    pairs = zip(told["scores_before"], told["deltas"], strict=True)
    return f'ba="{told["honba"]},{told["kyotaku"]}" sc="{_list(f"{a // 100},{b // 100}" for a, b in pairs)}"'


def _win(win: dict[str, Any]) -> str:
    ura = f' doraHaiUra="{_list(win["ura_indicators"])}"' if win["ura_indicators"] else ""
    pao = "" if win["pao"] is None else f' paoWho="{win["pao"]}"'
    hand = f'hai="{_list(win["hand"])}" machi="{win["win_tile"]}" doraHai="{_list(win["dora_indicators"])}"{ura}'
    return f'{_changes(win)} {hand} who="{win["who"]}" fromWho="{win["from"]}"{pao}'
