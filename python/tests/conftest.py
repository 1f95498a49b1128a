"""The seed of random choices."""

import os

import pytest

SEED = int(os.environ.get("LANESMITH_SEED", "1"))


def pytest_report_header():
    return f"LANESMITH_SEED={SEED}"


@pytest.fixture
def seed():
    return SEED
