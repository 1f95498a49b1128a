"""Reading of the bundled vectors, which come from other tools than lanesmith's golden model."""

import csv
from pathlib import Path

ROOT = Path(__file__).parents[2]


def rows(name):
    with open(ROOT / "testbench" / "vectors" / f"{name}.csv", newline="") as file:
        return list(csv.DictReader(file))
