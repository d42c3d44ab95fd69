"""Piles with one fault each: scenes and offers that break the contract."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, cast

from msgspec.structs import replace

from gamenight.core.model import Action, Event, Family, PlayerId, PlayerView, Slot, seat_index
from gamenight.core.plugin import Game
from gamenight.core.rng import Rng
from gamenight.core.showing.recap import RecapLine
from gamenight.core.showing.scene import Box, Button, Count, Item, Offer, PickStep, Piece, Plate, Scene, Text, TextTable
from gamenight.core.text import Words, say
from tests.testing.piles import Lay, Piles, PilesState, TableView
from tests.testing.piles.scene import hand_ids, pile_id


def drawn(change: Callable[[Scene, PlayerView], Scene]) -> type[Piles]:
    """Piles with another scene."""

    def scene(self: Piles, view: PlayerView) -> Scene | None:
        own = Piles.scene(self, view)
        assert own is not None
        return change(own, view)

    return _mutant(change.__name__, scene=scene)


def offered(change: Callable[[list[Offer], PlayerView], list[Offer]]) -> type[Piles]:
    """Piles with other offers."""

    def offers(self: Piles, view: PlayerView) -> Sequence[Offer]:
        return change(list(Piles.offers(self, view)), view)

    return _mutant(change.__name__, offers=offers)


def _mutant(name: str, **methods: Any) -> type[Piles]:
    return type(name, (Piles,), {**methods, "__module__": __name__})


def changed(scene: Scene, id: str, **fields: Any) -> Scene:
    """The scene with other fields of one item, if it exists."""
    return replace(scene, items=tuple(replace(item, **fields) if item.id == id else item for item in scene.items))


def joined(scene: Scene, *items: Item) -> Scene:
    return replace(scene, items=(*scene.items, *items))


def altered(offers: list[Offer], kind: str, change: Callable[[Offer], Offer]) -> list[Offer]:
    """The offers with those of one kind of action changed."""
    return [change(offer) if kind_of(offer) == kind else offer for offer in offers]


def kind_of(offer: Offer) -> str:
    entry = offer.does[0] if isinstance(offer.does, tuple) else offer.does
    return entry.action_type


# Not made from the view alone


class CountsLooks(Piles):
    looks = 0

    def scene(self, view: PlayerView) -> Scene | None:
        type(self).looks += 1
        own = super().scene(view)
        assert own is not None
        return replace(own, text=f"You have looked {self.looks} times")


class IteratesOverASet(Piles):
    def scene(self, view: PlayerView) -> Scene | None:
        own = super().scene(view)
        assert own is not None
        return replace(own, last=tuple({item.id for item in own.items}))


@drawn
def fails_for_spectators(scene: Scene, view: PlayerView) -> Scene:
    return scene if view.viewer_id else changed(scene, "stop", order=view.viewer_id[1:])


@drawn
def fails_at_the_end(scene: Scene, view: PlayerView) -> Scene:
    return scene if view.result is None else replace(scene, text=view.phase.expected_actions[99].action_type)


@drawn
def fails_without_a_winner(scene: Scene, view: PlayerView) -> Scene:
    return scene if view.result is None else replace(scene, text=say("turn", name=view.result.winners[0]))


class LooksForWhatLayThere(Piles):
    """Describes an event from the view, but in a later view the card may be covered by others."""

    def describe_event(self, event: Event, view: PlayerView) -> Words:
        if event.event_type == "game.laid":
            top = view.game_data.piles[event.payload["pile"]][-1]
            return say("event-laid", card={top.card: top.card}[event.payload["card"]], pile=event.payload["pile"])
        return super().describe_event(event, view)


@drawn
def writes_into_the_view(scene: Scene, view: PlayerView) -> Scene:
    view.scores.setdefault(PlayerId("nobody"), 0.0)
    return scene


@drawn
def cannot_be_sent(scene: Scene, view: PlayerView) -> Scene:
    return replace(scene, text=7)


@drawn
def of_no_number(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, pile_id(0), place=(float("nan"), 0.0))


class TellsByType(Piles):
    """Expects tuples, but events read from a log have lists."""

    def describe_event(self, event: Event, view: PlayerView) -> Words:
        if event.event_type == "game.swapped" and not isinstance(event.payload["cards"], tuple):
            return "changed the hand"
        return super().describe_event(event, view)


class AsksTheClock(Piles):
    def scene(self, view: PlayerView) -> Scene | None:
        time.monotonic()
        return super().scene(view)


# Knowing more than the view


class Remembers(Piles):
    """Remembers the deck of the last state for which a view was made."""

    deck: tuple[int, ...] = ()

    def get_player_view(self, game_data: PilesState, player_id: PlayerId | None) -> TableView:
        self.deck = game_data.deck
        return super().get_player_view(game_data, player_id)


class IdsByHiddenOrder(Remembers):
    """The physical cards of the deck, face down, in their order."""

    def scene(self, view: PlayerView) -> Scene | None:
        own = super().scene(view)
        assert own is not None
        return joined(own, *(Item(f"hidden-{card}-{at}", Count("card/back", 1)) for at, card in enumerate(self.deck)))


class OrdersOffersByTheDeck(Remembers):
    def offers(self, view: PlayerView) -> Sequence[Offer]:
        offers = super().offers(view)
        return offers[::-1] if self.deck and self.deck[0] > 2 else offers


class LogTellsTheDeck(Remembers):
    def describe_event(self, event: Event, view: PlayerView) -> Words:
        if event.event_type == "game.stopped":
            return f"stopped before a {self.deck[:1]}"
        return super().describe_event(event, view)


class FactsTellTheDeck(Remembers):
    def ai_context(self, view: PlayerView) -> dict[str, Any]:
        return {"next_card": self.deck[:1]}


class RecapTellsTheDeck(Remembers):
    def recap(self, history: Sequence[Event], view: PlayerView) -> Sequence[RecapLine]:
        return [f"The next card is {self.deck[:1]}"]


class RecapFails(Piles):
    """Fails at the last seat, which has no next one."""

    def recap(self, history: Sequence[Event], view: PlayerView) -> Sequence[RecapLine]:
        assert view.viewer_id is not None
        return [f"{view.players[seat_index(view.viewer_id) + 1].player_id} is next."]


# Not well-formed


@drawn
def two_of_one_id(scene: Scene, view: PlayerView) -> Scene:
    """The id of a card is its face alone, but there are two of each."""
    cards = [Item(f"hand/{card}", Piece(f"number/{card}"), "hand") for card in view.game_data.hand]
    return joined(scene, *cards)


@drawn
def no_such_box(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, "deck", container="tabel")


@drawn
def in_a_card(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, "stop", container="deck", place=None)


@drawn
def box_in_itself(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, "table", container="hand")


@drawn
def slash_without_a_box(scene: Scene, view: PlayerView) -> Scene:
    return joined(scene, Item("some/where", Text("here")))


@drawn
def no_place_in_a_grid(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, pile_id(1), place=None)


@drawn
def pair_in_a_row(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, "stop", place=(1, 2))


@drawn
def same_place_twice(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, "stop", place=1)


@drawn
def unknown_art(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, "deck", shows=Count("card/1S", 2))


@drawn
def seat_that_is_none(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, "away", shows=Text("away", seat=len(view.players)))


@drawn
def plate_of_nobody(scene: Scene, view: PlayerView) -> Scene:
    return joined(scene, Item("plate", Plate(9)))


@drawn
def plate_with_an_unknown_key(scene: Scene, view: PlayerView) -> Scene:
    return joined(scene, Item("plate", Plate(0, say("no-such-key", n=3))))


@drawn
def placed_at_no_seat(scene: Scene, view: PlayerView) -> Scene:
    return joined(scene, Item("seats", Box("around")), Item("seats/9", Plate(0), "seats", 9))


@drawn
def turned_too_far(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, pile_id(0), shows=Piece("pile", 360))


@drawn
def of_no_size(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, pile_id(0), shows=Piece("pile", size=0))


@drawn
def units_of_nothing(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, "hand", shows=Box("fan", unit=0))


@drawn
def fits_into_nothing(scene: Scene, view: PlayerView) -> Scene:
    return joined(scene, Item("name", Text("Ada", fit=-1)))


@drawn
def tapped_on_wide_screens_only(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, "hand", only="wide")


@drawn
def names_on_a_board(scene: Scene, view: PlayerView) -> Scene:
    """Names of any length, side by side in the cells of a grid."""
    names = [Item(f"b/{at},0", Text(player.display_name), "b", (at, 0)) for at, player in enumerate(view.players)]
    return joined(scene, Item("b", Box("grid")), *names)


@drawn
def cards_beside_each_other_on_a_board(scene: Scene, view: PlayerView) -> Scene:
    """Rows of cards, each wider than the cell that it is in."""
    rows = [Item(f"b/{at},0", Box("row"), "b", (at, 0)) for at in range(2)]
    cards = [Item(f"b/{at},0/{n}", Piece("card/back"), f"b/{at},0", n) for at in range(2) for n in range(4)]
    return joined(scene, Item("b", Box("grid")), *rows, *cards)


@drawn
def more_than_any_screen_shows(scene: Scene, view: PlayerView) -> Scene:
    """A row of boxes that cannot wrap."""
    boxes = [Item(f"long/{n}", Box("row"), "long", n) for n in range(60)]
    words = [Item(f"long/{n}/0", Text("word"), f"long/{n}", 0) for n in range(60)]
    return joined(scene, Item("long", Box("row")), *boxes, *words)


@drawn
def counts_below_zero(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, "deck", shows=Count("card/back", view.game_data.deck - 3))


@drawn
def empty_extent(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, "piles", shows=Box("free", extent=(3, 0)))


@drawn
def ragged_rows(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, "points", shows=TextTable(("player", "points"), (("somebody",),)))


@drawn
def last_is_gone(scene: Scene, view: PlayerView) -> Scene:
    return replace(scene, last=("hand/0.1",))


@offered
def ghost_in_no_box(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return altered(offers, "lay", lambda offer: replace(offer, ghosts=(Item("laid", Piece("pile"), "nowhere"),)))


@offered
def shared_hotkey(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return [replace(offer, hotkey="s") for offer in offers]


@offered
def toggle_of_no_scene(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return [replace(offer, toggle="always") for offer in offers[:1]]


# Without words


@drawn
def nothing_to_call_it(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, pile_id(2), shows=Piece("cell"), label="")


@drawn
def button_without_words(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, "stop", shows=Button(" "))


@drawn
def unknown_key(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, "away", shows=Text(say("cards-away", cards=3)))


@drawn
def unknown_key_alone(scene: Scene, view: PlayerView) -> Scene:
    return replace(scene, text=say("news-nothing"))


@drawn
def unknown_word_alone(scene: Scene, view: PlayerView) -> Scene:
    """Only after a player has left, as the rules never lead to that state."""
    return replace(scene, text=say("game_over")) if view.result and view.result.reason == "resignation" else scene


@drawn
def too_few_arguments(scene: Scene, view: PlayerView) -> Scene:
    return changed(scene, "away", shows=Text(say("away")))


class UnknownWordsInTheLog(Piles):
    def describe_event(self, event: Event, view: PlayerView) -> Words:
        return say("has_stopped", cards=1)


@offered
def offer_without_words(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return altered(offers, "stop", lambda offer: replace(offer, label=""))


@offered
def offers_called_alike(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return altered(offers, "lay", lambda offer: replace(offer, label="Lay a card"))


def _in_a_form(offer: Offer, names: dict[str, Words]) -> Offer:
    """The offer with ids that are not items."""
    steps = tuple(replace(step, ids=tuple(f"form/{id}" for id in step.ids)) for step in offer.steps)
    values = tuple((name, {f"form/{id}": value for id, value in by_id.items()}) for name, by_id in offer.values)
    return replace(offer, steps=steps, values=values, names={f"form/{id}": name for id, name in names.items()})


@offered
def nameless_in_the_form(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return altered(offers, "lay", lambda offer: _in_a_form(offer, {}))


@offered
def alike_in_the_form(offers: list[Offer], view: PlayerView) -> list[Offer]:
    piles: dict[str, Words] = {pile_id(number): "a pile" for number in range(3)}
    return altered(offers, "move", lambda offer: _in_a_form(offer, piles))


@offered
def named_in_a_form(offers: list[Offer], view: PlayerView) -> list[Offer]:
    """Not a mutant: values without items may be asked for in a form."""
    piles: dict[str, Words] = {pile_id(number): f"pile {number}" for number in range(3)}
    return altered(offers, "move", lambda offer: _in_a_form(offer, piles))


# Other offers than what is listed


@offered
def one_offer_missing(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return offers[:-1]


@offered
def one_action_missing(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return altered(offers, "lay", lambda offer: replace(offer, does=cast(tuple[Action, ...], offer.does)[1:]))


@offered
def family_missing(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return [offer for offer in offers if kind_of(offer) != "move"]


@offered
def offered_twice(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return [*offers, *(replace(offer, label="Stop now") for offer in offers if kind_of(offer) == "stop")]


@offered
def illegal_offer(offers: list[Offer], view: PlayerView) -> list[Offer]:
    card = Action("lay", view.viewer_id or PlayerId("p0"), Lay(9, 0, False))
    return [*offers, Offer(card, "Lay a 9", (PickStep(("stop",)),))] if offers else []


@offered
def offers_to_everybody(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return offers or [Offer(Action("stop", PlayerId("p0")), "Stop", (PickStep(("stop",)),))]


@offered
def offers_after_the_end(offers: list[Offer], view: PlayerView) -> list[Offer]:
    """Offers something to the last player after the others have left."""
    is_left = view.result is not None and view.result.winners == (view.viewer_id,) and view.result.reason != "normal"
    return [Offer(Action("stop", PlayerId("p0")), "Stop", (PickStep(("stop",)),))] if is_left else offers


@offered
def wider_family(offers: list[Offer], view: PlayerView) -> list[Offer]:
    def wider(offer: Offer) -> Offer:
        assert isinstance(offer.does, Family)
        return replace(offer, does=replace(offer.does, slots=tuple(replace(slot, max=3) for slot in offer.does.slots)))

    return altered(offers, "swap", wider)


# Out of reach


class TheListAlone(Piles):
    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return Game.offers(self, view)


@offered
def no_such_item(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return altered(offers, "stop", lambda offer: replace(offer, steps=(PickStep(("halt",)),), names={"halt": "Halt"}))


@offered
def half_in_the_form(offers: list[Offer], view: PlayerView) -> list[Offer]:
    """After a tap on a pile, there is nothing to tap."""

    def half(offer: Offer) -> Offer:
        first, (source, (name, by_id)) = offer.steps[0], offer.values
        ids = {f"pile {value + 1}": value for value in by_id.values()}
        names: dict[str, Words] = {id: id for id in ids}
        return replace(offer, steps=(first, PickStep(tuple(ids))), values=(source, (name, ids)), names=names)

    return altered(offers, "move", half)


@offered
def never_enough(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return altered(offers, "stop", lambda offer: replace(offer, steps=(PickStep(("stop",), 2, 2),)))


class LowCardsOnTheFirstPile(Piles):
    """If only some cards may be laid, one offer for all of them cannot always be completed."""

    def get_valid_actions(self, game_data: PilesState, player_id: PlayerId) -> Sequence[Action | Family]:
        listed = super().get_valid_actions(game_data, player_id)
        return [
            entry
            for entry in listed
            if isinstance(entry, Family) or entry.action_type != "lay" or entry.payload.card < 3 or entry.payload.pile
        ]


@offered
def only_one_of_two_cards(offers: list[Offer], view: PlayerView) -> list[Offer]:
    """The second card of a pair cannot be tapped, so the pair cannot be swapped."""

    def first_ones(offer: Offer) -> Offer:
        return replace(offer, steps=(replace(offer.steps[0], ids=tuple(i for i in hand_ids(view) if i[-1] == "1")),))

    return altered(offers, "swap", first_ones)


@offered
def all_mean_the_same(offers: list[Offer], view: PlayerView) -> list[Offer]:
    def same(offer: Offer) -> Offer:
        return replace(offer, values=(("cards", dict.fromkeys(hand_ids(view), view.game_data.hand[0])),))

    return altered(offers, "swap", same)


@offered
def means_what_is_not_listed(offers: list[Offer], view: PlayerView) -> list[Offer]:
    def beside(offer: Offer) -> Offer:
        return replace(offer, values=(("cards", {id: card + 1 for id, card in hand_ids(view).items()}),))

    return altered(offers, "swap", beside)


@offered
def means_nothing(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return altered(offers, "swap", lambda offer: replace(offer, values=(("cards", {}),)))


@offered
def fills_another_field(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return altered(offers, "swap", lambda offer: replace(offer, values=(("hand", offer.values[0][1]),)))


@offered
def no_values(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return altered(offers, "lay", lambda offer: replace(offer, values=offer.values[:1]))


@offered
def source_and_target_swapped(offers: list[Offer], view: PlayerView) -> list[Offer]:
    return altered(offers, "move", lambda offer: replace(offer, values=offer.values[::-1]))


@offered
def two_ids_for_one_value(offers: list[Offer], view: PlayerView) -> list[Offer]:
    """The deck also stands for the last pile: tapped as the target, it may be the source as well."""

    def doubled(offer: Offer) -> Offer:
        step, (name, by_id) = offer.steps[1], offer.values[1]
        steps = (offer.steps[0], replace(step, ids=("deck", *step.ids)))
        return replace(offer, steps=steps, values=(offer.values[0], (name, {**by_id, "deck": 2})))

    return altered(offers, "move", doubled)


class TakenByTheStepBefore(Piles):
    """A player who moves several piles at once cannot say by taps where the first step ends."""

    def get_valid_actions(self, game_data: PilesState, player_id: PlayerId) -> Sequence[Action | Family]:
        listed = super().get_valid_actions(game_data, player_id)
        slots = (Slot("source", (0, 1, 2), 1, 2), Slot("target", (0, 1, 2), 1, 2))
        return [Family("move", slots) if entry.action_type == "move" else entry for entry in listed]

    def apply_action(self, game_data: PilesState, action: Action, rng: Rng) -> Any:
        stop = Action("stop", action.player_id)
        return super().apply_action(game_data, stop if action.action_type == "move" else action, rng)

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return altered(list(super().offers(view)), "move", self.several)

    def several(self, offer: Offer) -> Offer:
        return replace(offer, steps=tuple(replace(step, max=2) for step in offer.steps))
