//! The engines, all running the same design on the same stimulus.

use crate::bench::Subject;
use crate::sim::Engine;
use crate::units::video::testbench::Case;
use std::hint::black_box;
use std::rc::Rc;

/// Cycles per piece of work.
const PIECE: u64 = 256;
/// Inputs that change in every cycle.
const INPUTS: [&str; 5] = ["in_control", "in_a", "in_b", "in_c", "in_tag"];
const OUTPUTS: [&str; 2] = ["out_d", "out_tag"];

/// The stimulus: in every cycle an instruction that the ALU takes, and a result that is taken from it.
pub(super) fn stimulus(cases: &[Case]) -> Rc<[[u64; INPUTS.len()]]> {
    let cycle = |(case, tag): (&Case, u64)| {
        let control = case.control.0;
        [control, case.a.into(), case.b.into(), case.c.into(), tag & 0xff]
    };
    cases.iter().zip(0..).map(cycle).collect()
}

/// An engine in the middle of the stimulus.
pub(super) struct Running {
    engine: Box<dyn Engine>,
    inputs: [usize; INPUTS.len()],
    outputs: [usize; OUTPUTS.len()],
    stimulus: Rc<[[u64; INPUTS.len()]]>,
    place: usize,
}

impl Running {
    /// Resets the engine.
    pub fn new(mut engine: Box<dyn Engine>, stimulus: Rc<[[u64; INPUTS.len()]]>) -> Self {
        let set = |engine: &mut Box<dyn Engine>, name: &str, value| engine.set(engine.port(name), value);
        set(&mut engine, "out_ready", 1);
        for level in [1, 0] {
            set(&mut engine, "reset", level);
            engine.settle();
            engine.tick();
        }
        set(&mut engine, "in_valid", 1);
        Running {
            inputs: INPUTS.map(|name| engine.port(name)),
            outputs: OUTPUTS.map(|name| engine.port(name)),
            stimulus,
            place: 0,
            engine,
        }
    }

    fn cycle(&mut self) -> [u64; OUTPUTS.len()] {
        let values = &self.stimulus[self.place];
        self.place = (self.place + 1) % self.stimulus.len();
        for (port, value) in self.inputs.iter().zip(values) {
            self.engine.set(*port, *value);
        }
        self.engine.settle();
        let outputs = self.outputs.map(|port| self.engine.get(port));
        self.engine.tick();
        outputs
    }

    /// The outputs of the next `cycles` cycles.
    pub fn outputs(&mut self, cycles: usize) -> Vec<[u64; OUTPUTS.len()]> {
        (0..cycles).map(|_| self.cycle()).collect()
    }

    /// Measures the engine.
    pub fn subject(mut self) -> Subject {
        Subject::new(move || {
            for _ in 0..PIECE {
                black_box(self.cycle());
            }
            PIECE
        })
    }
}
