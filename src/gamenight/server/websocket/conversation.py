"""The messages between one socket and a match, from the first to the last."""

from __future__ import annotations

from contextlib import suppress
from typing import assert_never

from gamenight.core.model import Act, Action, Forfeit, MatchId, PlayerId, Refusal
from gamenight.core.text import Words, say
from gamenight.protocol.messages import (
    ActionCommitted,
    ClientMessage,
    Error,
    GameAction,
    GameJoined,
    GameLeft,
    JoinGame,
    LeaveGame,
    LetBotPlay,
    Ping,
    Pong,
    Ready,
    Resign,
    ResumeFrom,
    RetryModel,
    SayChat,
    SocketCode,
    Wants,
    Watch,
)
from gamenight.server.match.entering import SeatLost, enter, look_away
from gamenight.server.match.live import LiveMatch
from gamenight.server.node.new_table import public_settings
from gamenight.server.node.node import Node
from gamenight.server.node.seating import take_seat
from gamenight.server.node.summaries import status_of
from gamenight.server.presentation.connection import SEAT_LEFT, TRY_AGAIN_LATER, Connection
from gamenight.server.presentation.picking import Picked
from gamenight.server.request_parsing import BadRequest, read_name
from gamenight.server.seats.presence import Visitor
from gamenight.server.seats.shown_seats import seats_of
from gamenight.server.seats.tokens import WrongToken, hashed, is_held
from gamenight.server.wall_clock import now_ms
from gamenight.store.errors import BadEntry, SeatNotTaken, StoreUnavailable, UnknownMatch
from gamenight.store.hall.table import TableRefused
from gamenight.store.log.contract import Repeated


class _MessageRefused(Exception):
    def __init__(self, code: SocketCode, words: Words) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


class Conversation:
    """One socket at one match, with at most one seat, or as a spectator."""

    def __init__(self, node: Node, connection: Connection, match_id: MatchId) -> None:
        self._node = node
        self._connection = connection
        self._match_id = match_id
        self._live: LiveMatch | None = None
        """The match, after the socket has joined or watches."""
        self._player: PlayerId | None = None
        self._token_hash: str | None = None
        self._wants: Wants = "views"

    async def hear(self, message: ClientMessage) -> None:
        """Answer one message on the connection. No message of a client makes this raise."""
        try:
            await self._answer(message)
        except _MessageRefused as refusal:
            self._refuse(refusal.code, refusal.words, message)
        except TableRefused as refusal:
            self._refuse(refusal.code, refusal.words, message)
        except WrongToken as refusal:
            self._refuse("wrong_token", refusal.words, message)
        except SeatLost:
            self._let_go()
            self._refuse("wrong_token", say("refused-seat_left"), message)
        except SeatNotTaken:
            self._let_go()
            self._refuse("not_in_game", say("refused-seat_gone"), message)
        except BadRequest as refusal:
            self._refuse("bad_request", refusal.words, message)
        except BadEntry:
            self._refuse("bad_request", say("refused-characters"), message)
        except UnknownMatch:
            self._refuse("game_not_found", say("refused-no_match"), message)
        except StoreUnavailable:
            self._refuse("unavailable", say("refused-unavailable"), message)
            if isinstance(message, JoinGame | Watch | ResumeFrom):
                # A new viewer would take half of what was sent for all of it.
                self._connection.close(TRY_AGAIN_LATER, "the match cannot be shown now; reconnect in a moment")

    def _let_go(self) -> None:
        """Detach the connection from a seat that belongs to another player by now, or to none."""
        if self._live is not None:
            self._live.channel(self._player).part(self._connection)
        self._live = self._player = None

    def _refuse(self, code: SocketCode, reason: Words, message: ClientMessage) -> None:
        details = {}
        if isinstance(message, GameAction):
            details = {"client_id": message.client_id, "prompt": message.prompt}
        self._connection.tell(Error(code, reason, details))

    async def _answer(self, message: ClientMessage) -> None:
        if isinstance(message, GameAction):
            await self._act(message)
        elif isinstance(message, Ping):
            self._connection.tell(Pong(now_ms()))
        elif isinstance(message, JoinGame):
            await self._join(message)
        elif isinstance(message, Watch):
            await self._watch(message)
        elif isinstance(message, ResumeFrom):
            await self._resume(message)
        elif isinstance(message, SayChat):
            await self._chat(message)
        elif isinstance(message, Ready):
            await self._ready(message)
        elif isinstance(message, Resign):
            await self._resign()
        elif isinstance(message, LeaveGame):
            await self._leave()
        elif isinstance(message, RetryModel | LetBotPlay):
            await self._free_model(message)
        else:
            assert_never(message)

    # Coming

    async def _join(self, message: JoinGame) -> None:
        """With a token connect to its seat, any number of times; without one take a free seat."""
        token = None
        if message.seat_token is not None:
            player = await self._node.seat_of(self._match_id, message.seat_token)
            if self._player not in (None, player):
                raise _MessageRefused("already_in_game", say("refused-other_seat"))
            self._token_hash = hashed(message.seat_token)
        elif self._player is not None:
            raise _MessageRefused("already_in_game", say("refused-seated"))
        else:
            player, token = await self._sit_down(message)
        # The match may have begun, on another node, with the player who has just joined.
        await self._enter(player, token, message.wants, message.last if token is None else 0)

    async def _sit_down(self, message: JoinGame) -> tuple[PlayerId, str]:
        """Take a seat. A player who joins over a socket is not away at first."""
        name = read_name(message.player_name, self._node.settings.name_length)
        joined = await take_seat(self._node, self._match_id, name, message.seat)
        live = await self._node.live(self._match_id)
        self._take_place(live, joined.player_id)
        self._token_hash = hashed(joined.seat_token)
        with suppress(StoreUnavailable):  # the seat is taken, so its token must be sent
            await live.presence.sit_down(self._visitor(joined.player_id))
        return joined.player_id, joined.seat_token

    def _take_place(self, live: LiveMatch, player: PlayerId | None) -> None:
        """Attach the socket to this viewer. A spectator who takes a seat stops to be a spectator."""
        if self._live is not None and self._player is None and player is not None:
            look_away(live, self._connection)
        self._live, self._player = live, player

    async def _watch(self, message: Watch) -> None:
        if self._player is not None:
            raise _MessageRefused("already_in_game", say("refused-seated"))
        live = await self._node.live(self._match_id)
        if not live.table.settings.spectators:
            raise _MessageRefused("spectators_not_allowed", say("refused-no_spectators"))
        await self._enter(None, None, message.wants, message.last)

    async def _enter(self, player: PlayerId | None, token: str | None, wants: Wants, last: int | None) -> None:
        live = await self._node.live(self._match_id)
        self._take_place(live, player)
        self._wants = wants
        await enter(live, player, self._connection, wants, last, self._token_hash, lambda: self._greeting(live, token))
        if token is not None:
            self._node.bus.hint(self._match_id)
            self._node.table_changed(self._match_id)
        if player is not None:
            with suppress(StoreUnavailable):  # written when the database is back
                await live.presence.arrive(self._visitor(player))

    def _greeting(self, live: LiveMatch, token: str | None) -> GameJoined:
        player = self._player
        state, table = live.channel(player).state, live.table
        return GameJoined(
            table.match_id,
            table.game_id,
            player,
            seats_of(table, state, with_presence=player is not None or table.settings.delay_ms == 0),
            self._wants,
            now_ms(),
            status_of(live, state),
            token,
            None if state is None else live.commitment,
            live.trouble or (None if state is None else state.pause_reason),
            public_settings(live.plugin, table),
            self._node.page,
        )

    async def _resume(self, message: ResumeFrom) -> None:
        live = self._here()
        await enter(live, self._player, self._connection, self._wants, message.last, self._token_hash)

    def _here(self) -> LiveMatch:
        if self._live is None:
            raise _MessageRefused("not_in_game", say("refused-not_here"))
        return self._live

    def _seated(self) -> tuple[LiveMatch, PlayerId]:
        live, player = self._live, self._player
        if live is None or player is None:
            raise _MessageRefused("not_in_game", say("refused-no_own_seat"))
        if not is_held(live.table, player, self._token_hash):
            raise SeatNotTaken(self._match_id, int(player[1:]))
        return live, player

    def _visitor(self, player: PlayerId) -> Visitor:
        assert self._token_hash is not None
        return Visitor(player, self._token_hash)

    # Playing

    async def _act(self, message: GameAction) -> None:
        at = now_ms()
        live, player = self._seated()
        answer = await live.submit(_meant(message, player), at, message.client_id)
        if isinstance(answer, Refusal):
            raise _MessageRefused(answer.code, answer.message)
        if isinstance(answer, Repeated):
            self._connection.tell(ActionCommitted(message.prompt, message.client_id, repeated=True))
        elif answer.state.prompt == message.prompt and answer.state.committed:
            self._connection.tell(ActionCommitted(message.prompt, message.client_id))

    async def _resign(self) -> None:
        live, player = self._seated()
        answer = await live.submit(Forfeit(player, "resignation"), now_ms())
        if isinstance(answer, Refusal):
            raise _MessageRefused(answer.code, answer.message)

    async def _ready(self, message: Ready) -> None:
        live, player = self._seated()
        if live.state is not None:
            raise _MessageRefused("game_started", say("refused-begun"))
        hall, token_hash = self._node.hall, self._token_hash
        await hall.set_ready(self._match_id, int(player[1:]), message.is_ready, token_hash=token_hash)
        await live.table_written()

    async def _chat(self, message: SayChat) -> None:
        live, player = self._seated()
        text, longest = message.text.strip(), self._node.settings.chat_length
        if not text or len(text) > longest:
            raise _MessageRefused("bad_request", say("refused-chat_length", most=longest))
        if not live.chat.pace.take(player, now_ms()):
            raise _MessageRefused("too_fast", say("refused-chat_fast"))
        await self._node.hall.say(self._match_id, int(player[1:]), text, now_ms(), token_hash=self._token_hash)
        await live.table_written()

    async def _free_model(self, message: RetryModel | LetBotPlay) -> None:
        """Retry or replace a stuck language model; any player may ask for it."""
        live, _ = self._seated()
        models = live.bot_seats.models
        if isinstance(message, RetryModel) and not models.pace.take(live.match_id, now_ms()):
            raise _MessageRefused("too_fast", say("refused-retry_fast"))
        if not await models.free(message.player_id, stand_in=isinstance(message, LetBotPlay)):
            raise _MessageRefused("bad_request", say("refused-not_stuck"))

    # Leaving

    async def _leave(self) -> None:
        """Leave. Before the match the seat becomes free; later the table's policy applies at once."""
        if self._player is None:
            live = self._here()
            look_away(live, self._connection)
        else:
            live, player = self._seated()
            await self._give_up(live, player)
        self._live = self._player = None
        self._connection.tell(GameLeft())

    async def _give_up(self, live: LiveMatch, player: PlayerId) -> None:
        hall, at, token_hash = self._node.hall, int(player[1:]), self._token_hash
        is_free = live.state is None and await hall.give_up(self._match_id, at, token_hash=token_hash)
        others = [connection for connection in live.channels[player].connections if connection is not self._connection]
        for connection in others:
            connection.close(SEAT_LEFT, "the seat was left on another page")
            live.channels[player].part(connection)
        if is_free:
            live.channels[player].part(self._connection)
            live.presence.gone(player)
            await live.table_written()
            self._node.table_changed(self._match_id)
        else:
            await live.presence.part(self._visitor(player), self._connection, for_good=True)

    async def end(self, *, misbehaved: bool = False) -> None:
        """Handle the closed socket. If it `misbehaved` there is no grace: the table's policy applies at once."""
        live, player = self._live, self._player
        self._live = self._player = None
        if live is None:
            return
        if player is None:
            look_away(live, self._connection)
            return
        with suppress(StoreUnavailable):  # written when the database is back
            await live.presence.part(self._visitor(player), self._connection, for_good=misbehaved)


def _meant(message: GameAction, player: PlayerId) -> Act | Picked:
    """The answer as an action, by type and payload, or as an offer with picks."""
    if message.offer is None:
        if not message.action_type:
            raise _MessageRefused("malformed_action", say("refused-answer_empty"))
        if message.picks or message.label is not None:
            raise _MessageRefused("malformed_action", say("refused-answer_picks"))
        return Act(Action(message.action_type, player, message.payload), message.prompt)
    if message.action_type or message.payload != {}:
        raise _MessageRefused("malformed_action", say("refused-answer_both"))
    return Picked(player, message.prompt, message.offer, message.picks, message.label)
