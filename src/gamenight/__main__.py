"""`python -m gamenight` is the command."""

from gamenight.cli import main

raise SystemExit(main())
