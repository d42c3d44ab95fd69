"""Nim whose offers are wrong, or change while somebody thinks."""

from collections.abc import Iterator, Sequence

from gamenight.core.model import Action, Family, PlayerId, PlayerView, Slot
from gamenight.core.scene import Offer, PickStep
from tests.minigames.nim import Heap, Nim, take


class CrowdedNim(Nim):
    """Nim in which nobody may take more stones than there are players; most stones are listed first."""

    game_id = "crowded-nim"
    display_name = "Crowded Nim"

    def get_valid_actions(self, game_data: Heap, player_id: PlayerId) -> list[Action]:
        if player_id != game_data.order[0]:
            return []
        return [take(player_id, n) for n in range(min(len(game_data.order), game_data.stones), 0, -1)]


class SloppyNim(Nim):
    """Nim that offers its actions as if it were one, and these steps and values made one of them."""

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
    """Nim that does not do anything with these offers, or does nothing at all."""

    game_id = "idle-nim"

    def __init__(self, *offers: Offer) -> None:
        self.offered = offers

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return self.offered


class LazyNim(Nim):
    """Nim that fails in the middle of its offers."""

    game_id = "lazy-nim"

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return self.some(view)  # type: ignore[return-value]

    def some(self, view: PlayerView) -> Iterator[Offer]:
        yield Offer(take(PlayerId("p0")), "take")
        raise RuntimeError("that is enough")


class UnspeakableNim(Nim):
    """Nim that lists stones which no wire can carry, and fails to offer them otherwise."""

    game_id = "unspeakable-nim"

    def get_valid_actions(self, game_data: Heap, player_id: PlayerId) -> list[Family]:  # type: ignore[override]
        stones = Slot("count", (object(), object()), 1, 1)
        return [Family("take", (stones, stones), repeat=False)]

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        raise RuntimeError("there are no words for these")
