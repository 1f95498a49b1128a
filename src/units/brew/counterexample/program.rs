//! Searches for a program on which the datapath goes wrong, after a claim about it was refuted.

use super::datapath;
use crate::brew::Datapath;
use crate::brew::coverage::BrewWalk;
use crate::brew::golden::Typed;
use crate::brew::isa::{BrewInstruction, MASK, REGISTERS, decode, length};
use crate::brew::rtl::{RegisterFileForm, state};
use crate::brew::testbench::{BrewProgram, Lockstep};
use lanesmith_netlist::StateHandle;
use lanesmith_prove::{ClaimInput, Refutation};
use lanesmith_sim::EngineKind;
use lanesmith_sim::testbench::Profile;
use lanesmith_unit::{Counterexample, Debuggable, Hardware};
use std::path::Path;

/// How a program is offered, and the cycle of a reset in its traffic, if any, counted from the first offer.
type Traffic = (Profile, Option<u64>);

/// The seed of gaps in the traffic and of the regression's programs: any fixed one makes the search repeatable.
const SEED: u64 = 1;

/// The number of instructions of the regression's programs that are tried; rust-hdl's simulator is far slower than the others.
fn budget(kind: EngineKind) -> u64 {
    match kind {
        EngineKind::RustHdl => 2_000,
        EngineKind::Native | EngineKind::Verilator => 200_000,
    }
}

impl Debuggable for Datapath {
    /// The counterexample of the first program that goes wrong, with its files in `folder`; `None` if none does. Tries in this order:
    ///
    /// 1. the claim's instruction on the claim's registers;
    /// 2. the same after writes of its operands and their types, at all distances at which the write may be in the pipeline;
    /// 3. the regression's programs, some with a reset in their traffic.
    fn search(
        &self,
        hardware: &Hardware,
        refuted: &Refutation,
        folder: &Path,
    ) -> Result<Option<Counterexample>, String> {
        let config = self.0;
        let engine = hardware
            .engine(/* traced: */ false)
            .map_err(|error| error.to_string())?;
        let mut shared = Lockstep::new(engine, config);
        let mut attempt = |program: &BrewProgram, (gaps, reset_at): Traffic| {
            shared.set_reset(reset_at);
            if shared.first_mismatch(program, gaps, SEED).is_none() {
                return Ok(None);
            }
            // The state that an earlier program left may have contributed to the mismatch, so fresh hardware repeats the program.
            // Other engines than the native one would build the hardware again for each program, so they do not.
            let mut repeat = |program: &BrewProgram| match hardware.kind() {
                EngineKind::Native => {
                    let mut lockstep = Lockstep::new(Box::new(hardware.native(/* traced: */ false).ok()?), config);
                    lockstep.set_reset(reset_at);
                    lockstep.first_mismatch(program, gaps, SEED)
                }
                EngineKind::RustHdl | EngineKind::Verilator => shared.first_mismatch(program, gaps, SEED),
            };
            match repeat(program) {
                Some(mismatch) => datapath(hardware, &mismatch.shortened(repeat), folder),
                None => Ok(None),
            }
        };
        let without_reset = [Profile::Always, Profile::Bursts, Profile::Heavy].map(|gaps| (gaps, None));
        let claimed = Claimed::new(refuted);
        for program in claimed.iter().flat_map(Claimed::programs) {
            for traffic in without_reset {
                if let Some(counterexample) = attempt(&program, traffic)? {
                    return Ok(Some(counterexample));
                }
            }
            // Resets in about the cycles in which the last instructions are in the pipeline: an instruction is offered in each cycle.
            let end = program.instructions.len() as u64;
            for cycle in end.saturating_sub(2)..end + 4 {
                if let Some(counterexample) = attempt(&program, (Profile::Always, Some(cycle)))? {
                    return Ok(Some(counterexample));
                }
            }
        }
        for planned in BrewWalk::new(SEED, budget(hardware.kind()), Profile::Bursts) {
            if let Some(counterexample) = attempt(&planned.program, (planned.gaps, planned.reset_at))? {
                return Ok(Some(counterexample));
            }
        }
        Ok(None)
    }
}

/// The registers and the instruction in a refuted claim.
struct Claimed {
    /// The value and the type code of each register, where the claim has them.
    registers: [(Option<u32>, Option<u8>); REGISTERS],
    /// The words of the instruction.
    words: Vec<u16>,
}

/// Appends instructions that write a register or its type, from `contents` if they can. They may use the register `free`.
type RegisterWriter = fn(&mut BrewProgram, register: u8, contents: Typed, free: u8);

/// In this order: load a value; set the type by a constant; set the type from a register; `$r <- $r + $r`; `$r <- $r * $r`;
/// `$r <- $r - $r`. For register R the last three are the words 0xR4RR, 0xR9RR and 0xR5RR.
const WRITERS: [RegisterWriter; 6] = [
    |program, register, contents, _| program.load(register, contents.value),
    |program, register, contents, _| program.set_type(register, contents.code),
    |program, register, contents, free| {
        program.load(free, contents.code.into());
        program.set_type_from(register, free);
    },
    |program, register, _, _| program.instructions.push(vec![0x0400 + 0x1011 * u16::from(register)]),
    |program, register, _, _| program.instructions.push(vec![0x0900 + 0x1011 * u16::from(register)]),
    |program, register, _, _| program.instructions.push(vec![0x0500 + 0x1011 * u16::from(register)]),
];

impl Claimed {
    /// `None` if the claim has no instruction.
    fn new(refuted: &Refutation) -> Option<Self> {
        let [word0, word1, word2] = ["word0", "word1", "word2"].map(|name| refuted.value(name));
        let first = word0? as u16;
        let words = [first, word1.unwrap_or(0) as u16, word2.unwrap_or(0) as u16];
        let registers = std::array::from_fn(|register| {
            let state_value = |handle: StateHandle| refuted.value(ClaimInput::state(handle.name));
            let register_value = |form| {
                let values = state::register_values(form);
                refuted.value(ClaimInput::state(format!("{}[{register}]", values.name)))
            };
            let code = state_value(state::register_type(register));
            // The design has one of the two register files.
            let value =
                register_value(RegisterFileForm::Asynchronous).or(register_value(RegisterFileForm::Synchronous));
            // The claim may begin in a state with the code `MASK`, which no instruction can give a register.
            let code = code.map(|code| code as u8).filter(|code| *code != MASK);
            (value.map(|value| value as u32), code)
        });
        Some(Claimed {
            registers,
            words: words[..length(first)].to_vec(),
        })
    }

    /// Instructions that set the registers to the claim's values and types, where the claim has them.
    fn prologue(&self) -> BrewProgram {
        let mut program = BrewProgram::default();
        for (register, (value, code)) in (0..).zip(self.registers) {
            value.into_iter().for_each(|value| program.load(register, value));
            code.into_iter().for_each(|code| program.set_type(register, code));
        }
        program
    }

    /// First the prologue and the instruction. Then, for each register that the instruction names, each writer, and 0 to 3 instructions
    /// between: the prologue, the writer, the instructions between, the instruction, and reads of all registers that it names.
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
                // A value whose bytes all differ.
                value: value.unwrap_or(0x0102_0304),
                code: code.unwrap_or(0),
            };
            for writer in WRITERS {
                for distance in 0..4 {
                    let mut program = self.prologue();
                    writer(&mut program, *register, contents, free);
                    // `$free <- tiny 1`.
                    let between = vec![u16::from(free) << 12 | 0x011];
                    program.instructions.extend(std::iter::repeat_n(between, distance));
                    program.instructions.push(self.words.clone());
                    // `$free <- $read`: an or of equal sources.
                    let reads = named
                        .iter()
                        .map(|read| u16::from(free) << 12 | (0x200 + 0x11 * u16::from(*read)));
                    program.instructions.extend(reads.map(|word| vec![word]));
                    programs.push(program);
                }
            }
        }
        programs
    }
}
