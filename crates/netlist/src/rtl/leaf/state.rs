//! Handles of the leaves that hold state.

use super::{Memory, Register, Stage};
use crate::{StateHandle, field_name};
use rust_hdl_core::prelude::*;

/// A leaf that holds state.
pub trait StateLeaf {
    /// The type of the value, or of a word.
    type Value: Synth;
    /// What follows the leaf's name in that of its state.
    const END: &'static str;
}

impl<T: Synth> StateLeaf for Register<T> {
    type Value = T;
    const END: &'static str = "_q";
}

impl<T: Synth> StateLeaf for Stage<T> {
    type Value = T;
    const END: &'static str = "_q";
}

impl<D: Synth, const ADDRESS: usize, const READS: usize> StateLeaf for Memory<D, ADDRESS, READS> {
    type Value = D;
    const END: &'static str = "";
}

/// The state of a leaf in a field of a description.
pub fn of_leaf<B, L: StateLeaf>(_: fn(&B) -> &L, field: &str) -> StateHandle {
    StateHandle {
        name: field_name(field) + L::END,
        width: L::Value::BITS as u32,
    }
}

/// A field of the value of a leaf.
pub fn of_field<B, L: StateLeaf, F: Synth>(
    _: fn(&B) -> &L,
    _: fn(&L::Value) -> &F,
    field: &str,
    part: &str,
) -> StateHandle {
    StateHandle {
        name: format!("{}{}_{part}", field_name(field), L::END),
        width: F::BITS as u32,
    }
}

/// The handle of a register, stage or memory in a field of a description, or of a field of its value.
///
/// `state!(BrewDatapath, instruction_valid[0])`, `state!(BrewDatapath, execute => writes)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __state {
    ($block:ty, $($field:tt)+ ) => { $crate::__state_parts!($block, [] $($field)+) };
}

/// The parts of [`state!`] before and behind the arrow.
#[doc(hidden)]
#[macro_export]
macro_rules! __state_parts {
    ($block:ty, [$($field:tt)+] => $part:ident) => {
        $crate::rtl::leaf::of_field(
            |block: &$block| &block.$($field)+,
            |value| &value.$part,
            stringify!($($field)+),
            stringify!($part),
        )
    };
    ($block:ty, [$($field:tt)+]) => {
        $crate::rtl::leaf::of_leaf(|block: &$block| &block.$($field)+, stringify!($($field)+))
    };
    ($block:ty, [$($field:tt)*] $next:tt $($rest:tt)*) => {
        $crate::__state_parts!($block, [$($field)* $next] $($rest)*)
    };
}

/// The handle of an instance in a field of a description: `instance!(BrewDatapath, slow[0])`.
#[doc(hidden)]
#[macro_export]
macro_rules! __instance {
    ($block:ty, $($field:tt)+) => {{
        let _ = |block: &$block| {
            let _ = &block.$($field)+;
        };
        $crate::InstanceHandle($crate::field_name(stringify!($($field)+)))
    }};
}

pub use crate::{__instance as instance, __state as state};
