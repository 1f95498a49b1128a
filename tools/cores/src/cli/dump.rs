//! Parts of the memory as hexadecimal dumps.

use crate::simulator::MEMORY;
use std::fmt::Write;
use std::ops::Range;
use std::path::PathBuf;

/// A part of the memory, and the file for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dump {
    part: Range<usize>,
    pub(super) path: PathBuf,
}

/// Reads `ADDRESS:LENGTH=FILE`.
pub(super) fn dump(text: &str) -> Result<Dump, String> {
    const EXPECTED: &str = "expected ADDRESS:LENGTH=FILE, such as 0x80000:256=memory.txt";
    let number = |text: &str| match text.strip_prefix("0x") {
        Some(digits) => usize::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    };
    let (part, path) = text.split_once('=').ok_or(EXPECTED)?;
    let (start, length) = part.split_once(':').ok_or(EXPECTED)?;
    let (start, length) = number(start).zip(number(length)).ok_or(EXPECTED)?;
    let end = start.checked_add(length).filter(|end| *end <= MEMORY && length > 0);
    match (end, path) {
        (_, "") => Err(EXPECTED.to_owned()),
        (None, _) => Err(format!(
            "expected at least one byte of the memory, 0x0 to {:#x}",
            MEMORY - 1
        )),
        (Some(end), path) => Ok(Dump {
            part: start..end,
            path: path.into(),
        }),
    }
}

impl Dump {
    /// Lines of 16 bytes with their address and their characters.
    pub(super) fn text(&self, memory: &[u32]) -> String {
        let bytes: Vec<u8> = memory.iter().flat_map(|word| word.to_le_bytes()).collect();
        let bytes = bytes.get(self.part.clone()).unwrap_or_default();
        let mut text = String::new();
        for (address, line) in (self.part.start..).step_by(16).zip(bytes.chunks(16)) {
            let hex: String = line.iter().map(|byte| format!(" {byte:02x}")).collect();
            let is_shown = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
            let characters = line
                .iter()
                .map(|byte| if is_shown(*byte) { char::from(*byte) } else { '.' });
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{address:08x} {hex:<48}  |{}|", characters.collect::<String>());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dump_has_addresses_bytes_and_characters() {
        let part = dump("0x2:18=there").expect("a part");
        let memory = [0x4100_0000, 0x0a43_4220, 0, 0, 0x0000_5a7f];
        assert_eq!(
            part.text(&memory),
            "00000002  00 41 20 42 43 0a 00 00 00 00 00 00 00 00 7f 5a  |.A BC..........Z|\n\
             00000012  00 00                                            |..|\n"
        );
    }

    #[test]
    fn what_is_no_part_of_the_memory_is_refused() {
        for text in ["", "0:4", "0:4=", "x:4=f", "0=f", "0:-1=f"] {
            assert!(
                dump(text).is_err_and(|why| why.contains("ADDRESS:LENGTH=FILE")),
                "{text}"
            );
        }
        for text in ["0:0=f", "0xffffc:8=f", "18446744073709551615:2=f"] {
            assert!(dump(text).is_err_and(|why| why.contains("0xfffff")), "{text}");
        }
    }
}
