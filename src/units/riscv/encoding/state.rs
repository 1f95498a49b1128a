//! The state of a unit between instructions, and the features that its configuration selects.

use super::Features;
use super::table::{ACCESSES, AccessRow, default_modifiers};
use crate::riscv::isa::{PACKED, PackedMeaning, PackedRow};
use lanesmith_ptx::{Family, Width};

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

/// The lowest of the two bits with the number of the opcode in the version word.
pub const VERSION_OPCODE: u32 = 14;

/// The features: the bit in the version word, the name in C, and the description. Bits 16 and 17 were features of earlier versions.
pub const VERSION_FLAGS: [(u32, &str, &str); 8] = [
    (8, "SELECTORS", "selectors in the configuration"),
    (9, "ADD", "operations with `.add`"),
    (10, "VOP2", "operations on half-words"),
    (11, "VSET", "comparisons"),
    (12, "DOT", "dot products"),
    (13, "RS3", "a third source register"),
    (18, "P", "packed instructions of the P extension, draft 0.21"),
    (19, "VXSAT", "the control and status register vxsat"),
];

/// What the instructions of a unit with these features are.
pub trait FeatureSet {
    /// Whether there are operations of this family.
    fn has(&self, family: Family) -> bool;

    /// Whether the unit has each of [`VERSION_FLAGS`].
    fn flags(&self) -> [bool; VERSION_FLAGS.len()];

    /// The version word: bits 7:0 the version, bits 15:14 the number of the opcode, the others [`VERSION_FLAGS`].
    fn version_word(&self) -> u32;

    /// The packed instructions that the unit executes.
    fn packed_rows(&self) -> impl Iterator<Item = &'static PackedRow>;

    /// The feature that the unit lacks for a packed instruction; `None` if it lacks none.
    fn lacks(&self, row: &PackedRow) -> Option<&'static str>;

    /// The accesses to the state of custom instructions that the unit executes.
    fn accesses(&self) -> impl Iterator<Item = &'static AccessRow> + Clone;

    /// The bits of the configuration that can be written.
    fn writable(&self) -> u32;
}

impl FeatureSet for Features {
    fn has(&self, family: Family) -> bool {
        match family {
            Family::Arithmetic => true,
            Family::Comparison => self.vset,
            Family::Dot => self.dot,
        }
    }

    fn flags(&self) -> [bool; VERSION_FLAGS.len()] {
        [
            self.selectors && self.custom,
            self.accumulate,
            self.dual,
            self.vset,
            self.dot,
            self.third,
            self.packed,
            self.vxsat,
        ]
    }

    fn version_word(&self) -> u32 {
        let flags = VERSION_FLAGS.iter().zip(self.flags());
        let flags = flags.map(|((bit, ..), flag)| u32::from(flag) << bit);
        VERSION | flags.sum::<u32>() | self.opcode.number() << VERSION_OPCODE
    }

    fn packed_rows(&self) -> impl Iterator<Item = &'static PackedRow> {
        let own = *self;
        PACKED.iter().filter(move |row| own.packed && own.lacks(row).is_none())
    }

    fn lacks(&self, row: &PackedRow) -> Option<&'static str> {
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

    fn accesses(&self) -> impl Iterator<Item = &'static AccessRow> + Clone {
        let has_custom = self.custom;
        ACCESSES.iter().filter(move |_| has_custom)
    }

    fn writable(&self) -> u32 {
        let has = |field: &&StateField| match field.name {
            "asel" | "bsel" => self.selectors,
            "chain" => self.accumulate || self.dot,
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
    use crate::video::encoding::Control;

    #[test]
    fn the_modifiers_stand_as_in_the_control_word() {
        for field in &FIELDS[..3] {
            let other = Control::field(field.name);
            assert_eq!((field.lo + HELD, field.bits), (other.lo, other.bits), "{}", field.name);
        }
        assert_eq!(FIELDS[3].lo + HELD, Control::BITS);
    }
}
