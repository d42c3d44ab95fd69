"""`python -m gamenight.cli`."""

import sys

from gamenight.cli import main

sys.exit(main())
