"""What commands import and compile; processes are forked when this is done."""

import genmorph.batch.scheduling
import genmorph.cli
import genmorph.fuzz.campaign
import genmorph.inference.pipeline
import genmorph.report.pages  # noqa: F401
from genmorph.inference.readiness import compile_search

compile_search()
