//! The wave view of the SIMD video ALU: instructions by name, lanes beside their elements.

use super::case::VideoCase;
use crate::algebra::Concrete;
use crate::ptx::{Mode, OPERATIONS, Operation, WIDTHS, Width};
use crate::sim::Engine;
use crate::sim::wave::{Helper, SignalGroup, SignalRow, ValueFormat, ValueNames, View};
use crate::unit::pipelined::{Case, ports};
use crate::units::video::encoding::Control;
use crate::units::video::golden::{Modifiers, lanes};

/// The module whose instruction names are shown.
const UNIT: &str = "video_alu";

/// The bits of an instruction's number, and the number of "no instruction", where an instruction is shown by name.
const NAME_BITS: u32 = 5;
const NONE: u64 = (1 << NAME_BITS) - 1;

/// The scopes of signals about the instruction at the input and about the result at the output.
const REQUEST: &str = "request";
const RESPONSE: &str = "response";

/// The signals that the testbench adds to the waves.
pub fn helpers() -> Vec<Helper> {
    let helper = |scope, name: &str, width| Helper {
        scope,
        name: name.to_owned(),
        width,
    };
    let decoded = [
        ("instruction", NAME_BITS),
        ("types", 3),
        ("mode", 2),
        ("mask", 4),
        ("asel", 16),
        ("bsel", 16),
    ];
    let request = decoded.map(|(name, width)| helper(REQUEST, name, width));
    let judged = [
        ("instruction", NAME_BITS),
        ("a", 32),
        ("b", 32),
        ("c", 32),
        ("expected", 32),
        ("mismatch", 1),
    ];
    let response = judged.map(|(name, width)| helper(RESPONSE, name, width));
    let lanes = WIDTHS.into_iter().flat_map(|width| {
        lane_names(width)
            .flat_map(move |lane| ["a", "b", "d"].map(|part| helper(RESPONSE, &format!("{lane}_{part}"), width.bits())))
    });
    request.into_iter().chain(response).chain(lanes).collect()
}

/// Lane names, highest lane first: `byte3` … `byte0`, `half1`, `half0`.
fn lane_names(width: Width) -> impl Iterator<Item = String> {
    let element = match width {
        Width::Quad => "byte",
        Width::Dual => "half",
    };
    (0..width.lanes()).rev().map(move |lane| format!("{element}{lane}"))
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
    let Some(control) = control else {
        return values.extend([NONE, 0, 0, 0, 0, 0]);
    };
    let [instruction, types, mode] = named(control);
    let width = WIDTHS[control.get("width") as usize];
    // A selector digit per hexadecimal digit, so that the number reads like the instruction's text.
    let digits = |name: &str| {
        let word = control.get(name);
        (0..width.lanes()).fold(0, |shown, lane| {
            let digit = word >> (lane * width.digit_bits()) & ((1 << width.digit_bits()) - 1);
            shown | digit << (4 * lane)
        })
    };
    values.extend([
        instruction,
        types,
        mode,
        control.get("mask"),
        digits("asel"),
        digits("bsel"),
    ]);
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
    let Some(case) = answered else {
        let rest = 5 + 3 * WIDTHS.iter().map(|width| width.lanes() as usize).sum::<usize>();
        values.push(NONE);
        return values.extend(std::iter::repeat_n(0, rest));
    };
    let instruction = &case.instruction();
    let ([a, b, c], expected) = (case.operands, u64::from(case.d()));
    values.extend([
        number(instruction.width, instruction.operation),
        a.into(),
        b.into(),
        c.into(),
        expected,
        u64::from(d != expected),
    ]);
    let has_lanes = instruction.operation.family().has_lanes();
    let steps = lanes(
        &Modifiers::<Concrete>::of(instruction),
        instruction.width,
        &a.into(),
        &b.into(),
    );
    for width in WIDTHS {
        for lane in (0..width.lanes()).rev() {
            if width != instruction.width || !has_lanes {
                values.extend([0; 3]);
                continue;
            }
            let low = |value: i64| value as u64 & ((1 << width.bits()) - 1);
            let step = &steps[lane as usize];
            values.extend([low(step.va), low(step.vb), low((d >> (lane * width.bits())) as i64)]);
        }
    }
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
    let nets = |names: &[&str]| ports(engine, names);
    let helper = |scope: &str, name: &str, format| {
        let all = helpers();
        let helper = all.iter().find(|helper| helper.scope == scope && helper.name == name);
        SignalRow::new(
            format!("{scope}.{name}"),
            helper.map_or(1, |helper| helper.width),
            format,
        )
    };
    let group = |name: &str, open, rows| SignalGroup {
        name: name.to_owned(),
        open,
        rows,
    };
    let reset = engine.ports().iter().filter(|port| port.name.starts_with("reset"));
    let mut clock = vec![
        SignalRow::new("clock", 1, ValueFormat::Bit),
        SignalRow::new("cycle", 32, ValueFormat::Decimal),
    ];
    clock.extend(reset.flat_map(|port| nets(&[&port.name])));
    let mut operands = vec![
        helper(REQUEST, "instruction", ValueFormat::Names(0)),
        helper(REQUEST, "types", ValueFormat::Names(1)),
        helper(REQUEST, "mode", ValueFormat::Names(2)),
        helper(REQUEST, "mask", ValueFormat::Binary),
        helper(REQUEST, "asel", ValueFormat::Hex),
        helper(REQUEST, "bsel", ValueFormat::Hex),
    ];
    operands.extend(nets(sources));
    let lane_rows = |width| {
        let rows = lane_names(width)
            .flat_map(|lane| ["a", "b", "d"].map(|part| helper(RESPONSE, &format!("{lane}_{part}"), ValueFormat::Hex)));
        rows.collect::<Vec<_>>()
    };
    let mut result = vec![helper(RESPONSE, "instruction", ValueFormat::Names(0))];
    result.extend(nets(results));
    result.push(helper(RESPONSE, "expected", ValueFormat::Hex));
    result.push(helper(RESPONSE, "mismatch", ValueFormat::Bit));
    View {
        groups: vec![
            group("Clock", true, clock),
            group(if is_core { "Enable" } else { "Handshake" }, true, nets(handshake)),
            group("Operands", true, operands),
            group("Result", true, result),
            group("Lanes of the result as bytes", true, lane_rows(Width::Quad)),
            group("Lanes of the result as halves", false, lane_rows(Width::Dual)),
        ],
        names: names(),
        result: Some((format!("{RESPONSE}.instruction"), NONE)),
    }
}

/// Names of instructions, of which the last one is that of no instruction, type combinations (of d, a, b: `s` for `.s32`, `u` for `.u32`) and modes.
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
    let mode = |mode: Mode, name: &str| (mode as u64, name.to_owned());
    vec![
        ValueNames {
            unit: UNIT.into(),
            subject: "instruction".into(),
            width: NAME_BITS,
            entries: instructions.chain([(NONE, "-".to_owned())]).collect(),
        },
        ValueNames {
            unit: UNIT.into(),
            subject: "types".into(),
            width: 3,
            entries: types.collect(),
        },
        ValueNames {
            unit: UNIT.into(),
            subject: "mode".into(),
            width: 2,
            entries: vec![
                mode(Mode::Merge, "merge"),
                mode(Mode::Saturate, ".sat"),
                mode(Mode::Accumulate, ".add"),
            ],
        },
    ]
}
