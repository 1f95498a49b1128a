//! The signals to compare between a block and its netlist, and the branches of its kernels.

use crate::Error;
use crate::ports::is_called;
use lanesmith_algebra::{Bit, Slice};
use lanesmith_netlist::eval::{DesignState, settle};
use lanesmith_netlist::rtl::Top;
use lanesmith_netlist::{Branch, Design, Flat, FlatScope, NetId, NetKind};
use lanesmith_sim::rust_hdl::RustHdl;
use lanesmith_sim::{Engine, InstanceScope};
use rust_hdl_core::prelude::Block;

/// A port of a block.
pub struct ComparedPort {
    /// Its name in the netlist.
    pub name: String,
    /// Its number in the block.
    pub field: usize,
    pub width: u32,
    pub is_input: bool,
    /// Its net in the netlist, and in the one with branches.
    pub net: NetId,
    pub probed: NetId,
}

/// A register that the block and its netlist both have.
pub struct ComparedRegister {
    /// Its path in the block, as in `top.state.q`.
    pub path: String,
    /// Its index among the block's observable signals.
    pub variable: usize,
    /// Its net in the netlist.
    pub net: NetId,
}

/// A netlist and the signals to compare.
pub struct ComparisonPlan {
    pub design: Design,
    pub flat: Flat,
    /// With an output for each branch.
    pub probed: Flat,
    pub branches: Vec<(Branch, NetId)>,
    pub ports: Vec<ComparedPort>,
    pub registers: Vec<ComparedRegister>,
}

impl ComparisonPlan {
    /// Lowers a block, and finds the ports of the same one in rust-hdl's simulation.
    pub fn new(design: Design, (probed, branches): (Design, Vec<Branch>), kernel: &RustHdl) -> Result<Self, Error> {
        let (flat, probed) = (Flat::new(&design)?, Flat::new(&probed)?);
        let ports = ports(&flat, &probed, kernel)?;
        let branches = branches
            .into_iter()
            .filter_map(|branch| Some((probed.port(&branch.output)?, branch)));
        Ok(ComparisonPlan {
            branches: branches.map(|(net, branch)| (branch, net)).collect(),
            registers: registers(&flat, kernel),
            design,
            flat,
            probed,
            ports,
        })
    }
}

/// The state in which rust-hdl's simulation starts: its signals are low, so that resets that are asynchronous and active at 0
/// take effect, and then those that low inputs assert; everything else is as at power-up.
pub fn start<B: Bit>(flat: &Flat) -> DesignState<B> {
    let mut state = DesignState::power_up(flat);
    for (register, bits) in flat.module.registers.iter().zip(&mut state.registers) {
        if let Some(reset) = &register.reset
            && reset.style.asynchronous
            && reset.style.active_low
        {
            for (i, bit) in bits.iter_mut().enumerate() {
                *bit = B::constant(reset.value >> i & 1 != 0);
            }
        }
    }
    let low = |net: NetId| vec![B::constant(false); flat.module.net_ref(net).width as usize];
    let values = settle(flat, low, &state);
    for (register, bits) in flat.module.registers.iter().zip(&mut state.registers) {
        bits.clone_from(&values[register.q.0 as usize]);
    }
    state
}

/// A state of the first vector, by bits.
pub fn bits(state: &DesignState<Slice<1>>) -> Vec<bool> {
    state.to_bits().iter().map(|bit| bit.0[0] & 1 != 0).collect()
}

/// The field that is the clock.
pub fn clock_field(design: &Design, top: &dyn Top) -> Result<String, Error> {
    let Some(name) = crate::ports::clock(&Flat::new(design)?) else {
        return Ok("clock".to_owned());
    };
    let field = top.ports().into_iter().find(|field| is_called(&name, &field.name));
    let missing = || Error::Ports(format!("the block has the clock {name}, which top! does not list"));
    field.map(|field| field.name).ok_or_else(missing)
}

/// A netlist, and the one with branches.
pub type Lowered = (Design, (Design, Vec<Branch>));

/// The netlist of a block, and the one with branches.
pub fn lower<B: Block>(top: &B) -> Result<Lowered, Error> {
    Ok((super::super::lower(top)?, lanesmith_netlist::lower_probed(top)?))
}

/// The netlist's ports but the clock, in the order of the block's.
fn ports(flat: &Flat, probed: &Flat, kernel: &RustHdl) -> Result<Vec<ComparedPort>, Error> {
    let clock = flat.clock_port();
    let nets: Vec<_> = flat.ports().filter(|(id, _)| Some(*id) != clock).collect();
    let fields = kernel.ports();
    let mut pairs = nets.iter().zip(fields);
    let same = pairs.all(|((_, net), field)| is_called(&net.name, &field.name) && net.width == field.width);
    if !same || nets.len() != fields.len() {
        let nets: Vec<&str> = nets.iter().map(|(_, net)| net.name.as_str()).collect();
        let fields: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        let (nets, fields) = (nets.join(", "), fields.join(", "));
        let why = format!("the block has the ports {nets}; top! lists {fields}");
        return Err(Error::Ports(why));
    }
    let port = |(field, (id, net)): (usize, &(NetId, &lanesmith_netlist::Net))| {
        let probed = probed.port(&net.name);
        let missing = || Error::Ports(format!("the netlist with branches has no port {}", net.name));
        Ok(ComparedPort {
            name: net.name.clone(),
            field,
            width: net.width,
            is_input: net.kind == NetKind::Input,
            net: *id,
            probed: probed.ok_or_else(missing)?,
        })
    };
    nets.iter().enumerate().map(port).collect()
}

/// The registers of the netlist that have the name and width of a signal of the block.
fn registers(flat: &Flat, kernel: &RustHdl) -> Vec<ComparedRegister> {
    let mut found = vec![];
    let scope = kernel.hierarchy();
    of_scope(flat, &scope, &flat.scope, &scope.name, "", &mut found);
    found
}

/// A name as the lowering keeps it.
fn plain(name: &str) -> String {
    let parts: Vec<&str> = name.split('$').map(lanesmith_netlist::raw_name).collect();
    parts.join("$")
}

fn of_scope(
    flat: &Flat,
    block: &InstanceScope,
    module: &FlatScope,
    path: &str,
    prefix: &str,
    found: &mut Vec<ComparedRegister>,
) {
    for variable in &block.variables {
        let name = format!("{prefix}{}", plain(&variable.name));
        let net = module.signals.iter().find(|(signal, _)| *signal == name);
        let is_register = |net: &NetId| {
            let is_state = flat.module.registers.iter().any(|register| register.q == *net);
            is_state && flat.module.net_ref(*net).width == variable.width
        };
        let net = net.map(|(_, net)| *net).filter(is_register);
        found.extend(net.map(|net| ComparedRegister {
            path: format!("{path}.{}", variable.name),
            variable: variable.index,
            net,
        }));
    }
    for child in &block.children {
        let (name, path) = (plain(&child.name), format!("{path}.{}", child.name));
        // A leaf has no module of its own: its signals are nets of the one around it.
        match module.children.iter().find(|module| module.block == name) {
            Some(module) => of_scope(flat, child, module, &path, "", found),
            None => of_scope(flat, child, module, &path, &format!("{prefix}{name}$"), found),
        }
    }
}
