"""Descriptions of options and parameters in words."""

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from gamenight.core.fields import fields_of


class Inner(Struct, frozen=True):
    x: int = 0


class Everything(Struct, frozen=True):
    whole: int = 1
    real: float = 0.5
    flag: bool = False
    word: str = "hey"
    either: Literal["ascending", "descending"] = "ascending"
    number: Literal[2, 4] = 4
    between: Annotated[int, Meta(ge=1, le=6)] = 3
    least: Annotated[int, Meta(ge=1)] = 1
    most: Annotated[float, Meta(le=1)] = 1.0
    above: Annotated[float, Meta(gt=0)] = 1.0
    perhaps: Annotated[int, Meta(ge=1, description="How many.")] | None = None
    several: tuple[int, ...] = (1, 2)
    inner: Inner = Inner()
    hidden: Annotated[tuple[str, ...] | None, Meta(description="In order.", extra={"secret": True})] = None


FIELDS = {field.name: field for field in fields_of(Everything)}


@pytest.mark.parametrize(
    "name, words",
    [
        ("whole", "a whole number"),
        ("real", "a number"),
        ("flag", "true or false"),
        ("word", "text"),
        ("either", "ascending or descending"),
        ("number", "2 or 4"),
        ("between", "1 to 6"),
        ("least", "1 or more"),
        ("most", "at most 1"),
        ("above", "more than 0"),
        ("perhaps", "1 or more or null"),
        ("several", "list of a whole number"),
        ("inner", "object"),
    ],
)
def test_the_values_of_a_field_are_described_in_words(name, words):
    assert FIELDS[name].type == words


def test_the_fields_come_in_their_order_with_their_defaults_as_plain_data():
    assert list(FIELDS) == list(Everything.__struct_fields__)
    assert FIELDS["between"].default == 3
    assert FIELDS["inner"].default == {"x": 0}


def test_a_description_may_belong_to_one_of_several_types():
    assert FIELDS["perhaps"].description == "How many."
    assert FIELDS["hidden"].description == "In order."
    assert FIELDS["whole"].description == ""


def test_secrets_are_marked():
    assert [name for name, field in FIELDS.items() if field.secret] == ["hidden"]


def test_an_option_must_have_a_default():
    class Demanding(Struct, frozen=True):
        needed: int

    with pytest.raises(TypeError, match="needed"):
        fields_of(Demanding)
