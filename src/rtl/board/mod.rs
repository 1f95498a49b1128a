//! A self-test of a unit on an FPGA board: it needs a clock, and shows the result on a serial line and two LEDs.

mod operands;
mod report;
mod self_test;
mod signature;

pub use operands::SEEDS;
pub use report::{DIGIT, MOST};
pub use signature::POLYNOMIAL;

use crate::error::DesignError;
use crate::netlist::{Design, Instance, Module, ModuleId, NetId, NetKind, UnaryOp, check, lower_documented};
use std::collections::HashMap;

/// The number of control words, which the instructions take in turn.
pub const WORDS: usize = 512;
/// The most instructions.
pub const MOST_INSTRUCTIONS: u32 = 1 << 24;

/// A self-test.
#[derive(Clone, Debug)]
pub struct SelfTestConfig {
    /// Control words, repeated up to [`WORDS`].
    pub words: Vec<u64>,
    /// Instructions, 1 to [`MOST_INSTRUCTIONS`].
    pub count: u32,
    /// The signature of the right results, 40 bits.
    pub signature: u64,
    /// The texts of a wrong and a right result, of one length up to [`MOST`]; codes from [`DIGIT`] on are digits of the signature.
    pub lines: [Vec<u8>; 2],
    /// Clocks for a bit of the serial line, 2 to 256.
    pub divisor: u32,
    /// LEDs are on at 0.
    pub leds_active_low: bool,
    /// Outputs that are always 1.
    pub high: Vec<&'static str>,
}

/// The module `board` with a unit, whose top module has the handshake with a tag, and its self-test. Error: other ports.
pub fn design(unit: Design, config: &SelfTestConfig) -> Result<Design, DesignError> {
    let mut test = lower_documented(&self_test::SelfTest::new(config))?;
    let offset = unit.modules.len() as u32;
    let below = test.modules.iter_mut().flat_map(|module| &mut module.instances);
    below.for_each(|instance| instance.module.0 += offset);
    let parts = [("unit", unit.top), ("test", ModuleId(test.top.0 + offset))];
    let modules: Vec<Module> = unit.modules.into_iter().chain(test.modules).collect();
    let mut top = Module::new("board", "A unit with its self-test.");
    let clock = top.net("clk", 1, NetKind::Input, "Clock of the board.");
    let mut nets: HashMap<String, NetId> = HashMap::new();
    for (_, port) in modules[parts[1].1.0 as usize]
        .ports()
        .filter(|(_, port)| port.name != "clock")
    {
        let is_pin = ["serial", "led_pass", "led_fail"].contains(&&port.name[..]);
        let (kind, doc) = if is_pin {
            (NetKind::Output, &port.doc[..])
        } else {
            (NetKind::Wire, "")
        };
        nets.insert(port.name.clone(), top.net(port.name.clone(), port.width, kind, doc));
    }
    for name in &config.high {
        let net = top.net(*name, 1, NetKind::Output, "Always 1.");
        let one = top.constant(1, 1);
        top.assigns.push((net, one));
    }
    for (name, id) in parts {
        let module = &modules[id.0 as usize];
        let refused = || {
            DesignError(format!(
                "{} has no valid/ready handshake with a tag, which the self-test needs",
                module.name
            ))
        };
        let mut instance = Instance {
            name: name.into(),
            block: name.into(),
            module: id,
            inputs: vec![],
            outputs: vec![],
        };
        for (port, net) in module.ports() {
            let inner = match &net.name[..] {
                "clock" => clock,
                "reset_n" => nets["reset"],
                name => *nets.get(name).ok_or_else(refused)?,
            };
            if net.kind == NetKind::Output {
                instance.outputs.push((port, inner));
                continue;
            }
            let whole = top.read(inner);
            let value = match net.name == "reset_n" {
                true => top.unary(UnaryOp::Not, whole),
                false => top.slice(whole, 0, net.width),
            };
            instance.inputs.push((port, value));
        }
        top.instances.push(instance);
    }
    let design = Design {
        top: ModuleId(modules.len() as u32),
        modules: modules.into_iter().chain([top]).collect(),
    };
    check(&design).map_err(|error| DesignError(error.to_string()))?;
    Ok(design)
}
