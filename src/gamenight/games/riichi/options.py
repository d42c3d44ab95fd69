"""What a table may choose: a preset, and each rule of it by itself."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

MOST_DEALS = 100
"""A match has no more deals than this, however often the dealers repeat."""

Length = Literal["hanchan", "tonpuu"]
Uma = Literal["20-10", "15-5", "10-5", "none"]
Points = Literal[25_000, 30_000]
Wall = tuple[Annotated[int, Meta(ge=0, le=135)], ...]

UMA: dict[str, tuple[int, int, int, int]] = {
    "20-10": (20, 10, -10, -20),
    "15-5": (15, 5, -5, -15),
    "10-5": (10, 5, -5, -10),
    "none": (0, 0, 0, 0),
}


class StartingDeal(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a match begins: East 1 with equal points, or a later deal of a game that others have begun."""

    round: Annotated[int, Meta(ge=0, le=11)] = 0
    """0 is East 1, 4 South 1, 8 West 1."""
    honba: Annotated[int, Meta(ge=0, le=MOST_DEALS)] = 0
    sticks: Annotated[int, Meta(ge=0, le=MOST_DEALS)] = 0
    points: tuple[int, ...] = ()
    """Each seat's points; none: all have the starting points."""


class Rules(Struct, frozen=True):
    """The rules of a match, every choice made. The defaults are those of Tenhou."""

    length: Length = "hanchan"
    """East and South, or East alone."""
    deals: int = 0
    """The match ends after so many deals; 0: when its winds have been played."""
    start_points: int = 25_000
    target: int = 30_000
    """What somebody must have for the match to end on time, and what oka counts from."""
    uma: Uma = "20-10"
    """What the places are worth at the end, in thousands: the first and second get it, the last and third pay it."""
    oka: bool = True
    """Results count from the target, and the first gets what all have put in below it."""
    rounding: Literal["exact", "thousands"] = "exact"
    """Results are exact to 100 points, or rounded to thousands."""
    ties: Literal["seat", "shared"] = "seat"
    """Of equal points the seat nearest to the first dealer comes first, or all share the places."""
    red_fives: bool = True
    """One five of each suit is red, and dora."""
    kuitan: bool = True
    """Tanyao counts in an open hand."""
    kuikae: bool = False
    """Whoever calls may discard the same tile at once, or the other end of the run."""
    late_kan_dora: bool = True
    """The dora of an open or added kan is turned up with the discard after it; a closed kan's always at once."""
    kokushi_robs_closed_kan: bool = False
    """A closed kan may be robbed by thirteen orphans."""
    rons: Literal["one", "two", "three"] = "two"
    """How many may win with one discard. With `two` a third ron is an abortive draw."""
    honba_each: bool = False
    """Each of several winners is paid the honba, not only the nearest to the discarder."""
    abortive_draws: bool = True
    """Nine terminals, four equal winds, four riichi and four kans end a deal. Without it there is no fifth kan."""
    nagashi_mangan: bool = True
    """Whoever has discarded nothing but terminals and honours, none of them called, is paid a mangan at the draw."""
    pao: Literal["hand", "yakuman"] = "hand"
    """Whoever is liable pays for the whole hand, or only for the yakuman that the call has made certain."""
    pao_honba: Literal["liable", "discarder"] = "liable"
    """Who pays the honba where the discarder and the liable player share a ron."""
    yakuman: Literal["one", "sum", "double"] = "sum"
    """A hand is worth one yakuman at most; or several are added; or four of them count double besides."""
    kazoe: bool = True
    """Thirteen han are a yakuman; otherwise eleven or more are a sanbaiman."""
    renhou: Literal["none", "mangan", "han", "yakuman"] = "none"
    """A ron before one's first draw: nothing, at least a mangan, five han more, or a yakuman."""
    kiriage: bool = False
    """4 han 30 fu and 3 han 60 fu are rounded up to a mangan."""
    double_wind_fu: Literal[2, 4] = 4
    """The fu of a pair that is both the round's wind and the player's own."""
    furiten_until: Literal["discard", "draw"] = "discard"
    """Whoever lets a winning tile go may not win by ron until the next own discard, or draw."""
    tobi: bool = True
    """The match ends when somebody has less than nothing."""
    agari_yame: Literal["none", "win", "tenpai"] = "tenpai"
    """A last dealer that is first with the target ends the match: never, by a win, or by a win or tenpai."""
    extension: bool = True
    """While nobody has the target the next wind is played, until somebody has."""
    leftover_sticks: Literal["first", "lost"] = "first"
    """Riichi sticks that nobody has won at the end."""
    show_waits: bool = True
    """Players are shown what they wait for, and whether they are furiten."""
    open_hands: bool = False
    """Everybody sees everybody's tiles: to teach, and to watch games of other tables."""


TENHOU = Rules()
MAHJONG_SOUL = replace(
    TENHOU,
    uma="15-5",
    oka=False,
    kokushi_robs_closed_kan=True,
    rons="three",
    pao="yakuman",
    yakuman="double",
)
WRC = replace(
    TENHOU,
    start_points=30_000,
    uma="15-5",
    oka=False,
    ties="shared",
    red_fives=False,
    late_kan_dora=False,
    rons="three",
    abortive_draws=False,
    yakuman="one",
    kazoe=False,
    renhou="han",
    double_wind_fu=2,
    furiten_until="draw",
    tobi=False,
    agari_yame="none",
    extension=False,
)
EMA = replace(WRC, honba_each=True, pao_honba="discarder", renhou="mangan", double_wind_fu=4)

PRESETS: dict[str, Rules] = {"tenhou": TENHOU, "mahjong_soul": MAHJONG_SOUL, "wrc": WRC, "ema": EMA}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is played: a preset, and what differs from it. None is what the preset says; what has another
    default is the same in every preset."""

    preset: Literal["tenhou", "mahjong_soul", "wrc", "ema"] = "tenhou"
    length: Length = "hanchan"
    deals: Annotated[int, Meta(ge=0, le=MOST_DEALS, examples=[1])] = 0
    start_points: Points | None = None
    target: Points | None = None
    uma: Uma | None = None
    oka: bool | None = None
    rounding: Literal["exact", "thousands"] = "exact"
    ties: Literal["seat", "shared"] | None = None
    red_fives: bool | None = None
    kuitan: bool = True
    kuikae: bool = False
    late_kan_dora: bool | None = None
    kokushi_robs_closed_kan: bool | None = None
    rons: Literal["one", "two", "three"] | None = None
    honba_each: bool | None = None
    abortive_draws: bool | None = None
    nagashi_mangan: bool = True
    pao: Literal["hand", "yakuman"] | None = None
    pao_honba: Literal["liable", "discarder"] | None = None
    yakuman: Literal["one", "sum", "double"] | None = None
    kazoe: bool | None = None
    renhou: Literal["none", "mangan", "han", "yakuman"] | None = None
    kiriage: bool = False
    double_wind_fu: Literal[2, 4] | None = None
    furiten_until: Literal["discard", "draw"] | None = None
    tobi: bool | None = None
    agari_yame: Literal["none", "win", "tenpai"] | None = None
    extension: bool | None = None
    leftover_sticks: Literal["first", "lost"] = "first"
    show_waits: bool = True
    open_hands: bool = False
    start: StartingDeal = StartingDeal()
    walls: Annotated[tuple[Wall, ...], Meta(extra={"secret": True})] = ()
    """The walls of the first deals: 136 tiles each, the live ones drawn from the last on (docs of `wall`)."""


@lru_cache(maxsize=256)
def rules_of(options: Options) -> Rules:
    """The preset with what the table has chosen otherwise."""
    chosen: dict[str, Any] = {name: value for name, value in asdict(options).items() if value is not None}
    return replace(
        PRESETS[chosen.pop("preset")], **{name: chosen[name] for name in chosen if name not in ("start", "walls")}
    )


def resolved(options: Options) -> dict[str, Any]:
    """The preset by name, and every rule as it is played."""
    return {"preset": options.preset, **asdict(rules_of(options))}
