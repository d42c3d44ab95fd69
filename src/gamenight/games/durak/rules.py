"""Durak for two to six: attack, beat or take; the player who is left with cards at the end is the fool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gamenight.cards import (
    DECK,
    Announce,
    AnyCardTable,
    CardGame,
    Cards,
    Illegal,
    MoveCards,
    Pile,
    Ruling,
    button,
    choice,
    deal_out,
    hands,
    one_card,
    pile_of,
    remember,
)
from gamenight.cards.library.tricks import ace_high
from gamenight.cards.verbs import action_of, card_action
from gamenight.core import Action, Offer, PlayerId, PlayerView, Scene, Words, say, seat_index
from gamenight.core.model import NO_PAYLOAD
from gamenight.games.durak.bout import (
    ask_attacker,
    attackers,
    beats,
    begin_bout,
    end_bout,
    go_on,
    lay,
    limit_of,
    lowest_trump,
    lowest_trump_attacks,
    next_opponent,
    nobody_throws_in,
    show_trump,
    unbeaten,
)
from gamenight.games.durak.evaluation import by_hands
from gamenight.games.durak.facts import facts_of
from gamenight.games.durak.scene import beaten_by_one_tap, in_pairs
from gamenight.games.durak.state import HAND, PACKS, TEAM_TABLES, Defence, DurakMemory, DurakOptions


class Durak(CardGame[DurakMemory]):
    game_id = "durak"
    display_name = "Durak"
    description = "Beat what you are attacked with, or take it; the last player with cards is the fool."
    min_players, max_players = 2, 6
    # At most 26 bouts of a deal are beaten off and 50 are taken before each; a bout has at most 100 answers.
    max_turns = 20 * 26 * 51 * 100
    options_type = DurakOptions
    piles = (
        hands(),
        Pile(DECK, sees="nobody", style="backs"),
        Pile("trump", style="stack", zone="beside"),
        Pile("attacks"),
        Pile("defences"),
        Pile("discard", sees="nobody", style="backs", is_ordered=False),
    )
    verbs = {
        "attack": one_card(),
        "swap_six": button(),
        "beat": choice(Defence),
        "pass_on": one_card(),
        "take": button(),
        "throw_in": one_card(),
        "done": button(),
    }
    recap_ends = ("beaten_off", "taken")
    lowest_wins = True
    score_scale = 1.0
    evaluators = {"hands": by_hands}
    levels = {  # measured: 7 of 7 games against random play of 60 moves, with 60 simulations each
        "easy": "mcts:evaluator=hands,simulations=25,time_ms=500",
        "medium": "mcts:evaluator=hands,simulations=250,time_ms=1000",
        "hard": "mcts:evaluator=hands,time_ms=2000",
    }

    def deck(self, players: int, options: DurakOptions) -> Cards:
        return PACKS[options.deck_size]

    def validate_config(self, options: DurakOptions, players: int) -> Sequence[Words]:
        wanted = TEAM_TABLES.get(options.teams, players)
        if players != wanted:
            return [say("bad-teams", teams=options.teams, players=players, wanted=wanted)]
        if options.deck_size < HAND * players:
            return [say("bad-deck_size", cards=options.deck_size, players=players, each=HAND)]
        return super().validate_config(options, players)

    def teams(self, players: int, options: DurakOptions) -> Sequence[Sequence[int]]:
        if options.teams == "none":
            return super().teams(players, options)
        return range(0, players, 2), range(1, players, 2)

    def first_memory(self, table: AnyCardTable) -> DurakMemory:
        rules = table.rules
        return DurakMemory(earliness=rules.earliness or (0.0,) * table.players, fool=rules.fool)

    def next_dealer(self, table: AnyCardTable) -> int:
        fool: int | None = table.rules.fool
        return table.left_of(table.dealer) if fool is None else fool

    def on_deal(self, table: AnyCardTable) -> Ruling:
        *_, shown = table.top(HAND * table.players + 1)
        table = yield from deal_out(table, HAND)
        table = yield from show_trump(table, shown)
        if table.deal == 1 or table.options.next_attack == "lowest_trump":
            yield from lowest_trump_attacks(table)
        elif table.options.next_attack == "attack_the_fool" and table.rules.fool is not None:
            yield from begin_bout(table, table.left_of(table.dealer, -1))
        else:
            yield from begin_bout(table, table.left_of(table.dealer))

    def on_swap_six(self, table: AnyCardTable, seat: int) -> Ruling:
        hand, turn_up, lowest = pile_of("hand", seat), table.piles["trump"], lowest_trump(table)
        if not turn_up:
            raise Illegal("no_turn_up")
        if lowest not in table.hand(seat):
            raise Illegal("no_six", card=lowest)
        yield MoveCards(hand, "trump", (lowest,))
        table = yield MoveCards("trump", hand, turn_up)
        yield from ask_attacker(table)

    def on_attack(self, table: AnyCardTable, seat: int, card: str) -> Ruling:
        table = yield from lay(table, seat, card, "attacks")
        yield from go_on(table)

    def beat_choices(self, table: AnyCardTable, seat: int) -> Sequence[Defence]:
        hand, trump = table.hand(seat), table.rules.trump
        return [Defence(attack, card) for attack in unbeaten(table) for card in hand if beats(card, attack, trump)]

    def on_beat(self, table: AnyCardTable, seat: int, attack: str, card: str) -> Ruling:
        if attack not in unbeaten(table):
            raise Illegal("no_attack", card=attack)
        if card not in table.hand(seat):
            raise Illegal("card", card=card)
        if not beats(card, attack, table.rules.trump):
            raise Illegal("too_low", card=card, attack=attack)
        table = yield from lay(table, seat, card, "defences")
        table = yield remember(table, pairs=table.rules.pairs | {attack: card})
        yield from go_on(table)

    def on_pass_on(self, table: AnyCardTable, seat: int, card: str) -> Ruling:
        attacks = table.piles["attacks"]
        if table.rules.pairs:
            raise Illegal("has_beaten")
        if card[0] != attacks[0][0]:
            raise Illegal("other_rank", card=card)
        defender = next_opponent(table, seat)
        if defender == seat or limit_of(table, defender) <= len(attacks):
            raise Illegal("too_few_cards")
        table = yield from lay(table, seat, card, "attacks")
        table = yield remember(table, attacker=seat, defender=defender, limit=limit_of(table, defender))
        yield from go_on(table)

    def on_take(self, table: AnyCardTable, seat: int) -> Ruling:
        table = yield remember(table, is_taking=True)
        yield from go_on(table)

    def on_throw_in(self, table: AnyCardTable, seat: int, card: str) -> Ruling:
        if card[0] not in [other[0] for other in table.piles["attacks"] + table.piles["defences"]]:
            raise Illegal("rank_not_there", card=card)
        table = yield from lay(table, seat, card, "attacks")
        yield Announce("throw_in", seat, {"card": card})
        yield from go_on(table)

    def on_done(self, table: AnyCardTable, seat: int) -> Ruling:
        yield from ()

    def resolve(self, table: AnyCardTable, answers: Mapping[int, Action]) -> Ruling:
        """Only the first throw-in counts; then all attackers are asked again. The other answers stay secret."""
        for seat in attackers(table):
            if answers[seat].action_type == "throw_in":
                return (yield from self.ruling(table, seat, answers[seat]))
        yield from nobody_throws_in(table)

    def on_beaten_off(self, table: AnyCardTable) -> Ruling:
        for pile in ("attacks", "defences"):
            table = yield MoveCards(pile, "discard", table.piles[pile])
        yield Announce("beaten_off", table.rules.defender)
        table = yield remember(table, pairs={}, taken_in_a_row=0)
        yield from end_bout(table, table.rules.defender)

    def on_taken(self, table: AnyCardTable) -> Ruling:
        rules = table.rules
        number = len(table.piles["attacks"] + table.piles["defences"])
        for pile in ("attacks", "defences"):
            table = yield MoveCards(pile, pile_of("hand", rules.defender), table.piles[pile])
        yield Announce("taken", rules.defender, {"number": number})
        table = yield remember(table, pairs={}, taken_in_a_row=rules.taken_in_a_row + 1)
        yield from end_bout(table, table.left_of(rules.defender))

    def timeout_action(self, table: AnyCardTable, player_id: PlayerId) -> Action:
        """Throw in nothing; as the defender, take; as the attacker, play the lowest card, preferably not a trump."""
        if table.phase != "attack":
            return action_of("done" if table.phase == "throw_in" else "take", player_id, NO_PAYLOAD)
        hand, trump = table.hand(seat_index(player_id)), table.rules.trump
        return card_action("attack", player_id, min(hand, key=lambda card: (card[1] == trump, ace_high(card))))

    def scene(self, view: PlayerView) -> Scene:
        return in_pairs(super().scene(view), view)

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        return beaten_by_one_tap(super().offers(view), view)

    def facts(self, view: PlayerView) -> dict[str, Any]:
        return facts_of(view)
