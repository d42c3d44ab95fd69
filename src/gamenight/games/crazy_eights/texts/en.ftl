game-name = Crazy Eights
game-description = Match the rank or the suit of the top card; eights go on everything.

option-starter_eight = An eight as first card
option-starter_eight-dealer_names = The dealer names a suit
option-starter_eight-bury = It goes back, and another card is turned up
option-draw = Drawing
option-draw-one_end = One card, which ends the turn
option-draw-one_play = One card, which may be played
option-draw-until_playable = Until the player plays a card
option-draw-up_to_five = Up to five cards
option-most_draws = Most cards drawn in a turn
option-most_draws-hint = Only with “Up to five cards”.
option-reshuffle = Shuffle the pile when the stock is empty
option-specials = Special cards
option-specials-hint = Queens skip, aces reverse, twos make the next player draw.
option-announce_last = The last card has to be announced
option-announce_last-hint = With special cards: a player who forgets it draws two cards.
option-two_player_ace = An ace between two players
option-two_player_ace-hint = With special cards.
option-two_player_ace-skip = The same player again
option-two_player_ace-plain = Nothing special
option-match = Match
option-match-single_hand = One hand
option-match-target = Until a player has enough points
option-target = Points that win
option-packs = Packs
option-packs-hint = With 0, one pack, and two for five players or more.
option-block = A hand is blocked
option-block-all_pass = when all pass in a row
option-block-first_passes_again = when the first of them passes again
option-most_plays = Most cards played in a hand
option-most_plays-hint = Then it ends as if it were blocked.
option-first_dealer = First dealer
option-decks = Fixed decks
option-reshuffles = Fixed reshuffles

suit-name =
    { $suit ->
        [C] clubs ♣
        [D] diamonds ♦
        [H] hearts ♥
       *[S] spades ♠
    }

phase-play = a card
phase-name_suit = a suit
phase-hand_over = the hand is over
prompt-play =
    { $mine ->
        [yes] Play a card that fits, or draw.
       *[no] { $name } plays or draws.
    }
prompt-name_suit =
    { $mine ->
        [yes] Name a suit.
       *[no] { $name } names a suit.
    }
prompt-hand_over = The hand is over.

prompt-with_note = { $prompt } { $note }
note-named = The suit is { suit-name }.
note-penalty = A two, or { $number } cards to draw.

pile-pile = pile

action-play = play { $card }
action-draw = draw
action-pass = pass
action-announce_last = announce your last card
action-name_suit = name { suit-name }

event-play = played { $card }
event-draw = drew from the stock
event-pass = passed
event-announce_last = announced the last card
event-name_suit = named { suit-name }
event-took_penalty =
    had to draw { $number ->
        [one] { $number } card
       *[other] { $number } cards
    } for the twos
event-forgot = did not announce the last card, and draws { $number }
event-reshuffled =
    The pile is shuffled: the stock has { $number ->
        [one] { $number } card
       *[other] { $number } cards
    } again
event-blocked = No player can play: the hand is blocked
event-holds =
    { $points ->
        [0] has no cards left
        [one] is left with { $cards }: { $points } point
       *[other] is left with { $cards }: { $points } points
    }

refused-no_match = It has to be an eight, or match the top card { $top } or the suit { suit-name }.
refused-stack_two = Play another two, or draw { $number } cards.
refused-only_drawn = After drawing you may only play the card that you drew, { $drawn }.
refused-drawn = You cannot draw any more in this turn.
refused-stock_empty = There is no card to draw: play or pass.
refused-must_draw = As long as there are cards to draw, play or draw.
refused-penalty = Play another two, or draw.
refused-no_suit = There is no such suit.
refused-no_announcing = The last card is not announced at this table.
refused-not_last = Announce your last card once, when you have two and are about to play one of them.
