//! Hardware under test, in any number of fresh instances.

use super::Selection;
use lanesmith_netlist::fault::{apply, faults};
use lanesmith_netlist::{Design, Flat, ModuleId};
use lanesmith_sim::native::Native;
use lanesmith_sim::verilator::Verilated;
use lanesmith_sim::{Engine, EngineError, EngineKind};
use std::cell::OnceCell;

/// A module in a configuration on an engine, possibly with a planted fault.
pub struct Hardware {
    selection: Selection,
    kind: EngineKind,
    fault: Option<Planted>,
    /// Compiled once, plain and traced.
    native: [OnceCell<Native>; 2],
}

/// A fault and the design that has it.
struct Planted {
    /// Its number among all faults of the design, if it is one of them.
    number: Option<usize>,
    count: usize,
    text: String,
    flat: Flat,
}

impl Hardware {
    /// Hardware without a fault, or with the fault of this number among all faults of the design (see [`faults`]). Errors: there is no
    /// such fault, or the result is not valid hardware.
    pub fn new(selection: Selection, kind: EngineKind, fault: Option<usize>) -> Result<Self, EngineError> {
        Ok(Hardware {
            selection,
            kind,
            fault: fault.map(|number| plant(&selection, kind, number)).transpose()?,
            native: Default::default(),
        })
    }

    /// Hardware with another netlist than the selection's, but the same ports; `text` describes its fault. It runs on the compiled
    /// netlist. Commands that repeat a mismatch cannot select it.
    pub fn broken(selection: Selection, flat: Flat, text: &str) -> Self {
        Hardware {
            selection,
            kind: EngineKind::Native,
            fault: Some(Planted {
                number: None,
                count: 0,
                text: text.to_owned(),
                flat,
            }),
            native: Default::default(),
        }
    }

    /// The configuration.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// The engine that simulates it.
    pub fn kind(&self) -> EngineKind {
        self.kind
    }

    /// The planted fault: its number, the number of all faults, its place and kind.
    pub fn fault(&self) -> Option<String> {
        let fault = self.fault.as_ref()?;
        Some(match fault.number {
            Some(number) => format!("fault {number} of {}: {}", fault.count, fault.text),
            None => fault.text.clone(),
        })
    }

    /// The netlist.
    pub fn design(&self) -> Result<Design, EngineError> {
        match &self.fault {
            Some(fault) => Ok(Design {
                modules: vec![fault.flat.module.clone()],
                top: ModuleId(0),
            }),
            None => self.selection.design().map_err(failed),
        }
    }

    /// The netlist without hierarchy.
    pub fn flat(&self) -> Result<Flat, EngineError> {
        match &self.fault {
            Some(fault) => Ok(fault.flat.clone()),
            None => flat(&self.selection),
        }
    }

    /// A fresh instance. With `traced`, engines that support it make every net watchable, which costs speed.
    pub fn engine(&self, traced: bool) -> Result<Box<dyn Engine>, EngineError> {
        match (self.kind, &self.selection) {
            (EngineKind::Native, _) => Ok(Box::new(self.native(traced)?)),
            (EngineKind::Verilator, _) => Ok(Box::new(Verilated::new(&self.design()?)?)),
            (kind, selection) => selection.unit().engine(kind, traced),
        }
    }

    /// A fresh instance on the compiled netlist, independent of the engine.
    pub fn native(&self, traced: bool) -> Result<Native, EngineError> {
        let compiled = &self.native[usize::from(traced)];
        if let Some(native) = compiled.get() {
            return Ok(native.clone());
        }
        let flat = self.flat()?;
        let native = if traced {
            Native::traced(&flat)?
        } else {
            Native::new(&flat)?
        };
        Ok(compiled.get_or_init(|| native).clone())
    }

    fn number(&self) -> Option<usize> {
        self.fault.as_ref()?.number
    }

    /// A name for files and folders.
    pub fn name(&self) -> String {
        let name = self.selection.name();
        match self.number() {
            Some(number) => format!("{name}_fault{number}"),
            None => name,
        }
    }

    /// The same for `lanesmith run`, which runs only the datapath.
    pub fn run_options(&self) -> String {
        let options = self.options();
        let module = format!("--module {} ", self.selection.module().name);
        options.strip_prefix(&module).unwrap_or(&options).to_owned()
    }

    /// The options that select module, configuration and fault.
    pub fn options(&self) -> String {
        let mut options = self.selection.options();
        options.extend(self.number().map(|number| format!("--fault {number}")));
        options.join(" ")
    }
}

fn plant(selection: &Selection, kind: EngineKind, number: usize) -> Result<Planted, EngineError> {
    if kind == EngineKind::RustHdl {
        let why = "a fault is put into the netlist, which the engine rust-hdl does not run";
        return Err(EngineError::Failed(why.to_owned()));
    }
    let flat = flat(selection)?;
    let all = faults(&flat);
    let none = || {
        let count = all.len();
        EngineError::Failed(format!("there is no fault {number}: they are 0 to {}", count - 1))
    };
    let fault = *all.get(number).ok_or_else(none)?;
    let text = fault.describe(&flat);
    match apply(&flat, fault) {
        Some(mutant) => Ok(Planted {
            number: Some(number),
            count: all.len(),
            text,
            flat: mutant.flat,
        }),
        None => Err(EngineError::Failed(format!(
            "fault {number} ({text}) makes no hardware: a combinational loop"
        ))),
    }
}

/// The flat netlist of the selected configuration.
pub fn flat(selection: &Selection) -> Result<Flat, EngineError> {
    Flat::new(&selection.design().map_err(failed)?).map_err(failed)
}

fn failed(error: impl std::fmt::Display) -> EngineError {
    EngineError::Failed(error.to_string())
}
