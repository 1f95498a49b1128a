//! Functional coverage of the instructions without a fault.

use super::encoding::{ACCESSES, Function, HELD, packed_place};
use super::isa::{PACKED, VXSAT_ACCESSES};
use super::testbench::{InstructionOutcome, Observation};
use lanesmith_ptx::{Family, Mode, OPERATIONS, Operation, WIDTHS, Width};
use lanesmith_sim::cover::{Axis, Combination, crosses};
use std::sync::LazyLock;

crosses! {
    // The beginning of the names of all interfaces' modules.
    module "riscv";

    /// For each instruction: its mode, and the source of its modifiers.
    instructions "riscv instructions" [
        instructions(),
        Axis::new("mode", modes()),
        Axis::new("modifiers", ["default", "configuration", "default, third register"]),
    ] {
        "Accesses and foreign instructions have no modes and no modifiers." =>
            |bin| family(bin).is_none() && !(bin.is("mode", "merge") && bin.is("modifiers", "default")),
        "vset has no .sat." => |bin| family(bin) == Some(Family::Comparison) && bin.is("mode", ".sat"),
        "Dot products have no modes, no mask and no selectors." => |bin| {
            family(bin) == Some(Family::Dot) && (!bin.is("mode", "merge") || bin.is("modifiers", "configuration"))
        },
        ADDS => |bin| {
            let adds = family(bin) == Some(Family::Arithmetic) && bin.is("mode", ".add");
            bin.is("modifiers", "default, third register") && !adds && family(bin) != Some(Family::Dot)
        },
    }

    /// For each operation: the source of c, and the configuration's bit chain.
    third "riscv third operand" [
        Axis::new("c", ["reset", "written", "chained", "third register"]),
        Axis::new("mode", modes().chain(["dot product"])),
        Axis::new("chain", ["off", "on"]),
    ] {
        ADDS => |bin| bin.is("c", "third register") && !bin.is("mode", ".add") && !bin.is("mode", "dot product"),
    }

    /// For each instruction: its outcome, and that of the instruction before it.
    sequences "riscv sequences" [
        Axis::new("before", OUTCOMES),
        Axis::new("gap", ["yes", "no"]),
        Axis::new("instruction", ["operation", "access", "foreign"]),
        Axis::new("outcome", OUTCOMES),
    ] {
        "The unit answers each of its own instructions, unless the core withdraws the instruction or a reset drops it." =>
            |bin| bin.is("outcome", "not answered") && !bin.is("instruction", "foreign"),
        "Before an answered foreign instruction, the preceding instruction was answered or dropped by a reset: only VexRiscv's unit answers foreign instructions, and it answers every instruction that no reset drops." =>
            |bin| {
                (bin.is("before", "not answered") || bin.is("before", "withdrawn"))
                    && bin.is("instruction", "foreign")
                    && bin.is("outcome", "answered")
            },
    }

    /// For each packed instruction: vxsat before it and after it.
    packed "riscv packed instructions" [
        Axis::new("instruction", PACKED.iter().map(|row| row.name).chain(VXSAT_ACCESSES.iter().map(|row| row.name))),
        Axis::new("before", ["0", "1"]),
        Axis::new("after", ["0", "1"]),
    ] {
        "A packed instruction never clears vxsat." =>
            |bin| bin.of("instruction") < PACKED.len() && bin.of("before") > bin.of("after"),
        "A packed instruction whose definition has no saturation never changes vxsat." => |bin| {
            let row = PACKED.get(bin.of("instruction"));
            row.is_some_and(|row| !row.saturates()) && bin.of("before") != bin.of("after")
        },
        "csrrs and csrrsi never clear vxsat; csrrc and csrrci never set vxsat." => |bin| {
            let is = |name| bin.is("instruction", name);
            let (before, after) = (bin.of("before"), bin.of("after"));
            ((is("csrrs") || is("csrrsi")) && before > after) || ((is("csrrc") || is("csrrci")) && before < after)
        },
    }
}

const ADDS: &str = "Only dot products, and arithmetic instructions with .add, take a third source register.";

/// In the order of [`InstructionOutcome`].
const OUTCOMES: [&str; 4] = ["answered", "not answered", "withdrawn", "reset"];

/// The operations for each width, in the order of the axes.
static KINDS: LazyLock<Vec<(Width, Operation)>> = LazyLock::new(|| {
    let of = |width| {
        let rows = OPERATIONS.iter().map(|row| row.operation);
        rows.filter(move |operation| operation.widths().contains(&width))
            .map(move |operation| (width, operation))
    };
    WIDTHS.into_iter().flat_map(of).collect()
});

/// The family of a combination's operation; `None` for accesses and foreign instructions.
fn family(bin: &Combination) -> Option<Family> {
    KINDS
        .get(bin.of("instruction"))
        .map(|(_, operation)| operation.family())
}

fn modes() -> impl Iterator<Item = &'static str> {
    Mode::ALL.into_iter().map(|mode| match mode.suffix() {
        "" => "merge",
        suffix => suffix,
    })
}

fn instructions() -> Axis {
    let operations = KINDS.iter().map(|(width, operation)| operation.name(*width));
    let accesses = ACCESSES.iter().map(|row| row.name.to_owned());
    Axis::new("instruction", operations.chain(accesses).chain(["foreign".to_owned()]))
}

/// The index of the source of c that is a third source register.
const REGISTER: usize = 3;

/// Bins hit so far, and the state that later bins depend on.
#[derive(Clone, Debug)]
pub(crate) struct RiscvHistory {
    pub hits: Hits,
    before: InstructionOutcome,
    third: usize,
}

impl Default for RiscvHistory {
    fn default() -> Self {
        RiscvHistory {
            hits: Hits::default(),
            before: InstructionOutcome::Reset,
            third: 0,
        }
    }
}

impl RiscvHistory {
    pub(crate) fn note(&mut self, observation: &Observation) {
        let done = &observation.done;
        let kind = match (done.operation, done.access) {
            (true, _) => 0,
            (_, true) => 1,
            _ => 2,
        };
        let gap = usize::from(observation.back_to_back);
        let outcome = observation.outcome;
        self.hits
            .sequences(&[self.before as usize, gap, kind, outcome as usize]);
        self.before = outcome;
        match outcome {
            InstructionOutcome::Answered | InstructionOutcome::Ignored => {}
            InstructionOutcome::Withdrawn => return,
            InstructionOutcome::Reset => return self.third = 0,
        }
        let function = observation.function;
        if let Some(place) = packed_place(function).filter(|_| done.known()) {
            let mut after = observation.before.clone();
            after.execute(function.0, observation.step.registers());
            let [before, after] = [observation.before, &after].map(|unit| usize::from(unit.vxsat()));
            self.hits.packed(&[place, before, after]);
            return;
        }
        let instruction = function.instruction().filter(|_| done.operation);
        let access = ACCESSES.iter().position(|row| Function::access(row.access) == function);
        let place = match (&instruction, access.filter(|_| done.access)) {
            (Some(i), _) => {
                let kind = KINDS.iter().position(|kind| *kind == (i.width, i.operation));
                [kind.expect("a kind"), i.mode as usize, (function.0 >> HELD) as usize]
            }
            (_, Some(access)) => [KINDS.len() + access, 0, 0],
            _ => [KINDS.len() + ACCESSES.len(), 0, 0],
        };
        let chain = observation.before.chains();
        self.hits.instructions(&place);
        if let Some(i) = instruction {
            let is_dot = i.operation.family() == Family::Dot;
            let mode = if is_dot { Mode::ALL.len() } else { i.mode as usize };
            let is_register = function.has_third();
            let third = if is_register { REGISTER } else { self.third };
            self.hits.third(&[third, mode, usize::from(chain)]);
            if chain && !is_register && (is_dot || i.mode == Mode::Accumulate) {
                self.third = 2;
            }
        } else if done.access && function == Function::access(super::encoding::StateAccess::SwapC) {
            self.third = 1;
        }
    }
}
