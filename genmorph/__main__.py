"""The command line, as `python -m genmorph`."""

from genmorph.cli import main

if __name__ == "__main__":
    main(prog_name="genmorph")
