"""Compares the floating-point operations of lanesmith's golden model with IEEE 754 as two other programs have it.

    compare.py DIR --json FILE

DIR has the graphs that `write_graphs` in testbench/tests/ieee.rs writes.

Exit status: 0 all claims hold, 1 a claim is refuted or open, 2 bad input.
"""

import argparse
import hashlib
import importlib.metadata
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import circuit as circuits
import product
import second
import standard

FORMAT_VERSION = 1
ABC = "yosys-abc"
# Conflicts of one call; more than any claim here needs.
CONFLICTS = 1_000_000
SECONDS = 600

# How the claims about a multiplication make the whole: `x * y` of the golden model
STEPS = {
    "parts": "is its rest, applied to its product of its significands",
    "significands": "which are the format's significands with their hidden bits",
    "rows": "whose product is the sum of rows, digit by digit",
    "ring": "which is the product of numbers",
    "top": "shifted by its leading zeros, a significand that is not 0 has its highest bit set and loses none",
    "shifts": "the product of shifted significands is the shifted product",
    "range": "which has one of its two highest bits set and fits",
    "factors": "of finite operands, the factors of the standard's product are the shifted significands",
    "special": "of others, the standard's result is the same for all products",
    "rest": "so the rest of the golden model and that of the standard are applied to products that occur, where they are equal",
    "occurs": "which some products do",
}


class Refuted(Exception):
    """A claim does not hold; the text shows where."""


def equal(left, right, circuit, folder, names):
    """Whether two words are equal, by ABC."""
    for outputs, name in ((left, "left"), (right, "right")):
        circuit.write(folder / f"{name}.aig", outputs)
    command = f"cec -C {CONFLICTS} {folder}/left.aig {folder}/right.aig"
    done = subprocess.run([ABC, "-c", command], capture_output=True, text=True, timeout=SECONDS)
    text = done.stdout + done.stderr
    if "Networks are equivalent" in text:
        return
    if "NOT EQUIVALENT" not in text:
        raise RuntimeError(f"ABC decided nothing: {text[-500:]}")
    raise Refuted(counterexample(left, right, circuit, names, text))


def counterexample(left, right, circuit, names, text):
    """Inputs for which two words differ: ABC's, or random ones if it names none."""
    values = dict(re.findall(r"\bpi?(\d+)=([01])", text))
    cases = [[int(values.get(str(i), 0)) for i in range(circuit.inputs)]] if values else []
    rng = random.Random(1)
    cases += [[rng.getrandbits(1) for _ in range(circuit.inputs)] for _ in range(10_000)]
    for case in cases:
        both = [circuit.evaluate(word, [-bit for bit in case]) for word in (left, right)]
        if both[0] != both[1]:
            return ", ".join(f"{name} = {number(case[first:first + width]):#x}" for name, first, width in names)
    return "no random operands differ"


def number(bits):
    return sum(bit << i for i, bit in enumerate(bits))


class Job:
    """What the claims about an operation need."""

    def __init__(self, golden, fault):
        self.golden = Path(golden)
        self.fault = fault

    def read(self, name):
        return circuits.read(self.golden / f"{name}.aig")

    def inputs(self, name, *keys, unspecified=0):
        """A circuit with some of the words `x`, `y`, `p` and `q` as inputs."""
        exponent, significand, _ = standard.FORMATS[name]
        widths = {"x": exponent + significand, "y": exponent + significand, "p": 2 * significand, "q": 2 * significand}
        widths = [(key, widths[key]) for key in keys]
        circuit = circuits.Circuit(sum(width for _, width in widths) + unspecified)
        words = circuit.words(*[width for _, width in widths], unspecified)
        literals = dict(zip(keys, words))
        names, first = [], 0
        for key, width in widths:
            names.append((key, first, width))
            first += width
        return circuit, literals, words[-1], names

    def operation(self, name, operation):
        """ABC compares an operation with Z3's theory."""
        width = sum(standard.FORMATS[name][:2])
        results = 1 if operation in standard.COMPARISONS else width
        circuit, literals, unspecified, names = self.inputs(name, "x", "y", unspecified=width)
        golden = circuit.include(*self.read(f"{name}_{operation}"), literals["x"] + literals["y"])
        x, y = (standard.word(standard.bits(key, width)) for key in "xy")
        value = standard.result(operation, name, x, y, self.fault)
        named = {**standard.named("x", literals["x"]), **standard.named("y", literals["y"])}
        theirs = standard.include(circuit, value, results, named, unspecified)
        return circuit, golden, theirs, names

    def second(self, name, operation):
        """Bitwuzla compares an operation with its own theory."""
        if not second.golden_is_the_standard(*self.read(f"{name}_{operation}"), operation, name):
            raise Refuted("some operands")

    def negated(self, name):
        """A difference is a sum, which Bitwuzla compares."""
        circuit, literals, _, names = self.inputs(name, "x", "y")
        x, y = literals["x"], literals["y"]
        golden = circuit.include(*self.read(f"{name}_sub"), x + y)
        return circuit, golden, circuit.include(*self.read(f"{name}_add"), x + y[:-1] + [y[-1] ^ 1]), names

    def step(self, name, step):
        significand = standard.FORMATS[name][1]
        low = product.digit(significand)
        if step in ("ring", "shifts", "range"):
            holds = {
                "ring": lambda: second.rows_are_the_product(significand, low),
                "shifts": lambda: second.shifts_leave_the_product(significand),
                "range": lambda: second.shifted_factors_have_the_product_in_the_range(significand),
            }[step]()
            if not holds:
                raise Refuted("some numbers")
            return None
        if step == "occurs":
            return self.occurs(name)
        if step == "rows":
            circuit = circuits.Circuit(2 * significand)
            x, y = circuit.words(significand, significand)
            golden = circuit.include(*self.read(f"{name}_product"), x + y)
            names = [("x", 0, significand), ("y", significand, significand)]
            return circuit, golden, product.rows(circuit, x, y), names
        if step == "special":
            width = sum(standard.FORMATS[name][:2])
            circuit, literals, unspecified, names = self.inputs(name, "x", "y", "p", "q", unspecified=width)
            finite = product.are_finite(circuit, name, literals)
            results = []
            for key in "pq":
                word = standard.word(standard.bits(key, len(literals[key])))
                bits = product.with_product(circuit, name, literals, word, unspecified)
                results.append([circuit.conj(bit, finite ^ 1) for bit in bits])
            return circuit, *results, names
        if step == "rest":
            width = sum(standard.FORMATS[name][:2])
            circuit, literals, unspecified, names = self.inputs(name, "x", "y", "p", unspecified=width)
            golden = circuit.include(*self.read(f"{name}_mul_rest"), literals["x"] + literals["y"] + literals["p"])
            theirs = product.rest(circuit, name, literals, unspecified)
            occurs = product.assumption(circuit, name, literals)
            return circuit, *([circuit.conj(bit, occurs) for bit in word] for word in (golden, theirs)), names
        circuit, literals, _, names = self.inputs(name, "x", "y")
        operands = literals["x"] + literals["y"]
        if step == "parts":
            whole = circuit.include(*self.read(f"{name}_mul"), operands)
            significands = circuit.include(*self.read(f"{name}_significands"), operands)
            middle = circuit.include(*self.read(f"{name}_product"), significands)
            return circuit, whole, circuit.include(*self.read(f"{name}_mul_rest"), operands + middle), names
        if step == "significands":
            golden = circuit.include(*self.read(f"{name}_significands"), operands)
            return circuit, golden, product.significands(circuit, name, literals), names
        if step == "top":
            return circuit, product.reaches_the_top(circuit, name, literals), [circuit.TRUE], names
        if step == "factors":
            finite = product.are_finite(circuit, name, literals)
            words = product.factors(circuit, name, literals)
            return circuit, *([circuit.conj(bit, finite) for bit in word] for word in words), names
        raise ValueError(step)

    def occurs(self, name):
        """The assumption about products holds for operands that one can name, and not for all words."""
        exponent, significand, _ = standard.FORMATS[name]
        circuit, literals, _, _ = self.inputs(name, "x", "y", "p")
        assumption = product.assumption(circuit, name, literals)
        one = ((1 << exponent - 1) - 1) << significand - 1
        cases = [
            (one, one, 1 << 2 * significand - 2, True),
            (one, 3, 3 << significand - 1, True),
            (0, one, 0, True),
            (one, one, 1, False),
            (0, one, 1, False),
        ]
        for x, y, p, holds in cases:
            values = []
            for word, value in (("x", x), ("y", y), ("p", p)):
                values += [-(value >> i & 1) for i in range(len(literals[word]))]
            [found] = circuit.evaluate([assumption], values)
            if (found & 1 != 0) != holds:
                raise Refuted(f"x = {x:#x}, y = {y:#x}, p = {p:#x}")

    def run(self, name, what, method):
        start = time.monotonic()
        verdict, shown = "holds", None
        try:
            if method == "second":
                found = self.second(name, what)
            elif method == "operation":
                found = self.operation(name, what)
            elif method == "negated":
                found = self.negated(name)
            else:
                found = self.step(name, what)
            if found is not None:
                circuit, left, right, names = found
                with tempfile.TemporaryDirectory() as folder:
                    equal(left, right, circuit, Path(folder), names)
        except Refuted as refuted:
            verdict, shown = "refuted", str(refuted)
        except (RuntimeError, subprocess.TimeoutExpired) as failure:
            verdict, shown = "open", str(failure)
        return verdict, shown, round(time.monotonic() - start, 1)


def claims():
    """Name, format, what, method; those that take longest first."""
    found = []
    for name in standard.FORMATS:
        for operation in ("add", *standard.COMPARISONS):
            found.append((f"{name} {operation}: Bitwuzla's theory", name, operation, "second"))
        found.append((f"{name} sub: the sum with the second operand's sign inverted", name, "sub", "negated"))
    for name in standard.FORMATS:
        for operation in ("add", "sub", *standard.COMPARISONS):
            found.append((f"{name} {operation}: Z3's theory", name, operation, "operation"))
        for step, text in STEPS.items():
            found.append((f"{name} mul, {step}: {text}", name, step, "step"))
    order = ["fp32 add: B", "fp32 mul, rest", "fp32 add", "fp32 sub", "fp32 mul, rest", "fp32 mul, r"]
    place = lambda claim: next((i for i, start in enumerate(order) if claim[0].startswith(start)), len(order))
    return sorted(found, key=place)


def one(golden, fault, claim):
    return claim, Job(golden, fault).run(*claim[1:])


def digests(paths):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(paths)}


def tools():
    abc = subprocess.run(["yosys", "-V"], capture_output=True, text=True, check=True).stdout.strip()
    packages = {name: importlib.metadata.version(name) for name in ("z3-solver", "bitwuzla")}
    return {"abc": f"that of {abc.split(' (')[0]}", **packages}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("golden", type=Path, help="the folder of the graphs")
    parser.add_argument("--json", type=Path, help="the file for the results")
    parser.add_argument("--only", default="", help="claims whose names contain this text")
    parser.add_argument("--fault", choices=standard.FAULTS, help="a wrong reference, which the comparison must find")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="claims at a time")
    given = parser.parse_args()
    files = sorted(given.golden.glob("*.aig"))
    if not files:
        print(f"{given.golden} has no graphs", file=sys.stderr)
        return 2
    wanted = [claim for claim in claims() if given.only in claim[0]]
    if not wanted:
        print(f"no claim has {given.only!r} in its name", file=sys.stderr)
        return 2
    start = time.monotonic()
    found = {}
    with ProcessPoolExecutor(given.jobs) as pool:
        for done in as_completed([pool.submit(one, given.golden, given.fault, claim) for claim in wanted]):
            claim, (verdict, shown, seconds) = done.result()
            found[claim[0]] = {"claim": claim[0], "verdict": verdict, "seconds": seconds}
            print(f"{verdict:8} {seconds:6.1f} s  {claim[0]}{': ' + shown if shown else ''}", flush=True)
    results = [found[name] for name in sorted(found)]
    verdict = "equal" if all(result["verdict"] == "holds" for result in results) else "not shown"
    seconds = round(time.monotonic() - start, 1)
    print(f"{len(results)} claims, {verdict}, {seconds} s")
    if given.json:
        report = {
            "format_version": FORMAT_VERSION,
            "tools": tools(),
            "golden": digests(files),
            "scripts": digests(Path(__file__).parent.glob("*.py")),
            "claims": results,
            "jobs": given.jobs,
            "seconds": seconds,
            "verdict": verdict,
        }
        given.json.write_text(json.dumps(report, indent=1) + "\n")
    return 0 if verdict == "equal" else 1


if __name__ == "__main__":
    sys.exit(main())
