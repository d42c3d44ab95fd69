game-name = Goofspiel
game-description = Bid your cards for the prizes, all at the same time; each card serves once.
option-cards = Cards
option-cards-hint = Each hand, and the prizes, are 1 up to this.
option-prize_order = Prize order
option-prize_order-random = Random
option-prize_order-ascending = Ascending
option-prize_order-descending = Descending
option-hidden_bids = Hidden bids
option-hidden_bids-hint = After a round only its winner is told, not the bids.
option-rounds = Rounds
option-rounds-hint = How many prizes are played for.

action-bid = bid { $card } for the prize of { $prize }

event-engine-revealed = { "" }
event-round_started = round { $round } of { $rounds }: the prize is { $prize }
event-bids_revealed = bids: { $bids }
event-bids_compared = the bids are compared
compared-own = the bids are compared, yours was { $card }
event-prize_won =
    won the prize of { $prize } and has { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
event-prize_discarded = a tie: nobody takes the prize of { $prize }
event-player_left =
    left, and lost { $points_lost ->
        [one] { $points_lost } point
       *[other] { $points_lost } points
    }

prize = The prize
prize-is = the prize: { $prize }
laid = Your bid
laid-is = your bid: { $card }
hand = Your hand
coming-in_order = Next prizes
coming-any_order = Prizes left, in any order
seats = players
head-player = Player
head-points = Points
head-cards = Cards left
gone = left
took = Round { $round }: { $name } took the { $prize }
tied = Round { $round }: a tie, nobody took the { $prize }
bid = { $name } bid { $card }
yours = Round { $round } of { $rounds }: bid a card for the prize of { $prize }.
theirs = Round { $round } of { $rounds }: everybody bids for the prize of { $prize }.
waiting = Round { $round } of { $rounds }: you bid { $card } for the prize of { $prize }. The others are still thinking.
won = { $name } has the most points.
shared = Nobody has the most points alone: { $names }.

# In a terminal
round = round { $round } of { $rounds }, the prize is { $prize }, to come: { $later }
round-last = round { $round } of { $rounds }, the prize is { $prize }
round-over = round { $round } of { $rounds } is over, to come: { $later }
round-over-last = round { $round } of { $rounds } is over
prizes-gone = all prizes are gone
points =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    }

bad-more_rounds_than_cards = there are no more rounds than cards
bad-prizes = prizes must be the numbers 1 to { $cards }, each once, in any order
bad-prize_order = prizes can be given for the random order only
