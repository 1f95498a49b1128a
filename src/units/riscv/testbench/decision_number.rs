//! Numbers of decisions in CV-X-IF 1.0. Each instruction of the core has a number, also those that go to other units. A commit of a number
//! also commits the older instructions, and a kill also kills the newer ones. So the core has a choice of numbers for a decision.
//!
//! Example: the unit executes instructions 3 (the older) and 6 (the newer); 4 and 5 go to other units, and so does 2.
//!
//! | decision | its effect on the unit |
//! | --- | --- |
//! | commit 3, 4 or 5 | commits 3 |
//! | commit 6 or 7 | commits 3 and 6 |
//! | kill 4, 5 or 6 | kills 6 |
//! | kill 2 or 3 | kills 3 and 6 |

use super::in_flight::{CommitState, InFlight};
use super::session::Session;
use super::step::{Interruption, OffloadedInstruction};

/// Instruction numbers are 0 to 15 and wrap around: `id` has 4 bits.
const NUMBERS: u64 = 16;

/// The number for the next instruction of the unit, given that of the instruction before it (`last`). It may skip numbers, which then
/// belong to instructions that go to other units. Sets `skipped` and `hart` of the instruction.
pub(super) fn instruction_number(session: &mut Session, flight: &mut InFlight, last: u64) -> u64 {
    let random = &mut session.noise;
    flight.skipped = if random.one_in(3) { random.below(3).into() } else { 0 };
    flight.hart = random.flag().into();
    (last + 1 + flight.skipped) % NUMBERS
}

/// Chooses the number that the core sends for a decision about one of two instructions in flight. The decision is given as the number of
/// that instruction and whether the core kills it. If the decision also applies to `newer`, the function changes the state of `newer`.
///
/// Returns the number to send, and how many numbers above that of the newest instruction are used up: instructions that go to other
/// units have them, so that the next instruction of this unit gets a higher one.
pub(super) fn decision_number(
    session: &mut Session,
    older: &InFlight,
    newer: Option<(&mut InFlight, &OffloadedInstruction)>,
    (number, kill): (u64, bool),
) -> (u64, u64) {
    let random = &mut session.noise;
    // A random number from 0 to `max`.
    let mut up_to = |max: u64| u64::from(random.below(max as u32 + 1));
    let newer = newer.filter(|(newer, _)| newer.is_under_way());
    let is_older = number == older.id;
    // The distance from `number` to the number to send. A number below `number` is at a distance of NUMBERS less the difference.
    let (distance, used) = match (kill, newer) {
        // A kill of the older instruction kills the newer one too.
        (true, Some((newer, _))) if is_older => {
            if newer.commit_state == CommitState::Open {
                newer.commit_state = CommitState::Killed;
                newer.withdrawn = !newer.refused;
            }
            (NUMBERS - up_to(older.skipped), 0)
        }
        // A kill of the newer instruction must not reach down to the older one.
        (true, Some((newer, _))) => (NUMBERS - up_to(newer.skipped), 0),
        (true, None) => (NUMBERS - up_to(older.skipped), 0),
        // A commit of the older instruction: in one of three cases it commits the newer one too, unless the core will withdraw that one.
        (false, Some((newer, step))) if is_older => {
            let will_be_withdrawn = matches!(step.interruption, Some((_, Interruption::Withdrawn))) && !newer.refused;
            if newer.commit_state == CommitState::Open && !will_be_withdrawn && up_to(2) == 0 {
                newer.commit_state = CommitState::Committed;
                (NUMBERS + newer.id - number, 0)
            } else {
                (up_to(newer.skipped), 0)
            }
        }
        // A commit of the newest instruction may have the next number, unless the core still offers the newest instruction: then no
        // instruction has the next number yet.
        (false, newer) => {
            let newest = newer.map_or(older, |(newer, _)| newer);
            let used = if newest.is_to_be_offered() { 0 } else { up_to(1) };
            (used, used)
        }
    };
    ((number + distance) % NUMBERS, used)
}
