"""A subject with helpers of all sorts in two modules, for tests of what is mutated beside it."""
