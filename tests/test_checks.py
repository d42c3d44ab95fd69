"""The checks of `make check` and `make check-web`, run by `make test` only, in parallel with other tests."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MADE = ("--old-file=.venv/.installed", "--old-file=web/node_modules/.installed")
"""`make` installs nothing while tests use what is installed."""


@pytest.mark.checks
@pytest.mark.parametrize("target", ["check", "check-web"])
def test_linters_types_and_the_page_s_own_tests(target: str):
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(["make", *MADE, target], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
