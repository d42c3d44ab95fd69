"""What `gamenight arena` prints, and how it runs."""
