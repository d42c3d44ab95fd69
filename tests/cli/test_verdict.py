"""The outcome of a match, in one line."""

import pytest
from msgspec.structs import replace

from gamenight.cli.terminal.words import tell_of, verdict
from gamenight.core.match import Match
from gamenight.core.model import GameResult, GameStatus, seat

ADA, BO, CY, YOU = ((seat(0),), (seat(1),), (seat(2),), (seat(3),))


@pytest.mark.parametrize(
    "result, line",
    [
        (GameResult(((ADA,), (BO, CY, YOU))), "Ada wins"),
        (GameResult(((YOU,), (ADA, BO, CY))), "You win"),
        (GameResult((((*ADA, *CY),), ((*BO, *YOU),))), "Ada and Cy win"),
        (GameResult(((ADA, BO, CY), (YOU,))), "Ada, Bo, and Cy share the first place"),
        (GameResult(((ADA, BO, CY, YOU),)), "A draw"),
        (GameResult(((ADA,), (BO, CY, YOU)), "resignation", {"left": ["p1", "p3"]}), "Ada wins: Bo and You resigned"),
        (GameResult(((ADA,), (BO, CY, YOU)), "timeout", {"left": ["p1"]}), "Ada wins: Bo ran out of time"),
        (GameResult(((ADA,), (BO, CY, YOU)), "timeout"), "Ada wins: on time"),
        (GameResult(()), "There is no ranking"),
    ],
)
def test_the_verdict_names_the_winner_and_players_who_left(result, line):
    assert verdict(_over(GameStatus.FINISHED, result), tell_of(None)) == line


@pytest.mark.parametrize(
    "status, line",
    [
        (GameStatus.ABANDONED, "The match was abandoned"),
        (GameStatus.ERROR, "The match was ended by an error"),
    ],
)
def test_an_unfinished_match_has_no_winner(status, line):
    assert verdict(_over(status, GameResult((), "abandonment")), tell_of(None)) == line


def _over(status, result):
    match = Match.start("liarsdice", ["Ada", "Bo", "Cy", "You"], seed=1)
    return replace(match.view(), status=status, result=result)
