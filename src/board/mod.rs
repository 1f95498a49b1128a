//! Units on FPGA boards: the boards, and a self-test whose signature comes from the golden model.

mod golden;

pub use golden::{Stimulus, signature};

use crate::netlist::Design;
use crate::prove::Provable;
use crate::rtl::board::{DIGIT, SelfTestConfig, WORDS, design};
use crate::unit::{DesignError, Emission, Selection};
use crate::units::PTX_UNITS;

/// A board with an FPGA.
#[derive(Debug)]
pub struct Board {
    /// The name on the command line.
    pub name: &'static str,
    /// Board and device, for help.
    pub description: &'static str,
    /// The family of the device, as yosys and nextpnr name it.
    pub family: &'static str,
    /// The options of nextpnr for device, package and speed grade.
    pub device: &'static [&'static str],
    /// Frequency of the oscillator in MHz.
    pub megahertz: u32,
    /// The pins of the ports of [`design`].
    pub pins: &'static [(&'static str, &'static str)],
    /// Ports that must be 1, with their pins.
    pub high: &'static [(&'static str, &'static str)],
    /// LEDs are on at 0.
    pub leds_active_low: bool,
}

/// Bits per second of the serial line.
pub const BAUD: u32 = 115_200;

/// The boards. Pins of the iCEBreaker: schematic of version 1.0e; green LED, red LED, UART of the FTDI chip. Pins of the ULX3S:
/// schematic of version 3.0.8, LEDs 0 and 1; 0 at `wifi_gpio0` lets the ESP32 reconfigure the FPGA.
pub static BOARDS: [Board; 2] = [
    Board {
        name: "icebreaker",
        description: "iCEBreaker, iCE40 UP5K",
        family: "ice40",
        device: &["--up5k", "--package", "sg48"],
        megahertz: 12,
        pins: &[("clk", "35"), ("serial", "9"), ("led_pass", "37"), ("led_fail", "11")],
        high: &[],
        leds_active_low: true,
    },
    Board {
        name: "ulx3s",
        description: "ULX3S, ECP5-85F",
        family: "ecp5",
        device: &["--85k", "--package", "CABGA381", "--speed", "6"],
        megahertz: 25,
        pins: &[("clk", "G2"), ("serial", "L4"), ("led_pass", "B2"), ("led_fail", "C2")],
        high: &[("wifi_gpio0", "L2")],
        leds_active_low: false,
    },
];

impl Board {
    /// The name and the text of the file that assigns pins and clock, for nextpnr.
    pub fn constraints(&self) -> (&'static str, String) {
        let pins = self.pins.iter().chain(self.high);
        let frequency = self.megahertz;
        match self.family {
            "ice40" => {
                let lines: String = pins.map(|(port, pin)| format!("set_io {port} {pin}\n")).collect();
                ("board.pcf", format!("{lines}set_frequency clk {frequency}\n"))
            }
            _ => {
                let line = |(port, pin): &(&str, &str)| {
                    format!("LOCATE COMP \"{port}\" SITE \"{pin}\";\nIOBUF PORT \"{port}\" IO_TYPE=LVCMOS33;\n")
                };
                let lines: String = pins.map(line).collect();
                ("board.lpf", format!("{lines}FREQUENCY PORT \"clk\" {frequency} MHZ;\n"))
            }
        }
    }

    /// Clocks for a bit of the serial line.
    pub fn divisor(&self) -> u32 {
        (self.megahertz * 1_000_000 + BAUD / 2) / BAUD
    }
}

/// The module `board` with the selected unit and a test of `count` instructions, and the signature of the golden results.
///
/// Error: the unit has no handshake, or the configuration is invalid.
pub fn self_test(selection: &Selection, board: &Board, count: u32) -> Result<(Design, u64), DesignError> {
    let unit = PTX_UNITS
        .into_iter()
        .find(|unit| selection.of(&unit.entry.module).is_some());
    let unit = unit.ok_or_else(|| DesignError(format!("{} has no self-test", selection.module().name)))?;
    let cases = unit.walk(selection);
    let words: Vec<u64> = cases.take(WORDS).map(|case| case.control).collect();
    let signature = signature(unit, &words, count);
    let line = |verdict: &str| {
        let mut line = format!("{} {count} results, signature ", selection.name()).into_bytes();
        line.extend((0..10).rev().map(|digit| DIGIT | digit));
        line.extend(format!(" {verdict}\r\n").bytes());
        line
    };
    let config = SelfTestConfig {
        words,
        count,
        signature,
        lines: ["FAIL", "PASS"].map(line),
        divisor: board.divisor(),
        leds_active_low: board.leds_active_low,
        high: board.high.iter().map(|(port, _)| *port).collect(),
    };
    let whole = Emission::from(*selection).design().map_err(DesignError)?;
    Ok((design(whole, &config)?, signature))
}
