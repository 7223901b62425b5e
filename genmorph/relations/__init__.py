"""Output relations: typed expression trees, their meaning, printing and simplification."""
