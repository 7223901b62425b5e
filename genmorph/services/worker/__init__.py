"""The process in which applications run: their conditions are recorded, and services answer as they are told to."""
