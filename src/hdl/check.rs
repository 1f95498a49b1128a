//! A block and its netlist side by side.

use super::Error;
use crate::algebra::{Slice, pack, unpack};
use crate::netlist::eval::{State, settle, tick};
use crate::netlist::{Design, Flat, NetId, NetKind};
use crate::rtl::Top;
use crate::sim::Engine;
use crate::sim::rust_hdl::RustHdl;
use crate::sim::testbench::Random;
use std::collections::HashMap;

/// The netlist of a block, as [`lower`](super::lower()) gives it, after so many clocks of random inputs in which it showed
/// what rust-hdl's own simulation shows. `seed` decides the inputs.
///
/// Beyond the errors of [`lower`](super::lower()): [`Error::Disagrees`], most often because a kernel does arithmetic on
/// `.index()`; [`Error::Oscillates`]; [`Error::Ports`] if the clock is not called `clock` or [`top!`](crate::top) does not
/// list the ports in their order. Panics where the kernel itself does: at an index out of range, for instance.
pub fn check(top: impl Top + 'static, clocks: usize, seed: u64) -> Result<Design, Error> {
    let design = super::lower(&top)?;
    let flat = Flat::new(&design)?;
    let mut kernel = RustHdl::new(Box::new(top));
    let ports = ports(&flat, &kernel)?;
    let mut state = State::<Slice<1>>::power_up(&flat);
    let mut inputs: HashMap<NetId, u64> = HashMap::new();
    let mut random = Random::new(seed);
    for clock in 0..clocks {
        for (i, (net, width, kind)) in ports.iter().enumerate() {
            // Inputs keep their values now and then.
            if *kind == NetKind::Input && !random.one_in(4) {
                let value = word(&mut random, *width);
                kernel.set(i, value);
                inputs.insert(*net, value);
            }
        }
        kernel.try_settle().map_err(|_| Error::Oscillates { clock })?;
        let input = |net: NetId| {
            let value = inputs.get(&net).copied().unwrap_or(0);
            pack(&[value], flat.module.net_ref(net).width)
        };
        let values = settle(&flat, input, &state);
        for (i, (net, _, kind)) in ports.iter().enumerate() {
            let (shown, netlist) = (kernel.get(i), unpack(&values[net.0 as usize], 1)[0]);
            if *kind == NetKind::Output && shown != netlist {
                return Err(Error::Disagrees {
                    port: kernel.ports()[i].name.clone(),
                    clock,
                    kernel: shown,
                    netlist,
                });
            }
        }
        kernel.try_tick().map_err(|_| Error::Oscillates { clock })?;
        state = tick(&flat, &values, &state);
    }
    Ok(design)
}

/// The netlist's ports but the clock, in the order of the block's.
fn ports(flat: &Flat, kernel: &RustHdl) -> Result<Vec<(NetId, u32, NetKind)>, Error> {
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
    match same {
        true => Ok(nets.iter().map(|(id, net)| (*id, net.width, net.kind)).collect()),
        false => {
            let (nets, fields): (Vec<&str>, Vec<&str>) = (
                nets.iter().map(|(_, net)| net.name.as_str()).collect(),
                fields.iter().map(|field| field.name.as_str()).collect(),
            );
            let (nets, fields) = (nets.join(", "), fields.join(", "));
            Err(Error::Ports(format!(
                "the block has the ports {nets}; top! lists {fields}"
            )))
        }
    }
}

/// A number of `width` bits in which corners are frequent.
fn word(random: &mut Random, width: u32) -> u64 {
    let mask = crate::netlist::mask(width);
    match random.below(8) {
        0 => 0,
        1 => mask,
        2 => 1,
        3 => 1 << random.below(width),
        _ => random.bits() & mask,
    }
}
