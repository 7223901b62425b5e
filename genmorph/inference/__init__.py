"""The stages of an inference and their schedule."""
