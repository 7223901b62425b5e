"""The stages of an inference and their schedule."""

from genmorph.inference.schedule import infer, infer_relations

__all__ = ["infer", "infer_relations"]
