//! Which packed instructions a compiled program has, and which of them a unit lacks.

mod elf;
mod packed_words;

pub use elf::Elf;
pub use packed_words::packed_words;
