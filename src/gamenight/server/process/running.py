"""One node as a process: everything that it is made of, and uvicorn around it."""

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

from gamenight.bots.finding import named_bots, register_named
from gamenight.bots.registry import BadStrategy, read_strategy
from gamenight.llm.calls import ConfigurationFailed, endpoints, find_endpoint
from gamenight.server.bots.workers import Workers
from gamenight.server.games import Games
from gamenight.server.http.app import make_app
from gamenight.server.node.node import Node
from gamenight.server.process.connections import HttpConnection, limited_websockets
from gamenight.server.process.descriptors import make_room_for
from gamenight.server.process.logs import log_plainly, report_fault
from gamenight.server.settings import Settings
from gamenight.store import open_hall
from gamenight.store.bus.contract import Bus, Hear, local_bus, redis_bus

GRACE_S = 3
"""How long open requests and sockets have to end when the server stops."""

ROOM_FOR_AN_ERROR = 16_384
"""Frames a little too large reach our own code, which says how large they may be; uvicorn cuts off larger ones."""

YOUNG_OBJECTS = 10_000
"""So many more than before are made before the collector looks at them."""

EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Hosts that mean all of a machine's addresses, and one at which it reaches itself."""

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]", "::1")

BIND_TROUBLES = {
    errno.EADDRINUSE: "is taken: somebody else serves there",
    errno.EACCES: "may not be used by this account",
    errno.EADDRNOTAVAIL: "is not on this machine",
}


class CannotServe(Exception):
    """The server cannot begin here; the message says why."""


class BadSite(CannotServe):
    """Something that was asked for cannot be meant."""


class Site(Struct, frozen=True, kw_only=True):
    """Where a server serves, and on what. Port 0 is any free one; the headers of `proxies` are believed."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "sqlite:///gamenight.db"
    redis: str | None = None
    games: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    """Bots besides those that are installed, each as name=module:attribute."""
    proxies: tuple[str, ...] = ()
    node: str | None = None


def run_server(site: Site, settings: Settings, tell: Callable[[str], None]) -> None:
    """Serve until a signal says to end; `tell` hears when the server is ready, and where.

    CannotServe, StoreError or UnknownGame if it never comes to that.
    """
    log_plainly()
    make_room_for(settings.max_connections)
    games = Games(site.games)
    _take_in(site.bots)
    _check_stand_in(settings.stand_in, games)
    if settings.llm:
        _check_models()
    settings = _with_local_hosts(settings, site)
    with bound(site.host, site.port) as listener, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.get_loop().set_exception_handler(report_fault)
        runner.run(_serve(site, settings, games, listener, tell))


def _with_local_hosts(settings: Settings, site: Site) -> Settings:
    """A server that only this machine reaches is asked by local names, unless a proxy stands before it."""
    if settings.served_hosts or site.proxies or site.host not in LOCAL_HOSTS:
        return settings
    return replace(settings, served_hosts=LOCAL_HOSTS)


def _take_in(bots: tuple[str, ...]) -> None:
    try:
        register_named(named_bots(bots))
    except BadStrategy as error:
        raise BadSite(f"--bot: {error}") from None


def _check_stand_in(strategy: str, games: Games) -> None:
    """BadSite if it is no strategy for any game; a game may have levels of its own, and lack those of others."""
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
        endpoints()  # refuses one that cannot be meant, also beside a good one
        find_endpoint()
    except ConfigurationFailed as failed:
        raise BadSite(f"--llm: {failed.text}") from None
    if find_spec("httpx2") is None:
        raise BadSite("--llm: models are asked with further packages: pip install 'gamenight[llm]'")


def bound(host: str, port: int) -> socket.socket:
    """A socket of this address, on which nobody is heard yet; CannotServe if it is not to be had."""
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
    """A port of this host that nobody has just now."""
    with bound(host, 0) as listener:
        port: int = listener.getsockname()[1]
    return port


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's, where there is one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _serve(
    site: Site, settings: Settings, games: Games, listener: socket.socket, tell: Callable[[str], None]
) -> None:
    async with running_node(site, settings, games) as node:
        server = _Server(_uvicorn_config(node, site, settings), lambda: tell(ready_lines(site, listener)))
        with _ending_quietly():
            await server.serve(sockets=[listener])


@asynccontextmanager
async def running_node(site: Site, settings: Settings, games: Games) -> AsyncIterator[Node]:
    """A node that looks after matches; at the end it lets go of all that it has opened."""
    async with AsyncExitStack() as opened:
        store, hall = await open_hall(site.database)
        opened.push_async_callback(store.close)
        name = node_name(site.node)
        bus = _bus(site.redis, lambda topic: node.hear(topic), name)
        opened.push_async_callback(bus.close)
        workers = Workers(settings.bot_workers, settings.bot_time_ms, named_bots(site.bots))
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
    """A name that no other node has, nor this one after its next start: who was connected before is so no more."""
    return f"{wanted or f'{socket.gethostname()}-{os.getpid()}'}-{secrets.token_hex(4)}"


def _uvicorn_config(node: Node, site: Site, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(node),
        http=HttpConnection,
        ws=limited_websockets(settings),
        ws_per_message_deflate=False,
        ws_max_size=settings.frame_bytes + ROOM_FOR_AN_ERROR,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(site.proxies),
        forwarded_allow_ips=list(site.proxies),
        timeout_graceful_shutdown=GRACE_S,
        lifespan="off",
    )


class _Server(uvicorn.Server):
    """uvicorn, and what happens when it serves."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        spare_the_collector()
        self._ready()


def spare_the_collector() -> None:
    """Let it never look again at what was loaded, and less often at all: all matches wait while it looks.

    Code and libraries are some 100,000 objects; looking through them took a tenth of a second each time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 20, 20)


@contextmanager
def _ending_quietly() -> Iterator[None]:
    """uvicorn raises the signal that ended it once more; whoever stops a server does not want to hear of that."""
    before = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, was in before.items():
            signal.signal(number, was)


def ready_lines(site: Site, listener: socket.socket) -> str:
    """For whoever runs the server, and for people on this machine, who cannot go to an address that stands for all."""
    port, hints = listener.getsockname()[1], ", hints by Redis" if site.redis else ""
    serves = f"gamenight serves on {_url(site.host, port)} (database {shown(site.database)}{hints})"
    return f"{serves}\nPlay at {_url(EVERY_ADDRESS.get(site.host, site.host), port)}/"


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def shown(database: str) -> str:
    """The database's URL without its password, and without its query, which may hold another."""
    return make_url(database).set(query={}).render_as_string(hide_password=True)
