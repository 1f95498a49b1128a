"""Checks the files of a folder of proofs that `lanesmith prove --proof` wrote, with Python's standard library alone.

    python3 check.py DIR

For each claim: the files have the digests of manifest.json; the clauses (*.cnf) are those of the graph (*.aig), made here anew; the
witness satisfies the assumption, so that the claim is not vacuous. Whether the proof (*.drat) holds is for a DRAT checker to say.
Prints a line for each claim; exit status 1 if something is wrong.
"""

import argparse
import gzip
import hashlib
import json
import os
import re
import sys
import zlib

FORMAT_VERSION = 2


class Wrong(Exception):
    """Something is wrong with a claim's files."""


def read(folder, claim, kind):
    """The contents of a claim's file, which must have the digest of the manifest."""
    name = f"{claim['stem']}.{kind}.gz"
    with open(os.path.join(folder, name), "rb") as file:
        contents = gzip.decompress(file.read())
    if hashlib.sha256(contents).hexdigest() != claim["sha256"][kind]:
        raise Wrong(f"{name} does not have the digest of the manifest")
    return contents


def read_aiger(data):
    """A combinational AIGER file in binary: the number of inputs, the outputs, and the literals of each conjunction."""
    header = re.match(rb"aig (\d+) (\d+) 0 2 (\d+)\n(\d+)\n(\d+)\n", data)
    if not header:
        raise Wrong("no header of a combinational AIGER file with two outputs")
    maximum, inputs, ands, *outputs = (int(number) for number in header.groups())
    if maximum != inputs + ands:
        raise Wrong("the AIGER header is inconsistent")
    gates, at = [], header.end()
    for out in range(2 * inputs + 2, 2 * maximum + 2, 2):
        literal = out
        pair = []
        for _ in range(2):
            delta = shift = 0
            while True:
                byte = data[at]
                at += 1
                delta |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
            literal -= delta
            pair.append(literal)
        if not out > pair[0] >= pair[1] >= 0:
            raise Wrong(f"the conjunction {out} is not over earlier literals")
        gates.append(tuple(pair))
    if at != len(data) or any(not 0 <= output < 2 * maximum + 2 for output in outputs):
        raise Wrong("the AIGER file has more or less than its header says")
    return inputs, outputs, gates


def clauses_of(inputs, output, gates):
    """The clauses, as a DIMACS file, that say: variable 1 (the constant) is false, each conjunction is one, the output is 1."""
    literal = [0] * (2 * (inputs + len(gates) + 1))
    for variable in range(inputs + len(gates) + 1):
        literal[2 * variable], literal[2 * variable + 1] = variable + 1, -variable - 1
    lines = [f"p cnf {inputs + len(gates) + 1} {3 * len(gates) + 2}", "-1 0"]
    for number, (x, y) in enumerate(gates):
        out, x, y = inputs + number + 2, literal[x], literal[y]
        lines.append(f"{-out} {x} 0\n{-out} {y} 0\n{out} {-x} {-y} 0")
    lines.append(f"{literal[output]} 0\n")
    return "\n".join(lines)


def value(inputs, output, gates, witness):
    """The value of an output for the inputs that are the bits of a hexadecimal number, input 0 the lowest."""
    bits = int(witness, 16)
    if bits >> inputs:
        raise Wrong("the witness has more bits than the graph has inputs")
    values = [0, 1]
    for number in range(inputs):
        bit = bits >> number & 1
        values += [bit, 1 - bit]
    for x, y in gates:
        bit = values[x] & values[y]
        values += [bit, 1 - bit]
    return values[output]


def check(folder, claim):
    """Checks one claim."""
    inputs, (miter, assumption), gates = read_aiger(read(folder, claim, "aig"))
    if read(folder, claim, "cnf") != clauses_of(inputs, miter, gates).encode():
        raise Wrong("the clauses are not those of the graph")
    if value(inputs, assumption, gates, claim["witness"]) != 1:
        raise Wrong("the witness does not satisfy the assumption")
    read(folder, claim, "drat")


def main():
    parser = argparse.ArgumentParser(description="Checks the files of a folder of proofs.")
    parser.add_argument("folder")
    options = parser.parse_args()
    with open(os.path.join(options.folder, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    if manifest["format_version"] != FORMAT_VERSION:
        sys.exit(f"format version {manifest['format_version']}, expected {FORMAT_VERSION}")
    wrong = False
    for claim in manifest["claims"]:
        try:
            check(options.folder, claim)
            print(claim["stem"], "ok")
        except (Wrong, OSError, EOFError, zlib.error, ValueError, IndexError, KeyError, TypeError) as error:
            wrong = True
            print(claim["stem"], f"{error}".replace("\n", " ") or type(error).__name__)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
