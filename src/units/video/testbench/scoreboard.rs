//! Judges the SIMD video ALU: every accepted instruction comes back once, in order, with its tag and golden's result.

use super::case::{Case, Noise};
use super::view;
use crate::sim::Engine;
use crate::sim::testbench::{Fault, FaultKind, Offer, Random, Scoreboard};
use crate::units::video::rtl::Config;
use std::collections::VecDeque;

/// What a source of work has.
pub enum Next {
    /// The next case.
    Case(Case),
    /// Nothing before another result came.
    Later,
    /// Nothing any more.
    Done,
}

/// Where cases come from. Every endless or finite iterator of cases is one.
pub trait Source {
    /// The next case.
    fn next_case(&mut self) -> Next;
    /// The hardware's result of the earliest case without a result.
    fn result(&mut self, _d: u32) {}
}

/// Cases that do not depend on results.
pub struct Independent<I>(pub I);

impl<I: Iterator<Item = Case>> Source for Independent<I> {
    fn next_case(&mut self) -> Next {
        self.0.next().map_or(Next::Done, Next::Case)
    }
}

/// A case under way.
#[derive(Clone, Debug)]
pub struct Pending {
    /// The case.
    pub case: Case,
    /// Its tag.
    pub tag: u8,
    /// The right result.
    pub expected: u32,
    /// When the hardware took it.
    pub accepted: u64,
}

/// A case whose result is wrong.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The case with its right result.
    pub pending: Pending,
    /// The hardware's result.
    pub got: u32,
}

/// The scoreboard of the SIMD video ALU.
pub struct VideoScoreboard<'s> {
    source: &'s mut dyn Source,
    noise: Noise,
    current: Option<Pending>,
    pending: VecDeque<Pending>,
    tag: u8,
    mismatch: Option<Mismatch>,
    latencies: Option<(u64, u64)>,
    offers: u64,
    right: u64,
}

impl<'s> VideoScoreboard<'s> {
    /// Judges hardware of this configuration on the cases of `source`. `seed` decides the noise in control bits that
    /// the configuration ignores.
    pub fn new(config: Config, source: &'s mut dyn Source, seed: u64) -> Self {
        Self {
            source,
            noise: Noise::new(&config, Random::new(seed)),
            current: None,
            pending: VecDeque::new(),
            tag: 0,
            mismatch: None,
            latencies: None,
            offers: 0,
            right: 0,
        }
    }

    /// The wrong result, after a run that ended with [`FaultKind::WrongResult`].
    pub fn mismatch(&self) -> Option<&Mismatch> {
        self.mismatch.as_ref()
    }

    /// Instructions that were offered to the hardware so far.
    pub fn offered(&self) -> u64 {
        self.offers
    }

    /// Right results so far.
    pub fn right(&self) -> u64 {
        self.right
    }

    /// The fewest and the most cycles between an instruction and its result so far.
    pub fn latencies(&self) -> Option<(u64, u64)> {
        self.latencies
    }

    /// The earliest case without a result.
    pub(super) fn front(&self) -> Option<&Pending> {
        self.pending.front()
    }
}

impl Scoreboard for VideoScoreboard<'_> {
    fn offer(&mut self, payload: &mut [u64]) -> Offer {
        let case = match self.source.next_case() {
            Next::Case(case) => case,
            Next::Later => return Offer::Later,
            Next::Done => return Offer::Done,
        };
        let [control_port, a, b, c, tag] = payload else {
            unreachable!("the input stream has five payload ports")
        };
        *control_port = self.noise.word(&case);
        (*a, *b, *c) = (case.a.into(), case.b.into(), case.c.into());
        *tag = self.tag.into();
        self.current = Some(Pending {
            expected: case.d(),
            tag: self.tag,
            accepted: 0,
            case,
        });
        self.tag = self.tag.wrapping_add(1);
        self.offers += 1;
        Offer::Item
    }

    fn accepted(&mut self, cycle: u64) {
        if let Some(current) = self.current.take() {
            self.pending.push_back(Pending {
                accepted: cycle,
                ..current
            });
        }
    }

    fn retired(&mut self, payload: &[u64], cycle: u64) -> Result<(), Fault> {
        let (got, tag) = (payload[0] as u32, payload[1] as u8);
        let fault = |kind, detail| Err(Fault { cycle, kind, detail });
        let Some(pending) = self.pending.pop_front() else {
            return fault(FaultKind::Unexpected, format!("d {got:#010x}, tag {tag}"));
        };
        if tag != pending.tag {
            let detail = format!("tag {tag} came where tag {} was next", pending.tag);
            return fault(FaultKind::WrongOrder, detail);
        }
        if got != pending.expected {
            let detail = format!("got {got:#010x}, expected {:#010x}", pending.expected);
            self.mismatch = Some(Mismatch { pending, got });
            return fault(FaultKind::WrongResult, detail);
        }
        let latency = cycle - pending.accepted;
        let (least, most) = self.latencies.unwrap_or((latency, latency));
        self.latencies = Some((least.min(latency), most.max(latency)));
        self.right += 1;
        self.source.result(got);
        Ok(())
    }

    fn outstanding(&self) -> usize {
        self.pending.len()
    }

    fn flush(&mut self) {
        self.current = None;
        self.pending.clear();
    }

    fn helpers(&self, engine: &dyn Engine, values: &mut Vec<u64>) {
        view::helper_values(self, engine, values);
    }
}
