"""The parameters of the strategy `llm`. They have a module of their own because every list of bots reads them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class LlmParameters(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which model is asked, and how. The addresses of endpoints are set by the operator, never by a player."""

    endpoint: Annotated[str, Meta(description="Name of one of the operator's endpoints; default: the first one.")] = ""
    model: Annotated[str, Meta(description="A model of that endpoint; default: the endpoint's own.")] = ""
    mode: Annotated[
        Literal["menu", "free"], Meta(description="Choose from a list, or write the action without seeing a list.")
    ] = "menu"
    answer: Annotated[
        Literal["auto", "tool", "schema", "text"],
        Meta(description="The form of an answer; auto: the strictest that the endpoint supports."),
    ] = "auto"
    attempts: Annotated[int, Meta(ge=1, description="Maximum number of attempts at one decision.")] = 3
    time_ms: Annotated[int, Meta(ge=1, description="Time for one decision, with all attempts.")] | None = None
    max_tokens: Annotated[int, Meta(ge=1, description="Longest reply; default: the endpoint's own.")] | None = None
    temperature: Annotated[float, Meta(ge=0, description="Sent only if it is set.")] | None = None
    effort: Annotated[str, Meta(description="The reasoning effort, in the provider's words.")] = ""
    shuffle: Annotated[
        bool, Meta(description="List the moves in random order: weak models tend to take the first one.")
    ] = True
    on_failure: Annotated[
        Literal["auto", "wait", "stand_in", "first", "random", "forfeit"],
        Meta(
            description="What happens if all attempts fail: wait for the people at the table to decide, make another "
            "move (of the server's stand-in, the first one, or a random one), or forfeit. auto: wait if people are at "
            "the table, else forfeit."
        ),
    ] = "auto"
