//! A module of one's own, from its description to Verilog, simulation and proof: `cargo run --release --example own_module`.

use lanesmith::hdl;
use lanesmith::hdl::prelude::*;

/// The largest value since the last reset.
#[hdl_module]
struct Peak {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    /// Compared in every clock.
    value: Signal<In, Bits<12>>,
    peak: Signal<Out, Bits<12>>,
    #[default(Register::new(RESET, 0.into()))]
    state: Register<Bits<12>>,
}

const RESET: ResetStyle = ResetStyle {
    asynchronous: false,
    active_low: false,
};

impl Logic for Peak {
    #[hdl_gen]
    fn update(&mut self) {
        self.state.clock.next = self.clock.val();
        self.state.reset.next = self.reset.val();
        self.state.enable.next = self.value.val() > self.state.q.val();
        self.state.d.next = self.value.val();
        self.peak.next = self.state.q.val();
    }
}

/// The same from rust-hdl's own flip-flop, which has neither reset nor enable.
#[hdl_module]
struct PlainPeak {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    value: Signal<In, Bits<12>>,
    peak: Signal<Out, Bits<12>>,
    held: DFF<Bits<12>>,
}

impl Logic for PlainPeak {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held);
        if self.reset.val() {
            self.held.d.next = 0.into();
        } else if self.held.q.val() < self.value.val() {
            self.held.d.next = self.value.val();
        }
        self.peak.next = self.held.q.val();
    }
}

/// Prints the Verilog and what else is found out.
pub fn main() -> Result<(), hdl::Error> {
    let peak = hdl::check(Peak::default, 2000, 1)?;
    println!("rust-hdl's simulation and the netlist agree for 2000 clocks");
    for file in hdl::emit(&peak) {
        println!("--- {}\n{}", file.name, file.text);
    }

    let mut simulation = hdl::simulate(&peak)?;
    for given in [7, 300, 12, 299] {
        simulation.set("value", given)?;
        simulation.settle();
        simulation.tick();
    }
    simulation.settle();
    println!("the largest of 7, 300, 12, 299 is {}", simulation.get("peak")?);
    assert_eq!(simulation.get("peak")?, 300);

    let plain = hdl::check(PlainPeak::default, 2000, 1)?;
    let equality = hdl::prove(&peak, &plain, &hdl::Effort::default())?;
    println!("with a register of its own and with rust-hdl's flip-flop: {equality}");
    assert_eq!(equality, hdl::Equality::Proved);
    Ok(())
}
