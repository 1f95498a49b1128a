//! AXI-Stream around the handshake of a pipelined unit: a subordinate port for instructions, a manager port for results.
//!
//! Names and rules of the signals: AMBA AXI-Stream Protocol Specification, Arm IHI 0051B, chapters 2 and 3.

use crate::error::DesignError;
use crate::netlist::{Design, Instance, Module, ModuleId, NetId, NetKind, NetlistRegister, ResetStyle, UnaryOp, check};
use std::collections::HashMap;

/// The reset of AXI: `aresetn`, active low. `unit` is the reset of the unit inside.
pub fn reset(unit: ResetStyle) -> ResetStyle {
    ResetStyle {
        active_low: true,
        ..unit
    }
}

/// The name of the module around the module `unit`.
pub fn module_name(unit: &str) -> String {
    format!("{unit}_axis")
}

/// A port: name inside lanesmith, name in Verilog, direction, width in bits, documentation.
type Port = (&'static str, String, NetKind, u32, &'static str);

/// The ports around a unit whose control words have this many bits. The data of an instruction has whole bytes.
fn ports(control: u32) -> Vec<Port> {
    use NetKind::{Input, Output};
    let padding = control.next_multiple_of(8) - control;
    let mut low = 0;
    let mut data = |name, width, doc| {
        low += width;
        (
            name,
            format!("s_axis_tdata[{}:{}]", low - 1, low - width),
            Input,
            width,
            doc,
        )
    };
    let mut ports = vec![
        ("clock", "aclk".to_owned(), Input, 1, "Rising edge."),
        (
            "reset_n",
            "aresetn".to_owned(),
            Input,
            1,
            "Active low. Empties the pipeline.",
        ),
        data("in_a", 32, "first source register."),
        data("in_b", 32, "second source register."),
        data("in_c", 32, "third source register."),
        data("in_control", control, "control word."),
    ];
    if padding > 0 {
        ports.push(data("in_padding", padding, "ignored."));
    }
    let others: [(_, &str, _, _, _); 9] = [
        (
            "in_last",
            "s_axis_tlast",
            Input,
            1,
            "Mark of the instruction; returned with its result.",
        ),
        (
            "in_tag",
            "s_axis_tuser",
            Input,
            8,
            "Tag of the instruction; returned with its result.",
        ),
        (
            "in_valid",
            "s_axis_tvalid",
            Input,
            1,
            "An instruction is offered; it holds until it is accepted.",
        ),
        (
            "in_ready",
            "s_axis_tready",
            Output,
            1,
            "The instruction is accepted on this edge if valid.",
        ),
        ("out_d", "m_axis_tdata", Output, 32, "Destination register."),
        ("out_last", "m_axis_tlast", Output, 1, "The instruction's mark."),
        ("out_tag", "m_axis_tuser", Output, 8, "The instruction's tag."),
        (
            "out_valid",
            "m_axis_tvalid",
            Output,
            1,
            "A result is offered; it holds until it is accepted.",
        ),
        (
            "out_ready",
            "m_axis_tready",
            Input,
            1,
            "The result is accepted on this edge if valid.",
        ),
    ];
    ports.extend(others.map(|(name, text, kind, width, doc)| (name, text.to_owned(), kind, width, doc)));
    ports
}

/// The design with a module around its top module, a unit with the handshake, this latency in cycles and this reset. Errors: the top
/// module has other ports; an inverter would be in the path of an asynchronous reset.
pub fn wrap(mut design: Design, latency: u32, reset: ResetStyle) -> Result<Design, DesignError> {
    if reset.asynchronous && !reset.active_low {
        let message =
            "AXI-Stream has an active-low reset, and an asynchronous reset is not inverted: add --reset-active low";
        return Err(DesignError(message.into()));
    }
    let unit = design.top_module().clone();
    let control = unit.ports().find(|(_, net)| net.name == "in_control");
    let refused = || {
        DesignError(format!(
            "{} has no valid/ready handshake with a tag, which AXI-Stream needs",
            unit.name
        ))
    };
    let control = control.ok_or_else(refused)?.1.width;
    let mut top = Module::new(module_name(&unit.name), format!("{} with AXI-Stream ports.", unit.name));
    let mut nets = HashMap::new();
    for (name, text, kind, width, doc) in ports(control) {
        let net = top.net(name, width, kind, doc);
        top.text_names.insert(net, text);
        nets.insert(name, net);
    }
    let mut instance = Instance {
        name: "unit".into(),
        block: "unit".into(),
        module: design.top,
        inputs: vec![],
        outputs: vec![],
    };
    for (port, net) in unit.ports() {
        let of = |name: &str| nets.get(name).copied().ok_or_else(refused);
        match (net.kind, &net.name[..]) {
            (NetKind::Input, "reset") => {
                let reset_n = top.read(of("reset_n")?);
                instance.inputs.push((port, top.unary(UnaryOp::Not, reset_n)));
            }
            (NetKind::Input, name) => instance.inputs.push((port, top.read(of(name)?))),
            (_, name) => instance.outputs.push((port, of(name)?)),
        }
    }
    top.instances.push(instance);
    marks(&mut top, &nets, latency);
    design.top = ModuleId(design.modules.len() as u32);
    design.modules.push(top);
    check(&design).map_err(|error| DesignError(error.to_string()))?;
    Ok(design)
}

/// The marks of the items in the pipeline. All of its stages advance where `in_ready` is 1, and with them the marks.
fn marks(top: &mut Module, nets: &HashMap<&str, NetId>, latency: u32) {
    let advance = top.read(nets["in_ready"]);
    let mut mark = top.read(nets["in_last"]);
    for stage in 0..latency {
        let q = top.net(format!("last_{stage}_q"), 1, NetKind::Wire, "");
        top.registers.push(NetlistRegister {
            clock: nets["clock"],
            q,
            d: mark,
            enable: Some(advance),
            reset: None,
        });
        mark = top.read(q);
    }
    top.assigns.push((nets["out_last"], mark));
}
