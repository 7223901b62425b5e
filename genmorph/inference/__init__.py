"""The stages of an inference and their schedule."""

from genmorph.inference.schedule import infer_relations

__all__ = ["infer_relations"]
