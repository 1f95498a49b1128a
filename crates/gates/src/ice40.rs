//! The cells of Lattice iCE40, as yosys writes them, from Lattice's documents *iCE40 LP/HX Family Data Sheet* (FPGA-DS-02029), *iCE Technology
//! Library*, and *Memory Usage Guide for iCE40 Devices* (FPGA-TN-02002).

use super::cell::{Model, look_up, read_word, words, write_word};
use super::text::{Bit, Instance, Parsed};
use lanesmith_algebra::{Bit as _, Edge};

/// The model of an instance. Error: no such cell, or a parameter or connection that the model does not have.
pub fn model(cell: &Instance) -> Parsed<Model> {
    match &cell.kind[..] {
        "SB_LUT4" => lut4(cell),
        "SB_CARRY" => carry(cell),
        "SB_RAM40_4K" => block_ram(cell, [true; 2]),
        "SB_RAM40_4KNR" => block_ram(cell, [true, false]),
        "SB_RAM40_4KNW" => block_ram(cell, [false, true]),
        "SB_RAM40_4KNRNW" => block_ram(cell, [false; 2]),
        kind => match kind.strip_prefix("SB_DFF").and_then(Controls::new) {
            Some(controls) => flip_flop(cell, controls),
            None => cell.refuse(
                format!("no model of `{kind}`"),
                "SB_LUT4, SB_CARRY, SB_DFF…, SB_RAM40_4K…: cells of synth_ice40 without -dsp",
            ),
        },
    }
}

fn lut4(cell: &Instance) -> Parsed<Model> {
    cell.knows(&["LUT_INIT"])?;
    let table = cell.defined("LUT_INIT", 16)?;
    let inputs = cell.numbered("I", 4, Some(false))?;
    let read = inputs.clone();
    Ok(Model::combinational(inputs, cell.output("O", 1)?, move |value| {
        let inputs: Vec<Edge> = read.iter().map(|bit| value(*bit)).collect();
        vec![look_up(&table, &inputs)]
    }))
}

fn carry(cell: &Instance) -> Parsed<Model> {
    cell.knows(&[])?;
    let ports = ["I0", "I1", "CI"].iter().map(|port| cell.bit(port, Some(false)));
    let inputs = ports.collect::<Parsed<Vec<Bit>>>()?;
    let read = inputs.clone();
    Ok(Model::combinational(inputs, cell.output("CO", 1)?, move |value| {
        let (x, y, carry) = (value(read[0]), value(read[1]), value(read[2]));
        vec![x.and(&y).or(&x.or(&y).and(&carry))]
    }))
}

/// The letters behind `SB_DFF`: `N` for the falling edge, `E` for an enable; `R` and `S` reset and set, with an `S` before for the
/// clock's edge.
struct Controls {
    rising: bool,
    enable: bool,
    /// The value of the reset, and whether it waits for the clock.
    reset: Option<(bool, bool)>,
}

impl Controls {
    fn new(letters: &str) -> Option<Self> {
        let (rising, letters) = letters.strip_prefix('N').map_or((true, letters), |rest| (false, rest));
        let (enable, letters) = letters.strip_prefix('E').map_or((false, letters), |rest| (true, rest));
        let reset = match letters {
            "" => None,
            "R" => Some((false, false)),
            "S" => Some((true, false)),
            "SR" => Some((false, true)),
            "SS" => Some((true, true)),
            _ => return None,
        };
        Some(Controls { rising, enable, reset })
    }
}

fn flip_flop(cell: &Instance, controls: Controls) -> Parsed<Model> {
    cell.knows(&[])?;
    let clock = (cell.bit("C", None)?, controls.rising);
    let data = cell.bit("D", None)?;
    let enable = controls.enable.then(|| cell.bit("E", Some(true))).transpose()?;
    let (set, synchronous) = controls.reset.unwrap_or((false, true));
    let port = if set { "S" } else { "R" };
    let reset = controls.reset.map(|_| cell.bit(port, Some(false))).transpose()?;
    let at_once: Vec<Bit> = reset.into_iter().filter(|_| !synchronous).collect();
    let acts = at_once.first().copied();
    Ok(Model {
        clocks: vec![clock],
        resets: at_once.clone(),
        initial: vec![Some(false)],
        through: at_once,
        outputs: cell.output("Q", 1)?,
        function: Box::new(move |value, state| match acts {
            Some(reset) => vec![value(reset).mux(&Edge::constant(set), &state[0])],
            None => vec![state[0].clone()],
        }),
        next: Box::new(move |value, state| {
            let mut loaded = value(data);
            // The enable gates the clock, and so also a reset that waits for it.
            if let Some(reset) = reset {
                loaded = value(reset).mux(&Edge::constant(set), &loaded);
            }
            if let Some(enable) = enable {
                loaded = value(enable).mux(&loaded, &state[0]);
            }
            if let Some(reset) = acts {
                loaded = value(reset).mux(&Edge::constant(set), &loaded);
            }
            vec![loaded]
        }),
    })
}

/// 256 words of 16 bits, or narrower ones: mode `m` has words of `16 >> m` bits, every `1 << m`th of the 16. Bit `b` of narrow
/// word `i` of a wide one is bit `b << m | i` of it; the narrow ports use the bits `b << m | offset`.
fn block_ram(cell: &Instance, [write_rises, read_rises]: [bool; 2]) -> Parsed<Model> {
    cell.knows(&["WRITE_MODE", "READ_MODE", "INIT_*"])?;
    let mode = |name| match cell.defined(name, 32)? {
        bits if bits[2..].contains(&true) => cell.refuse(format!("{name} of `{}`", cell.name), "0 to 3"),
        bits => Ok(usize::from(bits[0]) + 2 * usize::from(bits[1])),
    };
    let (write_mode, read_mode) = (mode("WRITE_MODE")?, mode("READ_MODE")?);
    let mut initial = vec![];
    for i in 0..16 {
        initial.extend(cell.number(&format!("INIT_{i:X}"), 256)?);
    }
    // What was read.
    initial.extend([None; 16]);
    let clocked = |name: &str, rises: bool| -> Parsed<(Bit, bool)> {
        let port = format!("{name}{}", if rises { "" } else { "N" });
        Ok((cell.bit(&port, None)?, rises))
    };
    let clocks = vec![clocked("WCLK", write_rises)?, clocked("RCLK", read_rises)?];
    let enables = |clock: &str, port: &str| -> Parsed<[Bit; 2]> {
        Ok([cell.bit(clock, Some(true))?, cell.bit(port, Some(false))?])
    };
    let (writes, reads) = (enables("WCLKE", "WE")?, enables("RCLKE", "RE")?);
    let [write_address, read_address] = ["WADDR", "RADDR"].map(|port| cell.input(port, 11, Some(false)));
    let (write_address, read_address) = (write_address?, read_address?);
    let data = cell.input("WDATA", 16, Some(false))?;
    let mask = cell.input("MASK", 16, Some(false))?;
    Ok(Model {
        clocks,
        resets: vec![],
        initial,
        through: vec![],
        outputs: cell.output("RDATA", 16)?,
        function: Box::new(move |_, state| {
            let held = &state[4096..];
            let port = |bit: usize| match bit & ((1 << read_mode) - 1) == offset(read_mode) {
                true => held[bit].clone(),
                false => Edge::constant(false),
            };
            (0..16).map(port).collect()
        }),
        next: Box::new(move |value, state| {
            let bits = |bits: &[Bit]| -> Vec<Edge> { bits.iter().map(|bit| value(*bit)).collect() };
            let both = |enables: [Bit; 2]| value(enables[0]).and(&value(enables[1]));
            let memory = words(&state[..4096], 16);
            let (address, data, mask) = (bits(&write_address), bits(&data), bits(&mask));
            let writes = both(writes);
            let group = |bit: usize| bit >> write_mode << write_mode;
            let enable = |bit: usize| match write_mode {
                0 => writes.and(&mask[bit].not()),
                _ => writes.and(&is(&address[8..8 + write_mode], bit - group(bit))),
            };
            let enable: Vec<Edge> = (0..16).map(enable).collect();
            let data: Vec<Edge> = (0..16)
                .map(|bit| data[group(bit) + offset(write_mode)].clone())
                .collect();
            let mut next = write_word(&memory, &address[..8], &enable, &data).concat();
            let (address, reads) = (bits(&read_address), both(reads));
            // A word that is written and read in one clock is read as it was before.
            let word = read_word(&memory, &address[..8]);
            for bit in 0..16 {
                let first = bit >> read_mode << read_mode;
                let read = match bit == first + offset(read_mode) {
                    true => read_word(
                        &words(&word[first..first + (1 << read_mode)], 1),
                        &address[8..8 + read_mode],
                    )
                    .remove(0),
                    false => Edge::constant(false),
                };
                next.push(reads.mux(&read, &state[4096 + bit]));
            }
            next
        }),
    })
}

/// The bit of each group of data bits that a narrow port uses.
fn offset(mode: usize) -> usize {
    [0, 0, 1, 3][mode]
}

/// Whether an address is this number.
fn is(address: &[Edge], number: usize) -> Edge {
    let bits = address.iter().enumerate().map(|(i, bit)| match number >> i & 1 {
        0 => bit.not(),
        _ => bit.clone(),
    });
    bits.fold(Edge::constant(true), |all, bit| all.and(&bit))
}
