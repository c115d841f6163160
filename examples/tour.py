"""A short tour: five questions about cards, each with its command and the answer in pictures."""

import subprocess
import sys

STOPS = [
    ("Which SETs are among twelve cards? (Solitaire SET prints this table and finds eight.)",
     "find --notation solitaire 2102 1201 0121 2202 2212 2011 0012 1021 0210 0200 1010 1112"),
    ("Three cards, property by property", "check 1RFD 1REO 1RTS"),
    ("Which card was hidden before the game, if these are left? (the thesis, section 6.2)",
     "hidden --notation thesis 1122 1220 2100 0011 0021"),
    ("A plane: nine cards with twelve SETs", "plane 1000 2000 1100"),
    ("What the deck is made of, in numbers", "count"),
]  # fmt: skip


def main() -> None:
    """Run the command of each stop below its title."""
    for title, command in STOPS:
        print(f"\n{title}\n$ setlab {command}\n", flush=True)
        subprocess.run([sys.executable, "-m", "setlab.cli.main", *command.split()], check=True)
    print("\nNext: `.venv/bin/setlab --help`, README.md, and docs/.")


if __name__ == "__main__":
    main()
