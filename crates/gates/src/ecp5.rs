//! The cells of Lattice ECP5, as yosys writes them, from Lattice's documents *ECP5 and ECP5-5G Family Data Sheet* (FPGA-DS-02012), *ECP5 and
//! ECP5-5G Memory Usage Guide* (FPGA-TN-02204) and *ECP5 and ECP5-5G sysDSP Usage Guide* (FPGA-TN-02205).

use super::cell::{Model, look_up, product, read_word, words, write_word};
use super::text::{Bit, Instance, Parsed};
use lanesmith_algebra::{Bit as _, Edge};

/// The model of an instance. Error: no such cell, or a parameter or connection that the model does not have.
pub fn model(cell: &Instance) -> Parsed<Model> {
    match &cell.kind[..] {
        "LUT4" => lut4(cell),
        "PFUMX" => multiplexer(cell, ["BLUT", "ALUT", "C0"]),
        "L6MUX21" => multiplexer(cell, ["D0", "D1", "SD"]),
        "CCU2C" => ccu2c(cell),
        "TRELLIS_FF" => flip_flop(cell),
        "TRELLIS_DPR16X4" => distributed_ram(cell),
        "MULT18X18D" => multiplier(cell),
        kind => cell.refuse(
            format!("no model of `{kind}`"),
            "LUT4, PFUMX, L6MUX21, CCU2C, TRELLIS_FF, TRELLIS_DPR16X4, MULT18X18D: cells of synth_ecp5",
        ),
    }
}

fn lut4(cell: &Instance) -> Parsed<Model> {
    cell.knows(&["INIT"])?;
    let table = cell.defined("INIT", 16)?;
    let inputs = inputs(cell, "")?;
    let read = inputs.clone();
    Ok(Model::combinational(inputs, cell.output("Z", 1)?, move |value| {
        vec![look_up(&table, &read.each(value))]
    }))
}

/// The inputs A, B, C and D, with a number.
fn inputs(cell: &Instance, number: &str) -> Parsed<Vec<Bit>> {
    let names = ["A", "B", "C", "D"].iter();
    names.map(|name| cell.bit(&format!("{name}{number}"), None)).collect()
}

trait Each {
    fn each(&self, value: &dyn Fn(Bit) -> Edge) -> Vec<Edge>;
}

impl Each for Vec<Bit> {
    fn each(&self, value: &dyn Fn(Bit) -> Edge) -> Vec<Edge> {
        self.iter().map(|bit| value(*bit)).collect()
    }
}

fn multiplexer(cell: &Instance, ports: [&str; 3]) -> Parsed<Model> {
    cell.knows(&[])?;
    let inputs = ports
        .iter()
        .map(|port| cell.bit(port, None))
        .collect::<Parsed<Vec<Bit>>>()?;
    let read = inputs.clone();
    Ok(Model::combinational(inputs, cell.output("Z", 1)?, move |value| {
        vec![value(read[2]).mux(&value(read[1]), &value(read[0]))]
    }))
}

/// Two look-up tables with a carry chain. A table generates a carry with its inputs A and B, where it does not propagate one.
fn ccu2c(cell: &Instance) -> Parsed<Model> {
    cell.knows(&["INIT0", "INIT1", "INJECT1_0", "INJECT1_1"])?;
    let mut halves = vec![];
    for number in ["0", "1"] {
        let table = cell.defined(&format!("INIT{number}"), 16)?;
        let injects = cell.choice(&format!("INJECT1_{number}"), &["YES", "NO"])? == "YES";
        halves.push((table, injects, inputs(cell, number)?));
    }
    let carry = cell.bit("CIN", None)?;
    let mut through: Vec<Bit> = halves.iter().flat_map(|(.., inputs)| inputs.clone()).collect();
    through.push(carry);
    let outputs = ["S0", "S1", "COUT"].map(|port| cell.output(port, 1));
    let outputs = outputs.into_iter().collect::<Parsed<Vec<_>>>()?.concat();
    Ok(Model::combinational(through, outputs, move |value| {
        let mut carry = value(carry);
        let mut found = vec![];
        for (table, injects, inputs) in &halves {
            let inputs = inputs.each(value);
            let propagate = look_up(table, &inputs);
            let generate = look_up(&table[..4], &inputs[..2]);
            match injects {
                true => {
                    found.push(propagate.clone());
                    carry = propagate.and(&carry);
                }
                false => {
                    found.push(propagate.xor(&carry));
                    carry = propagate.mux(&carry, &generate);
                }
            }
        }
        found.push(carry);
        found
    }))
}

/// A control signal behind its inverter.
fn inverted(cell: &Instance, parameter: &str, port: &'static str) -> Parsed<bool> {
    Ok(cell.choice(parameter, &[port, "INV"])? == "INV")
}

fn flip_flop(cell: &Instance) -> Parsed<Model> {
    // The global set and reset GSR acts before configuration ends only, because no design uses it.
    cell.knows(&["GSR", "CEMUX", "CLKMUX", "LSRMUX", "SRMODE", "REGSET", "LSRMODE"])?;
    let enable_mux = cell.choice("CEMUX", &["1", "0", "INV", "CE"])?;
    let enable = cell.bit("CE", ["0", "1"].contains(&enable_mux).then_some(true))?;
    let clock = (cell.bit("CLK", None)?, !inverted(cell, "CLKMUX", "CLK")?);
    let (reset, active_low) = (cell.bit("LSR", Some(false))?, inverted(cell, "LSRMUX", "LSR")?);
    let asynchronous = cell.choice("SRMODE", &["LSR_OVER_CE", "ASYNC"])? == "ASYNC";
    let loads = cell.choice("LSRMODE", &["LSR", "PRLD"])? == "PRLD";
    if loads {
        return cell.refuse(format!("LSRMODE of `{}` is PRLD", cell.name), "LSR");
    }
    let set = cell.choice("REGSET", &["RESET", "SET"])? == "SET";
    let data = cell.bit("DI", None)?;
    let is_reset = move |value: &dyn Fn(Bit) -> Edge| match active_low {
        true => value(reset).not(),
        false => value(reset),
    };
    Ok(Model {
        clocks: vec![clock],
        resets: if asynchronous { vec![reset] } else { vec![] },
        initial: vec![Some(set)],
        through: if asynchronous { vec![reset] } else { vec![] },
        outputs: cell.output("Q", 1)?,
        function: Box::new(move |value, state| match asynchronous {
            true => vec![is_reset(value).mux(&Edge::constant(set), &state[0])],
            false => vec![state[0].clone()],
        }),
        next: Box::new(move |value, state| {
            let enable = match enable_mux {
                "1" => Edge::constant(true),
                "0" => Edge::constant(false),
                "INV" => value(enable).not(),
                _ => value(enable),
            };
            vec![is_reset(value).mux(&Edge::constant(set), &enable.mux(&value(data), &state[0]))]
        }),
    })
}

/// 16 words of 4 bits, written at the clock edge and read at once.
fn distributed_ram(cell: &Instance) -> Parsed<Model> {
    cell.knows(&["WCKMUX", "WREMUX", "INITVAL"])?;
    let enable_mux = cell.choice("WREMUX", &["WRE", "1", "0", "INV"])?;
    let enable = cell.bit("WRE", None)?;
    let [data, write, read] = ["DI", "WAD", "RAD"].map(|port| cell.input(port, 4, None));
    let (data, write, read) = (data?, write?, read?);
    let through = read.clone();
    Ok(Model {
        clocks: vec![(cell.bit("WCK", None)?, !inverted(cell, "WCKMUX", "WCK")?)],
        resets: vec![],
        initial: cell.number("INITVAL", 64)?,
        through,
        outputs: cell.output("DO", 4)?,
        function: Box::new(move |value, state| read_word(&words(state, 4), &read.each(value))),
        next: Box::new(move |value, state| {
            let enable = match enable_mux {
                "1" => Edge::constant(true),
                "0" => Edge::constant(false),
                "INV" => value(enable).not(),
                _ => value(enable),
            };
            let (address, data) = (write.each(value), data.each(value));
            write_word(&words(state, 4), &address, &vec![enable; 4], &data).concat()
        }),
    })
}

/// A multiplier without registers.
fn multiplier(cell: &Instance) -> Parsed<Model> {
    cell.knows(&[])?;
    let (x, y) = (cell.numbered("A", 18, None)?, cell.numbered("B", 18, None)?);
    let signs = [cell.bit("SIGNEDA", None)?, cell.bit("SIGNEDB", None)?];
    for source in ["SOURCEA", "SOURCEB"] {
        if cell.bit(source, Some(false))? != Bit::Constant(false) {
            return cell.refuse(
                format!("{source} of `{}` is not 0", cell.name),
                "0: the factor comes from the port",
            );
        }
    }
    let outputs = (0..36).map(|i| cell.output(&format!("P{i}"), 1));
    let outputs = outputs.collect::<Parsed<Vec<_>>>()?.concat();
    let through = [&x[..], &y[..], &signs[..]].concat();
    Ok(Model::combinational(through, outputs, move |value| {
        let [x_signed, y_signed] = signs.map(value);
        product([&x.each(value), &y.each(value)], [&x_signed, &y_signed])
    }))
}
