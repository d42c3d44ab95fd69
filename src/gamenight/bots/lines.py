"""Exchange lines with a program, which is started here or listens at an address. Every operation has a deadline."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import time
from collections.abc import Callable, Sequence

LONGEST_LINE = 1_000_000
CHUNK = 65_536
ENDING_S = 2.0
"""Seconds that a program has to end by itself before it is killed."""


class ProgramFailed(Exception):
    """The program cannot be reached or does not answer; the message says why."""


class Lines:
    """A connection to a program. `close` closes it, and ends the program if it was started here."""

    def __init__(self, name: str, reading: int, writing: int, close: Callable[[], None]) -> None:
        self.close = close
        self._name = name
        self._reading, self._writing = reading, writing
        self._rest = b""
        os.set_blocking(reading, False)
        os.set_blocking(writing, False)

    def ask(self, line: bytes, until: float) -> bytes:
        """Send a line and return the answer; raise ProgramFailed if there is none before `until` (`time.monotonic`)."""
        self._send(line + b"\n", until)
        while b"\n" not in self._rest:
            self._rest += self._more(until)
            if len(self._rest) > LONGEST_LINE:
                raise ProgramFailed(f"{self._name} sent more than {LONGEST_LINE} bytes in a line")
        answer, _, self._rest = self._rest.partition(b"\n")
        return answer

    def _send(self, data: bytes, until: float) -> None:
        while data:
            self._wait(until, writing=True)
            try:
                data = data[os.write(self._writing, data) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise ProgramFailed(f"cannot write to {self._name} any more: {error.strerror}") from None

    def _more(self, until: float) -> bytes:
        self._wait(until, writing=False)
        try:
            data = os.read(self._reading, CHUNK)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise ProgramFailed(f"cannot read from {self._name} any more: {error.strerror}") from None
        if not data:
            raise ProgramFailed(f"{self._name} ended without an answer")
        return data

    def _wait(self, until: float, *, writing: bool) -> None:
        left = until - time.monotonic()
        wanted = ([], [self._writing]) if writing else ([self._reading], [])
        if left <= 0 or not any(select.select(*wanted, [], left)):
            raise ProgramFailed(f"{self._name} did not answer in time")


def start_program(command: Sequence[str]) -> Lines:
    """Start a program and connect to its standard input and output; its standard error goes to ours."""
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    except OSError as error:
        raise ProgramFailed(f"cannot start {command[0]}: {error.strerror}") from None
    stdin, stdout = process.stdin, process.stdout
    assert stdin is not None
    assert stdout is not None

    def close() -> None:
        stdin.close()
        stdout.close()
        try:
            process.wait(ENDING_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    return Lines(command[0], stdout.fileno(), stdin.fileno(), close)


def connect_program(host: str, port: int, until: float) -> Lines:
    """Connect to a program that listens at this address."""
    name = f"{host}:{port}"
    try:
        line = socket.create_connection((host, port), max(0.001, until - time.monotonic()))
    except OSError as error:
        raise ProgramFailed(f"cannot reach {name}: {error.strerror or error}") from None
    return Lines(name, line.fileno(), line.fileno(), line.close)
