//! The state of a unit between instructions, and the features that its configuration selects.

use super::Opcode;
use super::table::{ACCESSES, AccessRow, default_modifiers};
use crate::ptx::{Family, Width};
use crate::units::riscv::isa::{PACKED, PackedMeaning, PackedRow};

/// A field of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateField {
    /// The field's name.
    pub name: &'static str,
    /// Its lowest bit.
    pub lo: u32,
    /// Its width in bits.
    pub bits: u32,
    /// The meaning of its values, for documentation.
    pub meaning: &'static str,
}

impl StateField {
    /// Width and meaning, for a comment in the C header.
    pub(super) fn place(&self) -> String {
        format!("lowest of {} bits: {}", self.bits, self.meaning)
    }
}

/// A field with these members.
pub(super) const fn field(name: &'static str, lo: u32, bits: u32, meaning: &'static str) -> StateField {
    StateField {
        name,
        lo,
        bits,
        meaning,
    }
}

/// The fields of the configuration, lowest first; the bits above are 0 and stay 0.
pub const FIELDS: [StateField; 4] = [
    field(
        "mask",
        0,
        4,
        "active lanes; instructions on half-words (`vop2`) use the low two bits",
    ),
    field(
        "asel",
        4,
        12,
        "numbers of the elements of `a` and `b` that are the first operands: 3 bits for each byte lane, or 2 bits for each half-word lane, lane 0 in the lowest bits",
    ),
    field("bsel", 16, 12, "the same for the second operand"),
    field("chain", 28, 1, "results of `.add` and of dot products become c as well"),
];

/// The version of encoding and state.
pub const VERSION: u32 = 1;

/// The features of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Features {
    /// Selectors in the configuration; without them `asel` and `bsel` are 0 and stay 0.
    pub selectors: bool,
    /// Operations with `.add`.
    pub accumulate: bool,
    /// Operations on lanes of half-words.
    pub dual: bool,
    /// Comparisons.
    pub vset: bool,
    /// Dot products; they need no other feature.
    pub dot: bool,
    /// A third source register.
    pub third: bool,
    /// The core hands over `rd` as the third source register, instead of bits 31:27 of the word.
    pub third_is_rd: bool,
    /// Scalar instructions.
    pub scalar: bool,
    /// The scalar instruction `vmad`, which needs [`Features::scalar`].
    pub mad: bool,
    /// The major opcode of its instructions.
    pub opcode: Opcode,
    /// Instructions in the opcodes for custom instructions, and the state that they need.
    pub custom: bool,
    /// Packed instructions of the P extension.
    pub packed: bool,
    /// The control and status register `vxsat`, which needs [`Features::packed`].
    pub vxsat: bool,
}

/// The lowest of the two bits with the number of the opcode in the version word.
pub const VERSION_OPCODE: u32 = 14;

/// The features in the order of their bits in the version word ([`version_bit`]): the name in C, and the description.
pub const VERSION_FLAGS: [(&str, &str); 10] = [
    ("SELECTORS", "selectors in the configuration"),
    ("ADD", "operations with `.add`"),
    ("VOP2", "operations on half-words"),
    ("VSET", "comparisons"),
    ("DOT", "dot products"),
    ("RS3", "a third source register"),
    ("SCALAR", "scalar instructions"),
    ("MAD", "the scalar instruction vmad"),
    ("P", "packed instructions of the P extension, draft 0.21"),
    ("VXSAT", "the control and status register vxsat"),
];

/// The bit of the version word for the feature with this index in [`VERSION_FLAGS`]: from bit 8 on, without the two bits of the opcode.
pub const fn version_bit(place: u32) -> u32 {
    match place + 8 {
        bit if bit < VERSION_OPCODE => bit,
        bit => bit + 2,
    }
}

impl Features {
    /// All features of custom instructions, without scalar and packed ones.
    pub const ALL: Features = Features {
        selectors: true,
        accumulate: true,
        dual: true,
        vset: true,
        dot: true,
        third: true,
        third_is_rd: false,
        scalar: false,
        mad: false,
        opcode: Opcode::Custom0,
        custom: true,
        packed: false,
        vxsat: false,
    };

    /// The same with scalar instructions, with `vmad` or without.
    pub const fn with_scalar(self, mad: bool) -> Self {
        Features {
            scalar: true,
            mad,
            ..self
        }
    }

    /// Whether there are operations of this family.
    pub fn has(&self, family: Family) -> bool {
        match family {
            Family::Arithmetic => true,
            Family::Comparison => self.vset,
            Family::Dot => self.dot,
        }
    }

    /// Whether the unit has each of [`VERSION_FLAGS`].
    pub fn flags(&self) -> [bool; VERSION_FLAGS.len()] {
        [
            self.selectors && self.custom,
            self.accumulate,
            self.dual,
            self.vset,
            self.dot,
            self.third,
            self.scalar,
            self.mad,
            self.packed,
            self.vxsat,
        ]
    }

    /// The version word: bits 7:0 the version, bits 15:14 the number of the opcode, the others [`VERSION_FLAGS`].
    pub fn version_word(&self) -> u32 {
        let flags = (0..)
            .zip(self.flags())
            .map(|(place, flag)| u32::from(flag) << version_bit(place));
        VERSION | flags.sum::<u32>() | self.opcode.number() << VERSION_OPCODE
    }

    /// The packed instructions that the unit executes.
    pub fn packed_rows(&self) -> impl Iterator<Item = &'static PackedRow> + use<> {
        let own = *self;
        PACKED.iter().filter(move |row| own.packed && own.lacks(row).is_none())
    }

    /// The feature that the unit lacks for a packed instruction; `None` if it lacks none.
    pub fn lacks(&self, row: &PackedRow) -> Option<&'static str> {
        let needs_sum = matches!(row.meaning, PackedMeaning::Sum { .. });
        let needs_products = matches!(row.meaning, PackedMeaning::Products { .. });
        match () {
            () if row.reads_rd() && !self.third_is_rd => Some("rd as a source register"),
            () if row.width == Width::Dual && !self.dual => Some("half-words"),
            () if needs_sum && !self.accumulate => Some("sums"),
            () if needs_products && !self.dot => Some("dot products"),
            () => None,
        }
    }

    /// The accesses to the state of custom instructions that the unit executes.
    pub fn accesses(&self) -> impl Iterator<Item = &'static AccessRow> + Clone {
        let (has_custom, has_scalar) = (self.custom, self.scalar);
        ACCESSES
            .iter()
            .filter(move |row| has_custom && (has_scalar || !row.access.is_scalar()))
    }

    /// The bits of the configuration that can be written.
    pub fn writable(&self) -> u32 {
        let has = |field: &&StateField| match field.name {
            "asel" | "bsel" => self.selectors,
            "chain" => self.accumulate || self.dot || self.scalar,
            _ => true,
        };
        FIELDS
            .iter()
            .filter(has)
            .fold(0, |bits, field| bits | ((1 << field.bits) - 1) << field.lo)
    }
}

/// The configuration after reset: all lanes are active, the selectors are the default ones of four byte lanes, `chain` is 0.
pub fn reset_configuration(features: &Features) -> u32 {
    default_modifiers(Width::Quad) & features.writable()
}

#[cfg(test)]
mod tests {
    use super::super::function::HELD;
    use super::*;
    use crate::units::video::encoding::Control;

    #[test]
    fn the_modifiers_stand_as_in_the_control_word() {
        for field in &FIELDS[..3] {
            let other = Control::field(field.name);
            assert_eq!((field.lo + HELD, field.bits), (other.lo, other.bits), "{}", field.name);
        }
        assert_eq!(FIELDS[3].lo + HELD, Control::BITS);
    }
}
