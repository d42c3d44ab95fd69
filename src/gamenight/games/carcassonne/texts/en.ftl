game-name = Carcassonne
game-description = Lay tiles into one common land, and claim its cities, roads, monasteries and fields.
option-two_tile_city = Two tile city
option-two_tile_city-hint = Points for a completed city of two tiles
option-farmers = Farmers
option-farmers-hint = Meeples may lie down in fields, which count at the end

action-place_tile = { $tile } at { $x }, { $y }, turned { $rotation }°
no-meeple = no meeple

drew = drew { tile }
placed = placed { tile }, { at }
stands = placed a { $spot }
skipped = placed no meeple
returned = took back the { $spot } of { at }
event-tile_set_aside = drew { tile }, which fits nowhere and is set aside
event-tile_handed_on = was handed { tile }
event-feature_completed = { $feature } is complete, { $gain }
event-final_scored = at the end { $feature }, { $gain }

at = column { $x }, row { $y }
feature =
    { $kind ->
        [road] a road
        [city] a city
       *[field] a field
    } of { $tiles ->
        [one] { $tiles } tile
       *[other] { $tiles } tiles
    }
feature-monastery = the monastery at { at }
gain =
    { $scorers }: { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
gain-none = nobody scores

# Where a meeple stands
city = knight in the city to the { $sides }
road = highwayman on the road to the { $sides }
road-between = highwayman on the road between { $sides }
field = farmer in the field to the { $sides }
field-corner =
    farmer in the field in the { $corner ->
        [NE] north-east
        [SE] south-east
        [SW] south-west
       *[NW] north-west
    } corner
field-around = farmer in the field all around
monastery = monk in the monastery
N = north
E = east
S = south
W = west
NL = left north
NR = right north
EL = upper east
ER = lower east
SL = right south
SR = left south
WL = lower west
WR = upper west

# The table
phase-place_tile = Place the tile. Tap a place, and tap it again to turn the tile.
phase-place_meeple = Place a meeple on your tile, or none.
over = The land is complete.
to-place = to place
supply = meeples of { $name }
head-roads = roads
head-cities = cities
head-monasteries = monasteries
head-fields = fields
head-points = points
art-cell = free place
art-spot = spot for a meeple
art-back = tiles left
art-m0 = meeple with a dot
art-m1 = meeple with a bar
art-m2 = meeple with a cross
art-m3 = meeple with a triangle
art-m4 = meeple with a ring
art-f0 = farmer with a dot
art-f1 = farmer with a bar
art-f2 = farmer with a cross
art-f3 = farmer with a triangle
art-f4 = farmer with a ring

# The tiles, as one finds them and as what lies there

tile =
    { $tile ->
        [A] a monastery with a road
        [B] a monastery
        [C] a city on all sides, with a pennant
        [D] a city on one side, a road passing it
        [E] a city on one side
        [F] a city through the middle, with a pennant
        [G] a city through the middle
        [H] cities on two opposite sides
        [I] cities on two neighbouring sides
        [J] a city on one side, a road curving away from it to the right
        [K] a city on one side, a road curving away from it to the left
        [L] a city on one side, three roads that meet
        [M] a city across a corner, with a pennant
        [N] a city across a corner
        [O] a city across a corner, with a pennant, and a curved road
        [P] a city across a corner, and a curved road
        [Q] a city on three sides, with a pennant
        [R] a city on three sides
        [S] a city on three sides, with a pennant, and a road to its gate
        [T] a city on three sides, and a road to its gate
        [U] a straight road
        [V] a curved road
        [W] three roads that meet
       *[X] four roads that meet
    }
art-A = tile A: monastery with a road
art-B = tile B: monastery
art-C = tile C: city on all sides, with a pennant
art-D = tile D: city on one side, a road passing it
art-E = tile E: city on one side
art-F = tile F: city through the middle, with a pennant
art-G = tile G: city through the middle
art-H = tile H: cities on two opposite sides
art-I = tile I: cities on two neighbouring sides
art-J = tile J: city on one side, a road curving away from it to the right
art-K = tile K: city on one side, a road curving away from it to the left
art-L = tile L: city on one side, three roads that meet
art-M = tile M: city across a corner, with a pennant
art-N = tile N: city across a corner
art-O = tile O: city across a corner, with a pennant, and a curved road
art-P = tile P: city across a corner, and a curved road
art-Q = tile Q: city on three sides, with a pennant
art-R = tile R: city on three sides
art-S = tile S: city on three sides, with a pennant, and a road to its gate
art-T = tile T: city on three sides, and a road to its gate
art-U = tile U: straight road
art-V = tile V: curved road
art-W = tile W: three roads that meet
art-X = tile X: four roads that meet

# The tiles as they may be placed, turned clockwise by so many degrees
A0 = { at }: monastery, road south
A90 = { at }: monastery, road west
A180 = { at }: monastery, road north
A270 = { at }: monastery, road east
B0 = { at }: monastery
B90 = { at }: monastery, turned 90°
B180 = { at }: monastery, turned 180°
B270 = { at }: monastery, turned 270°
C0 = { at }: city on all sides, with a pennant
C90 = { at }: city on all sides, with a pennant, turned 90°
C180 = { at }: city on all sides, with a pennant, turned 180°
C270 = { at }: city on all sides, with a pennant, turned 270°
D0 = { at }: city north, road east to west
D90 = { at }: city east, road north to south
D180 = { at }: city south, road east to west
D270 = { at }: city west, road north to south
E0 = { at }: city north
E90 = { at }: city east
E180 = { at }: city south
E270 = { at }: city west
F0 = { at }: city east and west, with a pennant
F90 = { at }: city north and south, with a pennant
F180 = { at }: city east and west, with a pennant, turned 180°
F270 = { at }: city north and south, with a pennant, turned 270°
G0 = { at }: city east and west
G90 = { at }: city north and south
G180 = { at }: city east and west, turned 180°
G270 = { at }: city north and south, turned 270°
H0 = { at }: city north, city south
H90 = { at }: city east, city west
H180 = { at }: city south, city north, turned 180°
H270 = { at }: city west, city east, turned 270°
I0 = { at }: city north, city west
I90 = { at }: city east, city north
I180 = { at }: city south, city east
I270 = { at }: city west, city south
J0 = { at }: city north, road east to south
J90 = { at }: city east, road south to west
J180 = { at }: city south, road north to west
J270 = { at }: city west, road north to east
K0 = { at }: city north, road south to west
K90 = { at }: city east, road north to west
K180 = { at }: city south, road north to east
K270 = { at }: city west, road east to south
L0 = { at }: city north, roads east, south and west
L90 = { at }: city east, roads south, west and north
L180 = { at }: city south, roads west, north and east
L270 = { at }: city west, roads north, east and south
M0 = { at }: city north and west, with a pennant
M90 = { at }: city north and east, with a pennant
M180 = { at }: city east and south, with a pennant
M270 = { at }: city south and west, with a pennant
N0 = { at }: city north and west
N90 = { at }: city north and east
N180 = { at }: city east and south
N270 = { at }: city south and west
O0 = { at }: city north and west, with a pennant, road east to south
O90 = { at }: city north and east, with a pennant, road south to west
O180 = { at }: city east and south, with a pennant, road north to west
O270 = { at }: city south and west, with a pennant, road north to east
P0 = { at }: city north and west, road east to south
P90 = { at }: city north and east, road south to west
P180 = { at }: city east and south, road north to west
P270 = { at }: city south and west, road north to east
Q0 = { at }: city north, east and west, with a pennant
Q90 = { at }: city north, east and south, with a pennant
Q180 = { at }: city east, south and west, with a pennant
Q270 = { at }: city north, south and west, with a pennant
R0 = { at }: city north, east and west
R90 = { at }: city north, east and south
R180 = { at }: city east, south and west
R270 = { at }: city north, south and west
S0 = { at }: city north, east and west, with a pennant, road south
S90 = { at }: city north, east and south, with a pennant, road west
S180 = { at }: city east, south and west, with a pennant, road north
S270 = { at }: city north, south and west, with a pennant, road east
T0 = { at }: city north, east and west, road south
T90 = { at }: city north, east and south, road west
T180 = { at }: city east, south and west, road north
T270 = { at }: city north, south and west, road east
U0 = { at }: road east to west
U90 = { at }: road north to south
U180 = { at }: road east to west, turned 180°
U270 = { at }: road north to south, turned 270°
V0 = { at }: road south to west
V90 = { at }: road north to west
V180 = { at }: road north to east
V270 = { at }: road east to south
W0 = { at }: roads east, south and west
W90 = { at }: roads south, west and north
W180 = { at }: roads west, north and east
W270 = { at }: roads north, east and south
X0 = { at }: roads north, east, south and west
X90 = { at }: roads east, south, west and north, turned 90°
X180 = { at }: roads south, west, north and east, turned 180°
X270 = { at }: roads west, north, east and south, turned 270°

# What may not be done
bad-taken = There is a tile in { at } already.
bad-alone = A tile must lie beside another one.
bad-clash = The tile does not fit there like that: in the { $side } its { $own } would meet a { $theirs }.
bad-spot_or_skip = Name a spot for the meeple, or skip, and not both.
bad-farmers = This game is played without farmers.
bad-occupied =
    There is a meeple in that { $kind ->
        [road] road
        [city] city
        [monastery] monastery
       *[field] field
    } already.
bad-spot = The tile just placed has no such spot.
edge-C = city
edge-R = road
edge-F = field

# In a terminal
legend = { $city } city  { $pennant } pennant  ─ road  { $crossing } crossing  { $monastery } monastery  { $field } field, { $new } if new
legend-places = A number in an empty place is one that you may choose.
the-tile = tile { $tile }
just-placed = tile just placed
tiles-left =
    { $tiles ->
        [one] { $tiles } tile left
       *[other] { $tiles } tiles left
    }
set-aside = set aside: { $letters }
gone = left
meeples =
    { $meeples ->
        [one] { $meeples } meeple
       *[other] { $meeples } meeples
    }
points =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
kind-road = road
kind-city = city
kind-monastery = monastery
kind-field = field
bad-letters = tile_order has letters from A to X alone, not { $unknown }
bad-tiles = tile_order has at most { $most } tiles, not { $tiles }
