//! A block on rust-hdl's own simulation and its netlist, side by side.

use super::panics::{Panic, catch};
use super::plan::{ComparedPort, ComparedRegister, ComparisonPlan, bits, start};
use super::waves;
use crate::recording::Recording;
use crate::sequential::trace::Trace;
use crate::{CheckOptions, Error};
use lanesmith_algebra::Random;
use lanesmith_algebra::{Slice, pack, unpack};
use lanesmith_netlist::eval::{DesignState, settle, tick};
use lanesmith_netlist::rtl::Top;
use lanesmith_netlist::{Flat, NetId};
use lanesmith_sim::rust_hdl::RustHdl;
use lanesmith_sim::{Engine, EngineError};

/// One vector at a time.
type Bits = Slice<1>;

/// A run from power-up.
pub struct ComparisonRun<'a> {
    plan: &'a ComparisonPlan,
    kernel: RustHdl,
    state: DesignState<Bits>,
    probed: DesignState<Bits>,
    /// The value of each port that is an input, as it was set last.
    values: Vec<u64>,
    trace: Trace,
    waves: Option<Recording>,
}

impl<'a> ComparisonRun<'a> {
    /// A block and its plan, at power-up.
    pub fn new(plan: &'a ComparisonPlan, kernel: RustHdl, options: &CheckOptions) -> Result<Self, Error> {
        let waves = options.waves.as_ref();
        let waves = waves.map(|path| waves::record(path, &kernel, plan));
        let waves = waves.transpose()?;
        Ok(ComparisonRun {
            plan,
            kernel,
            state: start(&plan.flat),
            probed: start(&plan.probed),
            values: vec![0; plan.ports.len()],
            trace: vec![],
            waves,
        })
    }

    /// The state of the probed netlist, by bits.
    pub fn state(&self) -> Vec<bool> {
        bits(&self.probed)
    }

    /// One clock with random inputs; some keep their values. Gives the branches that are taken.
    pub fn random(&mut self, random: &mut Random) -> Result<Vec<bool>, Error> {
        for (port, value) in self.plan.ports.iter().zip(&mut self.values) {
            if port.is_input && !random.one_in(4) {
                *value = word(random, port.width);
            }
        }
        self.clock()
    }

    /// One clock with these inputs, by name; others keep their values.
    pub fn given(&mut self, inputs: &[(String, u64)]) -> Result<Vec<bool>, Error> {
        for (port, value) in self.plan.ports.iter().zip(&mut self.values) {
            if let Some((_, given)) = inputs.iter().find(|(name, _)| *name == port.name) {
                *value = *given;
            }
        }
        self.clock()
    }

    fn clock(&mut self) -> Result<Vec<bool>, Error> {
        let clock = self.trace.len();
        let set = self.plan.ports.iter().zip(&self.values);
        let set = set.filter(|(port, _)| port.is_input);
        let set = set.map(|(port, value)| (port.name.clone(), *value));
        self.trace.push(set.collect());
        let outcome = self.compare(clock);
        if let Err(error) = &outcome
            && let Some(waves) = self.waves.take()
        {
            let failed = |why| Error::Waves(format!("{why}; they were to show this: {error}"));
            waves.finish(Some(clock as u64)).map_err(failed)?;
        }
        outcome
    }

    fn compare(&mut self, clock: usize) -> Result<Vec<bool>, Error> {
        let (kernel, ports) = (&mut self.kernel, &self.plan.ports);
        let inputs = ports.iter().zip(&self.values).filter(|(port, _)| port.is_input);
        let settled = catch(|| {
            inputs.for_each(|(port, value)| kernel.set(port.field, *value));
            kernel.try_settle()
        });
        self.stable(settled, clock)?;
        // A code that no variant of an enumeration has is another one's in Rust: what the block sees counts.
        for (port, value) in self.plan.ports.iter().zip(&mut self.values) {
            if port.is_input {
                *value = self.kernel.get(port.field);
            }
        }
        let values = self.settle(&self.plan.flat, &self.state, |port| port.net);
        let kernel = &self.kernel;
        let outputs = || self.plan.ports.iter().filter(|port| !port.is_input);
        let shown: Vec<(u64, u64)> = catch(|| {
            let pairs = outputs().map(|port| (kernel.get(port.field), number(&values[port.net.0 as usize])));
            pairs.collect()
        })
        .map_err(|panic| panic.error(clock, self.trace.clone()))?;
        if let Some(waves) = &mut self.waves {
            waves.sample(&self.kernel, clock as u64, shown.iter().map(|(_, netlist)| *netlist));
        }
        let shown = outputs().map(|port| &port.name).zip(shown);
        // Registers too: what is different in them alone may show later, and with other inputs.
        let kernel = &self.kernel;
        let registers = self.plan.registers.iter();
        let registers: Vec<(&String, (u64, u64))> = catch(|| {
            let pair = |register: &ComparedRegister| {
                let netlist = number(&values[register.net.0 as usize]);
                (kernel.watch(register.variable), netlist)
            };
            registers.map(|register| (&register.path, pair(register))).collect()
        })
        .map_err(|panic| panic.error(clock, self.trace.clone()))?;
        for (name, (kernel, netlist)) in shown.chain(registers) {
            if kernel != netlist {
                return Err(Error::Disagrees {
                    port: name.clone(),
                    clock,
                    kernel,
                    netlist,
                    trace: self.trace.clone(),
                });
            }
        }
        let probed = self.settle(&self.plan.probed, &self.probed, |port| port.probed);
        let taken = self.plan.branches.iter();
        let taken = taken.map(|(_, net)| number(&probed[net.0 as usize]) != 0).collect();
        let kernel = &mut self.kernel;
        let ticked = catch(|| kernel.try_tick());
        self.stable(ticked, clock)?;
        self.state = tick(&self.plan.flat, &values, &self.state);
        self.probed = tick(&self.plan.probed, &probed, &self.probed);
        Ok(taken)
    }

    fn settle(&self, flat: &Flat, state: &DesignState<Bits>, net: impl Fn(&ComparedPort) -> NetId) -> Vec<Vec<Bits>> {
        let input = |id: NetId| {
            let mut ports = self.plan.ports.iter().zip(&self.values);
            let value = ports.find(|(port, _)| net(port) == id).map_or(0, |(_, value)| *value);
            pack(&[value], flat.module.net_ref(id).width)
        };
        settle(flat, input, state)
    }

    fn stable(&self, outcome: Result<Result<(), EngineError>, Panic>, clock: usize) -> Result<(), Error> {
        match outcome {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Error::Oscillates { clock }),
            Err(panic) => Err(panic.error(clock, self.trace.clone())),
        }
    }
}

/// A block on rust-hdl's own simulation, with the port `clock` as its clock. Its inputs are low.
pub fn connect(top: Box<dyn Top>, clock: &str) -> Result<RustHdl, Error> {
    let settled = catch(|| {
        let mut kernel = RustHdl::with_clock(top, clock);
        kernel.try_settle().map(|()| kernel)
    });
    match settled {
        Ok(kernel) => kernel.map_err(|_| Error::Oscillates { clock: 0 }),
        Err(panic) => Err(panic.error(0, vec![])),
    }
}

fn number(bits: &[Bits]) -> u64 {
    unpack(bits, 1)[0]
}

/// A number of `width` bits in which corners are frequent.
fn word(random: &mut Random, width: u32) -> u64 {
    let mask = lanesmith_netlist::mask(width);
    match random.below(8) {
        0 => 0,
        1 => mask,
        2 => 1,
        3 => 1 << random.below(width),
        _ => random.bits() & mask,
    }
}
