"""Measures the golden models on arrays, on one core: ``python -m lanesmith.bench``."""

import argparse
import json
import time
from typing import Callable

import numpy as np

import lanesmith

VOPS = ["vadd4.u32.u32.u32.sat", "vabsdiff4.u32.u32.u32.add", "vset4.u32.u32.ge", "dp4a.s32.u32", "add.s8x4.sat"]
BREW = [
    ("$r1 <- $r2 + $r3", "sint8x4s"),
    ("$r1 <- $r2 * $r3", "int16x2"),
    ("$r1 <- $r2 + $r3", "fp32"),
    ("$r1 <- $r2 * $r3", "fp32"),
]


def rate(rows: int, repeats: int, run: Callable[[], object]) -> float:
    """Vectors per second of processor time in the fastest of several runs, after a first one."""
    run()
    times = []
    for _ in range(repeats):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return rows / min(times)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m lanesmith.bench", description=__doc__.partition(":")[0] + ".")
    parser.add_argument("--rows", type=int, default=1 << 22, help="length of the arrays [default: 4194304]")
    parser.add_argument("--repeats", type=int, default=5, help="runs, of which the fastest counts [default: 5]")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random operands [default: 1]")
    parser.add_argument("--json", action="store_true", help="prints JSON instead of a table")
    given = parser.parse_args()
    random = np.random.default_rng(given.seed)
    a, b, c = (random.integers(0, 1 << 32, given.rows, dtype=np.uint32) for _ in range(3))
    subjects = {name: lambda name=name: lanesmith.vop(name, a, b, c if name.startswith(("v", "dp")) else None) for name in VOPS}
    subjects["prmt.b32"] = lambda: lanesmith.prmt(a, b, c)
    for text, kind in BREW:
        subjects[f"{text}, {kind}"] = lambda text=text, kind=kind: lanesmith.brew(text, r2=(kind, a), r3=(kind, b))
    found = {name: rate(given.rows, given.repeats, run) for name, run in subjects.items()}
    if given.json:
        print(json.dumps({"format_version": 1, "rows": given.rows, "seed": given.seed, "vectors_per_second": found}))
        return
    print(f"lanesmith {lanesmith.__version__}, numpy {np.__version__}, {given.rows} rows, seed {given.seed}")
    for name, speed in found.items():
        print(f"{name:32} {speed / 1e6:8.0f} M vectors/s")


if __name__ == "__main__":
    main()
