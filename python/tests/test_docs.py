"""The examples of the documentation and of docstrings give what they show."""

import doctest
import re

import pytest
from vectors import ROOT

import lanesmith


@pytest.mark.parametrize("page", ["python.md"])
def test_the_examples_of_a_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / page).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    examples = "".join(block for block in blocks if ">>>" in block)
    assert examples.count(">>>") >= 20
    test = doctest.DocTestParser().get_doctest(examples, {}, page, page, 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_examples_of_docstrings():
    failed, tried = doctest.testmod(lanesmith)
    assert failed == 0 and tried >= 7


def test_the_testbenches_of_the_page_exist():
    text = (ROOT / "docs" / "python.md").read_text()
    named = set(re.findall(r"\.\./(testbench/cocotb/[a-z_]+\.py)", text))
    assert len(named) >= 3
    assert all((ROOT / name).exists() for name in named)
