game-name = Liar's Dice
game-description = Bid on everybody's hidden dice, or call the bluff; the last player with dice wins.
option-dice = Dice
option-dice-hint = Dice of each player at the start
option-wild_ones = Wild ones
option-wild_ones-hint = Ones count as any face, unless ones were bid

action-bid = bid { dice }
action-challenge = challenge the bid of { dice }

event-rolled = round { $round }: everybody rolls
rolled-own = round { $round }: everybody rolls; yours: { $dice }
event-bid = bid { dice }
event-challenged = challenged { dice }
event-revealed =
    the dice: { $dice }; { $count ->
        [one] { $count } die matches
       *[other] { $count } dice match
    } the bid, so it was { $is_true ->
        [yes] correct
       *[no] too high
    }
event-lost_die = lost a die, { $left } left
event-eliminated = is out of the game
event-round_void = the round is void

# 1 six, 3 sixes
dice =
    { $f ->
        [1] { $n ->
            [one] { $n } one
           *[other] { $n } ones
        }
        [2] { $n ->
            [one] { $n } two
           *[other] { $n } twos
        }
        [3] { $n ->
            [one] { $n } three
           *[other] { $n } threes
        }
        [4] { $n ->
            [one] { $n } four
           *[other] { $n } fours
        }
        [5] { $n ->
            [one] { $n } five
           *[other] { $n } fives
        }
       *[6] { $n ->
            [one] { $n } six
           *[other] { $n } sixes
        }
    }

bid = The standing bid
bid-none = No bid yet
bid-by = { dice }, bid by { $name }
cups = Your dice, and those under other cups
cups-hidden = Dice under the cups
choose = Your bid: how many, of which face
many = How many dice?
face = Of which face?
offer-bid = bid
higher = bid { $n } of a higher face
more = bid more dice
challenge = Challenge
seats = players
out = out
reveal = The last challenge
outcome = Round { $round }: { $name } bid { dice }, { $count } counted. { $loser } lost a die.
player = Player
cup = Dice
made = Last bid
shown = Last round
wild = Round { $round }, { $dice } dice in all. Ones count as any face.
plain = Round { $round }, { $dice } dice in all.
won = { $name } has the last of the dice.

bad-no_bid = There is no bid to challenge.
bad-bid = A bid is on at least one die, of a face from 1 to 6.
bad-quantity = Only { $dice } dice are in play.
bad-raise = A bid must raise { dice }: more dice, or as many of a higher face.
bad-cups = fixed_dice of round { $round } must have dice for { $seats } seats, not { $cups }
bad-cup = fixed_dice of round { $round } has a seat with more than { $most } dice
