"""The operator's settings: limits, times and addresses. Each field is a flag of `gamenight serve`."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

_PORT = r"(:[0-9]{1,5})?"
_MODEL_ORIGIN = re.compile(
    rf"https://([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\]){_PORT}|http://(localhost|127\.0\.0\.1|\[::1\]){_PORT}"
)

PositiveInt = Annotated[int, Meta(ge=1)]
Milliseconds = Annotated[int, Meta(ge=0)]
Most = Annotated[int, Meta(ge=0)]
"""0 means no limit."""
Dollars = Annotated[float, Meta(ge=0)]
"""0 means no limit."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of one node. Each node counts limits per address and capacities separately."""

    origins: tuple[str, ...] = ()
    """Web origins that may connect besides the server's own, such as https://play.example; "*" means any."""

    served_hosts: tuple[str, ...] = ()
    """Host names that requests may use, such as play.example. Default: any; on a loopback address only local names."""

    figures: Literal["all", "local", "off"] = "all"
    """Who may read /status and /metrics: all, local (only this machine) or off."""

    max_matches: PositiveInt = 5_000
    """Maximum number of matches that wait or are played on this node; more are refused with 503."""

    max_connections: PositiveInt = 10_000
    """Maximum number of open sockets on this node; more are refused with 503."""

    connections_per_address: PositiveInt = 100
    """Maximum number of open sockets per address."""

    handshakes_per_address: PositiveInt = 300
    """Maximum number of sockets that one address may open within a minute."""

    heavy_per_address: PositiveInt = 600
    """Maximum number of messages that count as ten which one address may send within a minute."""

    matches_per_address: PositiveInt = 60
    """Maximum number of tables that one address may open within an hour."""

    bots_per_address: PositiveInt = 200
    """Maximum number of bots at the tables that one address opens within an hour."""

    requests_per_address: PositiveInt = 600
    """Maximum number of REST requests per address within a minute."""

    frame_bytes: PositiveInt = 65_536
    """Maximum size of a client's frame or REST body in bytes."""

    messages_per_second: PositiveInt = 50
    """Maximum number of frames per second and socket, with bursts of four times as many; to join or leave counts 10."""

    bad_frames: PositiveInt = 5
    """Number of invalid frames after which a socket is closed with 1008."""

    name_length: PositiveInt = 40
    """Maximum length of a player's name in characters."""

    chat_length: PositiveInt = 500
    """Maximum length of a chat line in characters."""

    chats_per_minute: PositiveInt = 30
    """Maximum number of chat lines per seat within a minute."""

    idle_ms: Milliseconds = 75_000
    """A socket that sends nothing, not even a ping, for this time is closed with 4001; it can resume."""

    backlog_messages: PositiveInt = 512
    """Maximum number of queued messages for a socket; a slower one is closed with 4002, and can resume."""

    grace_ms: Milliseconds = 60_000
    """How long a player may be disconnected before the table's policy applies."""

    hold_budget_ms: Milliseconds = 180_000
    """The total time for which a seat's clock is held while its player is away."""

    bot_time_ms: Milliseconds = 10_000
    """How long a bot may think about one answer; then a random legal action replaces it."""

    bot_workers: PositiveInt = 1
    """Number of worker processes for bots."""

    bot_parameters: bool = False
    """Clients may give parameters to bots, such as mcts:time_ms=9000, and so use up the worker processes."""

    bot_pace_ms: Milliseconds = 400
    """Minimum time from the question to a bot's answer, so that people can follow."""

    pace_ms: Milliseconds = 1_500
    """Minimum duration of a prompt with hidden actors, if a person plays; bots answer within it."""

    stand_in: str = "medium"
    """The strategy that plays for an absent player: a level of the game or the name of a strategy."""

    forget_ms: Milliseconds = 60_000
    """How long a match without viewers stays in memory, and a table without players stays open."""

    poll_ms: Annotated[int, Meta(ge=50)] = 2_000
    """How often the log is checked for moves of other nodes in matches of this node."""

    node_timeout_ms: Milliseconds = 10_000
    """A node that gives no sign of life for this time counts as dead: players connected to it are away."""

    llm: bool = False
    """Language models of the operator's endpoints may sit at tables."""

    llm_origins: tuple[str, ...] = ()
    """Web origins, such as https://llm.example, that the table page may call for a model that a player brings."""

    llm_least_ms: Milliseconds = 300
    """Minimum time from the question to a language model's answer."""

    llm_most_ms: Milliseconds = 10_000
    """How long a language model may take for one answer; 0: only the seat's clock limits it."""

    llm_usd_per_match: Dollars = 0.0
    """Maximum cost of language models in one match in US dollars; 0: no limit."""

    llm_usd_per_seat: Dollars = 0.0
    """Maximum cost of the language model of one seat in a match in US dollars; 0: no limit."""

    llm_usd_per_day: Dollars = 10.0
    """Maximum cost of all language models within 24 hours in US dollars; 0: no limit."""

    llm_calls_per_match: Most = 0
    """Maximum number of calls to language models in one match; 0: no limit."""

    llm_calls_per_seat: Most = 0
    """Maximum number of calls to the language model of one seat in a match; 0: no limit."""

    llm_calls_per_day: Most = 10_000
    """Maximum number of calls to language models within 24 hours; 0: no limit."""

    llm_details: bool = False
    """Show players the reason when a model cannot be reached."""

    llm_log: Literal["full", "answers", "off"] = "full"
    """What is stored of calls to language models: full, answers (all but the prompts) or off (only figures)."""

    exhibition_usd: Dollars = 1.0
    """Maximum cost of an exhibition in US dollars; 0: no limit."""

    exhibition_calls: Most = 500
    """Maximum number of calls to language models in an exhibition; 0: no limit."""

    def __post_init__(self) -> None:
        # As browsers write them: neither scheme nor host has capitals.
        force_setattr(self, "served_hosts", tuple(host.lower() for host in self.served_hosts))
        force_setattr(self, "origins", tuple(origin.lower() for origin in self.origins))
        force_setattr(self, "llm_origins", tuple(origin.lower() for origin in self.llm_origins))
        for origin in self.llm_origins:
            if not _MODEL_ORIGIN.fullmatch(origin):
                raise ValueError(
                    f"llm_origins: {origin!r} is not an origin of the form https://host or https://host:port, without "
                    "a path and without *; http is only for this machine, such as http://localhost:11434"
                )
