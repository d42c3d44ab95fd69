"""Knocks in gin rummy, searched completely by another engine: the best layoffs have the same points."""

import json
from pathlib import Path

import pytest

from tests.cards.dealing import totals
from tests.games.gin_rummy.test_gin_rummy import knock_of_row


@pytest.mark.parametrize("bonus", ["modern", "classic"])
def test_layoffs_and_points_agree_with_another_engine(bonus: str, oracles: Path):
    for row in json.loads((oracles / "cards" / "gin_knock.json").read_text())["rows"]:
        match = knock_of_row(row, bonus)
        points = dict(zip(("knocker", "defender"), totals(match), strict=True))
        assert points[row["winner"]] == row[f"points_{bonus}"] == max(points.values()), row
