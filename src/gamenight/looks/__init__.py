"""How a game looks: the pictures and texts of its folder."""
