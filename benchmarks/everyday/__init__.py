"""Forty functions as people write them every day, over values beyond plain data; annotated, and nothing done for us."""
