//! The waves of a unit: the offered instruction, the instruction in progress with its modifiers and selected elements, and the result beside the
//! expected one.

use super::describe::case;
use super::step::OffloadedInstruction;
use crate::riscv::encoding::{ACCESSES, FeatureSet, Features, Function, HELD, is_offered, packed_place};
use crate::riscv::golden::UnitModel;
use crate::riscv::interfaces;
use crate::riscv::isa::{PACKED, PackedRow, VXSAT_ACCESSES, packed_row};
use crate::riscv::rtl::{Interface, RiscvConfig};
use crate::video;
use crate::video::testbench::{VideoCase, selected};
use lanesmith_algebra::Concrete;
use lanesmith_ptx::OPERATIONS;
use lanesmith_sim::wave::{BLANK, Helper, SignalGroup, ValueFormat, ValueNames, View, clock, rows, rows_of};
use lanesmith_sim::{Engine, Port, PortDirection, index};
use lanesmith_unit::pipelined::NamedField;

/// The scopes of the offered instruction, of the instruction in progress, and of the result.
const REQUEST: &str = "request";
const PROGRESS: &str = "progress";
const RESPONSE: &str = "response";

/// The width of an instruction's number in bits: its place among the unit's [`instructions`], or that of other ones, or of none.
const NAME_BITS: u32 = 8;
const OTHER: u64 = 254;
const NONE: u64 = 255;

/// The ports that the values of [`helpers`] come from.
pub(super) struct WaveObserver {
    config: RiscvConfig,
    /// The unit's instructions.
    instructions: Vec<String>,
    offer: usize,
    word: usize,
    answer: usize,
    result: usize,
}

/// An instruction in progress.
pub(super) struct Progress {
    number: u64,
    /// The values of its signals in the scope [`PROGRESS`].
    values: Vec<u64>,
    /// The value for rd.
    expected: Option<u32>,
}

impl WaveObserver {
    pub fn new(config: &RiscvConfig, all: &[Port]) -> Self {
        let names = interfaces::table(config.interface).ports;
        let names = [names.valid, names.instruction, names.answer, names.result];
        let [offer, word, answer, result] = names.map(|name| index(all, name));
        WaveObserver {
            config: *config,
            instructions: instructions(&config.features),
            offer,
            word,
            answer,
            result,
        }
    }

    /// Whether the core offers an instruction in this cycle.
    pub fn is_offering(&self, engine: &dyn Engine) -> bool {
        engine.get(self.offer) != 0
    }

    /// The step as instruction in progress, on a unit in the state of `machine`.
    pub fn progress(&self, step: &OffloadedInstruction, machine: &UnitModel, expected: Option<u32>) -> Progress {
        let features = &self.config.features;
        let function = Function::of(features.opcode, step.word);
        let case = case(&self.config, step, machine);
        let packed = packed_row(step.word).filter(|row| features.packed_rows().any(|own| own.name == row.name));
        let is_held = case.is_some() && function.0 >> HELD & 1 != 0;
        let c = match function.has_third() || packed.is_some_and(PackedRow::reads_rd) {
            true => step.rs3,
            false => machine.state().1,
        };
        let control = case.as_ref().map(|case| case.control);
        let number = |field: &NamedField, control: Option<u64>| control.map_or(field.none(), |word| field.value(word));
        let mut values: Vec<u64> = modifiers().iter().map(|field| number(field, control)).collect();
        let of_case = case.as_ref().map(|case| selected(&case.instruction(), case.operands));
        values.extend(of_case.unwrap_or([BLANK; 3]));
        values.extend([u64::from(is_held), c.into()]);
        Progress {
            number: self.number(Some(function)),
            values,
            expected,
        }
    }

    /// The number of a function, or that of other instructions if the unit does not have it.
    fn number(&self, function: Option<Function>) -> u64 {
        let name = function.and_then(name);
        let place = self.instructions.iter().position(|own| name.as_ref() == Some(own));
        place.map_or(OTHER, |place| place as u64)
    }

    /// Appends the values of [`helpers`] in this cycle.
    pub fn values(&self, progress: Option<&Progress>, engine: &dyn Engine, values: &mut Vec<u64>) {
        let opcode = self.config.features.opcode;
        let word = engine.get(self.word) as u32;
        let function = match self.config.interface {
            // The core offers a function instead of a word.
            Interface::Cfu => Some(Function(word)),
            _ => is_offered::<Concrete>(opcode, &word.into()).then(|| Function::of(opcode, word)),
        };
        values.push(match self.is_offering(engine) {
            true => self.number(function),
            false => NONE,
        });
        let answer = (engine.get(self.answer) != 0).then(|| engine.get(self.result));
        match progress {
            Some(progress) => values.extend(&progress.values),
            None => {
                values.extend(modifiers().iter().map(NamedField::none));
                values.extend([BLANK; 5]);
            }
        }
        let due = progress.and_then(|progress| Some((progress.number, progress.expected?)));
        values.extend(match due.zip(answer) {
            Some(((number, rd), got)) => [number, rd.into(), u64::from(got != u64::from(rd))],
            None => [NONE, BLANK, 0],
        });
    }
}

/// The parts of a SIMD video instruction that are shown by name, without the operation.
fn modifiers() -> Vec<NamedField> {
    (video::testbench::SIGNALS.fields)().split_off(1)
}

/// The name of a function's instruction.
fn name(function: Function) -> Option<String> {
    let packed = packed_place(function).map(|place| match place.checked_sub(PACKED.len()) {
        None => PACKED[place].name,
        Some(access) => VXSAT_ACCESSES[access].name,
    });
    let access = ACCESSES.iter().find(|row| Function::access(row.access) == function);
    if let Some(name) = packed.or(access.map(|row| row.name)) {
        return Some(name.to_owned());
    }
    function.instruction().map(|one| one.operation.name(one.width))
}

/// The signals that the testbench adds to the waves.
pub(super) fn helpers() -> Vec<Helper> {
    let instruction = |scope| Helper::new(scope, "instruction", NAME_BITS, ValueFormat::Names(0));
    let mut helpers = vec![instruction(REQUEST)];
    let fields = modifiers();
    let named = (1..).zip(&fields);
    helpers.extend(named.map(|(table, field)| field.helper(PROGRESS, table)));
    let steps = video::testbench::SIGNALS.steps.iter();
    helpers.extend(steps.map(|(name, width)| Helper::new(PROGRESS, *name, *width, ValueFormat::Hex)));
    helpers.push(Helper::new(PROGRESS, "held", 1, ValueFormat::Bit));
    helpers.push(Helper::new(PROGRESS, "c", 32, ValueFormat::Hex));
    helpers.push(instruction(RESPONSE));
    helpers.push(Helper::new(RESPONSE, "expected", 32, ValueFormat::Hex));
    helpers.push(Helper::new(RESPONSE, "mismatch", 1, ValueFormat::Bit));
    helpers
}

/// The layout of the waves: clock, inputs, the instruction in progress, its result, further outputs.
pub(super) fn view(engine: &dyn Engine, config: &RiscvConfig) -> View {
    let (interface, features) = (config.interface, &config.features);
    let helpers = helpers();
    let result = interfaces::table(interface).ports.result;
    let facing = |direction, is_wanted: &dyn Fn(&str) -> bool| {
        rows_of(engine, |port| port.direction == direction && is_wanted(&port.name))
    };
    let mut request = rows(&helpers, REQUEST);
    request.extend(facing(PortDirection::Input, &|name| !name.starts_with("reset")));
    let mut response = rows(&helpers, RESPONSE);
    // The result is shown beside the expected one.
    response.splice(1..1, facing(PortDirection::Output, &|name| name == result));
    let other = facing(PortDirection::Output, &|name| name != result);
    let mut progress = rows(&helpers, PROGRESS);
    // Packed instructions have no modifiers, but may read rd, which is shown as `c`.
    progress.retain(|row| features.custom || row.path.ends_with(".c"));
    let groups = [
        clock(engine),
        SignalGroup::open("From the core", request),
        SignalGroup::open("In progress", progress),
        SignalGroup::open("Result", response),
        SignalGroup::open("To the core", other),
    ];
    View {
        groups: groups.into_iter().filter(|group| !group.rows.is_empty()).collect(),
        names: tables(features),
        result: Some((format!("{RESPONSE}.instruction"), NONE)),
    }
}

/// The names of the unit's instructions.
fn instructions(features: &Features) -> Vec<String> {
    let own = *features;
    let lanes = OPERATIONS.iter().flat_map(|row| {
        let widths = row.operation.widths().iter();
        widths.map(|width| row.operation.name(*width))
    });
    let packed = PACKED.iter().filter(|row| own.packed && own.lacks(row).is_none());
    let vxsat = VXSAT_ACCESSES.iter().filter(|_| own.vxsat);
    let named = own.accesses().map(|row| row.name);
    let named = named.chain(packed.map(|row| row.name)).chain(vxsat.map(|row| row.name));
    lanes.filter(|_| own.custom).chain(named.map(str::to_owned)).collect()
}

/// The names of instructions, types, and modes.
fn tables(features: &Features) -> Vec<ValueNames> {
    let others = [(OTHER, "not the unit's".to_owned()), (NONE, "-".to_owned())];
    let instructions = ValueNames {
        subject: "instruction".into(),
        width: NAME_BITS,
        entries: (0..).zip(instructions(features)).chain(others).collect(),
    };
    let modifiers = modifiers().into_iter().map(|field| field.names());
    [instructions].into_iter().chain(modifiers).collect()
}
