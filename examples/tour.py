"""A short tour: five questions about cards, each with the command that asks it and its answer in pictures."""

import subprocess
import sys

STOPS = [
    ("Twelve cards: which of them are SETs? (Solitaire SET prints this table and says: eight)",
     "find --notation solitaire 2102 1201 0121 2202 2212 2011 0012 1021 0210 0200 1010 1112"),
    ("Three cards, property by property (the thesis, section 6.3)", "check 1221 1020 1122"),
    ("A card was hidden before the game; these are left (the thesis, section 6.2)",
     "hidden 1122 1220 2100 0011 0021"),
    ("Nine cards that hold twelve SETs: a plane", "plane 1000 2000 1100"),
    ("What the deck is made of, in numbers", "count"),
]  # fmt: skip


def main() -> None:
    """Show each stop with the command that makes it."""
    for title, command in STOPS:
        print(f"\n{title}\n$ setlab {command}\n", flush=True)
        subprocess.run([sys.executable, "-m", "setlab.cli.main", *command.split()], check=True)
    print("\nNext: `.venv/bin/setlab --help`, README.md, and docs/.")


if __name__ == "__main__":
    main()
