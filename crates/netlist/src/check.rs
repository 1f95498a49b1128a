//! The rules that every netlist must satisfy.

use super::fold::mask;
use super::ir::{Design, ExprId, ExprKind, Module, NetId, NetKind};
use std::collections::HashSet;
use std::fmt;

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckError {
    /// The module, or the top module if the rule is about the whole hierarchy.
    pub module: String,
    /// The net, or the hierarchical path of one.
    pub net: String,
    /// What is wrong with it.
    pub message: String,
}

impl CheckError {
    pub(super) fn new(module: &Module, net: &str, message: impl Into<String>) -> Self {
        CheckError {
            module: module.name.clone(),
            net: net.to_owned(),
            message: message.into(),
        }
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "module {}: net {}: {}", self.module, self.net, self.message)
    }
}

impl std::error::Error for CheckError {}

/// Checks that every net has one driver of its width and that every instance connects all ports.
///
/// Combinational loops may run through several modules: [`Flat::new`](super::Flat::new) finds them.
pub fn check(design: &Design) -> Result<(), CheckError> {
    for module in &design.modules {
        check_module(design, module)?;
    }
    Ok(())
}

fn check_module(design: &Design, module: &Module) -> Result<(), CheckError> {
    let mut check = ModuleCheck {
        design,
        module,
        drivers: vec![Vec::new(); module.nets.len()],
    };
    check.names()?;
    check.assigns()?;
    check.registers()?;
    check.memories()?;
    check.instances()?;
    check.drivers()
}

/// A module under check.
struct ModuleCheck<'a> {
    design: &'a Design,
    module: &'a Module,
    /// The drivers of each net, as errors describe them.
    drivers: Vec<Vec<String>>,
}

impl<'a> ModuleCheck<'a> {
    fn error(&self, net: &str, message: impl Into<String>) -> CheckError {
        CheckError::new(self.module, net, message)
    }

    fn name(&self, net: NetId) -> &'a str {
        self.module.net_ref(net).name.as_str()
    }

    fn drive(&mut self, net: NetId, driver: impl Into<String>) {
        self.drivers[net.0 as usize].push(driver.into());
    }

    fn names(&self) -> Result<(), CheckError> {
        let mut names = HashSet::new();
        match self.module.nets.iter().find(|net| !names.insert(net.name.as_str())) {
            Some(net) => Err(self.error(&net.name, "two nets of this name")),
            None => Ok(()),
        }
    }

    /// An error if `expr`, described by `what`, has another width than `net`.
    fn fits(&self, what: &str, net: NetId, expr: ExprId) -> Result<(), CheckError> {
        match (self.module.net_ref(net).width, self.module.width(expr)) {
            (net_width, width) if net_width != width => {
                Err(self.error(self.name(net), format!("{net_width} bits, but {what} has {width}")))
            }
            _ => Ok(()),
        }
    }

    fn assigns(&mut self) -> Result<(), CheckError> {
        for (net, expr) in &self.module.assigns {
            self.fits("its driver", *net, *expr)?;
            self.drive(*net, "an assignment");
        }
        Ok(())
    }

    fn registers(&mut self) -> Result<(), CheckError> {
        let module = self.module;
        for register in &module.registers {
            self.fits("its next value", register.q, register.d)?;
            match register.enable.map(|enable| module.width(enable)) {
                None | Some(1) => {}
                Some(width) => {
                    let message = format!("its enable has {width} bits, not 1");
                    return Err(self.error(self.name(register.q), message));
                }
            }
            self.drive(register.q, "a register");
        }
        let registers: HashSet<NetId> = module.registers.iter().map(|register| register.q).collect();
        for (q, start) in &module.starts {
            if !registers.contains(q) {
                return Err(self.error(self.name(*q), "a start value, but no register"));
            }
            if start & !mask(module.net_ref(*q).width) != 0 {
                return Err(self.error(self.name(*q), format!("the start value {start:#x} does not fit")));
            }
        }
        Ok(())
    }

    fn memories(&mut self) -> Result<(), CheckError> {
        let module = self.module;
        for memory in &module.memories {
            let words = memory.contents.as_deref().unwrap_or_default();
            if words.len() > memory.depth as usize {
                let message = format!("{} words of contents, {} in all", words.len(), memory.depth);
                return Err(self.error(&memory.name, message));
            }
            if let Some(word) = words.iter().find(|word| **word & !mask(memory.width) != 0) {
                return Err(self.error(&memory.name, format!("the word {word:#x} does not fit")));
            }
            for write in &memory.writes {
                if module.width(write.data) != memory.width || module.width(write.enable) != 1 {
                    return Err(self.error(&memory.name, "badly sized write port"));
                }
            }
            for read in &memory.reads {
                if module.net_ref(read.data).width != memory.width {
                    let message = format!("not of the {} bits of the memory", memory.width);
                    return Err(self.error(self.name(read.data), message));
                }
                self.drive(read.data, format!("memory {}", memory.name));
            }
        }
        Ok(())
    }

    fn instances(&mut self) -> Result<(), CheckError> {
        let module = self.module;
        for instance in &module.instances {
            let child = self.design.module(instance.module);
            let ports = |kind| child.ports().filter(move |(_, net)| net.kind == kind).map(|(id, _)| id);
            if !ports(NetKind::Input).eq(instance.inputs.iter().map(|input| input.0))
                || !ports(NetKind::Output).eq(instance.outputs.iter().map(|output| output.0))
            {
                let message = format!("does not connect every port of {} in order", child.name);
                return Err(self.error(&instance.name, message));
            }
            for (port, expr) in &instance.inputs {
                let is_parameter = child.cell.as_ref().is_some_and(|cell| cell.parameters.contains(port));
                if is_parameter && module.known(*expr).is_none() {
                    let port = &child.net_ref(*port).name;
                    return Err(self.error(&instance.name, format!("parameter {port} is no constant")));
                }
                if child.net_ref(*port).width != module.width(*expr) {
                    let port = &child.net_ref(*port).name;
                    return Err(self.error(&instance.name, format!("port {port} and its driver differ in width")));
                }
            }
            for (port, net) in &instance.outputs {
                if child.net_ref(*port).width != module.net_ref(*net).width {
                    return Err(self.error(self.name(*net), "not of the width of the port that drives it"));
                }
                self.drive(*net, format!("instance {}", instance.name));
            }
        }
        Ok(())
    }

    /// An error if a net has no driver, or several. The parent drives inputs.
    fn drivers(&self) -> Result<(), CheckError> {
        for (net, drivers) in self.module.nets.iter().zip(&self.drivers) {
            let wanted = usize::from(net.kind != NetKind::Input);
            if drivers.len() < wanted {
                return Err(self.error(&net.name, "undriven"));
            }
            if drivers.len() > wanted {
                let outside = (net.kind == NetKind::Input).then(|| "the parent".to_string());
                let all: Vec<String> = outside.into_iter().chain(drivers.iter().cloned()).collect();
                return Err(self.error(&net.name, format!("driven by {}", all.join(" and "))));
            }
        }
        Ok(())
    }
}

/// The nets that an expression reads, each once.
pub(super) fn reads(module: &Module, expr: ExprId) -> Vec<NetId> {
    let mut nets = Vec::new();
    visit_reads(module, expr, &mut HashSet::new(), |net| nets.push(net));
    nets
}

/// Visits the nets that an expression reads, and that were not visited through an expression of `seen`.
pub(super) fn visit_reads(module: &Module, expr: ExprId, seen: &mut HashSet<ExprId>, mut visit: impl FnMut(NetId)) {
    let mut stack = vec![expr];
    while let Some(expr) = stack.pop() {
        if !seen.insert(expr) {
            continue;
        }
        match &module.expr_ref(expr).kind {
            ExprKind::Net(net) => visit(*net),
            kind => stack.extend(kind.operands().rev()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Instance, MemoryRead, ModuleId, NetlistMemory, NetlistRegister, UnaryOp};

    /// `y = !a`, 8 bits.
    fn inverter() -> Module {
        let mut module = Module::new("inverter", "");
        let a = module.net("a", 8, NetKind::Input, "");
        let y = module.net("y", 8, NetKind::Output, "");
        let a = module.read(a);
        let value = module.unary(UnaryOp::Not, a);
        module.assigns.push((y, value));
        module
    }

    /// Two inverters in a row.
    fn pair() -> Design {
        let inverter = inverter();
        let mut top = Module::new("top", "");
        let a = top.net("a", 8, NetKind::Input, "");
        let y = top.net("y", 8, NetKind::Output, "");
        let between = top.net("between", 8, NetKind::Wire, "");
        for (name, from, to) in [("first", a, between), ("second", between, y)] {
            let from = top.read(from);
            top.instances.push(Instance {
                block: String::new(),
                name: name.to_string(),
                module: ModuleId(0),
                inputs: vec![(NetId(0), from)],
                outputs: vec![(NetId(1), to)],
            });
        }
        Design {
            modules: vec![inverter, top],
            top: ModuleId(1),
        }
    }

    fn error(edit: impl FnOnce(&mut Design)) -> String {
        let mut design = pair();
        edit(&mut design);
        check(&design).expect_err("a broken rule").to_string()
    }

    #[test]
    fn a_sound_design_passes() {
        assert_eq!(check(&pair()), Ok(()));
    }

    #[test]
    fn every_net_has_one_driver() {
        assert_eq!(
            error(|design| design.modules[0].assigns.clear()),
            "module inverter: net y: undriven"
        );
        let twice = |design: &mut Design| {
            let first = design.modules[0].assigns[0];
            design.modules[0].assigns.push(first);
        };
        assert_eq!(
            error(twice),
            "module inverter: net y: driven by an assignment and an assignment"
        );
        let both = |design: &mut Design| design.modules[1].instances[0].outputs[0].1 = NetId(1);
        assert_eq!(
            error(both),
            "module top: net y: driven by instance first and instance second"
        );
        let input = |design: &mut Design| {
            let module = &mut design.modules[0];
            let value = module.constant(8, 1);
            module.assigns.push((NetId(0), value));
        };
        assert_eq!(
            error(input),
            "module inverter: net a: driven by the parent and an assignment"
        );
        let register = |design: &mut Design| {
            let module = &mut design.modules[0];
            let d = module.constant(8, 1);
            module.registers.push(NetlistRegister {
                clock: NetId(0),
                q: NetId(1),
                d,
                enable: None,
                reset: None,
            });
        };
        assert_eq!(
            error(register),
            "module inverter: net y: driven by an assignment and a register"
        );
    }

    #[test]
    fn start_values_and_contents_fit_what_holds_them() {
        let start = |value| move |design: &mut Design| _ = design.modules[0].starts.insert(NetId(1), value);
        assert_eq!(
            error(start(0)),
            "module inverter: net y: a start value, but no register"
        );
        let registered = |value: u64, words: Vec<u64>| {
            move |design: &mut Design| {
                let module = &mut design.modules[0];
                let (clock, data) = (NetId(0), module.net("word", 8, NetKind::Wire, ""));
                let (_, d) = module.assigns.remove(0);
                module.registers.push(NetlistRegister {
                    clock,
                    q: NetId(1),
                    d,
                    enable: None,
                    reset: None,
                });
                module.starts.insert(NetId(1), value);
                module.memories.push(NetlistMemory {
                    name: "words".into(),
                    width: 8,
                    depth: 2,
                    contents: Some(words),
                    clock,
                    writes: vec![],
                    reads: vec![MemoryRead {
                        data,
                        address: d,
                        synchronous: None,
                    }],
                });
            }
        };
        let mut sound = pair();
        registered(0xff, vec![0xff, 0])(&mut sound);
        assert_eq!(check(&sound), Ok(()));
        assert_eq!(
            error(registered(0x100, vec![])),
            "module inverter: net y: the start value 0x100 does not fit"
        );
        assert_eq!(
            error(registered(0, vec![0x100])),
            "module inverter: net words: the word 0x100 does not fit"
        );
        assert_eq!(
            error(registered(0, vec![0; 3])),
            "module inverter: net words: 3 words of contents, 2 in all"
        );
    }

    #[test]
    fn drivers_have_the_width_of_what_they_drive() {
        let narrow = |design: &mut Design| {
            let value = design.modules[0].constant(7, 0);
            design.modules[0].assigns[0].1 = value;
        };
        assert_eq!(error(narrow), "module inverter: net y: 8 bits, but its driver has 7");
        let port = |design: &mut Design| {
            let value = design.modules[1].constant(7, 0);
            design.modules[1].instances[0].inputs[0].1 = value;
        };
        assert_eq!(
            error(port),
            "module top: net first: port a and its driver differ in width"
        );
    }

    #[test]
    fn instances_connect_all_ports_and_names_are_unique() {
        let missing = |design: &mut Design| design.modules[1].instances[1].inputs.clear();
        assert_eq!(
            error(missing),
            "module top: net second: does not connect every port of inverter in order"
        );
        let name = |design: &mut Design| design.modules[1].nets[2].name = "y".to_string();
        assert_eq!(error(name), "module top: net y: two nets of this name");
    }
}
