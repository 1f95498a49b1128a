//! What is told apart of the instructions that went right.

use super::encoding::{ACCESSES, Function, HELD, operations as rows};
use super::testbench::Observation;
use crate::sim::cover::{Axis, BinSet, Cross, Rule};
use crate::units::video::ptx::{Control, Mode, OperationRow, WIDTHS};
use std::sync::LazyLock;

/// The beginning of the names of all interfaces' modules.
const MODULE: &str = "riscv";

/// The crosses, in the order of [`Hits`].
pub(crate) static CROSSES: LazyLock<Vec<Cross>> = LazyLock::new(|| vec![instructions(), third(), sequences()]);

/// The bins that were hit, for each of [`CROSSES`].
type Hits = [BinSet; 3];

/// Operations by width, accesses, and what is somebody else's.
fn classes() -> usize {
    operations() + ACCESSES.len() + 1
}

fn operations() -> usize {
    WIDTHS.len() * rows().len()
}

fn modes() -> Axis {
    let name = |mode: Mode| match mode.suffix() {
        "" => "merge",
        suffix => suffix,
    };
    Axis::new("mode", Mode::ALL.map(name))
}

fn instructions() -> Cross {
    let operations = WIDTHS.iter().flat_map(|width| {
        let name = move |row: &OperationRow| format!("{}{}", row.mnemonic, width.suffix());
        rows().iter().map(name)
    });
    let accesses = ACCESSES.iter().map(|row| row.name.to_owned());
    let names: Vec<String> = operations
        .chain(accesses)
        .chain(["somebody else's".to_owned()])
        .collect();
    Cross::new(
        MODULE,
        [
            "riscv instructions",
            "Each instruction: what it is, and where its modifiers come from.",
        ],
        vec![
            Axis::new("instruction", names),
            modes(),
            Axis::new("modifiers", ["default", "held"]),
        ],
        vec![Rule {
            reason: "Only operations have modes and modifiers.",
            excludes: |place| place[0] >= self::operations() && (place[1] > 0 || place[2] > 0),
        }],
    )
}

fn third() -> Cross {
    Cross::new(
        MODULE,
        [
            "riscv third operand",
            "Each operation: where its c comes from, and whether its result may become c.",
        ],
        vec![
            Axis::new("c", ["of reset", "written", "chained"]),
            modes(),
            Axis::new("chain", ["off", "on"]),
        ],
        vec![],
    )
}

fn sequences() -> Cross {
    Cross::new(
        MODULE,
        [
            "riscv sequences",
            "Each instruction: what was before it, and how it ended.",
        ],
        vec![
            Axis::new("before", ["answered", "not answered", "withdrawn", "reset"]),
            Axis::new("gap", ["yes", "no"]),
            Axis::new("instruction", ["operation", "access", "somebody else's"]),
            Axis::new("end", ["answered", "not answered", "withdrawn", "reset"]),
        ],
        vec![
            Rule {
                reason: "An own instruction does not stay without an answer.",
                excludes: |place| place[3] == IGNORED && place[2] != 2,
            },
            Rule {
                reason: "An interface that leaves instructions without an answer, or lets them be withdrawn, answers no others'.",
                excludes: |place| [IGNORED, WITHDRAWN].contains(&place[0]) && place[2] == 2 && place[3] == ANSWERED,
            },
        ],
    )
}

const ANSWERED: usize = 0;
const IGNORED: usize = 1;
const WITHDRAWN: usize = 2;
const RESET: usize = 3;

/// What was hit, and what that depends on.
#[derive(Debug)]
pub(crate) struct History {
    pub hits: Hits,
    before: usize,
    third: usize,
}

impl Default for History {
    fn default() -> Self {
        History {
            hits: Hits::default(),
            before: RESET,
            third: 0,
        }
    }
}

impl History {
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
        self.hits[2].insert(CROSSES[2].index(&[self.before, gap, kind, end]));
        self.before = end;
        if end == RESET {
            self.third = 0;
        }
        if ![ANSWERED, IGNORED].contains(&end) {
            return;
        }
        let function = Function::of(observation.step.word);
        let control = Control(function.0.into());
        let mode = match (control.get("saturate"), control.get("accumulate")) {
            (0, 0) => Mode::Merge,
            (_, 0) => Mode::Saturate,
            _ => Mode::Accumulate,
        };
        let access = ACCESSES.iter().position(|row| Function::access(row.access) == function);
        let class = match (done.operation, access.filter(|_| done.access)) {
            (true, _) => control.get("width") as usize * rows().len() + control.get("op") as usize,
            (_, Some(access)) => operations() + access,
            _ => classes() - 1,
        };
        let place = match done.operation {
            true => [class, mode as usize, (function.0 >> HELD) as usize],
            false => [class, 0, 0],
        };
        self.hits[0].insert(CROSSES[0].index(&place));
        let chain = observation.before.chains();
        if done.operation {
            self.hits[1].insert(CROSSES[1].index(&[self.third, mode as usize, usize::from(chain)]));
            if chain && mode == Mode::Accumulate {
                self.third = 2;
            }
        } else if done.access && function == Function::access(super::encoding::Access::SwapC) {
            self.third = 1;
        }
    }
}
