"""What a seat reads off the table: only its own tiles, and what lies open for all."""

from __future__ import annotations

from msgspec import Struct

from gamenight.games.riichi.deal.wall import tiles_left
from gamenight.games.riichi.hand.hands import is_closed
from gamenight.games.riichi.hand.tiles import Counts, counts_of
from gamenight.games.riichi.player.danger import Threat, threats_to
from gamenight.games.riichi.player.places import SeatStanding, standing_of
from gamenight.games.riichi.player.seen import dora_counts, red_fives, unseen_by, value_kinds
from gamenight.games.riichi.player.skill import Skill
from gamenight.games.riichi.state import SEATS, Meld, RiichiState, Tiles

RIICHI_STICK = 1000
DRAWS_FOR_RIICHI = 4


class Reading(Struct, frozen=True, gc=False):
    """The table as one seat knows it. `tiles` are its concealed ones, the drawn one among them."""

    seat: int
    tiles: Tiles
    melds: tuple[Meld, ...]
    unseen: Counts
    """How many tiles of each kind the seat sees nowhere."""
    dora: Counts
    """How often each kind is dora."""
    values: Counts
    """The han that a triplet of each kind is worth."""
    red_fives: frozenset[int]
    kuitan: bool
    is_closed: bool
    is_dealer: bool
    can_riichi: bool
    """Closed, with a stick to pay and draws to come; whether it is tenpai is another matter."""
    draws: int
    """About how often the seat will still draw."""
    bonus: int
    """What a win brings besides: honba and sticks."""
    gone: frozenset[int]
    """The kinds of the seat's own river."""
    threats: tuple[Threat, ...]
    """The players that it fears."""
    standing: SeatStanding | None
    """How it stands, if it minds places."""
    skill: Skill


def read_table(table: RiichiState, seat: int, skill: Skill) -> Reading:
    """What the seat knows; nothing here depends on what others hold, or on the order of the wall."""
    play, sheet, melds = table.play, table.sheet, table.melds[seat]
    drawn = (play.drawn,) if play.drawn is not None and play.seat == seat else ()
    tiles = (*table.hands[seat], *drawn)
    left = tiles_left(table.wall)
    closed = is_closed(table, seat)
    standing = standing_of(table, seat) if skill.minds_places else None
    unseen = unseen_by(table, tiles) if skill.counts_tiles else tuple([4 - count for count in counts_of(tiles)])
    return Reading(
        seat=seat,
        tiles=tiles,
        melds=melds,
        unseen=unseen,
        dora=dora_counts(table),
        values=value_kinds(table, seat),
        red_fives=red_fives(table),
        kuitan=table.rules.kuitan,
        is_closed=closed,
        is_dealer=seat == sheet.dealer,
        can_riichi=closed and sheet.points[seat] >= RIICHI_STICK and left >= DRAWS_FOR_RIICHI,
        draws=(left + 3) // SEATS,
        bonus=300 * sheet.honba + RIICHI_STICK * sheet.sticks,
        gone=frozenset([one.tile // 4 for one in table.rivers[seat]]),
        threats=threats_to(table, seat, unseen, skill, standing),
        standing=standing,
        skill=skill,
    )
