//! Waves of a module of one's own: `cargo run --release --example own_waves -- FOLDER`, then `gtkwave FOLDER/transmitter.gtkw`.

use lanesmith::hdl;
use lanesmith::hdl::prelude::*;
use std::path::{Path, PathBuf};

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Phase {
    Idle,
    Start,
    Data,
    Stop,
}

/// Sends bytes over one line, four clocks for each bit: a start bit, eight bits of data, the lowest first, a stop bit.
#[hdl_module]
struct Transmitter {
    clock: Signal<In, Clock>,
    /// Takes data, unless busy.
    send: Signal<In, Bit>,
    data: Signal<In, Bits<8>>,
    busy: Signal<Out, Bit>,
    line: Signal<Out, Bit>,
    phase: DFF<Phase>,
    left: DFF<Bits<8>>,
    bit: DFF<Bits<3>>,
    pace: DFF<Bits<2>>,
}

impl Logic for Transmitter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, phase, left, bit, pace);
        self.busy.next = self.phase.q.val() != Phase::Idle;
        self.line.next = true;
        self.pace.d.next = self.pace.q.val() + 1;
        match self.phase.q.val() {
            Phase::Idle => {
                self.pace.d.next = 0.into();
                if self.send.val() {
                    self.left.d.next = self.data.val();
                    self.phase.d.next = Phase::Start;
                }
            }
            Phase::Start => {
                self.line.next = false;
                if self.pace.q.val().all() {
                    self.phase.d.next = Phase::Data;
                }
            }
            Phase::Data => {
                self.line.next = self.left.q.val().get_bit(0);
                if self.pace.q.val().all() {
                    self.left.d.next = self.left.q.val() >> 1;
                    self.bit.d.next = self.bit.q.val() + 1;
                    if self.bit.q.val().all() {
                        self.phase.d.next = Phase::Stop;
                    }
                }
            }
            Phase::Stop => {
                if self.pace.q.val().all() {
                    self.phase.d.next = Phase::Idle;
                }
            }
        }
    }
}

/// Sends some bytes, and returns the GTKWave save file and what was on the line in the middle of each bit.
pub fn record(folder: &Path, bytes: &[u8]) -> Result<(Option<PathBuf>, Vec<u64>), hdl::Error> {
    let mut simulation = hdl::simulate(&hdl::lower(&Transmitter::default())?)?;
    simulation.record(folder.join("transmitter.vcd"))?;
    let mut line = vec![];
    for byte in bytes {
        simulation.set("send", 1)?;
        simulation.set("data", u64::from(*byte))?;
        simulation.settle();
        simulation.tick();
        simulation.set("send", 0)?;
        simulation.settle();
        let mut clock = 0;
        while simulation.get("busy")? == 1 {
            if clock % 4 == 2 {
                line.push(simulation.get("line")?);
            }
            simulation.tick();
            simulation.settle();
            clock += 1;
        }
    }
    Ok((simulation.finish_recording()?.gtkw, line))
}

/// Records into the folder that is given, or that of temporary files.
pub fn main() -> Result<(), hdl::Error> {
    let folder = std::env::args_os()
        .nth(1)
        .map_or_else(std::env::temp_dir, PathBuf::from);
    let (waves, _) = record(&folder, b"hdl")?;
    if let Some(waves) = waves {
        println!("to look at the waves: gtkwave {}", waves.display());
    }
    Ok(())
}
