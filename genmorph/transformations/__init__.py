"""Templates of input relations, and the transformations that come from them."""
