"""A win in the words of tenhou.net/6: `30符3飜3900点`, `立直(1飜)`."""

from __future__ import annotations

from typing import Any

from gamenight.games.riichi.hand.scoring import YAKU
from gamenight.games.riichi.state import SEATS

# In the order of Tenhou's numbers, as `scoring.YAKU`.
_JAPANESE = (
    "門前清自摸和 立直 一発 槍槓 嶺上開花 海底摸月 河底撈魚 平和 断幺九 一盃口 "
    "自風:東 自風:南 自風:西 自風:北 場風:東 場風:南 場風:西 場風:北 役牌:白 役牌:發 役牌:中 "
    "両立直 七対子 混全帯幺九 一気通貫 三色同順 三色同刻 三槓子 対々和 三暗刻 小三元 混老頭 "
    "二盃口 純全帯幺九 混一色 清一色 人和 天和 地和 大三元 四暗刻 四暗刻単騎 字一色 緑一色 "
    "清老頭 九蓮宝燈 純正九蓮宝燈 国士無双 国士無双１３面 大四喜 小四喜 四槓子 ドラ 裏ドラ 赤ドラ"
).split()
NAMES = {name: said.replace(":", " ") for name, said in zip(YAKU, _JAPANESE, strict=True)}
LIMITS = {"mangan": "満貫", "haneman": "跳満", "baiman": "倍満", "sanbaiman": "三倍満", "yakuman": "役満"}


def words_of(win: dict[str, Any], dealer: int, honba: int) -> tuple[str, ...]:
    """What the log says of this win: its worth, then its yaku. `win` is the payload of the event `won`."""
    return (_worth(win) + _points(win, dealer, honba), *[_yaku(each, win["yakuman"]) for each in win["yaku"]])


def _worth(win: dict[str, Any]) -> str:
    return LIMITS[win["limit"]] if win["limit"] else f"{win['fu']}符{win['han']}飜"


def _points(win: dict[str, Any], dealer: int, honba: int) -> str:
    if win["seat"] != win["source"]:
        return f"{win['value']}点"
    if win["seat"] == dealer:
        return f"{win['value'] // 3}点∀"
    if win["pao"] is not None:
        return f"{win['value'] // 4}-{win['value'] // 2}点"
    child = next(n for n in range(SEATS) if n not in (win["seat"], dealer))
    paid = [-win["deltas"][n] - 100 * honba for n in (child, dealer)]
    return f"{paid[0]}-{paid[1]}点"


def _yaku(yaku: dict[str, Any], yakuman: int) -> str:
    return f"{NAMES[yaku['name']]}({'役満' if yakuman else str(yaku['han']) + '飜'})"
