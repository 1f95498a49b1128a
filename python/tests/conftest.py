"""Reading of the bundled vectors, which come from other tools than lanesmith's golden model."""

import csv
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "testbench" / "vectors"
SEED = int(os.environ.get("LANESMITH_SEED", "1"))


def pytest_report_header():
    return f"LANESMITH_SEED={SEED}"


def rows(name):
    with open(VECTORS / f"{name}.csv", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def seed():
    return SEED
