//! Scalar instructions at every interface: simulated, proved, found out where they are broken, and called from C.

use super::bugs::refute_some;
use super::header::run_program;
use super::{proved, regress};
use lanesmith::ptx::ScalarInstruction;
use lanesmith::sim::EngineKind;
use lanesmith::sim::testbench::Random;
use lanesmith::units::riscv::emulation::c_header;
use lanesmith::units::riscv::encoding::{
    ACCESSES, Features, Function, Opcode, SCALAR, StateAccess, scalar_instructions, scalar_name, scalar_uses_c,
};
use lanesmith::units::riscv::golden::UnitModel;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};
use lanesmith::units::scalar::encoding::encode;
use lanesmith::vectors::Table;
use std::fmt::Write;
use std::path::Path;

/// The interfaces that hand over the opcode of scalar instructions.
const INTERFACES: [Interface; 5] = [
    Interface::Pcpi,
    Interface::Cfu,
    Interface::CvXIf,
    Interface::CvXIf1 { split: false },
    Interface::CvXIf1 { split: true },
];

#[test]
fn scalar_instructions_among_others_go_right_under_every_stall_profile() {
    let mut config = RiscvConfig::with_scalar(Interface::Pcpi, 1, false);
    config.features.opcode = Opcode::Custom3;
    let configs = [
        config,
        RiscvConfig::with_scalar(Interface::Cfu, 2, true),
        RiscvConfig::with_scalar(Interface::CvXIf1 { split: true }, 5, true),
    ];
    regress(EngineKind::Native, &configs, 5_000);
}

#[test]
fn scalar_instructions_on_the_unit_compute_what_nvidias_results_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/vectors/ptx_scalar.csv");
    let table = Table::read(&path).expect("readable");
    let number = |row, column| {
        let cell: &str = table.cell(row, column);
        u32::from_str_radix(cell.trim_start_matches("0x"), 16).expect("a number")
    };
    let mut unit = UnitModel::new(Features::ALL.with_scalar(true));
    let mut execute = |function: Function, registers| unit.execute(function.0, registers);
    for row in 0..table.len() {
        let text = table.cell(row, 0);
        let instruction = ScalarInstruction::parse(text, None).unwrap_or_else(|_| panic!("{text}"));
        let control = encode(&instruction) as u32;
        let is_mad = control & 15 == 7;
        let (part, scale) = if is_mad {
            (6, control >> 14 & 3)
        } else {
            (control >> 14 & 7, 0)
        };
        let configuration = control >> 8 & 0x3f | part << 6 | (control >> 19 & 1) << 9 | scale << 10;
        execute(
            Function::access(StateAccess::SwapScalarConfiguration),
            [configuration, 0, 0],
        );
        execute(Function::access(StateAccess::SwapC), [number(row, 3), 0, 0]);
        let done = execute(Function::scalar(&instruction), [number(row, 1), number(row, 2), 0]);
        assert!(done.operation, "{text}");
        assert_eq!(done.rd, number(row, 4), "{text}");
    }
}

#[test]
fn the_functions_of_scalar_instructions_and_their_accesses_belong_to_units_that_have_them() {
    for (scalar, mad) in [(false, false), (true, false), (true, true)] {
        let features = Features {
            scalar,
            mad,
            ..Features::ALL
        };
        let unit = UnitModel::new(features);
        for low in 0..1 << 10 {
            let function = Function(1 << SCALAR | low);
            let done = unit.look(function.0, [1, 2, 3]);
            let is_mad = low & 15 == 7;
            let named = scalar_instructions().any(|instruction| Function::scalar(&instruction) == function);
            let access = ACCESSES.iter().any(|row| Function::access(row.access) == function);
            assert_eq!(
                (done.operation, done.access),
                (scalar && named && (mad || !is_mad), scalar && access),
                "{function:x?} of {features:?}"
            );
        }
    }
}

/// Every claim of the configuration is proved; those about operations and comparisons are there with a secondary operation each, those about
/// `vmad` with its signs.
fn prove(config: RiscvConfig) {
    let names = proved(&config);
    let own = names.iter().filter(|name| name.starts_with("scalar ")).count();
    assert_eq!(own, if config.features.mad { 14 } else { 13 } * 4, "{config:?}");
}

#[test]
fn every_claim_of_units_with_scalar_instructions_has_a_witness_and_is_proved() {
    prove(RiscvConfig::with_scalar(Interface::Pcpi, 1, true));
    prove(RiscvConfig::with_scalar(Interface::CvXIf, 2, false));
}

/// Faults as people make them in the scalar part, at latency 2.
const BUGS: &str = "\
vmad is scaled by the part of d
    executor.scalar_part_0.part = executor.scalar_part_0.configuration_q[8:6]
the scalar configuration survives reset
    without reset executor.scalar_part_0.configuration_q
the swap of the scalar configuration loses a bit
    executor.scalar_part_0.configuration_q = old ^ 0x800
the parts of a and b are exchanged
    executor.scalar_part_0.control = {old[19:14], old[10:8], old[13:11], old[7:0]}
shifts have .clamp in any configuration
    executor.scalar_part_0.control = old & 0x7ffff
a scalar access writes the configuration of lanes
    executor.write = executor.code[2]
scalar results are those of lanes
    executor.scalar_part_0_d = executor.core_d
every scalar operation is chained
    executor.scalar_part_0_accumulates = 1
a unit has every scalar function
    executor.scalar_part_0_operation = 1
";

/// Each bug at one of the interfaces.
#[test]
fn bugs_of_scalar_instructions_are_refuted_and_found() {
    for (number, interface) in INTERFACES.into_iter().enumerate() {
        let config = RiscvConfig::with_scalar(interface, 2, true);
        refute_some(config, BUGS, number, INTERFACES.len());
    }
}

#[test]
fn every_scalar_instruction_has_a_name_in_c_that_computes_it() {
    let features = Features::ALL.with_scalar(true);
    let mut program = String::from(
        "#include <stdio.h>\n#define LANESMITH_PORTABLE\n#include \"lanesmith.h\"\nint main(void)\n{\n\
         \x20   unsigned held, a, b, c;\n    while (scanf(\"%x %x %x %x\", &held, &a, &b, &c) == 4) {\n        \
         lanesmith_swap_scalar_configuration(held);\n",
    );
    for instruction in scalar_instructions() {
        let name = scalar_name(&instruction);
        match scalar_uses_c(&instruction) {
            true => {
                for call in [format!("{name}(a, b, c)"), format!("{name}_c(a, b)")] {
                    writeln!(program, "        printf(\"%08x \", (unsigned)lanesmith_{call});").expect("a string");
                }
            }
            false => writeln!(
                program,
                "        lanesmith_swap_c(c); printf(\"%08x \", (unsigned)lanesmith_{name}(a, b));"
            )
            .expect("a string"),
        }
    }
    program += "        printf(\"\\n\");\n    }\n    return 0;\n}\n";
    let mut random = Random::new(3);
    let rounds: Vec<[u32; 4]> = (0..40)
        .map(|_| {
            let held = random.bits() as u32 & 0xfff | random.pick(&[0, 0o666]);
            [held, random.operand(), random.operand(), random.operand()]
        })
        .collect();
    let input: String = rounds
        .iter()
        .map(|[held, a, b, c]| format!("{held:x} {a:x} {b:x} {c:x}\n"))
        .collect();
    let Some(printed) = run_program(&program, &c_header(&features, "a test"), &input) else {
        return;
    };
    let mut machine = UnitModel::new(features);
    for ([held, a, b, c], printed) in rounds.iter().zip(printed) {
        let mut printed = printed.into_iter();
        machine.execute(Function::access(StateAccess::SwapScalarConfiguration).0, [*held, 0, 0]);
        machine.execute(Function::access(StateAccess::SwapC).0, [*c, 0, 0]);
        for instruction in scalar_instructions() {
            let done = machine.execute(Function::scalar(&instruction).0, [*a, *b, 0]);
            for _ in 0..1 + usize::from(scalar_uses_c(&instruction)) {
                assert_eq!(
                    printed.next(),
                    Some(done.rd),
                    "{instruction} with {held:#x}, {a:#x}, {b:#x}, {c:#x}"
                );
            }
        }
        assert_eq!(printed.next(), None);
    }
}
