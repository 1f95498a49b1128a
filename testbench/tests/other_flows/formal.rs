//! The rules of the interfaces as assertions: they hold of ours, and each of the planted faults breaks the one that speaks of it.

use super::{copy, missing, root, run, tool};
use crate::settings::first_seed;
use crate::skip::skipped;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

const TOOLS: [&str; 5] = ["sby", "yosys", "yosys-smtbmc", "yosys-abc", "yices-smt2"];

/// Configuration, file, text, what replaces it, and the assertion that fails.
type Fault = (&'static str, &'static str, &'static str, &'static str, &'static str);

const HANDSHAKE: [Fault; 10] = [
    (
        "video_alu_l3",
        "video_alu_handshake.v",
        "valid_2_q <= valid_1_q;\n    end",
        "valid_2_q <= valid_1_q;\n    end else valid_2_q <= 1'b0;",
        "out_valid_holds",
    ),
    (
        "video_alu_l3",
        "video_alu.v",
        "assign out_d = core_d;",
        "assign out_d = core_d ^ {31'd0, out_ready};",
        "out_payload_holds",
    ),
    (
        "video_alu_l3",
        "video_alu_handshake.v",
        "assign out_tag = tag_4;",
        "assign out_tag = tag_1_q;",
        "results_in_order",
    ),
    (
        "video_alu_l3",
        "video_alu_handshake.v",
        "      valid_2_q <= 1'b0;\n",
        "",
        "reset_clears",
    ),
    (
        "video_alu_l3",
        "video_alu_handshake.v",
        "      valid_0_q <= 1'b0;\n",
        "",
        "no_result_without_instruction",
    ),
    (
        "video_alu_l3",
        "video_alu_handshake.v",
        "valid_2_q <= valid_1_q;",
        "valid_2_q <= valid_1_q | (valid_2_q & tag_2_q[0]);",
        "no_result_without_instruction",
    ),
    (
        "video_alu_l3",
        "video_alu_handshake.v",
        "valid_0_q <= in_valid;",
        "valid_0_q <= 1'b1;",
        "no_result_without_instruction",
    ),
    (
        "video_alu_l3",
        "video_alu_handshake.v",
        "valid_1_q <= valid_0_q;",
        "valid_1_q <= valid_0_q & ~tag_0_q[0];",
        "latency_bound",
    ),
    (
        "video_alu_l3",
        "video_alu.v",
        "assign in_ready = handshake_advance;",
        "assign in_ready = 1'b1;",
        "capacity",
    ),
    (
        "video_alu_l3",
        "video_alu_handshake.v",
        "assign advance = out_ready | ~out_valid;",
        "assign advance = out_valid ? out_ready : ~in_tag[0];",
        "ready_unless_stalled",
    ),
];

const CORES: [Fault; 17] = [
    (
        "riscv_pcpi_l3_vset_dot",
        "riscv_pcpi.v",
        "assign pcpi_wr = answer;",
        "assign pcpi_wr = own;",
        "write_with_ready",
    ),
    (
        "riscv_pcpi_l3_vset_dot",
        "riscv_pcpi.v",
        "assign answer = own & executor_done;",
        "assign answer = pcpi_valid & executor_done;",
        "no_result_without_instruction",
    ),
    (
        "riscv_pcpi_l3_vset_dot",
        "riscv_custom_opcode.v",
        "simd = opcode == OPCODE_CUSTOM_1",
        "simd = opcode[5:0] == 6'h2b",
        "own_opcode",
    ),
    (
        "riscv_pcpi_l3_vset_dot",
        "riscv_executor.v",
        "waited_q == 3'b011",
        "waited_q == 3'b100",
        "latency_bound",
    ),
    (
        "riscv_pcpi_l3_vset_dot",
        "riscv_executor.v",
        "waited_q == 3'b011",
        "waited_q == 3'b010",
        "not_early",
    ),
    (
        "riscv_pcpi_l3_vset_dot",
        "riscv_executor.v",
        "      waited_q <= 3'b000;\n",
        "",
        "reset_drops_the_instruction",
    ),
    (
        "riscv_pcpi_l3_vset_dot",
        "riscv_executor.v",
        "      c_q <= 32'h0;\n",
        "",
        "reset_clears_c",
    ),
    (
        "riscv_pcpi_l3_vset_dot",
        "riscv_pcpi.v",
        "assign pcpi_wait = own;",
        "assign pcpi_wait = own & ~executor_done;",
        "no_result_without_instruction",
    ),
    (
        "riscv_cfu_l3_vset_dot",
        "riscv_cfu.v",
        "assign rsp_valid = answer;",
        "assign rsp_valid = executor_done;",
        "no_result_without_instruction",
    ),
    (
        "riscv_cfu_l3_vset_dot",
        "riscv_cfu.v",
        "assign cmd_ready = taken | ~cmd_valid;",
        "assign cmd_ready = rsp_ready | ~cmd_valid;",
        "command_is_accepted_with_its_response",
    ),
    (
        "riscv_cfu_l3_vset_dot",
        "riscv_cfu.v",
        "assign cmd_ready = taken | ~cmd_valid;",
        "assign cmd_ready = taken;",
        "ready_while_idle",
    ),
    (
        "riscv_cfu_l3_vset_dot",
        "riscv_executor.v",
        "full ? waited_q : waited_q",
        "full ? 3'b000 : waited_q",
        "rsp_valid_holds",
    ),
    (
        "riscv_cv_x_if_l1_dot_p_vxsat",
        "riscv_cv_x_if.v",
        "assign answer = held_q & committed_q & executor_done;",
        "assign answer = held_q & executor_done;",
        "no_result_before_the_commit",
    ),
    (
        "riscv_cv_x_if_l1_dot_p_vxsat",
        "riscv_cv_x_if.v",
        "assign result_id = id_q;",
        "assign result_id = issue_req_id;",
        "result_is_the_instructions",
    ),
    (
        "riscv_cv_x_if_l1_dot_p_vxsat",
        "riscv_cv_x_if.v",
        "assign kill = was_decided ? early_kill_q : commit_commit_kill;",
        "assign kill = was_decided & early_kill_q;",
        "no_result_without_instruction",
    ),
    (
        "riscv_cv_x_if_l1_dot_p_vxsat",
        "riscv_cv_x_if.v",
        "      held_q <= 1'b0;\n      committed_q <= 1'b0;\n",
        "",
        "reset_clears",
    ),
    (
        "riscv_cv_x_if_l1_dot_p_vxsat",
        "riscv_cv_x_if.v",
        "assign issue_resp_exc = 1'b0;",
        "assign issue_resp_exc = issue_valid;",
        "never",
    ),
];

const DATAPATH: [Fault; 3] = [
    (
        "brew_datapath_d3",
        "brew_datapath.v",
        "assign retire_order = order_q;",
        "assign retire_order = {31'd0, order_q[0]};",
        "order_counts",
    ),
    (
        "brew_datapath_d3",
        "brew_datapath.v",
        "instruction_valid_0_q <= in_valid;",
        "instruction_valid_0_q <= 1'b1;",
        "ready_when_empty",
    ),
    (
        "brew_datapath_d3",
        "brew_datapath.v",
        "assign retire_address = retire_origin_q_address;",
        "assign retire_address = in_address;",
        "results_in_order",
    ),
];

/// Runs a task of a folder's configuration; whether it passes, and what is printed.
fn sby(folder: &Path, task: &str) -> (bool, String) {
    let names = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    let file = names
        .into_iter()
        .find(|path| path.extension().is_some_and(|end| end == "sby"));
    let mut command = tool("sby");
    run(command.arg("-f").arg(file.expect("a configuration")).arg(task), folder)
}

/// Every `step`th fault, from the `first` on.
fn each_fault_breaks_its_rule(faults: &[Fault], first: usize, step: usize) {
    if let Some(program) = missing(&TOOLS) {
        return skipped(format_args!("{program} not found"));
    }
    for (configuration, file, text, instead, rule) in faults.iter().skip(first).step_by(step) {
        let folder = tempdir().expect("a temporary folder");
        copy(&root().join("rtl_out").join(configuration), folder.path());
        let path = folder.path().join(file);
        let source = fs::read_to_string(&path).expect("Verilog");
        assert_eq!(source.matches(text).count(), 1, "{configuration}/{file}: {text}");
        fs::write(&path, source.replace(text, instead)).expect("writable");
        let (good, said) = sby(folder.path(), "bmc");
        let failed = said.lines().filter_map(|line| line.split_once("Assert failed in "));
        let mut failed: Vec<&str> = failed.filter_map(|(_, rest)| rest.rsplit('.').next()).collect();
        failed.dedup();
        assert!(
            !good && failed == [*rule],
            "{configuration}: {instead}: {failed:?}, not {rule}\n{said}"
        );
    }
}

/// All tasks of these configurations pass.
fn rules_hold(configurations: impl Iterator<Item = String>) {
    if let Some(program) = missing(&TOOLS) {
        return skipped(format_args!("{program} not found"));
    }
    let mut count = 0;
    for configuration in configurations {
        let folder = tempdir().expect("a temporary folder");
        copy(&root().join("rtl_out").join(&configuration), folder.path());
        let names = fs::read_dir(folder.path()).expect("a folder");
        let names = names.map(|entry| entry.expect("an entry").path());
        let Some(file) = names
            .into_iter()
            .find(|path| path.extension().is_some_and(|end| end == "sby"))
        else {
            continue;
        };
        let text = fs::read_to_string(file).expect("text");
        let (_, tasks) = text.split_once("[tasks]\n").expect("tasks");
        for task in tasks.lines().take_while(|line| !line.is_empty()) {
            let (good, said) = sby(folder.path(), task);
            assert!(good, "{configuration}, {task}: {said}");
            count += 1;
        }
    }
    assert!(count > 2, "{count} tasks");
}

#[test]
fn every_second_fault_of_the_handshake_breaks_the_rule_that_speaks_of_it() {
    each_fault_breaks_its_rule(&HANDSHAKE, (first_seed() % 2) as usize, 2);
}

#[test]
fn every_third_fault_at_the_interfaces_of_riscv_cores_breaks_the_rule_that_speaks_of_it() {
    each_fault_breaks_its_rule(&CORES, (first_seed() % 3) as usize, 3);
}

#[test]
#[ignore = "takes a minute; the default suite has some of them"]
fn faults_of_the_handshake_and_at_the_interfaces_of_riscv_cores_break_the_rule_that_speaks_of_them() {
    each_fault_breaks_its_rule(&HANDSHAKE, 0, 1);
    each_fault_breaks_its_rule(&CORES, 0, 1);
}

#[test]
fn faults_of_the_datapath_break_the_rule_that_speaks_of_them() {
    each_fault_breaks_its_rule(&DATAPATH, 0, 1);
}

const SOME: [&str; 6] = [
    "video_alu_l0",
    "video_alu_l3",
    "riscv_pcpi_l3_vset_dot",
    "riscv_cfu_l3_vset_dot",
    "riscv_cv_x_if_l1_dot_p_vxsat",
    "brew_datapath_d3",
];

#[test]
fn the_rules_of_an_interface_hold_and_every_situation_they_speak_of_is_reached() {
    rules_hold(SOME.into_iter().map(str::to_owned));
}

#[test]
#[ignore = "minutes"]
fn the_rules_of_every_shipped_configuration_hold_and_every_situation_they_speak_of_is_reached() {
    rules_hold(lanesmith::units::shipped().iter().map(|one| one.name()));
}

#[test]
fn rules_are_clean_under_verilator_as_assumptions_and_as_assertions() {
    if let Some(program) = missing(&["verilator"]) {
        return skipped(format_args!("{program} not found"));
    }
    let mut count = 0;
    for configuration in lanesmith::units::shipped() {
        let folder = root().join("rtl_out").join(configuration.name());
        let file = format!("{}_formal.sv", configuration.module().name);
        if !folder.join(&file).exists() {
            continue;
        }
        let inputs: &[&str] = match configuration.module().name {
            "brew_datapath" => &[""],
            _ => &["-GASSERT_INPUTS=0", "-GASSERT_INPUTS=1"],
        };
        for input in inputs.iter().map(|input| input.split_whitespace()) {
            let mut command = tool("verilator");
            command
                .args(["--lint-only", "--assert", "-Wall"])
                .args(input)
                .arg(&file);
            let (good, said) = run(&mut command, &folder);
            assert!(good && said.is_empty(), "{}: {said}", folder.display());
            count += 1;
        }
    }
    assert!(count > 20, "{count} runs");
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
fn the_datapath_waits_as_long_as_its_rules_allow_and_no_longer_with_either_multiplier() {
    if let Some(program) = missing(&["verilator", "make", "g++"]) {
        return skipped(format_args!("{program} not found"));
    }
    for (options, bound) in [("--depth 2", 12), ("--serial-multiplier", 19)] {
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
