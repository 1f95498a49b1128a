//! VCD (IEEE 1364-2005, clause 18), a text format.

use super::stream::{Format, is_blank};
use std::io::{self, Write};
use vcd::{IdCode, ReferenceIndex, TimescaleUnit, Value, VarType};

/// A VCD file being written.
pub(super) struct Vcd<W: Write> {
    writer: vcd::Writer<W>,
    /// Of each signal.
    codes: Vec<IdCode>,
}

impl<W: Write> Vcd<W> {
    /// Begins the header.
    pub fn new(sink: W) -> io::Result<Self> {
        let mut writer = vcd::Writer::new(sink);
        writer.version(concat!("lanesmith ", env!("CARGO_PKG_VERSION")))?;
        writer.timescale(1, TimescaleUnit::NS)?;
        Ok(Vcd { writer, codes: vec![] })
    }
}

impl<W: Write> Format for Vcd<W> {
    fn open_scope(&mut self, name: &str) -> io::Result<()> {
        self.writer.add_module(name)
    }

    fn close_scope(&mut self) -> io::Result<()> {
        self.writer.upscope()
    }

    fn declare(&mut self, name: &str, width: u32, alias: Option<usize>) -> io::Result<usize> {
        let range = (width > 1).then_some(ReferenceIndex::Range(width as i32 - 1, 0));
        if let Some(signal) = alias {
            self.writer
                .var_def(VarType::Wire, width, self.codes[signal], name, range)?;
            return Ok(signal);
        }
        self.codes.push(self.writer.add_var(VarType::Wire, width, name, range)?);
        Ok(self.codes.len() - 1)
    }

    fn begin(&mut self) -> io::Result<()> {
        self.writer.enddefinitions()
    }

    fn time(&mut self, time: u64) -> io::Result<()> {
        self.writer.timestamp(time)
    }

    fn change(&mut self, signal: usize, width: u32, value: u64) -> io::Result<()> {
        let bit = |i: u32| match is_blank(width, value) {
            true => Value::Z,
            false => Value::from(value >> i & 1 != 0),
        };
        match width {
            1 => self.writer.change_scalar(self.codes[signal], bit(0)),
            // Viewers extend a leading 0 or 1 with zeros, so leading zeros are left out.
            width => {
                let digits = width.min(64 - value.leading_zeros()).max(1);
                self.writer
                    .change_vector(self.codes[signal], (0..digits).rev().map(bit))
            }
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
