"""`python -m setlab`: the command line."""

from setlab.cli.main import run

if __name__ == "__main__":
    run()
