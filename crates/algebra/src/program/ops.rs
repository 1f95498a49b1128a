//! The operations of a straight-line program.

/// An operation on slots: `to = (y ^ flips) ^ (s & (x ^ y ^ turns))`, where the two flags stand for all ones.
///
/// All operations have this form, although some need fewer operands: if planes have few words, an unpredictable branch for each
/// operation takes longer than the operation. If planes have many words, `kind` selects a shorter form with the same result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Op<S> {
    pub s: S,
    pub x: S,
    pub y: S,
    pub to: S,
    pub kind: OpKind,
}

/// The short forms. The lowest bit of their numbers is `flips`, the next one `turns`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum OpKind {
    /// `s & x`; `y` is 0
    And = 0b0000,
    /// `y & !s`; `x` is 0
    AndNot = 0b0100,
    /// `s | y`; `x` is 0
    Or = 0b0010,
    /// `s ^ y`; `x` is `y`
    Xor = 0b0110,
    /// `s ? x : y`
    Mux = 0b1000,
    /// `s ? x : !y`
    MuxNot = 0b1011,
}

impl<S: Slot> Op<S> {
    /// The same operation with other numbers of its slots.
    fn with<T>(&self, number: impl Fn(S) -> T) -> Op<T> {
        Op {
            s: number(self.s),
            x: number(self.x),
            y: number(self.y),
            to: number(self.to),
            kind: self.kind,
        }
    }

    pub fn flips(&self) -> bool {
        self.kind as u8 & 1 != 0
    }

    pub fn turns(&self) -> bool {
        self.kind as u8 >> 1 & 1 != 0
    }
}

/// The number of a slot.
pub(super) trait Slot: Copy + Into<u32> {}

impl<S: Copy + Into<u32>> Slot for S {}

/// Operations. Most programs have few slots, and short numbers of them take half the memory.
#[derive(Clone, Debug)]
pub(super) enum Ops {
    Short(Vec<Op<u16>>),
    Long(Vec<Op<u32>>),
}

impl Ops {
    /// Operations on this many slots.
    pub fn new(ops: Vec<Op<u32>>, slots: usize) -> Self {
        match slots <= 1 << u16::BITS {
            true => Ops::Short(ops.into_iter().map(|op| op.with(|slot| slot as u16)).collect()),
            false => Ops::Long(ops),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Ops::Short(ops) => ops.len(),
            Ops::Long(ops) => ops.len(),
        }
    }
}
