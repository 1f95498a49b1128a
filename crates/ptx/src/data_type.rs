//! Fundamental, packed and alternate types (PTX ISA, sections "Fundamental Types", "Packed Data Types", "Alternate Floating-Point Data
//! Formats").

use serde::{Serialize, Serializer};

/// What a type says about its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeClass {
    /// `.u8` to `.u64`, also packed.
    Unsigned,
    /// `.s8` to `.s64`, also packed.
    Signed,
    /// `.b8` to `.b128`.
    Bits,
    /// `.f16` to `.f64`, also packed, and formats such as `.bf16`, `.tf32` and `.e4m3`.
    Float,
    /// `.pred`.
    Predicate,
}

/// A type: its modifier, class and bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DataType {
    /// With its dot.
    pub name: &'static str,
    /// Its class.
    pub class: TypeClass,
    /// Of all elements of a packed type together; 1 of a predicate.
    pub bits: u32,
}

const fn row(name: &'static str, class: TypeClass, bits: u32) -> DataType {
    DataType { name, class, bits }
}

use TypeClass::{Bits, Float, Predicate, Signed, Unsigned};

/// All types.
pub const DATA_TYPES: &[DataType] = &[
    row(".b32", Bits, 32),
    row(".u32", Unsigned, 32),
    row(".s32", Signed, 32),
    row(".b64", Bits, 64),
    row(".u64", Unsigned, 64),
    row(".s64", Signed, 64),
    row(".f32", Float, 32),
    row(".pred", Predicate, 1),
    row(".b16", Bits, 16),
    row(".u16", Unsigned, 16),
    row(".s16", Signed, 16),
    row(".b8", Bits, 8),
    row(".u8", Unsigned, 8),
    row(".s8", Signed, 8),
    row(".f64", Float, 64),
    row(".f16", Float, 16),
    row(".f16x2", Float, 32),
    row(".bf16", Float, 16),
    row(".bf16x2", Float, 32),
    row(".tf32", Float, 32),
    row(".b128", Bits, 128),
    row(".u16x2", Unsigned, 32),
    row(".s16x2", Signed, 32),
    row(".u8x4", Unsigned, 32),
    row(".s8x4", Signed, 32),
    row(".f32x2", Float, 64),
    row(".e4m3", Float, 8),
    row(".e5m2", Float, 8),
    row(".e4m3x2", Float, 16),
    row(".e5m2x2", Float, 16),
    row(".e4m3x4", Float, 32),
    row(".e5m2x4", Float, 32),
    row(".e2m3x2", Float, 16),
    row(".e3m2x2", Float, 16),
    row(".e2m3x4", Float, 32),
    row(".e3m2x4", Float, 32),
    row(".e2m1x2", Float, 8),
    row(".e2m1x4", Float, 16),
    row(".ue8m0x2", Float, 16),
];

/// As its name.
impl Serialize for DataType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.name.serialize(serializer)
    }
}

impl DataType {
    /// The type of a modifier such as `.s16`.
    pub fn read(text: &str) -> Option<Self> {
        DATA_TYPES.iter().find(|row| row.name == text).copied()
    }

    /// Bytes in memory; a predicate has none.
    pub fn bytes(self) -> u32 {
        self.bits / 8
    }
}
