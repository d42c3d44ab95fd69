"""Fixtures for tests of several nodes: a database and a Redis for each module."""

from itertools import count

import pytest

from tools.services import redis_server

_database_numbers = count(1)


@pytest.fixture(scope="module")
def database(postgres):
    name = f"nodes_{next(_database_numbers)}"
    yield postgres.create_database(name)
    postgres.drop_database(name)


@pytest.fixture(scope="module")
def redis():
    with redis_server() as redis:
        yield redis
