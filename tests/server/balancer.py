"""One address for several nodes: each connection goes to a node that runs, and ends when the node does."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count

from tests.server.server_process import ServerProcess


@asynccontextmanager
async def balanced(nodes: Sequence[ServerProcess]) -> AsyncIterator[str]:
    """The URL of the address; the nodes take turns."""
    turn = count()
    passing: set[asyncio.Task[None]] = set()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = next(turn)
        task = asyncio.create_task(
            _pass_on(reader, writer, [nodes[(first + n) % len(nodes)] for n in range(len(nodes))])
        )
        passing.add(task)
        task.add_done_callback(passing.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for task in passing:
            task.cancel()
        await asyncio.gather(*passing, return_exceptions=True)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, nodes: Sequence[ServerProcess]) -> None:
    with suppress(OSError):
        for node in nodes:
            with suppress(OSError):
                there, back = await asyncio.open_connection("127.0.0.1", node.port)
                await asyncio.gather(_copy(reader, back), _copy(there, writer))
                break
    writer.transport.abort()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copy bytes in both directions until one side closes; then close the other."""
    with suppress(OSError):
        while some := await reader.read(65_536):
            writer.write(some)
            await writer.drain()
    writer.close()
