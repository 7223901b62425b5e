"""Programs that need Keras are run in processes of their own, and not looked at for doctests."""

collect_ignore = ["build.py", "own_layers.py"]
