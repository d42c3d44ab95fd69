"""Nim with offers that are wrong, or that change while a player thinks."""

from collections.abc import Iterator, Sequence

from gamenight.core.model import Action, Family, PlayerId, PlayerView, Slot
from gamenight.core.showing.scene import Offer, PickStep
from tests.minigames.nim import Heap, Nim, take


class CrowdedNim(Nim):
    """Nim in which at most as many stones may be taken as players are left; the largest number is listed first."""

    game_id = "crowded-nim"
    display_name = "Crowded Nim"

    def get_valid_actions(self, game_data: Heap, player_id: PlayerId) -> list[Action]:
        if player_id != game_data.order[0]:
            return []
        return [take(player_id, n) for n in range(min(len(game_data.order), game_data.stones), 0, -1)]


class SloppyNim(Nim):
    """Nim with a single offer for all of its actions, with these steps and values."""

    game_id = "sloppy-nim"
    display_name = "Sloppy Nim"

    def __init__(self, steps: tuple[PickStep, ...], values: tuple[tuple[str, dict[str, object]], ...]) -> None:
        self.steps, self.values = steps, values

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return [Offer(self.does(view), "take", self.steps, self.values)]

    def does(self, view: PlayerView) -> tuple[Action, ...] | Family:
        return tuple(action for action in view.valid_actions if isinstance(action, Action))


class SloppyFamilyNim(SloppyNim):
    def does(self, view: PlayerView) -> Family:
        return Family("take", (Slot("count", (1, 2, 3), 1, 1),))


class IdleNim(Nim):
    """Nim with exactly these offers, which may be none."""

    game_id = "idle-nim"

    def __init__(self, *offers: Offer) -> None:
        self.offered = offers

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return self.offered


class LazyNim(Nim):
    """Nim that raises in the middle of its offers."""

    game_id = "lazy-nim"

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return self.some(view)  # type: ignore[return-value]

    def some(self, view: PlayerView) -> Iterator[Offer]:
        yield Offer(take(PlayerId("p0")), "take")
        raise RuntimeError("that is enough")


class UnspeakableNim(Nim):
    """Nim that lists numbers of stones which no wire format can carry, and cannot offer them otherwise."""

    game_id = "unspeakable-nim"

    def get_valid_actions(self, game_data: Heap, player_id: PlayerId) -> list[Family]:  # type: ignore[override]
        stones = Slot("count", (object(), object()), 1, 1)
        return [Family("take", (stones, stones), repeat=False)]

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        raise RuntimeError("there are no words for these")
