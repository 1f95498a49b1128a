//! The names that compilers have for packed instructions: `__riscv_padd_i8x4` and so on.
//!
//! They are those of the proposal "RISC-V P Extension Intrinsics" as clang and gcc have it: the mnemonic without its width, `_s` for a
//! scalar operand or `_x` for exchanged half-words, then the types that tell functions of the same mnemonic apart.

use super::super::isa::{ElementResult, PackedMeaning, PackedRow, SecondElements, ShiftAmount, ShiftKind, SumBase};
use super::c_name;
use crate::ptx::{Operation, Width};
use std::fmt::Write;

/// A function. Types are as in names: `i8x4`, `u32`.
struct Intrinsic {
    /// The name without `__riscv_`.
    name: String,
    result: String,
    parameters: Vec<(String, &'static str)>,
    /// What it returns.
    value: String,
}

/// The functions of these instructions, for programs that define `LANESMITH_RISCV_NAMES`.
pub(super) fn intrinsics<'a>(rows: impl Iterator<Item = &'a PackedRow>) -> String {
    let mut text = String::from(
        "\n/* With LANESMITH_RISCV_NAMES defined, the instructions also have the names that compilers for the P extension give them.\n \
         * Vectors are words here. */\n#ifdef LANESMITH_RISCV_NAMES\n",
    );
    for one in rows.flat_map(of_row) {
        let parameters: Vec<String> = (one.parameters.iter())
            .map(|(of_type, name)| format!("{} {name}", c_type(of_type)))
            .collect();
        let (name, result, value) = (one.name, c_type(&one.result), one.value);
        let parameters = parameters.join(", ");
        let _ = writeln!(
            text,
            "LANESMITH_INLINE {result} __riscv_{name}({parameters}) {{ return ({result})({value}); }}"
        );
    }
    text + "#endif\n"
}

/// The C type of `i8x4`: `int8x4_t`.
fn c_type(name: &str) -> String {
    let kind = if name.starts_with('i') { "int" } else { "uint" };
    format!("{kind}{}_t", &name[1..])
}

/// The type of a register with elements of this width.
fn vector(width: Width, is_signed: bool) -> String {
    let (sign, lanes) = (if is_signed { 'i' } else { 'u' }, width.lanes());
    format!("{sign}{}x{lanes}", 32 / lanes)
}

/// A call of lanesmith's own function; its operands are words.
fn call(mnemonic: &str, operands: &[&str]) -> String {
    let operands: Vec<String> = operands.iter().map(|operand| format!("(uint32_t){operand}")).collect();
    format!("lanesmith_{}({})", c_name(mnemonic), operands.join(", "))
}

/// The functions of an instruction: one for each type of its operands, and those that have a constant operand or exchange operands.
fn of_row(row: &PackedRow) -> Vec<Intrinsic> {
    let base = row.name.split('.').next().unwrap_or_default();
    let vector = |is_signed| vector(row.width, is_signed);
    let function = |name: String, result: &str, parameters: &[(&str, &'static str)], operands: &[&str]| Intrinsic {
        name,
        result: result.to_owned(),
        parameters: parameters.iter().map(|(of, name)| ((*of).to_owned(), *name)).collect(),
        value: call(row.name, operands),
    };
    let one =
        |name: String, result: &str, of: &str, operands: &[&str]| function(name, result, &[(of, "rs1")], operands);
    let two =
        |name: String, result: &str, of: &str| function(name, result, &[(of, "rs1"), (of, "rs2")], &["rs1", "rs2"]);
    let both = |of: &dyn Fn(String) -> Intrinsic| -> Vec<Intrinsic> { [true, false].map(vector).map(of).into() };
    let sum = |name: String, word: &str, [a, b]: [&str; 2], base: SumBase| match base {
        SumBase::Zero => function(name, word, &[(a, "rs1"), (b, "rs2")], &["rs1", "rs2"]),
        SumBase::Rs2 => function(name, word, &[(a, "rs1"), (word, "rs2")], &["rs1", "rs2"]),
        SumBase::Rd => {
            let parameters = [(word, "rd"), (a, "rs1"), (b, "rs2")];
            function(name, word, &parameters, &["rs1", "rs2", "rd"])
        }
    };
    let word = |is_signed| if is_signed { "i32" } else { "u32" };
    match row.meaning {
        PackedMeaning::Elements {
            operation,
            signed,
            second: SecondElements::Own,
            result,
        } => {
            let [of, unsigned] = [signed, false].map(vector);
            match (operation, result) {
                (Operation::Add | Operation::Sub, ElementResult::Low) => {
                    let mut functions = both(&|of| two(format!("{base}_{of}"), &of, &of));
                    if operation == Operation::Sub {
                        let of = vector(true);
                        functions.push(one(format!("pneg_{of}"), &of, &of, &["0", "rs1"]));
                    }
                    functions
                }
                (Operation::SetEq, _) => both(&|of| two(format!("{base}_{of}_{unsigned}"), &unsigned, &of)),
                (Operation::SetLt, _) => {
                    let greater = Intrinsic {
                        value: call(row.name, &["rs2", "rs1"]),
                        ..two(format!("{}_{unsigned}", base.replace("lt", "gt")), &unsigned, &of)
                    };
                    vec![two(format!("{base}_{unsigned}"), &unsigned, &of), greater]
                }
                (Operation::AbsDiff, _) => {
                    let of_zero = signed.then(|| one(format!("pabs_{of}"), &unsigned, &of, &["rs1", "0"]));
                    let own = two(format!("{base}_{of}"), &unsigned, &of);
                    [own].into_iter().chain(of_zero).collect()
                }
                _ => vec![two(format!("{base}_{of}"), &of, &of)],
            }
        }
        PackedMeaning::Elements {
            second: SecondElements::First,
            ..
        } => {
            let element = |of: &str| of.split('x').next().unwrap_or_default().to_owned();
            let adds = |of: String| {
                let parameters = [(&of[..], "rs1"), (&element(&of)[..], "rs2")];
                function(format!("{base}_s_{of}"), &of, &parameters, &["rs1", "rs2"])
            };
            let splats = |of: String| one(format!("pmv_s_{of}"), &of, &element(&of), &["0", "rs1"]);
            both(&adds).into_iter().chain(both(&splats)).collect()
        }
        PackedMeaning::Elements { .. } => {
            let of = vector(true);
            vec![one(format!("{base}_{of}"), &of, &of, &["rs1"])]
        }
        PackedMeaning::Crossed { .. } => {
            let of = vector(true);
            vec![two(format!("{base}_x_{of}"), &of, &of)]
        }
        PackedMeaning::Sum { signed, base: to, .. } => {
            let (of, word) = (vector(signed), word(signed));
            vec![sum(format!("{base}_{of}_{word}"), word, [&of, &of], to)]
        }
        PackedMeaning::Products {
            a_signed,
            b_signed,
            base: to,
        } => {
            let [a, b] = [a_signed, b_signed].map(vector);
            vec![sum(format!("{base}_{a}"), word(a_signed), [&a, &b], to)]
        }
        PackedMeaning::Shift {
            kind,
            amount: ShiftAmount::Register,
        } => {
            let of = |of: String| {
                // The word of another instruction has a constant amount.
                let immediate = row.name.replace('.', "i.").trim_end_matches('s').to_owned();
                let operands = ["rs1", "shamt"];
                let [constant, own] = [&immediate, row.name].map(|name| call(name, &operands));
                Intrinsic {
                    value: format!("__builtin_constant_p(shamt) ? {constant} : {own}"),
                    ..function(format!("{base}_s_{of}"), &of, &[(&of, "rs1"), ("u32", "shamt")], &[])
                }
            };
            match kind {
                ShiftKind::Left => both(&of),
                ShiftKind::RightLogical => vec![of(vector(false))],
                ShiftKind::RightArithmetic => vec![of(vector(true))],
            }
        }
        PackedMeaning::Pair { .. } => both(&|of| two(format!("{base}_{of}"), &of, &of)),
        PackedMeaning::Constant(_) | PackedMeaning::Shift { .. } => vec![],
    }
}
