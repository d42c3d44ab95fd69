"""Deltas: a client that applies them has the same document as the server."""

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.protocol.delta import difference, patched

SCALARS = st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-2, 2) | st.text("ab@0/", max_size=3)
DOCUMENTS = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text("ab@01", max_size=2), inner, max_size=4),
    max_leaves=20,
)


def over_the_wire(delta):
    return msgspec.json.decode(msgspec.json.encode(delta))


@given(DOCUMENTS, DOCUMENTS)
def test_a_client_that_applies_deltas_has_the_document_of_the_server(old, new):
    delta = over_the_wire(difference(old, new))
    assert msgspec.json.encode(patched(old, delta)) == msgspec.json.encode(new) or patched(old, delta) == new


@given(DOCUMENTS)
def test_an_unchanged_document_has_no_delta(document):
    assert difference(document, msgspec.json.decode(msgspec.json.encode(document))) is None


@given(st.lists(DOCUMENTS, min_size=2, max_size=5))
def test_deltas_can_be_applied_one_after_the_other(documents):
    shown = documents[0]
    for before, after in pairwise(documents):
        shown = patched(shown, over_the_wire(difference(before, after)))
        assert shown == after


@pytest.mark.parametrize(
    "old, new, delta",
    [
        ({"a": 1}, {"a": 2}, {"a": [2]}),
        ({"a": 1, "b": 2}, {"a": 1}, {"b": 0}),
        ({"cells": [None, None, 1]}, {"cells": [None, 0, 1]}, {"cells": {"1": [0]}}),
        ([1, 2, 3], [1, 2, 3, 4], {"@": [3, 0, [4]]}),
        ([1, 2, 3, 4], [1, 3, 4], {"@": [1, 1, []]}),
        ({"a": 1}, {"a": True}, {"a": [True]}),
        ({"a": 0}, {"a": 0.0}, {"a": [0.0]}),
        ([1, 2], {"0": 1}, [{"0": 1}]),
    ],
)
def test_a_delta_contains_only_what_changed(old, new, delta):
    assert difference(old, new) == delta
