"""Every check by name, with the rule that it guards."""

from __future__ import annotations

from gamenight.testing.checks import (
    actions,
    answers,
    chance,
    concurrent,
    data,
    labels,
    layout,
    offers,
    play,
    purity,
    returns,
    scene,
    secrets,
)
from gamenight.testing.playing.endings import and_early_ends
from gamenight.testing.playing.position import Check

BEFORE_PLAY = {
    "metadata": "the game says what it is: slug, version, name, players, frozen types with a JSON Schema",
    "options": "the defaults are valid for every number of players, and every value can be chosen",
    "look": "the pictures and texts in the game's folder can be used",
    "texts": "every message of the catalogue is said somewhere",
}

# What the engine itself finds out while a match is played.
IN_PLAY = {
    "plays": "no method raises in legal play",
    "auto_resolve": "phases that resolve by themselves come to an end",
}

POSITION_CHECKS = (
    Check("types", "every method returns what the contract says, down to its fields", returns.types),
    Check("json", "states, views, events and options are the same after JSON and back", data.json),
    Check("phases", "a phase asks seats that can act, for what they have listed", play.phases),
    Check("purity", "no method changes its arguments, or answers otherwise when asked again", purity.purity),
    Check("outside", "the rules ask no clock, no machine and no chance but rng", purity.outside),
    Check("determinism", "the same inputs lead to the same states and events", data.determinism, whole=True),
    Check("replay", "a record replays to the same state at every turn", data.replay, whole=True),
    Check("listed", "every listed action is accepted, also after JSON and back", actions.listed),
    Check("junk", "anything else is refused, and nothing raises", actions.junk),
    Check("words", "each listed action is described, and no two alike", actions.words),
    Check(
        "search",
        "evaluate is from 0 to 1; heuristics are legal and fair; keys and ai_context can be used",
        actions.search,
    ),
    Check("timeout", "what time does for a seat is legal", play.timeout),
    Check("order", "concurrent answers take effect together, in whatever order they come", concurrent.order),
    Check("decided", "once is_decided says so, no missing answer matters", concurrent.decided),
    Check("termination", "every match ends within max_turns", play.termination, whole=True),
    Check("scores", "everybody has a finite score, and the result ranks everybody by it", play.scores),
    Check("forfeit", "whoever leaves, the match goes on or ends", play.forfeit),
    Check("views", "views are typed, list actions only for who is asked, and change only with news", secrets.views),
    Check("secrets", "neither the seed nor a secret option shows before the end", secrets.secrets),
    Check("hidden_actors", "an answer to a hidden prompt moves nothing that others see", concurrent.hidden_actors),
    Check(
        "views_alike",
        "what a viewer is shown is the same in all worlds it cannot tell apart",
        secrets.views_alike,
    ),
    Check("steps_alike", "the same actions tell a viewer the same in all such worlds", secrets.steps_alike),
    Check("answers_alike", "what others do where a viewer cannot see it is not told to it", answers.answers_alike),
    Check(
        "contradiction",
        "neither the real state nor a world contradicts what a viewer was shown",
        secrets.contradiction,
    ),
    Check("hides", "a game hides no more than it says, and tells how chance fell", secrets.hides),
    Check("chance_alike", "chance that a viewer cannot see is not told to it", chance.chance_alike),
    Check(
        "scene_pure",
        "scenes, offers and words are made from the view alone, for everybody",
        and_early_ends(scene.scene_pure),
    ),
    Check(
        "scenes_alike",
        "scenes, offers, words and prompts are the same in all worlds whose views are",
        scene.scenes_alike,
    ),
    Check(
        "scene_sound",
        "every item has an id of its own, and a box, a place and art that exist",
        and_early_ends(scene.scene_sound),
    ),
    Check("scene_fits", "with long names nothing overlaps on a phone or a laptop", layout.scene_fits),
    Check("labels", "what can be picked, done or read has words", and_early_ends(labels.labels)),
    Check("offers_complete", "what is offered is what is listed", and_early_ends(offers.offers_complete)),
    Check("offers_reachable", "taps on what is highlighted make every listed action", offers.offers_reachable),
)

SAMPLER = {
    "worlds_vary": "determinize varies all that a viewer cannot know, what is fixed for later included",
    "worlds_remember": "determinize keeps all that a viewer has been shown",
    "worlds_replay": "the match could have been played in every world of determinize, and looked the same",
}

RULES = {**BEFORE_PLAY, **IN_PLAY, **{check.name: check.rule for check in POSITION_CHECKS}, **SAMPLER}
