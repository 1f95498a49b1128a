//! An instruction on its way through CV-X-IF, as the core sees it.

use super::session::{InstructionOutcome, Session};
use super::step::{Interruption, OffloadedInstruction};

/// What the core has decided about an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommitState {
    Open,
    Committed,
    Killed,
}

/// How the core takes an instruction back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Withdrawal {
    /// It kills it, and offers it no longer.
    Kill,
    /// It kills it, but offers it until it is answered.
    KillAndOffer,
    /// It says nothing: it offers it no longer, or gives its number to the next one.
    Silence,
}

/// Where an instruction is.
#[derive(Clone, Debug)]
pub(super) struct InFlight {
    /// Its number, as of its first offer.
    pub id: u64,
    /// There was a cycle without an offer before it.
    pub gap: bool,
    /// The cycles since its first offer, that one not counted; nothing before.
    pub age: Option<u32>,
    /// How it ended, where that was before the one before it.
    pub ended: Option<InstructionOutcome>,
    /// The core has taken it back.
    pub withdrawn: bool,
    /// It was refused.
    pub refused: bool,
    /// The cycles since it was accepted.
    pub held: Option<u32>,
    /// The cycles since the unit has its source registers.
    pub loaded: Option<u32>,
    pub commit_state: CommitState,
    /// The commit_state was known before this cycle.
    pub settled: bool,
    /// The ages at which the operands and the commit come.
    pub operands: [u32; 3],
    pub commit: u32,
    pub withdrawal: Withdrawal,
    /// A core may commit even what was refused.
    pub commits_refused: bool,
    /// The numbers between it and the one before it, and the hart that it says: of CV-X-IF 1.0.
    pub skipped: u64,
    pub hart: u64,
}

impl InFlight {
    /// What has not been offered yet.
    pub fn new(session: &mut Session) -> Self {
        let random = &mut session.noise;
        // Mostly at once, as in a pipeline.
        let mut late = |most: u32| if random.below(4) == 0 { random.below(most) } else { 0 };
        let operands = [late(4), late(4), late(4)];
        let commit = if random.flag() { 1 } else { random.below(12) };
        let withdrawal = match random.below(4) {
            0 => Withdrawal::KillAndOffer,
            1 => Withdrawal::Silence,
            _ => Withdrawal::Kill,
        };
        InFlight {
            id: 0,
            gap: false,
            age: None,
            ended: None,
            withdrawn: false,
            refused: false,
            held: None,
            loaded: None,
            commit_state: CommitState::Open,
            settled: false,
            operands,
            commit,
            withdrawal,
            commits_refused: random.one_in(4),
            skipped: 0,
            hart: 0,
        }
    }

    /// Neither answered nor at its end.
    pub fn is_to_be_offered(&self) -> bool {
        !self.refused && self.held.is_none() && self.ended.is_none()
    }

    /// It has been offered, and its end is to come.
    pub fn is_under_way(&self) -> bool {
        self.age.is_some() && self.ended.is_none()
    }

    /// An interruption of this kind is due.
    pub fn is_interrupted(&self, step: &OffloadedInstruction, what: Interruption) -> bool {
        let due = |age| {
            step.interruption
                .is_some_and(|(from, which)| which == what && age >= from)
        };
        self.is_under_way() && self.age.is_some_and(due)
    }

    /// The core commits it, or has to.
    pub fn is_to_be_decided(&self, step: &OffloadedInstruction) -> bool {
        let doomed = matches!(step.interruption, Some((_, Interruption::Withdrawn))) && !self.refused;
        self.is_under_way() && self.commit_state == CommitState::Open && !doomed && self.age >= Some(self.commit)
    }

    /// How it ends, now that a cycle is over.
    pub fn end(&self) -> Option<InstructionOutcome> {
        let answered = self.refused || self.held.is_some();
        if self.withdrawn {
            let ends = self.withdrawal != Withdrawal::KillAndOffer || answered;
            return ends.then_some(InstructionOutcome::Withdrawn);
        }
        (self.refused && self.commit_state != CommitState::Open).then_some(InstructionOutcome::Ignored)
    }

    /// The source registers that are there in the present cycle.
    pub fn operands_valid(&self) -> u64 {
        let age = self.age.unwrap_or(0);
        let valid = |i: usize| u64::from(age >= self.operands[i]) << i;
        valid(0) | valid(1) | valid(2)
    }

    /// The end of a cycle.
    pub fn grow(&mut self) {
        self.age = self.age.map(|age| age + 1);
        self.held = self.held.map(|held| held + 1);
        self.loaded = self.loaded.map(|loaded| loaded + 1);
        self.settled = self.commit_state != CommitState::Open;
    }
}
