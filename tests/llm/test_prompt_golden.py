"""The prompts of every game and phase equal the reviewed golden ones."""

import pytest

from gamenight.core.registry import catalogue
from tests.llm.goldens import FOLDER, SCENES, text_of


@pytest.mark.parametrize("slug", SCENES)
def test_a_prompt_equals_its_golden_file(slug):
    told = (FOLDER / f"{slug}.txt").read_text(encoding="utf-8")
    assert text_of(slug) == told, "renew it with `python -m tests.llm.goldens`, and read what has changed"


def test_every_game_has_golden_prompts():
    assert sorted(SCENES) == sorted(catalogue().games)
