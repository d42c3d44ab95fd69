game-name = Colonel Blotto
game-description = Spread your units over the fields; whoever has the most on a field takes it.
option-fields = Fields
option-fields-hint = How many fields are fought over.
option-units = Units
option-units-hint = How many units everybody has in each round.
option-rounds = Rounds
option-window_ms = Window
option-window_ms-hint = The time for each round.

action-allocate = send { $parts }
form-allocate = spread { $units } units over the fields
slot-fields = { fields }
part = { $units } to field { FROM1($field) }

event-engine-revealed = { "" }
event-round_started = round { $round } of { $rounds }
event-units_revealed = units sent: { $units }
event-field_won = took field { FROM1($field) }
event-field_tied = field { FROM1($field) } is tied
event-player_left =
    left, and lost { $points_lost ->
        [one] { $points_lost } point
       *[other] { $points_lost } points
    }

fields = fields
points = the last battle, and the points
field = field { FROM1($field) }
field-units = field { FROM1($field) }: { $units } of your units
art-field = field
art-field-taken = field with a flag
battle = Battle { $fought } of { $rounds } (* took the field)
head-player = Player
head-points = Points
took = { $units }*
gone = left
send = { $units } units, one for each tap on a field
yours = Round { $round } of { $rounds }: spread { $units } units over { $fields } fields.
theirs = Round { $round } of { $rounds }: everybody spreads { $units } units over { $fields } fields.
waiting = Round { $round } of { $rounds }: your units are placed. You may still change that until the time is up.
won = { $name } has the most points.
shared = Nobody has the most points alone: { $names }.

# In a terminal
round = round { $round } of { $rounds }, { $units } units for { $fields } fields
head-fields = field
score =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
