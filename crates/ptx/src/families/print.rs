//! The canonical text of an instruction: types before the comparison and that before `.sat` or `.add`, default mask and
//! selectors left out. A packed instruction is printed as the SIMD video instruction that it is, but for `neg`.

use crate::{Guard, Instruction, Width};
use std::fmt;

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negated { "!" } else { "" };
        write!(f, "@{sign}{}", self.predicate)
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(guard) = &self.guard {
            write!(f, "{guard} ")?;
        }
        if self.is_negation() {
            // There is no other with a number for a.
            return write!(f, "neg.s8x4 {}, {};", self.operands.d, self.operands.b);
        }
        let row = self.operation.row();
        // The modifier of a dot product belongs to its name.
        let (name, modifier) = match row.family.has_lanes() {
            true => (format!("{}{}", row.mnemonic, self.width.suffix()), row.modifier),
            false => (self.operation.name(self.width), ""),
        };
        f.write_str(&name)?;
        for signed in self.types() {
            f.write_str(if signed { ".s32" } else { ".u32" })?;
        }
        write!(f, "{modifier}{}", self.mode.suffix())?;
        let (mask, (asel, bsel)) = (Self::full_mask(self.width), Self::default_selectors(self.width));
        let unless = |default: bool, text: String| if default { String::new() } else { text };
        write!(
            f,
            " {}{}, {}{}, {}{}, {};",
            self.operands.d,
            unless(self.mask == mask, Self::mask_text(self.width, self.mask)),
            self.operands.a,
            unless(self.asel == asel, Self::selector_text(self.width, &self.asel)),
            self.operands.b,
            unless(self.bsel == bsel, Self::selector_text(self.width, &self.bsel)),
            self.operands.c,
        )
    }
}

impl Instruction {
    /// Whether each type that it is written with is signed: of d, where it has one, of a, of b.
    pub fn types(&self) -> impl Iterator<Item = bool> {
        let d = self.operation.family().has_destination_type().then_some(self.d_signed);
        d.into_iter().chain([self.a_signed, self.b_signed])
    }

    /// A mask as written, such as `.b31` for lanes 3 and 1.
    pub fn mask_text(width: Width, mask: u8) -> String {
        let lanes = (0..width.lanes()).rev().filter(|lane| mask >> lane & 1 != 0);
        lanes.fold(format!(".{}", width.letter()), |text, lane| format!("{text}{lane}"))
    }

    /// A selector as written, highest lane first, such as `.b7412`.
    pub fn selector_text(width: Width, selector: &[u8; 4]) -> String {
        let digits = selector[..width.lanes() as usize].iter().rev();
        digits.fold(format!(".{}", width.letter()), |text, digit| format!("{text}{digit}"))
    }
}
