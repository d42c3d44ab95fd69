"""What a seat may do: listed actions, and families that describe many."""
