//! Decisions of CV-X-IF 1.0: a commit reaches older instructions too, a kill newer ones, and numbers need not be those of the unit's
//! instructions.

use super::in_flight::{CommitState, InFlight};
use super::session::Session;
use super::step::{Interruption, OffloadedInstruction};

/// Numbers of instructions are modulo this.
const NUMBERS: u64 = 16;

/// Gives an instruction its number, above the last one; numbers between are those of instructions that go elsewhere.
pub(super) fn number(session: &mut Session, flight: &mut InFlight, last: u64) -> u64 {
    let random = &mut session.noise;
    flight.skipped = if random.one_in(3) { random.below(3).into() } else { 0 };
    flight.hart = random.flag().into();
    (last + 1 + flight.skipped) % NUMBERS
}

/// The number of a decision about the older or the newer one of two instructions, which is decided already. The decision may reach the
/// other one as well. Also returns how many numbers above the last one are used.
pub(super) fn reach(
    session: &mut Session,
    first: &InFlight,
    ahead: Option<(&mut InFlight, &OffloadedInstruction)>,
    (number, kill): (u64, bool),
) -> (u64, u64) {
    let random = &mut session.noise;
    let mut below = |most: u64| u64::from(random.below(most as u32 + 1));
    let ahead = ahead.filter(|(ahead, _)| ahead.is_under_way());
    let is_first = number == first.id;
    let (distance, used) = match (kill, ahead) {
        (true, Some((ahead, _))) if is_first => {
            if ahead.commit_state == CommitState::Open {
                ahead.commit_state = CommitState::Killed;
                ahead.withdrawn = !ahead.refused;
            }
            (NUMBERS - below(first.skipped), 0)
        }
        (true, Some((ahead, _))) => (NUMBERS - below(ahead.skipped), 0),
        (true, None) => (NUMBERS - below(first.skipped), 0),
        (false, Some((ahead, step))) if is_first => {
            let doomed = matches!(step.interruption, Some((_, Interruption::Withdrawn))) && !ahead.refused;
            if ahead.commit_state == CommitState::Open && !doomed && below(2) == 0 {
                ahead.commit_state = CommitState::Committed;
                (NUMBERS + ahead.id - number, 0)
            } else {
                (below(ahead.skipped), 0)
            }
        }
        (false, ahead) => {
            let newest = ahead.map_or(first, |(ahead, _)| ahead);
            let more = if newest.is_to_be_offered() { 0 } else { below(1) };
            (more, more)
        }
    };
    ((number + distance) % NUMBERS, used)
}
