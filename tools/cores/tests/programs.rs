//! Random programs on real cores: registers, memory, the unit's state, and what counted ports saw, are what the model says.

use crate::skip::skipped;
use cores::programs::{BaseInstruction, BaseRow, Campaign, Compressed, Counts, InstructionFormat, ROWS, RiscvProgram};
use cores::{CoreSimulator, CoreVariant, RiscvCore, VARIANTS};
use lanesmith::sim::EngineError;
use lanesmith::sim::testbench::Random;
use std::process::Command;

/// Programs of these seeds on one machine: the faults, and what was executed.
fn campaign(
    simulator: &CoreSimulator,
    variant: &CoreVariant,
    seeds: impl Iterator<Item = u64>,
    length: u32,
) -> Result<(Vec<String>, Counts), EngineError> {
    let campaign = Campaign {
        simulator,
        variant,
        length,
    };
    let (mut faults, mut counts) = (vec![], Counts::default());
    for seed in seeds {
        let (executed, fault) = campaign.play(seed)?;
        counts.add(&executed);
        faults.extend(fault);
    }
    Ok((faults, counts))
}

const LENGTH: u32 = 3000;

/// Programs on a variant at a latency; all of them right. `LANESMITH_SEED` starts at another seed.
fn check(variant: &CoreVariant, latency: u32, programs: u64) -> Result<(), EngineError> {
    let first = std::env::var("LANESMITH_SEED").ok();
    let first: u64 = first.and_then(|text| text.parse().ok()).unwrap_or(1);
    let machine = CoreSimulator::of(variant, latency, &[], |text| text)?;
    let (faults, counts) = campaign(&machine, variant, first..first + programs, LENGTH)?;
    println!(
        "{}, latency {latency}: seeds {first} to {}, {counts:?}, {} wrong",
        variant.name,
        first + programs - 1,
        faults.len()
    );
    assert!(faults.is_empty(), "latency {latency}\n{}", faults.join("\n"));
    Ok(())
}

fn of(core: RiscvCore) -> impl Iterator<Item = &'static CoreVariant> {
    VARIANTS.iter().filter(move |variant| variant.core == core)
}

/// Twenty programs on all variants of a core at all latencies.
fn run(core: RiscvCore) {
    for variant in of(core) {
        for latency in 0..=5 {
            match check(variant, latency, 20) {
                Err(EngineError::Unavailable(why)) => return skipped(why),
                checked => checked.expect("a machine and its runs"),
            }
        }
    }
}

#[test]
fn on_picorv32_random_programs_leave_what_the_model_says() {
    match check(of(RiscvCore::Picorv32).next().expect("a variant"), 1, 2) {
        Err(EngineError::Unavailable(why)) => skipped(why),
        checked => checked.expect("a machine and its runs"),
    }
}

/// Two programs on a core whose unit has packed instructions and `vxsat`, too, which handlers of interrupts use as well.
fn run_with_packed(core: RiscvCore) {
    let mut variant = *of(core).next().expect("a variant");
    variant.target.features.packed = true;
    variant.target.features.vxsat = true;
    match check(&variant, 1, 2) {
        Err(EngineError::Unavailable(why)) => skipped(why),
        checked => checked.expect("a machine and its runs"),
    }
}

#[test]
#[ignore = "builds a core"]
fn on_picorv32_random_programs_with_packed_instructions_leave_what_the_model_says() {
    run_with_packed(RiscvCore::Picorv32);
}

#[test]
#[ignore = "builds a core"]
fn on_cv32e40x_random_programs_with_packed_instructions_leave_what_the_model_says() {
    run_with_packed(RiscvCore::Cv32e40x);
}

#[test]
#[ignore = "takes minutes; docs/riscv.md has the result"]
fn on_picorv32_with_every_option_random_programs_leave_what_the_model_says_at_every_latency() {
    run(RiscvCore::Picorv32);
}

#[test]
#[ignore = "takes minutes; docs/riscv.md has the result"]
fn on_vexriscv_with_and_without_debugger_random_programs_leave_what_the_model_says_at_every_latency() {
    run(RiscvCore::Vexriscv);
}

#[test]
#[ignore = "takes minutes; docs/riscv.md has the result"]
fn on_cv32e40x_with_every_option_random_programs_leave_what_the_model_says_at_every_latency() {
    run(RiscvCore::Cv32e40x);
}

/// Latency, options of the machine, and what is replaced in the unit's Verilog by what.
type Fault = (RiscvCore, u32, &'static [&'static str], [&'static str; 2]);

/// Faults of the unit behind each interface, and of the wiring of CV32E40X.
const FAULTS: [Fault; 9] = [
    (
        RiscvCore::Picorv32,
        2,
        &[],
        ["assign pcpi_wr = answer;", "assign pcpi_wr = 1'b0;"],
    ),
    (
        RiscvCore::Picorv32,
        2,
        &[],
        ["assign pcpi_ready = answer;", "assign pcpi_ready = own;"],
    ),
    (
        RiscvCore::Vexriscv,
        2,
        &[],
        ["assign cmd_ready = taken | ~cmd_valid;", "assign cmd_ready = taken;"],
    ),
    (
        RiscvCore::Vexriscv,
        2,
        &[],
        ["assign rsp_valid = answer;", "assign rsp_valid = cmd_valid;"],
    ),
    (
        RiscvCore::Cv32e40x,
        1,
        &[],
        ["assign killed = open", "assign killed = 1'b0 & open"],
    ),
    (
        RiscvCore::Cv32e40x,
        1,
        &[],
        ["assign taken = answer & result_ready;", "assign taken = answer;"],
    ),
    (RiscvCore::Cv32e40x, 2, &["-GGATE=0"], ["", ""]),
    (RiscvCore::Cv32e40x, 1, &["-GOFFER=0"], ["", ""]),
    (RiscvCore::Cv32e40x, 1, &["-GTHIRD=0"], ["", ""]),
];

#[test]
#[ignore = "takes two minutes"]
fn random_programs_find_faults_of_every_wrapper_and_of_the_wiring_of_cv32e40x() {
    for (core, latency, options, [right, wrong]) in FAULTS {
        let variant = of(core).next().expect("a variant");
        let changed = std::cell::Cell::new(right.is_empty());
        let edit = |text: String| match right.is_empty() || !text.contains(right) {
            true => text,
            false => {
                changed.set(true);
                text.replace(right, wrong)
            }
        };
        let machine = match CoreSimulator::of(variant, latency, options, edit) {
            Err(EngineError::Unavailable(why)) => return skipped(why),
            machine => machine.expect("a machine"),
        };
        assert!(changed.get(), "the unit has no `{right}`");
        let campaign = Campaign {
            simulator: &machine,
            variant,
            length: 300,
        };
        let found = (1..20).find_map(|seed| campaign.play(seed).expect("a run").1);
        let found = found.unwrap_or_else(|| panic!("nothing finds {wrong} {options:?}"));
        println!("{wrong} {options:?}: {found}");
    }
}

/// Twice the write, and a load or store again while write-back waits: the core's fault, and the gate against it.
#[test]
#[ignore = "builds a core"]
fn on_cv32e40x_with_a_gate_for_its_requests_a_store_behind_a_late_result_is_done_once() {
    let variant = of(RiscvCore::Cv32e40x).next().expect("a variant");
    for (options, is_right) in [(&["-GGATE=0"][..], false), (&[], true)] {
        let machine = match CoreSimulator::of(variant, 3, options, |text| text) {
            Err(EngineError::Unavailable(why)) => return skipped(why),
            machine => machine.expect("a machine"),
        };
        let checked = campaign(&machine, variant, 1..5, 300);
        let (faults, counts) = checked.expect("runs");
        assert!(counts.ports > 20, "{counts:?}");
        assert_eq!(faults.is_empty(), is_right, "{options:?}\n{}", faults.join("\n"));
    }
}

#[test]
fn the_program_of_a_seed_is_always_the_same_and_others_differ() {
    for variant in &VARIANTS {
        let [one, again, other] = [5, 5, 6].map(|seed| RiscvProgram::random(&variant.target, seed, 100));
        assert_eq!(one.image, again.image);
        assert_ne!(one.image, other.image);
    }
}

#[test]
fn programs_have_every_kind_of_instruction() {
    for variant in &VARIANTS {
        let mut counts = Counts::default();
        (1..4).for_each(|seed| counts.add(&RiscvProgram::random(&variant.target, seed, LENGTH).counts));
        let Counts {
            all,
            unit,
            multiply,
            memory,
            ports,
            traps,
        } = counts;
        assert!(
            all > 2 * u64::from(LENGTH) && unit > 1000 && memory > 500 && ports > 100,
            "{counts:?}"
        );
        assert_eq!(multiply > 100, variant.target.multiplies, "{counts:?}");
        assert_eq!(traps > 20, variant.target.has_traps, "{counts:?}");
    }
}

/// Random fields for a row.
fn example(row: &'static BaseRow, random: &mut Random) -> BaseInstruction {
    let mut register = || random.below(32);
    let (rd, rs1, rs2) = (register(), register(), register());
    let twelve = random.below(1 << 12) as i32 - (1 << 11);
    let (rd, rs1, rs2, imm) = match row.format {
        InstructionFormat::R => (rd, rs1, rs2, 0),
        InstructionFormat::I | InstructionFormat::Load => (rd, rs1, 0, twelve),
        InstructionFormat::Shift => (rd, rs1, 0, twelve & 31),
        InstructionFormat::S => (0, rs1, rs2, twelve),
        InstructionFormat::B => (0, rs1, rs2, 2 * twelve),
        InstructionFormat::U => (rd, 0, 0, random.below(1 << 20) as i32),
        InstructionFormat::J => (rd, 0, 0, 2 * (random.below(1 << 20) as i32 - (1 << 19))),
        InstructionFormat::Csr => (rd, rs1, 0, 0x340),
        InstructionFormat::Plain => (0, 0, 0, 0),
    };
    BaseInstruction { row, rd, rs1, rs2, imm }
}

#[test]
fn words_of_base_instructions_are_those_of_the_assembler() {
    let mut random = Random::new(3);
    let mut text = String::from(".option norvc\n");
    let mut right: Vec<u8> = vec![];
    for row in &ROWS {
        for _ in 0..40 {
            let base = example(row, &mut random);
            let decoded = BaseInstruction::decode(base.word()).expect("it is in the table");
            assert_eq!(format!("{decoded:?}"), format!("{base:?}"));
            text += &format!("{base}\n");
            right.extend(base.word().to_le_bytes());
        }
    }
    text += ".option rvc\n";
    for _ in 0..200 {
        let [rd, rs2] = [(); 2].map(|()| 1 + random.below(31));
        let imm = 1 + random.below(31) as i32 - 32 * i32::from(random.flag());
        let all = [
            Compressed::Nop,
            Compressed::Li(rd, imm),
            Compressed::Addi(rd, if imm == 0 { 1 } else { imm }),
            Compressed::Mv(rd, rs2),
            Compressed::Add(rd, rs2),
        ];
        for compressed in all {
            assert_eq!(Compressed::decode(compressed.half()), Some(compressed));
            text += &format!("{compressed}\n");
            right.extend(compressed.half().to_le_bytes());
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("all.s"), text).expect("writable");
    let tool = |name: &str, line: &str| {
        let run = Command::new(name)
            .args(line.split(' '))
            .current_dir(folder.path())
            .output();
        run.map(|output| assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)))
    };
    if tool(
        "riscv64-unknown-elf-as",
        "-march=rv32imc_zicsr_zifencei -mabi=ilp32 -o all.o all.s",
    )
    .is_err()
    {
        return skipped("riscv64-unknown-elf-as not found");
    }
    tool("riscv64-unknown-elf-objcopy", "-O binary -j .text all.o all.bin").expect("binutils");
    let left = std::fs::read(folder.path().join("all.bin")).expect("a binary");
    let first = left.iter().zip(&right).position(|(left, right)| left != right);
    assert_eq!((left.len(), first), (right.len(), None));
}
