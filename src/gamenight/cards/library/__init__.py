"""What rules of many card games have in common: dealing, tricks, melds and captures."""
