game-name = Scopa
game-description = Capture cards of the table by their values, and sweep it if you can.

option-target = Points that win
option-target-hint = The player with the most points after a deal, and at least this many, wins; with a tie, another deal is played.
option-deals = Deals
option-deals-hint = The match ends after this many deals; with 0, when a player has the points that win.
option-direction = Direction
option-direction-hint = The direction of play and dealing.
option-direction-clockwise = Clockwise
option-direction-anticlockwise = Anticlockwise, as in Italy
option-first_dealer = First dealer
option-decks = Fixed decks

phase-play = a card
phase-redeal = the cards are dealt again
phase-rest = the last cards
prompt-play =
    { $mine ->
        [yes] Capture with a card, or lay one down that captures nothing.
       *[no] { $name } plays a card.
    }
prompt-redeal = Three kings face up: the cards are dealt again.
prompt-rest = The last card of the deal was played.

card-suit =
    { $suit ->
        [D] coins ♦
        [H] cups ♥
        [S] swords ♠
       *[C] clubs ♣
    }
card-rank =
    { $rank ->
        [A] ace
        [J] jack
        [Q] queen
        [K] king
       *[other] { $rank }
    }
card-name =
    { $suit ->
        [D] { $rank ->
            [7] the settebello ♦
           *[other] { card-rank } of { card-suit }
        }
       *[other] { card-rank } of { card-suit }
    }
art-card = { card-rank } of { card-suit }

pile-table = table

action-capture = take { $takes } with { $card }
action-trail = lay { $card } on the table
button-trail = Lay down

event-capture = took { $takes } with { $card }
event-trail = laid { $card } on the table
event-scopa = swept the table: scopa!
event-redeal = Three or four kings lie face up: the cards are dealt again
event-new_hands = Everybody gets three more cards
event-took_rest = made the last capture and takes the rest: { $cards }
event-cards =
    { $partner ->
        [none] took the most cards, { $figure }: 1 point
       *[other] and { $partner } took the most cards, { $figure }: 1 point each
    }
event-coins =
    { $partner ->
        [none] took the most coins, { $figure }: 1 point
       *[other] and { $partner } took the most coins, { $figure }: 1 point each
    }
event-settebello =
    { $partner ->
        [none] took the settebello, 7♦: 1 point
       *[other] and { $partner } took the settebello, 7♦: 1 point each
    }
event-primiera =
    { $partner ->
        [none] has the best primiera, { $figure }: 1 point
       *[other] and { $partner } have the best primiera, { $figure }: 1 point each
    }
event-scope =
    { $partner ->
        [none] swept the table { $figure ->
            [one] once: 1 point
           *[other] { $figure } times: { $figure } points
        }
       *[other] and { $partner } swept the table { $figure ->
            [one] once: 1 point each
           *[other] { $figure } times: { $figure } points each
        }
    }

refused-card = You do not have { $card }.
refused-must_capture = { $card } captures cards of the table: take them.
refused-not_there = Only cards that lie on the table can be taken.
refused-sum = These cards do not add up to { $card }.
refused-equal_first = A single card of the same value has to be taken first.
