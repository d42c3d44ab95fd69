"""What can be done, by tapping which items: a place for the tile, again to turn it; then a spot for the meeple."""

from __future__ import annotations

from gamenight.core.model import Action, PlayerView, seat_index
from gamenight.core.showing.scene import Item, Offer, PickStep, Piece
from gamenight.core.text import say
from gamenight.games.carcassonne.actions import PlaceTile
from gamenight.games.carcassonne.presentation import scene
from gamenight.games.carcassonne.presentation.words import spot
from gamenight.games.carcassonne.tiles import SHAPES
from gamenight.games.carcassonne.view import CarcassonneView

GHOST = f"{scene.BOARD}/new"


def offers_of(view: PlayerView) -> list[Offer]:
    """Tiles come in the order of turning them, so that tapping a place again turns its tile clockwise."""
    seen: CarcassonneView = view.game_data
    actions = [action for action in view.valid_actions if isinstance(action, Action)]
    if seen.tile is None:
        return [_placing_meeple(action, seen) for action in actions]
    shapes = SHAPES[seen.tile]
    actions = [action for action in actions if not shapes[action.payload.rotation].is_repeat]
    actions.sort(key=lambda action: action.payload.rotation)
    return [_placing_tile(action, seen.tile) for action in actions]


def _placing_tile(action: Action, letter: str) -> Offer:
    wanted: PlaceTile = action.payload
    x, y = wanted.x, wanted.y
    ghost = Item(GHOST, Piece(letter, wanted.rotation), scene.BOARD, (x, -y), scene.ABOVE)
    step = PickStep((scene.place_id(x, y),))
    return Offer(action, say(f"{letter}{wanted.rotation}", x=x, y=y), (step,), ghosts=(ghost,), confirm=True)


def _placing_meeple(action: Action, seen: CarcassonneView) -> Offer:
    chosen, tile = action.payload.meeple_spot, seen.tiles[-1]
    if chosen is None:
        return Offer(action, say("no-meeple"), (PickStep((scene.NO_MEEPLE.id,)),), hotkey="n")
    ghost = scene.standing(chosen, tile, seat_index(action.player_id))
    return Offer(action, spot(chosen), (PickStep((ghost.id,)),), ghosts=(ghost,))
