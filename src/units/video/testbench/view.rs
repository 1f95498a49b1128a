//! The wave view of the SIMD video ALU: instructions by name, lanes beside their elements.

use super::case::VideoCase;
use crate::algebra::Concrete;
use crate::ptx::{Mode, OPERATIONS, Operation, WIDTHS, Width};
use crate::sim::Engine;
use crate::sim::wave::{BLANK, Helper, SignalGroup, ValueFormat, ValueNames, View, clock, ports, rows};
use crate::unit::pipelined::Case;
use crate::units::video::encoding::Control;
use crate::units::video::golden::{Modifiers, lanes};

/// The module whose instruction names are shown.
const UNIT: &str = "video_alu";

/// The bits of an instruction's number, where an instruction is shown by name.
const NAME_BITS: u32 = 5;
/// Instruction, types and mode in cycles without an instruction.
pub(in crate::units) const NONE: [u64; 3] = [(1 << NAME_BITS) - 1, 1 << 3, 3];

/// The scopes of signals about the instruction at the input and about the result at the output, and of the lanes of the result.
const REQUEST: &str = "request";
const RESPONSE: &str = "response";
const LANES: &str = "lanes";

/// The signals that the testbench adds to the waves.
pub fn helpers() -> Vec<Helper> {
    use ValueFormat::{Bit, Hex};
    let mut helpers = vec![Helper::new(REQUEST, "instruction", NAME_BITS, ValueFormat::Names(0))];
    helpers.extend(modifier_helpers(REQUEST));
    let judged = [
        ("instruction", NAME_BITS, ValueFormat::Names(0)),
        ("expected", 32, Hex),
        ("mismatch", 1, Bit),
        ("a", 32, Hex),
        ("b", 32, Hex),
        ("c", 32, Hex),
    ];
    helpers.extend(judged.map(|(name, width, format)| Helper::new(RESPONSE, name, width, format)));
    helpers.extend(lane_helpers());
    helpers
}

/// The signals of an instruction's modifiers in a scope; the tables of types and modes are the second and the third one.
pub(in crate::units) fn modifier_helpers(scope: &'static str) -> [Helper; 5] {
    let modifiers = [
        ("types", 4, ValueFormat::Names(1)),
        ("mode", 2, ValueFormat::Names(2)),
        ("mask", 4, ValueFormat::Binary),
        ("asel", 16, ValueFormat::Hex),
        ("bsel", 16, ValueFormat::Hex),
    ];
    modifiers.map(|(name, width, format)| Helper::new(scope, name, width, format))
}

/// The signals of the elements of `a`, `b` and `d`, the highest lane first: `byte3_a` … `byte0_d`, `half1_a` … `half0_d`.
pub(in crate::units) fn lane_helpers() -> impl Iterator<Item = Helper> {
    let lanes = WIDTHS.into_iter().flat_map(|width| {
        let element = match width {
            Width::Quad => "byte",
            Width::Dual => "half",
        };
        (0..width.lanes())
            .rev()
            .map(move |lane| (width, format!("{element}{lane}")))
    });
    lanes.flat_map(|(width, lane)| {
        ["a", "b", "d"].map(|part| Helper::new(LANES, format!("{lane}_{part}"), width.bits(), ValueFormat::Hex))
    })
}

/// The group of these signals.
pub(in crate::units) fn lane_group(helpers: &[Helper]) -> SignalGroup {
    SignalGroup::open("Lanes", rows(helpers, LANES))
}

/// Appends the values of [`helpers`] in this cycle of the ALU; `answered` is the case whose result is due next.
pub(in crate::units::video) fn helper_values(answered: Option<&Case>, engine: &dyn Engine, values: &mut Vec<u64>) {
    let get = |name: &str| engine.get(engine.port(name));
    let control = (get("in_valid") != 0).then(|| Control(get("in_control")));
    request(control, values);
    response(answered.filter(|_| get("out_valid") != 0), get("out_d"), values);
}

/// The same for the core: the control word that it takes in this cycle, and the case whose result it shows.
pub(super) fn core_values(taken: Option<Control>, shown: Option<&Case>, d: u64, values: &mut Vec<u64>) {
    request(taken, values);
    response(shown, d, values);
}

fn request(control: Option<Control>, values: &mut Vec<u64>) {
    values.push(control.map_or(NONE[0], |control| named(control)[0]));
    values.extend(modifier_values(control));
}

/// The values of [`modifier_helpers`].
pub(in crate::units) fn modifier_values(control: Option<Control>) -> [u64; 5] {
    let Some(control) = control else {
        return [NONE[1], NONE[2], BLANK, BLANK, BLANK];
    };
    let [_, types, mode] = named(control);
    if !control.operation().family().has_lanes() {
        return [types, mode, BLANK, BLANK, BLANK];
    }
    let width = WIDTHS[control.get("width") as usize];
    // A selector digit per hexadecimal digit, so that the number reads like the instruction's text.
    let digits = |name: &str| {
        let word = control.get(name);
        (0..width.lanes()).fold(0, |shown, lane| {
            let digit = word >> (lane * width.digit_bits()) & ((1 << width.digit_bits()) - 1);
            shown | digit << (4 * lane)
        })
    };
    [types, mode, control.get("mask"), digits("asel"), digits("bsel")]
}

/// Instruction, types and mode as numbers, whose names [`names`] has.
pub(in crate::units) fn named(control: Control) -> [u64; 3] {
    let operation = control.operation();
    let has_types = operation.family().has_destination_type();
    let mode = match (control.get("saturate"), control.get("accumulate")) {
        (_, 1) => Mode::Accumulate,
        (1, _) if has_types => Mode::Saturate,
        _ => Mode::Merge,
    };
    [
        number(WIDTHS[control.get("width") as usize], operation),
        (control.get("d_signed") & u64::from(has_types)) << 2 | control.get("a_signed") << 1 | control.get("b_signed"),
        mode as u64,
    ]
}

fn response(answered: Option<&Case>, d: u64, values: &mut Vec<u64>) {
    match answered {
        Some(case) => {
            let instruction = &case.instruction();
            let ([a, b, c], expected) = (case.operands.map(u64::from), u64::from(case.d()));
            values.extend([
                number(instruction.width, instruction.operation),
                expected,
                u64::from(d != expected),
                a,
                b,
                c,
            ]);
        }
        None => values.extend([NONE[0], BLANK, 0, BLANK, BLANK, BLANK]),
    }
    values.extend(lane_values(answered.and_then(elements).as_ref(), Some(d)));
}

/// The selected elements of `a` and `b` of an instruction on lanes, lane 0 first.
pub(in crate::units) fn elements(case: &Case) -> Option<(Width, Vec<[u64; 2]>)> {
    let instruction = &case.instruction();
    let ([a, b, _], width) = (case.operands.map(i64::from), instruction.width);
    let low = |value: i64| value as u64 & ((1 << width.bits()) - 1);
    let lanes = || lanes(&Modifiers::<Concrete>::of(instruction), width, &a, &b);
    let has_lanes = instruction.operation.family().has_lanes();
    has_lanes.then(|| (width, lanes().iter().map(|lane| [low(lane.va), low(lane.vb)]).collect()))
}

/// The values of [`lane_helpers`] for these elements of `a` and `b`, and a result if there is one; blank for lanes of the other width.
pub(in crate::units) fn lane_values(elements: Option<&(Width, Vec<[u64; 2]>)>, d: Option<u64>) -> Vec<u64> {
    let of = |width: Width| {
        let elements = elements.filter(|(own, _)| *own == width).map(|(_, elements)| elements);
        let part = move |lane: u32, d: u64| d >> (lane * width.bits()) & ((1 << width.bits()) - 1);
        (0..width.lanes()).rev().flat_map(move |lane| match elements {
            Some(elements) => {
                let [a, b] = elements[lane as usize];
                [a, b, d.map_or(BLANK, |d| part(lane, d))]
            }
            None => [BLANK; 3],
        })
    };
    WIDTHS.into_iter().flat_map(of).collect()
}

/// The number of an instruction in waves.
fn number(width: Width, operation: Operation) -> u64 {
    let width = if operation.family().has_lanes() {
        width
    } else {
        Width::Quad
    };
    (width as u64) << (NAME_BITS - 1) | operation as u64
}

/// The view of the ALU, or of the core, whose top module and ports `engine` shows.
pub(in crate::units::video) fn view(engine: &dyn Engine, is_core: bool) -> View {
    let (handshake, sources, results): (&[&str], &[&str], &[&str]) = match is_core {
        true => (&["enable"], &["a", "b", "c"], &["d"]),
        false => (
            &["in_valid", "in_ready", "out_valid", "out_ready"],
            &["in_a", "in_b", "in_c", "in_tag"],
            &["out_d", "out_tag"],
        ),
    };
    let helpers = helpers();
    let mut operands = rows(&helpers, REQUEST);
    operands.extend(ports(engine, sources));
    let mut result = rows(&helpers, RESPONSE);
    // The operands of the result are not shown at first.
    result.truncate(3);
    result.splice(1..1, ports(engine, results));
    let title = if is_core { "Enable" } else { "Handshake" };
    View {
        groups: vec![
            clock(engine),
            SignalGroup::open(title, ports(engine, handshake)),
            SignalGroup::open("Operands", operands),
            SignalGroup::open("Result", result),
            lane_group(&helpers),
        ],
        names: names(),
        result: Some((format!("{RESPONSE}.instruction"), NONE[0])),
    }
}

/// Names of instructions, type combinations (of d, a, b: `s` for `.s32`, `u` for `.u32`) and modes; the last name of each table is that of no
/// instruction.
pub(in crate::units) fn names() -> Vec<ValueNames> {
    let instructions = WIDTHS.iter().flat_map(|width| {
        let rows = OPERATIONS.iter();
        rows.filter(|row| row.family.has_lanes() || *width == Width::Quad)
            .map(|row| (number(*width, row.operation), row.operation.name(*width)))
    });
    let types = (0..8).map(|code| {
        let letter = |bit: u32| if code >> bit & 1 != 0 { "s" } else { "u" };
        (code, format!("{} {} {}", letter(2), letter(1), letter(0)))
    });
    let none = |field: usize| (NONE[field], "-".to_owned());
    let mode = |mode: Mode, name: &str| (mode as u64, name.to_owned());
    vec![
        ValueNames {
            unit: UNIT.into(),
            subject: "instruction".into(),
            width: NAME_BITS,
            entries: instructions.chain([none(0)]).collect(),
        },
        ValueNames {
            unit: UNIT.into(),
            subject: "types".into(),
            width: 4,
            entries: types.chain([none(1)]).collect(),
        },
        ValueNames {
            unit: UNIT.into(),
            subject: "mode".into(),
            width: 2,
            entries: vec![
                mode(Mode::Merge, "merge"),
                mode(Mode::Saturate, ".sat"),
                mode(Mode::Accumulate, ".add"),
                none(2),
            ],
        },
    ]
}
