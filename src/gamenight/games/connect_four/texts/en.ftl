game-name = Connect Four
game-description = Drop your discs; four in a line win.

action-drop = column { FROM1($column) }
event-drop = dropped a disc into column { FROM1($column) }

board = board
cell = row { $row }, column { $col }
disc = disc of player { $player } in row { $row }, column { $col }
