//! The table, and random stimulus for what it says is accepted.

use super::clocked::CLOCKED;
use super::refused::REFUSED;
use super::{accepted, netlist};
use crate::engines::{together, verilated};
use crate::lowering::pair::Random;
use crate::settings::first_seed;
use lanesmith::netlist::Design;
use lanesmith::sim::native::Native;
use lanesmith::sim::rust_hdl::RustHdl;
use lanesmith::sim::{Engine, Port, PortDirection};

const CYCLES: usize = 20000;

/// Outputs that may stay 0: `cs_not` is never anything else, nothing here leads to an error, and what is read
/// was seldom written before.
const QUIET: [&str; 5] = [
    "`I2CTestTarget`: read_data_out",
    "`SDRAMBaseController`: error",
    "`SDRAMBaseController`: cs_not",
    "`SDRAMBurstController`: error",
    "`SDRAMBurstController`: cs_not",
];
/// Random bits are no traffic on their buses, which is in the row of `I2CTestTarget`.
const PARTS: [&str; 3] = ["`I2CDriver`", "`I2CController`", "`I2CTarget`"];

/// Anything, but of the bits to send no more than there are: rust-hdl's simulation panics at the ninth of eight.
fn stimulus(random: &mut Random, port: &Port) -> u64 {
    match port.name.as_str() {
        "bit_count" => random.word(16) % 9,
        _ => random.word(port.width),
    }
}

#[test]
fn accepted_widgets_do_what_rust_hdl_simulates() {
    let seed = first_seed();
    let designs: Vec<Design> = accepted()
        .map(|widget| {
            let (design, _) = netlist(&*(widget.make)()).unwrap_or_else(|why| panic!("{}: {why}", widget.name));
            design
        })
        .collect();
    let mut verilog = verilated(&together(&designs));
    // Verilator runs all widgets at once: their stimulus is drawn first, and what it shows is kept.
    let mut kernels: Vec<RustHdl> = accepted().map(|widget| RustHdl::new((widget.make)())).collect();
    let mut natives: Vec<Native> = accepted()
        .map(|widget| Native::new(&netlist(&*(widget.make)()).expect("a netlist").1).expect("this processor is known"))
        .collect();
    let mut bases = vec![0];
    for native in &natives {
        bases.push(bases[bases.len() - 1] + native.ports().len());
    }
    let mut changes = vec![false; bases[natives.len()]];
    // Each has random numbers of its own, whatever others there are.
    let mut randoms: Vec<Random> = (0..kernels.len() as u64)
        .map(|i| Random::Seed(seed * 1000 + i))
        .collect();
    for cycle in 0..CYCLES {
        for (((kernel, native), base), random) in kernels.iter_mut().zip(&mut natives).zip(&bases).zip(&mut randoms) {
            for (i, port) in kernel.ports().to_vec().iter().enumerate() {
                if port.direction == PortDirection::Input && random.word(2) > 0 {
                    let value = stimulus(random, port);
                    kernel.set(i, value);
                    native.set(i, value);
                    verilog.iter_mut().for_each(|verilog| verilog.set(base + i, value));
                }
            }
            kernel.settle();
            native.settle();
        }
        verilog.iter_mut().for_each(|verilog| verilog.settle());
        for (((kernel, native), base), widget) in kernels.iter_mut().zip(&mut natives).zip(&bases).zip(accepted()) {
            for (i, port) in kernel.ports().to_vec().iter().enumerate() {
                if port.direction == PortDirection::Input {
                    continue;
                }
                let expected = kernel.get(i);
                let name = || format!("{}: {} in cycle {cycle}, LANESMITH_SEED={seed}", widget.name, port.name);
                assert_eq!(native.get(i), expected, "native: {}", name());
                if let Some(verilog) = &verilog {
                    assert_eq!(verilog.get(base + i), expected, "verilator: {}", name());
                }
                changes[base + i] |= expected != 0;
            }
            kernel.tick();
            native.tick();
        }
        verilog.iter_mut().for_each(|verilog| verilog.tick());
    }
    // An output that never changes compares nothing.
    for ((kernel, base), widget) in kernels.iter().zip(&bases).zip(accepted()) {
        for (i, port) in kernel.ports().iter().enumerate() {
            let name = format!("{}: {}", widget.name, port.name);
            let may_be = QUIET.contains(&name.as_str()) || PARTS.contains(&widget.name);
            let shown = port.direction == PortDirection::Input || changes[base + i];
            assert!(shown || may_be, "{name} was 0 all the time, LANESMITH_SEED={seed}");
        }
    }
}

/// The table as it should be.
fn table() -> String {
    let mut table = "| widget | netlist |\n| --- | --- |\n".to_string();
    let mut row = |name: &str, verdict: &str| table += &format!("| {name} | {verdict} |\n");
    for widget in accepted() {
        match netlist(&*(widget.make)()) {
            Ok(_) => row(widget.name, "accepted"),
            Err(why) => panic!("{}: {why}", widget.name),
        }
    }
    for widget in CLOCKED {
        let (_, flat) = netlist(&*(widget.make)()).unwrap_or_else(|why| panic!("{}: {why}", widget.name));
        let verdict = match flat.clocks.len() {
            1 => "accepted",
            2 => "accepted, two clocks",
            other => panic!("{}: {other} clocks", widget.name),
        };
        row(widget.name, verdict);
    }
    for widget in REFUSED {
        match netlist(&*(widget.make)()) {
            Ok(_) => panic!("{} is accepted", widget.name),
            Err(why) => row(widget.name, &why.replace('|', "\\|")),
        }
    }
    table
}

#[test]
fn the_table_of_widgets_says_what_the_lowering_says() {
    let path = format!("{}/docs/netlist.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(&path).unwrap();
    let mut wanted = page.clone();
    let begin = "<!-- widgets -->\n";
    let start = wanted.find(begin).expect(begin) + begin.len();
    let end = start + wanted[start..].find("<!-- end -->").expect("the table's end");
    wanted.replace_range(start..end, &table());
    if std::env::var_os("LANESMITH_UPDATE").is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    assert!(
        page == wanted,
        "docs/netlist.md is outdated: run this test once with LANESMITH_UPDATE=1"
    );
}
