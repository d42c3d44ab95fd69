"""The options of Durak, the memory of its rules, and the packs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gamenight.cards import RANKS, CardOptions, ranked_pack

HAND = 6
MOST_ATTACKS = 6
MOST_TAKEN = 50
"""After this number of bouts in a row that were taken, the deal has no loser: hands could go round like that forever.

An attacker who plays all cards of the whole pack except the other hand, one in each bout, needs 46.
"""

SHOWN_MS = 1200
TEAM_TABLES = {"2v2": 4, "3v3": 6}
"""The number of players for each kind of teams."""

LOWEST = {24: "9", 36: "6", 52: "2"}
PACKS = {size: ranked_pack(RANKS[RANKS.index(rank) :]) for size, rank in LOWEST.items()}


class DurakOptions(CardOptions, frozen=True, kw_only=True):
    deals: Annotated[int, Meta(ge=1, le=20)] = 1
    """The match ends after this number of deals."""
    deck_size: Literal[36, 24, 52] = 36
    """From the sixes up, from the nines up, or the whole pack."""
    first_bout_max: Literal[6, 5] = 6
    """The maximum number of attack cards in the first bout of a deal."""
    next_attack: Literal["left_of_dealer", "attack_the_fool", "lowest_trump"] = "left_of_dealer"
    """Who attacks first in later deals; the last fool deals these."""
    eager_throw_in: bool = False
    """Attackers may throw in cards before all cards on the table are beaten."""
    trump_six_swap: bool = False
    """Before attacking, a player may swap the lowest trump of the pack for the turn-up."""
    passing: bool = False
    """A defender who has beaten nothing yet may pass the attack on with a card of the same rank."""
    teams: Literal["none", "2v2", "3v3"] = "none"
    """Everybody plays alone; or two teams, whose members sit at every second seat."""


class DurakMemory(Struct, frozen=True):
    """`trump_card` was shown when the deal began; `pairs` are attack cards with the cards that beat them.

    `places` are the seats that have run out, in order; `out_before` is the number of these when this bout began.
    `earliness` counts, over all deals, how many others a seat was ahead of. `fool` is the seat that lost the previous
    deal, or None.
    """

    attacker: int = 0
    defender: int = 0
    trump: str = ""
    trump_card: str = ""
    pairs: dict[str, str] = {}
    limit: int = 0
    is_taking: bool = False
    places: tuple[int, ...] = ()
    out_before: int = 0
    bout: int = 0
    taken_in_a_row: int = 0
    earliness: tuple[float, ...] = ()
    fool: int | None = None


class Defence(Struct, frozen=True):
    """A card of the defender beats this attack card."""

    attack: str
    card: str
