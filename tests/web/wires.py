"""A proxy between browser and server whose connections can be cut and restored."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from tests.timeouts import TIMEOUT_S


class Wire:
    """A loopback address that forwards to a port; when it is cut, all its connections break."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_whole = True
        self.url = ""
        self.loses_answers = False
        """What the server says gets lost on the way, while what it is told arrives."""
        self.told = bytearray()
        """All that the server was told over this wire."""
        self._lost = b""
        self._loses_more = asyncio.Event()

    def cut(self) -> None:
        self._is_whole = False
        for writer in self._open:
            writer.transport.abort()

    def mend(self) -> None:
        self._is_whole = True
        self.loses_answers = False

    async def has_lost(self, words: bytes) -> None:
        """Wait until an answer with these words was lost; other messages do not count."""
        async with asyncio.timeout(TIMEOUT_S):
            while words not in self._lost:
                self._loses_more.clear()
                await self._loses_more.wait()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if not self._is_whole:
            writer.transport.abort()
            return
        with suppress(OSError):
            there, back = await asyncio.open_connection("127.0.0.1", self._port)
            self._open |= {writer, back}
            await asyncio.gather(self._copy(reader, back), self._copy(there, writer, is_answer=True))
            self._open -= {writer, back}
        writer.transport.abort()

    async def _copy(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_answer: bool = False
    ) -> None:
        with suppress(OSError):
            while some := await reader.read(65_536):
                if is_answer and self.loses_answers:
                    self._lost += some
                    self._loses_more.set()
                    continue
                if not is_answer:
                    self.told += some
                writer.write(some)
                await writer.drain()
        writer.close()

    async def close(self) -> None:
        self.cut()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def wire_to(port: int) -> AsyncIterator[Wire]:
    wire = Wire(port)
    server = await asyncio.start_server(wire.accept, "127.0.0.1", 0)
    wire.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield wire
    finally:
        server.close()
        await wire.close()
