//! The waves of a unit: the offered instruction, the instruction in progress with its modifiers and lanes, and the result beside the
//! expected one.

use super::describe::case;
use super::step::OffloadedInstruction;
use crate::algebra::Concrete;
use crate::ptx::{SCALAR_OPERATIONS, Width};
use crate::sim::wave::{BLANK, Helper, SignalGroup, ValueFormat, ValueNames, View, clock, rows, rows_of};
use crate::sim::{Engine, Port, PortDirection, index};
use crate::unit::pipelined::NamedField;
use crate::units::riscv::encoding::packed_place;
use crate::units::riscv::encoding::{ACCESSES, FeatureSet, Features, Function, HELD, SCALAR_RESET, is_offered};
use crate::units::riscv::golden::UnitModel;
use crate::units::riscv::interfaces;
use crate::units::riscv::isa::{PACKED, PackedRow, VXSAT_ACCESSES, packed_row};
use crate::units::riscv::rtl::{Interface, RiscvConfig};
use crate::units::scalar::{encoding, named_fields};
use crate::units::video::encoding::Control;
use crate::units::video::testbench::{
    NONE as NO_MODIFIERS, elements, lane_group, lane_helpers, lane_values, modifier_helpers, modifier_values, named,
    names,
};

/// The scopes of the offered instruction, of the instruction in progress, and of the result.
const REQUEST: &str = "request";
const PROGRESS: &str = "progress";
const SCALAR: &str = "scalar";
const RESPONSE: &str = "response";

/// The width of an instruction's number in bits. Operations have the same numbers as in the waves of the ALU; accesses follow.
const NAME_BITS: u32 = 8;
const ACCESS: u64 = 32;
/// Scalar operations follow the accesses.
const SCALAR_OPERATION: u64 = ACCESS + ACCESSES.len() as u64;
/// Packed instructions and accesses to `vxsat` come last.
const PACKED_PLACE: u64 = 64;
const OTHER: u64 = 254;
const NONE: u64 = 255;

/// The tables of names before those of the parts of scalar instructions: instructions, types, modes.
const TABLES: usize = NO_MODIFIERS.len();

/// The ports that the values of [`helpers`] come from.
pub(super) struct WaveObserver {
    config: RiscvConfig,
    /// The numbers of the unit's instructions.
    numbers: Vec<u64>,
    offer: usize,
    word: usize,
    answer: usize,
    result: usize,
}

/// An instruction in progress.
pub(super) struct Progress {
    number: u64,
    /// The values of its signals in the scopes [`PROGRESS`] and [`SCALAR`].
    values: Vec<u64>,
    elements: Option<(Width, Vec<[u64; 2]>)>,
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
            numbers: instructions(&config.features)
                .into_iter()
                .map(|(number, _)| number)
                .collect(),
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
        let mut values: Vec<u64> = modifier_values(case.as_ref().map(|case| Control(case.control))).into();
        values.extend([u64::from(is_held), c.into()]);
        let scalar = function.scalar_instruction(machine.scalar_configuration());
        let scalar = scalar.filter(|_| machine.look(function.0, step.registers()).operation);
        let scalar = scalar.map(|instruction| encoding::encode(&instruction));
        values.extend(scalar_fields(features).map(|field| scalar.map_or(field.none(), |control| field.value(control))));
        Progress {
            number: self.number(Some(function)),
            values,
            elements: case
                .as_ref()
                .and_then(elements)
                .or(packed.map(|row| packed_elements(row, step))),
            expected,
        }
    }

    /// The number of a function, or that of other instructions if the unit does not have it.
    fn number(&self, function: Option<Function>) -> u64 {
        let number = function.map(number);
        number.filter(|number| self.numbers.contains(number)).unwrap_or(OTHER)
    }

    /// Appends the values of [`helpers`] in this cycle.
    pub fn values(&self, progress: Option<&Progress>, engine: &dyn Engine, values: &mut Vec<u64>) {
        let opcode = self.config.features.opcode;
        let word = engine.get(self.word) as u32;
        let function = match self.config.interface {
            // The core offers a function instead of a word.
            Interface::Cfu => Some(Function::of_command(word)),
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
                let scalar = scalar_fields(&self.config.features).map(|field| field.none());
                values.extend(modifier_values(None).into_iter().chain([BLANK, BLANK]).chain(scalar));
            }
        }
        values.extend(lane_values(
            progress.and_then(|progress| progress.elements.as_ref()),
            answer,
        ));
        let due = progress.and_then(|progress| Some((progress.number, progress.expected?)));
        values.extend(match due.zip(answer) {
            Some(((number, rd), got)) => [number, rd.into(), u64::from(got != u64::from(rd))],
            None => [NONE, BLANK, 0],
        });
    }
}

/// The elements of rs1 and rs2 of a packed instruction, lane 0 first.
fn packed_elements(row: &PackedRow, step: &OffloadedInstruction) -> (Width, Vec<[u64; 2]>) {
    let bits = row.width.bits();
    let sources = [(row.reads_rs1(), step.rs1), (row.reads_rs2(), step.rs2)];
    let element = |lane: u32, word: u32| u64::from(word) >> (lane * bits) & ((1 << bits) - 1);
    let lanes = (0..row.width.lanes())
        .map(|lane| sources.map(|(is_read, word)| if is_read { element(lane, word) } else { BLANK }));
    (row.width, lanes.collect())
}

/// The parts of a scalar instruction without the operation; none if the unit has no scalar instructions.
fn scalar_fields(features: &Features) -> impl Iterator<Item = NamedField> + use<> {
    named_fields().into_iter().skip(1).filter({
        let has_scalar = features.scalar;
        move |_| has_scalar
    })
}

/// The number of a function's instruction in the waves.
fn number(function: Function) -> u64 {
    if let Some(place) = packed_place(function) {
        return PACKED_PLACE + place as u64;
    }
    if let Some(access) = ACCESSES.iter().position(|row| Function::access(row.access) == function) {
        return ACCESS + access as u64;
    }
    let scalar = || function.scalar_instruction(SCALAR_RESET);
    match function.instruction() {
        Some(instruction) => named(Control::encode(&instruction))[0],
        None => scalar().map_or(OTHER, |scalar| SCALAR_OPERATION + scalar.operation as u64),
    }
}

/// The signals that the testbench adds to the waves.
pub(super) fn helpers(features: &Features) -> Vec<Helper> {
    let instruction = |scope| Helper::new(scope, "instruction", NAME_BITS, ValueFormat::Names(0));
    let mut helpers = vec![instruction(REQUEST)];
    helpers.extend(modifier_helpers(PROGRESS));
    helpers.push(Helper::new(PROGRESS, "held", 1, ValueFormat::Bit));
    helpers.push(Helper::new(PROGRESS, "c", 32, ValueFormat::Hex));
    let scalar = (TABLES..).zip(scalar_fields(features));
    helpers.extend(scalar.map(|(table, field)| field.helper(SCALAR, table)));
    helpers.extend(lane_helpers());
    helpers.push(instruction(RESPONSE));
    helpers.push(Helper::new(RESPONSE, "expected", 32, ValueFormat::Hex));
    helpers.push(Helper::new(RESPONSE, "mismatch", 1, ValueFormat::Bit));
    helpers
}

/// The layout of the waves: clock, inputs, the instruction in progress, its result, lanes, further outputs.
pub(super) fn view(engine: &dyn Engine, config: &RiscvConfig) -> View {
    let (interface, features) = (config.interface, &config.features);
    let helpers = helpers(features);
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
        SignalGroup::open("Scalar in progress", rows(&helpers, SCALAR)),
        SignalGroup::open("Result", response),
        lane_group(&helpers),
        SignalGroup::open("To the core", other),
    ];
    View {
        groups: groups.into_iter().filter(|group| !group.rows.is_empty()).collect(),
        names: tables(&engine.hierarchy().name, features),
        result: Some((format!("{RESPONSE}.instruction"), NONE)),
    }
}

/// The numbers and names of the unit's instructions; those of lanes are the same as in waves of the ALU.
fn instructions(features: &Features) -> Vec<(u64, String)> {
    let own = *features;
    // The last entry is the name for cycles without an instruction, which has another number here.
    let lanes = names().swap_remove(0).entries;
    let lanes = lanes
        .into_iter()
        .filter(|(number, _)| own.custom && *number != NO_MODIFIERS[0]);
    let accesses = (ACCESS..).zip(&ACCESSES);
    let accesses = accesses.filter(|(_, row)| own.accesses().any(|access| access.access == row.access));
    let scalar = (SCALAR_OPERATION..).zip(&SCALAR_OPERATIONS).filter(|_| own.scalar);
    let packed = (PACKED_PLACE..)
        .zip(&PACKED)
        .filter(|(_, row)| own.packed && own.lacks(row).is_none());
    let vxsat = (PACKED_PLACE + PACKED.len() as u64..)
        .zip(&VXSAT_ACCESSES)
        .filter(|_| own.vxsat);
    lanes
        .chain(accesses.map(|(number, row)| (number, row.name.to_owned())))
        .chain(scalar.map(|(number, row)| (number, format!("{}{}", row.mnemonic, row.comparison))))
        .chain(packed.map(|(number, row)| (number, row.name.to_owned())))
        .chain(vxsat.map(|(number, row)| (number, row.name.to_owned())))
        .collect()
}

/// The names of instructions, types, modes and the parts of scalar instructions.
fn tables(unit: &str, features: &Features) -> Vec<ValueNames> {
    let mut tables = names();
    tables[0].width = NAME_BITS;
    tables[0].entries = instructions(features);
    let others = [(OTHER, "not the unit's".to_owned()), (NONE, "-".to_owned())];
    tables[0].entries.extend(others);
    tables.extend(scalar_fields(features).map(|field| ValueNames {
        subject: format!("{SCALAR}_{}", field.name).into(),
        ..field.names(unit)
    }));
    for table in &mut tables {
        table.unit = unit.to_owned().into();
    }
    tables
}
