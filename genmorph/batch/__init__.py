"""A catalogue of functions, and runs over it that go on where they were stopped."""
