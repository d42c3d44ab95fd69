"""What may be said of a language model at a seat; apart from the bot, as every list of bots reads it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class LlmParameters(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which model is asked, and how. Where it is asked is the operator's to say, never the player's."""

    endpoint: Annotated[str, Meta(description="One of the operator's endpoints by name; else the first one.")] = ""
    model: Annotated[str, Meta(description="A model of that endpoint; else the endpoint's own.")] = ""
    mode: Annotated[
        Literal["menu", "free"], Meta(description="Choose from a list, or write the action without having seen one.")
    ] = "menu"
    answer: Annotated[
        Literal["auto", "tool", "schema", "text"],
        Meta(description="The form of an answer; auto: the strictest that the endpoint takes."),
    ] = "auto"
    attempts: Annotated[int, Meta(ge=1, description="How often it may try one decision.")] = 3
    time_ms: Annotated[int, Meta(ge=1, description="Time for one decision, with all attempts.")] | None = None
    max_tokens: Annotated[int, Meta(ge=1, description="Longest reply; else as the endpoint says.")] | None = None
    temperature: Annotated[float, Meta(ge=0, description="Sent only if it is set.")] | None = None
    effort: Annotated[str, Meta(description="How hard to think, in the provider's words.")] = ""
    shuffle: Annotated[bool, Meta(description="List the moves in an order by chance: weak models take the first.")] = (
        True
    )
    on_failure: Annotated[
        Literal["auto", "wait", "stand_in", "first", "random", "forfeit"],
        Meta(
            description="What follows if all attempts fail: people at the table decide (wait), another move is made "
            "instead (by the server's stand-in, the first one, a random one), or the game is lost. auto: wait where "
            "people sit, else forfeit."
        ),
    ] = "auto"
