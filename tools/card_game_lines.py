"""The lines of each card game by part, as docs/adding-a-card-game.md has them: `python -m tools.card_game_lines`."""

from collections import Counter
from pathlib import Path

from gamenight.cards import CardGame
from gamenight.core.registry import catalogue

GAMES = Path("src/gamenight/games")
PARTS = {
    "options": ("options", "state"),
    "scoring": ("scoring",),
    "facts": ("facts",),
    "scene": ("scene", "offers", "terminal"),
    "bots": ("evaluation", "heuristic", "judging"),
    "oracle": ("oracle",),
}
"""The modules of each part; every other module is rules."""

COLUMNS = ("rules", *PARTS, "texts")


def part_of(module: str) -> str:
    return next((part for part, modules in PARTS.items() if module in modules), "rules")


def lines_of(folder: Path) -> Counter[str]:
    """How many lines each part of a game has, blank ones and comments included."""
    found: Counter[str] = Counter()
    for path in folder.glob("*.py"):
        found[part_of(path.stem)] += len(path.read_text().splitlines())
    for path in folder.glob("texts/*.ftl"):
        found["texts"] += len(path.read_text().splitlines())
    return found


def main() -> None:
    print("| game |", " | ".join(COLUMNS), "|")
    print("|---" * (len(COLUMNS) + 1) + "|")
    for name in sorted(name for name, game in catalogue().games.items() if isinstance(game, CardGame)):
        counted = lines_of(GAMES / name)
        print(f"| {name} |", " | ".join(str(counted[part] or "") for part in COLUMNS), "|")


if __name__ == "__main__":
    main()
