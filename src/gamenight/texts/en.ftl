# Every sentence of the engine, the server, the page and a game in the terminal. Another language is another file
# here, in which messages may be left out: these stand in for them.

## What happened

event-engine-timed_out = ran out of time
event-engine-forfeited = left the match
event-engine-illegal_action = made an illegal move and forfeited the match
action-continue = Continue
event-engine-revealed = { $answers }
event-engine-paused = the match is paused: { $reason }
event-engine-resumed = the match continues
event-engine-abandoned = the match was abandoned: { $message }
event-engine-error = the match was ended by an error: { $message }
revealed-answer = { $who }: { $what }

## Why a match is paused or abandoned

pause-everybody_away = all players are away
pause-nobody_watches = nobody is watching
pause-rules_failed = there is an error in the game's rules
pause-rules_missing = the game was not installed
pause-no_game = the game { $game } is not installed
pause-no_rules = { $game }/v{ $version } is not installed
pause-unreadable = the saved match cannot be read
pause-not_started = the match could not be started: there is an error in the game's rules
abandoned-turns = not over after { $turns } turns
abandoned-bot = the bot of { $player } failed
abandoned-broken_off = interrupted
abandoned-elsewhere = it could not be played remotely

## Why something is refused

refused-not_active = This match is not being played now.
refused-not_begun = The match has not begun.
refused-rules_failed = There is an error in the game's rules; the match is paused.
refused-stale = This question is no longer open; the game has moved on.
refused-changed = Your choices have changed in the meantime; choose again.
refused-no_offer = This prompt has the offers 0 to { $last }.
refused-picks = These picks do not fit that offer: { $why }
refused-not_your_turn = It is not your turn.
refused-committed = You have already chosen; wait for the others.
refused-type = “{ $type }” is not what the game asks for now.
refused-late = Your time was up.
refused-deadline = That deadline belongs to an earlier question.
refused-not_due = No deadline has passed yet.
refused-seat = That seat is not playing.
refused-clock = That clock cannot be stopped or started now.
refused-not_paused = This match is not paused.
refused-unreadable = That could not be read: { $why }.
refused-unlisted = That is not among the legal actions.
refused-answer_empty = An answer needs an action_type or the number of an offer.
refused-answer_picks = Only an offer has picks and a label; send its number.
refused-answer_both = An answer is either an offer or an action, not both.
refused-origin = Pages of this origin are not allowed to do this; the setting `origins` lists the allowed ones.
refused-path = There is nothing at this path.
refused-method = This path does not allow this method.
refused-body_large = The request body is too large.
refused-request = The request cannot be served: { $why }.
refused-no_replay = This match cannot be replayed here: { $why }.

refused-name_long = A name can have at most { $most } characters.
refused-name_unseen = A name must not have control characters or other invisible characters.
refused-name_empty = A name needs at least one visible character; accents alone do not count.
refused-no_match = There is no such match.
refused-token = This token does not belong to a seat of this match.
refused-database = The database does not answer; try again.
refused-fault = Something went wrong on the server; the error was logged.
refused-requests = Too many requests from this address; try again in { $seconds } s.
refused-host = The server does not serve this host.
refused-bots = Too many new bots from this address; try again in { $seconds } s.
refused-tables = Too many new tables from this address; try again in { $seconds } s.
refused-no_game = There is no game with this name.
refused-seated = You already have a seat in this match.
refused-players_only = Only the players may see this match before it is over.
refused-rematch_token = Only players can ask for a rematch; send a seat token.
refused-prompt_token = Only players have prompts; send a seat token.
refused-sponsor_token = Only players can sponsor a seat; send the token of your own seat.
refused-sponsor_sponsored = A sponsored seat cannot sponsor another one.
refused-sponsor_first = The sponsor must take a seat first.
refused-rematch_early = A rematch is possible only after this match is over.
refused-not_over = This match is not over; it can be shown turn by turn only after its end.
refused-long_match = This match has { $turns } turns, too many to show one by one.
refused-replays = Too many matches are being replayed; try again later.
refused-server_full = This server has no room for another match; try again later.
refused-game_gone = The game { $game } is no longer available on this server.
refused-seat_by_lot = Seats are assigned at random here; leave out “seat”.
refused-no_seat = This table has the seats 0 to { $last }.
refused-begun = The match has already begun.
refused-full = All seats are taken.
refused-name_taken = A player with this name is already at the table.
refused-seat_taken = This seat is not free.
refused-seat_left = This seat was given up on another page.
refused-seat_gone = You no longer have a seat: it was given up on another page.
refused-characters = This text has characters that cannot be stored.
refused-unavailable = The server cannot save anything right now; try the same again in a moment.
refused-other_seat = You have another seat in this match.
refused-no_spectators = This table has no spectators.
refused-not_here = Join the match or watch it first.
refused-no_own_seat = You have no seat in this match.
refused-chat_length = A chat message must have 1 to { $most } characters.
refused-chat_fast = You are sending messages too fast; wait a little.
refused-retry_fast = The model was asked again too often within a minute. Wait a little, or let a bot play.
refused-not_stuck = This seat is not waiting for a decision.
refused-messages = At most { $most } messages per second are allowed.
said-random_move = { $name } could not answer, so a random move was made instead.
said-model-stand_in = { $name } did not give a move, so a bot made this one.
said-model-first = { $name } did not give a move, so the first legal one was made instead.
said-model-random = { $name } did not give a move, so a random one was made instead.
said-model-pass = { $name } did not answer, so the game answered instead.
said-model-replaced = A bot plays for { $name } until the end.
bad-seats = { $game } is for { $least } to { $most } players, not { $seats }.
bad-bots = A table with { $seats } seats can have at most { $most } bots: at least one person must play.
bad-range = { $name } must be 0 to { $most }, not { $value }.
bad-negative = { $name } must not be negative
bad-timer =
    { $mode ->
        [fischer] A Fischer timer needs a base time or an increment per move.
        [byoyomi] A byo-yomi timer needs a base time or a period length.
        [bank] This timer needs a time per move or a reserve.
       *[other] This timer needs a time.
    }
bad-game = There is no game “{ $game }”; available games: { $games }.
bad-strategies = There are { $bots } bots: name one strategy for each, or one for all of them.
bad-strategy = This is not a strategy: { $why }.
bad-parameters = Bots take no parameters here: name a level of the game, or a strategy alone.
bad-models_off = Language models are not allowed at this server's tables.
bad-no_endpoint = No language model is set up on this server.
bad-endpoint = There is no endpoint “{ $endpoint }” on this server; available: { $endpoints }.
bad-endpoints = The operator's settings for language models cannot be read.
bad-model_parameters = For a language model you can set only its endpoint, its mode and on_failure here.
bad-exhibition_bots = In an exhibition a bot plays every seat: this table needs { $seats } bots.
bad-exhibition-max_usd = An exhibition may cost at most { $most } US dollars here.
bad-exhibition-max_calls = An exhibition may make at most { $most } calls here.
bad-exhibition_unseen = An exhibition is meant to be watched, so it must allow spectators.
bad-option = There is no option “{ $option }”; available options: { $options }.
bad-viewpoint = Choose a viewpoint: { $viewpoints }.
bad-match_id = This is not a match id.
bad-shape = This is not valid: { $why }.
bad-body = The request needs a JSON body.
bad-json = The body is not JSON.
bad-deep = Lists or objects are nested too deeply.
bad-leaver = Without a timer no time can run out; choose something else for players who leave.
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
bad-deck_cards = Deck { $number } must have each of the { $count } cards of the game.
bad-first_dealer = The first dealer must be a seat from 0 to { $last }.

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
plate-done = has chosen

## Around every page

app-name = gamenight
app-skip = Skip to content
app-nav = Pages
app-lobby = Games
app-history = History
app-settings = Settings
app-loading = Loading…
app-retry = Try again
app-close = Close
app-cancel = Cancel
app-missing-title = Page not found
app-missing-text = There is no page at this address. The link may be incomplete.
app-missing-home = To the games
app-newer = A newer version is available.
app-reload = Reload

## Settings

settings-name = Your name
settings-name-hint = The other players see it.
settings-lang = Language
settings-lang-auto = Same as the browser
settings-theme = Colours
settings-theme-auto = Same as the system
settings-theme-light = Light
settings-theme-dark = Dark
settings-deck = Playing cards
settings-deck-hint = With four colours, each suit has its own colour.
settings-deck-two = Two colours
settings-deck-four = Four colours
settings-motion = Motion
settings-motion-auto = Same as the system
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
        [0] No games found.
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
lobby-open-none = No table is waiting for players. Open a table and share its link.
lobby-played = In progress
lobby-paused = Paused
lobby-settings = Table settings
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
lobby-nobody = unnamed player
lobby-more = Show { $count } more
lobby-join = Join
lobby-join-label = Join { $table }
lobby-watch = Watch
lobby-watch-label = Watch { $table }
lobby-back = Back to the table
lobby-back-label = Back to the table: { $table }
lobby-lost = The connection is lost, so this list may be out of date. The page reconnects by itself.
lobby-seat = { $name } ({ $badges })
lobby-words-exhibition = Only models play
lobby-words-stuck = A model does not answer
lobby-words-fixed = Preset deck or dice
lobby-words-ready = Starts when all are ready
lobby-words-chosen = Players choose their seats

## Kinds of games

category-abstract = Abstract
category-board = Board
category-cards = Cards
category-dice = Dice
category-tiles = Tiles

## A game's page

game-missing = There is no such game
game-norules = This game has no written rules.
game-play = Play
game-quick = Play now

## Asking for a name

name-title = What is your name?
name-hint = The other players see it. If you leave it empty, you get a name.
name-go = Take a seat

## A new table

new-title = New table: { $game }
new-players = Players
new-name-none = Guest
new-seats = Number of players
new-player = Player { $number }
new-person = Open seat
new-bot = Bot: { $level }
new-model = Model: { $name }
new-kind = Who plays
new-kind-play = You play
new-kind-watch = Models play, you watch
new-budget = Budget
new-budget-hint = Leave it empty to use the limit of this server.
new-usd = Maximum cost
new-usd-unit = US dollars
new-calls = Maximum number of calls
new-calls-unit = calls
new-options = Game options
new-timer = Time
new-more = More settings
new-private = Private
new-private-hint = Not listed: only people with the link can find the table.
new-spectators = Spectators
new-spectators-hint = People without a seat may watch.
new-delay = Delay for spectators
new-delay-hint = They see each move this much later.
new-start = The match begins
new-start-full = When all are seated
new-start-ready = When all are ready
new-seating = Seats
new-seating-random = Random
new-seating-chosen = Players choose
new-ownseat = Your seat
new-seat = Seat { $number }
new-seat-any = Any
new-leaver = When a player stays away
new-leaver-usual = Default: with two people they forfeit, otherwise a bot plays
new-leaver-bot = A bot plays for them
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
timer-mode-none-hint = There is no time limit.
timer-mode-fischer = Fischer
timer-mode-fischer-hint = A base time, plus an increment for every move.
timer-mode-byoyomi = Byo-yomi
timer-mode-byoyomi-hint = A base time, then periods; a period is lost when it is used up.
timer-mode-simple = Per move
timer-mode-simple-hint = The same time for every move.
timer-mode-total = Total
timer-mode-total-hint = One amount of time for the whole match.
timer-mode-bank = Move and reserve
timer-mode-bank-hint = Time for every move, then a reserve for the match.
timer-base = Base time
timer-move = Time per move
timer-increment = Increment per move
timer-periods = Periods
timer-period = Period length
timer-turn = Time per move
timer-bank = Reserve
timer-bonus = Extra reserve per round
timer-timeout = When time runs out
timer-timeout-random_action = A random move
timer-timeout-force_pass = Pass, or the game's own default
timer-timeout-lose_game = The player loses
timer-words-none = No timer
timer-words-fischer = { $base } + { $increment } per move
timer-words-byoyomi = { $base }, then { $periods } × { $period }
timer-words-simple = { $time } per move
timer-words-total = { $time } in all
timer-words-bank = { $time } per move, { $bank } in reserve
timer-words-bonus = { $words }, { $bonus } extra each round

## Forms

input-number = Enter a number.
input-whole = Enter a whole number.
input-between = Enter a number from { $least } to { $most }.
input-least = Enter at least { $least }.
input-most = Enter at most { $most }.
input-choices = Each must be one of: { $choices }.
input-json = This is not JSON.
input-json-hint = Written as JSON.
input-list = Separate the values with commas.
input-range = From { $least } to { $most }.
input-empty = Optional.
input-seconds = seconds
input-minutes = minutes

## Options and their values

value-is = { $option }: { $value }
value-without = { $option }: no
value-none = none
value-yes = Yes
value-no = No
value-own = own

## Past matches

history-title = History
history-filters = Filters
history-whose = Matches
history-whose-all = Everyone's
history-whose-own = Mine
history-game = Game
history-game-all = All games
history-status = How it ended
history-status-all = Any ending
history-status-finished = Played to the end
history-status-abandoned = Abandoned
history-status-error = Stopped by an error
history-none = No matches found.
history-none-own = You have not finished such a match in this browser yet.
history-more = Show older matches
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
reason-abandonment = because the others left

## What failed

fault-unreachable = The server does not answer. Check the connection and try again.
fault-unreadable = The server gave an answer that cannot be read.
fault-unknown = Something went wrong on this page.

## The table

table-loading = Opening the table…
table-watching = You are watching
table-delayed = You see the match with a delay of { $time }.
table-seat-name = Your name
table-seat-name-hint = The other players see it. It is stored in this browser.
table-seat-take = Take a seat
table-seat-here = Sit here
table-seat-free = Free seat
table-seat-bot-later = A bot will take this seat
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
table-wait-ready = The match begins when everyone here is ready; bots take the free seats.
table-ready = I am ready
table-ready-not = I am not ready
table-ready-is = ready
table-share = Invite others with this link
table-share-copy = Copy the link
table-share-copied = Copied
table-leave = Leave
table-leave-seat = Give up the seat
table-leave-title = Leave the match?
table-leave-forfeit = If you leave now, you lose the match.
table-leave-bot = A bot will play for you.
table-leave-wait = The others will wait for you. To come back, open the same link in this browser.
table-leave-timeout = Your time will run out.
table-leave-yes = Leave the match
table-left-title = You have left the table
table-left-back = Back to the table
table-resign = Resign
table-resign-title = Resign?
table-resign-text = You lose the match, and it is over for you.
table-resign-yes = Resign
table-stay = Keep playing
table-home = To the games
table-replay = Watch the replay
table-menu = Table
table-barred-game_not_found-title = There is no such table
table-barred-game_not_found = The table was closed, or the link is incomplete.
table-barred-spectators_not_allowed-title = Only players can see this table
table-barred-spectators_not_allowed = Spectators are not allowed while the match is played.
table-barred-over = The match is over: anyone can watch its replay.
table-barred-wrong_token-title = This seat is no longer yours
table-barred-wrong_token = You left it, perhaps on another page or device.
table-barred-other-title = The table cannot be shown
table-barred-watch = Watch without a seat
table-ended-1008-title = The server has closed the connection
table-ended-1008 = The server could not understand a message from this page. Reload the page.
table-ended-4003-title = The seat was left on another page
table-ended-4003 = This page is no longer connected to the table.
table-line-lost = The connection is lost. Trying again…
table-line-connecting = Connecting…
table-line-retry = Try now
table-line-back = The connection is back.
table-line-gone = Not connected.
table-paused = The match is paused: { $reason }.
table-paused-unknown = The match is paused.
table-broken = The match was ended by an error.
table-scene = The table
table-scene-board = Board
table-scene-pan = { $board }; zoom with plus, minus and zero
table-scene-last = last move
table-sort = Sort { $what } (now { $order }, next { $next })
table-sort-is = { $what }: { $order }
table-sort-cards = the cards
table-toggles = Automatic answers
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
table-turn-wait-time = Everyone has chosen. The game continues when the time is up.
table-turn-sending = Sending: { $answer }
table-turn-sending-again = Not connected. When the connection is back, this is sent: { $answer }
table-turn-answered = You chose: { $answer }.
table-turn-answered-change = You chose: { $answer }. You can still change it.
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
table-tabs = More about the table
table-tab-actions = Actions
table-tab-log = Log
table-tab-chat = Chat
table-tab-rules = Rules
table-tab-result = Result
table-tab-unread = { $count } new
table-actions-find = Find an action
table-actions-find-hint = Choose with the arrow keys, send with Enter.
table-actions-none = You have nothing to do right now.
table-actions-none-found = No actions found.
table-actions-more =
    { $count ->
        [one] One more; type to find it.
       *[other] { $count } more; type to find them.
    }
table-actions-list = Actions
table-actions-send = Send
table-actions-chosen = { $chosen } of { $wanted } chosen
table-actions-chosen-range = { $chosen } chosen, choose { $least } to { $most }
table-actions-key = Key { $key }
table-log-empty = Nothing has happened yet.
table-chat-empty = No messages yet.
table-chat-server = Server
table-chat-say = Say something to the table
table-chat-send = Send
table-chat-players = Only players can write here.
table-chat-doubtful = The connection broke, so this message may not have been sent. If it is not above, send it again.
table-chat-left = { $count } characters left
table-chat-said = { $name } says: { $text }
table-rules-none = This game has no rules in words.
table-seat-to-act = to move
table-seat-thinking = is thinking
table-seat-committed = has chosen
table-seat-away = away
table-seat-away-until = away, { $time } left
table-seat-stand-in = a bot plays for them
table-seat-model = language model
table-seat-ai = AI
table-seat-model-named = language model { $model }
table-seat-model-bot = a bot plays for it
table-seat-sponsor = hosted by { $name }
table-seat-stuck = does not answer
table-sponsored = { $sponsor } hosts { $name } and can see its hand.
table-seat-partners = with { $names }
table-seat-points = Points
table-clock-held = clock stopped
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
table-result-none = There is no ranking
table-result-abandoned = The match was abandoned
table-result-error = The match was ended by an error
table-result-reason-normal = The match was played to its end.
table-result-reason-timeout = A player ran out of time.
table-result-reason-resignation = By resignation.
table-result-reason-forfeit = A player left the match.
table-result-reason-abandonment = All players left the match.
table-result-places = Ranking
table-result-place = Place
table-result-player = Player
table-result-score = Score
table-result-details = Details
table-result-rematch = Play again
table-result-rematch-offered = Join the rematch
table-result-rematch-look = Watch the rematch
table-result-over = The match is over. { $outcome }.
table-fair-title = Fairness
table-fair-yes = Checked: the random seed of this match was fixed before its first move.
table-fair-no = The seed does not match the digest that was published before the first move!
table-fair-how = Before the first move the server published a digest of a secret seed and salt. Now it has published both. This page has computed their SHA-256 digest and compared the two.
table-fair-promised = Published digest
table-fair-computed = Computed digest
table-fair-seed = Seed
table-fair-salt = Salt
table-refused = That was refused: { $reason }
table-refused-stale_action = The match had moved on before your answer arrived. Nothing was done.
table-refused-too_late = Your time was up before your answer arrived.
table-refused-not_your_turn = It is not your turn.
table-refused-already_committed = You have already chosen.
table-refused-game_not_active = The match is not being played right now.
table-refused-game_full = All seats are taken.
table-refused-game_started = The match has already begun.
table-refused-seat_taken = Another player was faster: this seat is taken.
table-refused-name_taken = A player with this name is already at the table. Choose another name.
table-refused-dismiss = OK
table-say-joined = { $name } has joined the table.
table-say-left = { $name } has left the table.
table-say-away = { $name } is away.
table-say-back = { $name } is back.
table-say-started = The match begins.
table-say-again = { $name } is asked again.
table-say-bot = A bot plays for { $name } from now on.
table-stuck-title =
    { $count ->
        [one] { $names } does not answer
       *[other] { $names } do not answer
    }
table-stuck-is-illegal = It chose a move that the rules do not allow.
table-stuck-is-unparsable = Its answer could not be read.
table-stuck-is-truncated = Its answer was cut off before the end.
table-stuck-is-empty = It gave an empty answer, or refused to answer.
table-stuck-is-late = It did not answer in time.
table-stuck-is-transport = It cannot be reached right now.
table-stuck-is-configuration = Its provider refuses the requests. The operator of this server has to fix that.
table-stuck-is-budget = The budget for language models is used up.
table-stuck-how = The match waits for your decision. You can ask the model again, or let a bot play for it until the end.
table-stuck-watch = The players decide what happens next.
table-stuck-open = Decide
table-stuck-retry = Retry
table-stuck-bot = Let a bot play
table-stuck-log = View AI log
table-stuck-aside = Look at the table
table-stuck-lobby = Back to the lobby
table-ailog-hint = During the match you see only what went wrong. After the match the replay shows everything.
table-ailog-none = There is nothing to show yet.

## Replays

replay-title = Replay
replay-of = { $game }, replay
replay-unfinished-title = This match is not over
replay-unfinished-text = After its end anyone can replay it here, turn by turn.
replay-unfinished-table = To the table
replay-missing-title = There is no such match
replay-failed-title = The replay cannot be shown
replay-eyes = Viewpoint
replay-eyes-spectator = A spectator
replay-eyes-all = All seats side by side
replay-scene = The table after turn { $turn }
replay-scene-of = The table after turn { $turn }, as { $name } saw it
replay-controls = Position in the match
replay-turn = Turn { $turn } of { $turns }
replay-turn-stage = Turn { $turn } of { $turns }, stage { $stage }
replay-slider = Turn
replay-first = To the beginning
replay-back = One step back
replay-play = Play
replay-pause = Pause
replay-on = One step forward
replay-last = To the end
replay-speed = Speed
replay-speed-slow = Slow
replay-speed-normal = Normal
replay-speed-fast = Fast
replay-log = What happened
replay-log-empty = Nothing was recorded for this match.
replay-result = Result
replay-winner = won
replay-raw = Recorded data of this turn
replay-raw-turn = The turn
replay-raw-events = Its events, as this viewer saw them
replay-raw-none = This is the set-up. No player made a move.
replay-score =
    { $count ->
        [one] { $count } point
       *[other] { $count } points
    }

## Models that players bring

sponsor-bring = Bring a model
sponsor-what = Your own language model takes a free seat. This page asks it for its moves, so keep this tab open until the match is over.
sponsor-warning = Everyone at the table is informed that you can see what this seat sees.
sponsor-origin = Provider
sponsor-more = More settings
sponsor-wire = Protocol
sponsor-wire-openai = OpenAI-compatible
sponsor-wire-anthropic = Anthropic
sponsor-path = Path
sponsor-path-hint = The part of the provider’s address before “/chat/completions” or “/v1/messages”.
sponsor-model = Model
sponsor-key = Key
sponsor-key-hint = It is stored only in this tab, and sent only to the provider.
sponsor-seat = Let it play
sponsor-change = Change the model
sponsor-idle = This tab plays for { $name }. Keep it open.
sponsor-asking = { $name } is thinking. This tab asks it; keep it open.
sponsor-failed = { $name } has no move: { $why }.
sponsor-outcome-transport = the provider gave no answer
sponsor-outcome-configuration = the provider refused the request
sponsor-outcome-server = the server did not accept the reply
sponsor-outcome-illegal = its moves are not allowed
sponsor-outcome-unparsable = its replies have no readable move
sponsor-outcome-truncated = its replies are cut off
sponsor-outcome-empty = its replies are empty, or refusals
sponsor-retry = Ask again
sponsor-play = Play it yourself
sponsor-play-title = Move for { $name }
sponsor-away = Remove the model
sponsor-absent = { $name } plays only in the tab where you added it, and that tab is closed or has lost its connection.
sponsor-ailog-hint = You brought this model, so you see all of its calls now. The others see them after the match.

## What language models decided

ailog-title = AI log
ailog-of = AI log of { $name }, turn { $turn }
ailog-open = AI log
ailog-open-of = of { $name }, turn { $turn }
ailog-none = No language model has made a decision here.
ailog-outcome-answered = It chose a move
ailog-outcome-illegal = The move is not allowed
ailog-outcome-unparsable = The reply has no readable move
ailog-outcome-truncated = The reply was cut off
ailog-outcome-empty = The reply was empty, or a refusal
ailog-outcome-late = No reply in time
ailog-outcome-transport = The endpoint could not be reached
ailog-outcome-configuration = The endpoint refuses the request
ailog-outcome-budget = The budget is used up
ailog-outcome-called_off = Cancelled: the match continued without it
ailog-outcome-lost = Lost: the server stopped while it waited for the reply
ailog-played-stand_in = A bot made the move in its place.
ailog-played-first = The first legal move was made in its place.
ailog-played-random = A random move was made in its place.
ailog-played-pass = It passed, because it did not answer.
ailog-played-forfeit = It lost the match because of this.
ailog-played-nobody = No move was made.
ailog-attempts = { $count } tries
ailog-calls-none = Its calls are not available.
ailog-call = Call { $number } of { $of }
ailog-model = Model
ailog-tokens = Tokens
ailog-tokens-input = { $n } in
ailog-tokens-cached = { $n } of them cached
ailog-tokens-output = { $n } out
ailog-tokens-reasoning = { $n } of them reasoning
ailog-cost = Cost
ailog-cost-reported = { $cost } (reported by the provider)
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
ailog-system = Instructions (system)
ailog-user = Question (user)
ailog-reply = Reply of the model
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
terminal-cut = The picture is { $width } columns wide, but this terminal shows only { $shown }.
terminal-hint = { $help } help   { $rules }   { $quit } quit
terminal-enter = Enter
terminal-words = words
terminal-help-number = takes number { $number } of the list
terminal-help-words = of an action, in their order, shorten the list; when one action is left, it is taken
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
terminal-not-number = Type { $task }; “{ $word }” is not a number.
terminal-not-count =
    Type { $task }; that was { $count ->
        [one] { $count } number
       *[other] { $count } numbers
    }.
terminal-not-sum = Type { $task }; those add up to { $sum }.
terminal-not-among = “{ $word }” is not one of: { $words }
terminal-not-values = Choose { $values }; that was { $count }.
terminal-not-once = Choose each only once.
terminal-not-twice = The same value cannot be used twice.
terminal-moment = { $game }, { $when }, as { $viewer } saw it
terminal-moment-spectator = a spectator
terminal-moment-match = match { $id }
terminal-moment-running = It is not over: only the turns in which this viewer saw something are counted.
terminal-moment-no_rules = The rules of this version are not installed, so the match is shown from its events.
terminal-moment-format = This match was stored in another format, so it is shown from its events.
terminal-after-setup = after the set-up
terminal-after-turn = after turn { $turn }
terminal-after-turn-of = after turn { $turn } of { $turns }
terminal-stage-setup = stage { $stage } of the set-up
terminal-stage-turn = stage { $stage } of turn { $turn }
terminal-stage-turn-of = stage { $stage } of turn { $turn } of { $turns }
