//! Every accepted instruction comes back once, in order, with its tag and the right result.

use super::{Case, Pipelined};
use crate::sim::testbench::{Fault, FaultKind, Offer, Scoreboard};
use std::collections::VecDeque;
use std::marker::PhantomData;

/// Judges results of the unit `P`.
pub(super) struct Results<'c, P> {
    cases: std::slice::Iter<'c, Case>,
    progress: &'c dyn Fn(u64),
    /// Instructions that are to come back: case, tag, right result, the cycle in which the hardware took it.
    pending: VecDeque<(&'c Case, u8, u32, u64)>,
    current: Option<(&'c Case, u8, u32)>,
    pub offered: u64,
    /// `d` of every result that is not wrong, in order.
    pub results: Vec<u32>,
    /// How the last wrong result should have come about.
    pub explanation: Option<String>,
    judges: bool,
    unit: PhantomData<P>,
}

impl<'c, P: Pipelined> Results<'c, P> {
    /// That are collected, right or not.
    pub fn collecting(cases: &'c [Case]) -> Self {
        Results {
            judges: false,
            ..Results::new(cases, &|_| ())
        }
    }

    /// Of these cases; `progress` hears of each.
    pub fn new(cases: &'c [Case], progress: &'c dyn Fn(u64)) -> Self {
        Results {
            cases: cases.iter(),
            progress,
            pending: VecDeque::new(),
            current: None,
            offered: 0,
            results: Vec::with_capacity(cases.len()),
            explanation: None,
            judges: true,
            unit: PhantomData,
        }
    }
}

impl<P: Pipelined> Scoreboard for Results<'_, P> {
    fn offer(&mut self, payload: &mut [u64]) -> Offer {
        let Some(case) = self.cases.next() else {
            return Offer::Done;
        };
        (self.progress)(1);
        let tag = self.offered as u8;
        let [a, b, c] = case.operands.map(u64::from);
        payload.copy_from_slice(&[case.control, a, b, c, tag.into()]);
        self.current = Some((case, tag, case.expected.unwrap_or_else(|| P::evaluate(case))));
        self.offered += 1;
        Offer::Item
    }

    fn accepted(&mut self, cycle: u64) {
        let current = self.current.take();
        self.pending
            .extend(current.map(|(case, tag, expected)| (case, tag, expected, cycle)));
    }

    fn retired(&mut self, payload: &[u64], cycle: u64) -> Result<(), Fault> {
        let (got, tag) = (payload[0] as u32, payload[1] as u8);
        let fault = |kind, detail| Err(Fault { cycle, kind, detail });
        let Some((case, own, expected, accepted)) = self.pending.pop_front() else {
            return fault(FaultKind::Unexpected, format!("d {got:#010x}, tag {tag}"));
        };
        if tag != own {
            let detail = format!("tag {tag} came where tag {own} was next");
            return fault(FaultKind::WrongOrder, detail);
        }
        if got != expected && self.judges {
            self.explanation = Some(format!(
                "accepted in cycle {accepted}, tag {tag}\n{}\nexpected {expected:#010x}, got {got:#010x}",
                P::explain(case)
            ));
            let detail = format!("got {got:#010x}, expected {expected:#010x}");
            return fault(FaultKind::WrongResult, detail);
        }
        self.results.push(got);
        Ok(())
    }

    fn outstanding(&self) -> usize {
        self.pending.len()
    }

    fn flush(&mut self) {
        self.current = None;
        self.pending.clear();
    }
}
