//! The structure of a netlist, of which construction leaves little to be wrong: one clock, one driver for each net.

use super::{Expected, Structure};
use crate::netlist::{Flat, Register};

/// What is wrong with a netlist.
pub(in crate::prove) fn of_netlist(flat: &Flat, expected: &Expected) -> Structure {
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
    let asynchronous = |register: &&Register| register.reset.as_ref().is_some_and(|reset| reset.style.asynchronous);
    for register in module.registers.iter().filter(asynchronous) {
        let Some(reset) = &register.reset else { continue };
        if expected.asynchronous != Some((name(reset.net).as_str(), reset.style.active_low)) {
            clocking.push(format!("register {} is reset without a clock edge", name(register.q)));
        }
    }
    let reset = expected.asynchronous.and_then(|(port, _)| flat.port(port));
    let readers = reset.map(|reset| flat.readers(reset)).unwrap_or_default();
    clocking.extend(
        readers
            .into_iter()
            .map(|reader| format!("{reader} reads the asynchronous reset as data")),
    );
    Structure {
        clocking,
        driving: vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::netlist::ResetStyle;
    use crate::units::Selection;
    use crate::units::Unit;
    use crate::units::video::Video;
    use crate::units::video::rtl::Config;

    fn alu(asynchronous: bool) -> Selection {
        let mut config = Config::full(2);
        config.reset = ResetStyle {
            asynchronous,
            active_low: true,
        };
        Video::alu(config).selection()
    }

    #[test]
    fn a_netlist_that_reads_its_clock_or_resets_otherwise_is_told() {
        for asynchronous in [false, true] {
            let design = alu(asynchronous).design().unwrap();
            let flat = Flat::new(&design).unwrap();
            let right = Expected::new(&*alu(asynchronous).unit(), &design);
            assert_eq!(of_netlist(&flat, &right), Structure::default());
            let other = Expected::new(&*alu(!asynchronous).unit(), &design);
            assert_ne!(of_netlist(&flat, &other).clocking, Vec::<String>::new());

            let mut broken = flat.clone();
            let clock = broken.module.read(flat.clock.unwrap());
            let (target, _) = broken.module.assigns[0];
            let width = broken.module.net_ref(target).width;
            broken.module.assigns[0].1 = broken.module.resize(clock, width);
            let told = of_netlist(&broken, &right).clocking;
            assert_eq!(told.len(), 1, "{told:?}");
            assert!(told[0].ends_with("reads clock as data"), "{told:?}");
        }
    }
}
