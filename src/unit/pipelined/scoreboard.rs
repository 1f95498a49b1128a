//! Judges a unit: every accepted instruction comes back once, in order, with its tag and golden's result.

use super::case::{Case, Noise};
use super::text::{columns, write};
use super::{Pipelined, helper_values};
use lanesmith_sim::Engine;
use lanesmith_sim::testbench::{Offer, Random, Scoreboard, TestbenchFault, TestbenchFaultKind};
use std::collections::VecDeque;
use std::marker::PhantomData;

/// The next item of a source of work.
pub enum Next {
    /// The next case.
    Case(Case),
    /// No case before another result has come.
    Later,
    /// No more cases.
    Done,
}

/// A source of cases.
pub trait CaseSource {
    /// The next case.
    fn next_case(&mut self) -> Next;
    /// Receives a correct result of the hardware, of the earliest case without a result.
    fn result(&mut self, _d: u32) {}
}

impl<S: CaseSource + ?Sized> CaseSource for &mut S {
    fn next_case(&mut self) -> Next {
        (**self).next_case()
    }

    fn result(&mut self, d: u32) {
        (**self).result(d);
    }
}

/// Cases that do not depend on results.
pub struct Independent<I>(pub I);

impl<I: Iterator<Item = Case>> CaseSource for Independent<I> {
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
    /// When the hardware took it.
    pub accepted: u64,
}

/// A case whose result is wrong.
#[derive(Clone, Debug)]
pub struct WrongResult {
    /// The case.
    pub pending: Pending,
    /// The hardware's result.
    pub got: u32,
}

impl WrongResult {
    /// How the right result comes about, the difference, and the command that shows the right one.
    pub(super) fn describe<P: Pipelined>(&self) -> String {
        let Pending { case, tag, accepted } = &self.pending;
        let (explained, difference) = (P::explain(case), P::difference(case, self.got));
        // On operands of their own: in a vector file one register may have two values.
        let plain = Case {
            text: None,
            ..case.clone()
        };
        let [a, b, c] = columns::<P>(&plain).map(|value| format!("{value:#010x}"));
        let command = format!("lanesmith explain \"{}\" --a {a} --b {b} --c {c}", write::<P>(&plain));
        format!(
            "accepted in cycle {accepted}, tag {tag}\n{explained}\n{difference}\nrepeat the right result: {command}"
        )
    }
}

/// The scoreboard of the unit `P`.
pub struct PipelinedScoreboard<P, S> {
    unit: PhantomData<P>,
    source: S,
    noise: Noise,
    pending: VecDeque<Pending>,
    /// The last one pending is offered and not accepted yet.
    is_offered: bool,
    tag: u8,
    wrong: Option<Box<WrongResult>>,
    offers: u64,
    right: u64,
    /// The results so far, which are not judged.
    collected: Option<Vec<u32>>,
}

impl<P: Pipelined, S: CaseSource> PipelinedScoreboard<P, S> {
    /// Judges hardware of this unit on the cases of `source`. `seed` decides the noise in control bits that the configuration
    /// ignores.
    pub fn new(unit: P, source: S, seed: u64) -> Self {
        Self {
            source,
            noise: Noise::new(&unit, Random::new(seed)),
            unit: PhantomData,
            pending: VecDeque::new(),
            is_offered: false,
            tag: 0,
            wrong: None,
            offers: 0,
            right: 0,
            collected: None,
        }
    }

    /// Keeps the results of the cases of `source`, right or wrong; judges only their number and their tags.
    pub fn collecting(unit: P, source: S) -> Self {
        PipelinedScoreboard {
            collected: Some(vec![]),
            ..Self::new(unit, source, 0)
        }
    }

    /// The results that were kept.
    pub fn collected(&self) -> &[u32] {
        self.collected.as_deref().unwrap_or_default()
    }

    /// The wrong result, after a run that ended with [`TestbenchFaultKind::WrongResult`].
    pub fn wrong(&self) -> Option<&WrongResult> {
        self.wrong.as_deref()
    }

    /// Instructions that were offered to the hardware so far.
    pub fn offered(&self) -> u64 {
        self.offers
    }

    /// Right results so far.
    pub fn right(&self) -> u64 {
        self.right
    }

    /// The earliest case without a result.
    fn front(&self) -> Option<&Pending> {
        self.pending.front().filter(|_| self.outstanding() > 0)
    }
}

impl<P: Pipelined, S: CaseSource> Scoreboard for PipelinedScoreboard<P, S> {
    fn offer(&mut self, payload: &mut [u64]) -> Offer {
        let case = match self.source.next_case() {
            Next::Case(case) => case,
            Next::Later => return Offer::Later,
            Next::Done => return Offer::Done,
        };
        let [control_port, a, b, c, tag] = payload else {
            unreachable!("the input stream has five payload ports")
        };
        *control_port = self.noise.word(case.control);
        [*a, *b, *c] = case.operands.map(u64::from);
        *tag = self.tag.into();
        self.pending.push_back(Pending {
            tag: self.tag,
            accepted: 0,
            case,
        });
        self.is_offered = true;
        self.tag = self.tag.wrapping_add(1);
        self.offers += 1;
        Offer::Item
    }

    fn accepted(&mut self, cycle: u64) {
        if let Some(last) = self.pending.back_mut().filter(|_| self.is_offered) {
            last.accepted = cycle;
            self.is_offered = false;
        }
    }

    fn retired(&mut self, payload: &[u64], cycle: u64) -> Result<(), TestbenchFault> {
        let (got, tag) = (payload[0] as u32, payload[1] as u8);
        let Some(pending) = self.pending.front().filter(|_| self.outstanding() > 0) else {
            let message = format!("d {got:#010x}, tag {tag}");
            return Err(TestbenchFault::new(cycle, TestbenchFaultKind::Unexpected, message));
        };
        if tag != pending.tag {
            let message = format!("tag {tag} came where tag {} was next", pending.tag);
            return Err(TestbenchFault::new(cycle, TestbenchFaultKind::WrongOrder, message));
        }
        if let Some(collected) = &mut self.collected {
            collected.push(got);
        } else if got != pending.case.result::<P>() {
            let pending = self.pending.pop_front().expect("there is one at the front");
            let message = format!("got {got:#010x}, expected {:#010x}", pending.case.result::<P>());
            self.wrong = Some(Box::new(WrongResult { pending, got }));
            return Err(TestbenchFault::new(cycle, TestbenchFaultKind::WrongResult, message));
        }
        self.right += 1;
        self.pending.pop_front();
        self.source.result(got);
        Ok(())
    }

    fn outstanding(&self) -> usize {
        self.pending.len() - usize::from(self.is_offered)
    }

    fn flush(&mut self) {
        self.is_offered = false;
        self.pending.clear();
    }

    fn helpers(&self, engine: &dyn Engine, values: &mut Vec<u64>) {
        let answered = self.front().map(|pending| &pending.case);
        let get = |name: &str| engine.get(engine.port(name));
        let offered = (get("in_valid") != 0).then(|| get("in_control"));
        let answered = answered.filter(|_| get("out_valid") != 0);
        helper_values::<P>(offered, answered, get("out_d"), values);
    }
}
