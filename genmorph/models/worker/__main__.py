"""Starts the process of a back end: makes this folder a package of its own, beside genmorph."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

NAME = "genmorph_back_end"

if __name__ == "__main__":
    package = sys.modules[NAME] = ModuleType(NAME)
    package.__path__ = [str(Path(__file__).parent)]
    importlib.import_module(f"{NAME}.dispatching").serve(int(sys.argv[1]), int(sys.argv[2]))
