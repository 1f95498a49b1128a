//! PTX: texts of instructions, modules, control words.

use super::corpus::edited;
use super::{check_diagnostic, fuzz};
use lanesmith::ptx::{
    Guard, Instruction, OPERATIONS, Operands, PtxInstruction, PtxModule, Registers, WIDTHS, Width, parse,
};
use lanesmith::units::video::encoding::{Control, FIELDS};
use lanesmith::units::video::golden as video;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Names of registers, among them some that look like something else.
const NAMES: [&str; 12] = [
    "r1", "r2", "r7", "%r1", "%r2", "$x", "_a", "vadd4", "b31", "sat", "u32", "R2",
];

/// The words of the language.
fn tokens() -> Vec<String> {
    let mnemonics = OPERATIONS
        .iter()
        .flat_map(|row| WIDTHS.map(|width| format!("{} ", row.operation.name(width))));
    let others = [
        ".u32", ".s32", ".b32", ".u64", ".pred", ".sat", ".add", ".b3210", ".b7654", ".h10", ".h32", ".b", ".h", ".b8",
        ".b310", ".reg", ".func", ".entry", ".visible", ".param", ".version", ".target", ".loc", ".file", ".section",
        ".global", "vset4", ".lt", ".ne", "varvg4", "@", "@!", "p", "{", "}", "<", ">", "<8>", "<0>", "=", "(", ")",
        "[", "]", ",", ";", ":", "//", "/*", "*/", "#", "@@", "_", "%", "%p1", "r<8>", "\"a;b\"", "label:", "add",
        "neg", "min", ".u8x4", ".s8x4", ".s16x2", ".relu", "mov", "bra", "%tid", ".x", "5", "prmt", "vadd", "vmad",
        ".shr7", ".b0", "-", "setp", "selp", "cvt", ".lo", "|",
    ];
    mnemonics
        .chain(others.iter().chain(&NAMES).map(|token| token.to_string()))
        .collect()
}

/// Any instruction on registers of these names and predicates of these.
fn instructions(names: &'static [&str], predicates: &'static [&str]) -> impl Strategy<Value = Instruction> {
    let guard = (select(predicates), any::<bool>()).prop_map(|(predicate, negated)| Guard {
        predicate: predicate.to_string(),
        negated,
    });
    let name = || select(names).prop_map(str::to_string);
    let mode = any::<u8>();
    (
        proptest::option::of(guard),
        (select(&OPERATIONS[..]), select(&WIDTHS[..]), mode),
        any::<[bool; 3]>(),
        (any::<u8>(), any::<[u8; 4]>(), any::<[u8; 4]>(), any::<bool>()),
        [name(), name(), name(), name()],
    )
        .prop_map(
            |(guard, (row, width, mode), [d_signed, a_signed, b_signed], selection, names)| {
                let (mask, asel, bsel, defaults) = selection;
                let has_lanes = row.family.has_lanes();
                let width = if has_lanes { width } else { row.operation.widths()[0] };
                let digits = |selector: [u8; 4]| -> [u8; 4] {
                    let used = |i| (i as u32) < width.lanes();
                    std::array::from_fn(|i| {
                        if used(i) {
                            selector[i] % (2 * width.lanes()) as u8
                        } else {
                            0
                        }
                    })
                };
                let (asel, bsel) = match defaults || !has_lanes {
                    true => Instruction::default_selectors(width),
                    false => (digits(asel), digits(bsel)),
                };
                let [d, a, b, c] = names;
                Instruction {
                    guard,
                    operation: row.operation,
                    width,
                    d_signed: d_signed && row.family.has_destination_type(),
                    a_signed,
                    b_signed,
                    mode: row.family.modes()[usize::from(mode) % row.family.modes().len()],
                    mask: match has_lanes {
                        true => 1 + mask % Instruction::full_mask(width),
                        false => Instruction::full_mask(width),
                    },
                    asel,
                    bsel,
                    operands: Operands { d, a, b, c },
                }
            },
        )
}

/// The verdict on a text: an error at its place, or an instruction that survives being printed.
fn check_instruction(text: &str) {
    match parse(text, None) {
        Err(error) => check_diagnostic(&error, text),
        Ok(instruction) => {
            let printed = instruction.to_string();
            assert_eq!(parse(&printed, None), Ok(instruction), "{printed}");
        }
    }
    if let Err(error) = Registers::parse(text) {
        check_diagnostic(&error, text);
    }
}

/// Likewise of a module: its instructions are at the lines that they name, on registers that are declared.
fn check_module(text: &str) {
    let module = match PtxModule::parse(text) {
        Err(errors) => return errors.iter().for_each(|error| check_diagnostic(error, text)),
        Ok(module) => module,
    };
    for statement in &module.statements {
        let instruction = &statement.instruction;
        assert_eq!(
            PtxInstruction::parse(&instruction.to_string(), None).as_ref(),
            Ok(instruction)
        );
        let line = text.split('\n').nth(statement.line - 1).expect("a line");
        // A packed instruction lacks the `v`.
        let first = match (instruction.guard(), instruction.video()) {
            (Some(_), _) => "@",
            (None, Some(one)) if one.is_negation() => "neg",
            (None, Some(one)) => one.operation.row().mnemonic.trim_start_matches('v'),
            (None, None) => "",
        };
        assert!(line.contains(first), "line {}: {line}", statement.line);
        let names = instruction.operands();
        for (operand, name) in statement.operands.iter().zip([&names.d, &names.a, &names.b, &names.c]) {
            let Some(register) = operand.register() else {
                let has_lanes = |one: &Instruction| one.operation.family().has_lanes() && !one.is_negation();
                let may = !instruction.video().is_some_and(has_lanes);
                assert!(may && (!instruction.needs_c() || name.parse::<u32>().is_ok()));
                continue;
            };
            assert_eq!(&module.registers[register].name, name);
            assert!(module.registers[register].kind.is_word());
        }
    }
}

#[test]
fn every_instruction_comes_back_from_its_text_whatever_stands_between_its_tokens() {
    let gap = select(&["", " ", "\t", "\r\n", "/**/", " // , ;\n", "\n# 1\n", "\u{a0}"][..]);
    fuzz(
        1000,
        (instructions(&NAMES, &["p", "%p1"]), vec(gap, 40)),
        |(instruction, gaps)| {
            let printed = instruction.to_string();
            assert_eq!(parse(&printed, None).as_ref(), Ok(&instruction));
            let mut gaps = gaps.iter();
            let before = [',', ';', '.', '@', '!'];
            // The half of `dp2a` belongs to its name.
            let spread: String = printed
                .replace("dp2a.", "dp2a#")
                .chars()
                .map(|c| {
                    if before.contains(&c) {
                        format!("{}{c}", gaps.next().unwrap_or(&""))
                    } else {
                        c.to_string()
                    }
                })
                .collect();
            let spread = spread.replace("dp2a#", "dp2a.");
            assert_eq!(parse(&spread, None), Ok(instruction), "{spread:?}");
        },
    );
}

#[test]
fn edited_instructions_are_refused_at_a_place_or_survive_being_printed() {
    fuzz(3000, edited("ptx_instruction", tokens()), |input| {
        check_instruction(&input.text())
    });
}

#[test]
fn edited_modules_are_refused_at_a_place_or_yield_instructions_on_declared_registers() {
    fuzz(2000, edited("ptx_module", tokens()), |input| {
        check_module(&input.text())
    });
}

#[test]
fn modules_of_random_scopes_yield_their_instructions_in_order() {
    const WORDS: [&str; 4] = ["r0", "r7", "%x", "v"];
    let statement = (instructions(&WORDS, &["p"]), 0..6u8);
    fuzz(300, vec(statement, 0..20), |statements| {
        let mut text = String::from(".version 8.4 .target sm_80\n.reg .u32 r<8>, %x; .reg .b32 v; .reg .pred p;\n");
        let mut open = 0;
        for (instruction, around) in &statements {
            match around {
                0 => text += "{ .reg .s32 r<8>; // inner\n",
                1 => text += ".func f(.reg .b32 v) {\n",
                2 if open > 0 => text += "}\n",
                3 => text += "label: mov.u32 {r0, r7}, [%x + -4];\n",
                4 => text += ".loc 1 2 3\n",
                _ => {}
            }
            open += i32::from(*around < 2) - i32::from(*around == 2 && open > 0);
            text += &format!("{instruction}\n");
        }
        text += &"}".repeat(open as usize);
        let module =
            PtxModule::parse(&text).unwrap_or_else(|errors| panic!("{}", errors[0].render("module", &text, false)));
        let found = module
            .statements
            .iter()
            .filter_map(|statement| statement.instruction.video());
        assert!(
            found.eq(statements.iter().map(|(instruction, _)| instruction)),
            "{text}"
        );
        check_module(&text);
    });
}

/// The bits that mean something in a control word of this width.
fn meaningful(width: Width) -> u64 {
    let unused = |name: &str| match (name, width) {
        ("mask", Width::Dual) => 0b1100,
        ("asel" | "bsel", Width::Dual) => 0xff0,
        _ => 0,
    };
    let bits = FIELDS.map(|field| (((1 << field.bits) - 1) & !unused(field.name)) << field.lo);
    bits.iter().sum()
}

#[test]
fn every_control_word_is_refused_or_stands_for_one_instruction_that_golden_takes_it_for() {
    fuzz(5000, (any::<u64>(), any::<[u32; 3]>()), |(word, [a, b, c])| {
        let word = word & ((1 << Control::BITS) - 1);
        match Instruction::try_from(Control(word)) {
            Err(why) => {
                let (op, d_signed, sat, add) = (word & 7, word >> 4 & 1, word >> 7 & 1, word >> 8 & 1);
                let lanes = word >> 9 & if word >> 3 & 1 == 0 { 15 } else { 3 };
                // Of a dot product hardly any word has zeros in all other fields.
                let is_nobodys = if op > 5 { d_signed + sat == 2 } else { sat + add == 2 };
                assert!(is_nobodys || lanes == 0, "{word:#x}: {why}");
            }
            Ok(instruction) => {
                let again = Control::encode(&instruction);
                let meaningful = match instruction.operation.family().has_lanes() {
                    true => meaningful(instruction.width),
                    false => !0,
                };
                assert_eq!(again.0, word & meaningful, "{instruction}");
                assert_eq!(Instruction::try_from(again), Ok(instruction.clone()));
                assert_eq!(parse(&instruction.to_string(), None).as_ref(), Ok(&instruction));
                let golden = |word| video::evaluate_control(Control(word), a, b, c);
                assert_eq!(golden(word), golden(again.0), "{word:#x} {instruction}");
            }
        }
    });
}
