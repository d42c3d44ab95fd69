game-name = Hearts
game-description = Take no hearts, and beware of the queen of spades.

option-target = Points that end the match
option-deals = Deals
option-deals-hint = The match ends after this many deals; with 0, when a player reaches the points that end it.
option-passing = Passing
option-passing-hint = Where three cards are passed before each deal, in turn.
option-moon = Shooting the moon
option-moon-hint = What happens when a player takes all 26 points.
option-moon-add26 = 26 points to each of the others
option-moon-sub26 = 26 points off
option-moon-choose = The player chooses
option-tie = Tie for the fewest points
option-tie-shared = Shared win
option-tie-play_on = Play on
option-queen_breaks = The queen of spades breaks hearts
option-must_break = Hearts must be broken before one is led
option-first_trick_points = Points may be played to the first trick
option-any_club_leads = Any club may lead the first trick
option-jack_minus10 = The jack of diamonds takes ten points off
option-no_tricks_minus5 = Taking no trick takes five points off
option-first_dealer = First dealer
option-decks = Fixed decks

action-play = play { $card }
action-pass_cards = pass { $cards }
action-add26 = 26 points to each of the others
action-sub26 = 26 points off
form-pass_cards = Pass three cards
slot-cards = cards

event-play = played { $card }
event-pass_cards = passed { $cards }
event-pass_cards-hidden = passed { $count } cards
event-add26 = gives 26 points to each of the others
event-sub26 = takes 26 points off
event-took_trick =
    { $points ->
        [0] took the trick
        [one] took the trick with { $points } point
       *[other] took the trick with { $points } points
    }

prompt-pass =
    { $mine ->
        [yes] Choose three cards to pass.
       *[no] Everybody passes three cards.
    }
prompt-play =
    { $mine ->
        [yes] Play a card.
       *[no] { $name } plays a card.
    }
prompt-moon =
    { $mine ->
        [yes] You shot the moon. Choose what it is worth.
       *[no] { $name } shot the moon.
    }
prompt-trick = The trick is complete.

pile-passed = passed by { $name }

refused-lead_club = The first trick is led with { $card }.
refused-not_broken = Hearts are not broken yet, and you have other cards to lead.
refused-follow = You must follow suit.
refused-first_trick = No points in the first trick while you have other cards.
