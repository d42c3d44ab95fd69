"""Words and taps for laying off a card."""

from __future__ import annotations

from msgspec.structs import replace

from gamenight.cards import card_text
from gamenight.cards.shown.scene import card_id
from gamenight.core import Action, PlayerView, Words, say
from gamenight.core.showing.scene import Offer, PickStep
from gamenight.games.gin_rummy.knocking import knocker_melds
from gamenight.games.gin_rummy.state import LayOff


def lay_off_told(payload: LayOff, view: PlayerView) -> Words:
    meld = knocker_melds(view.game_data)[payload.meld]
    return say("action-lay_off", card=card_text(payload.card), cards=" ".join(map(card_text, meld)))


def with_meld(offer: Offer, view: PlayerView) -> Offer:
    """Add a tap on the meld to an offer to lay off a card."""
    if not isinstance(offer.does, Action) or not isinstance(offer.does.payload, LayOff):
        return offer
    meld = knocker_melds(view.game_data)[offer.does.payload.meld]
    return replace(offer, steps=(*offer.steps, PickStep(tuple(map(card_id, meld)))))
