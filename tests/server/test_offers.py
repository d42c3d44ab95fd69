"""Wrong offers never cost a player a turn, and an offer that has changed is not taken for the old one."""

import pytest

from gamenight.client import unpacked_offers
from gamenight.core.match import Match
from gamenight.core.model import Act, Refusal, seat
from gamenight.core.plugin import GamePlugin
from gamenight.core.showing.scene import Offer, PickStep
from gamenight.core.text import say
from gamenight.protocol.messages import GameAction, StateUpdate
from gamenight.server.presentation.picking import Picked, act_of
from gamenight.server.presentation.scenes import plain_scene
from tests.minigames.nim import take
from tests.server.forked_servers import QuickServer
from tests.server.offering import (
    IdleNim,
    LazyNim,
    SloppyFamilyNim,
    SloppyNim,
    UnspeakableNim,
)
from tests.server.table_players import GENEROUS, refused, table_for, view_of

P0, P1, P2 = (seat(n) for n in range(3))
LISTED = [["action-take", {"count": 1}], ["action-take", {"count": 2}], ["action-take", {"count": 3}]]
STEP = PickStep(("one", "two"))
VALUES = {"one": 1, "two": 2}


def shown(game: GamePlugin) -> list[dict]:
    """The first offers of the player to move, as they are sent."""
    return unpacked_offers({"scene": plain_scene(game, Match.start(game, 2, 1).view(P0))})


def answer(game: GamePlugin, number: int, *picks: tuple[str, ...], label: object = None) -> Act | Refusal:
    match = Match.start(game, 2, 1)
    return act_of(game, match.state, Picked(P0, match.state.prompt, number, picks, label))


@pytest.mark.parametrize("kind", [SloppyNim, SloppyFamilyNim])
def test_the_picks_of_steps_may_choose_the_action(kind):
    game = kind((STEP,), (("count", VALUES),))
    assert [offer["label"] for offer in shown(game)] == ["take"]
    meant = answer(game, 0, ("two",))
    assert isinstance(meant, Act)
    assert meant.action.payload in (take(P0, 2).payload, {"count": [2]})


SLOPPY = {
    "no values": ((STEP,), ()),
    "values for no step": ((), (("count", VALUES),)),
    "values for some ids": ((STEP,), (("count", {"one": 1}),)),
    "values of no field": ((STEP,), (("number", VALUES),)),
    "values of nothing": ((STEP,), (("count", None),)),
    "ids that are numbers": ((PickStep((1, 2)),), (("count", {1: 1, 2: 2}),)),  # type: ignore[arg-type]
    "a label that is nothing": ((PickStep(("one", "two"), label=None),), (("count", VALUES),)),
}


@pytest.mark.parametrize("kind", [SloppyNim, SloppyFamilyNim])
@pytest.mark.parametrize("steps, values", SLOPPY.values(), ids=SLOPPY)
def test_offers_whose_picks_make_no_action_are_replaced_by_the_list_of_actions(kind, steps, values):
    game = kind(steps, values)
    assert [offer["label"] for offer in shown(game)] == LISTED
    assert answer(game, 1) == Act(take(P0, 2), 1)


@pytest.mark.parametrize(
    "game",
    [IdleNim(), IdleNim(Offer((), "nothing")), IdleNim(Offer((None,), "none")), IdleNim(Offer(None, "-")), LazyNim()],
    ids=["no offers", "of no action", "of none of them", "of nothing", "half of the offers"],
)
def test_a_player_with_a_legal_action_gets_an_offer(game):
    assert [offer["label"] for offer in shown(game)] == LISTED
    assert answer(game, 1) == Act(take(P0, 2), 1)


def test_a_view_without_possible_offers_is_still_shown():
    assert shown(UnspeakableNim()) == []
    assert plain_scene(UnspeakableNim(), Match.start(UnspeakableNim(), 2, 1).view(P0))["items"]


# Offers that have changed


@pytest.mark.parametrize(
    "number, label, code",
    [
        (1, ["action-take", {"count": 2}], None),
        (1, None, None),
        (0, ["action-take", {"count": 2}], "stale_action"),
        (3, ["action-take", {"count": 4}], "stale_action"),
        (3, None, "malformed_action"),
        (1, ["take count 2"], "stale_action"),
    ],
)
def test_an_offer_with_another_label_is_another_offer(number, label, code):
    meant = answer(IdleNim(), number, label=label)
    assert (meant.code if isinstance(meant, Refusal) else None) == code


def test_words_with_arguments_are_compared_as_they_are_sent():
    game = IdleNim(Offer(take(P0, 2), say("take-some", n=2, half=0.5, one=1.0)))
    assert answer(game, 0, label=["take-some", {"n": 2, "half": 0.5, "one": 1}]) == Act(take(P0, 2), 1)
    assert isinstance(answer(game, 0, label=["take-some", {"n": 3, "half": 0.5, "one": 1}]), Refusal)


async def test_an_offer_chosen_before_a_player_left_must_be_chosen_again(tmp_path):
    with QuickServer(tmp_path, flags=("--game", "tests.server.offering:CrowdedNim"), **GENEROUS) as server:
        async with table_for(server, "crowded-nim", 3, leaver="forfeit") as at:
            tables = [await at.socket() for _ in range(3)]
            for table in tables:
                await table.join(wants="scenes")
            at.players = sorted(tables, key=lambda one: one.player_id or "")
            await at.begun()
            ada, _, cyd = at
            prompt, chosen = view_of(ada)["prompt"], [offer["label"] for offer in unpacked_offers(view_of(ada))]
            assert chosen == [
                ["action-take", {"count": 3}],
                ["action-take", {"count": 2}],
                ["action-take", {"count": 1}],
            ]
            await cyd.resign()
            await ada.until(lambda one: len(unpacked_offers(one.view)) == 2)
            assert view_of(ada)["prompt"] == prompt
            for number in (1, 2):
                late = GameAction(prompt, f"late-{number}", offer=number, label=chosen[number])
                refusal = await refused(ada.answer(late), "stale_action")
                assert "choose again" in refusal.message
            await refused(
                ada.answer(GameAction(prompt, "odd", "take", {"count": 1}, label=["action-take", {"count": 1}])),
                "malformed_action",
            )
            assert isinstance(await ada.pick(1), StateUpdate)
            assert [turn.input.action.payload for turn in (await at.log()).record.turns[1:]] == [{"count": 1}]
