//! The control word for packages in other languages.

use super::encoding::{CODES, Control, FIELDS};
use crate::ptx::{Instruction, Mode, Operation, WIDTHS};
use crate::unit::ControlTable;

/// Fields; words of operations, of all lanes with default selectors, and of fields of one bit.
pub(super) fn control_table() -> ControlTable {
    let operations = CODES.iter().map(|code| {
        let row = code.operation.row();
        let name = format!("{}{}", row.mnemonic, row.modifier.replace('.', "_")).to_uppercase();
        let set = code.set.iter().map(|name| 1 << Control::field(name).lo);
        let word = set.fold(code.op << Control::field("op").lo, |word, bit| word | bit);
        (name, word, row.sentence.to_owned())
    });
    let lanes = WIDTHS.into_iter().map(|width| {
        let (mask, selectors) = (Instruction::full_mask(width), Instruction::default_selectors(width));
        let plain = Instruction::plain(Operation::Add, width, [false; 3], Mode::Merge, mask, selectors);
        let comment = format!("All {} lanes, default selectors.", width.lanes());
        (format!("LANES{}", width.suffix()), Control::encode(&plain).0, comment)
    });
    let flags = FIELDS.iter().filter(|field| field.bits == 1).map(|field| {
        let name = field.name.to_uppercase();
        (name, 1 << field.lo, format!("Field {}.", field.name))
    });
    ControlTable {
        bits: Control::BITS,
        fields: FIELDS.iter().map(|field| (field.name, field.lo, field.bits)).collect(),
        words: operations.chain(lanes).chain(flags).collect(),
    }
}
