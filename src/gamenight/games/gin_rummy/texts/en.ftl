game-name = Gin Rummy
game-description = Draw and discard until your hand is melds and little else; then knock.

option-target = Points that end the match
option-deals = Deals
option-deals-hint = The match ends after this many deals, without bonuses for the game; with 0, when a player reaches the points that end it.
option-bonus = Bonuses
option-bonus-hint = The points for gin, for an undercut and for each hand won.
option-bonus-modern = 25 each, big gin 31
option-bonus-classic = Gin 20, undercut 10, hand 20, no big gin
option-gin_bonus = Another bonus for gin
option-undercut_bonus = Another bonus for an undercut
option-big_gin = Big gin
option-big_gin-hint = A player with all eleven cards in melds may say big gin.
option-equal_undercuts = Equal deadwood is an undercut
option-knock_limit = Most deadwood to knock with
option-oklahoma = Oklahoma
option-oklahoma-hint = The first upcard's value is the most deadwood to knock with; with an ace, only gin will do.
option-oklahoma_spade_double = A spade doubles in Oklahoma
option-arrange = Melds
option-arrange-hint = Who chooses the melds after a knock.
option-arrange-auto = The best ones, automatically
option-arrange-manual = Players choose
option-layoff = Laying off
option-layoff-manual = The defender chooses
option-layoff-auto = The best cards, automatically
option-return_upcard = A card taken from the discard pile may be discarded at once
option-return_upcard-hint = If both do so in a row, the hand is dead.
option-wall = At the last two cards of the stock
option-wall-dead = The hand is dead
option-wall-knock = The next player may take the last discard to knock
option-first_dealer = First dealer
option-decks = Fixed decks

action-take_upcard = take the upcard
action-decline = decline
action-draw_stock = draw from the stock
action-draw_discard = draw from the discard pile
action-discard = discard { $card }
action-knock = knock, with { $card } face down
button-knock = Knock
action-big_gin = big gin
action-meld = lay down { $cards }
action-lay_off = lay off { $card } on { $cards }
action-done = done

event-take_upcard = took the upcard
event-decline = declined
event-draw_stock = drew from the stock
event-draw_discard = drew from the discard pile
event-discard = discarded { $card }
event-knock = knocked, with { $card } face down
event-knock-hidden = knocked
event-big_gin = said big gin
event-meld = laid down { $cards }
event-lay_off = laid off { $card }
event-done = is done
event-dead_hand = The hand is dead: no player gets points
event-won_hand =
    won the hand, deadwood { $deadwood } against { $other }: { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
event-won_gin = won with gin against deadwood of { $other }: { $points } points
event-won_big_gin = won with big gin against deadwood of { $other }: { $points } points
event-won_undercut = undercut the knocker, deadwood { $deadwood } against { $other }: { $points } points
event-tied_hand = knocked with as much deadwood as the other, { $deadwood }: no player gets points
event-match_bonus =
    { $game ->
        [0] gets { $boxes } points for { $hands ->
            [one] { $hands } hand
           *[other] { $hands } hands
        } won
       *[other] gets { $game } points for the game and { $boxes } for { $hands ->
            [one] { $hands } hand
           *[other] { $hands } hands
        } won
    }

prompt-upcard =
    { $mine ->
        [yes] Take the upcard, or decline it.
       *[no] { $name } may take the upcard.
    }
prompt-draw =
    { $mine ->
        [yes] Draw a card.
       *[no] { $name } draws a card.
    }
prompt-discard =
    { $mine ->
        [yes] Discard a card, or knock.
       *[no] { $name } discards a card.
    }
prompt-melds =
    { $mine ->
        [yes] Lay down your melds.
       *[no] { $name } lays down melds.
    }
prompt-layoff =
    { $mine ->
        [yes] Lay off cards on the knocker's melds. Tap a card, then the meld.
       *[no] { $name } may lay off cards.
    }

pile-discard = discard pile
pile-knock_card = card to knock with
pile-melds = melds of { $name }

refused-wall = The last discard may only be taken to knock, and you cannot knock with it: your deadwood would be more than { $limit }.
refused-declined = Both of you have declined this card, so draw from the stock.
refused-must_knock = You took the last discard to knock.
refused-just_taken = You have just taken { $card } from the discard pile, so you may not discard it in this turn.
refused-deadwood = Too much deadwood: at most { $limit } points are allowed.
refused-no_big_gin = Big gin is not allowed at this table.
refused-not_big_gin = Big gin needs all eleven cards in melds.
refused-no_meld = { $cards } is not a meld. A meld is three or four cards of one rank, or three or more cards in a row of one suit, with the ace low.
refused-no_such_meld = There is no such meld: the knocker has { $count }, numbered from 0.
refused-does_not_fit = { $card } does not fit { $cards }.
