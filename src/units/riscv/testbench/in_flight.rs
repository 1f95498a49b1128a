//! An instruction in flight at CV-X-IF, as the core sees it.

use super::session::{InstructionOutcome, Session};
use super::step::{Interruption, OffloadedInstruction};

/// The core's decision about an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CommitState {
    /// The core has not decided yet.
    #[default]
    Open,
    Committed,
    Killed,
}

/// How the core withdraws an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Withdrawal {
    /// The core kills it, and stops the offer.
    #[default]
    Kill,
    /// The core kills it, and continues the offer until the unit accepts or refuses it.
    KillAndOffer,
    /// The core sends no kill: it stops the offer, or gives the number to the next instruction.
    Silence,
}

/// The progress of an instruction, and the times at which the core acts.
#[derive(Clone, Debug, Default)]
pub(super) struct InFlight {
    /// Its number (`id` at the ports), from the first offer on.
    pub id: u64,
    /// Whether there was a cycle without an offer before it.
    pub gap: bool,
    /// The number of cycles after the first cycle of its offer; `None` before the offer.
    pub age: Option<u32>,
    /// Its outcome, if it ended before the instruction in front of it.
    pub ended: Option<InstructionOutcome>,
    /// The core has withdrawn it.
    pub withdrawn: bool,
    /// The unit has refused it.
    pub refused: bool,
    /// The number of cycles since the unit accepted it.
    pub held: Option<u32>,
    /// The number of cycles since the unit received its source operands.
    pub loaded: Option<u32>,
    pub commit_state: CommitState,
    /// The core decided in an earlier cycle.
    pub settled: bool,
    /// The values of `age` from which on the source operands are valid.
    pub operands: [u32; 3],
    /// The value of `age` from which on the core decides.
    pub commit: u32,
    pub withdrawal: Withdrawal,
    /// The core commits it even if the unit refuses it, instead of killing it.
    pub commits_refused: bool,
    /// CV-X-IF 1.0: how many numbers there are between it and the instruction before it.
    pub skipped: u64,
    /// CV-X-IF 1.0: the number of the hart.
    pub hart: u64,
}

impl InFlight {
    /// An instruction before its offer, with random times.
    pub fn new(session: &mut Session) -> Self {
        let random = &mut session.noise;
        // Mostly in the cycle of the offer, as in a pipeline.
        let mut late = |most: u32| if random.below(4) == 0 { random.below(most) } else { 0 };
        let operands = [late(4), late(4), late(4)];
        let commit = if random.flag() { 1 } else { random.below(12) };
        let withdrawal = match random.below(4) {
            0 => Withdrawal::KillAndOffer,
            1 => Withdrawal::Silence,
            _ => Withdrawal::Kill,
        };
        InFlight {
            operands,
            commit,
            withdrawal,
            commits_refused: random.one_in(4),
            ..InFlight::default()
        }
    }

    /// The unit has neither accepted nor refused it, and it has not ended.
    pub fn is_to_be_offered(&self) -> bool {
        !self.refused && self.held.is_none() && self.ended.is_none()
    }

    /// It has been offered, and has not ended.
    pub fn is_under_way(&self) -> bool {
        self.age.is_some() && self.ended.is_none()
    }

    /// It is time for an interruption of this kind.
    pub fn is_interrupted(&self, step: &OffloadedInstruction, what: Interruption) -> bool {
        let due = |age| {
            step.interruption
                .is_some_and(|(from, which)| which == what && age >= from)
        };
        self.is_under_way() && self.age.is_some_and(due)
    }

    /// It is time for the core to decide about it.
    pub fn is_to_be_decided(&self, step: &OffloadedInstruction) -> bool {
        let doomed = matches!(step.interruption, Some((_, Interruption::Withdrawn))) && !self.refused;
        self.is_under_way() && self.commit_state == CommitState::Open && !doomed && self.age >= Some(self.commit)
    }

    /// Its outcome at the end of a cycle, if it ends.
    fn end(&self) -> Option<InstructionOutcome> {
        let answered = self.refused || self.held.is_some();
        if self.withdrawn {
            let ends = self.withdrawal != Withdrawal::KillAndOffer || answered;
            return ends.then_some(InstructionOutcome::Withdrawn);
        }
        (self.refused && self.commit_state != CommitState::Open).then_some(InstructionOutcome::Ignored)
    }

    /// The source operands that are valid in this cycle: a bit for each of rs1, rs2 and rs3.
    pub fn operands_valid(&self) -> u64 {
        let age = self.age.unwrap_or(0);
        let valid = |i: usize| u64::from(age >= self.operands[i]) << i;
        valid(0) | valid(1) | valid(2)
    }

    /// Ends a cycle, in which the unit may have accepted or refused an instruction (`answered`: its number, and whether it is one of
    /// the unit's) or received the source registers of the instruction with the number `loaded`. Returns how this one ended, if it did.
    pub fn end_cycle(
        &mut self,
        answered: Option<(u64, bool)>,
        loaded: Option<u64>,
        is_split: bool,
    ) -> Option<InstructionOutcome> {
        self.grow();
        if let Some((_, is_own)) = answered.filter(|(id, _)| *id == self.id && self.is_to_be_offered()) {
            self.refused = !is_own;
            self.held = is_own.then_some(0);
            self.loaded = self.held.filter(|_| !is_split);
        }
        if self.held.is_some() && loaded == Some(self.id) {
            self.loaded = Some(0);
        }
        self.end()
    }

    /// Counts a cycle.
    fn grow(&mut self) {
        self.age = self.age.map(|age| age + 1);
        self.held = self.held.map(|held| held + 1);
        self.loaded = self.loaded.map(|loaded| loaded + 1);
        self.settled = self.commit_state != CommitState::Open;
    }
}
