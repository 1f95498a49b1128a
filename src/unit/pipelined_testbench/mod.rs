//! The Verilog testbench of every unit behind the valid/ready handshake.

use crate::pipelined::{Case, Noise, Pipelined, evaluate_all, latency};
use crate::verilog_testbench::{Goals, VerilogTestbench};
use lanesmith_sim::cover::CrossHits;
use lanesmith_sim::testbench::Random;

/// Cases among which the vectors are chosen.
const DRAWN: usize = 12_000;
/// The most vectors.
const MOST: usize = 2_500;
/// The fewest: with less, gaps, stalls and resets would meet few instructions.
const FEWEST: usize = 400;
/// Axes whose classes are combined.
const STRENGTH: u32 = 3;
/// Vectors between two resets in traffic.
const BETWEEN_RESETS: u32 = 97;

const FIELDS: &[(&str, u32)] = &[
    ("GAP", 4),
    ("STALL", 4),
    ("RESET", 4),
    ("CONTROL", 37),
    ("A", 32),
    ("B", 32),
    ("C", 32),
    ("D", 32),
];

/// Directed cases of a unit: of those that walk the bins of its crosses the ones that hit a new combination of classes. What
/// hardware ignores in their control words is noise, which the results do not depend on.
pub fn directed<P: Pipelined>(unit: &P) -> Vec<(Case, u32)> {
    let mut goals = Goals::new(P::Hits::crosses(), STRENGTH);
    let reaches = |case: &Case| {
        let mut hits = P::Hits::default();
        P::note(case, &mut hits);
        goals.reach(&hits.bins())
    };
    let mut cases: Vec<Case> = unit.walk(1).take(DRAWN).filter(reaches).take(MOST).collect();
    let missing = FEWEST.saturating_sub(cases.len());
    cases.extend(unit.walk(2).take(missing));
    let mut noise = Noise::new(unit, Random::new(1));
    let results = evaluate_all(unit, &cases);
    for case in &mut cases {
        case.control = noise.word(case.control);
    }
    cases.into_iter().zip(results).collect()
}

/// The testbench of a unit with the handshake.
pub fn handshake<P: Pipelined>(unit: &P) -> VerilogTestbench {
    let style = unit.reset();
    let (reset, value) = match style.active_low {
        true => ("reset_n", "~reset"),
        false => ("reset", "reset"),
    };
    let advance = match latency(unit) {
        0 => "out_ready",
        _ => "out_ready | ~present[LATENCY]",
    };
    let mut testbench = VerilogTestbench::new(include_str!("handshake.v"), FIELDS)
        .with("LATENCY", latency(unit))
        .with("CONTROL_BITS", P::CONTROL)
        .with("RESET", reset)
        .with("RESET_VALUE", value)
        .with("ADVANCE", advance);
    let mut traffic = Traffic::default();
    for (case, d) in directed(unit) {
        let [gap, stall, reset] = traffic.draw();
        let [a, b, c] = case.operands.map(u64::from);
        testbench.push(&[gap, stall, reset, case.control, a, b, c, d.into()]);
    }
    testbench
}

/// Gaps, stalls and resets of the vectors: in turn bursts without either, gaps, stalls, and both.
pub struct Traffic {
    random: Random,
    count: u32,
}

/// Vectors with the same kind of traffic.
const PHASE: u32 = 32;

/// The traffic of all testbenches.
impl Default for Traffic {
    fn default() -> Self {
        Traffic {
            random: Random::new(28),
            count: 0,
        }
    }
}

impl Traffic {
    /// Cycles before the next vector is offered, cycles for which its result is stalled, and cycles from its acceptance to a
    /// reset, 0 for none.
    pub fn draw(&mut self) -> [u64; 3] {
        let phase = self.count / PHASE % 4;
        let mut delay = |is_on: bool| match is_on && self.random.flag() {
            true => 1 + self.random.below(7),
            false => 0,
        };
        let (gap, stall) = (delay(phase & 1 != 0), delay(phase & 2 != 0));
        self.count += 1;
        let reset = match self.count % BETWEEN_RESETS {
            0 => 1 + self.random.below(9),
            _ => 0,
        };
        [gap, stall, reset].map(u64::from)
    }
}
