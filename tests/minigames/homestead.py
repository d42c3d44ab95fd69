"""Homestead: everybody places two workers in turn, then each player brings in its own harvest.

The field gives two grain, the pond one fish, the meadow one animal, the inn one point. A harvest has two steps. Feed:
three food are due; grain feeds one, fish two, an animal three; whoever has more than is due chooses what to spend, but
nothing that could be left out. Breed: two animals have a young one; of more than three animals three are kept. Each
missing food costs a point; at the end an animal counts one to three points by its number, the rest half a point each.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from gamenight.core.model import (
    Action,
    Event,
    ExpectedAction,
    Family,
    Phase,
    PlayerId,
    Slot,
    TransitionResult,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng
from gamenight.core.text import Words

WORKERS = 2
DUE = 3
PASTURE = 3
FEEDS = {"grain": 1, "fish": 2}
ANIMAL_FEEDS = 3
SPACES = ("field", "pond", "meadow", "inn")


class HomesteadOptions(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Annotated[int, Meta(ge=1, le=3)] = 2


class PlaceWorker(Struct, frozen=True):
    space: Literal["field", "pond", "meadow", "inn"]


class Feed(Struct, frozen=True):
    goods: tuple[Literal["grain", "fish"], ...]
    animals: tuple[int, ...]


class Breed(Struct, frozen=True):
    keep: tuple[int, ...]


class Farm(Struct, frozen=True):
    grain: int = 1
    fish: int = 0
    herd: tuple[int, ...] = ()
    rested: int = 0
    begged: int = 0


class Valley(Struct, frozen=True):
    """`placed` counts this round's workers; `harvest` is whose harvest it is and at which step, None while placing."""

    players: tuple[PlayerId, ...]
    farms: tuple[Farm, ...]
    rounds_left: int
    placed: int = 0
    harvest: tuple[int, Literal["feed", "breed"]] | None = None
    born: int = 0


class Homestead(Game[Valley]):
    game_id = "mini-homestead"
    display_name = "Homestead"
    description = "Workers, then a harvest of one's own."
    max_players = 4
    max_turns = 100
    state_type = view_type = Valley
    options_type = HomesteadOptions
    hides = "nothing"
    action_types = {"place": PlaceWorker, "feed": Feed, "breed": Breed}

    def create_initial_state(
        self, players: tuple[PlayerId, ...], options: HomesteadOptions, rng: Rng
    ) -> TransitionResult:
        return TransitionResult(Valley(players, (Farm(),) * len(players), options.rounds))

    def phase_of(self, game_data: Valley) -> Phase:
        if game_data.harvest is None:
            mover = game_data.players[game_data.placed % len(game_data.players)]
            return Phase("place", (ExpectedAction(mover, "place"),))
        farmer, step = game_data.harvest
        if not has_choice(game_data):
            return Phase("harvest", auto_resolve=True)
        return Phase(step, (ExpectedAction(game_data.players[farmer], step),))

    def get_valid_actions(self, game_data: Valley, player_id: PlayerId) -> list[Action | Family]:
        if game_data.harvest is None:
            if player_id != game_data.players[game_data.placed % len(game_data.players)]:
                return []
            return [Action("place", player_id, PlaceWorker(space)) for space in SPACES]  # type: ignore[arg-type]
        farmer, step = game_data.harvest
        if player_id != game_data.players[farmer] or not has_choice(game_data):
            return []
        farm = game_data.farms[farmer]
        if step == "breed":
            return [Family("breed", (Slot("keep", farm.herd, PASTURE, PASTURE),))]
        goods = Slot("goods", ("grain", "fish"), 0, DUE, each=DUE)
        return [Family("feed", (goods, Slot("animals", farm.herd, 0, 1)), exact=False)]

    def validate_action(self, game_data: Valley, action: Action) -> Words | None:
        if action.action_type != "feed":
            return super().validate_action(game_data, action)
        if game_data.harvest is None or game_data.players[game_data.harvest[0]] != action.player_id:
            return "It is not your harvest."
        return feed_error(game_data.farms[game_data.harvest[0]], action.payload)

    def apply_action(self, game_data: Valley, action: Action, rng: Rng) -> TransitionResult:
        if action.action_type == "place":
            return placed(game_data, action)
        assert game_data.harvest is not None
        farmer, step = game_data.harvest
        farm = game_data.farms[farmer]
        if step == "feed":
            spent = action.payload if action.action_type == "feed" else everything(farm)
            fed = Event("fed", game_data.players[farmer], {"goods": spent.goods, "animals": spent.animals})
            return TransitionResult(breeding(with_farm(game_data, farmer, after_feeding(farm, spent))), (fed,))
        if action.action_type == "breed":
            game_data = with_farm(game_data, farmer, replace(farm, herd=action.payload.keep))
        return harvested(game_data, farmer)

    def get_player_view(self, game_data: Valley, player_id: PlayerId | None) -> Valley:
        return game_data


def placed(valley: Valley, action: Action) -> TransitionResult:
    """The worker brings in what its space gives; behind the last worker the harvest begins."""
    at = valley.players.index(action.player_id)
    farm, space = valley.farms[at], action.payload.space
    if space == "meadow":
        farm, valley = replace(farm, herd=(*farm.herd, valley.born)), replace(valley, born=valley.born + 1)
    elif space == "field":
        farm = replace(farm, grain=farm.grain + 2)
    elif space == "pond":
        farm = replace(farm, fish=farm.fish + 1)
    else:
        farm = replace(farm, rested=farm.rested + 1)
    valley = replace(with_farm(valley, at, farm), placed=valley.placed + 1)
    if valley.placed == WORKERS * len(valley.players):
        valley = replace(valley, harvest=(0, "feed"))
    return TransitionResult(valley, (Event("placed", action.player_id, {"space": space}),))


def with_farm(valley: Valley, at: int, farm: Farm) -> Valley:
    return replace(valley, farms=(*valley.farms[:at], farm, *valley.farms[at + 1 :]))


def everything(farm: Farm) -> Feed:
    return Feed(("grain",) * farm.grain + ("fish",) * farm.fish, farm.herd)  # type: ignore[arg-type]


def food(spent: Feed) -> int:
    return sum(FEEDS[good] for good in spent.goods) + ANIMAL_FEEDS * len(spent.animals)


def has_choice(valley: Valley) -> bool:
    """Whether the present step of the harvest asks its farmer."""
    assert valley.harvest is not None
    farmer, step = valley.harvest
    farm = valley.farms[farmer]
    return food(everything(farm)) > DUE if step == "feed" else len(farm.herd) > PASTURE


def feed_error(farm: Farm, spent: Feed) -> str | None:
    """The reason why this cannot be spent: more than there is, too little, or more than is due."""
    counts = Counter(spent.goods)
    if counts["grain"] > farm.grain or counts["fish"] > farm.fish or not set(spent.animals) <= set(farm.herd):
        return "You do not have all of that."
    if len(set(spent.animals)) != len(spent.animals):
        return "An animal can be eaten once."
    if food(spent) < DUE:
        return f"That feeds {food(spent)} of {DUE}."
    least = min([FEEDS[good] for good in spent.goods] + [ANIMAL_FEEDS] * len(spent.animals))
    return None if food(spent) - least < DUE else "Something of that could be left out."


def after_feeding(farm: Farm, spent: Feed) -> Farm:
    counts = Counter(spent.goods)
    return replace(
        farm,
        grain=farm.grain - counts["grain"],
        fish=farm.fish - counts["fish"],
        herd=tuple(animal for animal in farm.herd if animal not in spent.animals),
        begged=farm.begged + max(0, DUE - food(spent)),
    )


def breeding(valley: Valley) -> Valley:
    """The fed farmer's animals have young; now it may have to choose."""
    assert valley.harvest is not None
    farmer = valley.harvest[0]
    farm = valley.farms[farmer]
    if len(farm.herd) >= 2:
        farm = replace(farm, herd=(*farm.herd, valley.born))
        valley = replace(valley, born=valley.born + 1)
    return replace(with_farm(valley, farmer, farm), harvest=(farmer, "breed"))


def points(farm: Farm) -> float:
    herd = sum(1 + animal % 3 for animal in farm.herd)
    return herd + (farm.grain + farm.fish) / 2 + farm.rested - farm.begged


def harvested(valley: Valley, farmer: int) -> TransitionResult:
    """The next player's harvest, the next round or the end."""
    told = (Event("harvested", valley.players[farmer]),)
    scores = {player: points(farm) for player, farm in zip(valley.players, valley.farms, strict=True)}
    if farmer + 1 < len(valley.players):
        return TransitionResult(replace(valley, harvest=(farmer + 1, "feed")), told, scores)
    after = replace(valley, harvest=None, placed=0, rounds_left=valley.rounds_left - 1)
    return TransitionResult(after, told, scores, None if after.rounds_left else ranked(scores))
