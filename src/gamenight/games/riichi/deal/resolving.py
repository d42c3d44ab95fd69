"""What comes of the answers to a discard or a kan: ron, then pon and kan, then chi, else the next draw."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from gamenight.core import Action, Event, PlayerId, TransitionResult, seat_index
from gamenight.games.riichi.deal import ending, events
from gamenight.games.riichi.deal.calls import PRECEDENCE, distance, is_fourth_kan_due
from gamenight.games.riichi.deal.moves import finish_kan, let_go, meld_called, put
from gamenight.games.riichi.deal.payments import STICK
from gamenight.games.riichi.deal.wall import tiles_left
from gamenight.games.riichi.hand.faces import names
from gamenight.games.riichi.hand.hands import waits_of
from gamenight.games.riichi.hand.tiles import EAST, NORTH
from gamenight.games.riichi.hand.winning import can_ron, is_closed_kan
from gamenight.games.riichi.state import SEATS, DrawKind, Play, RiichiState


def resolve(table: RiichiState, answers: Mapping[PlayerId, Action]) -> TransitionResult:
    rons = [seat_index(who) for who, answer in answers.items() if answer.action_type == "ron"]
    if rons:
        return _won(table, sorted(rons, key=lambda who: distance(table, who)))
    if table.play.stage == "rob":
        return _kan_stands(table)
    passed, told = let_go(table)
    settled, accepted = _accept_riichi(passed)
    following = _following(settled, answers)
    scores = settled.sheet.points if accepted and following.scores is None else following.scores
    return TransitionResult(following.game_data, (*told, *accepted, *following.events), scores)


def _following(table: RiichiState, answers: Mapping[PlayerId, Action]) -> TransitionResult:
    """What follows a discard that nobody has won with."""
    aborted = _aborted(table)
    if aborted is not None:
        return ending.abort(table, aborted, _shown(aborted))
    best = max(answers.values(), key=lambda answer: PRECEDENCE[answer.action_type], default=None)
    if best is not None and best.action_type != "pass":
        return _melded(table, best)
    return _next_draw(table)


def _won(table: RiichiState, winners: list[int]) -> TransitionResult:
    if table.rules.rons == "one":
        return ending.win_by_ron(table, winners[:1])
    if table.rules.rons == "two" and len(winners) == SEATS - 1:
        return ending.abort(table, "sanchahou", tuple(sorted(winners)))
    return ending.win_by_ron(table, winners)


def _kan_stands(table: RiichiState) -> TransitionResult:
    """Nobody has robbed the kan."""
    if is_closed_kan(table):
        passed, told = _let_robbers_go(table)
    else:
        passed, told = let_go(table)
    done = finish_kan(passed)
    return TransitionResult(done.game_data, (*told, *done.events))


def _let_robbers_go(table: RiichiState) -> tuple[RiichiState, tuple[Event, ...]]:
    """Only thirteen orphans could have robbed a closed kan, so only they are furiten."""
    tile = table.play.tile
    assert tile is not None
    could = [n for n in range(SEATS) if n != table.play.seat and tile // 4 in waits_of(table, n) and can_ron(table, n)]
    flags = table.flags
    for n in could:
        flags = put(flags, n, replace(flags[n], missed=(*flags[n].missed, tile // 4)))
    told = [events.furiten(n, is_furiten=True) for n in could if table.rules.show_waits]
    return replace(table, flags=flags), tuple(told)


def _accept_riichi(table: RiichiState) -> tuple[RiichiState, tuple[Event, ...]]:
    """A riichi discard that nobody has won with: the stick is paid. Double if nobody had called before it."""
    who, sheet = table.play.seat, table.sheet
    if not table.rivers[who][-1].riichi:
        return table, ()
    riichi = 2 if table.play.is_calm and len(table.rivers[who]) == 1 else 1
    points = put(sheet.points, who, sheet.points[who] - STICK)
    own = replace(table.flags[who], riichi=riichi, ippatsu=True)
    after = replace(
        table,
        sheet=replace(sheet, points=points, sticks=sheet.sticks + 1),
        flags=put(table.flags, who, own),
    )
    return after, (events.riichi_accepted(after, who),)


def _aborted(table: RiichiState) -> DrawKind | None:
    """The abortive draw that this discard has made."""
    if not table.rules.abortive_draws:
        return None
    if is_fourth_kan_due(table):
        return "suukaikan"
    if all(own.riichi for own in table.flags):
        return "suucha_riichi"
    return "suufon_renda" if _is_suufon(table) else None


def _is_suufon(table: RiichiState) -> bool:
    """Everybody's first discard is the same wind, and nobody has called."""
    if not table.play.is_calm or any(len(river) != 1 for river in table.rivers):
        return False
    kinds = {river[0].tile // 4 for river in table.rivers}
    return len(kinds) == 1 and EAST <= min(kinds) <= NORTH


def _shown(kind: DrawKind) -> tuple[int, ...]:
    """Four riichi show that they are tenpai."""
    return tuple(range(SEATS)) if kind == "suucha_riichi" else ()


def _melded(table: RiichiState, call: Action) -> TransitionResult:
    who = seat_index(call.player_id)
    if call.action_type == "open_kan":
        tile = table.play.tile
        assert tile is not None
        same = tuple([own for own in table.hands[who] if own // 4 == tile // 4])
        return meld_called(table, who, "open_kan", names(same, red_fives=table.rules.red_fives))
    return meld_called(table, who, "pon" if call.action_type == "pon" else "chi", call.payload.tiles)


def _next_draw(table: RiichiState) -> TransitionResult:
    if not tiles_left(table.wall):
        return ending.end_of_wall(table)
    following = (table.play.seat + 1) % SEATS
    return TransitionResult(replace(table, play=Play("draw", following, is_calm=table.play.is_calm)))
