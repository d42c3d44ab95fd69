game-name = Riichi Mahjong
game-description = Complete your hand from the wall or from what others discard.

option-preset = Rules
option-preset-tenhou = Tenhou
option-preset-mahjong_soul = Mahjong Soul
option-preset-wrc = World Riichi Championship
option-preset-ema = European Mahjong Association
option-length = Length
option-length-hanchan = East and South (hanchan)
option-length-tonpuu = East only (tonpuu)
option-deals = Deals
option-deals-hint = The match ends after this many deals; with 0, when its winds have been played.
option-start_points = Points at the start
option-target = Target
option-target-hint = What somebody must have for the match to end on time.
option-uma = Uma
option-uma-hint = What the places are worth at the end, in thousands.
option-uma-none = None
option-oka = Oka
option-oka-hint = Results count from the target, and the first gets the difference.
option-rounding = Results
option-rounding-exact = Exact
option-rounding-thousands = Rounded to thousands
option-ties = Equal points
option-ties-seat = The earlier dealer comes first
option-ties-shared = Places are shared
option-red_fives = Red fives
option-kuitan = Open tanyao (kuitan)
option-kuikae = Swap calling (kuikae)
option-late_kan_dora = Dora of open kans after the discard
option-kokushi_robs_closed_kan = Thirteen orphans rob closed kans
option-rons = Winners of one discard
option-rons-one = The nearest only
option-rons-two = Two; three are a draw
option-rons-three = All
option-honba_each = Each winner is paid the honba
option-abortive_draws = Abortive draws
option-nagashi_mangan = Nagashi mangan
option-pao = Liability (pao)
option-pao-hand = For the whole hand
option-pao-yakuman = For the yakuman alone
option-pao_honba = Honba of a shared ron
option-pao_honba-liable = Paid by the liable player
option-pao_honba-discarder = Paid by the discarder
option-yakuman = Yakuman
option-yakuman-one = One at most
option-yakuman-sum = Added up
option-yakuman-double = Added up, four of them count double
option-kazoe = Thirteen han are a yakuman
option-renhou = Hand of man (renhou)
option-renhou-none = Worth nothing
option-renhou-mangan = At least a mangan
option-renhou-han = Five han
option-renhou-yakuman = A yakuman
option-kiriage = Rounding up to a mangan (kiriage)
option-double_wind_fu = Fu of a pair of the double wind
option-furiten_until = Furiten of the turn ends
option-furiten_until-discard = With the own discard
option-furiten_until-draw = With the own draw
option-tobi = The match ends when somebody has less than nothing
option-agari_yame = A last dealer who is first ends the match
option-agari_yame-none = Never
option-agari_yame-win = By a win
option-agari_yame-tenpai = By a win or tenpai
option-extension = Play on until somebody has the target
option-leftover_sticks = Riichi sticks left at the end
option-leftover_sticks-first = Go to the first
option-leftover_sticks-lost = Are lost
option-show_waits = Show players their waits and furiten
option-open_hands = Open hands
option-open_hands-hint = Everybody sees everybody's tiles.
option-start = First deal
option-start-hint = Begin with a later deal than East 1: 4 is South 1. The points, and 1,000 for each stick, must add up to what four players start with.
option-round = Deal
option-honba = Honba
option-sticks = Sticks on the table
option-points = Points of each seat
option-walls = Fixed walls

bad-oka = Oka needs a target above the starting points, but the target is { $target } and the start { $start }.
bad-rons = With at most two winners a third ron is an abortive draw, so abortive draws must be on.
bad-honba = Where one player alone wins with a discard, there are no others to be paid the honba.
bad-start = The first deal must be one of this match, and the points of four players, with 1,000 for each stick, must be { $total } together.
bad-wall = A wall has each of the 136 tiles once.

phase-draw = A tile is drawn
phase-turn = A discard
phase-call = Calls
phase-rob = A kan may be robbed
phase-end = The deal is over

action-discard =
    { $drawn ->
        [yes] discard { $tile } as drawn
       *[no] discard { $tile }
    }
action-riichi =
    { $drawn ->
        [yes] riichi, discard { $tile } as drawn
       *[no] riichi, discard { $tile }
    }
action-tsumo = tsumo
action-closed_kan = closed kan of { $tile }
action-added_kan = add { $tile } to the pon
action-kyuushu_kyuuhai = nine terminals: abort the deal
action-ron = ron
action-pon = pon with { $tiles }
action-open_kan = kan
action-chi = chi with { $tiles }
action-pass = pass

event-dealt = { $round }, honba { $honba }: the dora indicator is { $dora }
event-drawn =
    { $rinshan ->
        [yes] drew a replacement tile
       *[no] drew a tile
    }
drawn-own = drew { $tile }
event-discarded =
    { $riichi ->
        [yes] declared riichi and discarded { $tile }
       *[no] { $drawn ->
            [yes] discarded { $tile } as drawn
           *[no] discarded { $tile }
        }
    }
event-riichi_accepted =
    { $double ->
        [yes] is in double riichi
       *[no] is in riichi
    }
event-called =
    { $kind ->
        [chi] called chi from { $source }: { $tiles }
        [pon] called pon from { $source }: { $tiles }
        [open_kan] called kan from { $source }: { $tiles }
        [added_kan] added to a pon: { $tiles }
       *[closed_kan] laid down a closed kan: { $tiles }
    }
event-dora = a new dora indicator: { $tile }
event-furiten =
    { $is_furiten ->
        [yes] furiten: no win by ron
       *[no] no longer furiten
    }
event-won =
    { $tsumo ->
        [yes] won by tsumo with { $tile }
       *[no] won by ron with { $tile } from { $source }
    }: { $yaku }; { $yakuman ->
        [0] { $han } han, { $fu } fu
       *[other] yakuman
    }, { $value } points
event-deal_drawn =
    { $kind ->
        [kyuushu_kyuuhai] aborts the deal with nine terminals
        [suufon_renda] four equal winds: the deal is aborted
        [suucha_riichi] four riichi: the deal is aborted
        [suukaikan] four kans: the deal is aborted
        [sanchahou] three players won: the deal is aborted
        [nagashi_mangan] the wall is empty: nagashi mangan; tenpai: { $names }
       *[exhaustive] the wall is empty; tenpai: { $names }
    }
event-deal_ended = points: { $points }
points-of = { $name } { $points }
event-match_ended = results: { $results }
result-of = { $name } { $result }

round = { $wind } { $number }
yaku-han = { $yaku } { $han }

terminal-header = { $round }, honba { $honba }, sticks { $sticks }, { $left } tiles left, dora indicators { $dora }
terminal-waits =
    { $furiten ->
        [yes] You wait for { $tiles }, but are furiten.
       *[no] You wait for { $tiles }.
    }

refused-tile = You do not have that tile.
refused-in-riichi = In riichi you discard what you draw.
refused-kuikae = After your call you may not discard this tile: that is swap calling.
refused-open = Riichi needs a closed hand.
refused-points = Riichi needs { $points } points.
refused-wall = Riichi needs { $tiles } more tiles in the wall.
refused-noten = That discard does not leave your hand tenpai.
refused-incomplete = That tile does not complete your hand.
refused-furiten = You are furiten: you may win by tsumo only.
refused-yaku = Your hand has no yaku.
refused-meld = You cannot make that meld now.
refused-nine = Nine terminals can be declared with the first draw, with nine different terminals and honours.

tile-1m = 1 man
tile-2m = 2 man
tile-3m = 3 man
tile-4m = 4 man
tile-5m = 5 man
tile-6m = 6 man
tile-7m = 7 man
tile-8m = 8 man
tile-9m = 9 man
tile-1p = 1 pin
tile-2p = 2 pin
tile-3p = 3 pin
tile-4p = 4 pin
tile-5p = 5 pin
tile-6p = 6 pin
tile-7p = 7 pin
tile-8p = 8 pin
tile-9p = 9 pin
tile-1s = 1 sou
tile-2s = 2 sou
tile-3s = 3 sou
tile-4s = 4 sou
tile-5s = 5 sou
tile-6s = 6 sou
tile-7s = 7 sou
tile-8s = 8 sou
tile-9s = 9 sou
tile-5mr = red 5 man
tile-5pr = red 5 pin
tile-5sr = red 5 sou
tile-E = east
tile-S = south
tile-W = west
tile-N = north
tile-P = white dragon
tile-F = green dragon
tile-C = red dragon

yaku-tsumo = concealed self-draw (tsumo)
yaku-riichi = riichi
yaku-ippatsu = ippatsu
yaku-chankan = robbing a kan (chankan)
yaku-rinshan = after a kan (rinshan)
yaku-haitei = last tile (haitei)
yaku-houtei = last discard (houtei)
yaku-pinfu = pinfu
yaku-tanyao = all simples (tanyao)
yaku-iipeikou = two equal runs (iipeikou)
yaku-haku = white dragon (haku)
yaku-hatsu = green dragon (hatsu)
yaku-chun = red dragon (chun)
yaku-double_riichi = double riichi
yaku-chiitoitsu = seven pairs (chiitoitsu)
yaku-chanta = outside hand (chanta)
yaku-ittsuu = full straight (ittsuu)
yaku-sanshoku = three-coloured run (sanshoku)
yaku-sanshoku_doukou = three-coloured triplet (sanshoku doukou)
yaku-sankantsu = three kans (sankantsu)
yaku-toitoi = all triplets (toitoi)
yaku-sanankou = three concealed triplets (sanankou)
yaku-shousangen = little three dragons (shousangen)
yaku-honroutou = terminals and honours (honroutou)
yaku-ryanpeikou = twice two equal runs (ryanpeikou)
yaku-junchan = terminals in all sets (junchan)
yaku-honitsu = half flush (honitsu)
yaku-chinitsu = full flush (chinitsu)
yaku-renhou = hand of man (renhou)
yaku-tenhou = hand of heaven (tenhou)
yaku-chiihou = hand of earth (chiihou)
yaku-daisangen = big three dragons (daisangen)
yaku-suuankou = four concealed triplets (suuankou)
yaku-suuankou_tanki = four concealed triplets on a pair wait (suuankou tanki)
yaku-tsuuiisou = all honours (tsuuiisou)
yaku-ryuuiisou = all green (ryuuiisou)
yaku-chinroutou = all terminals (chinroutou)
yaku-chuuren = nine gates (chuuren poutou)
yaku-junsei_chuuren = pure nine gates (junsei chuuren)
yaku-kokushi = thirteen orphans (kokushi)
yaku-kokushi_13 = thirteen orphans, thirteen waits (kokushi)
yaku-daisuushii = big four winds (daisuushii)
yaku-shousuushii = little four winds (shousuushii)
yaku-suukantsu = four kans (suukantsu)
yaku-dora = dora
yaku-ura_dora = ura dora
yaku-aka_dora = red five
yaku-seat_east = seat wind east
yaku-round_east = round wind east
yaku-seat_south = seat wind south
yaku-round_south = round wind south
yaku-seat_west = seat wind west
yaku-round_west = round wind west
yaku-seat_north = seat wind north
yaku-round_north = round wind north

## Pictures

art-1m = { tile-1m }
art-2m = { tile-2m }
art-3m = { tile-3m }
art-4m = { tile-4m }
art-5m = { tile-5m }
art-6m = { tile-6m }
art-7m = { tile-7m }
art-8m = { tile-8m }
art-9m = { tile-9m }
art-1p = { tile-1p }
art-2p = { tile-2p }
art-3p = { tile-3p }
art-4p = { tile-4p }
art-5p = { tile-5p }
art-6p = { tile-6p }
art-7p = { tile-7p }
art-8p = { tile-8p }
art-9p = { tile-9p }
art-1s = { tile-1s }
art-2s = { tile-2s }
art-3s = { tile-3s }
art-4s = { tile-4s }
art-5s = { tile-5s }
art-6s = { tile-6s }
art-7s = { tile-7s }
art-8s = { tile-8s }
art-9s = { tile-9s }
art-5mr = { tile-5mr }
art-5pr = { tile-5pr }
art-5sr = { tile-5sr }
art-E = { tile-E }
art-S = { tile-S }
art-W = { tile-W }
art-N = { tile-N }
art-P = { tile-P }
art-F = { tile-F }
art-C = { tile-C }
art-back = hidden tile
art-stick = riichi stick
art-arrow = on turn
art-wind-E = East
art-wind-S = South
art-wind-W = West
art-wind-N = North

wind-E = East
wind-S = South
wind-W = West
wind-N = North

## The table

table = table
hand = your hand
drawn = drawn tile
open-hand = open hand
hidden-hand = hidden hand
buttons = calls
left =
    { $count ->
        [one] { $count } tile left
       *[other] { $count } tiles left
    }
sticks =
    { $sticks ->
        [0] { $honba } honba
       *[other] { $honba ->
            [0] { $sticks } riichi { $sticks ->
                [one] stick
               *[other] sticks
            }
           *[other] { $honba } honba, { $sticks } { $sticks ->
                [one] stick
               *[other] sticks
            }
        }
    }
plate-own =
    { $state ->
        [riichi] { $wind } · riichi
       *[calm] { $wind }
    }
plate-other =
    { $state ->
        [riichi] { $wind } · { $difference } · riichi
       *[calm] { $wind } · { $difference }
    }
waits = Waits
furiten = Furiten

button-tsumo = tsumo
button-ron = ron
button-riichi = riichi
button-kyuushu_kyuuhai = nine terminals
button-chi = chi { $tiles }
button-pon = pon { $tiles }
button-kan = kan { $tiles }
button-open_kan = kan
button-pass = pass
toggle-no_calls = No calls
toggle-win = Always win
toggle-discard_drawn = Discard drawn tile

news-turn =
    { $mine ->
        [yes] Discard a tile.
       *[no] { $name } is on turn.
    }
news-call = { $name } has discarded { $tile }.
news-rob = { $name } makes a kan of { $tile }.

## The end of a deal

places = final places
payments = payments
yaku = yaku
winning-hand = winning hand
melds = melds
dora-indicators = Dora
ura-indicators = Ura
won-tsumo = { $name } wins by tsumo
won-ron = { $name } wins by ron from { $source }
head-player = Player
head-change = Change
head-points = Points
head-result = Result
han = { $count } han
yakuman =
    { $count ->
        [one] yakuman
       *[other] { $count } yakuman
    }
worth = { $han } han { $fu } fu: { $points } points
worth-limit = { $limit }, { $han } han: { $points } points
worth-yakuman = { $limit }: { $points } points
limit-mangan = Mangan
limit-haneman = Haneman
limit-baiman = Baiman
limit-sanbaiman = Sanbaiman
limit-yakuman =
    { $count ->
        [0] Counted yakuman
        [one] Yakuman
       *[other] { $count } yakuman
    }
ended-wins = { $names } won the deal.
draw-exhaustive = The wall is used up: tenpai players are paid.
draw-nagashi_mangan = Nagashi mangan.
draw-kyuushu_kyuuhai = Nine terminals and honours: the deal is drawn.
draw-suufon_renda = Four equal winds: the deal is drawn.
draw-suucha_riichi = Four riichi: the deal is drawn.
draw-suukaikan = Four kans: the deal is drawn.
draw-sanchahou = Three players win with one tile: the deal is drawn.
