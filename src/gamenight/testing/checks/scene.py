"""Checks of scenes: they depend on the view alone, are well-formed, and are the same in all worlds that a viewer cannot
tell apart."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import msgspec
from msgspec.structs import replace

from gamenight.core.engine import view
from gamenight.core.model import Action, Event, Phase, PlayerView
from gamenight.core.plugin import GamePlugin
from gamenight.core.showing.scene import Box, Count, Item, Offer, Piece, Plate, Scene, Text, TextTable
from gamenight.core.text import Words
from gamenight.llm.prompt import ModelPrompt, prompt_of
from gamenight.looks.parsing import keys
from gamenight.testing.checks.data import sent
from gamenight.testing.checks.secrets import can_look, pairs_of, some_viewers
from gamenight.testing.playing.playouts import name_of, typed, viewers
from gamenight.testing.playing.position import Position
from gamenight.testing.reporting.compare import difference_in_order, encoded
from gamenight.testing.reporting.report import BrokenRule
from gamenight.testing.worlds.moments import seen
from gamenight.testing.worlds.pairs import Pair, close_both
from gamenight.testing.worlds.viewer_screens import ViewerScreen, look, news_for, sight_of, viewer_screens

WORLDS = 2
BY_PAIRS = ("grid", "free")
BUILT_IN = re.compile(
    r"disc|ring|cross|cell|spot|die/([1-6]|back)"
    r"|card/((A|[2-9]|10|J|Q|K)[SHDC]|X[RB]|back)|(card|number)/-?[0-9]{1,6}"
)
"""The names of the built-in art, which every client has."""


def pictures(game: GamePlugin) -> int:
    """Every file in the folder's `art` and `texts` is valid."""
    found = look(game)
    if found.faults:
        raise BrokenRule(found.faults[0])
    return len(found.art) + sum(len(keys(text)) for text in found.texts.values())


# Functions of the view


def scene_pure(position: Position) -> int:
    """Scene, offers and event texts depend on the view alone, for every viewer, and can be sent as JSON."""
    for viewer in viewers(position.state):
        mine, events = view(position.game, position.state, viewer), news_for(position, viewer)
        before = encoded((mine, events))
        first = _asked(position.game, mine, events)
        _check_can_be_sent(first)
        again = _asked(position.game, mine, events)
        if encoded((mine, events)) != before:
            raise BrokenRule(f"scene, offers or describe_event changed the view or the events of {name_of(viewer)}")
        _compare(first, again, "when called again")
        copies = [msgspec.convert(sent(event), Event) for event in events]
        read = _asked(position.game, _copied(position.game, mine), copies)
        _compare(first, read, "for an equal view that was read from JSON")
    return len(position.state.players) + 1


def _asked(game: GamePlugin, mine: PlayerView, events: list[Event]) -> ViewerScreen:
    try:
        return sight_of(game, mine, events)
    except Exception as error:
        what = f"scene, offers or event texts of {name_of(mine.viewer_id)}"
        raise BrokenRule(f"{what} cannot be made: {type(error).__name__}: {error}") from error


def _check_can_be_sent(viewer_screen: ViewerScreen) -> None:
    for what, value, kind in (
        ("scene", viewer_screen.scene, Scene | None),
        ("offers", viewer_screen.offers, tuple[Offer, ...]),
        ("news", viewer_screen.news, tuple[Words, ...]),
    ):
        try:
            msgspec.convert(sent(value), kind)
        except (TypeError, ValueError) as error:
            raise BrokenRule(f"the {what} of {viewer_screen.who} cannot be sent as JSON: {error}") from None


def _copied(game: GamePlugin, mine: PlayerView) -> PlayerView:
    """The view as a client receives it; families are left as they are, as their values have no type to decode with."""
    return replace(
        mine,
        phase=msgspec.convert(sent(mine.phase), Phase),
        game_data=msgspec.convert(sent(mine.game_data), game.view_type),
        valid_actions=tuple(typed(game, entry) if isinstance(entry, Action) else entry for entry in mine.valid_actions),
        committed=None if mine.committed is None else typed(game, mine.committed),
    )


def _compare(one: ViewerScreen, other: ViewerScreen, when: str) -> None:
    for field, what in (("scene", "another scene"), ("offers", "other offers"), ("news", "other texts for the events")):
        changed = difference_in_order(getattr(one, field), getattr(other, field))
        if changed:
            raise BrokenRule(f"{one.who} is shown {what} {when}: {changed}")


# Secrets


def scenes_alike(position: Position) -> int:
    """Where a viewer's views of two worlds are equal, so are scene, offers, event texts and the prompt of a language
    model: they must not depend on anything else."""
    if not can_look(position):
        return 0
    return sum(
        _look_at_both(position, pair)
        for viewer in some_viewers(position)
        for pair in pairs_of(position, viewer, WORLDS)
    )


def _look_at_both(position: Position, pair: Pair) -> int:
    cases = _compare_worlds(pair, "")
    if close_both(pair, position.rng(f"scene {name_of(pair.viewer)} {pair.number}")):
        cases += _compare_worlds(pair, f" after the same actions ({'; '.join(pair.told)})")
    return cases


def _compare_worlds(pair: Pair, when: str) -> int:
    views = [view(side.game, side.state, pair.viewer) for side in pair.sides]
    told = [seen(side.events, pair.viewer) for side in pair.sides]
    if encoded((views[0], told[0])) != encoded((views[1], told[1])):
        return 0
    here, there = (_seen_from(pair, number) for number in (0, 1))
    if here is not None and there is not None:
        _compare(here, there, f"in another world that looks the same{when}")
    if pair.number == 0 and views[0].valid_actions:
        _compare_prompts(_prompt_in(pair, 0), _prompt_in(pair, 1), f"{pair.viewer}{when}")
    return 1


def _compare_prompts(here: ModelPrompt, there: ModelPrompt, who: str) -> None:
    if here == there:
        return
    lines = zip_longest(here.user.splitlines(), there.user.splitlines(), fillvalue="")
    one, other = next((pair for pair in lines if pair[0] != pair[1]), (here.system, there.system))
    raise BrokenRule(
        f"a language model in the seat of {who} reads {one!r}, but {other!r} in a world that looks the same"
    )


def _prompt_in(pair: Pair, number: int) -> ModelPrompt:
    side = pair.sides[number]
    mine, told = view(side.game, side.state, pair.viewer), seen(side.events, pair.viewer)
    try:
        return prompt_of(side.game, mine, told, side.state.config.options)
    except Exception as error:
        what = f"the prompt of a language model in the seat of {pair.viewer}"
        raise BrokenRule(f"{what} cannot be made: {type(error).__name__}: {error}") from error


def _seen_from(pair: Pair, number: int) -> ViewerScreen | None:
    """What the viewer sees in one of the worlds. The game is asked again, as it may have cached something there."""
    side = pair.sides[number]
    try:
        return sight_of(side.game, view(side.game, side.state, pair.viewer), seen(side.events, pair.viewer))
    except Exception:
        return None


# Well-formed scenes


def scene_sound(position: Position) -> int:
    cases = 0
    for viewer_screen in viewer_screens(position):
        if viewer_screen.scene is not None:
            _check_scene(position.game, viewer_screen, viewer_screen.scene)
            cases += 1
    return cases


def _check_scene(game: GamePlugin, viewer_screen: ViewerScreen, scene: Scene) -> None:
    _check_once([item.id for item in scene.items], "two items have the id")
    items = viewer_screen.items
    for item in scene.items:
        _check_item(game, viewer_screen, item, items)
    _check_places(items)
    for gone in set(scene.last) - items.keys():
        raise BrokenRule(f"scene.last has {gone!r}, which is not an item")
    for offer in viewer_screen.offers:
        ghosts = {ghost.id: ghost for ghost in offer.ghosts}
        _check_once([ghost.id for ghost in offer.ghosts], "two ghosts of an offer have the id")
        for ghost in offer.ghosts:
            _check_item(game, viewer_screen, ghost, {**items, **ghosts})
        _check_tapped(offer, items)
    _check_once([offer.hotkey for offer in viewer_screen.offers if offer.hotkey], "two offers have the hotkey")
    _check_toggles(scene, viewer_screen.offers)


def _check_toggles(scene: Scene, offers: Sequence[Offer]) -> None:
    """An offer with a toggle, which the client sends by itself, names a toggle of the scene and leaves no choice."""
    named = [offer.toggle for offer in offers if offer.toggle is not None]
    _check_once(named, "two offers have the toggle")
    for name in set(named) - scene.toggles.keys():
        raise BrokenRule(f"an offer has the toggle {name!r}, which the scene does not have")
    for offer in offers:
        if offer.toggle is not None and not isinstance(offer.does, Action):
            raise BrokenRule(f"the offer of the toggle {offer.toggle!r} leaves a choice: it must do one listed action")


def _check_once(values: list[str], what: str) -> None:
    for value, times in Counter(values).items():
        if times > 1:
            raise BrokenRule(f"{what} {value!r}")


def _check_item(game: GamePlugin, viewer_screen: ViewerScreen, item: Item, items: dict[str, Item]) -> None:
    if not item.id or item.id != item.id.strip():
        raise BrokenRule(f"{item.id!r} is not a valid id: it is empty, or has blanks around it")
    _check_container(item, items)
    _check_place(item, items, len(viewer_screen.view.players))
    shows = item.shows
    if isinstance(shows, Piece | Count):
        _check_art(game, item.id, shows.art)
    if isinstance(shows, Piece | Count | Text | Plate):
        _check_seat(item.id, shows.seat, len(viewer_screen.view.players))
    for wrong in _oddities(shows):
        raise BrokenRule(f"{item.id!r} {wrong}")


def _check_container(item: Item, items: dict[str, Item]) -> None:
    """The container of an item is a box, and no box is inside itself."""
    if item.container is None and "/" in item.id:
        raise BrokenRule(f"{item.id!r} is in no box, but its id has a slash")
    around, box = {item.id}, item.container
    while box is not None:
        if box not in items:
            raise BrokenRule(f"{item.id!r} is in {box!r}, which is not an item")
        if not isinstance(items[box].shows, Box):
            raise BrokenRule(f"{item.id!r} is in {box!r}, which is not a box")
        if box in around:
            raise BrokenRule(f"{item.id!r} is in {box!r}, which is inside itself")
        around.add(box)
        box = items[box].container


def _check_place(item: Item, items: dict[str, Item], seats: int) -> None:
    """The place is a pair in a box of columns and rows, a seat or None around a table; elsewhere a number or None."""
    box = items[item.container].shows if item.container is not None else Box()
    assert isinstance(box, Box)
    by_pairs = box.flow in BY_PAIRS or box.tall in BY_PAIRS
    if by_pairs != isinstance(item.place, tuple):
        wanted = "a pair of column and row" if by_pairs else "a number or None"
        raise BrokenRule(f"{item.id!r} has the place {item.place}, but in a {box.flow} it must be {wanted}")
    if "around" in (box.flow, box.tall) and isinstance(item.place, int) and not 0 <= item.place < seats:
        raise BrokenRule(f"{item.id!r} has the place {item.place} around a table of {seats} seats")


def _check_places(items: dict[str, Item]) -> None:
    taken: dict[tuple[str | None, Any], str] = {}
    for item in items.values():
        if isinstance(item.place, int):
            other = taken.setdefault((item.container, item.place), item.id)
            if other != item.id:
                raise BrokenRule(f"{other!r} and {item.id!r} have the same place {item.place} in {item.container!r}")


def _check_tapped(offer: Offer, items: dict[str, Item]) -> None:
    """Items that can be tapped exist on every screen: a player with an upright phone must be able to play, too."""
    for id in (id for step in offer.steps for id in step.ids):
        box = items.get(id)
        while box is not None:
            if box.only is not None:
                raise BrokenRule(f"{id!r} can be tapped, but it exists on {box.only} screens only")
            box = None if box.container is None else items.get(box.container)


def _check_art(game: GamePlugin, id: str, art: str) -> None:
    if art not in look(game).art and not BUILT_IN.fullmatch(art):
        raise BrokenRule(f"{id!r} shows {art!r}, which is not built in, and the game's folder has no art/{art}.svg")


def _check_seat(id: str, seat: int | None, seats: int) -> None:
    if seat is not None and not 0 <= seat < seats:
        raise BrokenRule(f"{id!r} belongs to seat {seat}, but the table has {seats} seats")


def _oddities(shows: Any) -> list[str]:
    """The faults in the numbers of an item, in words."""
    wrong = []
    if isinstance(shows, Piece):
        wrong += [f"has the rotation {shows.rotation}, not 0 to 359"] * (not 0 <= shows.rotation < 360)
    if isinstance(shows, Count) and shows.n < 0:
        wrong.append(f"has the count {shows.n}, which is negative")
    for field in ("size", "unit", "fit"):
        value = getattr(shows, field, None)
        wrong += [f"has the {field} {value}, not a positive number"] * (value is not None and not _is_size(value))
    if isinstance(shows, Box) and shows.extent is not None and not all(map(_is_size, shows.extent)):
        wrong.append(f"has the extent {shows.extent}, not positive numbers")
    if isinstance(shows, TextTable) and len({len(row) for row in (shows.head, *shows.rows) if row}) > 1:
        wrong.append("has rows of different lengths")
    return wrong


def _is_size(number: float) -> bool:
    return math.isfinite(number) and number > 0
