//! The rules of the interfaces as assertions: they hold of ours, and each of the planted faults breaks the one that speaks of it.

use super::{copy, missing, root, run, tool};
use crate::program;
use crate::skip::skipped;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::tempdir;

const TOOLS: [&str; 5] = ["sby", "yosys", "yosys-smtbmc", "yosys-abc", "yices-smt2"];

/// Planted faults: after the file, a line for each with the assertion that fails, the text, and what replaces it.
const FAULTS: &str = r"
video_alu_l3/video_alu_handshake.v
    out_valid_holds: valid_2_q <= valid_1_q;\n    end => valid_2_q <= valid_1_q;\n    end else valid_2_q <= 1'b0;
    results_in_order: assign out_tag = tag_4; => assign out_tag = tag_1_q;
    reset_clears:       valid_2_q <= 1'b0;\n => nothing
    no_result_without_instruction:       valid_0_q <= 1'b0;\n => nothing
    no_result_without_instruction: valid_2_q <= valid_1_q; => valid_2_q <= valid_1_q | (valid_2_q & tag_2_q[0]);
    no_result_without_instruction: valid_0_q <= in_valid; => valid_0_q <= 1'b1;
    latency_bound: valid_1_q <= valid_0_q; => valid_1_q <= valid_0_q & ~tag_0_q[0];
    ready_unless_stalled: assign advance = out_ready | ~out_valid; => assign advance = out_valid ? out_ready : ~in_tag[0];
video_alu_l3/video_alu.v
    out_payload_holds: assign out_d = core_d; => assign out_d = core_d ^ {31'd0, out_ready};
    capacity: assign in_ready = handshake_advance; => assign in_ready = 1'b1;
riscv_pcpi_l3_vset_dot/riscv_pcpi.v
    write_with_ready: assign pcpi_wr = answer; => assign pcpi_wr = own;
    no_result_without_instruction: assign answer = own & executor_done; => assign answer = pcpi_valid & executor_done;
    no_result_without_instruction: assign pcpi_wait = own; => assign pcpi_wait = own & ~executor_done;
riscv_pcpi_l3_vset_dot/riscv_custom_opcode.v
    own_opcode: simd = opcode == OPCODE_CUSTOM_1 => simd = opcode[5:0] == 6'h2b
riscv_pcpi_l3_vset_dot/riscv_executor.v
    latency_bound: waited_q == 3'b011 => waited_q == 3'b100
    not_early: waited_q == 3'b011 => waited_q == 3'b010
    reset_drops_the_instruction:       waited_q <= 3'b000;\n => nothing
    reset_clears_c:       c_q <= 32'h0;\n => nothing
riscv_cfu_l3_vset_dot/riscv_cfu.v
    no_result_without_instruction: assign rsp_valid = answer; => assign rsp_valid = executor_done;
    command_is_accepted_with_its_response: assign cmd_ready = taken | ~cmd_valid; => assign cmd_ready = rsp_ready | ~cmd_valid;
    ready_while_idle: assign cmd_ready = taken | ~cmd_valid; => assign cmd_ready = taken;
riscv_cfu_l3_vset_dot/riscv_executor.v
    rsp_valid_holds: full ? waited_q : waited_q => full ? 3'b000 : waited_q
riscv_cv_x_if_l1_dot_p_vxsat/riscv_cv_x_if.v
    no_result_before_the_commit: assign answer = held_q & committed_q & executor_done; => assign answer = held_q & executor_done;
    result_is_the_instructions: assign result_id = id_q; => assign result_id = issue_req_id;
    no_result_without_instruction: assign kill = was_decided ? early_kill_q : commit_commit_kill; => assign kill = was_decided & early_kill_q;
    reset_clears:       held_q <= 1'b0;\n      committed_q <= 1'b0;\n => nothing
    never: assign issue_resp_exc = 1'b0; => assign issue_resp_exc = issue_valid;
brew_datapath_d3/brew_datapath.v
    order_counts: assign retire_order = order_q; => assign retire_order = {31'd0, order_q[0]};
    ready_when_empty: instruction_valid_0_q <= in_valid; => instruction_valid_0_q <= 1'b1;
    results_in_order: assign retire_address = retire_origin_q_address; => assign retire_address = in_address;
";

/// The settings of SymbiYosys in a folder, if there are any.
fn settings(folder: &Path) -> Option<PathBuf> {
    let names = program::names(folder).into_iter();
    names
        .filter(|name| name.ends_with(".sby"))
        .map(|name| folder.join(name))
        .next()
}

/// Runs a task of a folder's configuration; whether it passes, and what is printed.
fn sby(folder: &Path, task: &str) -> (bool, String) {
    let settings = settings(folder).expect("settings");
    run(tool("sby").arg("-f").arg(settings).arg(task), folder)
}

#[test]
#[ignore = "takes a minute"]
fn each_planted_fault_breaks_the_rule_about_it() {
    if let Some(program) = missing(&TOOLS) {
        return skipped(format_args!("{program} not found"));
    }
    let mut source = Path::new("");
    for line in FAULTS.lines().filter(|line| !line.is_empty()) {
        let Some((rule, change)) = line.strip_prefix("    ").and_then(|line| line.split_once(": ")) else {
            source = Path::new(line);
            continue;
        };
        let (text, instead) = change.split_once(" => ").expect("a replacement");
        let [text, instead] = [text, instead.trim_start_matches("nothing")].map(|text| text.replace("\\n", "\n"));
        let folder = tempdir().expect("a temporary folder");
        let configuration = source.parent().expect("a folder");
        copy(&root().join("rtl_out").join(configuration), folder.path());
        let path = folder.path().join(source.file_name().expect("a file"));
        let verilog = fs::read_to_string(&path).expect("Verilog");
        assert_eq!(verilog.matches(&text).count(), 1, "{}: {text}", source.display());
        fs::write(&path, verilog.replace(&text, &instead)).expect("writable");
        let (good, said) = sby(folder.path(), "bmc");
        let failed = said.lines().filter_map(|line| line.split_once("Assert failed in "));
        let mut failed: Vec<&str> = failed.filter_map(|(_, rest)| rest.rsplit('.').next()).collect();
        failed.dedup();
        assert!(!good && failed == [rule], "{line}: {failed:?}\n{said}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn the_rules_of_shipped_interfaces_hold_and_each_situation_is_reached() {
    if let Some(program) = missing(&TOOLS) {
        return skipped(format_args!("{program} not found"));
    }
    let mut count = 0;
    for configuration in lanesmith::units::shipped() {
        let folder = tempdir().expect("a temporary folder");
        copy(&root().join("rtl_out").join(configuration.name()), folder.path());
        let Some(file) = settings(folder.path()) else {
            continue;
        };
        let text = fs::read_to_string(file).expect("text");
        let (_, tasks) = text.split_once("[tasks]\n").expect("tasks");
        for task in tasks.lines().take_while(|line| !line.is_empty()) {
            let (good, said) = sby(folder.path(), task);
            assert!(good, "{}, {task}: {said}", configuration.name());
            count += 1;
        }
    }
    assert!(count > 20, "{count} tasks");
}

#[test]
fn rules_of_each_module_are_clean_under_verilator_with_either_input_mode() {
    if let Some(program) = missing(&["verilator"]) {
        return skipped(format_args!("{program} not found"));
    }
    let mut modules = BTreeSet::new();
    for configuration in lanesmith::units::shipped() {
        let folder = root().join("rtl_out").join(configuration.name());
        let name = configuration.module().name;
        let file = format!("{name}_formal.sv");
        if !folder.join(&file).exists() || !modules.insert(name) {
            continue;
        }
        let inputs: &[&str] = match name {
            "brew_datapath" => &[""],
            _ => &["-GASSERT_INPUTS=0", "-GASSERT_INPUTS=1"],
        };
        for input in inputs.iter().map(|input| input.split_whitespace()) {
            let mut command = tool("verilator");
            command.args(["--lint-only", "--assert", "-Wall"]).args(input);
            let (good, said) = run(command.arg(&file), &folder);
            assert!(good && said.is_empty(), "{}: {said}", folder.display());
        }
    }
    assert!(modules.len() > 5, "{modules:?}");
}

/// Runs the testbench of the datapath in `folder` beside its rules: whether it passes, and what Verilator's program prints.
fn testbench_beside_rules(folder: &Path) -> (bool, String) {
    let bind = "bind brew_datapath brew_datapath_formal rules (.*);\n";
    fs::write(folder.join("bind.sv"), bind).expect("writable");
    let mut compile = tool("verilator");
    compile
        .args([
            "--binary",
            "--assert",
            "--timing",
            "-Wno-lint",
            "-Wno-style",
            "--top-module",
        ])
        .args([
            "brew_datapath_tb",
            "brew_datapath_tb.v",
            "brew_datapath_formal.sv",
            "bind.sv",
        ])
        .args(["-f", "brew_datapath.f", "-o", "testbench"]);
    let (good, said) = run(&mut compile, folder);
    assert!(good, "{said}");
    run(&mut tool("./obj_dir/testbench"), folder)
}

#[test]
#[ignore = "compiles four models"]
fn the_datapath_waits_as_long_as_its_rules_allow_with_either_multiplier() {
    if let Some(program) = missing(&["verilator", "make", "g++"]) {
        return skipped(format_args!("{program} not found"));
    }
    for (options, bound) in [("--depth 3", 13), ("--serial-multiplier", 19)] {
        let folder = tempdir().expect("a folder");
        super::lanesmith(
            &format!("generate --module brew_datapath {options} --testbench --formal --out ."),
            folder.path(),
        );
        let (good, said) = testbench_beside_rules(folder.path());
        assert!(good && said.contains("PASS"), "{options}: {said}");
        // The testbench does not reach the bound: two less are enough for it.
        let rules = folder.path().join("brew_datapath_formal.sv");
        let text = fs::read_to_string(&rules).expect("readable");
        let parameter = |bound: u32| format!("parameter LATENCY = {bound}");
        assert!(text.contains(&parameter(bound)));
        fs::write(&rules, text.replace(&parameter(bound), &parameter(bound - 3))).expect("writable");
        let (good, said) = testbench_beside_rules(folder.path());
        assert!(!good && said.contains("latency_bound"), "{said}");
    }
}
