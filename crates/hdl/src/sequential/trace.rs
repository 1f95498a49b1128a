//! The inputs of a run, clock by clock, and how they are printed.

use std::fmt;

/// The inputs of each clock from power-up on, by name.
pub type Trace = Vec<Vec<(String, u64)>>;

/// Longer traces are printed without their middle.
const LONGEST: usize = 32;
/// The number of clocks at the beginning.
const FIRST: usize = 8;

/// Prints a line for each clock.
pub(crate) fn write(f: &mut fmt::Formatter<'_>, trace: &[Vec<(String, u64)>]) -> fmt::Result {
    let left_out = match trace.len() {
        0..=LONGEST => 0..0,
        clocks => FIRST..clocks - (LONGEST - FIRST),
    };
    for (clock, inputs) in trace.iter().enumerate() {
        if clock == left_out.start && !left_out.is_empty() {
            write!(f, "\n  clocks {} to {}: left out here", clock, left_out.end - 1)?;
        }
        if !left_out.contains(&clock) {
            write!(f, "\n  clock {clock}: {}", Values(inputs))?;
        }
    }
    Ok(())
}

/// Names and values in a line.
pub(crate) struct Values<'a>(pub &'a [(String, u64)]);

impl fmt::Display for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("no inputs");
        }
        for (i, (name, value)) in self.0.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            write!(f, "{comma}{name} = {value:#x}")?;
        }
        Ok(())
    }
}

/// The number that some bits are, least significant first.
pub(crate) fn number(bits: impl IntoIterator<Item = bool>) -> u64 {
    let bits = bits.into_iter().zip(0..);
    bits.fold(0, |number, (bit, i)| number | u64::from(bit) << i)
}
