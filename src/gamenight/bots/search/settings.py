"""The parameters of a search and their presets."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import force_setattr, replace

from gamenight.core.plugin import GamePlugin

SIMULATIONS = 500
"""Number of simulations if neither `simulations` nor `time_ms` is given."""

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
"""Values for parameters that are not given; `classic` divides its time between determinized worlds."""

ROLLOUT = 200
"""Default number of plies of a rollout, which also ends with the deal or the match."""

ANY_GAME: dict[str, Any] = {"exploration": 1.41, "widening": 2.0, "playouts": "heuristic"}
"""Values for parameters that neither the preset nor the game gives."""

_UNSAID: Any = None


class MctsParameters(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The parameters of a search. It ends after `simulations` or `time_ms`, whichever is first; without both, after
    500 simulations."""

    simulations: Annotated[int, Meta(ge=1, description="Iterations for each decision.")] | None = None
    time_ms: Annotated[int, Meta(ge=1, description="Time for each turn.")] | None = None
    clock: Annotated[
        Literal["wall", "cpu"],
        Meta(description="time_ms is real time, or processor time, which a busy machine does not shorten."),
    ] = "wall"
    exploration: Annotated[
        float, Meta(ge=0, description="Weight of exploration in UCT; default: the game's own, or 1.41.")
    ] = _UNSAID
    widening: Annotated[
        float,
        Meta(
            gt=0,
            description="A node has at most widening * visits ** widening_power children; default: the game's own, "
            "or 2.",
        ),
    ] = _UNSAID
    widening_power: Annotated[float, Meta(ge=0, le=1, description="0: the number of children is fixed.")] = 0.5
    chance_widening: Annotated[float, Meta(gt=0, description="Like widening, for random outcomes.")] = 1.0
    chance_power: Annotated[float, Meta(ge=0, le=1, description="0: the number of random outcomes is fixed.")] = 0.5
    tree: Annotated[
        Literal["single", "worlds"], Meta(description="One tree, or one for each of several determinized worlds.")
    ] = _UNSAID
    worlds: Annotated[int, Meta(ge=1, description="Number of determinized worlds that the bot asks for.")] = _UNSAID
    draw: Annotated[float, Meta(ge=0, le=1, description="Value of a shared first place.")] = _UNSAID
    aim: Annotated[
        Literal["win", "points"],
        Meta(description="A finished match is valued by the winner, or by the lead; default: the game's own."),
    ] = _UNSAID
    rollout: (
        Annotated[
            int,
            Meta(
                ge=-1,
                description="Plies of a rollout before the evaluation; -1: to the end of the deal or the match; "
                f"default: 0 if the game evaluates positions itself, else {ROLLOUT}.",
            ),
        ]
        | None
    ) = None
    playouts: Annotated[
        Literal["heuristic", "random"],
        Meta(description="Policy of rollouts; default: the game's own, or its heuristic if it has one."),
    ] = _UNSAID
    evaluator: Annotated[
        str, Meta(description="Name of one of the game's evaluators; default: the game's own choice.")
    ] = ""
    rave: Annotated[bool, Meta(description="RAVE: actions also learn from the same actions further down.")] = False
    rave_k: Annotated[float, Meta(ge=0, description="Number of visits at which both records weigh the same.")] = 100.0
    amaf_depth: Annotated[int, Meta(ge=0, description="RAVE: number of actions further down; 0: all.")] = 4
    urgency: Annotated[bool, Meta(description="RAVE: try first what did well further down.")] = True
    context_keys: Annotated[
        bool, Meta(description="RAVE: further down, only the same action in similar circumstances counts.")
    ] = False
    reuse: Annotated[bool, Meta(description="Continue with the tree of the previous decision of the same turn.")] = True
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
    """The parameters, with the game's values and the defaults for those that are not given."""
    usual = {"aim": game.aim, **ANY_GAME, **game.search}
    said = {name: value for name, value in usual.items() if getattr(parameters, name) is None}
    return replace(parameters, **said)
