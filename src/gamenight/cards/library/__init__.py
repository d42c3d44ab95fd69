"""Common parts of the rules of card games: dealing, tricks, melds and captures."""
