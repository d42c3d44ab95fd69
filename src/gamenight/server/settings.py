"""What an operator may set: limits, times and addresses; each field is a flag of `gamenight serve`."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

_PORT = r"(:[0-9]{1,5})?"
_MODEL_ORIGIN = re.compile(
    rf"https://([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\]){_PORT}|http://(localhost|127\.0\.0\.1|\[::1\]){_PORT}"
)

Count = Annotated[int, Meta(ge=1)]
Milliseconds = Annotated[int, Meta(ge=0)]
Most = Annotated[int, Meta(ge=0)]
"""0 is no limit."""
Dollars = Annotated[float, Meta(ge=0)]
"""0 is no limit."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of one node. Limits per address and capacities are counted by each node for itself."""

    origins: tuple[str, ...] = ()
    """Web origins that may connect besides the server's own, such as https://play.example; "*" is any."""

    served_hosts: tuple[str, ...] = ()
    """Host names that requests may name, such as play.example. By default any; on a loopback address local names."""

    figures: Literal["all", "local", "off"] = "all"
    """Who may read /status and /metrics: all, local (this machine alone) or off."""

    max_matches: Count = 5_000
    """How many matches may wait or be played on this node; more are refused with 503."""

    max_connections: Count = 10_000
    """How many sockets may be open on this node; more are refused with 503."""

    connections_per_address: Count = 100
    """How many sockets one address may have open."""

    handshakes_per_address: Count = 300
    """How many sockets one address may open within a minute."""

    heavy_per_address: Count = 600
    """How many messages that count for ten one address may send within a minute, through all of its sockets."""

    matches_per_address: Count = 60
    """How many tables one address may open within an hour."""

    bots_per_address: Count = 200
    """How many bots one address may seat within an hour, at tables that it opens."""

    requests_per_address: Count = 600
    """How many REST requests one address may make within a minute."""

    frame_bytes: Count = 65_536
    """The largest frame that a client may send."""

    messages_per_second: Count = 50
    """How many frames one socket may send, with bursts of four times as many; to come or to leave counts for ten."""

    bad_frames: Count = 5
    """How many frames that no client of ours could send are answered before the socket is closed with 1008."""

    name_length: Count = 40
    """How many characters a player's name may have."""

    chat_length: Count = 500
    """How many characters a line of chat may have."""

    chats_per_minute: Count = 30
    """How many lines of chat one seat may send within a minute."""

    idle_ms: Milliseconds = 75_000
    """A socket that has sent nothing for so long, no ping either, is closed with 4001; it can resume."""

    backlog_messages: Count = 512
    """A socket that has so many messages waiting for it is too slow, and closed with 4002; it can resume."""

    grace_ms: Milliseconds = 60_000
    """How long a player who is disconnected may stay away before the table's policy applies."""

    hold_budget_ms: Milliseconds = 180_000
    """For how long in all a seat's clock is held while its player is away."""

    bot_time_ms: Milliseconds = 10_000
    """How long a bot may think about one answer; then a random legal one takes its place."""

    bot_workers: Count = 1
    """How many processes think for bots."""

    bot_parameters: bool = False
    """Whoever opens a table may give parameters to its bots, such as mcts:time_ms=9000, and so use the processes up."""

    bot_pace_ms: Milliseconds = 400
    """The least time from the question to a bot's answer, so that people can follow."""

    pace_ms: Milliseconds = 1_500
    """The least time that a prompt with hidden actors takes, if a person plays; bots answer within it."""

    stand_in: str = "medium"
    """The strategy that takes over for a player who has left; a level of the game or the name of a strategy."""

    forget_ms: Milliseconds = 60_000
    """How long a match that nobody looks at stays in memory, and a table that nobody sits at stays open."""

    poll_ms: Annotated[int, Meta(ge=50)] = 2_000
    """How often the log is asked whether another node has moved a match that is watched here."""

    node_timeout_ms: Milliseconds = 10_000
    """A node that has not been heard of for so long is dead: whoever was connected to it is away."""

    llm: bool = False
    """Language models of the operator's endpoints may sit at tables."""

    llm_origins: tuple[str, ...] = ()
    """Web origins, such as https://llm.example, that the table page may call for a model that a player brings."""

    llm_least_ms: Milliseconds = 300
    """The least time from the question to a language model's answer."""

    llm_most_ms: Milliseconds = 10_000
    """How long a language model may take for one answer; 0: no limit but the seat's clock."""

    llm_usd_per_match: Dollars = 0.0
    """How many US dollars language models may cost in one match; 0: no limit."""

    llm_usd_per_seat: Dollars = 0.0
    """How many US dollars the language model of one seat may cost in a match; 0: no limit."""

    llm_usd_per_day: Dollars = 10.0
    """How many US dollars all language models may cost within 24 hours; 0: no limit."""

    llm_calls_per_match: Most = 0
    """How many calls to language models one match may make; 0: no limit."""

    llm_calls_per_seat: Most = 0
    """How many calls the language model of one seat may make in a match; 0: no limit."""

    llm_calls_per_day: Most = 10_000
    """How many calls to language models may be made within 24 hours; 0: no limit."""

    llm_details: bool = False
    """Players are told the reason when a model cannot be reached, not only that it cannot."""

    llm_log: Literal["full", "answers", "off"] = "full"
    """What is kept of calls to language models: full, answers (all but the prompts) or off (figures alone)."""

    exhibition_usd: Dollars = 1.0
    """How many US dollars an exhibition may cost at most; 0: no limit."""

    exhibition_calls: Most = 500
    """How many calls to language models an exhibition may make at most; 0: no limit."""

    def __post_init__(self) -> None:
        # As browsers write them: neither scheme nor host has capitals.
        force_setattr(self, "served_hosts", tuple(host.lower() for host in self.served_hosts))
        force_setattr(self, "origins", tuple(origin.lower() for origin in self.origins))
        force_setattr(self, "llm_origins", tuple(origin.lower() for origin in self.llm_origins))
        for origin in self.llm_origins:
            if not _MODEL_ORIGIN.fullmatch(origin):
                raise ValueError(
                    f"llm_origins: {origin!r} is no origin of the form https://host or https://host:port, without a "
                    "path and without *; http is for this machine alone, such as http://localhost:11434"
                )
