"""Valid and invalid answers of a language model: about sixty replies and their results."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from gamenight.core import Action, Family, Game, NoPayload, Phase, PlayerId, PlayerView, Rng, Slot, Words, say, turn
from gamenight.core.match import Match
from gamenight.llm.answers import Empty, Illegal, Truncated, Unparsable, read_answer, rethink, said_beside
from gamenight.llm.calls.asking import Form
from gamenight.llm.prompt import Mode, ModelPrompt, prompt_of


class Take(Struct, frozen=True, forbid_unknown_fields=True):
    heap: int
    count: Annotated[int, Meta(ge=1)]


class Swap(Struct, frozen=True):
    give: tuple[str, ...]
    get: tuple[str, ...] = ()


class Vote(Struct, frozen=True):
    points: tuple[int, ...]


class MixedState(Struct, frozen=True):
    moves: int = 0


SWAP = Family("swap", (Slot("give", ("a", "b", "c"), 1, 2), Slot("get", ("c", "d"), 0, 1)), repeat=False, exact=False)
VOTE = Family("vote", (Slot("points", (0, 1, 2), 3, 3, each=2),))


class Mixed(Game[MixedState]):
    """A game with every kind of entry that a list of moves may have."""

    game_id = "mini-mixed"
    display_name = "Mixed"
    action_types = {"take": Take, "pass": NoPayload, "swap": Swap, "vote": Vote}
    hides = "nothing"

    def phase_of(self, table: MixedState) -> Phase:
        return turn(0, "any")

    def get_valid_actions(self, table: MixedState, player: PlayerId) -> list[Action | Family]:
        takes = [Action("take", player, Take(0, count)) for count in (1, 2)]
        return [*takes, Action("pass", player), SWAP, VOTE]

    def validate_action(self, table: MixedState, action: Action) -> Words | None:
        if action.action_type == "swap" and action.payload.give == ("a", "b"):
            return say("refused-pair")
        return super().validate_action(table, action)

    def apply_action(self, table: MixedState, action: Action, rng: Rng) -> MixedState:
        return MixedState(table.moves + 1)

    def describe_value(self, slot_name: str, value: Any, view: PlayerView) -> Words:
        return f"option {value + 1}" if slot_name == "points" else value


GAME = Mixed()
MATCH = Match.start(GAME, 2, seed=1)
VIEW = MATCH.view(PlayerId("p0"))


def asked(mode: Mode = "menu", form: Form = "text") -> ModelPrompt:
    return prompt_of(GAME, VIEW, (), {}, mode=mode, form=form)


def outcome(prompt: ModelPrompt, reply: Any, *, judged: bool = True) -> str:
    """`take 0 2` for an action, else the class of the failure with its reason."""
    found = read_answer(prompt, reply, GAME, VIEW, MATCH.state.game_data if judged else None)
    if isinstance(found, Action):
        return " ".join([found.action_type, *(str(getattr(found.payload, n)) for n in found.payload.__struct_fields__)])
    return f"{type(found).__name__}: {found.reason}"


IN_TAGS = {
    # Valid answers
    '<answer>{"id": "c1"}</answer>': "take 0 2",
    'I take two. <answer>{"id": "c1"}</answer>': "take 0 2",
    '<answer>\n  {"id": "c1"}\n</answer>\n': "take 0 2",
    '<answer>{"id": "c0"}</answer> No: <answer>{"id": "c1"}</answer>': "take 0 2",
    '<answer>{"id": "c1"}</answer> That is my choice, not c0.': "take 0 2",
    '<answer>```json\n{"id": "c1"}\n```</answer>': "take 0 2",
    '<answer>```\n{"id": "c1"}```</answer>': "take 0 2",
    '<answer>{"id": "c1", "reason": "c0 is worse"}</answer>': "take 0 2",
    '<answer>{"id": "c1", "give": null, "points": null}</answer>': "take 0 2",
    '<think><answer>{"id": "c0"}</answer></think><answer>{"id": "c1"}</answer>': "take 0 2",
    'c0: take 1\nc1: take 2\n<answer>{"id":"c2"}</answer>': "pass",
    '<answer>{"id": "c\\u0031"}</answer>': "take 0 2",
    # No answer
    "": "Unparsable: there is no <answer>...</answer> in it",
    "c1": "Unparsable: there is no <answer>...</answer> in it",
    "I choose c1, as it takes two.": "Unparsable: there is no <answer>...</answer> in it",
    '{"id": "c1"}': "Unparsable: there is no <answer>...</answer> in it",
    '```json\n{"id": "c1"}\n```': "Unparsable: there is no <answer>...</answer> in it",
    "The answer is <answer>c1</answer>": "Unparsable: the answer is not JSON: Expecting value at character 0",
    '<ANSWER>{"id": "c1"}</ANSWER>': "Unparsable: there is no <answer>...</answer> in it",
    '<think><answer>{"id": "c1"}</answer></think>': "Unparsable: there is no <answer>...</answer> in it",
    '<answer>{"id": "c1"}': "Unparsable: there is no </answer> after the last <answer>",
    '<answer>{"id": "c1"}</answer> or <answer>{"id":': "Unparsable: there is no </answer> after the last <answer>",
    '<answer>{"id": "c1"</answer>': "Unparsable: the answer is not JSON: Expecting ',' delimiter at character 11",
    "<answer>{'id': 'c1'}</answer>": (
        "Unparsable: the answer is not JSON: Expecting property name enclosed in double quotes at character 1"
    ),
    "<answer>{“id”: “c1”}</answer>": (
        "Unparsable: the answer is not JSON: Expecting property name enclosed in double quotes at character 1"
    ),
    '<answer>{"id": "c1"} {"id": "c2"}</answer>': "Unparsable: the answer is not JSON: Extra data at character 13",
    '<answer>I take {"id": "c1"}</answer>': "Unparsable: the answer is not JSON: Expecting value at character 0",
    '<answer>{"id": "c0", "id": "c1"}</answer>': "Unparsable: the answer is not JSON: a key stands in it twice",
    '<answer>{"id": NaN}</answer>': "Unparsable: the answer is not JSON: NaN is no JSON",
    '<answer>{"id": "\\ud800"}</answer>': (
        "Unparsable: the answer is not JSON: half of a surrogate pair is no character"
    ),
    '<answer>{"id": "c1", "why": {"\\udfff": 1}}</answer>': (
        "Unparsable: the answer is not JSON: half of a surrogate pair is no character"
    ),
    '<answer>{"id": "c1", "why": "\\ud83d\\ude00"}</answer>': "take 0 2",
    '<answer>["c1"]</answer>': "Unparsable: the answer is not a JSON object",
    '<answer>"c1"</answer>': "Unparsable: the answer is not a JSON object",
    "<answer>null</answer>": "Unparsable: the answer is not a JSON object",
    "<answer></answer>": "Unparsable: the answer is not JSON: Expecting value at character 0",
    '<answer>{"move": "c1"}</answer>': 'Unparsable: the answer has no "id" that is a text',
    '<answer>{"ID": "c1"}</answer>': 'Unparsable: the answer has no "id" that is a text',
    '<answer>{"id": 1}</answer>': 'Unparsable: the answer has no "id" that is a text',
    '<answer>{"id": ["c1"]}</answer>': 'Unparsable: the answer has no "id" that is a text',
    '<answer>{"answer": {"id": "c1"}}</answer>': 'Unparsable: the answer has no "id" that is a text',
    "<answer>" + "[" * 100_000 + "</answer>": None,
    # An answer, but not a move
    '<answer>{"id": "c9"}</answer>': 'Illegal: no move has the id "c9"',
    '<answer>{"id": "C1 "}</answer>': 'Illegal: no move has the id "C1 "',
    '<answer>{"id": "c01"}</answer>': 'Illegal: no move has the id "c01"',
    '<answer>{"id": ""}</answer>': 'Illegal: no move has the id ""',
    '<answer>{"id": "take 2"}</answer>': 'Illegal: no move has the id "take 2"',
    '<answer>{"id": "c1", "give": ["a"]}</answer>': 'Illegal: c1 takes no "give"',
    # Families
    '<answer>{"id": "c3", "give": ["a"], "get": ["d"]}</answer>': "swap ('a',) ('d',)",
    '<answer>{"id": "c3", "give": ["c", "a"], "get": []}</answer>': "swap ('a', 'c') ()",
    '<answer>{"id": "c3"}</answer>': 'Illegal: "give" is missing',
    '<answer>{"id": "c3", "give": ["a"]}</answer>': 'Illegal: "get" is missing',
    '<answer>{"id": "c3", "give": "a", "get": []}</answer>': 'Illegal: "give" is a list of texts',
    '<answer>{"id": "c3", "give": [1], "get": []}</answer>': 'Illegal: "give" is a list of texts',
    '<answer>{"id": "c3", "give": ["z"], "get": []}</answer>': 'Illegal: "give" has no "z" to choose',
    '<answer>{"id": "c3", "give": ["a", "b", "c"], "get": []}</answer>': 'Illegal: "give" takes 1 to 2 values, not 3',
    '<answer>{"id": "c3", "give": ["a", "a"], "get": []}</answer>': 'Illegal: "give" takes each value at most 1 times',
    '<answer>{"id": "c3", "give": ["c"], "get": ["c"]}</answer>': "Illegal: these values cannot be chosen together",
    '<answer>{"id": "c3", "give": ["a", "b"], "get": []}</answer>': "Illegal: pair",
    '<answer>{"id": "c4", "points": {"option 1": 2, "option 3": 1}}</answer>': "vote (0, 0, 2)",
    '<answer>{"id": "c4", "points": {"option 1": 2, "option 2": 0, "option 3": 1}}</answer>': "vote (0, 0, 2)",
    '<answer>{"id": "c4", "points": {"option 1": 3}}</answer>': 'Illegal: "points" takes each value at most 2 times',
    '<answer>{"id": "c4", "points": {"option 1": 1}}</answer>': 'Illegal: "points" takes 3 values, not 1',
    '<answer>{"id": "c4", "points": {"0": 2, "2": 1}}</answer>': 'Illegal: "points" has no "0" to choose',
    '<answer>{"id": "c4", "points": {"option 1": true}}</answer>': (
        'Illegal: "points" is an object with a number for each value'
    ),
    '<answer>{"id": "c4", "points": ["option 1"]}</answer>': (
        'Illegal: "points" is an object with a number for each value'
    ),
}


@pytest.mark.parametrize(("reply", "expected"), IN_TAGS.items(), ids=range(len(IN_TAGS)))
def test_an_answer_is_between_the_last_tags(reply: str, expected: str | None):
    found = outcome(asked(), reply)
    assert found == expected if expected else found.startswith("Unparsable")


BARE = {
    '{"id": "c1"}': "take 0 2",
    ' {"id": "c1"}\n': "take 0 2",
    '```json\n{"id": "c1"}\n```': "take 0 2",
    '{"id": "c1", "give": null, "get": null, "points": null}': "take 0 2",
    'I take two: {"id": "c1"}': "Unparsable: the answer is not JSON: Expecting value at character 0",
    '<answer>{"id": "c1"}</answer>': "Unparsable: the answer is not JSON: Expecting value at character 0",
    "{}": 'Unparsable: the answer has no "id" that is a text',
}


@pytest.mark.parametrize("form", ["schema", "tool"])
@pytest.mark.parametrize(("reply", "expected"), BARE.items())
def test_in_the_other_forms_the_whole_reply_is_the_answer(form: Form, reply: str, expected: str):
    assert outcome(asked(form=form), reply) == expected


def test_the_arguments_of_a_tool_may_be_decoded_already():
    assert outcome(asked(form="tool"), {"id": "c1"}) == "take 0 2"
    assert outcome(asked(form="tool"), {"id": "c9"}) == 'Illegal: no move has the id "c9"'
    assert outcome(asked(form="tool"), {"move": "c9"}) == 'Unparsable: the answer has no "id" that is a text'


FREE = {
    '{"action": {"action_type": "take", "payload": {"heap": 0, "count": 2}}}': "take 0 2",
    '{"action": {"action_type": "pass", "payload": {}}}': "pass",
    '{"action": {"action_type": "pass"}}': "pass",
    '{"action": {"action_type": "swap", "payload": {"give": ["c", "a"], "get": []}}}': "swap ('a', 'c') ()",
    '{"action": {"action_type": "take", "payload": {"heap": 0, "count": 3}}}': (
        "Illegal: That is not among the legal actions"
    ),
    '{"action": {"action_type": "swap", "payload": {"give": ["a", "b"]}}}': "Illegal: pair",
    '{"action": {"action_type": "steal", "payload": {}}}': 'Illegal: there is no action of type "steal"',
    '{"action": {"action_type": "take", "payload": {"heap": 0}}}': (
        "Illegal: the payload of take cannot be read: Object missing required field `count`"
    ),
    '{"action": {"action_type": "take", "payload": {"heap": 0, "count": true}}}': (
        "Illegal: the payload of take cannot be read: Expected `int`, got `bool` - at `$.count`"
    ),
    '{"action": "take"}': 'Unparsable: the answer has no "action" with an "action_type"',
    '{"id": "c1"}': 'Unparsable: the answer has no "action" with an "action_type"',
}


@pytest.mark.parametrize(("reply", "expected"), FREE.items())
def test_a_free_answer_is_a_complete_action(reply: str, expected: str):
    assert outcome(asked("free"), f"<answer>{reply}</answer>") == expected
    assert outcome(asked("free", "schema"), reply) == expected


def test_without_a_world_a_listed_action_is_accepted_and_the_rules_check_it_later():
    prompt = asked()
    assert outcome(prompt, '<answer>{"id": "c3", "give": ["a", "b"], "get": []}</answer>', judged=False) == (
        "swap ('a', 'b') ()"
    )
    free = '{"action": {"action_type": "take", "payload": {"heap": 7, "count": 1}}}'
    assert outcome(asked("free", "tool"), free, judged=False) == "Illegal: That is not among the legal actions"


class Bid(Struct, frozen=True):
    quantity: int
    face: int


class Long(Mixed):
    """A game with more entries than are listed one by one."""

    game_id = "mini-long"
    action_types = {"bid": Bid, "pass": NoPayload}

    def get_valid_actions(self, table: MixedState, player: PlayerId) -> list[Action | Family]:
        bids = [Action("bid", player, Bid(quantity, face)) for quantity in range(1, 41) for face in range(1, 7)]
        return [Action("pass", player), *bids[:-1]]


def test_a_long_list_has_one_line_per_type_and_is_answered_with_fields():
    game = Long()
    match = Match.start(game, 2, seed=1)
    view = match.view(PlayerId("p0"))
    prompt = prompt_of(game, view, (), {})
    assert [candidate.id for candidate in prompt.candidates] == ["c0", "c1"]
    assert prompt.candidates[1].summary.startswith('bid: choose "quantity" "face" among 1 1 | 1 2 | 1 3')

    def told(reply: str) -> Any:
        return read_answer(prompt, f"<answer>{reply}</answer>", game, view, match.state.game_data)

    assert told('{"id": "c1", "quantity": 40, "face": 5}').payload == Bid(40, 5)
    assert told('{"id": "c0"}').action_type == "pass"
    assert told('{"id": "c1", "quantity": 40, "face": 6}').reason == "c1 does not list these values together"
    assert told('{"id": "c1", "quantity": 40}').reason == '"face" is missing'
    assert told('{"id": "c1", "quantity": true, "face": 6}').reason == '"quantity" has no true to choose'
    assert told('{"id": "c1", "quantity": 41, "face": 6}').reason == '"quantity" has no 41 to choose'


# Corrections


def test_the_end_of_an_unreadable_reply_is_shown():
    words = rethink(asked(), Unparsable("there is no answer", "x" * 500))
    assert "x" * 500 in words
    assert words.endswith('<answer>{"id": "c3"}</answer>')
    found = read_answer(asked(), "a" * 600 + "b" * 400, GAME, VIEW)
    assert isinstance(found, Unparsable)
    assert found.shown == "a" * 100 + "b" * 400


def test_an_illegal_answer_is_shown_without_the_rest_of_the_reply():
    reply = 'A secret thought. <answer>{"id": "c9"}</answer>'
    found = read_answer(asked(), reply, GAME, VIEW)
    assert found == Illegal('no move has the id "c9"', '{"id": "c9"}')
    words = rethink(asked(), found)
    assert '{"id": "c9"} is not a legal move: no move has the id "c9".' in words
    assert "secret" not in words


def test_a_long_illegal_answer_is_shortened():
    found = read_answer(asked(), f'<answer>{{"id": "{"c" * 5000}"}}</answer>', GAME, VIEW)
    assert isinstance(found, Illegal)
    assert len(found.shown) < 400
    assert len(found.reason) < 100


def test_a_truncated_model_is_asked_for_shorter_replies_each_time():
    first, second, third = (rethink(asked(), Truncated(times)) for times in (1, 2, 3))
    assert len({first, second, third}) == 3
    assert "only the answer" in third
    assert rethink(asked(), Truncated(7)) == third
    assert all(words.endswith("</answer>") for words in (first, second, third))


def test_every_correction_repeats_the_requested_form():
    for failure in (Unparsable("why", "x"), Illegal("why", "x"), Truncated(), Empty()):
        assert "<answer>" in rethink(asked(), failure)
        assert "<answer>" not in rethink(asked(form="tool"), failure)
        assert "calling the tool `play`" in rethink(asked(form="tool"), failure)
        assert '"action_type"' in rethink(asked("free", "schema"), failure)


@pytest.mark.parametrize(
    "reply, form, said",
    [
        ('Take this! <answer>{"id": "c0"}</answer>', "text", "Take this!"),
        ('<think>I hold the ace</think>Ha. <answer>{"id": "c0"}</answer> Your turn.', "text", "Ha.\nYour turn."),
        ('<answer>{"id": "c0"}</answer>', "text", ""),
        ("My move.", "tool", "My move."),
        ('{"id": "c0"}', "schema", ""),
        ("x" * 5_000 + '<answer>{"id": "c0"}</answer>', "text", "x" * 2_000),
    ],
)
def test_a_remark_contains_neither_the_answer_nor_thoughts(reply, form, said):
    assert said_beside(reply, form) == said
