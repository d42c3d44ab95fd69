game-name = Durak
game-description = Beat what you are attacked with, or take it; the last player with cards is the fool.

option-deals = Deals
option-deals-hint = The match ends after this many deals.
option-deck_size = Cards
option-deck_size-hint = From the sixes up, from the nines up, or the whole pack. Everybody gets six cards.
option-first_bout_max = Cards in the first bout
option-first_bout_max-hint = At most this many attack cards in the first bout of a deal.
option-next_attack = First attack of later deals
option-next_attack-hint = Who attacks first after the first deal. The last fool deals.
option-next_attack-left_of_dealer = The player to the left of the dealer
option-next_attack-attack_the_fool = The player to the right of the fool, who defends
option-next_attack-lowest_trump = The player with the lowest trump
option-eager_throw_in = Throw in before cards are beaten
option-eager_throw_in-hint = Attackers need not wait until everything on the table is beaten.
option-trump_six_swap = Swap the lowest trump for the turn-up
option-trump_six_swap-hint = Before attacking, the player with the lowest trump of the pack, usually the six, may swap it.
option-passing = Passing on
option-passing-hint = A defender who has beaten nothing yet may pass the attack on with a card of the same rank.
option-teams = Teams
option-teams-hint = Partners sit at every second seat. Only opponents attack; the first team without cards wins.
option-teams-none = Everybody plays alone
option-teams-2v2 = Two against two
option-teams-3v3 = Three against three
option-first_dealer = First dealer
option-decks = Fixed decks
bad-teams =
    { $teams } needs { $wanted } players, not { $players }.
bad-deck_size =
    { $cards } cards are too few for { $players } players: each gets { $each }.

action-attack = attack with { $card }
action-swap_six = swap the lowest trump for the turn-up
action-beat = beat { $attack } with { $card }
action-pass_on = pass the attack on with { $card }
action-take = take the cards
action-throw_in = throw in { $card }
action-done = throw in nothing

event-lowest_trump = shows the lowest trump, { $card }
event-attack = attacked with { $card }
event-swap_six = swapped the lowest trump for the turn-up
event-beat = beat { $attack } with { $card }
event-pass_on = passed the attack on with { $card }
event-take = takes the cards
event-throw_in = threw in { $card }
event-beaten_off = beat off the attack
event-taken =
    picked up { $number ->
        [one] { $number } card
       *[other] { $number } cards
    }
event-fool = is the fool
event-team_lost = still has cards, so this team loses
event-drawn = nobody is the fool

button-pass_on = pass the attack on

prompt-attack =
    { $mine ->
        [yes] Attack with a card.
       *[no] { $name } attacks.
    }
prompt-defend =
    { $mine ->
        [yes] Beat a card, or take them all.
       *[no] { $name } defends.
    }
prompt-throw_in =
    { $mine ->
        [yes] Throw in a card of a rank on the table, or nothing.
       *[no] The attackers may throw in.
    }
prompt-beaten_off = The attack is beaten off.
prompt-taken = The defender takes the cards.

trump = Trump: { $suit }
sort-trumps_last = with the trumps last

pile-deck = talon
pile-trump = turn-up
pile-attacks = attack cards
pile-defences = cards that beat them
pile-discard = cards out of the game

refused-no_turn_up = There is no turn-up any more.
refused-no_six = You do not have { $card }.
refused-no_attack = { $card } is not an unbeaten attack card.
refused-too_low = { $card } does not beat { $attack }.
refused-has_beaten = The attack cannot be passed on once a card is beaten.
refused-other_rank = { $card } does not have the rank of the attack.
refused-too_few_cards = The next player has fewer cards than there are attack cards.
refused-rank_not_there = No card on the table has the rank of { $card }.
