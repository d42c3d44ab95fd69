"""The course of a deal: the wall, the moves and calls, how it ends and who pays."""
