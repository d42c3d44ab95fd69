"""What a complete hand is worth. Yaku, han and fu are found by the package `mahjong`; points are counted here."""

from __future__ import annotations

from functools import lru_cache

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules
from mahjong.hand_calculating.yaku import Yaku as CountedYaku
from mahjong.hand_calculating.yaku_config import YAKU_ID_TO_TENHOU_ID
from mahjong.meld import Meld as CountedMeld
from msgspec import Struct

from gamenight.games.riichi.options import Rules
from gamenight.games.riichi.state import Meld, Tiles, Yaku

# In the order of Tenhou's numbers.
YAKU = (
    "tsumo riichi ippatsu chankan rinshan haitei houtei pinfu tanyao iipeikou "
    "seat_east seat_south seat_west seat_north round_east round_south round_west round_north haku hatsu chun "
    "double_riichi chiitoitsu chanta ittsuu sanshoku sanshoku_doukou sankantsu toitoi sanankou shousangen honroutou "
    "ryanpeikou junchan honitsu chinitsu renhou tenhou chiihou daisangen suuankou suuankou_tanki tsuuiisou ryuuiisou "
    "chinroutou chuuren junsei_chuuren kokushi kokushi_13 daisuushii shousuushii suukantsu dora ura_dora aka_dora"
).split()
RENHOU_YAKUMAN = "renhou"
YAKUMAN_HAN = 13
MANGAN, HANEMAN, BAIMAN, SANBAIMAN, YAKUMAN = 2000, 3000, 4000, 6000, 8000
LIMITS = {MANGAN: "mangan", HANEMAN: "haneman", BAIMAN: "baiman", SANBAIMAN: "sanbaiman"}


class Situation(Struct, frozen=True, gc=False):
    """How a hand was completed; winds are 0 for east to 3 for north."""

    is_tsumo: bool
    seat_wind: int
    round_wind: int
    riichi: int = 0
    is_ippatsu: bool = False
    is_rinshan: bool = False
    is_chankan: bool = False
    is_last: bool = False
    """With the last tile of the wall, or the discard after it."""
    is_first: bool = False
    """Before anybody called, with the first draw, or before it by ron."""


class Worth(Struct, frozen=True, gc=False):
    """What a hand is worth. `base` is what a child pays a child for a tsumo, before rounding."""

    yaku: tuple[Yaku, ...]
    han: int
    fu: int
    yakuman: int
    base: int

    @property
    def limit(self) -> str:
        return "yakuman" if self.base >= YAKUMAN else LIMITS.get(self.base, "")


@lru_cache(maxsize=1 << 12)
def worth(
    hand: Tiles, tile: int, melds: tuple[Meld, ...], dora: Tiles, ura: Tiles, at: Situation, rules: Rules
) -> Worth | None:
    """What the concealed tiles are worth with this tile; None if there is no yaku."""
    found = _counted(hand, tile, melds, dora, ura, at, rules)
    if rules.renhou == "mangan" and _is_renhou(at) and (found is None or found.base < MANGAN):
        return Worth((Yaku("renhou", 5),), 5, found.fu if found else 30, 0, MANGAN)
    return found


def _counted(
    hand: Tiles, tile: int, melds: tuple[Meld, ...], dora: Tiles, ura: Tiles, at: Situation, rules: Rules
) -> Worth | None:
    tiles = [*hand, tile, *[each for meld in melds for each in meld.tiles]]
    config = _config(at, rules, round_wind=_counted_round_wind(tiles, at, rules))
    value = HandCalculator.estimate_hand_value(
        tiles, tile, [_counted_meld(meld) for meld in melds], dora, config, ura_dora_indicators=ura
    )
    if value.error is not None or value.yaku is None or value.han is None or value.fu is None:
        return None
    is_open = any(meld.kind != "closed_kan" for meld in melds)
    named = tuple([Yaku(_name(each.yaku_id), _han(each, is_open=is_open)) for each in value.yaku])
    if any(each.is_yakuman for each in value.yaku):
        count = 1 if rules.yakuman == "one" else sum(yaku.han for yaku in named) // YAKUMAN_HAN
        return Worth(named, YAKUMAN_HAN * count, value.fu, count, YAKUMAN * count)
    return Worth(named, value.han, value.fu, 0, base_of(value.han, value.fu, rules))


def base_of(han: int, fu: int, rules: Rules) -> int:
    """The points that payments are multiples of, for a hand without yakuman."""
    if han >= YAKUMAN_HAN and rules.kazoe:
        return YAKUMAN
    if han >= 11:
        return SANBAIMAN
    if han >= 8:
        return BAIMAN
    if han >= 6:
        return HANEMAN
    base = min(MANGAN, fu * 2 ** (han + 2))
    return MANGAN if han == 5 or (rules.kiriage and base == 1920) else base


def _counted_round_wind(tiles: list[int], at: Situation, rules: Rules) -> int | None:
    """The round's wind as a kind. A pair of it is no yaku: where it shall count once, only the own wind is named."""
    wind = 27 + at.round_wind
    is_once = rules.double_wind_fu == 2 and at.seat_wind == at.round_wind
    return None if is_once and sum(tile // 4 == wind for tile in tiles) == 2 else wind


def _config(at: Situation, rules: Rules, round_wind: int | None) -> HandConfig:
    is_first_draw = at.is_first and at.is_tsumo
    return HandConfig(
        is_tsumo=at.is_tsumo,
        is_riichi=at.riichi > 0,
        is_daburu_riichi=at.riichi == 2,
        is_ippatsu=at.is_ippatsu,
        is_rinshan=at.is_rinshan,
        is_chankan=at.is_chankan,
        is_haitei=at.is_last and at.is_tsumo and not at.is_rinshan,
        is_houtei=at.is_last and not at.is_tsumo and not at.is_chankan,
        is_tenhou=is_first_draw and at.seat_wind == 0,
        is_chiihou=is_first_draw and at.seat_wind != 0,
        is_renhou=_is_renhou(at) and rules.renhou in ("han", "yakuman"),
        player_wind=27 + at.seat_wind,
        round_wind=round_wind,
        options=_optional(rules),
    )


def _is_renhou(at: Situation) -> bool:
    return at.is_first and not at.is_tsumo and at.seat_wind != 0


@lru_cache(maxsize=64)
def _optional(rules: Rules) -> OptionalRules:
    return OptionalRules(
        has_open_tanyao=rules.kuitan,
        has_aka_dora=rules.red_fives,
        has_double_yakuman=rules.yakuman == "double",
        kazoe_limit=HandConstants.KAZOE_LIMITED if rules.kazoe else HandConstants.KAZOE_SANBAIMAN,
        kiriage=rules.kiriage,
        renhou_as_yakuman=rules.renhou == "yakuman",
    )


def _counted_meld(meld: Meld) -> CountedMeld:
    kinds = {"chi": CountedMeld.CHI, "pon": CountedMeld.PON, "added_kan": CountedMeld.SHOUMINKAN}
    return CountedMeld(kinds.get(meld.kind, CountedMeld.KAN), meld.tiles, opened=meld.kind != "closed_kan")


def _name(yaku_id: int) -> str:
    number = YAKU_ID_TO_TENHOU_ID.get(yaku_id)
    return RENHOU_YAKUMAN if number is None else YAKU[number]


def _han(yaku: CountedYaku, *, is_open: bool) -> int:
    return (is_open and yaku.han_open) or yaku.han_closed or 0
