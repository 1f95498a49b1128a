//! Every instruction by its name in C, in a generated program on real cores: each result is golden's.

use crate::skip::skipped;
use cores::{CoreSimulator as Board, RiscvCore};
use lanesmith::ptx::{Family, Mode};
use lanesmith::sim::EngineError;
use lanesmith::sim::testbench::Random;
use lanesmith::units::riscv::encoding::{Features, Function, Opcode, StateAccess, instructions};
use lanesmith::units::riscv::golden::UnitModel;
use lanesmith::units::video::encoding::Control;
use std::fmt::Write;

/// Operands a, b and c, and a configuration: every call of a round has the same ones.
type Round = [u32; 4];

/// What is called by a name in C, and the functions that it executes.
struct Call {
    name: String,
    function: Function,
    /// It has c as an argument,
    has_c: bool,
    /// and writes it first.
    writes_c: bool,
}

/// All functions of the header on operands, for a core with these features.
fn calls(features: &Features) -> Vec<Call> {
    let of = |(name, instruction): (String, _)| {
        let control = Control::encode(&instruction);
        let (direct, held) = (Function::direct(control), Function::held(control));
        let forms = match (instruction.operation.family(), instruction.mode) {
            (Family::Dot, _) => vec![("", direct, true), ("_c", direct, false)],
            (_, Mode::Accumulate) => vec![
                ("", direct, true),
                ("_c", direct, false),
                ("_held", held, true),
                ("_held_c", held, false),
            ],
            _ => vec![("", direct, false), ("_held", held, true), ("_held_c", held, false)],
        };
        let third = Function::third(control).filter(|_| features.third);
        let third = third.map(|third| (format!("{name}_third"), third, true, false));
        let forms = forms
            .into_iter()
            .map(move |(suffix, function, has_c)| (format!("{name}{suffix}"), function, has_c, has_c));
        forms.chain(third).map(|(name, function, has_c, writes_c)| Call {
            name,
            function,
            has_c,
            writes_c,
        })
    };
    instructions().flat_map(of).collect()
}

/// A program that leaves the result of each call in each round, and the state after it.
fn program(features: &Features, rounds: &[Round]) -> String {
    let mut text = String::from(
        "#include \"lanesmith.h\"\nextern uint32_t results[];\n\
         static uint32_t *call(uint32_t *d, uint32_t a, uint32_t b, uint32_t c)\n{\n",
    );
    for Call { name, has_c, .. } in calls(features) {
        let c = if has_c { ", c" } else { "" };
        let _ = writeln!(text, "    *d++ = {name}(a, b{c});");
    }
    text += "    return d;\n}\nint main(void)\n{\n    uint32_t *d = results;\n";
    for [a, b, c, configuration] in rounds {
        let _ = writeln!(
            text,
            "    lanesmith_swap_configuration({configuration:#x}u);\n    lanesmith_swap_c({c:#x}u);\n\
             \x20   d = call(d, {a:#x}u, {b:#x}u, {c:#x}u);\n\
             \x20   *d++ = lanesmith_read_configuration();\n    *d++ = lanesmith_read_c();\n    *d++ = lanesmith_read_version();"
        );
    }
    text + "    return d - results;\n}\n"
}

/// What golden leaves, each word with the name of what left it.
fn golden(features: &Features, rounds: &[Round]) -> Vec<(String, u32)> {
    let mut machine = UnitModel::new(*features);
    let access = |machine: &mut UnitModel, access, rs1| machine.execute(Function::access(access).0, [rs1, 0, 0]).rd;
    let mut left = vec![];
    for [a, b, c, configuration] in rounds {
        access(&mut machine, StateAccess::SwapConfiguration, *configuration);
        access(&mut machine, StateAccess::SwapC, *c);
        for Call {
            name,
            function,
            writes_c,
            ..
        } in calls(features)
        {
            if writes_c {
                access(&mut machine, StateAccess::SwapC, *c);
            }
            let done = machine.execute(function.0, [*a, *b, *c]);
            assert!(done.operation, "{name}");
            left.push((name, done.rd));
        }
        for (name, read) in [
            ("the configuration", StateAccess::ReadConfiguration),
            ("c", StateAccess::ReadC),
            ("the version", StateAccess::ReadVersion),
        ] {
            left.push((name.to_owned(), access(&mut machine, read, 0)));
        }
    }
    left
}

/// Rounds on operands with corners, with any modifiers, one without and the others with chained results.
fn rounds(seed: u64) -> Vec<Round> {
    let mut random = Random::new(seed);
    let round = |i| {
        let [a, b, c] = [(); 3].map(|()| random.operand());
        let chain = if i == 0 { 0 } else { 1 << 28 };
        [a, b, c, random.bits() as u32 & 0x0fff_ffff | chain]
    };
    (0..4).map(round).collect()
}

/// The first word that is not golden's, in words, of those that a core left.
fn difference(left: &[u32], golden: &[(String, u32)]) -> Option<String> {
    if left.len() != golden.len() {
        return Some(format!("{} words, not {}", left.len(), golden.len()));
    }
    let wrong = left.iter().zip(golden).find(|(left, (_, right))| *left != right);
    wrong.map(|(left, (name, right))| format!("{name} leaves {left:#010x}, golden {right:#010x}"))
}

/// A program whose instructions have a third source register that one of the two before has written: by addition, division,
/// load, or the unit itself.
const CLOSE: &str = r#"
#include "lanesmith.h"
extern uint32_t results[];
#define THIRD ".insn r4 0x2b, 6, 3, %0, %1, %2, %0\n"
#define CLOSE(before) __asm__ volatile(before THIRD : "+&r"(d) : "r"(a), "r"(b), "r"(place) : "memory")
int main(void)
{
    uint32_t *word = results, a = 0x01020304, b = 0x05060708, d = 1000, stored = 77, *place = &stored;
    for (int i = 0; i < 20; i++) {
        CLOSE("addi %0, %0, 5\n"); *word++ = d;
        CLOSE("addi %0, %0, 5\nnop\n"); *word++ = d;
        CLOSE("div %0, %0, %1\n"); *word++ = d;
        CLOSE("lw %0, 0(%3)\n"); *word++ = d;
        CLOSE("lw %0, 0(%3)\nnop\n"); *word++ = d;
        CLOSE(THIRD); *word++ = d;
        CLOSE(THIRD "nop\n"); *word++ = d;
    }
    return word - results;
}
"#;

/// A third operand that was just written is the new one.
fn check_third(board: &Board) -> Result<(), EngineError> {
    let left = board.program(CLOSE)?;
    let (a, products) = (0x0102_0304_i32, 5 + 2 * 6 + 3 * 7 + 4 * 8);
    let mut d: i32 = 1000;
    let mut right = vec![];
    for _ in 0..20 {
        let befores: [fn(i32, i32, i32) -> i32; 7] = [
            |d, _, _| d + 5,
            |d, _, _| d + 5,
            |d, a, _| d / a,
            |_, _, _| 77,
            |_, _, _| 77,
            |d, _, products| d + products,
            |d, _, products| d + products,
        ];
        for before in befores {
            d = before(d, a, products) + products;
            right.push(d as u32);
        }
    }
    assert_eq!(left, right);
    Ok(())
}

/// What differs from golden on a unit with these features in a core, of every instruction, if anything does.
fn fault(features: &Features, board: &Board, seed: u64) -> Result<Option<String>, EngineError> {
    let rounds = rounds(seed);
    let left = board.program(&program(features, &rounds))?;
    Ok(difference(&left, &golden(features, &rounds)))
}

/// Every instruction gives golden's result.
fn check(core: RiscvCore, board: &Board) -> Result<(), EngineError> {
    let features = core.unit(0).features;
    for seed in 1..3 {
        let rounds = rounds(seed);
        let left = board.program(&program(&features, &rounds))?;
        let golden = golden(&features, &rounds);
        assert_eq!(difference(&left, &golden), None, "{core:?}, seed {seed}");
        // A program of which a call is another one's is told.
        let wrong = program(&features, &rounds).replace("= lanesmith_dp4a_s32_s32_c(", "= lanesmith_dp4a_s32_u32_c(");
        if seed == 1 {
            let left = board.program(&wrong)?;
            let told = difference(&left, &golden).expect("a difference");
            assert!(told.starts_with("lanesmith_dp4a_s32_s32_c leaves"), "{told}");
        }
    }
    if features.third { check_third(board) } else { Ok(()) }
}

#[test]
fn the_program_calls_every_function_of_the_header() {
    let called: Vec<String> = calls(&Features::ALL).into_iter().map(|call| call.name).collect();
    let count = |family: Family, forms: fn(Mode) -> usize| {
        let own = instructions().filter(|(_, instruction)| instruction.operation.family() == family);
        own.map(|(_, instruction)| forms(instruction.mode)).sum::<usize>()
    };
    let lanes = |mode| if mode == Mode::Accumulate { 4 } else { 3 };
    let with_third = |mode| if mode == Mode::Accumulate { 5 } else { 3 };
    let all = count(Family::Arithmetic, with_third) + count(Family::Comparison, lanes) + count(Family::Dot, |_| 3);
    assert_eq!(called.len(), all);
    assert_eq!(called.len(), 6 * 2 * 8 * (3 + 3 + 5) + 6 * 2 * 4 * (3 + 4) + 12 * 3);
}

/// A core with the longest latency that its test has.
fn on(core: RiscvCore, latency: u32) {
    let checked = Board::new(core, &core.unit(latency), None).and_then(|board| check(core, &board));
    match checked {
        Err(EngineError::Unavailable(why)) => skipped(why),
        checked => checked.expect("a machine and its runs"),
    }
}

#[test]
#[ignore = "builds a core"]
fn on_picorv32_every_function_leaves_what_golden_says() {
    on(RiscvCore::Picorv32, 5);
}

#[test]
#[ignore = "builds a core"]
fn on_vexriscv_every_function_leaves_what_golden_says() {
    on(RiscvCore::Vexriscv, 3);
}

#[test]
#[ignore = "builds a core"]
fn on_cv32e40x_every_function_leaves_what_golden_says() {
    on(RiscvCore::Cv32e40x, 3);
}

/// What goes wrong on PicoRV32 with interrupts enabled, by a program that calls every function. A trap and a hang are faults too.
fn on_picorv32(opcode: Opcode) -> Result<Option<String>, EngineError> {
    let mut config = RiscvCore::Picorv32.unit(1);
    config.features.opcode = opcode;
    let machine = Board::new(RiscvCore::Picorv32, &config, None)?;
    match fault(&config.features, &machine, 1) {
        Err(EngineError::Failed(why)) => Ok(Some(why)),
        other => other,
    }
}

#[test]
#[ignore = "builds four cores"]
fn with_interrupts_enabled_picorv32_gives_the_unit_every_function_but_in_custom_0() {
    for opcode in Opcode::ALL {
        let fault = match on_picorv32(opcode) {
            Err(EngineError::Unavailable(why)) => return skipped(why),
            fault => fault.expect("a machine"),
        };
        println!(
            "{}: {}",
            opcode.name(),
            fault.as_deref().unwrap_or("every function is right")
        );
        assert_eq!(
            fault.is_some(),
            opcode == Opcode::Custom0,
            "{}: {fault:?}",
            opcode.name()
        );
    }
}
