"""What can be done: tiles to tap, buttons for calls with their keys, and switches for what is always done."""

from __future__ import annotations

from gamenight.core.model import Action, PlayerView
from gamenight.core.showing.scene import Offer, PickStep
from gamenight.core.text import Words, say
from gamenight.games.riichi.actions import Call, Discard, Kan
from gamenight.games.riichi.presentation.words import describe
from gamenight.games.riichi.view import RiichiView

KEYS = {"tsumo": "w", "ron": "w", "riichi": "r", "chi": "cvb", "pon": "po", "pass": "n", "kyuushu_kyuuhai": "9"}
"""The keys of each type, one for each of its buttons. Ron and tsumo are never offered together."""
KAN_KEYS = "klj"
KANS = ("open_kan", "closed_kan", "added_kan")
NO_CALLS, WIN, DISCARD_DRAWN = "no_calls", "win", "discard_drawn"


def toggles_of(view: PlayerView) -> dict[str, Words]:
    """What a player may have done by itself, in this deal."""
    return {} if view.seat is None else {name: say(f"toggle-{name}") for name in (NO_CALLS, WIN, DISCARD_DRAWN)}


def buttons_of(view: PlayerView) -> dict[str, Words]:
    """The buttons that are needed now, by id: all actions but a discard; one for riichi with whatever tile."""
    return {_button_id(action): _button_words(action) for action in _listed(view) if action.action_type != "discard"}


def offers_of(view: PlayerView) -> list[Offer]:
    actions = _listed(view)
    keys = _keys(actions)
    types = {action.action_type for action in actions}
    return [
        Offer(
            action,
            describe(action, view),
            _steps(action, view.game_data),
            hotkey=keys.get(number),
            toggle=_toggle(action, types),
        )
        for number, action in enumerate(actions)
    ]


def _listed(view: PlayerView) -> list[Action]:
    return [action for action in view.valid_actions if isinstance(action, Action)]


def _button_id(action: Action) -> str:
    """One for each way to call; riichi has one, after which the tile is tapped."""
    match action.payload:
        case Call(tiles):
            return f"do/{action.action_type}-{'-'.join(tiles)}"
        case Kan(tile):
            return f"do/{action.action_type}-{tile}"
    return f"do/{action.action_type}"


def _button_words(action: Action) -> Words:
    match action.payload:
        case Call(tiles):
            return say(f"button-{action.action_type}", tiles=" ".join(tiles))
        case Kan(tile):
            return say("button-kan", tiles=tile)
    return say(f"button-{action.action_type}")


def _keys(actions: list[Action]) -> dict[int, str]:
    """The keys by the number of the action; of the riichi discards the first has it, which begins them all."""
    left = {**{kind: list(keys) for kind, keys in KEYS.items()}, "kan": list(KAN_KEYS)}
    found: dict[int, str] = {}
    for number, action in enumerate(actions):
        keys = left.get("kan" if action.action_type in KANS else action.action_type)
        if keys:
            found[number] = keys.pop(0)
        if isinstance(action.payload, Discard) and action.payload.drawn and action.action_type == "discard":
            found[number] = "d"
    return found


def _steps(action: Action, seen: RiichiView) -> tuple[PickStep, ...]:
    if not isinstance(action.payload, Discard):
        return (PickStep((_button_id(action),)),)
    tile = PickStep(_tile_ids(action.payload, seen))
    return (tile,) if action.action_type == "discard" else (PickStep((_button_id(action),)), tile)


def _tile_ids(discard: Discard, seen: RiichiView) -> tuple[str, ...]:
    """What can be tapped for it: any copy in the hand, or the tile just drawn."""
    if discard.drawn:
        return (f"drawn/{discard.tile}",)
    copies = seen.hand.count(discard.tile)
    return tuple(f"hand/{discard.tile}.{copy}" if copy else f"hand/{discard.tile}" for copy in range(copies))


def _toggle(action: Action, types: set[str]) -> str | None:
    """Nothing is let go or thrown away by itself that would win."""
    if action.action_type in ("tsumo", "ron"):
        return WIN
    if action.action_type == "pass" and "ron" not in types:
        return NO_CALLS
    is_drawn = action.action_type == "discard" and action.payload.drawn
    return DISCARD_DRAWN if is_drawn and "tsumo" not in types else None
