"""The cups in a terminal."""

from __future__ import annotations

from gamenight.core.model import PlayerView
from gamenight.games.liarsdice.view import LiarsDiceView, in_words


def text(view: PlayerView) -> str:
    """Who has how many dice and bid what in this round; one's own dice in full."""
    table: LiarsDiceView = view.game_data
    width = max(len(player.display_name) for player in view.players)
    lines = [f"round {table.round}, {sum(table.counts)} dice" + (", ones are wild" if table.wild_ones else ""), ""]
    for player, count in zip(view.players, table.counts, strict=True):
        bids = ", ".join(in_words(bid) for bid in table.bids if bid.player_id == player.player_id)
        dice = _own(table) if player.player_id == view.viewer_id and table.dice else "? " * count
        lines.append(f"{player.display_name:<{width}}  {dice or 'out':<12}  {bids}".rstrip())
    return "\n".join(lines)


def _own(table: LiarsDiceView) -> str:
    return "".join(f"{die} " for die in sorted(table.dice))
