//! Decisions of CV-X-IF 1.0: a commit also commits older instructions, and a kill also kills newer ones. The number of a decision can be
//! that of an instruction that goes to another unit.

use super::in_flight::{CommitState, InFlight};
use super::session::Session;
use super::step::{Interruption, OffloadedInstruction};

/// The number of different instruction numbers; they wrap around.
const NUMBERS: u64 = 16;

/// The number for the next instruction, above the last one. Numbers between them belong to instructions that go to other units.
pub(super) fn number(session: &mut Session, flight: &mut InFlight, last: u64) -> u64 {
    let random = &mut session.noise;
    flight.skipped = if random.one_in(3) { random.below(3).into() } else { 0 };
    flight.hart = random.flag().into();
    (last + 1 + flight.skipped) % NUMBERS
}

/// Chooses the number that the core sends for a decision (`number`: the instruction that it is about, `kill`) about the older or the newer
/// one of two instructions. The decision may also apply to the other one. Also returns how many numbers above the last one are used up.
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
