"""For all tests: private servers, the oracles' folder, the order of tests, the settings of Hypothesis."""

import gc
import os
import random
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tools.services import Postgres, postgres_cluster, redis_server

settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile(
    "soak", max_examples=10_000, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("ci")

# Whatever a shell starts in the background ignores interrupts, and so would everything that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

_database_numbers = count(1)


def _oracles_folder() -> Path | None:
    """The folder with transcripts of other engines: from the environment, else beside the repository, else None."""
    if named := os.environ.get("GAMENIGHT_ORACLES"):
        if not Path(named).is_dir():
            raise pytest.UsageError(f"GAMENIGHT_ORACLES is not a folder: {named}")
        return Path(named)
    beside = Path(__file__).parents[2] / "shared" / "oracles"
    return beside if beside.is_dir() else None


ORACLES = _oracles_folder()
collect_ignore = [] if ORACLES else ["oracles"]

HERE = Path(__file__).parent
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))


def pytest_configure(config: pytest.Config) -> None:
    """Let each worker collect other folders first: it compiles these, and reads what the others have compiled."""
    if WORKERS > 1 and [Path(arg).resolve() for arg in config.args] == [HERE]:
        folders = sorted(str(path) for path in HERE.iterdir() if path.name not in collect_ignore and _has_tests(path))
        begin = WORKER * len(folders) // WORKERS
        config.args = folders[begin:] + folders[:begin]


def _has_tests(path: Path) -> bool:
    return path.match("test_*.py") or (path.is_dir() and any(path.rglob("test_*.py")))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every worker begins with some of the long ones, so that nobody waits for them in the end.

    The first part of the list goes to the first worker, and so on; who has finished takes from the others. All workers
    must have the same list.
    """
    items.sort(key=lambda item: item.path)
    long, others = [item for item in items if is_long(item)], [item for item in items if not is_long(item)]
    size = -(-len(others) // WORKERS)
    items[:] = [item for at in range(WORKERS) for item in (*long[at::WORKERS], *others[at * size : (at + 1) * size])]


def is_long(item: pytest.Item) -> bool:
    """Linters, the kit on whole games, and what is marked so."""
    return any(map(item.get_closest_marker, ("checks", "long"))) or "conform" in item.name


def pytest_collection_finish() -> None:
    """Exclude loaded objects from garbage collection, which took a twentieth of the tests' time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Seed Python's own `random`, so that it is the same in every run of a test."""
    random.seed(item.nodeid)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if ORACLES is None:
        terminalreporter.write_line("oracles: NOT RUN (no ../shared/oracles, and GAMENIGHT_ORACLES is not set)")


@pytest.fixture(scope="session")
def oracles() -> Path:
    """The folder of transcripts; only for tests under tests/oracles, as only these are skipped without it."""
    assert ORACLES is not None
    return ORACLES


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A cluster shared by this worker's tests. A test that stops its server opens its own postgres_cluster()."""
    with postgres_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="session")
def postgres_url(postgres: Postgres) -> str:
    return postgres.url()


@pytest.fixture
def postgres_database(postgres: Postgres) -> Iterator[str]:
    """The URL of an empty database for this test."""
    name = f"test_{next(_database_numbers)}"
    yield postgres.create_database(name)
    postgres.drop_database(name)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """One server for all tests of this worker, so a test sees the data of earlier tests."""
    with redis_server() as redis:
        yield redis.url
