"""Run one node as a process: create its parts, and serve it with uvicorn."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import secrets
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from importlib.util import find_spec

import uvicorn
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import make_url

from gamenight.bots.bot_lookup import named_bots, register_named
from gamenight.bots.registry import BadStrategy, read_strategy
from gamenight.llm.calls import ConfigurationFailed, endpoints, find_endpoint
from gamenight.server.bots.workers import Workers
from gamenight.server.games import Games
from gamenight.server.http.app import make_app
from gamenight.server.node.node import Node
from gamenight.server.process.connections import HttpConnection, limited_websockets
from gamenight.server.process.descriptors import raise_file_limit
from gamenight.server.process.logs import log_plainly, report_fault
from gamenight.server.settings import Settings
from gamenight.store import open_hall
from gamenight.store.bus.contract import Bus, Hear, local_bus, redis_bus

GRACE_S = 3
"""Time that open requests and sockets get to finish when the server stops."""

ROOM_FOR_AN_ERROR = 16_384
"""Frames that are a little too large reach our code, which answers with the limit; uvicorn cuts off larger ones."""

YOUNG_OBJECTS = 10_000
"""Number of new objects before the garbage collector runs."""

EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Hosts that mean all addresses of the machine, each with an address to reach it locally."""

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]", "::1")

BIND_TROUBLES = {
    errno.EADDRINUSE: "is taken by another process",
    errno.EACCES: "may not be used by this account",
    errno.EADDRNOTAVAIL: "is not on this machine",
}


class CannotServe(Exception):
    """The server cannot start; the message is the reason."""


class BadSite(CannotServe):
    """An argument for the server is invalid."""


class ServerConfig(Struct, frozen=True, kw_only=True):
    """The addresses and databases of a server. Port 0 is any free port; `proxies` are trusted for client addresses."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "sqlite:///gamenight.db"
    redis: str | None = None
    games: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    """Bots besides the installed ones, each as name=module:attribute."""
    proxies: tuple[str, ...] = ()
    node: str | None = None


def run_server(config: ServerConfig, settings: Settings, tell: Callable[[str], None]) -> None:
    """Serve until a signal arrives; `tell` is called with the addresses when the server is ready.

    CannotServe, StoreError or UnknownGame if it cannot start.
    """
    log_plainly()
    raise_file_limit(settings.max_connections)
    games = Games(config.games)
    _take_in(config.bots)
    _check_stand_in(settings.stand_in, games)
    if settings.llm:
        _check_models()
    settings = _with_local_hosts(settings, config)
    with bound(config.host, config.port) as listener, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.get_loop().set_exception_handler(report_fault)
        runner.run(_serve(config, settings, games, listener, tell))


def _with_local_hosts(settings: Settings, config: ServerConfig) -> Settings:
    """Allow only local host names if only this machine can reach the server and there is no proxy before it."""
    if settings.served_hosts or config.proxies or config.host not in LOCAL_HOSTS:
        return settings
    return replace(settings, served_hosts=LOCAL_HOSTS)


def _take_in(bots: tuple[str, ...]) -> None:
    try:
        register_named(named_bots(bots))
    except BadStrategy as error:
        raise BadSite(f"--bot: {error}") from None


def _check_stand_in(strategy: str, games: Games) -> None:
    """BadSite if no game has this strategy. A game may have its own levels, and lack those of others."""
    trouble = None
    for game in games.all().values():
        try:
            found, _ = read_strategy(strategy, game)
        except BadStrategy as error:
            trouble = error
        else:
            if not found.at_tables:
                raise BadSite(f"the stand-in: {strategy!r} does not play at a server's tables")
            return
    if trouble is not None:
        raise BadSite(f"the stand-in: {trouble}")


def _check_models() -> None:
    """BadSite if no language model could be asked."""
    try:
        endpoints()  # raises for every invalid endpoint, also if another one is valid
        find_endpoint()
    except ConfigurationFailed as failed:
        raise BadSite(f"--llm: {failed.text}") from None
    if find_spec("httpx2") is None:
        raise BadSite("--llm: models are asked with further packages: pip install 'gamenight[llm]'")


def bound(host: str, port: int) -> socket.socket:
    """A socket bound to this address that does not listen yet; CannotServe if the address cannot be used."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise CannotServe(f"there is no host {host}") from None
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except (OSError, OverflowError) as error:
        listener.close()
        trouble = BIND_TROUBLES.get(getattr(error, "errno", 0), "cannot be used")
        raise CannotServe(f"port {port} of {host} {trouble}") from None
    return listener


def free_port(host: str) -> int:
    """A port of this host that is free now."""
    with bound(host, 0) as listener:
        port: int = listener.getsockname()[1]
    return port


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The factory of uvloop, if it is installed."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _serve(
    config: ServerConfig, settings: Settings, games: Games, listener: socket.socket, tell: Callable[[str], None]
) -> None:
    async with running_node(config, settings, games) as node:
        server = _Server(_uvicorn_config(node, config, settings), lambda: tell(ready_lines(config, listener)))
        with _suppress_second_signal():
            await server.serve(sockets=[listener])


@asynccontextmanager
async def running_node(config: ServerConfig, settings: Settings, games: Games) -> AsyncIterator[Node]:
    """A running node; at the end everything that it has opened is closed."""
    async with AsyncExitStack() as opened:
        store, hall = await open_hall(config.database)
        opened.push_async_callback(store.close)
        name = node_name(config.node)
        bus = _bus(config.redis, lambda topic: node.hear(topic), name)
        opened.push_async_callback(bus.close)
        workers = Workers(settings.bot_workers, settings.bot_time_ms, named_bots(config.bots))
        opened.push_async_callback(workers.close)
        node = Node(name, settings, games, store, hall, bus, workers)
        opened.pop_all()
        opened.push_async_callback(node.close)  # closes them all
        await node.start()
        yield node


def _bus(redis: str | None, hear: Hear, node: str) -> Bus:
    if redis is None:
        return local_bus(hear)
    try:
        return redis_bus(redis, hear, node)
    except ValueError as error:
        raise BadSite(str(error)) from None


def node_name(wanted: str | None) -> str:
    """A name that no other node has, nor this one after a restart, as old connections must not count then."""
    return f"{wanted or f'{socket.gethostname()}-{os.getpid()}'}-{secrets.token_hex(4)}"


def _uvicorn_config(node: Node, config: ServerConfig, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(node),
        http=HttpConnection,
        ws=limited_websockets(settings),
        ws_per_message_deflate=False,
        ws_max_size=settings.frame_bytes + ROOM_FOR_AN_ERROR,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=list(config.proxies),
        timeout_graceful_shutdown=GRACE_S,
        lifespan="off",
    )


class _Server(uvicorn.Server):
    """uvicorn's server, with a callback when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        tune_garbage_collector()
        self._ready()


def tune_garbage_collector() -> None:
    """Let the garbage collector skip what was loaded so far, and run less often: all matches wait while it runs.

    Code and libraries are some 100,000 objects; to scan them took 100 ms each time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 20, 20)


@contextmanager
def _suppress_second_signal() -> Iterator[None]:
    """Ignore the signal that uvicorn raises again after it has stopped, to exit without a traceback."""
    before = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, was in before.items():
            signal.signal(number, was)


def ready_lines(config: ServerConfig, listener: socket.socket) -> str:
    """The lines for the operator. The link is one that works on this machine, also if the host means all addresses."""
    port, hints = listener.getsockname()[1], ", hints by Redis" if config.redis else ""
    serves = f"gamenight serves on {_url(config.host, port)} (database {shown(config.database)}{hints})"
    return f"{serves}\nPlay at {_url(EVERY_ADDRESS.get(config.host, config.host), port)}/"


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def shown(database: str) -> str:
    """The database's URL without its password and its query, which may contain another password."""
    return make_url(database).set(query={}).render_as_string(hide_password=True)
