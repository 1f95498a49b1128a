//! The execution of a program's operations.

use super::ops::{Op, OpKind, Ops, Slot};
use crate::Slice;
use crate::sliced::planes;
use crate::widest;
use crate::widest::by_words;

/// Executes operations on the words of slots, whose planes have this many words. There is a slot for every number in an operation.
#[inline(never)]
pub(super) fn execute(ops: &Ops, words: usize, slots: &mut [u64]) {
    by_words!(words, execute_planes(ops, planes(slots)));
}

fn execute_planes<const N: usize>(ops: &Ops, slots: &mut [Slice<N>]) {
    match ops {
        Ops::Short(ops) => execute_widest(ops, slots),
        Ops::Long(ops) => execute_widest(ops, slots),
    }
}

widest!(execute_widest runs execute_plain(ops: &[Op<impl Slot>], slots: &mut [Slice<N>]));

/// The number of words in a plane from which the short forms are faster.
const MANY: usize = 32;

// Inlined, so that it is compiled anew for each set of instructions.
#[inline(always)]
fn execute_plain<const N: usize>(ops: &[Op<impl Slot>], slots: &mut [Slice<N>]) {
    match N >= MANY {
        true => execute_short(ops, slots),
        false => execute_alike(ops, slots),
    }
}

#[inline(always)]
fn execute_alike<const N: usize>(ops: &[Op<impl Slot>], slots: &mut [Slice<N>]) {
    let all = |flag: bool| u64::from(flag).wrapping_neg();
    for op in ops {
        let (flips, turns) = (all(op.flips()), all(op.turns()));
        // SAFETY: every slot of an operation is one of the program's, and the caller has seen that there are as many.
        unsafe { operate(op, slots, |s, x, y| (y ^ flips) ^ (s & (x ^ y ^ turns))) };
    }
}

#[inline(always)]
fn execute_short<const N: usize>(ops: &[Op<impl Slot>], slots: &mut [Slice<N>]) {
    for op in ops {
        // SAFETY: as above.
        unsafe {
            match op.kind {
                OpKind::And => operate(op, slots, |s, x, _| s & x),
                OpKind::AndNot => operate(op, slots, |s, _, y| y & !s),
                OpKind::Or => operate(op, slots, |s, _, y| s | y),
                OpKind::Xor => operate(op, slots, |s, _, y| s ^ y),
                OpKind::Mux => operate(op, slots, |s, x, y| y ^ (s & (x ^ y))),
                OpKind::MuxNot => operate(op, slots, |s, x, y| !y ^ (s & !(x ^ y))),
            }
        }
    }
}

/// Computes an operation word by word. The slots of the operation must be there.
#[inline(always)]
unsafe fn operate<const N: usize, S: Slot>(op: &Op<S>, slots: &mut [Slice<N>], word: impl Fn(u64, u64, u64) -> u64) {
    // SAFETY: the caller's.
    let at = |slot: S| unsafe { slots.get_unchecked(slot.into() as usize) };
    let (s, x, y) = (at(op.s), at(op.x), at(op.y));
    let mut result = [0; N];
    for (i, to) in result.iter_mut().enumerate() {
        *to = word(s.0[i], x.0[i], y.0[i]);
    }
    // SAFETY: as above.
    unsafe { *slots.get_unchecked_mut(op.to.into() as usize) = Slice(result) };
}
