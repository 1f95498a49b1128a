//! Engine `verilator`: the emitted Verilog through the installed Verilator, as a shared object in this process.

mod build;
mod shim;

pub use build::{program, version};

use super::{Engine, EngineError, InstanceScope, Port, PortDirection, Variable};
use lanesmith_netlist::{Design, Flat};
use libloading::Library;
use std::ffi::c_void;

type New = unsafe extern "C" fn() -> *mut c_void;
type Free = unsafe extern "C" fn(*mut c_void);
type Eval = unsafe extern "C" fn(*mut c_void);
type PortAddress = unsafe extern "C" fn(*mut c_void, u32) -> *mut c_void;

/// A model made by Verilator, running. Only ports can be watched.
pub struct Verilated {
    instance: *mut c_void,
    eval: Eval,
    free: Free,
    clock: Option<Cell>,
    cells: Vec<Cell>,
    ports: Vec<Port>,
    module: String,
    // Dropped last: all of the above points into it.
    _library: Library,
}

impl Verilated {
    /// Emits, compiles (seconds; results are kept in the user's cache folder) and loads a design. The clock must be
    /// the input `clock`. `Unavailable` if Verilator or the C++ compiler is missing.
    pub fn new(design: &Design) -> Result<Self, EngineError> {
        let failed = |why: libloading::Error| EngineError::Failed(format!("verilator: {why}"));
        let built = build::build(design, "")?;
        // SAFETY: the object was made from our own text; loading it runs the C++ runtime's initialisers only. The
        // types are those of the shim, and the symbols live as long as the library, which the engine keeps.
        let (library, new, free, eval, address) = unsafe {
            let library = Library::new(&built.path).map_err(failed)?;
            let new = *library.get::<New>(shim::NEW).map_err(failed)?;
            let free = *library.get::<Free>(shim::FREE).map_err(failed)?;
            let eval = *library.get::<Eval>(shim::EVAL).map_err(failed)?;
            let address = *library.get::<PortAddress>(shim::PORT).map_err(failed)?;
            (library, new, free, eval, address)
        };
        let mut engine = Verilated {
            // SAFETY: the shim's constructor has no preconditions.
            instance: unsafe { new() },
            eval,
            free,
            clock: None,
            cells: Vec::new(),
            ports: Vec::new(),
            module: design.top_module().name.clone(),
            _library: library,
        };
        for (i, (_, net)) in (0..).zip(design.top_module().ports()) {
            let cell = Cell {
                // SAFETY: `i` is a port's position and the instance is live.
                address: unsafe { address(engine.instance, i) },
                width: net.width,
            };
            if net.name == "clock" {
                engine.clock = Some(cell);
                continue;
            }
            engine.cells.push(cell);
            engine.ports.push(Port::from(net));
        }
        engine.start(design);
        Ok(engine)
    }

    /// Verilog's asynchronous resets act on edges, ours on levels. A reset that is active at 0, the initial value of inputs,
    /// is 1 before the first `settle`, which then sees an edge.
    fn start(&mut self, design: &Design) {
        let Ok(flat) = Flat::new(design) else { return };
        let registers = flat.module.registers.iter();
        let resets = registers.filter_map(|register| register.reset.as_ref());
        let falling = resets.filter(|reset| reset.style.asynchronous && reset.style.active_low);
        let names = falling.map(|reset| flat.module.net_ref(reset.net).name.as_str());
        let is_input = |port: &Port| port.direction == PortDirection::Input;
        let ports: Vec<usize> = names
            .filter_map(|name| self.ports.iter().position(|port| is_input(port) && port.name == name))
            .collect();
        ports.iter().for_each(|port| self.set(*port, 1));
        self.settle();
        ports.iter().for_each(|port| self.set(*port, 0));
    }

    fn clock(&mut self, level: u64) {
        if let Some(clock) = self.clock {
            clock.write(level);
        }
        // SAFETY: the instance is live.
        unsafe { (self.eval)(self.instance) }
    }
}

impl Drop for Verilated {
    fn drop(&mut self) {
        // SAFETY: made by the same library, freed once.
        unsafe { (self.free)(self.instance) }
    }
}

/// A port in the model's memory.
#[derive(Clone, Copy)]
struct Cell {
    address: *mut c_void,
    width: u32,
}

impl Cell {
    fn write(self, value: u64) {
        let value = value & (u64::MAX >> (64 - self.width));
        // SAFETY: the model holds ports as integers of these sizes at this address, and nobody holds references.
        unsafe {
            match self.width {
                0..=8 => self.address.cast::<u8>().write(value as u8),
                9..=16 => self.address.cast::<u16>().write(value as u16),
                17..=32 => self.address.cast::<u32>().write(value as u32),
                _ => self.address.cast::<u64>().write(value),
            }
        }
    }

    fn read(self) -> u64 {
        // SAFETY: as in `write`.
        unsafe {
            match self.width {
                0..=8 => u64::from(self.address.cast::<u8>().read()),
                9..=16 => u64::from(self.address.cast::<u16>().read()),
                17..=32 => u64::from(self.address.cast::<u32>().read()),
                _ => self.address.cast::<u64>().read(),
            }
        }
    }
}

impl Engine for Verilated {
    fn name(&self) -> &'static str {
        "verilator"
    }

    fn ports(&self) -> &[Port] {
        &self.ports
    }

    fn set(&mut self, port: usize, value: u64) {
        self.cells[port].write(value);
    }

    fn get(&self, port: usize) -> u64 {
        self.cells[port].read()
    }

    fn settle(&mut self) {
        self.clock(0);
    }

    fn tick(&mut self) {
        self.clock(1);
    }

    fn hierarchy(&self) -> InstanceScope {
        let variables = self.ports.iter().enumerate().map(|(index, port)| Variable {
            name: port.name.clone(),
            width: port.width,
            index,
        });
        InstanceScope {
            name: self.module.clone(),
            variables: variables.collect(),
            children: Vec::new(),
        }
    }

    fn watch(&self, variable: usize) -> u64 {
        self.get(variable)
    }
}
