//! The major opcodes: which words the hardware takes.

use lanesmith::sim::{Engine, EngineKind};
use lanesmith::unit::Simulatable;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::encoding::Opcode;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

/// The rows of the page's table: the name, bits 6:0, and what is in the version word.
fn documented() -> Vec<(String, u64, u64)> {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/riscv.md")).expect("the page");
    let (_, table) = page.split_once("<!-- opcodes -->").expect("the table");
    let (table, _) = table.split_once("<!-- end -->").expect("its end");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let bits = u64::from_str_radix(cells[2].trim_start_matches("0x"), 16).expect("bits");
        (cells[1].to_owned(), bits, cells[3].parse().expect("a number"))
    };
    table.trim().lines().skip(2).map(row).collect()
}

fn with_opcode(opcode: Opcode) -> RiscvConfig {
    let mut config = RiscvConfig::all(Interface::Pcpi, 0);
    config.features.opcode = opcode;
    config
}

fn engine(config: RiscvConfig) -> Box<dyn Engine> {
    Riscv(config).engine(EngineKind::Native, false).expect("the unit")
}

/// The opcodes of 128 whose words a unit says are its own, each with this function.
fn taken(engine: &mut dyn Engine, [valid, word, own]: [&str; 3], function: u64) -> Vec<u64> {
    let [valid, word, own] = [valid, word, own].map(|name| engine.port(name));
    engine.set(valid, 1);
    let mut taken = vec![];
    for opcode in 0..1 << 7 {
        engine.set(word, function | opcode);
        engine.settle();
        if engine.get(own) != 0 {
            taken.push(opcode);
        }
    }
    taken
}

#[test]
fn a_unit_takes_the_words_of_the_opcode_that_the_page_names_and_of_no_other() {
    let documented = documented();
    let names: Vec<&str> = documented.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, Opcode::ALL.map(Opcode::name));
    for (opcode, (name, bits, number)) in Opcode::ALL.into_iter().zip(&documented) {
        let mut unit = engine(with_opcode(opcode));
        // vadd4, and the read of the version word.
        let ports = ["pcpi_valid", "pcpi_insn", "pcpi_wait"];
        assert_eq!(taken(&mut *unit, ports, 0), [*bits], "{name}");
        let [word, rd] = ["pcpi_insn", "pcpi_rd"].map(|name| unit.port(name));
        unit.set(word, 0x30 << 25 | 2 << 12 | bits);
        unit.settle();
        assert_eq!(unit.get(rd) >> 14, *number, "{name}");
    }
    let mut unit = engine(RiscvConfig::all(Interface::CvXIf, 0));
    let ports = ["issue_valid", "issue_req_instr", "issue_resp_accept"];
    let bits: Vec<u64> = documented.iter().map(|(_, bits, _)| *bits).collect();
    assert_eq!(
        taken(&mut *unit, ports, 0),
        bits[..3],
        "custom-0, and with a third register custom-1 and custom-2"
    );
    let mut unit = engine(RiscvConfig::full(Interface::CvXIf, 0));
    assert_eq!(taken(&mut *unit, ports, 0), bits[..1]);
}
