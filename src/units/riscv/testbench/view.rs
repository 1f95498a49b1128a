//! The waves of a unit: the name of the offered instruction, and the result beside the expected one.

use super::step::OffloadedInstruction;
use crate::algebra::Concrete;
use crate::ptx::{Mode, SCALAR_OPERATIONS, ScalarInstruction, ScalarTail, SecondaryOperation};
use crate::sim::wave::{Helper, SignalGroup, SignalRow, ValueFormat, ValueNames, View};
use crate::sim::{Engine, Port, PortDirection, index};
use crate::units::riscv::encoding::packed_place;
use crate::units::riscv::encoding::{ACCESSES, Function, HELD, Opcode, SCALAR_RESET, is_offered};
use crate::units::riscv::isa::{PACKED, VXSAT_ACCESSES};
use crate::units::riscv::rtl::Interface;
use crate::units::scalar::encoding::CODES as SCALAR_CODES;
use crate::units::video::encoding::Control;
use crate::units::video::testbench::{named, names};

/// The scope of the offered instruction, and that of the result.
const REQUEST: &str = "request";
const RESPONSE: &str = "response";

/// The width of an instruction's number in bits. Operations have the same numbers as in the waves of the ALU; accesses follow.
const NAME_BITS: u32 = 8;
const ACCESS: u64 = 32;
/// Scalar operations follow the accesses, in the order of their codes.
const SCALAR_OPERATION: u64 = ACCESS + ACCESSES.len() as u64;
/// Packed instructions and accesses to `vxsat` come last.
const PACKED_PLACE: u64 = 64;
const OTHER: u64 = 254;
const NONE: u64 = 255;

/// The signals that the testbench adds, with their formats.
const HELPERS: [(&str, &str, u32, ValueFormat); 7] = [
    (REQUEST, "instruction", NAME_BITS, ValueFormat::Names(0)),
    (REQUEST, "types", 3, ValueFormat::Names(1)),
    (REQUEST, "mode", 2, ValueFormat::Names(2)),
    (REQUEST, "held", 1, ValueFormat::Bit),
    (RESPONSE, "instruction", NAME_BITS, ValueFormat::Names(0)),
    (RESPONSE, "expected", 32, ValueFormat::Hex),
    (RESPONSE, "mismatch", 1, ValueFormat::Bit),
];

/// The ports of the result at the interfaces.
const RESULTS: [&str; 4] = ["pcpi_rd", "rsp_payload_outputs_0", "result_data", "result"];

/// The ports that the values of [`HELPERS`] come from.
pub(super) struct WaveObserver {
    opcode: Opcode,
    /// The core offers a function instead of a word.
    has_function: bool,
    offer: usize,
    word: usize,
    answer: usize,
    result: usize,
}

/// The number of the current instruction in [`HELPERS`], and its expected value for rd.
pub(super) type ExpectedResult = (u64, u32);

impl WaveObserver {
    pub fn new(interface: Interface, opcode: Opcode, ports: &[Port]) -> Self {
        let names = match interface {
            Interface::Pcpi => ["pcpi_valid", "pcpi_insn", "pcpi_ready", RESULTS[0]],
            Interface::Neorv32 => ["start", "inst", "valid", RESULTS[3]],
            Interface::Cfu => ["cmd_valid", "cmd_payload_function_id", "rsp_valid", RESULTS[1]],
            Interface::CvXIf | Interface::CvXIf1 { .. } => {
                ["issue_valid", "issue_req_instr", "result_valid", RESULTS[2]]
            }
        };
        let [offer, word, answer, result] = names.map(|name| index(ports, name));
        WaveObserver {
            opcode,
            has_function: interface == Interface::Cfu,
            offer,
            word,
            answer,
            result,
        }
    }

    /// The number of the step's instruction, and its result.
    pub fn due(&self, step: &OffloadedInstruction, rd: Option<u32>) -> Option<ExpectedResult> {
        rd.map(|rd| (number(Function::of(self.opcode, step.word)), rd))
    }

    /// Appends the values of [`HELPERS`] in this cycle.
    pub fn values(&self, due: Option<ExpectedResult>, engine: &dyn Engine, values: &mut Vec<u64>) {
        let word = engine.get(self.word) as u32;
        let function = match self.has_function {
            true => Some(Function::of_command(word)),
            false => is_offered::<Concrete>(self.opcode, &word.into()).then(|| Function::of(self.opcode, word)),
        };
        values.extend(match (engine.get(self.offer), function) {
            (0, _) => [NONE, 0, 0, 0],
            (_, None) => [OTHER, 0, 0, 0],
            (_, Some(function)) => {
                let instruction = function.instruction();
                let scalar = function.scalar_instruction(SCALAR_RESET);
                let control = instruction.map(|instruction| named(Control::encode(&instruction)));
                let [_, types, mode] = control
                    .or(scalar.map(|scalar| scalar_codes(&scalar)))
                    .unwrap_or_default();
                let held = control.map_or(0, |_| u64::from(function.0 >> HELD & 1));
                [number(function), types, mode, held]
            }
        });
        values.extend(match due.filter(|_| engine.get(self.answer) != 0) {
            Some((number, rd)) => [number, rd.into(), u64::from(engine.get(self.result) != u64::from(rd))],
            None => [NONE, 0, 0],
        });
    }
}

/// The number of a function's instruction in the waves.
fn number(function: Function) -> u64 {
    if let Some(place) = packed_place(function) {
        return PACKED_PLACE + place as u64;
    }
    let access = ACCESSES.iter().position(|row| Function::access(row.access) == function);
    match (
        access,
        function.instruction(),
        function.scalar_instruction(SCALAR_RESET),
    ) {
        (Some(access), ..) => ACCESS + access as u64,
        (None, Some(instruction), _) => named(Control::encode(&instruction))[0],
        (None, None, Some(scalar)) => scalar_codes(&scalar)[0],
        (None, None, None) => OTHER,
    }
}

/// Number, types and mode of a scalar instruction in the waves. `.add` and `.sat` have the modes of instructions on lanes; `.min` and
/// `.max` have none.
fn scalar_codes(instruction: &ScalarInstruction) -> [u64; 3] {
    let code = SCALAR_CODES.iter().position(|code| *code == instruction.operation);
    let adds = matches!(
        instruction.tail,
        ScalarTail::Secondary {
            operation: SecondaryOperation::Add,
            ..
        }
    );
    let mode = match (adds, instruction.saturate) {
        (true, _) => Mode::Accumulate,
        (false, true) => Mode::Saturate,
        _ => Mode::Merge,
    };
    [
        SCALAR_OPERATION + code.expect("every operation has a code") as u64,
        u64::from(instruction.d_signed) << 2 | u64::from(instruction.a_signed) << 1 | u64::from(instruction.b_signed),
        mode as u64,
    ]
}

/// The signals that the testbench adds to the waves.
pub(super) fn helpers() -> Vec<Helper> {
    let helper = |(scope, name, width, _): (&'static str, &str, u32, ValueFormat)| Helper {
        scope,
        name: name.to_owned(),
        width,
    };
    HELPERS.map(helper).into()
}

/// The layout of the waves: clock, inputs, outputs.
pub(super) fn view(engine: &dyn Engine) -> View {
    let top = engine.hierarchy().name;
    let (clock, inputs): (Vec<&Port>, Vec<&Port>) = engine
        .ports()
        .iter()
        .filter(|port| port.direction == PortDirection::Input)
        .partition(|port| port.name.starts_with("reset"));
    let outputs = engine
        .ports()
        .iter()
        .filter(|port| port.direction == PortDirection::Output);
    let port = |port: &Port| {
        let format = if port.width == 1 {
            ValueFormat::Bit
        } else {
            ValueFormat::Hex
        };
        SignalRow::new(format!("{top}.{}", port.name), port.width, format)
    };
    let helpers = |wanted: &str| -> Vec<SignalRow> {
        let rows = HELPERS.iter().filter(|(scope, ..)| *scope == wanted);
        rows.map(|(scope, name, width, format)| SignalRow::new(format!("{scope}.{name}"), *width, *format))
            .collect()
    };
    let group = |name: &str, rows| SignalGroup {
        name: name.to_owned(),
        open: true,
        rows,
    };
    let mut first = vec![
        SignalRow::new("clock", 1, ValueFormat::Bit),
        SignalRow::new("cycle", 32, ValueFormat::Decimal),
    ];
    first.extend(clock.into_iter().map(port));
    let mut request = helpers(REQUEST);
    request.extend(inputs.into_iter().map(port));
    // The result is shown beside the expected one.
    let (result, other): (Vec<&Port>, Vec<&Port>) = outputs.partition(|port| RESULTS.contains(&port.name.as_str()));
    let mut response = helpers(RESPONSE);
    response.splice(1..1, result.into_iter().map(port));
    response.extend(other.into_iter().map(port));
    View {
        groups: vec![
            group("Clock", first),
            group("From the core", request),
            group("To the core", response),
        ],
        names: tables(&top),
        result: Some((format!("{RESPONSE}.instruction"), NONE)),
    }
}

/// The names of operations, as in waves of the ALU, and of accesses.
fn tables(unit: &str) -> Vec<ValueNames> {
    let mut tables = names();
    for table in &mut tables {
        table.unit = unit.to_owned().into();
    }
    let instructions = &mut tables[0];
    instructions.width = NAME_BITS;
    // The last entry is the name for cycles without an instruction, which has another number here.
    instructions.entries.pop();
    let accesses = (ACCESS..)
        .zip(ACCESSES)
        .map(|(number, row)| (number, row.name.to_owned()));
    let others = [(OTHER, "not the unit's".to_owned()), (NONE, "-".to_owned())];
    let scalar = (SCALAR_OPERATION..).zip(SCALAR_OPERATIONS);
    let scalar = scalar.map(|(number, row)| (number, format!("{}{}", row.mnemonic, row.comparison)));
    let packed = PACKED.iter().map(|row| row.name);
    let packed = packed.chain(VXSAT_ACCESSES.iter().map(|row| row.name));
    let packed = (PACKED_PLACE..).zip(packed.map(str::to_owned));
    let all = accesses.chain(scalar).chain(packed).chain(others);
    instructions.entries.extend(all);
    tables
}
