"""The rules of play for any game: pure functions over frozen data.

Everything that a game's author needs can be imported from here.
"""

from gamenight.core.model import (
    NO_PAYLOAD,
    Action,
    Event,
    ExpectedAction,
    Family,
    GameResult,
    NoPayload,
    Phase,
    PlayerId,
    PlayerView,
    Slot,
    TransitionResult,
    seat,
    seat_index,
)
from gamenight.core.phases import everybody, turn
from gamenight.core.plugin import Game
from gamenight.core.ranking import ranked
from gamenight.core.rng import Rng
from gamenight.core.showing.scene import (
    Box,
    Button,
    Count,
    Item,
    Offer,
    PickStep,
    Piece,
    Plate,
    Scene,
    Sorting,
    Text,
    TextTable,
)
from gamenight.core.text import Message, Words, say

__all__ = [
    "NO_PAYLOAD",
    "Action",
    "Box",
    "Button",
    "Count",
    "Event",
    "ExpectedAction",
    "Family",
    "Game",
    "GameResult",
    "Item",
    "Message",
    "NoPayload",
    "Offer",
    "Phase",
    "PickStep",
    "Piece",
    "Plate",
    "PlayerId",
    "PlayerView",
    "Rng",
    "Scene",
    "Slot",
    "Sorting",
    "Text",
    "TextTable",
    "TransitionResult",
    "Words",
    "everybody",
    "ranked",
    "say",
    "seat",
    "seat_index",
    "turn",
]
