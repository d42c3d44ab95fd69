game-name = Tic-tac-toe
game-description = Three in a row wins.

action-move = row { FROM1($row) }, column { FROM1($col) }
event-move = took row { FROM1($row) }, column { FROM1($col) }

board = board
cell = row { $row }, column { $col }
cross = cross in row { $row }, column { $col }
ring = ring in row { $row }, column { $col }
yours = Your turn: place a { $mark }.
theirs = { $name } places a { $mark }.
won = { $name } has three in a row.
full = The board is full: nobody has three in a row.
