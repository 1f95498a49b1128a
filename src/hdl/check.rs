//! A block and its netlist side by side.

use super::Error;
use super::ports::is_called;
use crate::algebra::{Slice, pack, unpack};
use crate::netlist::eval::{State, settle, tick_clocks};
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
/// `.index()`; [`Error::Oscillates`]; [`Error::Ports`] if [`top!`](crate::top) does not list the ports in their order. Panics where the kernel itself does: at an index out of range, for instance.
pub fn check(top: impl Top + 'static, clocks: usize, seed: u64) -> Result<Design, Error> {
    let design = super::lower(&top)?;
    let flat = Flat::with_clocks(&design)?;
    let fields = clock_fields(&flat, &top)?;
    let mut kernel = RustHdl::with_clocks(Box::new(top), fields);
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
        let rising = rising(flat.clocks.len(), &mut random);
        let rises = |number: usize| rising.get(number) != Some(&false);
        kernel.try_tick_clocks(rises).map_err(|_| Error::Oscillates { clock })?;
        let number = |clock| flat.clocks.iter().position(|other| *other == clock);
        state = tick_clocks(&flat, &values, &state, |clock| number(clock).is_none_or(rises));
    }
    Ok(design)
}

/// The fields that are the clocks, in the order of the netlist's.
fn clock_fields(flat: &Flat, top: &impl Top) -> Result<Vec<String>, Error> {
    let (names, fields) = (super::ports::clocks(flat), top.ports());
    let field = |name: &String| {
        let field = fields.iter().find(|field| is_called(name, &field.name));
        field
            .map(|field| field.name.clone())
            .ok_or_else(|| Error::Ports(format!("the block has the clock {name}, which top! does not list")))
    };
    names.iter().map(field).collect()
}

/// Which clocks rise at once: of several ones mostly one, all of them now and then.
fn rising(clocks: usize, random: &mut Random) -> Vec<bool> {
    if clocks < 2 || random.one_in(4) {
        return vec![true; clocks];
    }
    let only = random.below(clocks as u32) as usize;
    (0..clocks).map(|number| number == only).collect()
}

/// The netlist's ports but the clocks, in the order of the block's.
fn ports(flat: &Flat, kernel: &RustHdl) -> Result<Vec<(NetId, u32, NetKind)>, Error> {
    let clocks = flat.clock_ports();
    let nets: Vec<_> = flat.ports().filter(|(id, _)| !clocks.contains(id)).collect();
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
