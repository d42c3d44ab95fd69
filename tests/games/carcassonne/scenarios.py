"""Fifteen positions worked out by hand, as data."""

from __future__ import annotations

from typing import NamedTuple


class Scenario(NamedTuple):
    moves: str
    after: str
    """The scores after each placed tile."""
    final: str


# Southwards from the start: seven tiles of the first player, each with a knight in a city that is open to the east.
COLUMN = (
    "E(0,-1,90) city:E; B(0,-2,0); E(0,-3,90) city:E; B(0,-4,0); E(0,-5,90) city:E; B(0,-6,0); E(0,-7,90) city:E;"
    "B(0,-8,0); H(0,-9,90) city:E; F(0,-10,0); H(0,-11,90) city:E; F(0,-12,0); H(0,-13,90) city:E; G(0,-14,0);"
)

SCENARIOS = {
    "S01 a city of two tiles is complete at once and its knight returns": Scenario(
        "E(0,1,180) city:S",
        "4:0",
        "4:0",
    ),
    "S02 a road that another player completes": Scenario(
        "W(1,0,0) road:W; A(-1,0,270)",
        "0:0 3:0",
        "3:0",
    ),
    "S03 a road that is a loop": Scenario(
        "V(0,-1,270) road:E.S; V(1,-1,0); V(1,-2,90); V(0,-2,180)",
        "0:0 0:0 0:0 4:0",
        "4:0",
    ),
    "S04 tied in a city with a pennant, both score in full": Scenario(
        "U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90) city:E; Q(0,1,180)",
        "0:0 0:0 0:0 0:0 10:10",
        "10:10",
    ),
    "S05 two knights against one take all": Scenario(
        "U(1,0,0); U(-1,0,0); E(1,1,270) city:W; E(-1,1,90) city:E; B(1,2,0); U(2,0,0); E(0,2,180) city:S; C(0,1,0)",
        "0:0 0:0 0:0 0:0 0:0 0:0 0:0 12:0",
        "12:0",
    ),
    "S06 one tile completes a city of one player and a road of the other": Scenario(
        "W(1,0,90); V(1,1,0) road:S.W; L(0,1,180) city:S",
        "0:0 0:0 4:3",
        "4:3",
    ),
    "S07 a monastery that another player completes": Scenario(
        "B(0,-1,0) monastery; U(1,0,0); U(-1,0,0); B(1,-1,0); B(-1,-1,0); E(0,-2,180); E(1,-2,180); E(-1,-2,180)",
        "0:0 0:0 0:0 0:0 0:0 0:0 0:0 9:0",
        "9:0",
    ),
    "S08 city with pennant, road and monastery are incomplete at the end": Scenario(
        "M(0,1,180) city:E.S; A(-1,0,270) monastery; U(1,0,0) road:E.W; B(-1,1,0)",
        "0:0 0:0 0:0 0:0",
        "6:4",
    ),
    "S09 two fields at one city score it each, the one behind the road nothing": Scenario(
        "E(0,1,180) field:NL.NR.EL.ER.WL.WR; U(1,0,0) field:NL.NR.EL.WR; U(-1,0,0) field:ER.SL.SR.WL",
        "0:0 0:0 0:0",
        "3:3",
    ),
    "S10 fields are joined, two farmers against one, two complete cities": Scenario(
        "E(0,1,180) field:NL.NR.EL.ER.WL.WR; U(1,0,0) field:NL.NR.EL.WR; F(0,2,0); U(-1,0,0);"
        "E(1,2,270) field:NL.NR.EL.ER.SL.SR; B(1,1,0); E(-1,2,90)",
        "0:0 0:0 0:0 0:0 0:0 0:0 0:0",
        "6:0",
    ),
    "S10 without its last tile the second city is not complete": Scenario(
        "E(0,1,180) field:NL.NR.EL.ER.WL.WR; U(1,0,0) field:NL.NR.EL.WR; F(0,2,0); U(-1,0,0);"
        "E(1,2,270) field:NL.NR.EL.ER.SL.SR; B(1,1,0)",
        "0:0 0:0 0:0 0:0 0:0 0:0",
        "3:0",
    ),
    "S11 no meeple is left, then one returns": Scenario(
        COLUMN + "E(0,-15,90); D(1,-1,270); U(-1,0,0) road:E.W",
        "0:0 " * 15 + "4:0 4:0",
        "12:0",
    ),
    "S12 a tile that fits nowhere is set aside and the same player draws again": Scenario(
        "A(-1,0,270); A(1,0,90); X; E(0,1,180) city:S",
        "0:0 0:0 4:0",
        "4:0",
    ),
    "S13 two parts of one tile in the same city count once": Scenario(
        "N(0,-1,180) city:E.S; N(1,-1,270); N(0,-2,90); I(1,-2,0)",
        "0:0 0:0 0:0 8:0",
        "8:0",
    ),
    "S14 three players tied in a city": Scenario(
        "U(1,0,0); U(-1,0,0); U(2,0,0); E(1,1,270) city:W; E(-1,1,90) city:E; B(1,2,0); U(-2,0,0); U(3,0,0);"
        "E(0,2,180) city:S; C(0,1,0)",
        "0:0:0 " * 9 + "12:12:12",
        "12:12:12",
    ),
    "S15 the road is taken through the new tile, its field is free": Scenario(
        "U(1,0,0) road:E.W; U(2,0,0) field:NL.NR.EL.WR",
        "0:0 0:0",
        "3:0",
    ),
}
