//! Instructions with their operands, the noise in bits that hardware ignores, and golden's results for many at a time.

use super::{Pipelined, evaluate_all};
use lanesmith_sim::testbench::Random;
use std::rc::Rc;
use std::sync::Arc;

/// An instruction with its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The control word.
    pub control: u64,
    /// The registers `a`, `b`, `c`.
    pub operands: [u32; 3],
    /// The result of another source than golden; golden's where absent.
    pub expected: Option<u32>,
    /// The instruction as it is written, where the control word does not say that.
    pub text: Option<Arc<String>>,
}

impl Case {
    /// The instruction of a control word, on registers.
    #[inline]
    pub fn new(control: u64, operands: [u32; 3]) -> Self {
        Case {
            control,
            operands,
            expected: None,
            text: None,
        }
    }

    /// With a result of another source than golden.
    pub fn expecting(self, d: u32) -> Self {
        Case {
            expected: Some(d),
            ..self
        }
    }

    /// The right result on the unit `P`.
    pub fn result<P: Pipelined>(&self) -> u32 {
        self.expected.unwrap_or_else(|| P::evaluate(self))
    }
}

/// The bits that hardware ignores in a control word.
pub type IgnoredBits = Rc<dyn Fn(u64) -> u64>;

/// The control words of a configuration, with noise in the bits that it ignores.
pub struct Noise {
    ignored: Option<IgnoredBits>,
    random: Random,
}

impl Noise {
    /// Noise for a unit.
    pub fn new<P: Pipelined>(unit: &P, random: Random) -> Self {
        let ignored = unit.ignored_bits();
        Noise { ignored, random }
    }

    /// A control word with the meaning of `control`, each time another one.
    #[inline]
    pub fn word(&mut self, control: u64) -> u64 {
        let Some(ignored) = &self.ignored else {
            return control;
        };
        let (noise, ignored) = (self.random.bits(), ignored(control));
        control & !ignored | noise & ignored
    }

    /// Where the noise comes from.
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }
}

/// Cases per pass of golden.
pub const PASS: usize = 2048;
/// From this many cases on a pass of the golden model over bit-planes is faster than single evaluations.
const WORTH: usize = 64;

/// Cases with golden's results where they have none, many computed at a time.
pub struct Judged<P, I> {
    unit: P,
    cases: I,
    /// A pass, in reverse order.
    ready: Vec<Case>,
}

impl<P: Pipelined, I: Iterator<Item = Case>> Judged<P, I> {
    /// The cases of `cases`.
    pub fn new(unit: P, cases: I) -> Self {
        let ready = vec![];
        Judged { unit, cases, ready }
    }
}

impl<P: Pipelined, I: Iterator<Item = Case>> Iterator for Judged<P, I> {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        if self.ready.is_empty() {
            self.ready.extend(self.cases.by_ref().take(PASS));
            if self.ready.len() >= WORTH {
                let results = evaluate_all(&self.unit, &self.ready);
                for (case, d) in self.ready.iter_mut().zip(results) {
                    case.expected.get_or_insert(d);
                }
            }
            self.ready.reverse();
        }
        self.ready.pop()
    }
}
