"""How well a player plays."""

from __future__ import annotations

from msgspec import Struct


class Skill(Struct, frozen=True, gc=False):
    """What a player thinks of. Every player wins when it can, and calls only for a yaku."""

    fears_riichi: bool = True
    """Weighs each discard against the riichi of others."""
    fears_calls: bool = True
    """Weighs it against open hands too."""
    counts_tiles: bool = True
    """Knows how many tiles of a kind are left; otherwise it counts only its own."""
    knows_yaku: bool = True
    """Plans for tanyao, one suit and triplets; otherwise only for riichi and yakuhai."""
    sees_runs: bool = True
    """Plans for sanshoku and ittsuu too."""
    looks_ahead: bool = True
    """Looks at what the hand would wait for in the end."""
    slips: int = 0
    """One discard in so many is one of the next best instead of the best; 0: none is."""
    weighs_points: bool = True
    """Prefers hands that bring more points; otherwise the fastest is the best."""
    minds_places: bool = True
    """Weighs points by the place that they lead to."""


EASY = Skill(
    fears_riichi=False,
    fears_calls=False,
    counts_tiles=False,
    knows_yaku=False,
    sees_runs=False,
    looks_ahead=False,
    slips=2,
    weighs_points=False,
    minds_places=False,
)
MEDIUM = Skill(fears_calls=False, sees_runs=False, looks_ahead=False, slips=6, minds_places=False)
HARD = Skill()
SKILLS = {"easy": EASY, "medium": MEDIUM, "hard": HARD}
