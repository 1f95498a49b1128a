#!/usr/bin/env python3
"""Runs the kernels of kernels.csv on an NVIDIA GPU and compares the results with the expected outputs.

It needs Python, the driver's library libcuda.so.1 and, if the driver does not know the version of the PTX, NVIDIA's assembler: give its path in the
variable PTXAS. Exits with 1 if a kernel's results differ. Kernels that the GPU or the driver does not support are reported as skipped.
"""

import csv
import ctypes
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
# CUresult values with which a module is refused: no binary, invalid or unsupported PTX.
REFUSED = {209: "the GPU's architecture is too old", 218: "the driver refuses the PTX", 222: "the driver is older than the PTX"}


class Driver:
    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device, major, minor, context = ctypes.c_int(), ctypes.c_int(), ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDeviceGetAttribute", ctypes.byref(major), 75, device)
        self.call("cuDeviceGetAttribute", ctypes.byref(minor), 76, device)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        self.capability = 10 * major.value + minor.value

    def status(self, name, *arguments):
        return getattr(self.library, name)(*arguments)

    def call(self, name, *arguments):
        status = self.status(name, *arguments)
        if status:
            sys.exit(f"{name} failed with CUresult {status}")


def buffer(text):
    """The bytes of `zeros:BYTES` or `@FILE`."""
    if text.startswith("zeros:"):
        return bytes(int(text.removeprefix("zeros:")))
    return b"".join(int(word, 16).to_bytes(4, "little") for word in (FOLDER / text[1:]).read_text().split())


def image(ptx, capability):
    """What the driver loads: the PTX, or with PTXAS the machine code for this GPU; nothing if the assembler refuses it."""
    if "PTXAS" not in os.environ:
        return ptx.encode() + b"\0"
    target = re.search(r"^\.target (sm_\d+[af]?)", ptx, re.M)[1]
    architecture = target if target[-1] in "af" else f"sm_{capability}"
    with tempfile.TemporaryDirectory() as folder:
        source, code = pathlib.Path(folder, "kernel.ptx"), pathlib.Path(folder, "kernel.cubin")
        source.write_text(ptx)
        run = subprocess.run([os.environ["PTXAS"], f"-arch={architecture}", source, "-o", code], stderr=subprocess.DEVNULL)
        return code.read_bytes() if run.returncode == 0 else None


def run(driver, row):
    """Why the results are wrong or the kernel is skipped, or "equal"."""
    name = row["kernel"]
    ptx = (FOLDER / f"{name}.ptx").read_text()
    code = image(ptx, driver.capability)
    if code is None:
        return "skipped: the assembler refuses the PTX for this GPU"
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    status = driver.status("cuModuleLoadData", ctypes.byref(module), code)
    if status in REFUSED:
        return f"skipped: {REFUSED[status]}"
    if status:
        sys.exit(f"cuModuleLoadData failed with CUresult {status}")
    driver.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())

    found = re.findall(rf"\.param \.([a-z]\d+)(?: \.ptr \.align \d+)? ({name}_param_\d+)", ptx)
    types = {parameter: kind for kind, parameter in found}
    values, buffers = [], {}
    for argument in row["arguments"].split():
        parameter, text = argument.split("=")
        kind, size = types[parameter][0], int(types[parameter][1:]) // 8
        if text[0] in "z@":
            data, address = buffer(text), ctypes.c_uint64()
            driver.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(len(data)))
            driver.call("cuMemcpyHtoD_v2", address, data, ctypes.c_size_t(len(data)))
            buffers[parameter] = address
            value = address.value.to_bytes(8, "little")
        else:
            value = struct.pack("<f", float(text)) if kind == "f" else (int(text) % 256**size).to_bytes(size, "little")
        values.append(ctypes.create_string_buffer(value, size))
    pointers = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
    sizes = map(int, (row["grid"] + " " + row["block"]).split())
    driver.call("cuLaunchKernel", function, *sizes, 0, None, pointers, None)
    driver.call("cuCtxSynchronize")

    outcome = "equal"
    for output in row["outputs"].split():
        parameter, file = output.split("=")
        expected = buffer("@" + file)
        result = ctypes.create_string_buffer(len(expected))
        driver.call("cuMemcpyDtoH_v2", result, buffers[parameter], ctypes.c_size_t(len(expected)))
        if result.raw != expected:
            at = next(i for i in range(len(expected)) if result.raw[i] != expected[i])
            outcome = f"DIFFERENT: byte {at} of {parameter} is {result.raw[at]:#04x}, {expected[at]:#04x} is expected"
    for address in buffers.values():
        driver.call("cuMemFree_v2", address)
    driver.call("cuModuleUnload", module)
    return outcome


def main():
    driver = Driver()
    print(f"GPU of compute capability {driver.capability / 10}")
    with open(FOLDER / "kernels.csv") as table:
        outcomes = {row["kernel"]: run(driver, row) for row in csv.DictReader(table)}
    for name, outcome in outcomes.items():
        print(f"{name:20} {outcome}")
    sys.exit(any(outcome.startswith("DIFFERENT") for outcome in outcomes.values()))


if __name__ == "__main__":
    main()
