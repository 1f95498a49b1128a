//! Functional coverage of the instructions without a fault.

mod packed;
mod scalar;

use super::encoding::{ACCESSES, Function, HELD};
use super::testbench::Observation;
use crate::ptx::{Family, Mode, OPERATIONS, Operation, WIDTHS, Width};
use crate::sim::cover::{Axis, Cross, Rule, crosses};
use std::sync::LazyLock;

/// The beginning of the names of all interfaces' modules.
const MODULE: &str = "riscv";

crosses! {
    instructions: instructions(),
    third: third(),
    sequences: sequences(),
    scalar: scalar::operations(),
    parts: scalar::parts(),
    packed: packed::instructions(),
}

/// The operations for each width, in the order of the axes.
static KINDS: LazyLock<Vec<(Width, Operation)>> = LazyLock::new(|| {
    let of = |width| {
        let rows = OPERATIONS.iter().map(|row| row.operation);
        rows.filter(move |operation| operation.widths().contains(&width))
            .map(move |operation| (width, operation))
    };
    WIDTHS.into_iter().flat_map(of).collect()
});

/// The family of the operation with this index in [`KINDS`]; `None` for accesses and foreign instructions.
fn family(kind: usize) -> Option<Family> {
    KINDS.get(kind).map(|(_, operation)| operation.family())
}

fn modes() -> impl Iterator<Item = &'static str> {
    Mode::ALL.into_iter().map(|mode| match mode.suffix() {
        "" => "merge",
        suffix => suffix,
    })
}

fn instructions() -> Cross {
    let operations = KINDS.iter().map(|(width, operation)| operation.name(*width));
    let accesses = ACCESSES.iter().map(|row| row.name.to_owned());
    let names: Vec<String> = operations.chain(accesses).chain(["foreign".to_owned()]).collect();
    Cross::new(
        MODULE,
        [
            "riscv instructions",
            "For each instruction: its mode, and the source of its modifiers.",
        ],
        vec![
            Axis::new("instruction", names),
            Axis::new("mode", modes()),
            Axis::new("modifiers", ["default", "configuration", "default, third register"]),
        ],
        vec![
            Rule {
                reason: "Accesses and foreign instructions have no modes and no modifiers.",
                excludes: |bin| {
                    family(bin.of("instruction")).is_none()
                        && !(bin.is("mode", "merge") && bin.is("modifiers", "default"))
                },
            },
            Rule {
                reason: "vset has no .sat.",
                excludes: |bin| family(bin.of("instruction")) == Some(Family::Comparison) && bin.is("mode", ".sat"),
            },
            Rule {
                reason: "Dot products have no modes, no mask and no selectors.",
                excludes: |bin| {
                    family(bin.of("instruction")) == Some(Family::Dot)
                        && (!bin.is("mode", "merge") || bin.is("modifiers", "configuration"))
                },
            },
            Rule {
                reason: "Only dot products, and arithmetic instructions with .add, take a third source register.",
                excludes: |bin| {
                    let family = family(bin.of("instruction"));
                    let adds = family == Some(Family::Arithmetic) && bin.is("mode", ".add");
                    bin.is("modifiers", "default, third register") && !adds && family != Some(Family::Dot)
                },
            },
        ],
    )
}

fn third() -> Cross {
    Cross::new(
        MODULE,
        [
            "riscv third operand",
            "For each operation: the source of c, and the configuration's bit chain.",
        ],
        vec![
            Axis::new("c", ["reset", "written", "chained", "third register"]),
            Axis::new("mode", modes().chain(["dot product"])),
            Axis::new("chain", ["off", "on"]),
        ],
        vec![Rule {
            reason: "Only dot products, and arithmetic instructions with .add, take a third source register.",
            excludes: |bin| bin.is("c", "third register") && !bin.is("mode", ".add") && !bin.is("mode", "dot product"),
        }],
    )
}

fn sequences() -> Cross {
    Cross::new(
        MODULE,
        [
            "riscv sequences",
            "For each instruction: its outcome, and that of the instruction before it.",
        ],
        vec![
            Axis::new("before", ["answered", "not answered", "withdrawn", "reset"]),
            Axis::new("gap", ["yes", "no"]),
            Axis::new("instruction", ["operation", "access", "foreign"]),
            Axis::new("outcome", ["answered", "not answered", "withdrawn", "reset"]),
        ],
        vec![
            Rule {
                reason: "The unit answers each of its own instructions, unless the core withdraws the instruction or a reset drops it.",
                excludes: |bin| bin.is("outcome", "not answered") && !bin.is("instruction", "foreign"),
            },
            Rule {
                reason: "Before an answered foreign instruction, the preceding instruction was answered or dropped by a reset: only VexRiscv's unit answers foreign instructions, and it answers every instruction that no reset drops.",
                excludes: |bin| {
                    (bin.is("before", "not answered") || bin.is("before", "withdrawn"))
                        && bin.is("instruction", "foreign")
                        && bin.is("outcome", "answered")
                },
            },
        ],
    )
}

/// The index of the source of c that is a third source register.
const REGISTER: usize = 3;

const ANSWERED: usize = 0;
const IGNORED: usize = 1;
const WITHDRAWN: usize = 2;
const RESET: usize = 3;

/// Bins hit so far, and the state that later bins depend on.
#[derive(Clone, Debug)]
pub(crate) struct RiscvHistory {
    pub hits: Hits,
    before: usize,
    third: usize,
}

impl Default for RiscvHistory {
    fn default() -> Self {
        RiscvHistory {
            hits: Hits::default(),
            before: RESET,
            third: 0,
        }
    }
}

impl RiscvHistory {
    pub(crate) fn note(&mut self, observation: &Observation) {
        let done = &observation.done;
        let end = match () {
            () if observation.reset => RESET,
            () if observation.answered => ANSWERED,
            () if observation.ignored => IGNORED,
            () => WITHDRAWN,
        };
        let kind = match (done.operation, done.access) {
            (true, _) => 0,
            (_, true) => 1,
            _ => 2,
        };
        let gap = usize::from(observation.back_to_back);
        self.hits
            .sequences
            .insert(CROSSES.sequences.index(&[self.before, gap, kind, end]));
        self.before = end;
        if end == RESET {
            self.third = 0;
        }
        if ![ANSWERED, IGNORED].contains(&end) {
            return;
        }
        let function = observation.function;
        let is_own = done.operation || done.access;
        if is_own
            && packed::note(
                &mut self.hits,
                function,
                observation.step.registers(),
                observation.before,
            )
        {
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
        if function.is_scalar() && done.operation {
            if scalar::note(&mut self.hits, function, observation.before.scalar_configuration()) && chain {
                self.third = 2;
            }
            return;
        }
        self.hits.instructions.insert(CROSSES.instructions.index(&place));
        if let Some(i) = instruction {
            let is_dot = i.operation.family() == Family::Dot;
            let mode = if is_dot { Mode::ALL.len() } else { i.mode as usize };
            let is_register = function.has_third();
            let third = if is_register { REGISTER } else { self.third };
            self.hits
                .third
                .insert(CROSSES.third.index(&[third, mode, usize::from(chain)]));
            if chain && !is_register && (is_dot || i.mode == Mode::Accumulate) {
                self.third = 2;
            }
        } else if done.access && function == Function::access(super::encoding::StateAccess::SwapC) {
            self.third = 1;
        }
    }
}
