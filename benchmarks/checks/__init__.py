"""How claims about reported relations are checked, as far from genmorph's own code as possible."""
