"""What each viewer is shown: documents, scenes, offers, and who receives them."""
