//! The entity in VHDL of NEORV32's custom functions unit.

use super::header::compiler;
use lanesmith::algebra::Concrete;
use lanesmith::unit::Selection;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::encoding::{Function, is_offered};
use lanesmith::units::riscv::golden::{UnitModel, UnitResult};
use lanesmith::units::riscv::testbench::{Interruption, OffloadedInstruction, RandomSteps};
use std::fs;

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
fn the_entity_in_vhdl_connects_the_unit_and_a_wrong_connection_shows() {
    for options in [
        [("latency", "2"), ("vset", ""), ("dot", ""), ("encoding", "custom")],
        [("latency", "1"), ("no-selectors", ""), ("dot", ""), ("encoding", "p")],
        [("latency", "0"), ("vset", ""), ("dot", ""), ("encoding", "both")],
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path();
        let given: Vec<String> = options.map(|(option, word)| format!("--{option} {word}")).into();
        let line = format!("generate --module neorv32_cfu {} --wiring --out .", given.join(" "));
        let generated = compiler(env!("CARGO_BIN_EXE_lanesmith"), path, line.split_whitespace());
        assert!(generated.is_some_and(|(good, _)| good));
        if compiler("ghdl", path, ["--version"]).is_none() || compiler("iverilog", path, ["-V"]).is_none() {
            return;
        }
        let vectors = vectors(&options);
        let is_packed = |line: &&str| {
            let word = u32::from_str_radix(&line[..8], 16).expect("a word");
            word & 0x7f == 0x3b && line.split(' ').nth(4) == Some("1")
        };
        let packed = vectors.lines().filter(is_packed).count();
        assert_eq!(packed > 50, options[3].1 != "custom", "{packed}");
        fs::write(path.join("vectors.txt"), vectors).expect("writable");
        fs::write(path.join("alu.v"), include_str!("../../riscv/neorv32_alu.v")).expect("writable");
        let entity = fs::read_to_string(path.join("neorv32_cpu_alu_cfu.vhd")).expect("the entity");
        let wrong = entity.replacen("std_logic_vector(rs1_i)", "std_logic_vector(rs2_i)", 1);
        for (text, right) in [(entity, true), (wrong, false)] {
            fs::write(path.join("neorv32_cpu_alu_cfu.vhd"), text).expect("writable");
            let tool = |line: &str| {
                let (program, arguments) = line.split_once(' ').expect("arguments");
                compiler(program, path, arguments.split(' ')).expect("a run")
            };
            let (good, said) = tool("ghdl -a --std=08 neorv32_cpu_alu_cfu.vhd");
            assert!(good, "{said}");
            let (good, said) = tool("ghdl --synth --std=08 --out=verilog neorv32_cpu_alu_cfu");
            assert!(good, "{said}");
            // The entity in Verilog stands between an empty module for the unit and warnings.
            let start = said.find("module neorv32_cpu_alu_cfu").expect("the entity");
            let end = said.rfind("endmodule").expect("its end");
            fs::write(path.join("entity.v"), format!("{}endmodule\n", &said[start..end])).expect("writable");
            let (good, said) = tool("iverilog -g2005 -o alu -c neorv32_cfu.f entity.v alu.v");
            assert!(good, "{said}");
            let (_, said) = tool("vvp alu");
            assert_eq!(said.contains("PASS "), right, "{said}");
            assert_eq!(said.contains("FAIL "), !right, "{said}");
        }
    }
}
