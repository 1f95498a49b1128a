//! Seeded bugs of NEORV32's custom functions unit, and the unit in VHDL.

use super::header::compiler;
use super::{Bug, cleared, loads, or, refute};
use crate::seeded::{copy, invert, read, register, set};
use lanesmith::algebra::Concrete;
use lanesmith::netlist::{BinaryOp, Module};
use lanesmith::unit::Selection;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::encoding::{Function, is_offered};
use lanesmith::units::riscv::golden::{UnitModel, UnitResult};
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};
use lanesmith::units::riscv::testbench::{Interruption, OffloadedInstruction, RandomSteps};
use std::fs;

#[test]
fn seeded_bugs_are_refuted_and_found_by_the_testbench() {
    let without_reset = |name| Box::new(register(name, |register| register.reset = None)) as Box<dyn Fn(&mut Module)>;
    let bugs: Vec<Bug> = vec![
        ("never answers", Box::new(set("valid", 0))),
        ("ready is inverted", Box::new(invert("valid"))),
        (
            "forgets an instruction behind its first clock",
            Box::new(set("busy_q", 0)),
        ),
        ("executes whatever the word is", Box::new(set("busy_q", 1))),
        ("does not look at start", Box::new(copy("unit.pcpi_valid", "busy_q"))),
        ("is busy behind an answer", or("busy_q", "valid")),
        ("is busy with a foreign word", or("busy_q", "start")),
        (
            "a start while nothing is its own keeps it busy",
            or("unit.own", "start"),
        ),
        ("what is under way survives reset", without_reset("busy_q")),
        ("gives up behind the second clock", cleared("busy_q", "busy_q")),
        (
            "counts on where nothing is under way",
            loads("unit.executor.waited_q", |module, d, enable| {
                let start = read(module, "start");
                (d, module.binary(BinaryOp::And, enable, start))
            }),
        ),
    ];
    refute(RiscvConfig::all(Interface::Neorv32, 2), bugs);
}

/// Random instructions with golden's results, as the model of the ALU reads them.
fn vectors(options: &[(&str, &str)]) -> String {
    let selection = Selection::of_options(&lanesmith::units::riscv::NEORV32, options.iter().copied());
    let config = Riscv::of(&selection.expect("a configuration"))
        .expect("a RISC-V unit")
        .0;
    let mut model = UnitModel::new(config.features);
    let row = |step: OffloadedInstruction| {
        let opcode = config.features.opcode;
        let function = Function::of(opcode, step.word).0;
        let is_offered = is_offered::<Concrete>(opcode, &step.word.into());
        let done = match is_offered {
            true => model.look(function, step.registers()),
            false => UnitResult::default(),
        };
        let last = match (done.operation, done.access) {
            (true, _) => config.latency,
            (_, true) => 0,
            _ => 7,
        };
        let cut = match step.interruption {
            Some((age, Interruption::Reset)) if age <= last => age as i32,
            _ => -1,
        };
        match cut {
            -1 if is_offered => drop(model.execute(function, step.registers())),
            -1 => {}
            _ => model = UnitModel::new(config.features),
        }
        let OffloadedInstruction { word, rs1, rs2, .. } = step;
        let (rd, own) = (done.rd, u8::from(done.known()));
        format!("{word:08X} {rs1:08X} {rs2:08X} {rd:08X} {own} {cut}\n")
    };
    RandomSteps::new(config.features, 28).take(2_000).map(row).collect()
}

#[test]
#[ignore = "runs GHDL; ./testbench/run --long runs it"]
fn unit_and_entity_in_vhdl_execute_the_vectors_under_ghdl_and_a_wrong_connection_shows() {
    for options in [
        [("latency", "2"), ("vset", ""), ("dot", ""), ("encoding", "custom")],
        [("latency", "1"), ("no-selectors", ""), ("dot", ""), ("encoding", "p")],
        [("latency", "0"), ("vset", ""), ("dot", ""), ("encoding", "both")],
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path();
        let given: Vec<String> = options.map(|(option, word)| format!("--{option} {word}")).into();
        let line = format!(
            "generate --module neorv32_cfu {} --vhdl --wiring --out .",
            given.join(" ")
        );
        let generated = compiler(env!("CARGO_BIN_EXE_lanesmith"), path, line.split_whitespace());
        assert!(generated.is_some_and(|(good, _)| good));
        if compiler("ghdl", path, ["--version"]).is_none() {
            return;
        }
        let ghdl = |line: &str| compiler("ghdl", path, line.split(' ')).expect("ghdl");
        let vectors = vectors(&options);
        let is_packed = |line: &&str| {
            let word = u32::from_str_radix(&line[..8], 16).expect("a word");
            word & 0x7f == 0x3b && line.split(' ').nth(4) == Some("1")
        };
        let packed = vectors.lines().filter(is_packed).count();
        assert_eq!(packed > 50, options[3].1 != "custom", "{packed}");
        fs::write(path.join("vectors.txt"), vectors).expect("writable");
        fs::write(path.join("alu.vhd"), include_str!("../../riscv/neorv32_alu.vhd")).expect("writable");
        let entity = fs::read_to_string(path.join("neorv32_cpu_alu_cfu.vhd")).expect("the entity");
        let wrong = entity.replacen("std_logic_vector(rs1_i)", "std_logic_vector(rs2_i)", 1);
        for (text, right) in [(entity, true), (wrong, false)] {
            fs::write(path.join("neorv32_cpu_alu_cfu.vhd"), text).expect("writable");
            for line in [
                "-a --std=08 neorv32_cfu.vhd neorv32_cpu_alu_cfu.vhd alu.vhd",
                "-e --std=08 neorv32_alu",
            ] {
                let (good, said) = ghdl(line);
                assert!(good, "{said}");
            }
            let (_, said) = ghdl("-r --std=08 neorv32_alu --ieee-asserts=disable-at-0");
            assert_eq!(said.contains("PASS "), right, "{said}");
            assert_eq!(said.contains("FAIL "), !right, "{said}");
        }
    }
}
