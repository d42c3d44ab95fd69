"""A card table as its viewers see it: as data, as a scene, in words and as terminal text."""
