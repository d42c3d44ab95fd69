"""Games as other programs write them down."""
