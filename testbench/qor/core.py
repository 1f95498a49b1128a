#!/usr/bin/env python3
"""A RISC-V core alone and with the unit at its port, as folders that measure.py takes.

    lanesmith generate --module riscv_pcpi --latency 3 --out unit
    testbench/qor/core.py picorv32 target/cores/pythondata_cpu_picorv32/verilog/picorv32.v unit core core_with_unit
    lanesmith generate --module riscv_cfu --latency 3 --out unit
    testbench/qor/core.py vexriscv target/cores/pythondata_cpu_vexriscv/verilog/VexRiscv_FullCfu.v unit core core_with_unit
    testbench/qor/measure.py unit core core_with_unit --seeds 3

The cores are those of tools/cores; PicoRV32 with barrel shifter, multiplier and divider. Everything but the port of the
unit is a pin; alone, nothing answers there.
"""
import json
import pathlib
import shutil
import sys

PICORV32_PINS = [
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
WISHBONE = [
    ("ACK", 1, "input"),
    ("DAT_MISO", 32, "input"),
    ("ERR", 1, "input"),
    ("CYC", 1, "output"),
    ("STB", 1, "output"),
    ("WE", 1, "output"),
    ("ADR", 30, "output"),
    ("DAT_MOSI", 32, "output"),
    ("SEL", 4, "output"),
    ("CTI", 3, "output"),
    ("BTE", 2, "output"),
]
VEXRISCV_PINS = [
    ("clock", 1, "input"),
    ("reset", 1, "input"),
    ("externalResetVector", 32, "input"),
    ("timerInterrupt", 1, "input"),
    ("softwareInterrupt", 1, "input"),
    ("externalInterruptArray", 32, "input"),
] + [(f"{bus}Wishbone_{name}", width, direction) for bus in ("iBus", "dBus") for name, width, direction in WISHBONE]

CORES = {
    "picorv32": {
        "pins": PICORV32_PINS,
        "wires": """  wire valid, wr, waits, ready;
  wire [31:0] insn, rs1, rs2, rd;
""",
        "core": lambda has_unit: f"picorv32 #(.ENABLE_PCPI({int(has_unit)}), .ENABLE_COUNTERS(0), .BARREL_SHIFTER(1), "
        ".ENABLE_FAST_MUL(1), .ENABLE_DIV(1))",
        "port": """.irq(32'b0), .pcpi_valid(valid), .pcpi_insn(insn), .pcpi_rs1(rs1), .pcpi_rs2(rs2),
    .pcpi_wr(wr), .pcpi_rd(rd), .pcpi_wait(waits), .pcpi_ready(ready)""",
        "unit": """  riscv_pcpi unit (.clock(clock), .reset_n(resetn), .pcpi_valid(valid), .pcpi_insn(insn), .pcpi_rs1(rs1),
    .pcpi_rs2(rs2), .pcpi_wr(wr), .pcpi_rd(rd), .pcpi_wait(waits), .pcpi_ready(ready));
""",
        "nothing": "  assign {wr, waits, ready, rd} = 0;\n",
    },
    "vexriscv": {
        "pins": VEXRISCV_PINS,
        "wires": """  wire cmd_valid, cmd_ready, rsp_valid, rsp_ready;
  wire [9:0] function_id;
  wire [31:0] inputs_0, inputs_1, outputs_0;
""",
        "core": lambda has_unit: "VexRiscv",
        "port": """.CfuPlugin_bus_cmd_valid(cmd_valid), .CfuPlugin_bus_cmd_ready(cmd_ready),
    .CfuPlugin_bus_cmd_payload_function_id(function_id),
    .CfuPlugin_bus_cmd_payload_inputs_0(inputs_0), .CfuPlugin_bus_cmd_payload_inputs_1(inputs_1),
    .CfuPlugin_bus_rsp_valid(rsp_valid), .CfuPlugin_bus_rsp_ready(rsp_ready),
    .CfuPlugin_bus_rsp_payload_outputs_0(outputs_0)""",
        "unit": """  riscv_cfu unit (.clock(clock), .reset(reset), .cmd_valid(cmd_valid), .cmd_ready(cmd_ready),
    .cmd_payload_function_id(function_id), .cmd_payload_inputs_0(inputs_0), .cmd_payload_inputs_1(inputs_1),
    .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_payload_outputs_0(outputs_0));
""",
        "nothing": "  assign {cmd_ready, rsp_valid, outputs_0} = 0;\n",
    },
}


def machine(core, has_unit):
    pins = core["pins"]
    ports = ", ".join(f"{direction} [{width - 1}:0] {name}" for name, width, direction in pins)
    connections = ", ".join(f".{name}({name})" for name, _, _ in pins if name != "clock")
    return f"""module machine ({ports});
{core["wires"]}  {core["core"](has_unit)} core (.clk(clock), {connections},
    {core["port"]});
{core["unit" if has_unit else "nothing"]}endmodule
"""


def main():
    if len(sys.argv) != 6 or sys.argv[1] not in CORES:
        sys.exit(__doc__)
    core = CORES[sys.argv[1]]
    source, unit, *folders = map(pathlib.Path, sys.argv[2:])
    manifests = (path for path in unit.glob("*.json") if ".proof." not in path.name)
    files = [entry["name"] for entry in json.loads(next(manifests).read_text())["files"]]
    for folder, has_unit in zip(folders, (False, True)):
        folder.mkdir(parents=True, exist_ok=True)
        own = [source] + [unit / name for name in files if has_unit]
        for file in own:
            shutil.copy(file, folder)
        (folder / "machine.v").write_text(machine(core, has_unit))
        names = [file.name for file in own] + ["machine.v"]
        manifest = {
            "top": "machine",
            "files": [{"name": name} for name in names],
            "ports": [{"name": name, "width": width, "direction": direction} for name, width, direction in core["pins"]],
        }
        (folder / "machine.json").write_text(json.dumps(manifest, indent=2) + "\n")


if __name__ == "__main__":
    main()
