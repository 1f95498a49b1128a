//! What is compared of a block and its netlist, and which branches its kernels have.

use crate::hdl::Error;
use crate::netlist::{self, Branch, Design, Flat, NetId, NetKind};
use crate::sim::Engine;
use crate::sim::rust_hdl::RustHdl;
use rust_hdl::prelude::Block;

/// A port of a block.
pub struct Port {
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

/// A netlist and what to look at.
pub struct Plan {
    pub design: Design,
    pub flat: Flat,
    /// With an output for each branch.
    pub probed: Flat,
    pub branches: Vec<(Branch, NetId)>,
    pub ports: Vec<Port>,
}

impl Plan {
    /// Lowers a block, and finds the ports of the same one in rust-hdl's simulation.
    pub fn new(design: Design, (probed, branches): (Design, Vec<Branch>), kernel: &RustHdl) -> Result<Self, Error> {
        let (flat, probed) = (Flat::new(&design)?, Flat::new(&probed)?);
        let ports = ports(&flat, &probed, kernel)?;
        let branches = branches
            .into_iter()
            .filter_map(|branch| Some((probed.port(&branch.output)?, branch)));
        Ok(Plan {
            branches: branches.map(|(net, branch)| (branch, net)).collect(),
            design,
            flat,
            probed,
            ports,
        })
    }
}

/// The netlist of a block, and the one with branches.
pub fn lower(top: &dyn Block) -> Result<(Design, (Design, Vec<Branch>)), Error> {
    Ok((super::super::lower(top)?, netlist::lower_probed(top)?))
}

/// The netlist's ports but the clock, in the order of the block's.
fn ports(flat: &Flat, probed: &Flat, kernel: &RustHdl) -> Result<Vec<Port>, Error> {
    if let Some(clock) = flat.clock.map(|clock| &flat.module.net_ref(clock).name)
        && clock != "clock"
    {
        return Err(Error::Ports(format!("the clock is called {clock}, not clock")));
    }
    let nets: Vec<_> = flat.ports().filter(|(_, net)| net.name != "clock").collect();
    // A field that is called like a keyword of Verilog has an underscore more in the netlist.
    let is_called = |name: &str, field: &str| name == field || name.strip_suffix('_') == Some(field);
    let fields = kernel.ports();
    let same = nets.len() == fields.len()
        && nets
            .iter()
            .zip(fields)
            .all(|((_, net), field)| is_called(&net.name, &field.name) && net.width == field.width);
    if !same {
        let (nets, fields): (Vec<&str>, Vec<&str>) = (
            nets.iter().map(|(_, net)| net.name.as_str()).collect(),
            fields.iter().map(|field| field.name.as_str()).collect(),
        );
        let (nets, fields) = (nets.join(", "), fields.join(", "));
        return Err(Error::Ports(format!(
            "the block has the ports {nets}; top! lists {fields}"
        )));
    }
    let port = |(field, (id, net)): (usize, &(NetId, &netlist::Net))| {
        let probed = probed.port(&net.name);
        let missing = || Error::Ports(format!("the netlist with branches has no port {}", net.name));
        Ok(Port {
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
