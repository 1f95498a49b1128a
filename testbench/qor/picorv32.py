#!/usr/bin/env python3
"""PicoRV32 alone and with the unit, as folders that measure.py takes.

    lanesmith generate --module riscv_pcpi --out unit
    testbench/qor/picorv32.py target/cores/pythondata_cpu_picorv32/verilog/picorv32.v unit core core_with_unit
    testbench/qor/measure.py unit core core_with_unit

The core is that of testbench/riscv/picorv32_machine.v without its port's neighbours: barrel shifter, multiplier, divider.
"""
import json
import pathlib
import shutil
import sys

PORTS = [
    ("clock", 1, "input"),
    ("resetn", 1, "input"),
    ("mem_ready", 1, "input"),
    ("mem_rdata", 32, "input"),
    ("mem_valid", 1, "output"),
    ("mem_instr", 1, "output"),
    ("mem_addr", 32, "output"),
    ("mem_wdata", 32, "output"),
    ("mem_wstrb", 4, "output"),
    ("trap", 1, "output"),
]

UNIT = """  riscv_pcpi unit (.clock(clock), .reset_n(resetn), .pcpi_valid(valid), .pcpi_insn(insn), .pcpi_rs1(rs1),
    .pcpi_rs2(rs2), .pcpi_wr(wr), .pcpi_rd(rd), .pcpi_wait(waits), .pcpi_ready(ready));
"""
NOTHING = "  assign {wr, waits, ready, rd} = 0;\n"


def machine(has_unit):
    ports = ", ".join(f"{direction} [{width - 1}:0] {name}" for name, width, direction in PORTS)
    memory = ", ".join(f".{name}({name})" for name, _, _ in PORTS if name != "clock")
    return f"""module picorv32_machine ({ports});
  wire valid, wr, waits, ready;
  wire [31:0] insn, rs1, rs2, rd;
  picorv32 #(.ENABLE_PCPI({int(has_unit)}), .ENABLE_COUNTERS(0), .BARREL_SHIFTER(1), .ENABLE_FAST_MUL(1), .ENABLE_DIV(1)) core (
    .clk(clock), {memory}, .irq(32'b0),
    .pcpi_valid(valid), .pcpi_insn(insn), .pcpi_rs1(rs1), .pcpi_rs2(rs2),
    .pcpi_wr(wr), .pcpi_rd(rd), .pcpi_wait(waits), .pcpi_ready(ready));
{UNIT if has_unit else NOTHING}endmodule
"""


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    core, unit, *folders = map(pathlib.Path, sys.argv[1:])
    manifests = (path for path in unit.glob("*.json") if ".proof." not in path.name)
    files = [entry["name"] for entry in json.loads(next(manifests).read_text())["files"]]
    for folder, has_unit in zip(folders, (False, True)):
        folder.mkdir(parents=True, exist_ok=True)
        own = [core] + [unit / name for name in files if has_unit]
        for file in own:
            shutil.copy(file, folder)
        (folder / "machine.v").write_text(machine(has_unit))
        names = [file.name for file in own] + ["machine.v"]
        manifest = {
            "top": "picorv32_machine",
            "files": [{"name": name} for name in names],
            "ports": [{"name": name, "width": width, "direction": direction} for name, width, direction in PORTS],
        }
        (folder / "machine.json").write_text(json.dumps(manifest, indent=2) + "\n")


if __name__ == "__main__":
    main()
