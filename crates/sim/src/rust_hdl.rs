//! Engine `rust-hdl`: steps rust-hdl's own update functions, without its threads. Slow, an independent reference.

use super::{Engine, EngineError, InstanceScope, Port, Variable};
use lanesmith_netlist::rtl::{Top, TopPort};
use rust_hdl_core::prelude::{Atom, Block, Probe, TypeDescriptor, TypeKind, VCDValue};
use std::cell::{Cell, RefCell};

/// Passes after which logic counts as oscillating. Signals cross one level of hierarchy per pass, so designs need a few dozen.
const MAX_PASSES: usize = 10_000;

/// A rust-hdl block, running. Its clock is called `clock`, unless another name is given. Registers whose asynchronous reset is active low
/// start at their reset value: rust-hdl's signals start low.
pub struct RustHdl {
    top: Box<dyn Top>,
    fields: Vec<TopPort>,
    ports: Vec<Port>,
    /// The clock's path in the block.
    clock: Option<String>,
    clock_is_high: bool,
    snapshot: RefCell<Vec<u64>>,
    snapshot_is_stale: Cell<bool>,
}

impl RustHdl {
    /// Connects the block.
    pub fn new(top: Box<dyn Top>) -> Self {
        RustHdl::with_clock(top, "clock")
    }

    /// Connects a block whose clock is the port with this name.
    pub fn with_clock(mut top: Box<dyn Top>, clock: &str) -> Self {
        top.connect_all();
        let mut fields = top.ports();
        let place = fields.iter().position(|field| field.name == clock);
        let clock = place.map(|place| fields.remove(place).path);
        RustHdl {
            top,
            ports: fields.iter().map(Port::from).collect(),
            fields,
            clock,
            clock_is_high: false,
            snapshot: RefCell::default(),
            snapshot_is_stale: Cell::new(true),
        }
    }

    /// As [`Engine::settle`], which panics where this is an error: no stable state is reached.
    pub fn try_settle(&mut self) -> Result<(), EngineError> {
        self.drive_clock(false)
    }

    /// As [`Engine::tick`], which panics where this is an error: no stable state is reached.
    pub fn try_tick(&mut self) -> Result<(), EngineError> {
        if self.clock_is_high {
            self.drive_clock(false)?;
        }
        self.drive_clock(true)
    }

    /// Shows the block and everything in it to a probe.
    pub fn accept(&self, probe: &mut dyn Probe) {
        self.top.accept("top", probe);
    }

    fn drive_clock(&mut self, high: bool) -> Result<(), EngineError> {
        self.clock_is_high = high;
        if let Some(clock) = &self.clock {
            self.top.set_port(clock, u64::from(high));
        }
        self.snapshot_is_stale.set(true);
        for _ in 0..MAX_PASSES {
            self.top.update_all();
            if !self.top.has_changed() {
                return Ok(());
            }
        }
        Err(EngineError::Failed(format!(
            "the logic oscillates: no stable state after {MAX_PASSES} passes"
        )))
    }
}

impl Engine for RustHdl {
    fn name(&self) -> &'static str {
        "rust-hdl"
    }

    fn ports(&self) -> &[Port] {
        &self.ports
    }

    fn set(&mut self, port: usize, value: u64) {
        self.top.set_port(&self.fields[port].path, value);
    }

    fn get(&self, port: usize) -> u64 {
        self.top.port_value(&self.fields[port].path)
    }

    // The lowering finds combinational loops beforehand, except those that no output depends on.
    fn settle(&mut self) {
        self.try_settle().unwrap_or_else(|why| panic!("{why}"));
    }

    fn tick(&mut self) {
        self.try_tick().unwrap_or_else(|why| panic!("{why}"));
    }

    fn hierarchy(&self) -> InstanceScope {
        let mut scopes = Scopes::default();
        self.accept(&mut scopes);
        scopes.root
    }

    fn watch(&self, variable: usize) -> u64 {
        let mut values = self.snapshot.borrow_mut();
        if self.snapshot_is_stale.replace(false) {
            values.clear();
            self.accept(&mut Values(&mut values));
        }
        values[variable]
    }
}

/// Collects the hierarchy. Numbers the variables in the order in which [`Values`] reads them.
#[derive(Default)]
struct Scopes {
    root: InstanceScope,
    open: Vec<InstanceScope>,
    namespaces: Vec<String>,
    next: usize,
}

impl Probe for Scopes {
    fn visit_start_scope(&mut self, name: &str, _: &dyn Block) {
        self.open.push(InstanceScope {
            name: name.to_owned(),
            ..InstanceScope::default()
        });
    }

    fn visit_start_namespace(&mut self, name: &str, _: &dyn Block) {
        self.namespaces.push(name.to_owned());
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let path = self.namespaces.iter().map(String::as_str).chain([name]);
        let name = path.collect::<Vec<_>>().join("$");
        let mut words = Vec::new();
        describe(&name, &signal.descriptor(), &mut words);
        // Atoms outside every scope do not occur: the top is a scope.
        let Some(scope) = self.open.last_mut() else { return };
        for (name, width) in words {
            let index = self.next;
            scope.variables.push(Variable { name, width, index });
            self.next += 1;
        }
    }

    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.namespaces.pop();
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        let Some(scope) = self.open.pop() else { return };
        match self.open.last_mut() {
            Some(parent) => parent.children.push(scope),
            None => self.root = scope,
        }
    }
}

struct Values<'a>(&'a mut Vec<u64>);

impl Probe for Values<'_> {
    fn visit_atom(&mut self, _: &str, signal: &dyn Atom) {
        read(&signal.descriptor(), &signal.vcd(), self.0);
    }
}

/// The watchable words of a signal: itself, or the fields of a structure. Words above 64 bits can't be watched.
fn describe(name: &str, descriptor: &TypeDescriptor, words: &mut Vec<(String, u32)>) {
    match &descriptor.kind {
        TypeKind::Bits(width) | TypeKind::Signed(width) if *width > 64 => {}
        TypeKind::Bits(width) | TypeKind::Signed(width) => words.push((name.to_owned(), *width as u32)),
        TypeKind::Enum(variants) => words.push((name.to_owned(), code_bits(variants.len()))),
        TypeKind::Composite(fields) => {
            for field in fields {
                describe(&format!("{name}${}", field.fieldname), &field.kind, words);
            }
        }
    }
}

/// The values of the same words in the same order.
fn read(descriptor: &TypeDescriptor, value: &VCDValue, words: &mut Vec<u64>) {
    // The crate's own bit type is not exported, so a one is made from `true`.
    let one = VCDValue::from(true);
    let bit = |value| u64::from(VCDValue::Single(value) == one);
    match (&descriptor.kind, value) {
        (TypeKind::Composite(fields), VCDValue::Composite(values)) => {
            for (field, value) in fields.iter().zip(values) {
                read(&field.kind, value, words);
            }
        }
        (TypeKind::Enum(variants), VCDValue::String(variant)) => {
            let is_named = |path: &String| path.rsplit("::").next() == Some(variant);
            words.push(variants.iter().position(is_named).unwrap_or(0) as u64);
        }
        (_, VCDValue::Single(value)) => words.push(bit(*value)),
        (_, VCDValue::Vector(bits)) if bits.len() <= 64 => {
            words.push(bits.iter().fold(0, |word, value| word << 1 | bit(*value)));
        }
        _ => {}
    }
}

/// The bits of an enumeration of `variants` values.
fn code_bits(variants: usize) -> u32 {
    variants.next_power_of_two().trailing_zeros().max(1)
}
