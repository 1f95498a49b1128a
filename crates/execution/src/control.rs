//! Branches, calls, and barriers of a block (PTX ISA, sections "Control Flow Instructions" and "bar, barrier").

use crate::modifiers::Modifiers;
use crate::semantics::{Selected, Semantics};
use crate::support::Cause;
use crate::warp::{WarpKind, WarpOperation};

/// An instruction that ends or interrupts a thread's straight course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Control {
    Branch,
    /// `brx.idx`.
    IndexedBranch,
    Call,
    Return,
    Exit,
    Trap,
    Barrier(BarrierKind),
}

/// What a thread does at a barrier of its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BarrierKind {
    /// Waits.
    Sync,
    /// Goes on.
    Arrive,
    /// Waits, and gets the number of true predicates.
    Count,
    /// Waits, and gets whether all predicates are true.
    And,
    /// Waits, and gets whether any predicate is true.
    Or,
}

pub(crate) fn select(opcode: &str, modifiers: &mut Modifiers) -> Selected {
    let control = match opcode {
        "bra" => Control::Branch,
        "brx" if modifiers.take(".idx") => Control::IndexedBranch,
        "call" => Control::Call,
        "ret" => Control::Return,
        "exit" => Control::Exit,
        "trap" => Control::Trap,
        "bar" | "barrier" => return barrier(modifiers),
        _ => return Ok(None),
    };
    modifiers.take(".uni");
    Ok(Some(Semantics::Control(control)))
}

fn barrier(modifiers: &mut Modifiers) -> Selected {
    if modifiers.take(".warp") {
        modifiers.take(".sync");
        return Ok(Some(Semantics::Warp(WarpOperation {
            kind: WarpKind::Barrier,
            has_mask: true,
        })));
    }
    modifiers.take_all(|modifier| matches!(modifier, ".cta" | ".aligned"));
    let kind = match modifiers.take_of(&[".sync", ".arrive", ".red"]) {
        Some(".sync") => BarrierKind::Sync,
        Some(".arrive") => BarrierKind::Arrive,
        Some(".red") => {
            let kind = match modifiers.take_of(&[".popc", ".and", ".or"]) {
                Some(".popc") => BarrierKind::Count,
                Some(".and") => BarrierKind::And,
                _ => BarrierKind::Or,
            };
            modifiers.take_type()?;
            kind
        }
        _ => return Err(Cause::Other),
    };
    Ok(Some(Semantics::Control(Control::Barrier(kind))))
}
