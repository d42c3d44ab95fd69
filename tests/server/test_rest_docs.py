"""The statements of `docs/server.md` about REST and the settings are true."""

import re
from pathlib import Path

import pytest

from gamenight.core.fields import fields_of
from gamenight.protocol.bodies import Fault, JoinTable
from gamenight.protocol.messages import TableShown
from gamenight.server.games import Games
from gamenight.server.node.new_table import OpenTable, new_table
from gamenight.server.request_parsing import read_json
from gamenight.server.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text()


def example(begins: str, nth: int = 0) -> bytes:
    """The body in the document that begins like this."""
    blocks = re.findall(r"^```json\n(.*?)^```$", PAGE, re.M | re.S)
    return [block for block in blocks if re.match(begins, block)][nth].encode()


def rows(heading: str) -> dict[str, str]:
    """The first two columns of the table under a heading."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", section, re.M))


@pytest.mark.parametrize("field", fields_of(Settings), ids=lambda field: field.name)
def test_every_setting_is_documented_with_its_default(field):
    shown = rows("Settings")[field.name].strip("`")
    assert shown == ("no" if field.default is False else str(field.default) if field.default else "none")


def test_every_documented_setting_exists():
    assert list(rows("Settings")) == [field.name for field in fields_of(Settings)]


def test_the_documented_bodies_are_valid():
    asked = read_json(example(r'\{\s+"game":'), OpenTable)
    table = new_table(asked, Games(), Settings(), 0)
    assert table.settings.seats == 4
    assert read_json(example(r'\{"player_name"'), JoinTable) == JoinTable("Ada", 1)
    assert read_json(example(r'\{"code"'), Fault).field == "options.dice"
    assert read_json(example(r'\{\s+"match_id"'), TableShown).table["options"]["dice"] == 4
