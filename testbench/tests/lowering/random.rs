//! Random kernels against an interpreter that settles them statement by statement.

use super::model::{COMPARISONS, E, INPUTS, LOCALS, MUL, OUTPUTS, S, SHIFTS, code};
use super::pair::{Pair, Random};
use crate::settings::first_seed;
use lanesmith::netlist::{Flat, lower};
use rust_hdl::prelude::*;
use std::collections::HashMap;

/// A block whose kernel is made up.
#[derive(LogicBlock, Default)]
struct MadeUp {
    f: Signal<In, Bit>,
    c: Signal<In, Bits<3>>,
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<8>>,
    h: Signal<In, Bits<16>>,
    w: Signal<In, Bits<33>>,
    flag: Signal<Local, Bit>,
    byte: Signal<Local, Bits<8>>,
    half: Signal<Local, Bits<16>>,
    x: Signal<Out, Bit>,
    y: Signal<Out, Bits<8>>,
    z: Signal<Out, Bits<16>>,
    v: Signal<Out, Bits<33>>,
    _code: Vec<S>,
}

impl Logic for MadeUp {
    fn update(&mut self) {}
    fn hdl(&self) -> Verilog {
        code(&self._code)
    }
}

/// Makes kernels up.
struct Maker {
    random: Random,
    in_loop: bool,
}

impl Maker {
    /// Takes `random` until somebody puts it back.
    fn new(random: &mut Random) -> Self {
        Maker {
            random: std::mem::replace(random, Random::Seed(0)),
            in_loop: false,
        }
    }

    fn below(&mut self, n: u64) -> u64 {
        self.random.word(32) % n
    }

    fn integer(&mut self, width: u32) -> E {
        match self.in_loop && width >= 3 && self.below(2) == 0 {
            true => E::Variable,
            false => E::Integer(self.random.word(width)),
        }
    }

    /// An expression of `width` bits that reads `signals`.
    fn expr(&mut self, width: u32, depth: u32, signals: &[(&'static str, u32)]) -> E {
        let fitting: Vec<&(&'static str, u32)> = signals.iter().filter(|(_, w)| *w == width).collect();
        if depth == 0 || self.below(8) == 0 {
            if fitting.is_empty() || self.below(6) == 0 {
                return match width {
                    1 => E::Truth(self.below(2) == 1),
                    _ => E::Cast(Box::new(E::Integer(self.random.word(width))), width),
                };
            }
            let pick = self.below(fitting.len() as u64) as usize;
            return E::Signal(fitting[pick].0);
        }
        let depth = depth - 1;
        let any = [1, 3, 8, 16, 33][self.below(5) as usize];
        let of = |maker: &mut Self, width| Box::new(maker.expr(width, depth, signals));
        match self.below(if width == 1 { 12 } else { 8 }) {
            0 => E::Not(of(self, width)),
            1 if width == 32 => E::Binary(MUL, of(self, 16), of(self, 16)),
            1 | 2 => {
                let inner = if self.below(4) == 0 { 32 } else { any };
                E::Cast(of(self, inner), width)
            }
            3 => {
                let op = SHIFTS[self.below(2) as usize];
                let amount = match self.below(2) {
                    0 => Box::new(E::Integer(self.below(u64::from(width) + 2))),
                    _ => of(self, 3),
                };
                E::Binary(op, of(self, width), amount)
            }
            4 => {
                // Of `any` bits, at a literal or moving position; what is beyond reads 0.
                let lo = match self.below(2) {
                    0 => Box::new(E::Integer(self.below(u64::from(any) + 1))),
                    _ => Box::new(E::Signal("c")),
                };
                E::Slice(of(self, any), width, lo)
            }
            5 if width == 8 || width == 16 => {
                let i = match self.below(2) {
                    0 => Box::new(E::Integer(self.below(u64::from(width)))),
                    _ => Box::new(E::Signal("c")),
                };
                E::Replace(of(self, width), i, of(self, 1))
            }
            8 => E::Reduce(self.below(3) as u32, of(self, any)),
            9 => {
                let op = COMPARISONS.start + self.below(COMPARISONS.len() as u64) as usize;
                let right = if self.below(2) == 0 {
                    Box::new(self.integer(any))
                } else {
                    of(self, any)
                };
                E::Binary(op, of(self, any), right)
            }
            10 => E::Bit(of(self, 8), Box::new(E::Signal("c"))),
            11 => E::Binary(13 + self.below(2) as usize, of(self, 1), of(self, 1)),
            _ => {
                let op = self.below(5) as usize;
                match self.below(3) {
                    0 if width > 1 => E::Binary(op, of(self, width), Box::new(self.integer(width))),
                    1 if width > 1 => E::Binary(op, Box::new(self.integer(width)), of(self, width)),
                    _ => E::Binary(op, of(self, width), of(self, width)),
                }
            }
        }
    }

    fn statements(&mut self, depth: u32, targets: &[(&'static str, u32)], signals: &[(&'static str, u32)]) -> Vec<S> {
        let count = 1 + self.below(3);
        (0..count).map(|_| self.statement(depth, targets, signals)).collect()
    }

    fn statement(&mut self, depth: u32, targets: &[(&'static str, u32)], signals: &[(&'static str, u32)]) -> S {
        let (name, width) = targets[self.below(targets.len() as u64) as usize];
        match self.below(if depth == 0 { 1 } else { 6 }) {
            1 | 2 => {
                let test = self.expr(1, 3, signals);
                let then = self.statements(depth - 1, targets, signals);
                S::If(test, then, self.statements(depth - 1, targets, signals))
            }
            3 => {
                let arms = [1, 0, 6, 5].map(|value| (value, self.statements(depth - 1, targets, signals)));
                S::Match(
                    E::Signal("c"),
                    arms.to_vec(),
                    self.statements(depth - 1, targets, signals),
                )
            }
            4 if !self.in_loop => {
                self.in_loop = true;
                let statements = self.statements(depth - 1, targets, signals);
                self.in_loop = false;
                let from = self.below(4);
                S::Loop(from, from + self.below(4), statements)
            }
            _ => S::Assign(name, self.expr(width, 4, signals)),
        }
    }

    fn kernel(&mut self) -> Vec<S> {
        let all: Vec<(&str, u32)> = INPUTS.iter().chain(&LOCALS).copied().collect();
        let mut part = |targets: &[(&'static str, u32)], depth, signals: &[(&'static str, u32)]| {
            let defaults = targets.iter();
            let mut part: Vec<S> = defaults
                .map(|(name, width)| S::Assign(name, self.expr(*width, 1, &INPUTS)))
                .collect();
            for _ in 0..4 {
                part.extend(self.statements(depth, targets, signals));
            }
            part
        };
        let locals = part(&LOCALS, 2, &INPUTS);
        let outputs = part(&OUTPUTS, 3, &all);
        // Outputs read locals above their first assignment or below their last one; between them is refused.
        let parts = match self.below(2) {
            0 => [locals, outputs],
            _ => [outputs, locals],
        };
        parts.concat()
    }
}

/// A kernel as the random numbers want it.
pub fn kernel(random: &mut Random) -> Vec<S> {
    let mut maker = Maker::new(random);
    let kernel = maker.kernel();
    *random = maker.random;
    kernel
}

/// A statement that assigns any local or output and reads any signal.
pub fn extra_statement(random: &mut Random) -> S {
    let mut maker = Maker::new(random);
    let targets: Vec<(&str, u32)> = LOCALS.iter().chain(&OUTPUTS).copied().collect();
    let signals: Vec<(&str, u32)> = INPUTS.iter().chain(&targets).copied().collect();
    let statement = maker.statement(2, &targets, &signals);
    *random = maker.random;
    statement
}

/// Compares what a kernel settles at with its netlist on 20 random inputs, if it has one; else says why.
pub fn settles_like_its_netlist(kernel: &[S], random: &mut Random, name: &str) -> Result<(), String> {
    let design = lower(&MadeUp {
        _code: kernel.to_vec(),
        ..MadeUp::default()
    });
    let flat = Flat::new(&design.map_err(|error| error.to_string())?);
    let mut netlist = Pair::of(flat.map_err(|error| error.to_string())?);
    for _ in 0..20 {
        let mut values: HashMap<&'static str, (u64, u32)> = HashMap::new();
        for (name, width) in INPUTS {
            let value = random.word(width);
            values.insert(name, (value, width));
            netlist.set(name, value);
        }
        values.extend(LOCALS.iter().chain(&OUTPUTS).map(|(name, width)| (*name, (0, *width))));
        // As rust-hdl does it: run the kernel on the values so far until nothing changes. A loop that no output depends
        // on has no part in the netlist and may go on changing.
        let signals = LOCALS.len() + OUTPUTS.len();
        for _ in 0..=signals {
            let mut next = values.clone();
            kernel.iter().for_each(|statement| statement.run(&values, &mut next, 0));
            values = next;
        }
        netlist.settle();
        for (output, _) in OUTPUTS {
            let inputs: Vec<_> = INPUTS.map(|(name, _)| (name, values[name].0)).to_vec();
            let message = || format!("{name}: {output} for {inputs:x?} of {kernel:#?}");
            assert_eq!(netlist.get(output), values[output].0, "{}", message());
        }
    }
    Ok(())
}

#[test]
fn random_kernels_settle_at_the_values_of_the_netlist() {
    for seed in first_seed()..first_seed() + 300 {
        let mut random = Random::Seed(seed);
        let kernel = kernel(&mut random);
        let name = format!("LANESMITH_SEED={seed}");
        settles_like_its_netlist(&kernel, &mut random, &name).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
