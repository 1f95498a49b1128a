//! Programs on which the datapath may go wrong where a claim about it does not hold.

use super::datapath;
use crate::netlist::StateHandle;
use crate::prove::{ClaimInput, Refutation};
use crate::sim::EngineKind;
use crate::sim::testbench::Profile;
use crate::unit::{Counterexample, Hardware};
use crate::units::brew::coverage::BrewWalk;
use crate::units::brew::golden::Typed;
use crate::units::brew::isa::{BrewInstruction, MASK, REGISTERS, decode, length};
use crate::units::brew::rtl::{DatapathConfig, RegisterFileForm, state};
use crate::units::brew::testbench::{BrewProgram, Lockstep};
use std::path::Path;

/// How a program is offered, and the cycle of a reset in its traffic.
type Traffic = (Profile, Option<u64>);

/// Instructions of the regression's programs that are tried.
fn budget(kind: EngineKind) -> u64 {
    match kind {
        EngineKind::RustHdl => 2_000,
        EngineKind::Native | EngineKind::Verilator => 200_000,
    }
}

/// The counterexample of the first program that goes wrong, in `folder`: the claim's instruction on the claim's registers;
/// then behind writers of its operands and types at all distances at which they may be in flight; then the regression's
/// own programs, some with a reset in their traffic.
pub(in crate::units::brew) fn search(
    hardware: &Hardware,
    config: DatapathConfig,
    refuted: &Refutation,
    folder: &Path,
) -> Result<Option<Counterexample>, String> {
    let engine = hardware.engine(false).map_err(|error| error.to_string())?;
    let mut used = Lockstep::new(engine, config);
    let mut attempt = |program: &BrewProgram, (gaps, reset_at): Traffic| {
        used.set_reset(reset_at);
        let found = used.first_mismatch(program, gaps, 1);
        if found.is_none() {
            return Ok(None);
        }
        // The state that an earlier program left may have contributed to the mismatch, so fresh hardware repeats it.
        let mut fresh = |program: &BrewProgram| match hardware.kind() {
            EngineKind::Native => {
                let mut lockstep = Lockstep::new(Box::new(hardware.native(false).ok()?), config);
                lockstep.set_reset(reset_at);
                lockstep.first_mismatch(program, gaps, 1)
            }
            _ => used.first_mismatch(program, gaps, 1),
        };
        match fresh(program) {
            Some(mismatch) => datapath(hardware, &mismatch.shortened(fresh), folder),
            None => Ok(None),
        }
    };
    let traffic = [Profile::Always, Profile::Bursts, Profile::Heavy].map(|gaps| (gaps, None));
    let own = Claimed::new(refuted);
    for program in own.iter().flat_map(Claimed::programs) {
        for traffic in traffic {
            if let Some(made) = attempt(&program, traffic)? {
                return Ok(Some(made));
            }
        }
        // About where its last instructions are in the pipeline.
        let end = program.instructions.len() as u64;
        for cycle in end.saturating_sub(2)..end + 4 {
            if let Some(made) = attempt(&program, (Profile::Always, Some(cycle)))? {
                return Ok(Some(made));
            }
        }
    }
    for planned in BrewWalk::new(1, budget(hardware.kind())) {
        let gaps = if planned.gapless {
            Profile::Always
        } else {
            Profile::Bursts
        };
        if let Some(made) = attempt(&planned.program, (gaps, planned.reset_at))? {
            return Ok(Some(made));
        }
    }
    Ok(None)
}

/// The datapath's state in a claim, and its instruction.
struct Claimed {
    registers: [(Option<u32>, Option<u8>); REGISTERS],
    words: Vec<u16>,
}

/// Appends an instruction that writes a register, or its type, with this value and type if it can. It may use another register.
type RegisterWriter = fn(&mut BrewProgram, register: u8, contents: Typed, free: u8);

/// Loads, sums, products, and the two ways to set a type.
const WRITERS: [RegisterWriter; 6] = [
    |program, register, contents, _| program.load(register, contents.value),
    |program, register, contents, _| program.set_type(register, contents.code),
    |program, register, contents, free| {
        program.load(free, contents.code.into());
        program.set_type_from(register, free);
    },
    |program, register, _, _| program.instructions.push(vec![0x0400 | 0x1011 * u16::from(register)]),
    |program, register, _, _| program.instructions.push(vec![0x0900 | 0x1011 * u16::from(register)]),
    |program, register, _, _| program.instructions.push(vec![0x0500 | 0x1011 * u16::from(register)]),
];

impl Claimed {
    /// `None` where the claim has no instruction.
    fn new(refuted: &Refutation) -> Option<Self> {
        let [word0, word1, word2] = ["word0", "word1", "word2"].map(|name| refuted.value(name));
        let first = word0? as u16;
        let words = [first, word1.unwrap_or(0) as u16, word2.unwrap_or(0) as u16];
        let registers = std::array::from_fn(|register| {
            let of = |handle: StateHandle| refuted.value(ClaimInput::state(handle.name));
            let word = |form| {
                let values = state::register_values(form);
                refuted.value(ClaimInput::state(format!("{}[{register}]", values.name)))
            };
            let code = of(state::register_type(register));
            let word = word(RegisterFileForm::Asynchronous).or(word(RegisterFileForm::Synchronous));
            // A claim's state may hold the code that no instruction gives a register.
            let code = code.map(|code| code as u8).filter(|code| *code != MASK);
            (word.map(|word| word as u32), code)
        });
        Some(Claimed {
            registers,
            words: words[..length(first)].to_vec(),
        })
    }

    /// The claim's registers, where it has them.
    fn prologue(&self) -> BrewProgram {
        let mut program = BrewProgram::default();
        for (register, (value, code)) in (0..).zip(self.registers) {
            value.into_iter().for_each(|value| program.load(register, value));
            code.into_iter().for_each(|code| program.set_type(register, code));
        }
        program
    }

    /// The instruction alone; then with another one up to four places before it that writes one of the registers that it
    /// names, and reads of these registers behind it.
    fn programs(&self) -> Vec<BrewProgram> {
        let mut alone = self.prologue();
        alone.instructions.push(self.words.clone());
        let mut programs = vec![alone];
        let decoded = decode(&self.words).and_then(|decoded| decoded.instruction);
        let Some(BrewInstruction { a, b, d, .. }) = decoded else {
            return programs;
        };
        let is_register = |register: &u8| usize::from(*register) < REGISTERS;
        let named: Vec<u8> = [a, b, d].into_iter().filter(is_register).collect();
        let free = (0..REGISTERS as u8)
            .find(|register| !named.contains(register))
            .unwrap_or(0);
        for register in &named {
            let (value, code) = self.registers[usize::from(*register)];
            let contents = Typed {
                value: value.unwrap_or(0x0102_0304),
                code: code.unwrap_or(0),
            };
            for writer in WRITERS {
                for distance in 0..4 {
                    let mut program = self.prologue();
                    writer(&mut program, *register, contents, free);
                    // `$r <- tiny 1`.
                    let between = vec![u16::from(free) << 12 | 0x011];
                    program.instructions.extend(std::iter::repeat_n(between, distance));
                    program.instructions.push(self.words.clone());
                    // `$r <- $r`.
                    let reads = named
                        .iter()
                        .map(|register| u16::from(free) << 12 | 0x200 | 0x11 * u16::from(*register));
                    program.instructions.extend(reads.map(|word| vec![word]));
                    programs.push(program);
                }
            }
        }
        programs
    }
}
