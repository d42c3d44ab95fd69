"""A recorded deal played by our rules: its choices taken, and what happened told in its own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamenight.core import Action, Event, PlayerId, seat, seat_index
from gamenight.core.match import Match
from gamenight.core.transcripts.oracle import Difference, same
from gamenight.games.riichi.actions import Call, Discard, Kan
from gamenight.games.riichi.hand.faces import faces
from gamenight.games.riichi.hand.hands import without
from gamenight.games.riichi.state import RiichiState
from gamenight.games.riichi.transcripts.format import Kyoku

Trace = list[tuple[Any, ...]]
MELDS = {"chi": "chi", "pon": "pon", "daiminkan": "open_kan"}
KINDS = {"open_kan": "daiminkan", "closed_kan": "ankan", "added_kan": "kakan"}


def table_of(match: Match) -> RiichiState:
    table: RiichiState = match.state.game_data
    return table


class Player:
    """Takes recorded choices one after the other. Prompts that nobody is recorded to have answered are passed."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.face = faces(red_fives=table_of(match).rules.red_fives)
        self.riichi = False

    def take(self, action: tuple[Any, ...]) -> None:
        match action:
            case ("draw", who, tile):
                self.answer({})
                self._see_draw(who, tile)
            case ("riichi", _):
                self.riichi = True
            case ("discard", who, tile, drawn):
                kind = "riichi" if self.riichi else "discard"
                self.riichi = False
                self._act(who, Action(kind, seat(who), Discard(tile, drawn)))
            case ("chi" | "pon" | "daiminkan" as kind, who, source, called, tiles):
                self._call(kind, who, source, called, tiles)
            case ("ankan", who, tiles):
                self._act(who, Action("closed_kan", seat(who), Kan(plain(tiles[0]))))
            case ("kakan", who, added, _):
                self._act(who, Action("added_kan", seat(who), Kan(added)))
            case ("riichi_accepted", _) | ("dora", _):
                pass  # they are no choices; the trace has them
            case _:
                raise Difference(f"there is no action {action}")

    def _see_draw(self, who: int, tile: str) -> None:
        play = table_of(self.match).play
        drawn = None if play.drawn is None else self.face[play.drawn]
        same("who draws what", (who, tile), (play.seat, drawn))

    def _act(self, who: int, action: Action) -> None:
        same("whose turn it is", (seat(who),), self.match.to_act)
        self.match.act(action)

    def _call(self, kind: str, who: int, source: int, called: str, tiles: tuple[str, ...]) -> None:
        play = table_of(self.match).play
        same("what is called from whom", (source, called), (play.seat, self.face[play.tile or 0]))
        own = tuple(without(sorted(tiles, key=self.face.index), (called,)))
        action = Action(MELDS[kind], seat(who)) if kind == "daiminkan" else Action(kind, seat(who), Call(own))
        self.answer({seat(who): action})

    def answer(self, calls: dict[PlayerId, Action]) -> None:
        """Answer an open call prompt with these calls; whoever is asked besides passes."""
        if table_of(self.match).play.stage not in ("call", "rob"):
            same("who calls", [], list(calls))
            return
        prompt = self.match.state.prompt
        for who in calls:
            same(f"{who} can call {calls[who].action_type}", True, who in self.match.to_act)
        for who in self.match.to_act:
            if who in self.match.to_act and self.match.state.prompt == prompt:
                self.match.act(calls.get(who, Action("pass", who)))

    def win(self, winners: Sequence[int], *, tsumo: bool) -> None:
        if tsumo:
            self.answer({})
            self._act(winners[0], Action("tsumo", seat(winners[0])))
        else:
            self.answer({seat(who): Action("ron", seat(who)) for who in winners})

    def draw(self, kind: str, shown: Sequence[int]) -> None:
        """The end of a deal without a winner; `shown` are the seats whose hands are."""
        if kind == "kyuushu_kyuuhai":
            self._act(shown[0], Action("kyuushu_kyuuhai", seat(shown[0])))
        elif kind == "sanchahou":
            self.answer({seat(who): Action("ron", seat(who)) for who in shown})
        else:
            self.answer({})


def plain(name: str) -> str:
    """The face without its colour: a closed kan is named by its kind."""
    return name.removesuffix("r")


def expected_trace(kyoku: Kyoku) -> Trace:
    """What is recorded, tiles by their faces."""
    face = faces(red_fives=kyoku.rules.aka)
    found: Trace = []
    for action in kyoku.choices:
        match action:
            case ("riichi" | "riichi_accepted", who):
                found.append((action[0], who))
            case ("draw", who, tile):
                found.append(("draw", who, face[tile]))
            case ("dora", tile):
                found.append(("dora", face[tile]))
            case ("discard", who, tile, drawn):
                found.append(("discard", who, face[tile], drawn))
            case (kind, who, *source, called, tiles) if kind in MELDS:
                found.append((kind, who, *source, face[called], _faces(face, tiles)))
            case ("ankan", who, tiles):
                found.append(("ankan", who, _faces(face, tiles)))
            case ("kakan", who, added, tiles):
                found.append(("kakan", who, face[added], _faces(face, tiles)))
    return found


def _faces(face: tuple[str, ...], tiles: list[int]) -> tuple[str, ...]:
    return tuple(sorted([face[tile] for tile in tiles]))


def trace(events: list[Event]) -> Trace:
    """What our rules have told, secrets included, in the words of a transcript."""
    found: Trace = []
    for event in events:
        who = -1 if event.player_id is None else seat_index(event.player_id)
        told = event.payload
        match event.event_type:
            case "game.drawn":
                found.append(("draw", who, event.secret[seat(who)]["tile"]))
            case "game.dora":
                found.append(("dora", told["tile"]))
            case "game.discarded":
                if told["riichi"]:
                    found.append(("riichi", who))
                found.append(("discard", who, told["tile"], told["drawn"]))
            case "game.riichi_accepted":
                found.append(("riichi_accepted", who))
            case "game.called":
                found.append(_called(who, told))
    return found


def _called(who: int, told: dict[str, Any]) -> tuple[Any, ...]:
    tiles = list(told["tiles"])
    kind = KINDS.get(told["kind"], told["kind"])
    if kind == "ankan":
        return kind, who, tuple(sorted(tiles))
    if kind == "kakan":
        tiles.remove(told["added"])
        return kind, who, told["added"], tuple(sorted(tiles))
    return kind, who, told["source"], told["called"], tuple(sorted(tiles))
