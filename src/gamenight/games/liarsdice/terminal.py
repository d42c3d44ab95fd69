"""The cups in a terminal."""

from __future__ import annotations

from gamenight.core.model import PlayerView
from gamenight.core.text import Tell, say
from gamenight.games.liarsdice.view import LiarsDiceView, in_words


def text(view: PlayerView, tell: Tell) -> str:
    """Who has how many dice and bid what in this round; one's own dice in full, and all when they are revealed."""
    table: LiarsDiceView = view.game_data
    width = max(len(player.display_name) for player in view.players)
    kind = "wild" if table.wild_ones else "plain"
    lines = [tell(say(kind, round=table.round, dice=sum(table.counts))), ""]
    for player, count in zip(view.players, table.counts, strict=True):
        bids = ", ".join(tell(in_words(bid)) for bid in table.bids if bid.player_id == player.player_id)
        if view.phase.name == "revealed" and table.last_reveal is not None:
            dice = _row(table.last_reveal.dice[player.seat_index])
        else:
            dice = _row(table.dice) if player.player_id == view.viewer_id and table.dice else "? " * count
        lines.append(f"{player.display_name:<{width}}  {dice or tell(say('out')):<12}  {bids}".rstrip())
    return "\n".join(lines)


def _row(dice: tuple[int, ...]) -> str:
    return "".join(f"{die} " for die in sorted(dice))
