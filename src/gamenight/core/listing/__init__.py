"""The valid actions of a seat: listed actions, and families that describe many actions."""
