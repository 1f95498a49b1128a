//! Writes cycles as VCD (IEEE 1364-2005, clause 18). A cycle takes 10 ns: the clock rises at its start, when all values change, and
//! falls in its middle.

use super::Helper;
use crate::InstanceScope;
use std::collections::HashMap;
use std::io::{self, BufWriter, Write};
use vcd::{IdCode, ReferenceIndex, TimescaleUnit, Value, VarType};

/// The value of a helper of fewer than 64 bits in cycles in which it has no meaning: high impedance in the file, a line without digits in viewers.
pub const BLANK: u64 = u64::MAX;
/// Nanoseconds per cycle.
pub const PERIOD: u64 = 10;
/// The scope around everything.
pub const ROOT: &str = "testbench";

type Writer = vcd::Writer<BufWriter<Box<dyn Write>>>;

struct Variable {
    code: IdCode,
    width: u32,
    last: Option<u64>,
}

/// A file being written.
pub(super) struct Stream {
    writer: Writer,
    clock: IdCode,
    cycle: Variable,
    variables: Vec<Variable>,
    end: u64,
}

/// Declares nets; a net that is visible in several scopes is one signal.
struct Declarations<'a> {
    writer: &'a mut Writer,
    clock: IdCode,
    variables: Vec<Variable>,
    nets: Vec<usize>,
    seen: HashMap<usize, IdCode>,
}

impl Stream {
    /// Writes the declarations. The values of a cycle are those of the returned net indices, then those of `helpers`.
    pub fn new(sink: Box<dyn Write>, top: &InstanceScope, helpers: &[Helper]) -> io::Result<(Self, Vec<usize>)> {
        let mut writer = Writer::new(BufWriter::new(sink));
        writer.version(concat!("lanesmith ", env!("CARGO_PKG_VERSION")))?;
        writer.timescale(1, TimescaleUnit::NS)?;
        writer.add_module(ROOT)?;
        let clock = writer.add_wire(1, "clock")?;
        let cycle = Variable::declare(&mut writer, "cycle", 32)?;
        let mut declarations = Declarations {
            writer: &mut writer,
            clock,
            variables: Vec::new(),
            nets: Vec::new(),
            seen: HashMap::new(),
        };
        declarations.scope(top)?;
        let Declarations {
            mut variables, nets, ..
        } = declarations;
        for group in helpers.chunk_by(|a, b| a.scope == b.scope) {
            writer.add_module(group[0].scope)?;
            for helper in group {
                variables.push(Variable::declare(&mut writer, &helper.name, helper.width)?);
            }
            writer.upscope()?;
        }
        writer.upscope()?;
        writer.enddefinitions()?;
        let stream = Stream {
            writer,
            clock,
            cycle,
            variables,
            end: 0,
        };
        Ok((stream, nets))
    }

    /// Writes the changes of `cycle`; cycles come in order.
    pub fn cycle(&mut self, cycle: u64, values: &[u64]) -> io::Result<()> {
        debug_assert_eq!(values.len(), self.variables.len(), "one value per declared signal");
        let writer = &mut self.writer;
        writer.timestamp(cycle * PERIOD)?;
        writer.change_scalar(self.clock, true)?;
        self.cycle.change(writer, cycle)?;
        for (variable, value) in self.variables.iter_mut().zip(values) {
            variable.change(writer, *value)?;
        }
        writer.timestamp(cycle * PERIOD + PERIOD / 2)?;
        writer.change_scalar(self.clock, false)?;
        self.end = (cycle + 1) * PERIOD;
        Ok(())
    }

    /// Closes the last cycle. All signals keep its values until the cycle `end`, if that is later.
    pub fn finish(&mut self, end: u64) -> io::Result<()> {
        self.writer.timestamp(self.end.max(end * PERIOD))?;
        self.writer.flush()
    }
}

fn range(width: u32) -> Option<ReferenceIndex> {
    (width > 1).then_some(ReferenceIndex::Range(width as i32 - 1, 0))
}

impl Variable {
    fn declare(writer: &mut Writer, name: &str, width: u32) -> io::Result<Self> {
        Ok(Variable {
            code: writer.add_var(VarType::Wire, width, name, range(width))?,
            width,
            last: None,
        })
    }

    fn change(&mut self, writer: &mut Writer, value: u64) -> io::Result<()> {
        if self.last.replace(value) == Some(value) {
            return Ok(());
        }
        let is_blank = self.width < 64 && value == BLANK;
        let bit = |i: u32| match is_blank {
            true => Value::Z,
            false => Value::from(value >> i & 1 != 0),
        };
        match self.width {
            1 => writer.change_scalar(self.code, bit(0)),
            // Viewers extend a leading 0 or 1 with zeros, so leading zeros are left out.
            width => {
                let digits = width.min(64 - value.leading_zeros()).max(1);
                writer.change_vector(self.code, (0..digits).rev().map(bit))
            }
        }
    }
}

impl Declarations<'_> {
    fn scope(&mut self, scope: &InstanceScope) -> io::Result<()> {
        self.writer.add_module(&scope.name)?;
        for net in &scope.variables {
            let alias = match net.name.as_str() {
                // Engines tick instead of toggling, so the clock net is drawn as the clock.
                "clock" => Some(self.clock),
                _ => self.seen.get(&net.index).copied(),
            };
            if let Some(code) = alias {
                self.writer
                    .var_def(VarType::Wire, net.width, code, &net.name, range(net.width))?;
                continue;
            }
            let variable = Variable::declare(self.writer, &net.name, net.width)?;
            self.seen.insert(net.index, variable.code);
            self.variables.push(variable);
            self.nets.push(net.index);
        }
        for child in &scope.children {
            self.scope(child)?;
        }
        self.writer.upscope()
    }
}
