"""The ledger in a database. A transaction that changes it holds the lock of the table's row, so claims cannot race."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from gamenight.core.model import MatchId
from gamenight.store.database.bulk import Row
from gamenight.store.database.tables import model_decisions, nodes
from gamenight.store.database.transactions import Database
from gamenight.store.errors import BadEntry, DamagedLog
from gamenight.store.hall import queries
from gamenight.store.hall.decisions import CALLED_OFF, LOST, Busy, Claim, Done, ModelDecision, ModelTask, Ours, Spent
from gamenight.store.hall.locks import known, lock
from gamenight.store.log.codec import Stored, instant, json_text, plain_text, read_json

IN_BODY = ("reason", "action", "played", "is_hidden", "said", "calls")
IN_COLUMNS = tuple(name for name in ModelDecision.__struct_fields__ if name not in IN_BODY)

MOST_TOKENS = 10**12
"""Upper bound on each count of a decision; sums of such counts fit easily into 64 bits."""

_own = model_decisions.c
_body = msgspec.json.Decoder(dict[str, Any])

_OF_MATCH = _own.match_id == sa.bindparam("of_match")
_OF_DUTY = sa.and_(
    _OF_MATCH,
    _own.seat_index == sa.bindparam("of_seat"),
    _own.prompt == sa.bindparam("of_prompt"),
    _own.retry == sa.bindparam("of_retry"),
)
_INSERT = model_decisions.insert()
_LAST = sa.select(model_decisions).where(_OF_DUTY).order_by(_own.number.desc()).limit(1)
_NEXT_NUMBER = sa.select(sa.func.coalesce(sa.func.max(_own.number) + 1, 0)).where(_OF_MATCH)
_FINISH = model_decisions.update().where(_OF_DUTY, _own.number == sa.bindparam("of_number"))
_FINISHED = sa.select(model_decisions).where(_OF_MATCH, _own.outcome.is_not(None)).order_by(_own.number)
_SEEN_AT = sa.select(nodes.c.seen_at).where(nodes.c.node == sa.bindparam("of_node"))
_SUMS = sa.select(
    sa.func.sum(_own.call_count).label("calls"),
    sa.func.sum(_own.usd).label("usd"),
    sa.func.sum(_own.unpriced).label("unpriced"),
    sa.func.sum(_own.tokens).label("tokens"),
)


class Ledger:
    """The decisions at the tables of a database. They are deleted with their table.

    Methods that name a table raise UnknownMatch if it does not exist; all may raise StoreUnavailable. A decision with
    impossible sums, or with an unknown claim number, raises BadEntry.
    Each call is one transaction.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, duty: ModelTask, node: str, now: int, *, alive_since: int) -> Claim:
        """Claim the duty for this node, unless it is decided, or another node with a heartbeat since `alive_since` has
        claimed it.

        An open claim of an expired node, or of this node itself, is finished as lost. Duties that were lost or called
        off can be claimed again.
        """
        return await self._database.write(lambda c: claim(c, duty, node, now, alive_since))

    async def finish(self, duty: ModelTask, number: int, decision: ModelDecision) -> None:
        """Write the outcome of a claim. Writing it twice has no further effect.

        A node that had expired can still write what it paid for: its decision replaces the lost one.
        """
        await self._database.write(lambda c: finish(c, duty, number, decision))

    async def note(self, match_id: MatchId, decision: ModelDecision) -> None:
        """Write a decision without a claim, because the model is hosted elsewhere."""
        await self._database.write(lambda c: note(c, match_id, decision))

    async def decisions(self, match_id: MatchId) -> tuple[ModelDecision, ...]:
        """All finished decisions, in the order in which they were begun."""
        return await self._database.read(lambda c: decisions(c, match_id))

    async def spent(
        self, *, match_id: MatchId | None = None, seat_index: int | None = None, since: int | None = None
    ) -> Spent:
        """The sums over a match, over a seat in it, or over everything that has ended since `since`; None is any."""
        return await self._database.read(lambda c: spent(c, match_id, seat_index, since))


def claim(connection: sa.Connection, duty: ModelTask, node: str, now: int, alive_since: int) -> Claim:
    lock(connection, duty.match_id)
    last = connection.execute(_LAST, _of(duty)).mappings().first()
    if last is not None and last["outcome"] is None:
        if last["node"] != node and _is_alive(connection, last["node"], alive_since):
            return Busy()
        _lose(connection, duty, last, now)
    elif last is not None and last["outcome"] not in (CALLED_OFF, LOST):
        return Done(_read_decision(last))
    number = _next_number(connection, duty.match_id)
    connection.execute(_INSERT, {"number": number, **_open_row(duty, node, now)})
    return Ours(number)


def finish(connection: sa.Connection, duty: ModelTask, number: int, decision: ModelDecision) -> None:
    lock(connection, duty.match_id)
    if (decision.seat_index, decision.prompt, decision.retry) != (duty.seat_index, duty.prompt, duty.retry):
        raise BadEntry("the decision is not about the duty that was claimed")
    if connection.execute(_FINISH, {**_of(duty), "of_number": number, **_decision_row(decision)}).rowcount == 0:
        raise BadEntry(f"match {duty.match_id} has no claim {number}")


def note(connection: sa.Connection, match_id: MatchId, decision: ModelDecision) -> None:
    lock(connection, match_id)
    number = _next_number(connection, match_id)
    connection.execute(_INSERT, {"match_id": match_id, "number": number, "node": None, **_decision_row(decision)})


def decisions(connection: sa.Connection, match_id: MatchId) -> tuple[ModelDecision, ...]:
    rows = connection.execute(_FINISHED, {"of_match": known(match_id)}).mappings().all()
    if not rows:
        queries.check_known(connection, match_id)
    return tuple(map(_read_decision, rows))


def spent(connection: sa.Connection, match_id: MatchId | None, seat_index: int | None, since: int | None) -> Spent:
    statement = _SUMS
    if match_id is not None:
        statement = statement.where(_own.match_id == known(match_id))
    if seat_index is not None:
        statement = statement.where(_own.seat_index == seat_index)
    if since is not None:
        statement = statement.where(_own.ended_at >= since)
    sums = connection.execute(statement).mappings().one()
    # PostgreSQL returns the sum of large integers as a Decimal; the sum of no rows is NULL.
    calls, unpriced, tokens = (int(sums[name] or 0) for name in ("calls", "unpriced", "tokens"))
    return Spent(calls, float(sums["usd"] or 0), unpriced, tokens)


def _is_alive(connection: sa.Connection, node: str, alive_since: int) -> bool:
    seen_at: int | None = connection.scalar(_SEEN_AT, {"of_node": node})
    return seen_at is not None and seen_at >= alive_since


def _lose(connection: sa.Connection, duty: ModelTask, row: Stored, now: int) -> None:
    connection.execute(_FINISH, {**_of(duty), "of_number": row["number"], "ended_at": now, "outcome": LOST})


def _next_number(connection: sa.Connection, match_id: MatchId) -> int:
    number: int = connection.scalars(_NEXT_NUMBER, {"of_match": match_id}).one()
    return number


def _of(duty: ModelTask) -> Row:
    return {
        "of_match": known(duty.match_id),
        "of_seat": duty.seat_index,
        "of_prompt": duty.prompt,
        "of_retry": duty.retry,
    }


def _open_row(duty: ModelTask, node: str, now: int) -> Row:
    """The row of an open claim; if it is lost, it reads as a decision without a move and without a cost."""
    nothing = {"call_count": 0, "usd": 0.0, "unpriced": 0, "tokens": 0, "body": json_text({"played": "nobody"})}
    return {**msgspec.structs.asdict(duty), "node": plain_text(node), "at": instant(now), **nothing}


def _decision_row(decision: ModelDecision) -> Row:
    _check_sums(decision)
    columns = {name: getattr(decision, name) for name in IN_COLUMNS}
    body = json_text({name: getattr(decision, name) for name in IN_BODY})
    instants = {"at": instant(decision.at), "ended_at": instant(decision.ended_at)}
    return {**columns, **instants, "outcome": plain_text(decision.outcome), "body": body}


def _check_sums(decision: ModelDecision) -> None:
    counts = (decision.call_count, decision.unpriced, decision.tokens)
    if not all(0 <= count < MOST_TOKENS for count in counts) or not 0 <= decision.usd < float("inf"):
        raise BadEntry("the decision has impossible sums")


def _read_decision(row: Stored) -> ModelDecision:
    match_id, what = row["match_id"], f"decision {row['number']} of a model"
    body = read_json(_body, row["body"], match_id, None, what)
    try:
        return msgspec.convert({**{name: row[name] for name in IN_COLUMNS}, **body}, ModelDecision)
    except msgspec.ValidationError as error:
        raise DamagedLog(match_id, None, f"{what} cannot be read ({error})") from None
