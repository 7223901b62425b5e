"""What commands import and compile; processes are forked when this is done."""

import genmorph.batch.running
import genmorph.cli
import genmorph.fuzz.running
import genmorph.inference.schedule
import genmorph.report  # noqa: F401
from genmorph.search.compilation import compile_search

compile_search()
