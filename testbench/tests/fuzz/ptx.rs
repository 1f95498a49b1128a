//! PTX: texts of instructions, modules, control words.

use super::corpus::{Bytes, edited, edited_files, files, files_of};
use super::{check_diagnostic, fuzz};
use lanesmith::execution::{ArgumentValue, Kernel, Launch};
use lanesmith::ptx::tree::{Function, Item, Module};
use lanesmith::ptx::{
    DATA_TYPES, Guard, Instruction, OPCODES, OPERATIONS, Operands, PtxInstruction, Registers, WIDTHS, Width, decode,
    parse,
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

fn functions<'m, 'a>(module: &'m Module<'a>) -> impl Iterator<Item = &'m Function<'a>> {
    module.items.iter().filter_map(|item| match item {
        Item::Function(function) => Some(function),
        _ => None,
    })
}

/// Likewise of a module: it is the same tree after being printed, and its kernels run or are refused.
fn check_module(bytes: Vec<u8>) {
    let text = match decode(bytes) {
        Ok(text) => text,
        Err((text, error)) => return check_diagnostic(&error, &text),
    };
    let module = match Module::read(&text) {
        Err(errors) => return errors.iter().for_each(|error| check_diagnostic(error, &text)),
        Ok((module, _)) => module,
    };
    let printed = module.to_string();
    match Module::read(&printed) {
        Ok((again, _)) => assert!(again.same(&module), "{printed}"),
        Err(errors) => panic!("{}", errors[0].render("printed", &printed, false)),
    }
    let units = functions(&module).flat_map(Function::instructions);
    for unit in units.filter_map(|instruction| instruction.unit.as_deref()) {
        assert_eq!(PtxInstruction::parse(&unit.to_string(), None).as_ref(), Ok(unit));
    }
    let kernel = Kernel::read("fuzz", &text).unwrap_or_else(|error| panic!("{error:?}"));
    functions(&module).for_each(|function| run(&kernel, function));
}

/// Runs a kernel for some instructions, on arguments whose bytes are 1.
fn run(kernel: &Kernel, function: &Function) {
    let argument = |parameter: &lanesmith::ptx::tree::Variable| {
        let bytes = match parameter.bytes()? {
            8 => 64,
            other => usize::try_from(other).ok().filter(|bytes| *bytes <= 4096)?,
        };
        Some((parameter.name.text.to_owned(), ArgumentValue::Bytes(vec![1; bytes])))
    };
    let launch = Launch {
        entry: Some(function.name.text.to_owned()),
        grid: [2, 1, 1],
        block: function.parameters.len().is_multiple_of(2).then_some([3, 2, 1]),
        arguments: function.parameters.iter().filter_map(argument).collect(),
        shared: 64,
        limit: 2000,
    };
    let prepared = kernel.prepare(launch, &[]);
    let _ = prepared.map(|mut prepared| prepared.golden(&|_| {}).map(drop));
}

#[test]
fn every_instruction_comes_back_from_its_text_whatever_stands_between_its_tokens() {
    let gap = select(&["", " ", "\t", "\r\n", "/**/", " // , ;\n", "\n# 1\n"][..]);
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

/// Modules of which each is short.
fn modules() -> Vec<Vec<u8>> {
    let folders = ["compiled", "written"].map(|folder| format!("testbench/ptx_modules/{folder}"));
    let all = folders
        .iter()
        .map(String::as_str)
        .chain(["sim/kernels"])
        .flat_map(files_of);
    let modules = all.filter(|file| file.len() < 6000 && file.windows(8).any(|bytes| bytes == b".version"));
    let all: Vec<_> = modules.chain(files("ptx_module")).collect();
    assert!(all.len() > 100, "{}", all.len());
    all
}

#[test]
fn edited_modules_are_refused_at_a_place_or_survive_being_printed_and_run() {
    let words = OPCODES
        .iter()
        .map(|row| row.name)
        .chain(DATA_TYPES.iter().map(|row| row.name));
    let tokens = tokens().into_iter().chain(words.map(str::to_string)).collect();
    fuzz(1500, edited_files(modules(), tokens), |Bytes(input)| {
        check_module(input)
    });
}

#[test]
fn modules_of_random_scopes_yield_their_instructions_in_order() {
    const WORDS: [&str; 4] = ["r0", "r7", "%x", "v"];
    let statement = (instructions(&WORDS, &["p"]), 0..6u8);
    fuzz(300, vec(statement, 0..20), |statements| {
        let mut text = String::from(
            ".version 8.4 .target sm_80 .address_size 64\n.entry k() { .reg .u32 r<8>, %x; .reg .b32 v; .reg .pred p;\n",
        );
        let mut open = 1;
        for ((instruction, around), i) in statements.iter().zip(0..) {
            match around {
                0 => text += "{ .reg .s32 r<8>; // inner\n",
                1 => text += "{ .reg .b32 v;\n",
                2 if open > 1 => text += "}\n",
                3 => text += &format!("label{i}: mov.b64 {{r0, r7}}, {i};\n"),
                4 => text += ".loc 1 2 3\n",
                _ => {}
            }
            open += i32::from(*around < 2) - i32::from(*around == 2 && open > 1);
            text += &format!("{instruction}\n");
        }
        text += &"}".repeat(open as usize);
        let module = Module::read(&text);
        let (module, _) = module.unwrap_or_else(|errors| panic!("{}", errors[0].render("module", &text, false)));
        let found = functions(&module).flat_map(Function::instructions);
        let found = found.filter_map(|instruction| instruction.unit.as_deref()?.video());
        assert!(
            found.eq(statements.iter().map(|(instruction, _)| instruction)),
            "{text}"
        );
        check_module(text.into_bytes());
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
