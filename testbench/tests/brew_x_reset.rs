//! The emitted datapath under Icarus Verilog, whose registers and memories start unknown.
//!
//! Register values are unknown after power-up by specification, so programs load a register before they read it. Checked
//! from the first reset on: `in_ready`, `retire_valid` and, of what is offered, `in_length` are known in every cycle; with
//! `retire_valid` everything else at the port is known, `retire_a` and `retire_b` where the golden machine tells an operand
//! and `retire_value` where one is written. What retires is what retires from the golden machine, before and after a reset
//! in the middle of traffic.

use crate::skip::skipped;
use crate::x_reset::simulate;
use lanesmith::sim::testbench::Random;
use lanesmith::unit::Unit;
use lanesmith::units::brew::Datapath;
use lanesmith::units::brew::golden::{BrewMachine, Retire};
use lanesmith::units::brew::rtl::{DatapathConfig, RegisterFileForm};
use lanesmith::units::brew::testbench::{random_program, step};
use std::fmt::Write;

/// Instructions of each program, after the 30 that load all registers.
const INSTRUCTIONS: usize = 200;
/// The cycle of the reset in the middle of traffic.
const RESET: usize = 150;

/// The retire ports and their widths, in the order of a line that the bench prints for an instruction that retires.
const PORTS: [(&str, u32); 16] = [
    ("order", 32),
    ("address", 32),
    ("word0", 16),
    ("word1", 16),
    ("word2", 16),
    ("length", 2),
    ("exception", 1),
    ("register", 4),
    ("write", 1),
    ("value", 32),
    ("old_type", 4),
    ("type", 4),
    ("types", 60),
    ("operand_type", 4),
    ("a", 32),
    ("b", 32),
];

/// Feeds the words of a file with gaps, resets at the start and in traffic, where the second program begins, and prints
/// what retires.
fn bench_text(words: usize, second: usize) -> String {
    let wire = |(name, width): (&str, u32)| format!("  wire [{}:0] {name};\n", width - 1);
    let declared: String = PORTS.into_iter().map(wire).collect();
    let names = PORTS.map(|(name, _)| name);
    let connected: String = names
        .iter()
        .map(|name| format!(",\n    .retire_{name}({name})"))
        .collect();
    let format = ["%h"; PORTS.len()].join(" ");
    let list = names.join(", ");
    format!(
        "
module bench;
  reg clock = 0, reset = 0, in_valid = 0, running = 0;
  reg [15:0] words [0:{last}];
  reg [31:0] noise = 32'h1234_5678;
  integer cycle = 0, place = 0, start = 0, stop = {second};
  wire in_ready, valid;
  wire [1:0] in_length;
{declared}
  wire [31:0] in_address = 2 * (place - start);
  brew_datapath dut (.clock(clock), .reset(reset), .in_valid(in_valid), .in_ready(in_ready), .in_address(in_address),
    .in_word0(words[place]), .in_word1(words[place + 1]), .in_word2(words[place + 2]), .in_length(in_length),
    .retire_valid(valid){connected});
  always #5 clock = ~clock;
  initial $readmemh(\"cases.hex\", words);
  always @(negedge clock) begin
    cycle = cycle + 1;
    noise = {{noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]}};
    reset = cycle == 4 || cycle == 5 || cycle == {RESET};
    if (cycle == {RESET}) begin $display(\"reset\"); place = {second}; start = {second}; stop = {words}; end
    in_valid = cycle > 5 && cycle != {RESET} && place < stop && noise[2:0] != 0;
    if (cycle == 5000) $finish;
  end
  always @(posedge clock) if (cycle > 5 && cycle != {RESET}) begin
    if ((^{{in_ready, valid}}) === 1'bx) $display(\"unknown handshake in cycle %0d\", cycle);
    if (in_valid && (^in_length) === 1'bx) $display(\"unknown length in cycle %0d\", cycle);
    if (valid) $display(\"{format}\", {list});
    if (in_valid && in_ready) place <= place + in_length;
  end
endmodule
",
        last = words + 2,
    )
}

fn check(config: DatapathConfig) {
    let programs = [1, 2].map(|seed| random_program(&mut Random::new(seed), INSTRUCTIONS).words());
    let second = programs[0].len();
    let mut text = String::new();
    for word in programs.iter().flatten().chain(&[0; 3]) {
        let _ = writeln!(text, "{word:04x}");
    }
    let selection = Datapath(config).selection();
    let bench = bench_text(second + programs[1].len(), second);
    let Some(printed) = simulate(&selection, &bench, &text) else {
        skipped("iverilog not found");
        return;
    };
    let name = selection.name();
    let (before, after) = printed.split_once("reset\n").expect("the reset is told");
    let counts = [(before, &programs[0]), (after, &programs[1])].map(|(lines, program)| {
        let mut machine = BrewMachine::new(program.clone());
        let mut count = 0;
        for line in lines.lines() {
            let expected = step(&config, &mut machine).unwrap_or_else(|| panic!("{name}: too much retired: {line}"));
            compare(&name, line, &expected, &machine);
            count += 1;
        }
        (count, machine.rest().is_empty())
    });
    let [(first, first_done), (_, second_done)] = counts;
    assert!(
        first > 60 && !first_done,
        "{name}: the reset comes in the middle of traffic, after {first}"
    );
    assert!(second_done, "{name}: the second program runs to its end");
}

/// Compares what retired; in it everything that says something is known.
fn compare(name: &str, line: &str, expected: &Retire, machine: &BrewMachine) {
    let values: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(values.len(), PORTS.len(), "{name}: {line}");
    let value = |field: &str| {
        let at = PORTS.iter().position(|(other, _)| *other == field).expect("a field");
        u64::from_str_radix(values[at], 16)
            .unwrap_or_else(|_| panic!("{name}: {field} is unknown in instruction {}: {line}", expected.order))
    };
    let mut wanted = vec![
        ("order", expected.order),
        ("address", expected.address.into()),
        ("length", expected.length.into()),
        ("word0", expected.words[0].into()),
        ("exception", expected.exception.into()),
        ("write", expected.writes.into()),
        ("types", machine.types()),
        ("register", expected.register.into()),
        ("old_type", expected.old_type.into()),
        ("type", expected.new_type.into()),
    ];
    wanted.extend(expected.writes.then_some(("value", expected.value.into())));
    wanted.extend(expected.a.map(|a| ("a", a.into())));
    wanted.extend(expected.b.map(|b| ("b", b.into())));
    wanted.extend(expected.operand_type.map(|code| ("operand_type", code.into())));
    for (field, wanted) in wanted {
        assert_eq!(value(field), wanted, "{name}: {field} of {line}");
    }
    // Other fields are known nevertheless, but for those that show registers: an instruction's field may name one that it does not
    // read, or none.
    for (field, _) in PORTS.iter().filter(|(field, _)| !["value", "a", "b"].contains(field)) {
        value(field);
    }
}

#[test]
fn nothing_unknown_leaves_the_datapath_also_after_a_reset_in_traffic() {
    use RegisterFileForm::{Asynchronous, Synchronous};
    for (register_file, units, serial_multiplier) in [
        (Asynchronous, true, false),
        (Asynchronous, true, true),
        (Synchronous, true, true),
        (Asynchronous, false, false),
    ] {
        check(DatapathConfig {
            float: units,
            multiplier: units,
            serial_multiplier,
            register_file,
        });
    }
}
