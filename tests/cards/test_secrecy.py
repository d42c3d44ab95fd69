"""Viewers never receive a secret card, nor data that depends on one; planted leaks prove the tests."""

from __future__ import annotations

import pytest

from gamenight.core.rng import Rng, seed_text
from tests.cards.leaky import PLANTED
from tests.cards.playing import CARD_GAMES
from tests.cards.secrecy import Leak, Searcher, cards_in, search
from tests.cards.traffic import WatchedTable, play
from tests.cards.twins import Tracked, compare, played

SHORT = {
    "hearts": {"deals": 2},
    "durak": {"deals": 1},
    "gin_rummy": {"deals": 2},
    "scopa": {"deals": 2},
    "crazy_eights": {"most_plays": 60},
}
"""Games of one or two deals."""

TABLES = [(game, players) for game in CARD_GAMES for players in range(game.min_players, game.max_players + 1)]
TWO_PACKS = {("crazy_eights", 6), ("crazy_eights", 7)}
# With two packs there are two of each card, so a card's face does not tell whether it was seen.
ONE_PACK = {"crazy_eights": {"packs": 1}}
OF_ONE_PACK = [(game, players) for game, players in TABLES if (game.game_id, players) not in TWO_PACKS]


def search_game(game, players: int, options, seed: str, most: int = 1000) -> WatchedTable:
    """Play a game and search everything that viewers receive, also after a reconnection."""
    table = WatchedTable(game, players, seed, options)
    searchers = [Searcher(table, viewer) for viewer in table.viewers]
    play(table, Rng(seed_text(seed)), lambda table: search(table, searchers, anew=len(table.actions) % 25 == 0), most)
    return table


def compare_game(game, players: int, options, seed: str, times: int, most: int = 1000) -> int:
    """In how many worlds each viewer was sent the same, of so many that were tried for each."""
    told, chance = played(game, players, seed, options, most), Rng(seed_text(seed), ("twins",))
    return sum(compare(game, players, seed, told, viewer, chance) for viewer in told.heard for _ in range(times))


def test_cards_are_found_however_they_are_written():
    text = '"QS" card/TH hand/9C.2 "10♦" "K♣, 2♥" "ASK" "QSX" 5 "H"'
    assert cards_in(text.encode()) == {*"QS TH 9C TD KC 2H".split()}


@pytest.mark.parametrize("game, players", TABLES, ids=lambda each: getattr(each, "game_id", str(each)))
def test_no_frame_names_a_card_that_is_secret_for_its_viewer(game, players):
    table = search_game(game, players, SHORT[game.game_id], "secrecy", most=150)
    assert all(frames for frames in table.heard.values())


@pytest.mark.parametrize("game, players", OF_ONE_PACK, ids=lambda each: getattr(each, "game_id", str(each)))
def test_frames_are_the_same_in_worlds_that_a_viewer_cannot_tell_apart(game, players):
    options = SHORT[game.game_id] | ONE_PACK.get(game.game_id, {})
    assert compare_game(game, players, options, "twins", times=2, most=120) >= players + 1


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_a_planted_leak_is_found(planted):
    game, players, options, is_searched = planted
    if is_searched:
        with pytest.raises(Leak):
            [search_game(game, players, options, f"planted {number}") for number in range(5)]
    with pytest.raises(Tracked):
        [compare_game(game, players, options, f"planted {number}", times=6) for number in range(5)]
