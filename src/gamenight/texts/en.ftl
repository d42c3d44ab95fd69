# Every sentence of the engine, the server, the page and a game in the terminal. Another language is another file
# here, in which messages may be left out: these stand in for them.

## What happened

event-engine-timed_out = ran out of time
event-engine-forfeited = left the match
event-engine-illegal_action = made an illegal move and forfeited the match
action-continue = Continue
event-engine-revealed = { $answers }
event-engine-paused = the match is paused: { $reason }
event-engine-resumed = the match goes on
event-engine-abandoned = the match was abandoned: { $message }
event-engine-error = the match was ended by an error: { $message }
revealed-answer = { $who }: { $what }

## Why a match does not go on

pause-everybody_away = everybody is away
pause-nobody_watches = nobody watches
pause-rules_failed = the rules of the game failed
pause-rules_missing = the rules of the game were missing
pause-no_game = the game { $game } is not installed
pause-no_rules = { $game }/v{ $version } is not installed
pause-unreadable = the match cannot be read from the log
pause-not_started = the match could not be started: the rules of the game failed
abandoned-turns = not over after { $turns } turns
abandoned-bot = the bot of { $player } failed
abandoned-broken_off = broken off
abandoned-elsewhere = it could not be played elsewhere

## Why something is refused

refused-not_active = This match is not being played now.
refused-not_begun = The match has not begun.
refused-rules_failed = The rules of the game failed; the match is paused.
refused-stale = That answered an earlier question; the game has moved on.
refused-changed = What may be done has changed meanwhile; choose again.
refused-no_offer = This prompt has the offers 0 to { $last }.
refused-picks = These picks do not make that offer: { $why }
refused-not_your_turn = It is not your turn.
refused-committed = You have already chosen; wait for the others.
refused-type = “{ $type }” is not what the game asks for now.
refused-late = Your time was up.
refused-deadline = That deadline belonged to an earlier question.
refused-not_due = Nothing is due yet.
refused-seat = That seat is not playing.
refused-clock = That clock cannot be held or released now.
refused-not_paused = This match is not paused.
refused-unreadable = That could not be read: { $why }.
refused-unlisted = That is not among the legal actions.
refused-answer_empty = An answer has an action_type, or the number of an offer.
refused-answer_picks = Only an offer has picks and a label; say its number.
refused-answer_both = An answer is an offer or an action, not both.
refused-origin = Pages of this origin may not do this; `origins` names those that may.
refused-path = There is nothing at this path.
refused-method = This path does not take this method.
refused-body_large = The body is too large.
refused-request = The request cannot be served: { $why }.
refused-no_replay = This match cannot be played again here: { $why }.

refused-name_long = A name has at most { $most } characters.
refused-name_unseen = A name has no control characters, nor others that cannot be seen.
refused-name_empty = A name has something that can be seen: accents alone are none.
refused-no_match = There is no such match.
refused-token = This token belongs to no seat of this match.
refused-database = The database does not answer; try again.
refused-fault = Something went wrong here; it was logged.
refused-requests = Too many requests from this address; try again in { $seconds } s.
refused-bots = Too many new bots from this address; try again in { $seconds } s.
refused-tables = Too many new tables from this address; try again in { $seconds } s.
refused-no_game = There is no game of this name.
refused-seated = You have a seat in this match already.
refused-players_only = Only its players may see this match before it is over.
refused-rematch_token = A rematch is for whoever has a seat; send its token.
refused-prompt_token = Only whoever has a seat is asked something; send its token.
refused-sponsor_token = A seat is sponsored by whoever has another one; send the token of that one.
refused-sponsor_sponsored = A sponsored seat cannot sponsor another one.
refused-sponsor_first = Its sponsor has to take a seat first.
refused-rematch_early = There can be a rematch once this match is over.
refused-not_over = This match is not over: it can be shown turn by turn when it is.
refused-long_match = This match has { $turns } turns, more than can be shown one by one.
refused-replays = Too many matches are being replayed; try again later.
refused-server_full = This server has as many matches as it can take; try again later.
refused-game_gone = The game { $game } is not served here any more.
refused-seat_by_lot = Seats are assigned at random here; leave out “seat”.
refused-no_seat = This table has the seats 0 to { $last }.
refused-begun = The match has begun.
refused-full = All seats are taken.
refused-name_taken = Somebody of this name sits at the table already.
refused-seat_taken = This seat is not free.
refused-seat_left = This seat was left on another page.
refused-seat_gone = You have no seat any more: it was left on another page.
refused-characters = That holds characters which cannot be kept.
refused-unavailable = The server cannot write just now; try the same again in a moment.
refused-other_seat = You have another seat in this match.
refused-no_spectators = This table has no spectators.
refused-not_here = Join the match or watch it first.
refused-no_own_seat = You have no seat in this match.
refused-chat_length = What is said has 1 to { $most } characters.
refused-chat_fast = You say too much at once; wait a little.
refused-retry_fast = The model was asked again many times within a minute. Wait a little, or let a bot play.
refused-not_stuck = This seat does not wait for anybody's decision.
refused-messages = At most { $most } messages a second.
said-random_move = { $name } could not answer, so a random move was made instead.
said-model-stand_in = { $name } gave no move, so a bot made this one.
said-model-first = { $name } gave no move, so the first legal one was made instead.
said-model-random = { $name } gave no move, so a random one was made instead.
said-model-pass = { $name } gave no answer, so the game answered for it.
said-model-replaced = A bot plays for { $name } until the end.
bad-seats = { $game } is for { $least } to { $most } players, not { $seats }.
bad-bots = At a table of { $seats } at most { $most } can be bots: somebody has to play.
bad-range = { $name } must be 0 to { $most }, not { $value }.
bad-negative = { $name } must not be negative
bad-timer =
    { $mode ->
        [fischer] A Fischer timer needs a stock of time, or more for every move.
        [byoyomi] A byo-yomi timer needs a stock of time, or a length of its periods.
        [bank] This timer needs time per move, or a reserve.
       *[other] This timer needs a time.
    }
bad-game = No game is called “{ $game }”; there are: { $games }.
bad-strategies = There are { $bots } bots: name one strategy for each, or one for all of them.
bad-strategy = This is no strategy: { $why }.
bad-parameters = Bots have no parameters here: name a level of the game, or a strategy alone.
bad-models_off = No language model may sit at this server's tables.
bad-no_endpoint = No language model is set up on this server.
bad-endpoint = There is no endpoint “{ $endpoint }” that is set up; there are: { $endpoints }.
bad-endpoints = What the operator has set up for language models cannot be read.
bad-model_parameters = Of a language model you may say its endpoint, its mode and on_failure here, and nothing else.
bad-exhibition_bots = At an exhibition every seat is a bot's: there are { $seats } of them.
bad-exhibition-max_usd = An exhibition may cost { $most } US dollars at most here.
bad-exhibition-max_calls = An exhibition may make { $most } calls at most here.
bad-exhibition_unseen = An exhibition is there to be watched, so it has spectators.
bad-option = There is no option “{ $option }”; there are: { $options }.
bad-viewpoint = Choose a viewpoint: { $viewpoints }.
bad-match_id = This is no id of a match.
bad-shape = This does not fit: { $why }.
bad-body = The request needs a body of JSON.
bad-json = The body is not JSON.
bad-deep = Lists or objects stand too deep within each other.
bad-leaver = At a table without a timer no time runs out, so a player who leaves cannot be left to it.
several = { $sentences }

## What built-in pictures are called

art-disc = disc
art-ring = ring
art-cross = cross
art-cell = empty
art-spot = spot
art-card-back = face-down card
art-die-back = hidden die
art-die-1 = a one
art-die-2 = a two
art-die-3 = a three
art-die-4 = a four
art-die-5 = a five
art-die-6 = a six
art-number = card { $face }
art-card =
    { $rank ->
        [A] ace
        [J] jack
        [Q] queen
        [K] king
       *[other] { $rank }
    } of { $suit ->
        [S] spades
        [H] hearts
        [D] diamonds
       *[C] clubs
    }
art-card-XR = red joker
art-card-XB = black joker
art-count = { $n } × { $name }

## Card games

event-dealt = Deal { $deal }: { $dealer } deals
card-name =
    { $rank ->
        [X] { $suit ->
            [R] red joker
           *[B] black joker
        }
       *[other] { $rank }{ $suit ->
            [C] ♣
            [D] ♦
            [H] ♥
           *[S] ♠
        }
    }
cards-hidden = { $card } is a card face down.
cards-known = { $cards }: in { $piles }
cards-known_among = { $cards }: somewhere in { $piles }
cards-deal_over = Deal { $deal } is over.
cards-last = Last trick
cards-buttons = What you can do
cards-score = Points
cards-deal = Deal { $deal }
cards-total = Total
pile-deck = stock
pile-hand = hand of { $name }
pile-won = won by { $name }
pile-trick = trick
refused-card = You do not have { $card }.
refused-how_many =
    { $wanted ->
        [one] Choose { $wanted } card, not { $count }.
       *[other] Choose { $wanted } cards, not { $count }.
    }
refused-how_many_between = Choose { $least } to { $most } cards, not { $count }.
bad-deck = “{ $word }” is not a card: write a rank (A23456789TJQK) and a suit (CDHS), such as QS, or XR and XB for the jokers.
bad-deck_cards = Deck { $number } has to have each of the { $count } cards of the game.
bad-first_dealer = The first dealer is a seat from 0 to { $last }.

## Orders for a hand of cards

sort-suit_rank = by suit and rank
sort-suit = by suit
sort-rank = by rank
sort-as_dealt = as dealt

## A seat's plate in a picture

plate-seat = Seat { $number }
plate-you = you
plate-points =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
plate-turn = to move
plate-your_turn = your turn
plate-done = has answered

## Around every page

app-name = gamenight
app-skip = Skip to the content
app-nav = Pages
app-lobby = Games
app-history = History
app-settings = Settings
app-loading = Loading…
app-retry = Try again
app-close = Close
app-cancel = Cancel
app-missing-title = There is nothing here
app-missing-text = This address belongs to no page. The link may be incomplete.
app-missing-home = To the games
app-newer = A newer version is here.
app-reload = Reload

## Settings

settings-name = Your name
settings-name-hint = Shown to the others at a table.
settings-lang = Language
settings-lang-auto = As the browser
settings-theme = Colours
settings-theme-auto = As the system
settings-theme-light = Light
settings-theme-dark = Dark
settings-deck = Playing cards
settings-deck-hint = With four colours, every suit has its own.
settings-deck-two = Two colours
settings-deck-four = Four colours
settings-motion = Motion
settings-motion-auto = As the system
settings-motion-none = None
settings-sounds = Sounds

## Times

time-seconds = { $n } s
time-minutes = { $n } min
time-hours = { $n } h
time-today = today, { $time }
time-day = { $day }, { $time }

## Bots by strength

level-easy = Easy
level-medium = Medium
level-hard = Hard

## The lobby

lobby-title = What shall we play?
lobby-lead = Play at once against bots, or open a table for your friends.
lobby-level = Bots in quick play
lobby-find = Find a game
lobby-find-all = Show all games
lobby-found =
    { $count ->
        [0] No game has these words.
        [one] { $count } game
       *[other] { $count } games
    }
lobby-category = Kind
lobby-category-all = All
lobby-play = Play
lobby-play-label = Play { $game } against bots
lobby-new = New table
lobby-new-label = New table for { $game }
lobby-rules = Rules
lobby-rules-label = Rules of { $game }
lobby-players =
    { $count ->
        [one] { $count } player
       *[other] { $count } players
    }
lobby-players-range = { $least } to { $most } players
lobby-own = Your tables
lobby-open = Open tables
lobby-open-none = Nobody is waiting just now. Open a table and share its link.
lobby-played = Being played
lobby-paused = Paused
lobby-settings = Settings of the table
lobby-free =
    { $count ->
        [one] { $count } seat free
       *[other] { $count } seats free
    }
lobby-bots =
    { $count ->
        [one] { $count } bot ({ $level })
       *[other] { $count } bots ({ $level })
    }
lobby-nobody = nobody
lobby-more = Show { $count } more
lobby-join = Join
lobby-join-label = Join { $table }
lobby-watch = Watch
lobby-watch-label = Watch { $table }
lobby-back = Back to the table
lobby-back-label = Back to the table: { $table }
lobby-lost = The list of tables is not up to date: the connection is lost. It comes back by itself.
lobby-seat = { $name } ({ $badges })
lobby-words-exhibition = Models play
lobby-words-stuck = A model gives no answer
lobby-words-fixed = Chance is fixed
lobby-words-ready = Starts when all are ready
lobby-words-chosen = Seats are chosen

## Kinds of games

category-abstract = Abstract
category-board = Board
category-cards = Cards
category-dice = Dice
category-tiles = Tiles

## A game's page

game-missing = There is no such game here
game-norules = This game brings no rules in words.
game-play = Play
game-quick = Play now

## Asking for a name

name-title = What is your name?
name-hint = The others at the table see it. Without one you are given one.
name-go = Take a seat

## A new table

new-title = New table: { $game }
new-players = Players
new-name-none = A guest
new-seats = How many play
new-player = Player { $number }
new-person = Open seat
new-bot = Bot: { $level }
new-model = Model: { $name }
new-kind = Who plays
new-kind-play = You play
new-kind-watch = Models play, you watch
new-budget = Budget
new-budget-hint = Empty: as the operator of this server has set it.
new-usd = Cost at most
new-usd-unit = US dollars
new-calls = Calls at most
new-calls-unit = calls
new-options = Rules of this table
new-timer = Time
new-more = More settings
new-private = Private
new-private-hint = In no list: only people with the link find the table.
new-spectators = Spectators
new-spectators-hint = People without a seat may watch.
new-delay = Delay for spectators
new-delay-hint = How far behind they see the match.
new-start = The match begins
new-start-full = When all are seated
new-start-ready = When all are ready
new-seating = Seats
new-seating-random = Drawn by lot
new-seating-chosen = Chosen
new-ownseat = Your seat
new-seat = Seat { $number }
new-seat-any = Any
new-leaver = When a player stays away
new-leaver-usual = As usual: two people forfeit, else a bot
new-leaver-bot = A bot stands in
new-leaver-wait = Wait for them
new-leaver-timeout = Let their time run out
new-leaver-forfeit = They forfeit
new-open = Open the table

## Clocks

timer-control = Timer
timer-preset-none = No timer
timer-preset-move30 = 30 s per move
timer-preset-fischer5 = 5 min + 5 s per move
timer-preset-byoyomi10 = 10 min, then 3 × 30 s (byo-yomi)
timer-preset-total15 = 15 min for the whole match
timer-preset-bank10 = 10 s per move, 60 s in reserve
timer-preset-own = Other…
timer-mode = Kind of timer
timer-mode-none = None
timer-mode-none-hint = Nobody's time runs out.
timer-mode-fischer = Fischer
timer-mode-fischer-hint = A stock of time, and more for every move.
timer-mode-byoyomi = Byo-yomi
timer-mode-byoyomi-hint = A stock of time, then periods; one is lost when it is used up.
timer-mode-simple = Per move
timer-mode-simple-hint = The same time for every move.
timer-mode-total = Total
timer-mode-total-hint = One stock of time for the whole match.
timer-mode-bank = Move and reserve
timer-mode-bank-hint = Time for every move, then a reserve.
timer-base = Stock of time
timer-move = Time per move
timer-increment = More for every move
timer-periods = Periods
timer-period = Length of a period
timer-turn = Time per move
timer-bank = Reserve
timer-bonus = More reserve each round
timer-timeout = When time runs out
timer-timeout-random_action = A random move
timer-timeout-force_pass = Pass, or whatever the game does then
timer-timeout-lose_game = The match is lost
timer-words-none = No timer
timer-words-fischer = { $base } + { $increment } per move
timer-words-byoyomi = { $base }, then { $periods } × { $period }
timer-words-simple = { $time } per move
timer-words-total = { $time } in all
timer-words-bank = { $time } per move, { $bank } in reserve
timer-words-bonus = { $words }, { $bonus } more each round

## Forms

input-number = A number is needed here.
input-whole = A whole number is needed here.
input-between = It must be { $least } to { $most }.
input-least = It must be at least { $least }.
input-most = It must be at most { $most }.
input-choices = Each must be one of: { $choices }.
input-json = This is not JSON.
input-json-hint = Written as JSON.
input-list = Several, with commas between them.
input-range = From { $least } to { $most }.
input-empty = May stay empty.
input-seconds = seconds
input-minutes = minutes

## Options and their values

value-is = { $option }: { $value }
value-without = { $option }: no
value-none = none
value-yes = Yes
value-no = No
value-own = own

## Matches of the past

history-title = History
history-filters = Filters
history-whose = Matches
history-whose-all = Everybody's
history-whose-own = Mine
history-game = Game
history-game-all = All games
history-status = How it ended
history-status-all = In any way
history-status-finished = Played to the end
history-status-abandoned = Abandoned
history-status-error = Stopped by an error
history-none = No match has ended like this yet.
history-none-own = In this browser you have not played such a match to its end yet.
history-more = Show older ones
history-replay = Replay
history-replay-label = Replay of { $game }: { $outcome }
history-own = You played
history-own-won = You won
history-own-drew = You drew
history-own-lost = You lost
history-score = { $name } { $score }

## How a match ended

outcome-won =
    { $count ->
        [one] { $names } won
       *[other] { $names } share the first place
    }
outcome-draw = A draw
outcome-none = Nobody was ranked
outcome-abandoned = Abandoned
outcome-error = Stopped by an error
reason-timeout = on time
reason-resignation = by resignation
reason-forfeit = by forfeit
reason-abandonment = as the others left

## What failed

fault-unreachable = The server does not answer. Check the connection and try again.
fault-unreadable = The server gave an answer that cannot be read.
fault-unknown = Something went wrong on this page.

## The table

table-loading = Going to the table…
table-watching = You are watching
table-delayed = You see the match as it was { $time } ago.
table-seat-name = Your name
table-seat-name-hint = The others see it. It is kept in this browser.
table-seat-take = Take a seat
table-seat-here = Sit here
table-seat-free = Free seat
table-seat-bot-later = A bot will sit here
table-seat-you = you
table-seat-number = Seat { $number }
table-seats = Seats
table-bots =
    { $count ->
        [one] One bot takes part.
       *[other] { $count } bots take part.
    }
table-wait =
    { $count ->
        [one] Waiting for one more player.
       *[other] Waiting for { $count } more players.
    }
table-wait-full = All seats are taken. The match begins in a moment.
table-wait-ready = The match begins when everybody here is ready; bots take the free seats.
table-ready = I am ready
table-ready-not = Not ready after all
table-ready-is = ready
table-share = Invite others with this link
table-share-copy = Copy the link
table-share-copied = Copied
table-leave = Leave
table-leave-seat = Give up the seat
table-leave-title = Leave the match?
table-leave-forfeit = Leaving now loses the match.
table-leave-bot = A bot will play on for you.
table-leave-wait = The others will wait for you. You can come back by the same link in this browser.
table-leave-timeout = Your time will run out.
table-leave-yes = Leave the match
table-left-title = You have left the table
table-left-back = Back to the table
table-resign = Resign
table-resign-title = Resign?
table-resign-text = The match is over for you, and you lose it.
table-resign-yes = Resign
table-stay = Go on playing
table-home = To the games
table-replay = Watch the replay
table-menu = Table
table-barred-game_not_found-title = There is no such table
table-barred-game_not_found = It was closed, or the link is incomplete.
table-barred-spectators_not_allowed-title = This table is for its players
table-barred-spectators_not_allowed = Nobody else may watch while the match is played.
table-barred-over = The match is over: its replay is for everybody.
table-barred-wrong_token-title = This seat is not yours any more
table-barred-wrong_token = It was left, perhaps on another page or device.
table-barred-other-title = The table cannot be shown
table-barred-watch = Look at the table without a seat
table-ended-1008-title = The server has closed the connection
table-ended-1008 = It heard something from this page that makes no sense. Reload the page.
table-ended-4003-title = The seat was left on another page
table-ended-4003 = This page is not at the table any more.
table-line-lost = The connection is lost. Trying again…
table-line-connecting = Connecting…
table-line-retry = Try now
table-line-back = The connection is back.
table-line-gone = No connection just now.
table-paused = The match is paused: { $reason }.
table-paused-unknown = The match is paused.
table-broken = The match was ended by an error.
table-scene = The table
table-scene-board = Board
table-scene-pan = { $board }, can be zoomed with plus, minus and zero
table-scene-last = last move
table-sort = Sort { $what } (now { $order }, next { $next })
table-sort-is = { $what }: { $order }
table-sort-cards = the cards
table-toggles = Answer by itself
table-zoom = Zoom
table-zoom-in = Larger
table-zoom-out = Smaller
table-zoom-fit = Show all
table-prompt = What to do
table-turn-yours = Your turn
table-turn-title = ● Your turn · { $title }
table-turn-yours-say = Your turn. { $text }
table-turn-choose = Choose what to do.
table-turn-wait = Waiting for { $names }.
table-turn-wait-all = Waiting for the others.
table-turn-wait-time = Everybody has answered. It goes on when the time is up.
table-turn-sending = Sending: { $answer }
table-turn-sending-again = Waiting for the connection, then sends: { $answer }
table-turn-answered = Your answer: { $answer }.
table-turn-answered-change = Your answer: { $answer }. It can still be changed.
table-choice-so-far = Chosen: { $taps }
table-choice-next = Next ({ $number } of { $of })
table-choice-confirm = Confirm
table-choice-done = Done
table-choice-undo = Undo
table-choice-confirm-key = Shift and Enter
table-choice-undo-key = Escape
table-choice-taps = { $what }: { $deed }
table-choice-ways = { $words }; other ways: { $count }
table-choice-which = { $number } of { $of }: { $label }
table-tabs = More of the table
table-tab-actions = Actions
table-tab-log = Log
table-tab-chat = Chat
table-tab-rules = Rules
table-tab-result = Result
table-tab-unread = { $count } new
table-actions-find = Find an action
table-actions-find-hint = Arrow keys choose, Enter sends.
table-actions-none = There is nothing to do for you now.
table-actions-none-found = No action has these words.
table-actions-more =
    { $count ->
        [one] One more; type to find it.
       *[other] { $count } more; type to find them.
    }
table-actions-list = Actions
table-actions-send = Send
table-actions-chosen = { $chosen } of { $wanted } chosen
table-actions-chosen-range = { $chosen } chosen, { $least } to { $most } wanted
table-actions-key = Key { $key }
table-log-empty = Nothing has happened yet.
table-chat-empty = Nobody has said anything.
table-chat-server = Server
table-chat-say = Say something to the table
table-chat-send = Send
table-chat-players = Only players may talk here.
table-chat-doubtful = The connection broke before this was heard. Send it again if it is not above.
table-chat-left = { $count } characters left
table-chat-said = { $name } says: { $text }
table-rules-none = This game has no rules in words.
table-seat-to-act = to move
table-seat-thinking = is thinking
table-seat-committed = has answered
table-seat-away = away
table-seat-away-until = away, { $time } left
table-seat-stand-in = a bot stands in
table-seat-model = language model
table-seat-ai = AI
table-seat-model-named = language model { $model }
table-seat-model-bot = a bot plays for it
table-seat-sponsor = hosted by { $name }
table-seat-stuck = gives no answer
table-sponsored = { $sponsor } hosts { $name } and can see its hand.
table-seat-partners = with { $names }
table-seat-points = Points
table-clock-held = clock held
table-clock-bank = + { $time }
table-clock-periods = { $count } × { $time }
table-clock-low = Ten seconds left.
table-result-win = { $name } wins
table-result-win-you = You win
table-result-win-team = { $names } win
table-result-share = { $names } share the first place
table-result-because = { $outcome }: { $reason }
table-result-left-resignation = { $name } resigned
table-result-left-timeout = { $name } ran out of time
table-result-left-forfeit = { $name } left the match
table-result-draw = A draw
table-result-none = Nobody is ranked
table-result-abandoned = The match was abandoned
table-result-error = The match was ended by an error
table-result-reason-normal = The match was played to its end.
table-result-reason-timeout = Somebody ran out of time.
table-result-reason-resignation = By resignation.
table-result-reason-forfeit = Somebody left the match.
table-result-reason-abandonment = Everybody left the match.
table-result-places = Places
table-result-place = Place
table-result-player = Player
table-result-score = Score
table-result-details = Details
table-result-rematch = Play again
table-result-rematch-offered = Another match is offered: take part
table-result-rematch-look = To the next match
table-result-over = The match is over. { $outcome }.
table-fair-title = Fairness
table-fair-yes = Checked: the chance of this match was fixed before its first move.
table-fair-no = The seed does not fit what was promised before the first move!
table-fair-how = Before the first move the server published the digest of a seed and a salt; now it has published both. This page has computed their SHA-256 and compared.
table-fair-promised = Promised
table-fair-computed = Computed
table-fair-seed = Seed
table-fair-salt = Salt
table-refused = That was refused: { $reason }
table-refused-stale_action = The match had moved on before your answer arrived. Nothing was done.
table-refused-too_late = Your time was up before your answer arrived.
table-refused-not_your_turn = It is not your turn.
table-refused-already_committed = You have answered already.
table-refused-game_not_active = The match is not being played just now.
table-refused-game_full = All seats are taken.
table-refused-game_started = The match has begun already.
table-refused-seat_taken = Somebody was faster: this seat is taken.
table-refused-name_taken = Somebody of this name sits at the table already. Choose another name.
table-refused-dismiss = All right
table-say-joined = { $name } has sat down.
table-say-left = { $name } has left the table.
table-say-away = { $name } is away.
table-say-back = { $name } is back.
table-say-started = The match begins.
table-say-again = { $name } is asked once more.
table-say-bot = A bot plays for { $name } from now on.
table-stuck-title =
    { $count ->
        [one] { $names } gives no answer
       *[other] { $names } give no answer
    }
table-stuck-is-illegal = It chose a move that the rules do not allow.
table-stuck-is-unparsable = Its answer could not be read.
table-stuck-is-truncated = Its answer was cut off before the end.
table-stuck-is-empty = It gave an empty answer, or refused to answer.
table-stuck-is-late = It did not answer in time.
table-stuck-is-transport = It cannot be reached just now.
table-stuck-is-configuration = Its provider turns it away. The operator of this server has to put that right.
table-stuck-is-budget = What language models may cost here is used up.
table-stuck-how = The match waits for your decision. You can ask the model once more, or let a bot play for it until the end.
table-stuck-watch = The players decide how to go on.
table-stuck-open = Decide
table-stuck-retry = Retry
table-stuck-bot = Let a bot play
table-stuck-log = View AI log
table-stuck-aside = Look at the table
table-stuck-lobby = Back to the lobby
table-ailog-hint = While the match is played you see what went wrong. After its end the replay shows everything.
table-ailog-none = Nothing is shown yet.

## Replays

replay-title = Replay
replay-of = { $game }, replay
replay-unfinished-title = This match is not over
replay-unfinished-text = Once it is, everybody can look at it here, turn by turn.
replay-unfinished-table = To the table
replay-missing-title = There is no such match
replay-failed-title = The replay cannot be shown
replay-eyes = Seen by
replay-eyes-spectator = A spectator
replay-eyes-all = All seats side by side
replay-scene = The table after turn { $turn }
replay-scene-of = The table after turn { $turn }, as { $name } saw it
replay-controls = Where in the match
replay-turn = Turn { $turn } of { $turns }
replay-turn-stage = Turn { $turn } of { $turns }, stage { $stage }
replay-slider = Turn
replay-first = To the beginning
replay-back = One step back
replay-play = Play
replay-pause = Pause
replay-on = One step on
replay-last = To the end
replay-speed = Speed
replay-speed-slow = Slow
replay-speed-normal = Normal
replay-speed-fast = Fast
replay-log = What happened
replay-log-empty = Nothing was said of this match.
replay-result = Result
replay-winner = won
replay-raw = This turn as it was recorded
replay-raw-turn = The turn
replay-raw-events = Its events, as these eyes saw them
replay-raw-none = The set-up is no turn: nobody did it.
replay-score =
    { $count ->
        [one] { $count } point
       *[other] { $count } points
    }

## Models that players bring

sponsor-bring = Bring a model
sponsor-what = A language model of your own takes a free seat. This page asks it for its moves, so keep this tab open until the match is over.
sponsor-warning = Everybody at the table is told that you can see what this seat sees.
sponsor-origin = Provider
sponsor-more = How it is asked
sponsor-wire = Protocol
sponsor-wire-openai = OpenAI-compatible
sponsor-wire-anthropic = Anthropic
sponsor-path = Path
sponsor-path-hint = What the provider’s address has before “/chat/completions” or “/v1/messages”.
sponsor-model = Model
sponsor-key = Key
sponsor-key-hint = It is kept in this tab, and sent to the provider alone.
sponsor-seat = Let it play
sponsor-change = Change the model
sponsor-idle = This tab plays for { $name }. Keep it open.
sponsor-asking = { $name } is thinking. This tab asks it; keep it open.
sponsor-failed = { $name } has no move: { $why }.
sponsor-outcome-transport = the provider gave no answer
sponsor-outcome-configuration = the provider refused the request
sponsor-outcome-server = the server did not take the reply
sponsor-outcome-illegal = its moves are not allowed
sponsor-outcome-unparsable = its replies have no move that can be read
sponsor-outcome-truncated = its replies are cut off
sponsor-outcome-empty = its replies are empty, or refusals
sponsor-retry = Ask again
sponsor-play = Play it yourself
sponsor-play-title = Move for { $name }
sponsor-away = Send it away
sponsor-absent = { $name } plays only in the tab in which you brought it, and that tab is closed or has lost its connection.
sponsor-ailog-hint = You brought this model, so you see all of its calls now. The others see them when the match is over.

## What language models decided

ailog-title = AI log
ailog-of = AI log of { $name }, turn { $turn }
ailog-open = AI log
ailog-open-of = of { $name }, turn { $turn }
ailog-none = No language model has decided anything here.
ailog-outcome-answered = It chose a move
ailog-outcome-illegal = The move is not allowed
ailog-outcome-unparsable = The reply has no move that can be read
ailog-outcome-truncated = The reply was cut off
ailog-outcome-empty = The reply was empty, or a refusal
ailog-outcome-late = No reply in time
ailog-outcome-transport = The endpoint could not be reached
ailog-outcome-configuration = The endpoint refuses what it is sent
ailog-outcome-budget = The budget is used up
ailog-outcome-called_off = Called off: the match went on without it
ailog-outcome-lost = Lost: the server that asked was stopped
ailog-played-stand_in = A bot made the move in its place.
ailog-played-first = The first possible move was made in its place.
ailog-played-random = A random move was made in its place.
ailog-played-pass = It passed, as it gave no answer.
ailog-played-forfeit = It lost the match by this.
ailog-played-nobody = No move was made.
ailog-attempts = { $count } tries
ailog-calls-none = Its calls are not shown.
ailog-call = Call { $number } of { $of }
ailog-model = Model
ailog-tokens = Tokens
ailog-tokens-input = { $n } in
ailog-tokens-cached = { $n } of them cached
ailog-tokens-output = { $n } out
ailog-tokens-reasoning = { $n } of them reasoning
ailog-cost = Cost
ailog-cost-reported = { $cost } (told by the provider)
ailog-cost-table = { $cost } (by list price)
ailog-cost-partly =
    { $count ->
        [one] { $cost }, and one call of unknown cost
       *[other] { $cost }, and { $count } calls of unknown cost
    }
ailog-unknown = unknown
ailog-first-token = First token after
ailog-duration = Duration
ailog-requests = Requests
ailog-system = What it was told (system)
ailog-user = What it was asked (user)
ailog-reply = What it replied
ailog-sums = Language models
ailog-sums-calls = Calls

## A game in the terminal

terminal-you = You
terminal-goodbye = Goodbye.
terminal-which = which game? [1]
terminal-which-how = Type a number or a name from the list, or { $quit } to leave.
terminal-game = Game
terminal-players = Players
terminal-commitment = Commitment
terminal-match = Match
terminal-cut = The picture is { $width } columns wide, of which this terminal shows { $shown }.
terminal-hint = { $help } help   { $rules }   { $quit } quit
terminal-enter = Enter
terminal-words = words
terminal-help-number = takes number { $number } of the list
terminal-help-words = of an action, in their order, narrow the list; when one action is left, it is taken
terminal-help-enter = shows the table and the whole list again
terminal-help-again = shows the table again
terminal-help-none = chooses none
terminal-help-rules = shows the rules of the game
terminal-help-help = shows this help
terminal-help-leave = leaves the table
terminal-form = { $what } ... ({ $slots })
terminal-choose = choose { $task }
terminal-type = type { $task }
terminal-order = in this order: { $names }
terminal-task-values = { $values }, separated by spaces
terminal-task-numbers =
    { $count ->
        [one] one number
       *[other] { $count } numbers
    } that add up to { $total }, as in { $example }
terminal-task-limited =
    { $count ->
        [one] one number
       *[other] { $count } numbers
    } that add up to { $total }, none above { $limit }, as in { $example }
terminal-range = { $least } to { $most }
terminal-values-exactly = { $most } of { $count } { $what }
terminal-values-range = { $least } to { $most } of { $count } { $what }
terminal-values-up_to = up to { $most } of { $count } { $what }
terminal-units-exactly = { $most } among { $count } { $what }
terminal-units-range = { $least } to { $most } among { $count } { $what }
terminal-units-up_to = up to { $most } among { $count } { $what }
terminal-no-words = Nothing in the list has “{ $text }”. Enter shows it again.
terminal-no-number = There is no number { $text } in the list. Enter shows it again.
terminal-not-number = Type { $task }; “{ $word }” is no number.
terminal-not-count =
    Type { $task }; that was { $count ->
        [one] { $count } number
       *[other] { $count } numbers
    }.
terminal-not-sum = Type { $task }; those add up to { $sum }.
terminal-not-among = “{ $word }” is not among: { $words }
terminal-not-values = Choose { $values }; that was { $count }.
terminal-not-once = Choose each only once.
terminal-not-twice = The same value cannot stand in two places.
terminal-moment = { $game }, { $when }, as { $viewer } saw it
terminal-moment-spectator = a spectator
terminal-moment-match = match { $id }
terminal-moment-running = It is not over: counted are the turns in which this viewer saw something.
terminal-moment-no_rules = These rules are not installed: the match is shown from its events.
terminal-moment-format = Its format is another: the match is shown from its events.
terminal-after-setup = after the set-up
terminal-after-turn = after turn { $turn }
terminal-after-turn-of = after turn { $turn } of { $turns }
terminal-stage-setup = stage { $stage } of the set-up
terminal-stage-turn = stage { $stage } of turn { $turn }
terminal-stage-turn-of = stage { $stage } of turn { $turn } of { $turns }
