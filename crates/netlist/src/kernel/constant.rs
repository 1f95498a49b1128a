//! Rust values that a kernel names, with their types.

use rust_hdl_core::prelude::{Synth, TypeDescriptor, TypeKind};

/// A value that the compiler knows.
#[derive(Clone, Debug)]
pub enum KernelConstant {
    /// Of an integer type.
    Integer(i128, IntegerKind),
    /// Of a type that signals have: its bits, least significant first.
    Logic(KernelType, Vec<bool>),
    /// With the name of the Rust constant, and of the type or module that it belongs to.
    Named([&'static str; 2], Box<KernelConstant>),
}

/// A constant with its name.
pub fn named(group: &'static str, item: &'static str, constant: KernelConstant) -> KernelConstant {
    KernelConstant::Named([group, item], Box::new(constant))
}

/// The range of an integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerKind {
    /// Bits, the sign among them.
    pub bits: u32,
    /// Whether it has a sign.
    pub signed: bool,
}

impl IntegerKind {
    /// `usize`, which has 64 bits wherever lanesmith runs.
    pub const USIZE: IntegerKind = IntegerKind {
        bits: 64,
        signed: false,
    };

    /// The integer type of this name.
    pub fn named(name: &str) -> Option<Self> {
        let (bits, signed) = match name.split_at_checked(1)? {
            ("u", bits) => (bits, false),
            ("i", bits) => (bits, true),
            _ => return None,
        };
        let bits = match bits {
            "size" => 64,
            bits => bits.parse().ok().filter(|bits| [8, 16, 32, 64, 128].contains(bits))?,
        };
        Some(IntegerKind { bits, signed })
    }

    /// Whether the type has this value. Values beyond those of `i128` are no integers here.
    pub fn holds(self, value: i128) -> bool {
        match (self.signed, self.bits) {
            (true, 128) => true,
            (true, bits) => (-(1 << (bits - 1))..1 << (bits - 1)).contains(&value),
            (false, 128) => value >= 0,
            (false, bits) => (0..1 << bits).contains(&value),
        }
    }

    /// The value that `as` makes of it.
    pub fn wrapped(self, value: i128) -> i128 {
        if self.bits == 128 {
            return value;
        }
        let low = value & ((1 << self.bits) - 1);
        match self.signed && low >> (self.bits - 1) != 0 {
            true => low - (1 << self.bits),
            false => low,
        }
    }
}

/// A type that signals have.
#[derive(Clone, Debug)]
pub struct KernelType {
    /// Its descriptor in rust-hdl.
    pub descriptor: TypeDescriptor,
    /// Bits.
    pub width: u32,
}

impl KernelType {
    /// That of a Rust type.
    pub fn of<T: Synth>() -> Self {
        KernelType {
            descriptor: T::descriptor(),
            width: T::BITS as u32,
        }
    }

    /// Whether it is rust-hdl's `Signed`.
    pub fn is_signed(&self) -> bool {
        matches!(self.descriptor.kind, TypeKind::Signed(_))
    }
}

/// The type of an expression, which is not evaluated.
pub fn type_of<T: Synth>(_: impl FnOnce() -> T) -> KernelType {
    KernelType::of::<T>()
}

/// Whether two functions are one: a user's own function may have the name of rust-hdl's.
pub fn is_same_function<A, R, S, F: Fn(A) -> R, G: Fn(A) -> S>(_: F, _: G, _: impl FnOnce() -> A) -> bool {
    std::any::type_name::<F>() == std::any::type_name::<G>()
}

/// A value about to become a [`KernelConstant`]. Look-up of the method `constant` finds [`ReferenceConstant`] first, then
/// [`LogicConstant`], and [`IntegerConstant`] for the rest: macros cannot distinguish kinds of types otherwise.
pub struct Of<'a, T>(pub &'a T);

/// Types that signals have.
pub trait LogicConstant {
    /// The value.
    fn constant(&self) -> KernelConstant;
}

impl<T: Synth> LogicConstant for &Of<'_, T> {
    fn constant(&self) -> KernelConstant {
        let text = self.0.verilog().to_string();
        let mut bits = super::literal::parse_literal(&text).unwrap_or_default();
        bits.resize(T::BITS, false);
        KernelConstant::Logic(KernelType::of::<T>(), bits)
    }
}

/// References to either, as loops over arrays give them.
pub trait ReferenceConstant {
    /// The value.
    fn constant(&self) -> KernelConstant;
}

impl<T: Synth> ReferenceConstant for &&Of<'_, &T> {
    fn constant(&self) -> KernelConstant {
        (&Of(*self.0)).constant()
    }
}

/// Integer types.
pub trait IntegerConstant {
    /// The value.
    fn constant(&self) -> KernelConstant;
}

macro_rules! integers {
    ($($kind:ident),+) => {
        $(impl IntegerConstant for Of<'_, $kind> {
            fn constant(&self) -> KernelConstant {
                let kind = IntegerKind { bits: size_of::<$kind>() as u32 * 8, signed: $kind::MIN != 0 };
                KernelConstant::Integer(*self.0 as i128, kind)
            }
        })+
    };
}

/// The number that a loop over a range has come to.
pub fn number<T>(value: T) -> KernelConstant
where
    for<'a> Of<'a, T>: IntegerConstant,
{
    IntegerConstant::constant(&Of(&value))
}

integers!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);
