//! Packed instructions of the RISC-V P extension: golden model and hardware against vectors, proofs, and seeded bugs. Expected words come
//! from an assembler, expected results from the vectors.

use super::bugs::refute;
use super::packed_vectors::{Assembled, ENCODING, assembled};
use super::{proved, regress};
use crate::page::has_tables;
use lanesmith::ptx::Operation;
use lanesmith::sim::EngineKind;
use lanesmith::units::riscv::isa::{
    InstructionClass, PACKED, PackedMeaning, PackedRow, SecondElements, SumBase, packed_row,
};
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};
use lanesmith::units::riscv::vectors::{encoding, foreign, results};
use lanesmith::vectors::{Evaluator, Table, VectorFileKind, VectorReport};
use std::path::Path;

/// The interfaces that hand over packed words.
const INTERFACES: [Interface; 4] = [
    Interface::Pcpi,
    Interface::CvXIf,
    Interface::CvXIf1 { split: false },
    Interface::CvXIf1 { split: true },
];

fn table(name: &str) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/units/vectors")
        .join(name);
    Table::read(&path).expect("readable")
}

fn checked(kind: &VectorFileKind, table: &Table, evaluator: Evaluator) -> VectorReport {
    let mut report = VectorReport::new(3);
    (kind.check)(table, evaluator, &mut report).unwrap_or_else(|error| panic!("{error}"));
    for mismatch in report.mismatches() {
        println!("{}", mismatch.text);
    }
    report
}

#[test]
fn golden_and_hardware_have_every_result_of_the_vectors_and_the_assemblers_words() {
    let vectors = table("riscv_p.csv");
    let hardware = Evaluator::Hardware(EngineKind::Native);
    for evaluator in [Evaluator::Golden, Evaluator::GoldenSliced, hardware] {
        let report = checked(&results::KIND, &vectors, evaluator);
        assert_eq!((report.passed(), report.failed()), (7200, 0), "{evaluator}");
    }
    for (kind, name, rows) in [
        (&encoding::KIND, "riscv_p_encoding.csv", 360),
        (&foreign::KIND, "riscv_p_foreign.csv", 382),
    ] {
        let report = checked(kind, &table(name), Evaluator::Golden);
        assert_eq!((report.passed(), report.failed()), (rows, 0), "{name}");
    }
}

#[test]
fn a_wrong_row_of_each_kind_is_found() {
    for (kind, text) in [
        (&results::KIND, "instruction,a,b,c,d,vxsat\npsadd.b,0x7f,1,0,0x7f,0\n"),
        (&results::KIND, "instruction,a,b,c,d,vxsat\npaadd.b,0xff,0,0,0,0\n"),
        (&encoding::KIND, "instruction,word\n\"padd.b a0, a1, a2\",0x84c585bb\n"),
        (&encoding::KIND, "instruction,word\n\"padd.w a0, a1, a2\",0x82c5853b\n"),
        (
            &foreign::KIND,
            "instruction,word,xlen\n\"padd.w a0, a1, a2\",0x84c5853b,64\n",
        ),
        (&foreign::KIND, "instruction,word,xlen\n\"pli.b a0, 5\",0xb4042513,32\n"),
    ] {
        let table = Table::parse("rows".into(), text.into()).expect("readable");
        assert_eq!(checked(kind, &table, Evaluator::Golden).failed(), 1, "{text}");
    }
}

#[test]
fn packed_instructions_among_others_go_right_at_every_interface_under_every_stall_profile() {
    let [pcpi, cv_x_if, together, split] = INTERFACES;
    let configs = [
        RiscvConfig::packed(pcpi, 0),
        RiscvConfig::with_packed(cv_x_if, 2),
        RiscvConfig::packed(together, 3),
        RiscvConfig::with_packed(split, 1),
    ];
    regress(EngineKind::Native, &configs, 5_000);
    regress(EngineKind::RustHdl, &configs[..1], 150);
}

#[test]
fn a_word_one_bit_off_is_one_of_the_assembler_or_no_operation_of_the_alu() {
    let own = assembled(&ENCODING);
    let fixed = |it: &Assembled| match it.registers.len() {
        2 => 0xfff0_707f,
        _ => 0xfe00_707f_u32,
    };
    for it in &own {
        for bit in (0..32).filter(|bit| fixed(it) >> bit & 1 != 0) {
            let word = it.word ^ 1 << bit;
            let is_assembled = own.iter().any(|other| (other.word ^ word) & fixed(other) == 0);
            let row = packed_row(word).filter(|row| row.class != InstructionClass::C);
            assert_eq!(
                row.is_some(),
                is_assembled,
                "{} without bit {bit}: {word:#010x}",
                it.mnemonic
            );
        }
    }
}

/// Every claim of the configuration is proved, and those about packed instructions are all there.
fn prove(config: RiscvConfig) {
    let names = proved(&config);
    let own = names.iter().filter(|name| name.starts_with("packed ")).count();
    let reads_rd = if config.features.third_is_rd { 4 } else { 0 };
    // Instructions on half-words.
    let of_dual = if config.features.dual { 0 } else { 40 };
    assert_eq!(own, 78 + reads_rd - of_dual, "{config:?}");
}

#[test]
fn every_claim_about_packed_instructions_is_proved() {
    // The proofs of the shipped configurations are about the other two interfaces.
    prove(RiscvConfig::packed(INTERFACES[3], 2));
    let mut without_half_words = RiscvConfig::packed(Interface::Pcpi, 2);
    without_half_words.features.dual = false;
    prove(without_half_words);
}

#[test]
#[ignore = "minutes; ./testbench/run --long runs it"]
fn every_claim_is_proved_with_packed_instructions_beside_the_others_at_every_latency() {
    for interface in INTERFACES {
        (0..=5).for_each(|latency| prove(RiscvConfig::with_packed(interface, latency)));
    }
}

const BUGS: &str = "\
vxsat is never set
    executor.core_saturated = 0
every operation sets vxsat
    executor.core_saturated = 1
vxsat is set before the answer
    enable executor.packed_part_0.vxsat_0_q = executor.core_saturated
vxsat survives reset
    without reset executor.packed_part_0.vxsat_0_q
csrrc sets
    executor.packed_part_0.operand = ~old
csrrs of 0 writes
    executor.packed_part_0.writes = 1
.hx adds where it subtracts
    executor.packed_part_0_modifiers = old ^ 4
.hx does not exchange half-words
    executor.packed_part_0_b = {old[15:0], old[31:16]}
averages are unsigned
    executor.packed_part_0.decoder.a_signed = 0
true is 1
    executor.packed_part_0.decoder.mask = 0
psabs is of both operands
    executor.packed_part_0.decoder_zero = 0
padd.bs adds elements of their own
    executor.packed_part_0.decoder_first = 0
predsum does not add rs2
    executor.packed_part_0.decoder_adds_to_rs2 = 0
shifts to the left go to the right
    executor.packed_part_0.mover.left = 0
a shift goes over the border of elements
    executor.packed_part_0.mover.keep_1 = 0xffffffff
a foreign word is taken
    executor.packed_part_0.decoder.known = 1
a mark that is missing does not matter
    executor.packed_part_0.decoder_operation = executor.packed_part_0.decoder.known
";

#[test]
fn bugs_of_packed_instructions_are_refuted_and_found() {
    refute(RiscvConfig::packed(Interface::Pcpi, 2), &[], &[BUGS]);
}

/// The result is there while the core may still kill the instruction.
const EARLY: &str = "\
vxsat changes before the commit
    enable executor.packed_part_0.vxsat_0_q = old | executor.core_saturated & held_q
";

#[test]
fn a_unit_that_sets_vxsat_before_the_commit_is_refuted() {
    refute(RiscvConfig::packed(Interface::CvXIf, 1), &[], &[EARLY]);
}

/// The instructions of PTX with the operation of a packed one.
fn relative(row: &PackedRow) -> String {
    match row.meaning {
        PackedMeaning::Elements { operation, .. } | PackedMeaning::Sum { operation, .. } => {
            format!("`{}`", operation.name(row.width))
        }
        PackedMeaning::Crossed { .. } => "`vadd2`, `vsub2`".to_owned(),
        PackedMeaning::Products { .. } => "`dp4a`".to_owned(),
        PackedMeaning::Pair { .. } => "`prmt`".to_owned(),
        PackedMeaning::Constant(_) | PackedMeaning::Shift { .. } => String::new(),
    }
}

/// What an instruction computes, in words.
fn meaning(row: &PackedRow) -> String {
    let sign = |signed: bool| if signed { "signed" } else { "unsigned" };
    let verb = |operation| match operation {
        Operation::Add => "a + b",
        Operation::Sub => "a - b",
        Operation::AbsDiff => "\\|a - b\\|",
        Operation::Min => "minimum",
        Operation::Max => "maximum",
        Operation::SetEq => "a = b",
        Operation::SetLt => "a < b",
        _ => unreachable!("no packed instruction has it"),
    };
    let base = |base| match base {
        SumBase::Zero => "",
        SumBase::Rs2 => "b plus ",
        SumBase::Rd => "c plus ",
    };
    match row.meaning {
        PackedMeaning::Elements {
            operation,
            signed,
            second,
            result,
        } => {
            let second = match second {
                SecondElements::Own => "",
                SecondElements::First => ", element 0 of b",
                SecondElements::Zero => ", b is 0",
            };
            format!("{}, {}, {result:?}{second}", verb(operation), sign(signed))
        }
        PackedMeaning::Crossed { upper, result } => {
            let [upper, lower] = match upper {
                Operation::Add => ["a + b", "a - b"],
                _ => ["a - b", "a + b"],
            };
            format!("upper {upper}, lower {lower}, {result:?}")
        }
        PackedMeaning::Sum {
            operation,
            signed,
            base: to,
            ..
        } => match operation {
            Operation::Add => format!("{}the sum of the {} elements of a", base(to), sign(signed)),
            _ => format!("{}the sum of {}, {}", base(to), verb(operation), sign(signed)),
        },
        PackedMeaning::Products {
            a_signed,
            b_signed,
            base: to,
        } => format!(
            "{}the sum of products, a {}, b {}",
            base(to),
            sign(a_signed),
            sign(b_signed)
        ),
        PackedMeaning::Constant(constant) => format!("a constant: {constant:?}"),
        PackedMeaning::Shift { kind, amount } => format!("shift {kind:?} by {amount:?}"),
        PackedMeaning::Pair { a_odd, b_odd } => {
            let which = |odd: bool| if odd { "odd" } else { "even" };
            format!("pairs of the {} element of a, the {} of b", which(a_odd), which(b_odd))
        }
    }
}

#[test]
fn the_page_of_packed_instructions_has_the_table() {
    let mut table =
        String::from("| instruction | word | class | result | PTX | |\n| --- | --- | --- | --- | --- | --- |\n");
    for row in &PACKED {
        let notes = match (row.saturates(), row.reads_rd()) {
            (true, _) => "sets `vxsat`",
            (_, true) => "reads rd",
            _ => "",
        };
        let (name, word, class) = (row.name, row.word, row.class);
        table += &format!(
            "| `{name}` | `{word:#010x}` | {class:?} | {} | {} | {notes} |\n",
            meaning(row),
            relative(row)
        );
    }
    has_tables("docs/riscv-p.md", &[("packed", table)]);
}
