"""Private PostgreSQL and Redis servers, each in a temporary folder of its own, for tests and benchmarks.

Both listen on a Unix socket in that folder only: no port to race for, and no system server in the way.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PATIENCE_S = 120


class ServiceError(Exception):
    """A server is not installed or does not start."""


@dataclass
class Postgres:
    """A cluster that can be stopped and started again on the same data, under the same URL."""

    folder: Path
    binaries: Path

    def url(self, database: str = "postgres") -> str:
        return f"postgresql+asyncpg://postgres@/{database}?host={self.folder}&port=5432"

    def initialize(self) -> None:
        # --no-sync spares the empty cluster's first sync only: the server itself syncs every commit.
        locale = ("--encoding=UTF8", "--no-locale")
        self._run("initdb", "--username=postgres", "--auth=trust", *locale, "--no-sync", "--pgdata=data")

    def start(self) -> None:
        options = f"-c listen_addresses='' -c port=5432 -c unix_socket_directories='{self.folder}'"
        self._run("pg_ctl", "start", "--wait", "--pgdata=data", "--log=log", f"--options={options}")

    def stop(self) -> None:
        self._run("pg_ctl", "stop", "--wait", "--mode=fast", "--pgdata=data")

    @property
    def is_running(self) -> bool:
        return (self.folder / "data" / "postmaster.pid").exists()

    def create_database(self, name: str) -> str:
        """The URL of a new, empty database."""
        self._run("createdb", *self._connection, name)
        return self.url(name)

    def dump(self, name: str, file: Path) -> None:
        """Copy a database, also while it is in use, to a new file that only the cluster's own account can write."""
        self._run("pg_dump", *self._connection[:3], "--format=custom", f"--file={file}", name)

    def restore(self, file: Path, name: str) -> str:
        """The URL of a new database with what a dump holds."""
        url = self.create_database(name)
        self._run("pg_restore", *self._connection[:3], "--exit-on-error", f"--dbname={name}", str(file))
        return url

    def drop_database(self, name: str) -> None:
        self._run("dropdb", *self._connection, "--force", name)

    @property
    def _connection(self) -> tuple[str, ...]:
        return (f"--host={self.folder}", "--port=5432", "--username=postgres", "--maintenance-db=postgres")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.binaries / program), *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, **_unprivileged())
        if done.returncode:
            log = self.folder / "log"
            raise ServiceError(f"{program}: {done.stdout}{done.stderr}{log.read_text() if log.exists() else ''}")


@contextmanager
def postgres_cluster() -> Iterator[Postgres]:
    with _temporary_folder("gamenight-pg-") as folder:
        if account := _unprivileged():
            shutil.chown(folder, account["user"], account["group"])
        postgres = Postgres(folder, _postgres_binaries())
        postgres.initialize()
        postgres.start()
        try:
            yield postgres
        finally:
            if postgres.is_running:
                postgres.stop()


@dataclass
class Redis:
    """A server without persistence: what it held is gone after a stop."""

    folder: Path
    program: str
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def url(self) -> str:
        return f"unix://{self._socket}"

    @property
    def _socket(self) -> Path:
        return self.folder / "redis.sock"

    def start(self) -> None:
        place = ("--port", "0", "--unixsocket", str(self._socket), "--dir", str(self.folder))
        command = [self.program, *place, "--save", "", "--appendonly", "no"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        self._wait_until_it_answers()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Meanwhile it can be connected to, and answers nobody."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def _wait_until_it_answers(self) -> None:
        give_up = time.monotonic() + PATIENCE_S
        while not self._answers():
            if time.monotonic() > give_up or (self._process and self._process.poll() is not None):
                self.stop()
                raise ServiceError(f"{self.program} does not start: {(self.folder / 'log').read_text()}")
            time.sleep(0.01)

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as connection:
            try:
                connection.connect(str(self._socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(64).startswith(b"+PONG")
            except OSError:
                return False


@contextmanager
def redis_server() -> Iterator[Redis]:
    with _temporary_folder("gamenight-redis-") as folder:
        redis = Redis(folder, _redis_program())
        redis.start()
        try:
            yield redis
        finally:
            redis.stop()


@contextmanager
def _temporary_folder(prefix: str) -> Iterator[Path]:
    # Not $TMPDIR: a socket's path may have 107 characters at most.
    with tempfile.TemporaryDirectory(prefix=prefix, dir="/tmp") as folder:
        yield Path(folder)


def _unprivileged() -> dict[str, Any]:
    """What makes subprocess drop root, which PostgreSQL refuses to run as; nothing for anybody else."""
    if os.geteuid() != 0:
        return {}
    accounts = {account.pw_name: account for account in pwd.getpwall()}
    account = accounts.get("postgres") or accounts["nobody"]
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def _postgres_binaries() -> Path:
    # Debian keeps the server's programs off the PATH; what is on it may be a wrapper.
    debian = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    if newest := max(debian, key=lambda initdb: float(initdb.parents[1].name), default=None):
        return newest.parent
    if on_path := shutil.which("initdb"):
        return Path(on_path).parent
    raise ServiceError("PostgreSQL is not installed; `make services` installs it")


def _redis_program() -> str:
    if on_path := shutil.which("redis-server"):
        return on_path
    raise ServiceError("Redis is not installed; `make services` installs it")
