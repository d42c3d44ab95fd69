"""`python -m gamenight`. The command is a layer above this package's own, so it is named here and not imported."""

import runpy

runpy.run_module("gamenight.cli", run_name="__main__")
