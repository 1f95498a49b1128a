//! Chooses the instructions of a shipped testbench, their timing and their outcomes, with golden's results.

use crate::sim::cover::BinSet;
use crate::sim::testbench::Random;
use crate::unit::Goals;
use crate::units::riscv::coverage::{self, RiscvHistory};
use crate::units::riscv::encoding::{Function, StateAccess};
use crate::units::riscv::golden::UnitModel;
use crate::units::riscv::rtl::{Interface, RiscvConfig};
use crate::units::riscv::testbench::{
    Interruption, Observation, OffloadedInstruction, RandomSteps, answered, case, look, offloadable, read_vxsat,
};
use crate::units::video::coverage::{self as video_coverage, cover};

/// The number of random groups of instructions among which the vectors are chosen.
const DRAWN: usize = 6_000;
/// The largest number of vectors.
const MOST: usize = 2_200;
/// The number of axes whose classes are combined in coverage goals.
const STRENGTH: u32 = 2;
/// One in this many groups is kept even if it hits nothing new.
const ANY: u32 = 8;
/// The core withdraws or resets one in this many instructions, in addition to those of [`RandomSteps`].
const ENDED: u32 = 12;

/// How an instruction ends. The number is the cycle of its offer in which the core ends it.
#[derive(Clone, Copy, Debug)]
pub enum Ending {
    /// The unit answers, or ignores a foreign instruction.
    Regular,
    /// The core withdraws it.
    Withdrawn(u32),
    /// Core and unit are reset.
    Reset(u32),
}

impl Ending {
    /// The code and the cycle in the columns of the vectors.
    pub fn code(self) -> (u64, u64) {
        match self {
            Ending::Regular => (0, 0),
            Ending::Withdrawn(age) => (1, age.into()),
            Ending::Reset(age) => (2, age.into()),
        }
    }
}

/// The times at which the core acts. Only CV-X-IF has the last eight fields, and only CV-X-IF 1.0 the last four.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Cycles without an offer before it.
    pub gap: u64,
    /// Cycles for which the core lets the result wait.
    pub stall: u64,
    /// Cycles from the offer until each source operand is valid.
    pub late: [u64; 3],
    /// Cycles from the offer to the commit or kill.
    pub commit: u64,
    /// How the core withdraws it: 0 it kills it, 1 it kills it but continues the offer until the answer, 2 without a message.
    pub manner: u64,
    /// The core commits it even if the unit refuses it.
    pub commits_refused: bool,
    /// How many numbers there are between the instruction before it and this one.
    pub skip: u64,
    /// How far the number of a kill is below its own, at most `skip`.
    pub below: u64,
    /// The commit also commits the next instruction.
    pub batch: bool,
    /// The number of the hart.
    pub hart: u64,
}

/// An instruction with its timing and its expected answer.
#[derive(Clone, Debug)]
pub struct InstructionVector {
    pub step: OffloadedInstruction,
    /// It is one of the unit's.
    pub own: bool,
    /// The expected value for rd.
    pub rd: u32,
    /// The number of cycles before the cycle of the answer. For a foreign instruction at PCPI and for NEORV32: before the last cycle of its
    /// offer.
    pub cycles: u32,
    pub traffic: Timing,
    pub ending: Ending,
}

impl InstructionVector {
    /// The function in the format of VexRiscv's port.
    pub fn function(&self, config: &RiscvConfig) -> u32 {
        Function::of(config.features.opcode, self.step.word).command()
    }

    /// Whether it has a third source register.
    pub fn has_third(&self, config: &RiscvConfig) -> bool {
        Function::of(config.features.opcode, self.step.word).has_third()
    }
}

/// The state of the unit, and the coverage, after the instructions so far.
#[derive(Clone)]
struct State {
    model: UnitModel,
    history: RiscvHistory,
    /// The reset of the instruction before drops the next instruction.
    is_lost: bool,
}

/// Chooses instructions that hit new coverage goals.
pub struct Script {
    config: RiscvConfig,
    state: State,
    random: Random,
    steps: RandomSteps,
    chosen: Vec<InstructionVector>,
}

impl Script {
    /// The instructions for a configuration. The last ones read the state.
    pub fn of(config: &RiscvConfig) -> Vec<InstructionVector> {
        let features = config.features;
        let mut script = Script {
            config: *config,
            state: State {
                model: UnitModel::new(features),
                history: RiscvHistory::default(),
                is_lost: false,
            },
            random: Random::new(28),
            steps: RandomSteps::new(features, 28),
            chosen: vec![],
        };
        let mut goals = Goals::new(coverage::CROSSES.all, STRENGTH);
        let mut of_operations = Goals::new(cover::CROSSES.all, STRENGTH);
        for _ in 0..DRAWN {
            script.consider(&mut goals, &mut of_operations);
            if script.chosen.len() >= MOST {
                break;
            }
        }
        let reads = [StateAccess::ReadConfiguration, StateAccess::ReadC].into_iter();
        let reads = reads.chain(features.scalar.then_some(StateAccess::ReadScalarConfiguration));
        let reads = reads.filter(|_| features.custom).map(|access| script.access(access, 0));
        let reads: Vec<OffloadedInstruction> = reads.chain(features.vxsat.then(read_vxsat)).collect();
        for step in reads {
            // Twice, because a reset of the instruction before may drop the first one.
            for step in [step.clone(), step] {
                let (scripted, state, _) = script.follow(&script.state.clone(), step);
                script.state = state;
                script.chosen.push(scripted);
            }
        }
        script.chosen
    }

    fn access(&self, access: StateAccess, rs1: u32) -> OffloadedInstruction {
        OffloadedInstruction::new(
            Function::access(access).word(self.config.features.opcode, 1, 2, 3),
            rs1,
            0,
        )
    }

    /// Draws an instruction, sometimes with accesses before it that set the state, and keeps them if they hit something new.
    fn consider(&mut self, goals: &mut Goals, of_operations: &mut Goals) {
        let mut group = vec![];
        let has_custom = self.config.features.custom;
        if has_custom && self.random.one_in(3) {
            let value = self.random.bits() as u32;
            group.push(self.access(StateAccess::SwapConfiguration, value));
        }
        if has_custom && self.random.one_in(6) {
            let value = self.random.operand();
            group.push(self.access(StateAccess::SwapC, value));
        }
        if self.config.features.scalar && self.random.one_in(3) {
            // The value 6 in a field selects the whole word; without this line it would be rare.
            let value = self.random.bits() as u32 | self.random.pick(&[0, 6, 6 << 3, 6 << 6, 0o666]);
            group.push(self.access(StateAccess::SwapScalarConfiguration, value));
        }
        if let Some(mut step) = self.steps.next() {
            if self.random.one_in(ENDED) {
                let how = self.random.pick(&[Interruption::Withdrawn, Interruption::Reset]);
                step.interruption = Some((self.random.below(7), how));
            }
            group.push(step);
        }
        let mut is_wanted = self.random.one_in(ANY);
        let (mut state, mut scripted) = (self.state.clone(), vec![]);
        for step in group {
            let (one, after, operation) = self.follow(&state, step);
            let hits: Vec<BinSet> = after.history.hits.clone().into();
            is_wanted |= goals.reach(&hits) | of_operations.reach(&operation);
            scripted.push(one);
            state = after;
            state.history.hits = coverage::Hits::default();
        }
        if is_wanted {
            self.state = state;
            self.chosen.extend(scripted);
        }
    }

    /// The vector of an instruction, the state after it, and the bins of the video ALU's coverage that it hits.
    fn follow(&mut self, before: &State, mut step: OffloadedInstruction) -> (InstructionVector, State, Vec<BinSet>) {
        let (config, interface) = (self.config, self.config.interface);
        let opcode = config.features.opcode;
        if interface == Interface::Cfu {
            step.word = offloadable(&config.features, step.word);
        }
        let (function, done) = look(opcode, &before.model, &step);
        let own = done.known();
        let is_answered = answered(&config, &done);
        let traffic = self.timing();
        let cycles = match (done.operation, is_answered) {
            (true, _) => config.latency,
            (_, false) if matches!(interface, Interface::Pcpi | Interface::Neorv32) => step.patience - 1,
            _ => 0,
        };
        let last = cycles
            + if interface == Interface::Cfu {
                traffic.stall as u32
            } else {
                0
            };
        let ending = match (interface, step.interruption) {
            (_, None) => Ending::Regular,
            // At CV-X-IF the core never takes the result of an instruction that it ends, even if the end comes late.
            (Interface::CvXIf | Interface::CvXIf1 { .. }, Some((age, Interruption::Reset))) if own => {
                Ending::Reset(age)
            }
            (Interface::CvXIf | Interface::CvXIf1 { .. }, Some((age, Interruption::Withdrawn))) => {
                Ending::Withdrawn(age)
            }
            (Interface::Pcpi | Interface::Neorv32 | Interface::Cfu, Some((age, Interruption::Reset)))
                if age <= last =>
            {
                Ending::Reset(age)
            }
            (Interface::Pcpi, Some((age, Interruption::Withdrawn))) if age <= last => Ending::Withdrawn(age),
            _ => Ending::Regular,
        };
        let mut after = before.clone();
        let overlaps = matches!(interface, Interface::CvXIf | Interface::CvXIf1 { .. });
        after.is_lost = overlaps && matches!(ending, Ending::Reset(_)) && !before.is_lost;
        let mut operation = cover::Hits::default();
        if !before.is_lost {
            let is_regular = matches!(ending, Ending::Regular);
            after.history.note(&Observation {
                step: &step,
                function,
                done,
                before: &before.model,
                back_to_back: traffic.gap == 0,
                answered: is_regular && is_answered,
                ignored: is_regular && !is_answered,
                reset: matches!(ending, Ending::Reset(_)),
            });
            match ending {
                Ending::Regular if is_answered => {
                    if let Some(case) = case(&config, &step, &before.model) {
                        video_coverage::note(&mut operation, &case);
                    }
                    after.model.execute(function.0, step.registers());
                }
                Ending::Reset(_) => after.model = UnitModel::new(config.features),
                _ => {}
            }
        }
        let rd = done.rd;
        let scripted = InstructionVector {
            step,
            own,
            rd,
            cycles,
            traffic,
            ending: if before.is_lost { Ending::Regular } else { ending },
        };
        (scripted, after, operation.into())
    }

    fn timing(&mut self) -> Timing {
        let random = &mut self.random;
        let mut seldom = |most: u32| {
            if random.below(3) == 0 {
                random.below(most).into()
            } else {
                0
            }
        };
        let is_later = matches!(self.config.interface, Interface::CvXIf1 { .. });
        let (gap, stall, late) = (seldom(8), seldom(8), [seldom(4), seldom(4), seldom(4)]);
        let mut timing = Timing {
            gap,
            stall,
            late,
            commit: if random.flag() { 1 } else { random.below(12).into() },
            manner: random.below(4).into(),
            commits_refused: random.one_in(4),
            skip: 0,
            below: 0,
            batch: false,
            hart: 0,
        };
        if is_later {
            timing.skip = random.below(3).into();
            timing.below = u64::from(random.below(3)).min(timing.skip);
            timing.batch = random.flag();
            timing.hart = random.flag().into();
        }
        timing
    }
}
