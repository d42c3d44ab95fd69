"""Other worlds: the same match with other random outcomes, and what each viewer can know about them."""
