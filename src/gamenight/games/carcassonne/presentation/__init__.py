"""The board in scenes, in pictures of text and in words."""
