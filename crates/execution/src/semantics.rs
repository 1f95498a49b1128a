//! What an instruction does apart from its operands: selected by opcode and modifiers alone.

use crate::atomic::AtomicOperation;
use crate::memory::Access;
use crate::modifiers::{Int, Modifiers};
use crate::support::Cause;
use crate::warp::WarpOperation;
use crate::{atomic, bits, compare, control, convert, float, integer, memory, warp};
use lanesmith_ptx::tree::{Instruction, Name, OperandKind, Symbol};

/// A result as a function of up to three sources. Sources may have more bits than the type; the result has only bits of the type.
pub(crate) type Pure = Box<dyn Fn(u64, u64, u64) -> u64 + Send + Sync>;

/// Results as a function of sources.
pub(crate) type Many = Box<dyn Fn(&[u64], &mut [u64]) + Send + Sync>;

/// What an instruction does.
pub(crate) enum Semantics {
    /// One result.
    Pure(Pure),
    /// One result of a type in a register that may be wider.
    Extended(Pure, Int),
    /// Several results.
    Many(Many),
    /// Two results, the second of which is the carry flag; so is the last source. Whether the flag is written.
    Carry(Many, bool),
    /// `mov` of a type with so many bits.
    Move(u32),
    /// `ld` and its variants.
    Load(Access),
    /// `st`.
    Store(Access),
    /// `atom`, or `red` if there is no destination.
    Atomic(AtomicOperation),
    /// Threads of a warp exchange data or wait for each other.
    Warp(WarpOperation),
    Branch,
    /// `brx.idx`.
    IndexedBranch,
    Call,
    Return,
    Exit,
    Trap,
    /// A barrier of the block: `.sync`, `.arrive`, or the reduction.
    Barrier(&'static str),
    /// An instruction of a unit.
    Unit,
    /// No effect on results.
    Nothing,
}

/// The answer of the modules for families of instructions; `None` if the opcode belongs to another family.
pub(crate) type Selected = Result<Option<Semantics>, Cause>;

/// A pure instruction of one result.
pub(crate) fn pure(function: impl Fn(u64, u64, u64) -> u64 + Send + Sync + 'static) -> Selected {
    Ok(Some(Semantics::Pure(Box::new(function))))
}

/// The semantics of an instruction. Errors: why it is not executed.
pub(crate) fn select(instruction: &Instruction) -> Result<Semantics, Cause> {
    if instruction.unit.is_some() {
        return Ok(Semantics::Unit);
    }
    let opcode = instruction.opcode.text;
    let mut modifiers = Modifiers::new(&instruction.modifiers);
    if let Some(cause) = Cause::of(opcode, &modifiers) {
        return Err(cause);
    }
    match opcode {
        "call" if callee(instruction).is_none() => return Err(Cause::IndirectCall),
        // The form of three sources is of recent chips.
        "min" | "max" if instruction.operands.len() > 3 => return Err(Cause::Other),
        _ => {}
    }
    let families = [
        control::select,
        memory::select,
        integer::select,
        bits::select,
        compare::select,
        convert::select,
        float::select,
        atomic::select,
        warp::select,
    ];
    for family in families {
        if let Some(semantics) = family(opcode, &mut modifiers)? {
            // A modifier that nobody asked for would change the result without notice.
            return if modifiers.is_empty() {
                Ok(semantics)
            } else {
                Err(Cause::Other)
            };
        }
    }
    Err(Cause::Other)
}

/// The name of the function of a direct call.
pub(crate) fn callee<'a>(instruction: &Instruction<'a>) -> Option<Name<'a>> {
    instruction
        .operands
        .iter()
        .find_map(|operand| match operand.kind {
            OperandKind::Name(name) => Some(name),
            _ => None,
        })
        .filter(|name| matches!(name.symbol, Symbol::Item(_)))
}
