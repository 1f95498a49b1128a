//! One block to one module: nets, kernel, instances, leaves put in place.

use super::LowerError;
use super::document::document;
use super::error::KernelError;
use super::kernel::KernelLowering;
use super::layout::parts;
use super::names::{IdentifierTable, identifier, is_reserved_port};
use super::scope::{NameScope, SignalDriver, Wires};
use super::tree::{BlockBody, BlockNode, error};
use super::{Branch, Request, SourcePlace, source};
use crate::LeafSpec;
use crate::enumeration::enumerations;
use crate::ir::{ExprId, ExprKind, Instance, Module, ModuleId, NetId, NetKind};
use crate::kernel::{At, Kernel, KernelSource};
use rust_hdl_core::prelude::AtomKind;
use std::collections::{HashMap, HashSet};

/// The module of one block, before clean-up and sharing.
pub struct Raw {
    /// The module; its instances refer to other raw modules.
    pub module: Module,
    /// Nets without a proper driver: an error if anything depends on them.
    pub broken: HashMap<NetId, LowerError>,
    /// Nets of the ports by signal name, in order.
    ports: Vec<(String, NetKind, Vec<NetId>)>,
    /// The branches of this block and of those below, each with the output that shows it.
    branches: Vec<(Branch, NetId)>,
}

impl Raw {
    /// The branches, with the names of their outputs.
    pub fn branches(&self) -> Vec<Branch> {
        let branches = self.branches.iter().map(|(branch, net)| Branch {
            output: self.module.net_ref(*net).name.clone(),
            ..branch.clone()
        });
        branches.collect()
    }
}

/// An error in a kernel, with what its author wrote.
fn kernel_error(node: &BlockNode, net: &str, source: &KernelSource, fault: &KernelError) -> LowerError {
    let expression = match fault.signal.as_str() {
        "" => source::text(source, fault.at),
        signal => signal.to_owned(),
    };
    let mut error = error(node, net, &expression, fault.message.clone());
    error.place = SourcePlace::new(source, fault.at).map(Box::new);
    error
}

/// Lowers `node` and the blocks below it, children first, into `done`; the module of `node` is the last one.
pub fn build(node: &BlockNode, done: &mut Vec<Raw>, request: Request) -> Result<(), LowerError> {
    let tree = kernel_of(node)?;
    let children = children(node, done, request)?;
    let mut declared = declare(node)?;
    document(node, tree, &declared.wires, &mut declared.module)?;
    let scope = scope(node, &declared.wires)?;
    let source = &tree.source;
    let mut kernel = KernelLowering::new(declared.module, &scope, request.probes);
    let checked = kernel.run(&tree.body).and_then(|()| kernel.check_reads());
    checked.map_err(|fault| kernel_error(node, "", source, &fault))?;
    let mut assembly = Assembly {
        node,
        scope: &scope,
        module: kernel.module,
        names: declared.names,
        values: kernel.values,
        named: declared.named,
        broken: HashMap::new(),
    };
    assembly.named.extend(&kernel.read);
    assembly.refuse_latches(&kernel.holds, &kernel.statements, source);
    assembly.assign(&declared.wires);
    let mut branches = assembly.place(&children, done)?;
    for (kind, holds) in kernel.branches.unwrap_or_default() {
        let net = assembly.probe();
        assembly.module.assigns.push((net, holds));
        let branch = Branch {
            output: String::new(),
            block: node.path.clone(),
            what: kind.text(source),
            place: SourcePlace::new(source, kind.at()),
        };
        branches.push((branch, net));
    }
    assembly.module.name_values();
    done.push(Raw {
        module: assembly.module,
        broken: assembly.broken,
        ports: declared.ports,
        branches,
    });
    Ok(())
}

const OTHER_MACRO: &str = "rust_hdl's `hdl_gen` read this kernel, and loses match guards, the `=` of `..=` and `.index()`: where the block is \
     written, use lanesmith_hdl::prelude::* in place of rust_hdl::prelude::*, and copy the source of rust_hdl's widgets";

const OTHER_TEXT: &str = "Verilog text without a kernel is not lowered; in place of rust_hdl's widgets, lanesmith_hdl::prelude has DFF, Register \
     and Memory, and a table is an array of Rust values, `TABLE[self.address.val().index()]`";

const ALONE: &str = "lanesmith lowers a leaf only inside a block with a kernel";

/// The syntax tree of the block's kernel.
fn kernel_of(node: &BlockNode) -> Result<&Kernel, LowerError> {
    match &node.code {
        BlockBody::Kernel(tree) => Ok(tree),
        BlockBody::Text(text) => Err(error(node, "", &first_line(text), OTHER_TEXT)),
        BlockBody::Leaf(_) => Err(error(node, "", "", ALONE)),
        BlockBody::Panics(message) => {
            let message = format!("a Rust value of the kernel panics: {message}");
            Err(error(node, "", "", message))
        }
        BlockBody::OtherMacro => Err(error(node, "", "", OTHER_MACRO)),
        BlockBody::Foreign => Err(error(node, "", "", "black boxes and wrappers are not lowered")),
    }
}

/// Lowers the children of `node` that are no leaves into `done`.
fn children(node: &BlockNode, done: &mut Vec<Raw>, request: Request) -> Result<Vec<Child>, LowerError> {
    let mut children = Vec::new();
    for child in &node.children {
        children.push(match &child.code {
            BlockBody::Leaf(spec) => Child::Leaf(spec.clone()),
            _ => {
                build(child, done, request)?;
                Child::Module(ModuleId(done.len() as u32 - 1))
            }
        });
    }
    Ok(children)
}

/// The names that the block's kernel can use.
fn scope(node: &BlockNode, wires: &[(String, Wires)]) -> Result<NameScope, LowerError> {
    let mut scope = NameScope::default();
    for atom in node.atoms.iter().filter(|atom| atom.kind == AtomKind::Constant) {
        scope
            .add_constant(atom)
            .map_err(|message| error(node, &atom.name, "", message))?;
    }
    for (name, wires) in wires {
        scope.add(name.clone(), wires.clone());
    }
    Ok(scope)
}

impl Assembly<'_> {
    /// Records an error for each net of `holds`, which keeps its old value in some case. `statements` are the places of the
    /// last assignments.
    fn refuse_latches(
        &mut self,
        holds: &HashMap<NetId, NetId>,
        statements: &HashMap<NetId, At>,
        source: &KernelSource,
    ) {
        for (net, hold) in holds {
            let fault = KernelError {
                at: statements.get(net).copied().unwrap_or_default(),
                signal: String::new(),
                message: "not assigned in every case, a latch: assign a default first".to_owned(),
            };
            let name = &self.module.net_ref(*net).name;
            let error = kernel_error(self.node, name, source, &fault);
            self.broken.insert(*hold, error);
        }
    }

    /// Puts the block's children into its module; returns the branches of their kernels.
    fn place(&mut self, children: &[Child], done: &[Raw]) -> Result<Vec<(Branch, NetId)>, LowerError> {
        let mut branches = Vec::new();
        for (child, kind) in self.node.children.iter().zip(children) {
            match kind {
                Child::Leaf(spec) => self.leaf(child, spec)?,
                Child::Module(id) => {
                    let inner = &done[id.0 as usize];
                    self.instance(child, *id, &inner.ports);
                    branches.extend(self.pass_on(&inner.branches, &inner.module));
                }
            }
        }
        Ok(branches)
    }
}

enum Child {
    Leaf(LeafSpec),
    Module(ModuleId),
}

/// The first line of custom Verilog, with a word if there are more.
fn first_line(text: &str) -> String {
    match text.trim().split_once('\n') {
        Some((first, _)) => format!("{} …", first.trim()),
        None => text.trim().to_string(),
    }
}

/// The nets of a module before its kernel runs.
#[derive(Default)]
struct Declared {
    module: Module,
    names: IdentifierTable,
    /// Signals by their names in the kernel, in order.
    wires: Vec<(String, Wires)>,
    /// Nets that always stay nets: the block's own signals.
    named: HashSet<NetId>,
    ports: Vec<(String, NetKind, Vec<NetId>)>,
}

fn declare(node: &BlockNode) -> Result<Declared, LowerError> {
    let mut declared = Declared::default();
    let ports = |input: bool| if input { NetKind::Input } else { NetKind::Output };
    // Ports come first.
    for pass in [true, false] {
        for atom in &node.atoms {
            let (kind, driver) = match atom.kind {
                AtomKind::InputParameter => (ports(true), SignalDriver::Parent),
                AtomKind::OutputParameter => (ports(false), SignalDriver::Kernel),
                AtomKind::LocalSignal => (NetKind::Wire, SignalDriver::Kernel),
                AtomKind::Constant => continue,
                _ => return Err(error(node, &atom.name, "", "a kind of signal that is not lowered")),
            };
            if pass == (kind == NetKind::Wire) {
                continue;
            }
            let nets = declared.add(node, &atom.name, &atom.descriptor, kind, driver)?;
            declared.named.extend(&nets);
            if pass {
                declared.ports.push((atom.name.clone(), kind, nets));
            }
        }
    }
    for child in &node.children {
        for atom in &child.atoms {
            let driver = match atom.kind {
                AtomKind::InputParameter => SignalDriver::Kernel,
                AtomKind::OutputParameter => SignalDriver::Child(child.name.replace('$', ".")),
                _ => continue,
            };
            let name = format!("{}${}", child.name, atom.name);
            declared.add(node, &name, &atom.descriptor, NetKind::Wire, driver)?;
        }
    }
    Ok(declared)
}

impl Declared {
    fn add(
        &mut self,
        node: &BlockNode,
        name: &str,
        descriptor: &rust_hdl_core::prelude::TypeDescriptor,
        kind: NetKind,
        driver: SignalDriver,
    ) -> Result<Vec<NetId>, LowerError> {
        let parts = parts(descriptor).map_err(|message| error(node, name, "", message))?;
        let mut nets = Vec::new();
        for part in parts {
            let signal = format!("{name}{}", part.suffix);
            let net_name = self.net_name(node, &signal, kind)?;
            let net = self.module.net(net_name, part.width, kind, "");
            self.module.nets[net.0 as usize].signal = signal;
            nets.push((part, net));
        }
        let ids: Vec<NetId> = nets.iter().map(|(_, net)| *net).collect();
        let named = ids.iter().zip(enumerations(descriptor));
        let named = named.filter_map(|(net, names)| Some((*net, names?)));
        self.module.enumerations.extend(named);
        let descriptor = descriptor.clone();
        let wires = Wires {
            driver,
            nets,
            descriptor,
        };
        self.wires.push((name.to_string(), wires));
        Ok(ids)
    }
    /// The name of the net that is a signal. A port of the top module has the name that its user expects, or none.
    fn net_name(&mut self, node: &BlockNode, signal: &str, kind: NetKind) -> Result<String, LowerError> {
        let refuse = |message: String| Err(error(node, signal, "", message));
        if !signal.chars().all(|c| c.is_ascii_alphanumeric() || "_$".contains(c)) {
            return refuse("names in Verilog have only the letters a to z, A to Z, digits and `_`".to_owned());
        }
        if node.is_inner || kind == NetKind::Wire {
            return Ok(self.names.claim(signal));
        }
        let mut wanted = identifier(signal);
        if is_reserved_port(&wanted) {
            wanted.push('_');
        }
        let name = self.names.claim(&wanted);
        match self.module.nets.iter().find(|net| net.name == wanted) {
            Some(other) => refuse(format!(
                "the port {} has the same name in Verilog, {wanted}: rename one of them",
                other.signal.replace('$', ".")
            )),
            None => Ok(name),
        }
    }
}

/// A module whose kernel has run.
pub struct Assembly<'a> {
    /// The block.
    pub node: &'a BlockNode,
    /// What names mean.
    pub scope: &'a NameScope,
    /// The module under construction.
    pub module: Module,
    /// Its identifiers.
    pub names: IdentifierTable,
    values: HashMap<NetId, ExprId>,
    named: HashSet<NetId>,
    broken: HashMap<NetId, LowerError>,
}

impl Assembly<'_> {
    /// Assigns what the kernel drives, except inputs of inner blocks, which take their values directly.
    fn assign(&mut self, wires: &[(String, Wires)]) {
        for (name, wires) in wires.iter().filter(|(_, wires)| wires.driver == SignalDriver::Kernel) {
            for (part, net) in &wires.nets {
                match self.values.get(net) {
                    Some(value) if self.named.contains(net) => self.module.assigns.push((*net, *value)),
                    Some(_) => {}
                    None => {
                        let name = format!("{name}{}", part.suffix);
                        let missing = error(self.node, &name, "", "undriven: the kernel never assigns it");
                        self.broken.insert(*net, missing);
                    }
                }
            }
        }
    }

    /// The nets of the parts of a child's signal.
    pub fn nets(&self, child: &BlockNode, port: &str) -> Vec<NetId> {
        let wires = self.scope.wires(&format!("{}${port}", child.name));
        wires.map_or_else(Vec::new, |wires| wires.nets.iter().map(|(_, net)| *net).collect())
    }

    /// What drives an input of a child.
    pub fn driver(&mut self, net: NetId) -> ExprId {
        match self.values.get(&net) {
            Some(value) if !self.named.contains(&net) => *value,
            _ => self.module.read(net),
        }
    }

    /// Like [`Assembly::driver`], as a net: the driver itself if it is one, else the child's input as a wire.
    pub fn driver_net(&mut self, net: NetId) -> NetId {
        let driver = self.driver(net);
        if let ExprKind::Net(source) = self.module.expr_ref(driver).kind {
            return source;
        }
        self.named.insert(net);
        self.module.assigns.push((net, driver));
        net
    }

    /// An output that shows a branch.
    fn probe(&mut self) -> NetId {
        let name = self.names.claim("branch_taken");
        self.module
            .net(name, 1, NetKind::Output, "Whether a branch of the kernel is taken.")
    }

    /// The branches of the instance just made, through outputs of this module.
    fn pass_on(&mut self, inner: &[(Branch, NetId)], module: &Module) -> Vec<(Branch, NetId)> {
        let mut outer = Vec::new();
        for (branch, port) in inner {
            debug_assert_eq!(module.net_ref(*port).kind, NetKind::Output);
            let net = self.probe();
            if let Some(instance) = self.module.instances.last_mut() {
                instance.outputs.push((*port, net));
            }
            outer.push((branch.clone(), net));
        }
        outer
    }

    fn instance(&mut self, child: &BlockNode, id: ModuleId, ports: &[(String, NetKind, Vec<NetId>)]) {
        let mut instance = Instance {
            name: self.names.claim(&child.name),
            block: child.name.clone(),
            module: id,
            inputs: Vec::new(),
            outputs: Vec::new(),
        };
        for (name, kind, inner) in ports {
            let outer = self.nets(child, name);
            for (inner, outer) in inner.iter().zip(outer) {
                match kind {
                    NetKind::Input => instance.inputs.push((*inner, self.driver(outer))),
                    _ => instance.outputs.push((*inner, outer)),
                }
            }
        }
        self.module.instances.push(instance);
    }
}
