//! What an instruction does apart from its operands.

use crate::cause::Cause;
use crate::memory::Access;
use crate::modifiers::Int;

/// A result as a function of up to three sources. Sources may have more bits than the type; the result has only bits of the type.
pub(crate) type Pure = Box<dyn Fn(u64, u64, u64) -> u64 + Send + Sync>;

/// Results as a function of sources.
pub(crate) type Many = Box<dyn Fn(&[u64], &mut [u64]) + Send + Sync>;

/// A read, a change and a write of memory that nothing comes between.
pub(crate) struct AtomicOperation {
    pub(crate) access: Access,
    /// The new contents from the old ones and two sources.
    pub(crate) update: Pure,
}

/// A thread that takes part: its lane and sources.
pub(crate) type Participant = (u32, [u64; 4]);

/// The two results of each participant; participants are in the order of lanes.
pub(crate) type Exchange = Box<dyn Fn(&[Participant]) -> Vec<[u64; 2]> + Send + Sync>;

/// An instruction of a warp.
pub(crate) struct WarpOperation {
    pub(crate) exchange: Exchange,
    /// Opcode and modifiers, in which the threads that meet agree.
    pub(crate) name: String,
    /// Whether the last source is the mask of the threads that take part; without it, all threads of the warp that wait at the same
    /// instruction when no other thread of the warp can go on.
    pub(crate) has_mask: bool,
}

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

/// Applies a function to each of the lanes of `bits` bits.
pub(crate) fn lanes(count: u32, bits: u32, function: Pure) -> Pure {
    if count == 1 {
        return function;
    }
    let mask = u64::MAX >> (64 - bits);
    Box::new(move |a, b, c| {
        let lane = |lane: u32| {
            let [a, b, c] = [a, b, c].map(|source| (source >> (lane * bits)) & mask);
            (function(a, b, c) & mask) << (lane * bits)
        };
        (0..count).map(lane).sum()
    })
}
