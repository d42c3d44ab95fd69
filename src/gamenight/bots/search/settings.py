"""What a search is asked to do: its parameters as text gives them, and their presets."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import force_setattr, replace

from gamenight.core.plugin import GamePlugin

SIMULATIONS = 500
"""How long to think if nothing else is said."""

PRESETS: dict[str, dict[str, Any]] = {
    "": {"tree": "single", "worlds": 5, "draw": 0.5},
    "classic": {
        "tree": "worlds",
        "worlds": 5,
        "draw": 0.8,
        "rollout": 0,
        "exploration": 1.41,
        "widening": 2.0,
        "simulations": 500,
        "time_ms": 2000,
    },
}
"""What is not said explicitly; `classic` divides its time between determinized worlds."""

ROLLOUT = 200
"""How far a position is played on at random, unless its deal or the match ends before, or something else is said."""

ANY_GAME: dict[str, Any] = {"exploration": 1.41, "widening": 2.0, "playouts": "heuristic"}
"""What neither the preset nor the game says."""

_UNSAID: Any = None


class MctsParameters(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How to search. Given neither `simulations` nor `time_ms` it is 500 simulations; of both, what ends first."""

    simulations: Annotated[int, Meta(ge=1, description="Iterations for each decision.")] | None = None
    time_ms: Annotated[int, Meta(ge=1, description="Time for each turn.")] | None = None
    clock: Annotated[
        Literal["wall", "cpu"],
        Meta(description="Time by the wall's clock, or by the processor's: as strong on a busy machine."),
    ] = "wall"
    exploration: Annotated[
        float, Meta(ge=0, description="How much what is not known well attracts; not said: as the game says, or 1.41.")
    ] = _UNSAID
    widening: Annotated[
        float,
        Meta(gt=0, description="Children of a node: this times visits to a power; not said: as the game says, or 2."),
    ] = _UNSAID
    widening_power: Annotated[float, Meta(ge=0, le=1, description="0: always as many children.")] = 0.5
    chance_widening: Annotated[float, Meta(gt=0, description="The same for the outcomes of chance.")] = 1.0
    chance_power: Annotated[float, Meta(ge=0, le=1, description="0: always as many outcomes.")] = 0.5
    tree: Annotated[
        Literal["single", "worlds"], Meta(description="One tree, or one for each of several determinized worlds.")
    ] = _UNSAID
    worlds: Annotated[int, Meta(ge=1, description="How many worlds the host is asked for.")] = _UNSAID
    draw: Annotated[float, Meta(ge=0, le=1, description="What a shared first place is worth.")] = _UNSAID
    aim: Annotated[
        Literal["win", "points"],
        Meta(description="What a finished match counts by: who won, or by how much; not said: as the game says."),
    ] = _UNSAID
    rollout: (
        Annotated[
            int,
            Meta(
                ge=-1,
                description="Plies that are played on before the evaluation; -1: to the end of the deal or the match; "
                f"not said: none if the game evaluates positions itself, else {ROLLOUT}.",
            ),
        ]
        | None
    ) = None
    playouts: Annotated[
        Literal["heuristic", "random"],
        Meta(description="How positions are played on; not said: as the game says, or by its heuristic if it has one."),
    ] = _UNSAID
    evaluator: Annotated[str, Meta(description="One of the game's evaluators by name; else its own choice.")] = ""
    rave: Annotated[bool, Meta(description="Let actions learn from the same actions further down.")] = False
    rave_k: Annotated[float, Meta(ge=0, description="At so many visits both records count alike.")] = 100.0
    amaf_depth: Annotated[int, Meta(ge=0, description="How many actions further down; 0: all.")] = 4
    urgency: Annotated[bool, Meta(description="What did well further down is tried first.")] = True
    context_keys: Annotated[bool, Meta(description="Further down, only the same action in like circumstances.")] = False
    reuse: Annotated[bool, Meta(description="Go on with the tree of the decision before in the same turn.")] = True
    preset: Annotated[str, Meta(description="classic: several worlds, 500 simulations in 2 s, draws count 0.8.")] = ""

    def __post_init__(self) -> None:
        if self.preset not in PRESETS:
            raise ValueError(f"no preset is called {self.preset!r}; there are: {', '.join(filter(None, PRESETS))}")
        for name, value in PRESETS[self.preset].items():
            if getattr(self, name) is None:
                force_setattr(self, name, value)
        if self.simulations is None and self.time_ms is None:
            force_setattr(self, "simulations", SIMULATIONS)


def settled(parameters: MctsParameters, game: GamePlugin) -> MctsParameters:
    """The parameters with everything said, as far as the game or anybody can say it."""
    usual = {"aim": game.aim, **ANY_GAME, **game.search}
    said = {name: value for name, value in usual.items() if getattr(parameters, name) is None}
    return replace(parameters, **said)
