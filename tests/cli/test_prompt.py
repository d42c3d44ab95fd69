"""`gamenight prompt`, for authors of games and for people who compare models."""

import msgspec


def test_the_prompt_of_the_player_who_is_asked_is_printed(gamenight):
    ended = gamenight("prompt", "--game", "tictactoe", "--seed", 1, "--turns", 3)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("You are Player 2 of 2 in a match of Tic-tac-toe.")
    assert "\nc5: row" in ended.out
    assert gamenight("prompt", "--game", "tictactoe", "--seed", 1, "--turns", 3).out == ended.out


def test_a_named_seat_is_shown_when_it_is_asked_next(gamenight):
    told = gamenight("prompt", "--game", "liarsdice", "--seed", 1, "--players", 3, "--seat", "p2").out
    assert "You are Player 3. It is your turn." in told


def test_the_prompt_has_the_options_and_free_mode_has_no_list(gamenight):
    told = gamenight("prompt", "--game", "liarsdice", "--seed", 1, "--option", "dice=2", "--mode", "free").out
    assert "- Dice: 2." in told
    assert "# Moves" not in told
    assert '"action_type": "bid"' in told


def test_as_json_it_has_what_an_agent_needs(gamenight):
    told = msgspec.json.decode(gamenight("prompt", "--game", "hearts", "--seed", 1, "--form", "tool", "--json").out)
    assert list(told) == ["system", "user", "candidates", "schema", "hash"]
    assert told["schema"]["required"] == ["id", "cards"]
    assert [line["id"] for line in told["candidates"]] == ["c0"]


def test_the_list_can_be_shuffled(gamenight):
    arguments = ("prompt", "--game", "tictactoe", "--seed", 1)
    assert gamenight(*arguments, "--shuffle", "x").out != gamenight(*arguments).out


def test_a_match_that_is_over_has_no_prompt(gamenight):
    ended = gamenight("prompt", "--game", "tictactoe", "--seed", 1, "--turns", 20)
    assert ended.code == 2
    assert "the match was over after" in ended.err
    ended = gamenight("prompt", "--game", "tictactoe", "--seat", "p7")
    assert (ended.code, ended.err) == (2, "gamenight: there is no seat 'p7'; there are: p0, p1\n")
