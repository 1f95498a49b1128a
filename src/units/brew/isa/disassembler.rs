//! Words as text that assembles to the same words.

use super::instruction::decode;
use std::fmt;

/// The words of one instruction as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisassembledLine {
    /// The byte address of the first word.
    pub address: u32,
    /// The words.
    pub words: Vec<u16>,
    /// The instruction, or `.word` where no text gives these words.
    pub text: String,
    /// Remarks about the words.
    pub remark: Option<String>,
}

/// Disassembles a program that begins at address 0, one line for each instruction.
pub fn disassemble(words: &[u16]) -> Vec<DisassembledLine> {
    let mut lines = Vec::new();
    let mut rest = words;
    while !rest.is_empty() {
        let decoded = decode(rest);
        let (head, tail) = rest.split_at(decoded.map_or(rest.len(), |decoded| decoded.length));
        let bare = format!(".word {}", hexadecimal(head, "0x", ", "));
        let (text, remark) = match (decoded, decoded.and_then(|decoded| decoded.instruction)) {
            (None, _) => (bare, Some("cut short".to_owned())),
            (_, None) => (bare, Some("invalid instruction".to_owned())),
            (_, Some(instruction)) if !instruction.is_exact() => (bare, Some(instruction.to_string())),
            (_, Some(instruction)) => {
                let remark = (!instruction.executes()).then(|| "invalid instruction here".to_owned());
                (instruction.to_string(), remark)
            }
        };
        lines.push(DisassembledLine {
            address: 2 * (words.len() - rest.len()) as u32,
            words: head.to_vec(),
            text,
            remark,
        });
        rest = tail;
    }
    lines
}

fn hexadecimal(words: &[u16], before: &str, between: &str) -> String {
    let digits: Vec<String> = words.iter().map(|word| format!("{before}{word:04x}")).collect();
    digits.join(between)
}

/// The text, and as a comment address, words and remark.
impl fmt::Display for DisassembledLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = hexadecimal(&self.words, "", " ");
        write!(f, "    {:40} # {:04x}: ", self.text, self.address)?;
        match &self.remark {
            Some(remark) => write!(f, "{words:14}  {remark}"),
            None => f.write_str(&words),
        }
    }
}
