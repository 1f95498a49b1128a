//! The structural claims about a design, on which claims over one clock rest: when its registers load, and that its nets have values.
//! Graphs for provers have no clocks, so these claims are checked in the design itself.

use lanesmith_netlist::{Design, Flat, Module, Net, NetId, NetKind, ResetStyle};

/// Name of the claim that every register and every write of a memory is clocked by the port `clock` and its rising edge,
/// that nothing else reads the clock, and that no register changes without an edge except by the expected reset.
pub const CLOCKING: &str = "every register loads at the rising edge of clock";
/// Name of the claim that no net is undriven, driven twice, or given an unknown value.
pub const DRIVING: &str = "every net has one driver and a value";

/// A port: name, whether it is an input, width.
type Port = (String, bool, u32);

fn port(net: &Net) -> Port {
    (net.name.clone(), net.kind == NetKind::Input, net.width)
}

/// The structure that is claimed of a design.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The port that clocks everything.
    pub clock: &'static str,
    /// The port that resets without a clock edge, if one does, and whether it does so at 0.
    pub asynchronous: Option<(&'static str, bool)>,
    /// The ports.
    pub ports: Vec<Port>,
    /// The names of ports that have another name in the text, after these.
    text_names: Vec<(String, String)>,
    /// The cells of devices that it may instantiate.
    pub cells: Vec<Module>,
}

impl Expected {
    /// The claims about `design` with this reset.
    pub fn new(style: ResetStyle, design: &Design) -> Self {
        let (reset, _) = style.port(true);
        let top = design.top_module();
        let ports = top.ports();
        let names = top.text_names.iter();
        Expected {
            text_names: names
                .map(|(id, text)| (text.clone(), top.net_ref(*id).name.clone()))
                .collect(),
            clock: "clock",
            asynchronous: style.asynchronous.then_some((reset, style.active_low)),
            ports: ports.map(|(_, net)| port(net)).collect(),
            cells: design.cells().map(|(cell, _)| cell.clone()).collect(),
        }
    }

    /// Gives the ports of a design that was read from text the names that claims have for them.
    pub(super) fn rename(&self, design: &mut Design) {
        for net in &mut design.modules[design.top.0 as usize].nets {
            if let Some((_, name)) = self.text_names.iter().find(|(text, _)| *text == net.name) {
                net.name.clone_from(name);
            }
        }
    }

    /// The port for claims that has this bit of a port of the text, and its bit there.
    pub(super) fn port_bit<'a>(&'a self, text: &'a str, bit: usize) -> (&'a str, usize) {
        let found = self.text_names.iter().find_map(|(part, name)| {
            let (port, range) = part.split_once('[').unwrap_or((part, ""));
            let mut ends = range.trim_end_matches(']').split(':').map(str::parse);
            let bits = match (ends.next(), ends.next()) {
                (Some(Ok(high)), Some(Ok(low))) => low..=high,
                _ => 0..=usize::MAX,
            };
            (port == text && bits.contains(&bit)).then(|| (&name[..], bit - bits.start()))
        });
        found.unwrap_or((text, bit))
    }

    /// Error: the ports of a design are others.
    pub(super) fn has_ports(&self, flat: &Flat) -> Result<(), String> {
        let found: Vec<Port> = flat.ports().map(|(_, net)| port(net)).collect();
        let describe = |(name, input, width): &Port| {
            let direction = if *input { "input" } else { "output" };
            format!("{direction} {name} of {width} bits")
        };
        if let Some(missing) = self.ports.iter().find(|port| !found.contains(port)) {
            return Err(format!("the claims need the port {}", describe(missing)));
        }
        match found.iter().find(|port| !self.ports.contains(port)) {
            Some(other) => Err(format!("the claims do not know the port {}", describe(other))),
            None => Ok(()),
        }
    }
}

/// Descriptions of the violations of a design's structure; empty if the claims hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Structure {
    /// Against [`CLOCKING`].
    pub clocking: Vec<String>,
    /// Against [`DRIVING`].
    pub driving: Vec<String>,
}

impl Structure {
    /// The claims, each with its violations.
    pub fn claims(&self) -> [(&'static str, &[String]); 2] {
        [(CLOCKING, &self.clocking), (DRIVING, &self.driving)]
    }
}

/// The violations of a netlist.
pub(super) fn of_netlist(flat: &Flat, expected: &Expected) -> Structure {
    let module = &flat.module;
    let name = |net| &module.net_ref(net).name;
    let mut clocking = vec![];
    if let Some(clock) = flat.clock {
        if name(clock) != expected.clock {
            clocking.push(format!("the registers are clocked by {}", name(clock)));
        }
        let readers = flat.readers(clock).into_iter();
        clocking.extend(readers.map(|reader| format!("{reader} reads {} as data", name(clock))));
    }
    for register in &module.registers {
        if let Some(reset) = register.reset.as_ref().filter(|reset| reset.style.asynchronous)
            && expected.asynchronous != Some((name(reset.net).as_str(), reset.style.active_low))
        {
            clocking.push(format!("register {} is reset without a clock edge", name(register.q)));
        }
    }
    let reset = expected.asynchronous.and_then(|(port, _)| flat.port(port));
    let readers = reset.map(|reset| flat.readers(reset)).unwrap_or_default().into_iter();
    clocking.extend(readers.map(|reader| format!("{reader} reads the asynchronous reset as data")));
    Structure {
        clocking,
        driving: driving(module),
    }
}

/// Nets without a driver or with several ones. Each driver of a netlist drives all bits of its net with a value.
fn driving(module: &Module) -> Vec<String> {
    let inputs = module.ports().filter(|(_, net)| net.kind == NetKind::Input);
    let reads = module.memories.iter().flat_map(|memory| &memory.reads);
    let mut drivers = vec![0; module.nets.len()];
    let mut drive = |net: NetId| drivers[net.0 as usize] += 1;
    inputs.for_each(|(id, _)| drive(id));
    module.assigns.iter().for_each(|(target, _)| drive(*target));
    module.registers.iter().for_each(|register| drive(register.q));
    reads.for_each(|read| drive(read.data));
    let wrong = |(net, drivers): (&Net, u32)| match drivers {
        0 => Some(format!("{} has no driver", net.name)),
        1 => None,
        _ => Some(format!("{} is driven {drivers} times", net.name)),
    };
    module.nets.iter().zip(drivers).filter_map(wrong).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesmith_netlist::lower;
    use lanesmith_netlist::prelude::*;

    /// Counts clocks.
    #[hdl_module(no_default)]
    struct Counter {
        clock: Signal<In, Clock>,
        reset_n: Signal<In, Bit>,
        count: Signal<Out, Bits<4>>,
        state: Register<Bits<4>>,
    }

    impl Logic for Counter {
        #[hdl_gen]
        fn update(&mut self) {
            self.state.clock.next = self.clock.val();
            self.state.reset.next = self.reset_n.val();
            self.state.enable.next = true;
            self.state.d.next = self.state.q.val() + 1;
            self.count.next = self.state.q.val();
        }
    }

    fn reset(asynchronous: bool) -> ResetStyle {
        ResetStyle {
            asynchronous,
            active_low: true,
        }
    }

    fn counter(asynchronous: bool) -> Design {
        lower(&Counter {
            clock: Default::default(),
            reset_n: Default::default(),
            count: Default::default(),
            state: Register::new(reset(asynchronous), 0.into()),
        })
        .unwrap()
    }

    #[test]
    fn a_netlist_that_reads_its_clock_or_has_another_reset_is_refuted() {
        for asynchronous in [false, true] {
            let design = counter(asynchronous);
            let flat = Flat::new(&design).unwrap();
            let right = Expected::new(reset(asynchronous), &design);
            assert_eq!(of_netlist(&flat, &right), Structure::default());
            let other = Expected::new(reset(!asynchronous), &design);
            assert_ne!(of_netlist(&flat, &other).clocking, Vec::<String>::new());

            let mut broken = flat.clone();
            let clock = broken.module.read(flat.clock.unwrap());
            let (target, _) = broken.module.assigns[0];
            let width = broken.module.net_ref(target).width;
            broken.module.assigns[0].1 = broken.module.resize(clock, width);
            let found = of_netlist(&broken, &right).clocking;
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].ends_with("reads clock as data"), "{found:?}");
            assert_eq!(of_netlist(&broken, &right).driving, Vec::<String>::new());
        }
    }

    #[test]
    fn nets_of_a_netlist_with_no_driver_or_two_refute_the_claim_about_drivers() {
        let design = counter(false);
        let flat = Flat::new(&design).unwrap();
        let expected = Expected::new(reset(false), &design);
        let wrong = |change: fn(&mut Module)| {
            let mut broken = flat.clone();
            change(&mut broken.module);
            of_netlist(&broken, &expected).driving
        };
        let name = |module: &Module, net| module.net_ref(net).name.clone();
        let first = name(&flat.module, flat.module.assigns[0].0);
        let undriven = wrong(|module| {
            module.assigns.remove(0);
        });
        assert_eq!(undriven, [format!("{first} has no driver")]);
        let twice = wrong(|module| module.assigns.push(module.assigns[0]));
        assert_eq!(twice, [format!("{first} is driven 2 times")]);
        let q = name(&flat.module, flat.module.registers[0].q);
        let register = wrong(|module| {
            module.registers.remove(0);
        });
        assert_eq!(register, [format!("{q} has no driver")]);
        let input = wrong(|module| {
            let reset = module.ports().find(|(_, net)| net.kind == NetKind::Input).unwrap().0;
            module.assigns.push((reset, module.assigns[0].1));
        });
        assert_eq!(input.len(), 1, "{input:?}");
    }
}
