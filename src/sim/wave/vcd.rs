//! Cycles as VCD. A cycle is 10 ns: the clock rises at its start, where all values change, and falls in its middle. With several
//! clocks, those rise whose edge began the cycle.

use crate::sim::InstanceScope;
use std::collections::HashMap;
use std::io::{self, Write};
use vcd::{IdCode, TimescaleUnit, Value, VarType};

/// A signal that the testbench computes and that is recorded beside the hardware's nets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Helper {
    /// Its scope below `testbench`.
    pub scope: &'static str,
    /// Its name.
    pub name: String,
    /// Its width in bits, 1 to 64.
    pub width: u32,
}

/// Nanoseconds per cycle.
pub const PERIOD: u64 = 10;
/// The scope around everything.
pub const ROOT: &str = "testbench";

struct Variable {
    id: IdCode,
    width: u32,
    last: Option<u64>,
    /// Whether it falls in the middle of the cycle.
    is_clock: bool,
}

/// A VCD file being written.
pub(super) struct VcdStream<W: Write> {
    vcd: vcd::Writer<W>,
    /// Of a design with one clock.
    clock: Option<IdCode>,
    cycle: Variable,
    variables: Vec<Variable>,
    end: u64,
}

/// Declares nets; a net that is visible in several scopes has one code.
struct Declarations<'a, W: Write> {
    vcd: &'a mut vcd::Writer<W>,
    clock: Option<IdCode>,
    /// Of several clocks.
    clocks: &'a [usize],
    variables: Vec<Variable>,
    nets: Vec<usize>,
    seen: HashMap<usize, IdCode>,
}

impl<W: Write> VcdStream<W> {
    /// Writes the header. The values of a cycle are those of the returned net indices, then those of `helpers`. `clocks` has the
    /// indices of those nets that are one of several clocks.
    pub(super) fn new(
        sink: W,
        top: &InstanceScope,
        clocks: &[usize],
        helpers: &[Helper],
    ) -> io::Result<(Self, Vec<usize>)> {
        let mut vcd = vcd::Writer::new(sink);
        vcd.version(concat!("lanesmith ", env!("CARGO_PKG_VERSION")))?;
        vcd.timescale(1, TimescaleUnit::NS)?;
        vcd.add_module(ROOT)?;
        let clock = match clocks {
            [] => Some(vcd.add_wire(1, "clock")?),
            _ => None,
        };
        let cycle = Variable::declare(&mut vcd, "cycle", 32)?;
        let mut declarations = Declarations {
            vcd: &mut vcd,
            clock,
            clocks,
            variables: Vec::new(),
            nets: Vec::new(),
            seen: HashMap::new(),
        };
        declarations.scope(top)?;
        let Declarations {
            mut variables, nets, ..
        } = declarations;
        for group in helpers.chunk_by(|a, b| a.scope == b.scope) {
            vcd.add_module(group[0].scope)?;
            for helper in group {
                variables.push(Variable::declare(&mut vcd, &helper.name, helper.width)?);
            }
            vcd.upscope()?;
        }
        vcd.upscope()?;
        vcd.enddefinitions()?;
        let stream = VcdStream {
            vcd,
            clock,
            cycle,
            variables,
            end: 0,
        };
        Ok((stream, nets))
    }

    /// Writes the changes of `cycle`; cycles come in order.
    pub(super) fn cycle(&mut self, cycle: u64, values: &[u64]) -> io::Result<()> {
        debug_assert_eq!(values.len(), self.variables.len(), "one value per declared signal");
        self.vcd.timestamp(cycle * PERIOD)?;
        if let Some(clock) = self.clock {
            self.vcd.change_scalar(clock, Value::V1)?;
        }
        self.cycle.change(&mut self.vcd, cycle)?;
        for (variable, value) in self.variables.iter_mut().zip(values) {
            variable.change(&mut self.vcd, *value)?;
        }
        self.vcd.timestamp(cycle * PERIOD + PERIOD / 2)?;
        if let Some(clock) = self.clock {
            self.vcd.change_scalar(clock, Value::V0)?;
        }
        for clock in self.variables.iter_mut().filter(|variable| variable.is_clock) {
            clock.change(&mut self.vcd, 0)?;
        }
        self.end = (cycle + 1) * PERIOD;
        Ok(())
    }

    /// Closes the last cycle.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.vcd.timestamp(self.end)?;
        self.vcd.flush()
    }
}

impl Variable {
    fn declare<W: Write>(vcd: &mut vcd::Writer<W>, name: &str, width: u32) -> io::Result<Self> {
        let range = (width > 1).then_some(vcd::ReferenceIndex::Range(width as i32 - 1, 0));
        let id = vcd.add_var(VarType::Wire, width, name, range)?;
        Ok(Variable {
            id,
            width,
            last: None,
            is_clock: false,
        })
    }

    fn change<W: Write>(&mut self, vcd: &mut vcd::Writer<W>, value: u64) -> io::Result<()> {
        if self.last.replace(value) == Some(value) {
            return Ok(());
        }
        let bit = |i: u32| Value::from(value >> i & 1 != 0);
        match self.width {
            1 => vcd.change_scalar(self.id, bit(0)),
            // Viewers extend a leading 0 or 1 with zeros, so leading zeros are left out.
            width => {
                let digits = width.min(64 - value.leading_zeros()).max(1);
                vcd.change_vector(self.id, (0..digits).rev().map(bit))
            }
        }
    }
}

impl<W: Write> Declarations<'_, W> {
    fn scope(&mut self, scope: &InstanceScope) -> io::Result<()> {
        self.vcd.add_module(&scope.name)?;
        for net in &scope.variables {
            let alias = match net.name.as_str() {
                // Engines tick instead of toggling, so the clock net is drawn as the clock.
                "clock" if self.clock.is_some() => self.clock,
                _ => self.seen.get(&net.index).copied(),
            };
            match alias {
                Some(id) => {
                    let range = (net.width > 1).then_some(vcd::ReferenceIndex::Range(net.width as i32 - 1, 0));
                    self.vcd.var_def(VarType::Wire, net.width, id, &net.name, range)?;
                }
                None => {
                    let mut variable = Variable::declare(self.vcd, &net.name, net.width)?;
                    variable.is_clock = self.clocks.contains(&net.index);
                    self.seen.insert(net.index, variable.id);
                    self.variables.push(variable);
                    self.nets.push(net.index);
                }
            }
        }
        for child in &scope.children {
            self.scope(child)?;
        }
        self.vcd.upscope()
    }
}
