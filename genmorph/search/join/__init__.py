"""The semantic join: what can be computed of a transformation's relations is computed, not searched for."""
