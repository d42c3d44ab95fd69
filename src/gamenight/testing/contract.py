"""The list of checks, each with the rule that it tests."""

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
    "metadata": "the game declares its slug, version, name, number of players and frozen types with a JSON Schema",
    "options": "the default options are valid for every number of players, and every option value can be chosen",
    "look": "every picture and text in the game's folder is valid",
    "texts": "every message of the catalogue is used somewhere",
}

# The engine itself finds these faults while a match is played.
IN_PLAY = {
    "plays": "no method raises an exception in legal play",
    "auto_resolve": "a chain of phases with auto_resolve ends",
}

POSITION_CHECKS = (
    Check("types", "every method returns the type that the contract says, down to its fields", returns.types),
    Check("json", "states, views, events and options are equal after encoding to JSON and decoding", data.json),
    Check("phases", "a phase expects only players who can act, and only actions listed for them", play.phases),
    Check("purity", "no method changes its arguments, or returns something else when called again", purity.purity),
    Check("outside", "the rules use no clock, no file and no random source but rng", purity.outside),
    Check("determinism", "the same inputs lead to the same states and events", data.determinism, whole=True),
    Check("replay", "a record replays to the same state at every turn", data.replay, whole=True),
    Check("listed", "every listed action is accepted, also when sent as JSON", actions.listed),
    Check("junk", "an action that is not listed is refused, and raises no exception", actions.junk),
    Check("words", "each listed action has a description of its own", actions.words),
    Check(
        "search",
        "evaluate is from 0 to 1; heuristics choose legal actions and use no hidden information; keys can be hashed",
        actions.search,
    ),
    Check("timeout", "timeout_action returns a legal action", play.timeout),
    Check("order", "the order of answers to a concurrent prompt makes no difference", concurrent.order),
    Check("decided", "once is_decided is true, no missing answer changes the outcome", concurrent.decided),
    Check("termination", "every match ends within max_turns", play.termination, whole=True),
    Check("scores", "every player has a finite score, and the result ranks all players by score", play.scores),
    Check("forfeit", "after any player leaves, the match continues or ends", play.forfeit),
    Check(
        "views",
        "views have the view_type, list actions only for players who are asked, and change only with an event",
        secrets.views,
    ),
    Check("secrets", "no view or event shows the seed or a secret option before the end", secrets.secrets),
    Check("hidden_actors", "an answer to a hidden prompt changes nothing that others see", concurrent.hidden_actors),
    Check(
        "views_alike",
        "a viewer is shown the same in all worlds that it cannot tell apart",
        secrets.views_alike,
    ),
    Check("steps_alike", "the same actions show a viewer the same in all such worlds", secrets.steps_alike),
    Check("answers_alike", "secret actions of others are not revealed to a viewer", answers.answers_alike),
    Check(
        "contradiction",
        "neither the real state nor a world contradicts what a viewer was shown",
        secrets.contradiction,
    ),
    Check("hides", "a game hides no more than hides says, and chance_key tells futures apart", secrets.hides),
    Check("chance_alike", "random outcomes that a viewer cannot see are not revealed to it", chance.chance_alike),
    Check(
        "scene_pure",
        "scenes, offers and event texts depend on the view alone, for every viewer",
        and_early_ends(scene.scene_pure),
    ),
    Check(
        "scenes_alike",
        "where the views of two worlds are equal, so are scenes, offers, event texts and LLM prompts",
        scene.scenes_alike,
    ),
    Check(
        "scene_sound",
        "every item has a unique id, and its box, place and art exist",
        and_early_ends(scene.scene_sound),
    ),
    Check("scene_fits", "with long names nothing overlaps on a phone or a laptop", layout.scene_fits),
    Check("labels", "whatever a player can pick, do or read has words", and_early_ends(labels.labels)),
    Check("offers_complete", "the offers are exactly the listed actions", and_early_ends(offers.offers_complete)),
    Check("offers_reachable", "taps on highlighted items make every listed action", offers.offers_reachable),
)

SAMPLER = {
    "worlds_vary": "determinize varies everything that a viewer cannot know, also what is already fixed for later",
    "worlds_remember": "determinize keeps everything that a viewer has been shown",
    "worlds_replay": "the match could have been played in every world of determinize, and would have looked the same",
}

RULES = {**BEFORE_PLAY, **IN_PLAY, **{check.name: check.rule for check in POSITION_CHECKS}, **SAMPLER}
