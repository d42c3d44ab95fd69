// Made by tools/wire_types.py from the Python Structs; `make wire` makes it anew.

export type ClientMessage = JoinGame | Watch | LeaveGame | GameAction | Ready | SayChat | Resign | ResumeFrom | Ping | RetryModel | LetBotPlay;

export type ServerMessage = GameJoined | GameLeft | PlayerJoined | PlayerLeft | PlayerReady | PlayerDisconnected | PlayerReconnected | StandIn | ModelStuck | ModelFreed | GameStarted | StateUpdate | ActionRequired | ActionCommitted | PlayersCommitted | TimerUpdate | GameOver | Chat | RematchOffered | Pong | Error | LobbyTables | LobbyTable | LobbyGone;

/** The answer is in the log for good. `repeated`: it was there already. */
export interface ActionCommitted {
  type: "action_committed";
  prompt: number;
  client_id: string;
  repeated?: boolean;
}

export interface ActionRequired {
  type: "action_required";
  prompt: number;
  concurrent?: boolean;
  deadline?: number | null;
}

/** The decisions of a match's language models, the oldest first, as far as the viewer may know of them. */
export interface AiLogShown {
  decisions: DecisionShown[];
}

/** A picture of a game's folder: what is inside its SVG element, and that element's view box. */
export interface ArtShown {
  svg: string;
  box: [number, number, number, number];
}

export interface BotsShown {
  strategies: StrategyShown[];
  levels: Record<string, Record<string, string>>;
  models?: ModelShown[];
  sponsor_origins?: string[];
}

/** One call to a model: what it was sent, what it replied and what it cost. What is left out is not known. */
export interface CallShown {
  attempt: number;
  at: number;
  model: string;
  outcome: string;
  prompt_hash: string;
  system?: string;
  user?: string;
  reply?: string;
  reason?: string;
  form?: "schema" | "text" | "tool" | null;
  input_tokens?: number | null;
  output_tokens?: number | null;
  reasoning_tokens?: number | null;
  cached_tokens?: number | null;
  usd?: number | null;
  cost_source?: "reported" | "table" | "unknown";
  first_token_ms?: number | null;
  duration_ms?: number;
  transport_tries?: number;
}

/** A line of the menu: what it does, and the id that chooses it. */
export interface CandidateShown {
  id: string;
  text: string;
}

/** `player_id` None: the server itself says something, such as that a bot had to be replaced for a move. What people say is a text; what the server says is a message of the house's catalogue. */
export interface Chat {
  type: "chat";
  text: string | Message;
  at: number;
  player_id?: string | null;
  name?: string | null;
}

/** A clock that runs has a deadline, a server instant in milliseconds; one that does not has what is left. */
export interface ClockShown {
  bank_ms?: number;
  periods?: number;
  deadline?: number | null;
  held?: boolean;
}

/** A decision of a language model. `turn` is the frame that it led to; `played` is who made the move in the end. */
export interface DecisionShown {
  player_id: string;
  prompt: number;
  at: number;
  ended_at: number;
  outcome: string;
  attempts: number;
  turn?: number | null;
  played?: string;
  said?: string;
  reason?: string | null;
  calls?: CallShown[];
}

/** Why something was refused; nobody but its sender hears of it. `details` may name `client_id` and `prompt`. */
export interface Error {
  type: "error";
  code: "action_type_mismatch" | "already_committed" | "game_not_active" | "internal_error" | "invalid_action" | "malformed_action" | "not_due" | "not_your_turn" | "stale_action" | "too_late" | "already_in_game" | "bad_request" | "game_full" | "game_not_found" | "game_started" | "malformed_message" | "name_taken" | "not_in_game" | "seat_taken" | "server_full" | "spectators_not_allowed" | "too_fast" | "too_large" | "unavailable" | "wrong_token";
  message: string | Message;
  details?: Record<string, unknown>;
}

/** Why a request was refused: every answer of 400 and above has this body. */
export interface Fault {
  code: "action_type_mismatch" | "already_committed" | "game_not_active" | "internal_error" | "invalid_action" | "malformed_action" | "not_due" | "not_your_turn" | "stale_action" | "too_late" | "already_in_game" | "bad_request" | "game_full" | "game_not_found" | "game_started" | "malformed_message" | "name_taken" | "not_in_game" | "seat_taken" | "server_full" | "spectators_not_allowed" | "too_fast" | "too_large" | "unavailable" | "wrong_token" | "method_not_allowed" | "not_found" | "wrong_origin";
  message: string | Message;
  field?: string | null;
  details?: Record<string, unknown>;
}

/** One option or parameter: what values it takes, in words; a secret one is shown to nobody before the end. */
export interface Field {
  name: string;
  type: string;
  default: unknown;
  description: string;
  secret: boolean;
}

/** A match after one of its turns, with what this viewer was told of it: `view` in the first, else `changes`. `turn` is how many turns were played; 0 is the set-up. What a turn showed on its way comes before its end, in frames of their own: these have a `stage`, counted from 1, and `shown_ms`. */
export interface Frame {
  turn: number;
  at: number;
  actor?: string | null;
  input?: unknown;
  events?: SeenEvent[];
  log?: LogLine[];
  changes?: unknown;
  view?: unknown;
  stage?: number | null;
  shown_ms?: number;
}

/** A match that is over, turn by turn, with the eyes of a seat, or of a spectator (null). */
export interface FramesShown {
  viewer: string | null;
  frames: Frame[];
}

/** The answer to a prompt. The same `client_id` sent again is the same answer, on any node, at any time. It is an action by its type and payload, or one of the prompt's offers by its number, with the ids that were picked in each of its steps. An offer of a single action needs no picks. `label` is what the offer was called where it was chosen: if that number is another offer by now, the answer is refused. */
export interface GameAction {
  type: "game_action";
  prompt: number;
  client_id: string;
  action_type?: string;
  payload?: unknown;
  offer?: number | null;
  picks?: string[][];
  label?: unknown;
}

/** `player_id` None is a spectator. `token` is told once, to whoever has just taken the seat; keep it. */
export interface GameJoined {
  type: "game_joined";
  match_id: string;
  game_id: string;
  player_id: string | null;
  seats: Seat[];
  wants: "both" | "scenes" | "views";
  now: number;
  status: GameStatus;
  token?: string | null;
  commitment?: string | null;
  pause_reason?: string | Message | null;
  table?: Record<string, unknown>;
  page?: string | null;
}

export interface GameLeft {
  type: "game_left";
}

/** The result; seed and salt prove the commitment. */
export interface GameOver {
  type: "game_over";
  status: GameStatus;
  result: GameResult | null;
  scores: Record<string, number>;
  seed: string;
  salt: string;
}

/** Places from first to last, each with the sides that share it: `(((p0, p2),), ((p1, p3),))` is a team's win. No places: nobody was ranked. Where the engine ended the match, `details["left"]` tells whose leaving ended it. */
export interface GameResult {
  ranking: string[][][];
  reason?: "abandonment" | "forfeit" | "normal" | "resignation" | "timeout";
  details?: Record<string, unknown>;
}

export interface GameShown {
  game_id: string;
  rules_version: number;
  display_name: string;
  description: string;
  category: string;
  min_players: number;
  max_players: number;
  options: Record<string, unknown>;
  levels: Record<string, string>;
  rules?: string | null;
  words?: Record<string, string>;
}

export interface GameStarted {
  type: "game_started";
  seats: Seat[];
  commitment: string;
  now: number;
}

export type GameStatus = "abandoned" | "active" | "error" | "finished" | "paused" | "waiting";

export interface GamesShown {
  games: GameShown[];
}

/** With a token: the seat that it belongs to. Without one: take a seat. `last` resumes as `resume` does. */
export interface JoinGame {
  type: "join_game";
  player_name?: string | null;
  seat_token?: string | null;
  seat?: number | null;
  wants?: "both" | "scenes" | "views";
  last?: number | null;
}

/** Who sits down, and where; without a name the server gives one, without a seat it chooses. */
export interface JoinTable {
  player_name?: string | null;
  seat?: number | null;
  sponsored?: boolean;
}

/** A seat that was taken; the token is told here and nowhere else. */
export interface Joined {
  match_id: string;
  player_id: string;
  seat_token: string;
}

export interface LeaveGame {
  type: "leave_game";
}

/** Let a bot play for the stuck model of this seat until the end. Any seated person may. */
export interface LetBotPlay {
  type: "let_bot_play";
  player_id: string;
}

export interface LobbyGone {
  type: "table_gone";
  match_id: string;
}

/** A table that has opened, filled, started or ended. */
export interface LobbyTable {
  type: "table";
  table: TableShown;
}

/** Every listed table that is open or being played: the first message of `/ws/lobby`. */
export interface LobbyTables {
  type: "tables";
  tables: TableShown[];
  page?: string | null;
}

/** What happened in words, for whoever asked for scenes: who did it, and what. */
export type LogLine = [string | null, string | Message];

/** What a game brings for its scenes: pictures by name, and its catalogues by language, the best first. */
export interface LookShown {
  art: Record<string, ArtShown>;
  texts: Record<string, string>;
}

/** A table with its match as its viewer sees it: a seat, or (`player_id` left out) anybody. */
export interface MatchShown {
  match_id: string;
  game_id: string;
  status: GameStatus;
  seats: Seat[];
  created_at: number;
  table: Record<string, unknown>;
  scores?: Record<string, number>;
  phase?: string | null;
  pause_reason?: string | Message | null;
  result?: GameResult | null;
  commitment?: string | null;
  player_id?: string | null;
  view?: unknown;
}

/** A key of a catalogue and what goes into its text. An argument is a text, a number, a truth value, None, other Words, or a list of Words. A text is said as it is. */
export type Message = [string, Record<string, unknown>];

/** It is asked once more; or, with `stand_in`, a bot plays for it until the end. */
export interface ModelFreed {
  type: "model_freed";
  player_id: string;
  stand_in?: boolean;
}

/** A language model that may sit at tables: the text of its strategy, and what it is called. */
export interface ModelShown {
  strategy: string;
  name: string;
}

/** The model of this seat gave no move: send `retry_model` or `let_bot_play`. `reason` if the operator allows it. */
export interface ModelStuck {
  type: "model_stuck";
  player_id: string;
  outcome: "budget" | "configuration" | "empty" | "illegal" | "late" | "transport" | "truncated" | "unparsable";
  reason?: string | null;
}

/** Neighbouring offers that differ in a few values: a pattern with `{"$": n}` for each, and a row for each offer. `{"$": "board/{0},{1}"}` is a text with values of the row in it. */
export type OfferGroup = [unknown, unknown[][]];

/** A table that somebody wants to open; what is left out is as the game and the server have it. */
export interface OpenTable {
  game: string;
  options?: Record<string, unknown>;
  timer?: TimerConfig;
  seats?: number | null;
  num_bots?: number | null;
  bots?: string[] | null;
  private?: boolean;
  seating?: "chosen" | "random";
  start?: "full" | "ready";
  spectators?: boolean;
  spectator_delay_ms?: number;
  leaver?: "bot" | "forfeit" | "timeout" | "wait" | null;
  exhibition?: boolean;
  max_usd?: number | null;
  max_calls?: number | null;
}

export interface Ping {
  type: "ping";
}

/** `until` is the instant at which the table's policy will apply. */
export interface PlayerDisconnected {
  type: "player_disconnected";
  player_id: string;
  until?: number | null;
}

export interface PlayerJoined {
  type: "player_joined";
  seat: Seat;
}

export interface PlayerLeft {
  type: "player_left";
  player_id: string;
  name: string;
}

export interface PlayerReady {
  type: "player_ready";
  player_id: string;
  is_ready: boolean;
}

export interface PlayerReconnected {
  type: "player_reconnected";
  player_id: string;
}

/** Who has answered an open prompt; never told of prompts with hidden actors. */
export interface PlayersCommitted {
  type: "players_committed";
  prompt: number;
  committed: string[];
}

export interface Pong {
  type: "pong";
  now: number;
}

/** What a language model is asked at this seat now: two texts, and the form of its answer. */
export interface PromptShown {
  prompt: number;
  system: string;
  user: string;
  mode: "free" | "menu";
  form: "schema" | "text" | "tool";
  tool: string;
  schema: Record<string, unknown>;
  candidates: CandidateShown[];
  hash: string;
}

export interface Ready {
  type: "ready";
  is_ready?: boolean;
}

export interface RematchOffered {
  type: "rematch_offered";
  match_id: string;
}

/** What a language model replied. `mode` and `form` are those that its prompt was asked for with. */
export interface ReplyGiven {
  prompt: number;
  reply: string;
  mode?: "free" | "menu";
  form?: "schema" | "text" | "tool";
  finish?: "done" | "empty" | "refused" | "truncated";
  client_id?: string | null;
  model?: string | null;
  input_tokens?: number | null;
  output_tokens?: number | null;
  duration_ms?: number | null;
}

/** What became of a reply: the move that was played; or why it is none, and what to tell the model about it. */
export interface ReplyRead {
  outcome: "answered" | "empty" | "illegal" | "truncated" | "unparsable";
  correction?: string | null;
  action_type?: string | null;
  payload?: unknown;
}

export interface Resign {
  type: "resign";
}

/** The number of the last `state_update` that the client has; it gets what it missed, and the present view. */
export interface ResumeFrom {
  type: "resume";
  last: number;
}

/** Ask the stuck model of this seat once more. Any seated person may. */
export interface RetryModel {
  type: "retry_model";
  player_id: string;
}

export interface SayChat {
  type: "chat";
  text: string;
}

/** Who sits where. `name` None is a free seat; it becomes a bot's at the start if nobody takes it. */
export interface Seat {
  player_id: string;
  name?: string | null;
  is_bot?: boolean;
  is_ready?: boolean;
  is_away?: boolean;
  stand_in?: boolean;
  model?: string | null;
  stuck?: "budget" | "configuration" | "empty" | "illegal" | "late" | "transport" | "truncated" | "unparsable" | null;
  sponsor?: string | null;
}

/** An event as its viewer sees it. */
export type SeenEvent = [string, string | null, Record<string, unknown>];

/** An item of a scene, under its id; the fields of all kinds side by side. `in` is left out where it is the id up to its last slash, `at` where it is what the id's last part says: `3,-2` is column 3 and row -2, `7` the place 7. An item that is in no box has neither a slash in its id nor `in`. Each of the `sorts` is a name and ids with spaces between them; an id that begins with the box's own is told without that. */
export interface ShownItem {
  kind?: "box" | "button" | "count" | "piece" | "plate" | "table" | "text";
  in?: string | null;
  at?: [number, number] | number | null;
  order?: number;
  label?: string | Message;
  only?: "tall" | "wide" | null;
  art?: string;
  turn?: number;
  seat?: number | null;
  badge?: string | Message | null;
  dim?: boolean;
  size?: number;
  n?: number;
  text?: string | Message;
  strong?: boolean;
  head?: (string | Message)[];
  rows?: ((string | Message | number)[])[];
  flow?: "around" | "column" | "fan" | "free" | "grid" | "row" | "stack" | "wrap";
  tall?: "around" | "column" | "fan" | "free" | "grid" | "row" | "stack" | "wrap" | null;
  pan?: boolean;
  extent?: [number, number] | null;
  frame?: boolean;
  unit?: number | null;
  fit?: number | null;
  sorts?: ([string | Message, string])[];
}

/** One way to answer, by its number in the list. `distinct`: no id may be picked in two steps. `is_family`: it must be sent with its picks. */
export interface ShownOffer {
  label: string | Message;
  steps?: ShownStep[];
  ghosts?: Record<string, ShownItem>;
  confirm?: boolean;
  hotkey?: string | null;
  toggle?: string | null;
  names?: Record<string, string | Message>;
  distinct?: boolean;
  is_family?: boolean;
}

/** `answered` is the viewer's own answer to an open concurrent prompt, in words; `viewer` the seat that looks. */
export interface ShownScene {
  items: Record<string, ShownItem>;
  viewer?: number | null;
  text?: string | Message;
  last?: string[];
  toggles?: Record<string, string | Message>;
  offers?: OfferGroup[];
  answered?: string | Message | null;
}

export interface ShownStep {
  ids: string[];
  min?: number;
  max?: number;
  each?: number;
  label?: string | Message;
}

/** A match as one viewer may know it: the document that updates change. Seats, clocks and the result come by messages of their own. Whoever asked for scenes has `scene` in place of `game`, `actions`, `committed` and `metadata`; whoever asked for both has all of them. */
export interface ShownView {
  status: GameStatus;
  phase: string;
  prompt: number;
  scores: Record<string, number>;
  game?: unknown;
  expected?: string[];
  concurrent?: boolean;
  metadata?: Record<string, unknown>;
  actions?: unknown[];
  committed?: unknown;
  pause_reason?: string | Message | null;
  scene?: ShownScene | null;
}

/** A bot plays for the player from now on, until they are back. */
export interface StandIn {
  type: "stand_in";
  player_id: string;
}

/** `number` counts the logged events that this viewer may see, these included. The engine's `match_started`, `turn_started`, `turn_finished` and `match_finished` count but are not sent: the view's prompt and phase, `game_started` and `game_over` say the same. `view` is the whole document, `changes` what changed in it since the update before. `client_id` says to its author which answer this was. With `shown_ms` it is a stage: look at it for so long; what follows is sent at once, and nobody is asked before. */
export interface StateUpdate {
  type: "state_update";
  number: number;
  events?: SeenEvent[];
  changes?: unknown;
  view?: unknown;
  client_id?: string | null;
  log?: LogLine[];
  shown_ms?: number;
}

/** A way to play; a bot is written as `name` or `name:parameter=value,parameter=value`. */
export interface StrategyShown {
  name: string;
  description: string;
  parameters: Field[];
}

/** A table as the lobby and the lists show it, to whoever has no seat there. */
export interface TableShown {
  match_id: string;
  game_id: string;
  status: GameStatus;
  seats: Seat[];
  created_at: number;
  table: Record<string, unknown>;
  scores?: Record<string, number>;
  phase?: string | null;
  pause_reason?: string | Message | null;
  result?: GameResult | null;
  commitment?: string | null;
}

/** A page of tables, the newest first; `next` is the `after` of the next page, null on the last. */
export interface TablesShown {
  tables: TableShown[];
  next?: string | null;
}

/** The languages that the house speaks, and its catalogues for the one that was asked for, the best first. */
export interface TextsShown {
  languages: string[];
  texts: Record<string, string>;
}

/** What time does to whoever is late: `force_pass` is the game's `timeout_action`, else `pass`, else any action. */
export type TimeoutBehavior = "force_pass" | "lose_game" | "random_action";

/** A time control; `bank` mode is `turn_ms` for each prompt, then `bank_ms`, topped up each round. */
export interface TimerConfig {
  mode?: TimerMode;
  base_time_ms?: number;
  increment_ms?: number;
  periods?: number;
  period_time_ms?: number;
  turn_ms?: number;
  bank_ms?: number;
  round_bonus_ms?: number;
  timeout_behavior?: TimeoutBehavior;
}

export type TimerMode = "bank" | "byoyomi" | "fischer" | "none" | "simple" | "total";

/** Sent when a clock changes, not while it runs. `now` is the server's instant, to reckon from. */
export interface TimerUpdate {
  type: "timer_update";
  now: number;
  clocks: Record<string, ClockShown>;
}

export interface Watch {
  type: "watch";
  wants?: "both" | "scenes" | "views";
  last?: number | null;
}
