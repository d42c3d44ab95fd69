"""Golden prompts: the prompts of every phase of every game, so that no change of words goes unnoticed.

`python -m tests.llm.goldens` writes them again; read the difference before you commit it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from gamenight.cards import FRENCH
from gamenight.core.match import Match
from gamenight.core.model import Action
from gamenight.core.registry import load
from tests.cards.dealing import deck_for, do, start
from tests.games.riichi.walls import stacked
from tests.llm.playing import asked, played

FOLDER = Path(__file__).parent / "golden"


class Scene(Struct, frozen=True):
    """A moment of a match: after `answers` answers at a table with these players and options."""

    title: str
    turns: int = 0
    players: int | None = None
    options: Mapping[str, Any] = {}
    mode: Any = "menu"
    made: Callable[[], Match] | None = None


def _gin(**options: Any) -> Callable[[], Match]:
    """Seat 0 may knock; with `options` it has."""

    def make() -> Match:
        hands = ("7C 7D 7H 3S 4S 5S 6S 2C AD 4H", "7S 2S KC KD KH 8C 9C TC QD 5D")
        match = start(load("gin_rummy"), 2, deck_for(FRENCH, hands, "JC QS"), **options)  # type: ignore[arg-type]
        for number, verb in ((0, "decline"), (1, "decline"), (0, "draw_stock")):
            do(match, number, verb)
        if options:
            do(match, 0, "knock", card="QS")
        return match

    return make


def _riichi(*discards: str) -> Callable[[], Match]:
    """Seat 0 may declare riichi. With discards it does, and the seats discard what they draw."""

    def make() -> Match:
        hands = (
            "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 2p 3p",
            "1m 9m 1p 9p 1s 9s S W N P F C 5s",
            "2m 4m 6m 8m 2p 6p 8p 2s 4s 6s 8s 9s S",
            "3m 5m 7m 5p 7p 9p 3s 5s 7s W N P F",
        )
        match = Match.start("riichi", 4, seed="prompt", options={"walls": [stacked(hands, "E 4p C", "W")]})
        for tile in discards:
            kind = "riichi" if tile == "E" else "discard"
            match.act(Action(kind, match.to_act[0], {"tile": tile, "drawn": True}))
        return match

    return make


CARDS = {"specials": True, "draw": "one_play"}
TEAMS = {"passing": True, "trump_six_swap": True, "teams": "2v2"}
SCENES: dict[str, list[Scene]] = {
    "blotto": [Scene("the second round", 2), Scene("a free answer", 2, mode="free")],
    "carcassonne": [
        Scene("a tile to place", 0, 3),
        Scene("a meeple to place", 1, 3),
        Scene("later", 21, 3),
        Scene("a free answer", 21, 3, mode="free"),
    ],
    "connect_four": [Scene("after five moves", 5)],
    "crazy_eights": [
        Scene("an eight as first card: name a suit", 0, 3, CARDS),
        Scene("play, draw or announce the last card", 23, 3, CARDS),
        Scene("after drawing: play or pass", 2, 3, CARDS),
    ],
    "durak": [
        Scene("attack, or swap the six", 0, 4, TEAMS),
        Scene("beat, pass on or take", 12, 4, TEAMS),
        Scene("throw in", 2, 4, TEAMS),
        Scene("a free answer", 12, 4, TEAMS, mode="free"),
    ],
    "gin_rummy": [
        Scene("the upcard"),
        Scene("draw", 8),
        Scene("discard", 9),
        Scene("knock", made=_gin()),
        Scene("lay off", made=_gin(layoff="manual")),
        Scene("lay down melds", made=_gin(arrange="manual")),
    ],
    "goofspiel": [Scene("a bid", 6, 3), Scene("hidden bids", 6, 2, {"hidden_bids": True})],
    "hearts": [
        Scene("pass three cards", 0, 4),
        Scene("play to a trick", 30, 4),
        Scene("the second deal", 60, 4),
        Scene("the moon", 279, 3, {"moon": "choose"}),
        Scene("a free answer", 0, 4, mode="free"),
    ],
    "liarsdice": [Scene("the first bid", 0, 3), Scene("raise or challenge", 13, 3), Scene("free", 13, 3, mode="free")],
    "riichi": [
        Scene("a discard", 0),
        Scene("pon", 7),
        Scene("an added kan", 61),
        Scene("riichi", made=_riichi()),
        Scene("a ron", made=_riichi("E", "4p")),
        Scene("a later deal", 160),
        Scene("a free answer", mode="free", made=_riichi("E", "4p")),
    ],
    "scopa": [Scene("captures", 1, 4), Scene("later", 14, 4)],
    "tictactoe": [Scene("after two moves", 2), Scene("a free answer", 2, mode="free")],
}


def text_of(slug: str) -> str:
    """The prompts of a game; repeated rules are left out."""
    return "\n".join(_parts(slug)) + "\n"


def _parts(slug: str) -> Iterator[str]:
    told = set()
    for scene in SCENES[slug]:
        match = scene.made() if scene.made else _played(slug, scene)
        prompt = asked(match, mode=scene.mode)
        yield f"=== {scene.title}: {match.state.phase.name}, {match.to_act[0]}"
        head, _, rules = prompt.system.partition("\n\n")
        yield f"--- system\n{head}\n"
        yield rules if rules not in told else "(rules as above)"
        told.add(rules)
        yield f"--- user\n{prompt.user}"
        if any(candidate.choices for candidate in prompt.candidates):
            yield f"--- schema\n{msgspec.json.encode(prompt.schema).decode()}"


def _played(slug: str, scene: Scene) -> Match:
    return played(slug, scene.turns, scene.players, scene.options)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for slug in SCENES:
        (FOLDER / f"{slug}.txt").write_text(text_of(slug), encoding="utf-8")


if __name__ == "__main__":
    main()
