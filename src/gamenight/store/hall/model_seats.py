"""Seats of language models that give no answer: people at the table decide how to continue."""

from __future__ import annotations

import sqlalchemy as sa
from msgspec.structs import replace

from gamenight.core.model import MatchId
from gamenight.store.hall.codec import models_text, read_models
from gamenight.store.hall.locks import lock, renew
from gamenight.store.hall.table import ModelSeat
from gamenight.store.log.codec import Stored, plain_text


def stick(connection: sa.Connection, match_id: MatchId, seat_index: int, prompt: int, outcome: str, retry: int) -> bool:
    table = lock(connection, match_id)
    was = _model_seat(table, seat_index)
    is_same = was.prompt == prompt
    if was.stand_in or was.prompt > prompt or (is_same and was.stuck is not None):
        return False
    if retry != (was.retries if is_same else 0):
        return False
    now = ModelSeat(seat_index=seat_index, stuck=plain_text(outcome), prompt=prompt, retries=retry)
    _write(connection, table, now)
    return True


def free(connection: sa.Connection, match_id: MatchId, seat_index: int, prompt: int, stand_in: bool) -> bool:
    table = lock(connection, match_id)
    was = _model_seat(table, seat_index)
    if was.stuck is None or was.prompt != prompt:
        return False
    retries = was.retries if stand_in else was.retries + 1
    _write(connection, table, replace(was, stuck=None, retries=retries, stand_in=stand_in))
    return True


def _model_seat(table: Stored, seat_index: int) -> ModelSeat:
    nothing = ModelSeat(seat_index=seat_index, prompt=-1)
    return next((one for one in read_models(table) if one.seat_index == seat_index), nothing)


def _write(connection: sa.Connection, table: Stored, changed: ModelSeat) -> None:
    others = [one for one in read_models(table) if one.seat_index != changed.seat_index]
    models = sorted([*others, changed], key=lambda one: one.seat_index)
    renew(connection, table["match_id"], models=models_text(tuple(models)))
