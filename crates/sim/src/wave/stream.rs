//! Writes cycles as changes of signals, in any file format. A cycle takes 10 ns: the clock rises at its start, when all values
//! change, and falls in its middle. With several clocks, only those rise that have an edge in the cycle.

use super::Helper;
use crate::InstanceScope;
use std::collections::HashMap;
use std::io;

/// The value of a helper of fewer than 64 bits in cycles in which it has no meaning: high impedance in the file, a line without digits in viewers.
pub const BLANK: u64 = u64::MAX;

/// Whether this value of a signal is [`BLANK`]; of 64 bits it is a number.
pub(super) fn is_blank(width: u32, value: u64) -> bool {
    width < 64 && value == BLANK
}

/// Nanoseconds per cycle.
pub const PERIOD: u64 = 10;
/// The scope around everything.
pub const ROOT: &str = "testbench";

/// A file format: declarations, then changes in the order of time.
pub(super) trait Format {
    /// Opens a scope in the current one.
    fn open_scope(&mut self, name: &str) -> io::Result<()>;
    /// Closes the current scope.
    fn close_scope(&mut self) -> io::Result<()>;
    /// Declares a signal of 1 to 64 bits in the current scope, and returns its number; a second name of a declared signal has that
    /// signal's number.
    fn declare(&mut self, name: &str, width: u32, alias: Option<usize>) -> io::Result<usize>;
    /// Ends the declarations.
    fn begin(&mut self) -> io::Result<()>;
    /// The time of the following changes, in nanoseconds.
    fn time(&mut self, time: u64) -> io::Result<()>;
    /// Changes the signal with this number and width.
    fn change(&mut self, signal: usize, width: u32, value: u64) -> io::Result<()>;
    /// Completes the file.
    fn finish(&mut self) -> io::Result<()>;
}

struct Variable {
    signal: usize,
    width: u32,
    last: Option<u64>,
    /// Whether it falls in the middle of the cycle.
    is_clock: bool,
}

/// A file being written.
pub(super) struct Stream {
    format: Box<dyn Format>,
    /// Of a design with one clock.
    clock: Option<usize>,
    cycle: Variable,
    variables: Vec<Variable>,
    end: u64,
}

/// Declares nets; a net that is visible in several scopes is one signal.
struct Declarations<'a> {
    format: &'a mut dyn Format,
    clock: Option<usize>,
    /// Of several clocks.
    clocks: &'a [usize],
    variables: Vec<Variable>,
    nets: Vec<usize>,
    seen: HashMap<usize, usize>,
}

impl Stream {
    /// Writes the declarations. The values of a cycle are those of the returned net indices, then those of `helpers`. `clocks` has the
    /// indices of those nets that are one of several clocks.
    pub(super) fn new(
        mut format: Box<dyn Format>,
        top: &InstanceScope,
        clocks: &[usize],
        helpers: &[Helper],
    ) -> io::Result<(Self, Vec<usize>)> {
        format.open_scope(ROOT)?;
        let clock = clocks.is_empty().then(|| format.declare("clock", 1, None));
        let clock = clock.transpose()?;
        let cycle = Variable::declare(&mut *format, "cycle", 32)?;
        let mut declarations = Declarations {
            format: &mut *format,
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
            format.open_scope(group[0].scope)?;
            for helper in group {
                variables.push(Variable::declare(&mut *format, &helper.name, helper.width)?);
            }
            format.close_scope()?;
        }
        format.close_scope()?;
        format.begin()?;
        let stream = Stream {
            format,
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
        let format = &mut *self.format;
        format.time(cycle * PERIOD)?;
        if let Some(clock) = self.clock {
            format.change(clock, 1, 1)?;
        }
        self.cycle.change(format, cycle)?;
        for (variable, value) in self.variables.iter_mut().zip(values) {
            variable.change(format, *value)?;
        }
        format.time(cycle * PERIOD + PERIOD / 2)?;
        if let Some(clock) = self.clock {
            format.change(clock, 1, 0)?;
        }
        for clock in self.variables.iter_mut().filter(|variable| variable.is_clock) {
            clock.change(format, 0)?;
        }
        self.end = (cycle + 1) * PERIOD;
        Ok(())
    }

    /// Closes the last cycle. All signals keep its values until the cycle `end`, if that is later.
    pub(super) fn finish(&mut self, end: u64) -> io::Result<()> {
        self.format.time(self.end.max(end * PERIOD))?;
        self.format.finish()
    }
}

impl Variable {
    fn declare(format: &mut dyn Format, name: &str, width: u32) -> io::Result<Self> {
        Ok(Variable {
            signal: format.declare(name, width, None)?,
            width,
            last: None,
            is_clock: false,
        })
    }

    fn change(&mut self, format: &mut dyn Format, value: u64) -> io::Result<()> {
        match self.last.replace(value) == Some(value) {
            true => Ok(()),
            false => format.change(self.signal, self.width, value),
        }
    }
}

impl Declarations<'_> {
    fn scope(&mut self, scope: &InstanceScope) -> io::Result<()> {
        self.format.open_scope(&scope.name)?;
        for net in &scope.variables {
            let alias = match net.name.as_str() {
                // Engines tick instead of toggling, so the clock net is drawn as the clock.
                "clock" if self.clock.is_some() => self.clock,
                _ => self.seen.get(&net.index).copied(),
            };
            if alias.is_some() {
                self.format.declare(&net.name, net.width, alias)?;
                continue;
            }
            let mut variable = Variable::declare(self.format, &net.name, net.width)?;
            variable.is_clock = self.clocks.contains(&net.index);
            self.seen.insert(net.index, variable.signal);
            self.variables.push(variable);
            self.nets.push(net.index);
        }
        for child in &scope.children {
            self.scope(child)?;
        }
        self.format.close_scope()
    }
}
