//! The modes of `prmt.b32` and its text: `prmt.b32{.mode} d, a, b, c`.

use crate::text::diagnostic::Diagnostic;
use crate::text::near::did_you_mean;
use crate::text::number;
use crate::units::pipelined::Read;

/// A mode, in the order of the codes that are the control word.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    /// The modifier; none where the selector's nibbles name the bytes.
    pub suffix: &'static str,
    /// For each value of the selector's low two bits, the source bytes from byte 3 of the result down to byte 0; 0 to 3 are
    /// those of `a`, 4 to 7 those of `b`. The table of the PTX ISA's section on `prmt`.
    pub sources: Option<[[u8; 4]; 4]>,
}

const fn mode(suffix: &'static str, sources: [[u8; 4]; 4]) -> Mode {
    let sources = Some(sources);
    Mode { suffix, sources }
}

/// All modes. Control word 7, which no text gives, does what the last one does.
pub const MODES: [Mode; 7] = [
    Mode {
        suffix: "",
        sources: None,
    },
    mode(".f4e", [[3, 2, 1, 0], [4, 3, 2, 1], [5, 4, 3, 2], [6, 5, 4, 3]]),
    mode(".b4e", [[5, 6, 7, 0], [6, 7, 0, 1], [7, 0, 1, 2], [0, 1, 2, 3]]),
    mode(".rc8", [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]),
    mode(".ecl", [[3, 2, 1, 0], [3, 2, 1, 1], [3, 2, 2, 2], [3, 3, 3, 3]]),
    mode(".ecr", [[0, 0, 0, 0], [1, 1, 1, 0], [2, 2, 1, 0], [3, 2, 1, 0]]),
    mode(".rc16", [[1, 0, 1, 0], [3, 2, 3, 2], [1, 0, 1, 0], [3, 2, 3, 2]]),
];

/// Bits of the control word.
pub const CONTROL: u32 = 3;

const NAME: &str = "prmt.b32";

/// The instruction of a control word, on these operands.
pub fn write(control: u64, operands: &[&str]) -> String {
    let row = MODES[(control as usize).min(MODES.len() - 1)];
    format!("{NAME}{} {}", row.suffix, operands.join(", "))
}

/// Operands where the control word is all that is known.
pub const REGISTERS: [&str; 4] = ["r1", "r2", "r3", "r4"];

/// An instruction from its text: `d` a register, `a`, `b` and `c` registers or numbers.
pub fn read(text: &str) -> Result<Read, Diagnostic> {
    let whole = text.trim_end();
    let end = whole.strip_suffix(';').unwrap_or(whole).len();
    let start = text.len() - text.trim_start().len();
    let head = whole[start.min(end)..end].find(char::is_whitespace);
    let head = head.map_or(end, |length| start + length);
    let name = &text[start.min(head)..head];
    let all = || MODES.iter().map(|mode| mode.suffix);
    let suffixes = all().filter(|suffix| !suffix.is_empty()).collect::<Vec<_>>().join(" ");
    let expected = format!("{NAME}, or {NAME} with one of {suffixes}");
    let Some(suffix) = name.strip_prefix(NAME) else {
        let message = format!("`{name}` is not a byte permute");
        return Err(Diagnostic::new(start.min(head)..head, message, expected));
    };
    let Some(control) = all().position(|known| known == suffix) else {
        let message = format!("`{suffix}` is not a mode of {NAME}");
        let expected = did_you_mean(suffix, all(), &expected);
        return Err(Diagnostic::new(start + NAME.len()..head, message, expected));
    };
    let mut written = [None; 3];
    let (mut place, mut count) = (head, 0);
    for part in text[head..end].split(',') {
        let begin = place + part.len() - part.trim_start().len();
        place += part.len() + 1;
        let operand = part.trim();
        let wrong = |message: String| Diagnostic::new(begin..begin + operand.len(), message, OPERANDS);
        match count {
            _ if is_register(operand) => {}
            1..=3 => match number::parse_u32(operand) {
                Ok(value) => written[count - 1] = Some(value),
                Err(_) => return Err(wrong(format!("`{operand}` is neither a register nor a number"))),
            },
            _ => return Err(wrong(format!("`{operand}` is not a register"))),
        }
        if count == 4 {
            return Err(wrong("one operand too many".to_owned()));
        }
        count += 1;
    }
    match count {
        4 => Ok(Read {
            control: control as u64,
            written,
        }),
        _ => Err(Diagnostic::new(end..end, "an operand is missing", OPERANDS)),
    }
}

const OPERANDS: &str = "d, a, b, c: a register, then three registers or numbers of 32 bits";

fn is_register(operand: &str) -> bool {
    let mut rest = operand.strip_prefix('%').unwrap_or(operand).chars();
    let begins = |c: char| c.is_ascii_alphabetic() || "_$".contains(c);
    rest.next().is_some_and(begins) && rest.all(|c| begins(c) || c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_are_written_and_wrong_ones_refused_at_their_place() {
        for control in 0..MODES.len() as u64 {
            let written = [None; 3];
            assert_eq!(read(&write(control, &REGISTERS)), Ok(Read { control, written }));
        }
        let read_numbers = read(" prmt.b32.ecl %d, 0x80, b$1, -1 ; ").expect("as the manual has it");
        assert_eq!(
            (read_numbers.control, read_numbers.written),
            (4, [Some(0x80), None, Some(u32::MAX)])
        );
        for (text, place) in [
            ("", ""),
            ("prmt", "prmt"),
            ("prmt.b64 d, a, b, c", "prmt.b64"),
            ("prmt.b32.f4f d, a, b, c", ".f4f"),
            ("prmt.b32 1, a, b, c", "1"),
            ("prmt.b32 d, a, b", ""),
            ("prmt.b32 d, a, b, c, 5", "5"),
            ("prmt.b32 d, a, b, c, e", "e"),
            ("prmt.b32 d, a,, c", ""),
            ("prmt.b32 d, a, 4294967296, c", "4294967296"),
        ] {
            let wrong = read(text).expect_err(text);
            assert_eq!(&text[wrong.span.clone()], place, "{text}: {}", wrong.message);
        }
    }
}
