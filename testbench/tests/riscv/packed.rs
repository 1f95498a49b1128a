//! Packed instructions of the RISC-V P extension: against vectors at every interface, simulated, proved, and found out where they are
//! broken. Expected words come from an assembler, expected results from the vectors.

use super::{Bug, find, flat, loads, proved, refute, regress};
use crate::seeded::{drive, exchange, flip, invert, read, register, set};
use crate::skip::skipped;
use lanesmith::netlist::BinaryOp;
use lanesmith::ptx::Operation;
use lanesmith::sim::testbench::Profile;
use lanesmith::sim::{EngineError, EngineKind};
use lanesmith::unit::{Job, Simulatable};
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::encoding::{FeatureSet, Function};
use lanesmith::units::riscv::golden::UnitModel;
use lanesmith::units::riscv::isa::{
    ElementResult, PACKED, PackedMeaning, PackedRow, SecondElements, SumBase, packed_row,
};
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};
use lanesmith::units::riscv::testbench::{OffloadedInstruction, packed_steps, run};
use lanesmith::units::riscv::vectors::{encoding, foreign, results, rows};
use lanesmith::vectors::{Evaluator, Table, VectorFileKind, VectorReport};
use std::collections::HashMap;
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
        .join("testbench/vectors")
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
fn golden_computes_every_result_of_the_vectors_and_knows_the_words_of_the_assembler() {
    let vectors = table("riscv_p.csv");
    for evaluator in [Evaluator::Golden, Evaluator::GoldenSliced] {
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

/// All rows whose instructions a unit has, at its interface.
fn vectors_at(kind: EngineKind, config: RiscvConfig) -> Option<usize> {
    let engine = match Riscv(config).engine(kind, false) {
        Err(EngineError::Unavailable(why)) => {
            skipped(why);
            return None;
        }
        engine => engine.expect("the unit"),
    };
    let mut vectors = rows(&table("riscv_p.csv")).expect("vectors");
    vectors.retain(|vector| config.features.lacks(vector.row).is_none());
    let steps = packed_steps(&config.features, &vectors);
    let ran = run(engine, &config, &Job::of_profile(Profile::Always, 0), steps, |_| ()).expect("no waves");
    assert_eq!(ran.fault.map(|(_, text)| text), None, "{config:?}");
    assert_eq!(ran.right as usize, 3 * vectors.len());
    Some(vectors.len())
}

#[test]
fn hardware_computes_every_result_of_the_vectors_at_every_interface() {
    for interface in INTERFACES {
        // Four instructions read rd, which CV-X-IF 1.0 alone hands over.
        let expected = match interface {
            Interface::CvXIf1 { .. } => 7200,
            _ => 7200 - 4 * 120,
        };
        for config in [
            RiscvConfig::packed(interface, 1),
            RiscvConfig::with_packed(interface, 3),
        ] {
            assert_eq!(vectors_at(EngineKind::Native, config), Some(expected));
        }
    }
}

#[test]
fn packed_instructions_among_others_go_right_at_every_interface_under_every_stall_profile() {
    let mut configs = vec![];
    for (interface, latency) in INTERFACES.into_iter().zip([0, 1, 3, 5]) {
        configs.push(RiscvConfig::packed(interface, latency));
        configs.push(RiscvConfig::with_packed(interface, 5 - latency));
    }
    let mut scalar = RiscvConfig::with_packed(Interface::CvXIf, 2);
    scalar.features = scalar.features.with_scalar(true);
    configs.push(scalar);
    regress(EngineKind::Native, &configs, 6_000);
    regress(EngineKind::RustHdl, &configs[1..2], 150);
    regress(
        EngineKind::Verilator,
        &[RiscvConfig::with_packed(INTERFACES[3], 3)],
        6_000,
    );
}

/// The words that the assembler makes, by mnemonic.
fn assembled(name: &str) -> HashMap<String, Vec<u32>> {
    let table = table(name);
    let mut words = HashMap::<String, Vec<u32>>::new();
    for row in 0..table.len() {
        let mnemonic = table.cell(row, 0).split(' ').next().unwrap_or_default().to_owned();
        let word = u32::from_str_radix(table.cell(row, 1).trim_start_matches("0x"), 16).expect("a word");
        words.entry(mnemonic).or_default().push(word);
    }
    words
}

#[test]
fn a_unit_takes_the_assemblers_words_and_no_other_ones_that_are_one_bit_off() {
    let own = assembled("riscv_p_encoding.csv");
    let others = assembled("riscv_p_foreign.csv");
    assert_eq!(own.len(), 60);
    let config = RiscvConfig::packed(Interface::CvXIf1 { split: false }, 0);
    let unit = UnitModel::new(config.features);
    let known = |word: u32| {
        unit.look(Function::of(config.features.opcode, word).0, [1, 2, 3])
            .known()
    };
    // Shifts, constants and moves of pairs are the unit's too; registers and immediates are free.
    let of_class_c = |name: &str| {
        [
            "pli.", "plui.", "pslli.", "psrli.", "psrai.", "psll.", "psrl.", "psra.", "ppair",
        ]
        .iter()
        .any(|prefix| name.starts_with(prefix))
            && [".b", ".h", ".bs", ".hs"].iter().any(|suffix| name.ends_with(suffix))
    };
    let mut taken = 0;
    for (name, words) in &others {
        for word in words {
            assert_eq!(known(*word), of_class_c(name), "{name} {word:#010x}");
            taken += usize::from(known(*word));
        }
    }
    assert_eq!(taken, 2 * 22);
    // Fixed bits are those in which no two words of an instruction differ; a neighbour is an instruction of the assembler or nobody's.
    let registers = |name: &str| {
        if name.starts_with("psabs") {
            0x000f_8f80
        } else {
            0x01ff_8f80
        }
    };
    let is_assembled = |word: u32| {
        let has = |(name, words): (&String, &Vec<u32>)| (words[0] ^ word) & !registers(name) == 0;
        own.iter().any(has)
    };
    let mut neighbours = 0;
    for (name, words) in &own {
        for bit in (0..32).filter(|bit| registers(name) >> bit & 1 == 0) {
            let word = words[0] ^ 1 << bit;
            let expected = is_assembled(word) || packed_row(word).is_some_and(|row| of_class_c(row.name));
            assert_eq!(known(word), expected, "{name} without bit {bit}: {word:#010x}");
            neighbours += usize::from(!expected);
        }
    }
    assert!(neighbours > 600, "{neighbours}");
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
fn every_claim_about_packed_instructions_is_proved_at_every_interface() {
    for (interface, latency) in INTERFACES.into_iter().zip([1, 0, 3, 2]) {
        prove(RiscvConfig::packed(interface, latency));
    }
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

const PART: &str = "executor.packed_part_0";

fn bugs() -> Vec<Bug> {
    fn net(name: &str) -> &'static str {
        format!("{PART}{name}").leak()
    }
    let never = |name: &'static str| Box::new(set(name, 0)) as Box<dyn Fn(&mut _)>;
    let always = |name: &'static str| Box::new(set(name, 1)) as Box<dyn Fn(&mut _)>;
    vec![
        ("vxsat is never set", never("executor.core_saturated")),
        ("every operation sets vxsat", always("executor.core_saturated")),
        (
            "vxsat is set before the answer",
            loads(net(".vxsat_0_q"), |module, d, _| {
                let saturated = read(module, "executor.core_saturated");
                (d, saturated)
            }),
        ),
        (
            "vxsat survives reset",
            Box::new(register(net(".vxsat_0_q"), |register| register.reset = None)),
        ),
        ("csrrc sets", Box::new(invert(net(".operand")))),
        ("csrrs of 0 writes", always(net(".writes"))),
        (
            ".hx adds where it subtracts",
            Box::new(flip("executor.packed_part_0_modifiers", 4)),
        ),
        (
            ".hx does not exchange half-words",
            Box::new(exchange("executor.packed_part_0_b", 16, 0, 1)),
        ),
        ("averages are unsigned", never(net(".decoder.a_signed"))),
        ("true is 1", never(net(".decoder.mask"))),
        ("psabs is of both operands", never(net(".decoder_zero"))),
        ("padd.bs adds elements of their own", never(net(".decoder_first"))),
        ("predsum does not add rs2", never(net(".decoder_adds_to_rs2"))),
        ("shifts to the left go to the right", never(net(".mover.left"))),
        (
            "a shift goes over the border of elements",
            Box::new(set(net(".mover.keep_1"), 0xffff_ffff)),
        ),
        ("a foreign word is taken", always(net(".decoder.known"))),
        (
            "a mark that is missing does not matter",
            Box::new(|module| {
                let known = read(module, net(".decoder.known"));
                drive(module, net(".decoder_operation"), |_, _| known);
            }),
        ),
    ]
}

#[test]
fn seeded_bugs_of_packed_instructions_are_refuted_and_found_by_the_testbench() {
    refute(RiscvConfig::packed(Interface::Pcpi, 2), bugs());
}

#[test]
fn a_killed_instruction_leaves_vxsat_alone_and_a_bug_that_does_not_is_refuted() {
    for interface in [Interface::CvXIf, Interface::CvXIf1 { split: true }] {
        let config = RiscvConfig::packed(interface, 1);
        let flat = flat(&config);
        // While the instruction may still be killed its result is there.
        let early = loads("executor.packed_part_0.vxsat_0_q", |module, d, enable| {
            let saturated = read(module, "executor.core_saturated");
            let held = read(module, "held_q");
            let early = module.binary(BinaryOp::And, saturated, held);
            (d, module.binary(BinaryOp::Or, enable, early))
        });
        find(&flat, config, &("vxsat changes before the commit", early));
    }
}

#[test]
fn rd_as_x0_sets_vxsat_all_the_same() {
    // psaddu.b x0, x1, x2 (the words of x3 and x0 differ in bits 11:7), then csrrs x3, vxsat, x0.
    let words = assembled("riscv_p_encoding.csv");
    let word = words["psaddu.b"][0] & !0x01ff_8f80 | 1 << 15 | 2 << 20;
    for interface in INTERFACES {
        let config = RiscvConfig::packed(interface, 1);
        let steps = [
            OffloadedInstruction::new(word, 0xff, 1),
            OffloadedInstruction {
                expected: Some(1),
                ..OffloadedInstruction::new(0x0090_21f3, 0, 0)
            },
        ];
        let engine = Riscv(config).engine(EngineKind::Native, false).expect("native");
        let job = Job::of_profile(Profile::Always, 3);
        let ran = run(engine, &config, &job, steps.into_iter(), |_| ()).expect("no waves");
        assert_eq!(ran.fault.map(|(_, text)| text), None, "{interface:?}");
    }
}

/// The instruction of PTX that is related to a packed one, if there is one.
fn relative(row: &PackedRow) -> String {
    let types = |signed: bool| if signed { ".s32" } else { ".u32" };
    let name = |operation: Operation| operation.name(row.width);
    let three = |operation, signed: bool| {
        let one = types(signed);
        match operation {
            Operation::SetEq | Operation::SetLt => format!("{}{one}{one}", name(operation)),
            Operation::AbsDiff if row.saturates() => format!("{}{one}{one}{one}", name(operation)),
            Operation::AbsDiff => format!("{}.u32{one}{one}", name(operation)),
            _ => format!("{}{one}{one}{one}", name(operation)),
        }
    };
    let text = match row.meaning {
        PackedMeaning::Elements {
            operation,
            signed,
            result,
            ..
        } => {
            let suffix = if result == ElementResult::Saturated { ".sat" } else { "" };
            format!("{}{suffix}", three(operation, signed))
        }
        PackedMeaning::Crossed { result, .. } => {
            let suffix = if result == ElementResult::Saturated { ".sat" } else { "" };
            format!(
                "{}{suffix}, {}{suffix}",
                three(Operation::Add, true),
                three(Operation::Sub, true)
            )
        }
        PackedMeaning::Sum { operation, signed, .. } => format!("{}.add", three(operation, signed)),
        PackedMeaning::Products { a_signed, b_signed, .. } => format!("dp4a{}{}", types(a_signed), types(b_signed)),
        PackedMeaning::Pair { .. } => "prmt".to_owned(),
        PackedMeaning::Constant(_) | PackedMeaning::Shift { .. } => return String::new(),
    };
    format!("`{text}`")
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/riscv-p.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once("<!-- packed -->\n").expect("the table's begin");
    let (found, after) = rest.split_once("<!-- end -->").expect("the table's end");
    if std::env::var_os("LANESMITH_UPDATE").is_some() {
        let text = format!("{before}<!-- packed -->\n{table}<!-- end -->{after}");
        return std::fs::write(path, text).expect("written");
    }
    assert_eq!(
        found, table,
        "docs/riscv-p.md is outdated: run this test once with LANESMITH_UPDATE=1"
    );
}
