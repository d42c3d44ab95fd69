// Made by tools/wire_types.py from the Python Structs; `make wire` makes it anew.

export type ClientMessage = JoinGame | Watch | LeaveGame | GameAction | Ready | SayChat | Resign | ResumeFrom | Ping | RetryModel | LetBotPlay;

export type ServerMessage = GameJoined | GameLeft | PlayerJoined | PlayerLeft | PlayerReady | PlayerDisconnected | PlayerReconnected | StandIn | ModelStuck | ModelFreed | GameStarted | StateUpdate | ActionRequired | ActionCommitted | PlayersCommitted | TimerUpdate | GameOver | Chat | RematchOffered | Pong | Error | LobbyTables | LobbyTable | LobbyGone;

/** The answer is in the log. With `repeated` it was there already. */
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

/** The decisions of a match's language models, the oldest first; only those that the viewer may see. */
export interface AiLogShown {
  decisions: DecisionShown[];
}

/** A picture from a game's folder: the content of its SVG element, and that element's view box. */
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

/** One call to a model: the texts, the reply and the cost. Unknown fields are left out. */
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

/** One line of the menu: a description of the action, and the id that chooses it. */
export interface CandidateShown {
  id: string;
  text: string;
}

/** A line of chat. With `player_id` None it is a notice of the server, such as that a bot was replaced for a move. The words of players are a text; the words of the server are a message of its catalogue. */
export interface Chat {
  type: "chat";
  text: string | Message;
  at: number;
  player_id?: string | null;
  name?: string | null;
}

/** A running clock has a deadline, a server instant in milliseconds. A stopped clock has the time that is left. */
export interface ClockShown {
  bank_ms?: number;
  periods?: number;
  deadline?: number | null;
  held?: boolean;
}

/** A decision of a language model. `turn` is the frame that it led to; `played` says who made the move. */
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

/** Why a message was refused. Only its sender gets this. `details` may contain `client_id` and `prompt`. */
export interface Error {
  type: "error";
  code: "action_type_mismatch" | "already_committed" | "game_not_active" | "internal_error" | "invalid_action" | "malformed_action" | "not_due" | "not_your_turn" | "stale_action" | "too_late" | "already_in_game" | "bad_request" | "game_full" | "game_not_found" | "game_started" | "malformed_message" | "name_taken" | "not_in_game" | "seat_taken" | "server_full" | "spectators_not_allowed" | "too_fast" | "too_large" | "unavailable" | "wrong_token";
  message: string | Message;
  details?: Record<string, unknown>;
}

/** Why a request was refused. Every answer with status 400 or above has this body. */
export interface Fault {
  code: "action_type_mismatch" | "already_committed" | "game_not_active" | "internal_error" | "invalid_action" | "malformed_action" | "not_due" | "not_your_turn" | "stale_action" | "too_late" | "already_in_game" | "bad_request" | "game_full" | "game_not_found" | "game_started" | "malformed_message" | "name_taken" | "not_in_game" | "seat_taken" | "server_full" | "spectators_not_allowed" | "too_fast" | "too_large" | "unavailable" | "wrong_token" | "method_not_allowed" | "not_found" | "wrong_host" | "wrong_origin";
  message: string | Message;
  field?: string | null;
  details?: Record<string, unknown>;
}

/** One option or parameter; `type` describes its values in words. Players see a secret one only after the match. */
export interface Field {
  name: string;
  type: string;
  default: unknown;
  description: string;
  secret: boolean;
}

/** A match after one of its turns, as this viewer saw it. The first frame has `view`, the others `changes`. `turn` is the number of turns that were played; 0 is the set-up. The stages of a turn are frames of their own, before the frame of its end. These have a `stage`, counted from 1, and `shown_ms`. */
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

/** A match that is over, turn by turn, from the viewpoint of a seat, or of a spectator (null). */
export interface FramesShown {
  viewer: string | null;
  frames: Frame[];
}

/** The answer to a prompt. A message with the same `client_id` again is the same answer, on any node, at any time. It names either an action, by type and payload, or one of the prompt's offers, by its number and the ids picked in each of its steps. An offer of a single action needs no picks. `label` is the offer's label as the client saw it: if the offer of that number has another label by now, the answer is refused. */
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

/** `player_id` is None for a spectator. `token` is sent once, to the client that takes the seat; store it. */
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

/** The result, with the seed and salt that prove the commitment. */
export interface GameOver {
  type: "game_over";
  status: GameStatus;
  result: GameResult | null;
  scores: Record<string, number>;
  seed: string;
  salt: string;
}

/** The outcome of a match: a ranking of sides, and the reason why the match ended. */
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

/** With a token: connect to the seat of the token. Without one: take a seat. `last` resumes as `resume` does. */
export interface JoinGame {
  type: "join_game";
  player_name?: string | null;
  seat_token?: string | null;
  seat?: number | null;
  wants?: "both" | "scenes" | "views";
  last?: number | null;
}

/** A request to take a seat. Without a name the server gives one; without a seat it chooses one. */
export interface JoinTable {
  player_name?: string | null;
  seat?: number | null;
  sponsored?: boolean;
}

/** A seat that was taken. Its token is sent only here. */
export interface Joined {
  match_id: string;
  player_id: string;
  seat_token: string;
}

export interface LeaveGame {
  type: "leave_game";
}

/** Let a bot play for the stuck model of this seat until the end. Any player who is a person may send this. */
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

/** The first message of `/ws/lobby`: every listed table that is open or being played. */
export interface LobbyTables {
  type: "tables";
  tables: TableShown[];
  page?: string | null;
}

/** One event in words, for clients that asked for scenes: the player and the text. */
export type LogLine = [string | null, string | Message];

/** What a game brings for its scenes: pictures by name, and catalogues by language, the best match first. */
export interface LookShown {
  art: Record<string, ArtShown>;
  texts: Record<string, string>;
}

/** A table with its match as one viewer sees it: a seat, or a spectator if `player_id` is left out. */
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

/** A key of a catalogue, with arguments for its text. An argument is a text, a number, a boolean, None, other Words, or a list of Words. A text is not translated. */
export type Message = [string, Record<string, unknown>];

/** The model is asked once more; or, with `stand_in`, a bot plays for it until the end. */
export interface ModelFreed {
  type: "model_freed";
  player_id: string;
  stand_in?: boolean;
}

/** A language model that may sit at tables: the text of its strategy, and its name. */
export interface ModelShown {
  strategy: string;
  name: string;
}

/** The model of this seat gave no move: send `retry_model` or `let_bot_play`. The operator may hide `reason`. */
export interface ModelStuck {
  type: "model_stuck";
  player_id: string;
  outcome: "budget" | "configuration" | "empty" | "illegal" | "late" | "transport" | "truncated" | "unparsable";
  reason?: string | null;
}

/** Consecutive offers that differ in a few values: a pattern with `{"$": n}` for each value, a row for each offer. `{"$": "board/{0},{1}"}` is a text that contains values of the row. */
export type OfferGroup = [unknown, unknown[][]];

/** A request to open a table. Fields that are left out get the defaults of the game or the server. */
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

/** At the instant `until` the table's absence policy applies. */
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

/** The players who have answered an open prompt; never sent for prompts with hidden actors. */
export interface PlayersCommitted {
  type: "players_committed";
  prompt: number;
  committed: string[];
}

export interface Pong {
  type: "pong";
  now: number;
}

/** The prompt for a language model that plays this seat now: two texts, and the form of its answer. */
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

/** The reply of a language model. `mode` and `form` must be those of the request for its prompt. */
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

/** The outcome of a reply: the move that was played; or why there is none, and a correction for the model. */
export interface ReplyRead {
  outcome: "answered" | "empty" | "illegal" | "truncated" | "unparsable";
  correction?: string | null;
  action_type?: string | null;
  payload?: unknown;
}

export interface Resign {
  type: "resign";
}

/** `last` is the number of the last `state_update` received; the answer is what came after it, and the view. */
export interface ResumeFrom {
  type: "resume";
  last: number;
}

/** Ask the stuck model of this seat once more. Any player who is a person may send this. */
export interface RetryModel {
  type: "retry_model";
  player_id: string;
}

export interface SayChat {
  type: "chat";
  text: string;
}

/** A seat and who has it. With `name` None it is free; a bot gets it at the start if no player takes it. */
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

/** An event with the payload that its viewer may see. */
export type SeenEvent = [string, string | null, Record<string, unknown>];

/** An item of a scene, stored under its id, with the fields of all kinds of items. `in` is left out if it is the id up to its last slash, and `at` if it is the last part of the id: `3,-2` is column 3 and row -2, `7` the place 7. An item that is in no box has neither `in` nor a slash in its id. Each of the `sorts` is a name and ids separated by spaces; an id that starts with the box's own id is written without that part. */
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

/** One way to answer. A client names it by its number in the list. With `distinct` no id may be picked in two steps. With `is_family` the answer must contain picks. */
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

/** `answered` is the viewer's own answer to an open concurrent prompt, in words. `viewer` is the viewer's seat. */
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

/** Everything that one viewer may know of a match: the document that updates change. Seats, clocks and the result have messages of their own. A client that asked for scenes gets `scene` in place of `game`, `actions`, `committed` and `metadata`; a client that asked for both gets all of them. */
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

/** From now on a bot plays for this player, until they are back. */
export interface StandIn {
  type: "stand_in";
  player_id: string;
}

/** `number` counts the logged events that this viewer may see, including these. The engine's `match_started`, `turn_started`, `turn_finished` and `match_finished` are counted but not sent: the view's prompt and phase, `game_started` and `game_over` say the same. `view` is the whole document, `changes` the delta since the previous update. `client_id` is sent to the author of the answer only. An update with `shown_ms` is a stage: show it for that many milliseconds. What follows is sent at once, and no player is asked before it. */
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

/** A kind of bot. One bot is written as `name` or `name:parameter=value,parameter=value`. */
export interface StrategyShown {
  name: string;
  description: string;
  parameters: Field[];
}

/** A table as the lobby and the lists show it to clients without a seat there. */
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

/** One page of the list of tables, the newest first. `next` is the `after` of the next page; null on the last. */
export interface TablesShown {
  tables: TableShown[];
  next?: string | null;
}

/** The languages of the server's catalogue, and its texts for the requested language, the best match first. */
export interface TextsShown {
  languages: string[];
  texts: Record<string, string>;
}

/** What happens when a player's time runs out: `force_pass` takes the game's `timeout_action`, else `pass`, else a random action. */
export type TimeoutBehavior = "force_pass" | "lose_game" | "random_action";

/** A time control. Mode `bank`: `turn_ms` for each prompt, then time from the bank, which grows each round. */
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

/** Sent when a clock changes, not while it runs. `now` is the server's time, to compute remaining times from. */
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
