"""The implementation of `gamenight arena`."""
