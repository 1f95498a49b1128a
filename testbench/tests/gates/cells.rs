//! The models of cells against those that yosys has for simulation, in Icarus Verilog, with random parameters and inputs.

use crate::emission::yosys_models;
use crate::skip::skipped;
use lanesmith::algebra::{Bit as _, Edge};
use lanesmith::files::Scratch;
use lanesmith::gates::Device;
use lanesmith::gates::text::{Bit, Instance, Setting};
use lanesmith::sim::testbench::Random;
use std::fs;
use std::process::Command;

/// Clocks of each run.
const CLOCKS: usize = 200;

/// A cell with parameters: ports with their widths, clocks and whether they act at the falling edge.
struct Case {
    instance: Instance,
    inputs: Vec<(String, usize)>,
    clocks: Vec<(String, bool)>,
    outputs: Vec<(String, usize)>,
}

impl Case {
    fn new(kind: &str, inputs: &str, clocks: &[(&str, bool)], outputs: &str) -> Self {
        // `A B/4`: names, with a width if it is not 1.
        let ports = |text: &str| -> Vec<(String, usize)> {
            let port = |port: &str| match port.split_once('/') {
                Some((name, width)) => (name.to_owned(), width.parse().expect("a width")),
                None => (port.to_owned(), 1),
            };
            text.split_whitespace().map(port).collect()
        };
        let mut case = Case {
            instance: Instance {
                kind: kind.to_owned(),
                name: "cell".to_owned(),
                span: 0..0,
                settings: Default::default(),
                ports: Default::default(),
            },
            inputs: ports(inputs),
            clocks: clocks
                .iter()
                .map(|(name, falling)| (name.to_string(), *falling))
                .collect(),
            outputs: ports(outputs),
        };
        let mut next = 0..;
        let clocks = case.clocks.iter().map(|(name, _)| (name.clone(), 1));
        let all = case.inputs.iter().chain(&case.outputs).cloned().chain(clocks);
        for (name, width) in all.collect::<Vec<_>>() {
            let bits = next.by_ref().take(width).map(Bit::Net).collect();
            case.instance.ports.insert(name, bits);
        }
        case
    }

    fn word(mut self, name: &str, word: &str) -> Self {
        self.instance
            .settings
            .insert(name.to_owned(), Setting::Text(word.to_owned()));
        self
    }

    fn number(mut self, name: &str, width: usize, mut bit: impl FnMut(usize) -> bool) -> Self {
        let bits = (0..width).map(|i| Some(bit(i))).collect();
        self.instance.settings.insert(name.to_owned(), Setting::Bits(bits));
        self
    }

    fn width(ports: &[(String, usize)]) -> usize {
        ports.iter().map(|(_, width)| width).sum()
    }

    /// The instance in Verilog, with its inputs from bit `input` of `in` on, and its outputs from bit `output` of `out` on.
    fn verilog(&self, number: usize, mut input: usize, mut output: usize) -> String {
        let value = |(name, setting): (&String, &Setting)| match setting {
            Setting::Text(word) => format!(".{name}(\"{word}\")"),
            Setting::Bits(bits) => {
                let digits = bits.iter().rev().map(|bit| if *bit == Some(true) { '1' } else { '0' });
                format!(".{name}({}'b{})", bits.len(), digits.collect::<String>())
            }
        };
        let settings: Vec<String> = self.instance.settings.iter().map(value).collect();
        let mut ports: Vec<String> = vec![];
        for (name, width) in &self.inputs {
            ports.push(format!(".{name}(in[{input} +: {width}])"));
            input += width;
        }
        for (name, width) in &self.outputs {
            ports.push(format!(".{name}(out[{output} +: {width}])"));
            output += width;
        }
        // A cell with falling edges has an inverted clock, so that all act at the same time.
        for (name, falling) in &self.clocks {
            ports.push(format!(".{name}({})", if *falling { "inverse" } else { "clock" }));
        }
        let settings = if settings.is_empty() {
            String::new()
        } else {
            format!("#({}) ", settings.join(", "))
        };
        format!(
            "  {} {settings}cell_{number} ({});\n",
            self.instance.kind,
            ports.join(", ")
        )
    }

    /// What the outputs are in each clock, the lowest bit first; `None` where the netlist leaves the state undefined.
    fn outputs(&self, device: Device, rows: &[Vec<bool>]) -> Vec<Vec<Option<bool>>> {
        let model = device
            .model(&self.instance)
            .unwrap_or_else(|refused| panic!("{}: {refused:?}", self.instance.kind));
        let run = |undefined: bool| -> Vec<Vec<bool>> {
            let mut state: Vec<Edge> = model
                .initial
                .iter()
                .map(|bit| Edge::constant(bit.unwrap_or(undefined)))
                .collect();
            let mut found = vec![];
            for row in rows {
                let value = |bit: Bit| match bit {
                    Bit::Net(bit) => Edge::constant(row.get(bit as usize).copied().unwrap_or(false)),
                    Bit::Constant(value) => Edge::constant(value),
                    Bit::Undefined => unreachable!("all ports are connected"),
                };
                let known = |edge: &Edge| edge.known().expect("constant inputs");
                let values = (model.function)(&value, &state);
                let of = |bit: &Bit| {
                    let place = model.outputs.iter().position(|other| other == bit);
                    known(&values[place.expect("an output of the model")])
                };
                let ports = self.outputs.iter().flat_map(|(name, _)| &self.instance.ports[name]);
                found.push(ports.map(of).collect());
                state = (model.next)(&value, &state);
            }
            found
        };
        let sides = [run(false), run(true)];
        let rows = sides[0].iter().zip(&sides[1]);
        rows.map(|(one, other)| one.iter().zip(other).map(|(x, y)| (x == y).then_some(*x)).collect())
            .collect()
    }
}

fn ecp5(random: &mut Random) -> Vec<Case> {
    let mut cases = vec![
        Case::new("PFUMX", "ALUT BLUT C0", &[], "Z"),
        Case::new("L6MUX21", "D0 D1 SD", &[], "Z"),
    ];
    for _ in 0..20 {
        cases.push(Case::new("LUT4", "A B C D", &[], "Z").number("INIT", 16, |_| random.flag()));
    }
    for i in 0..24 {
        let words = ["YES", "NO"];
        let mut case = Case::new("CCU2C", "CIN A0 B0 C0 D0 A1 B1 C1 D1", &[], "S0 S1 COUT");
        for name in ["INIT0", "INIT1"] {
            case = case.number(name, 16, |_| random.flag());
        }
        cases.push(case.word("INJECT1_0", words[i % 2]).word("INJECT1_1", words[i / 2 % 2]));
    }
    for enable in ["1", "0", "CE", "INV"] {
        for clock in ["CLK", "INV"] {
            for reset in ["LSR", "INV"] {
                for mode in ["LSR_OVER_CE", "ASYNC"] {
                    for value in ["SET", "RESET"] {
                        let case = Case::new("TRELLIS_FF", "CE DI LSR", &[("CLK", clock == "INV")], "Q");
                        let case = case.word("CEMUX", enable).word("CLKMUX", clock).word("LSRMUX", reset);
                        cases.push(case.word("SRMODE", mode).word("REGSET", value).word("GSR", "DISABLED"));
                    }
                }
            }
        }
    }
    for enable in ["WRE", "INV", "1", "0"] {
        for clock in ["WCK", "INV"] {
            let case = Case::new(
                "TRELLIS_DPR16X4",
                "DI/4 WAD/4 WRE RAD/4",
                &[("WCK", clock == "INV")],
                "DO/4",
            );
            let case = case.number("INITVAL", 64, |_| random.flag());
            cases.push(case.word("WREMUX", enable).word("WCKMUX", clock));
        }
    }
    cases
}

fn ice40(random: &mut Random) -> Vec<Case> {
    let mut cases = vec![Case::new("SB_CARRY", "I0 I1 CI", &[], "CO")];
    for _ in 0..20 {
        cases.push(Case::new("SB_LUT4", "I0 I1 I2 I3", &[], "O").number("LUT_INIT", 16, |_| random.flag()));
    }
    for (edge, falling) in [("", false), ("N", true)] {
        for (enable, port) in [("", ""), ("E", " E")] {
            for (reset, name) in [("", ""), ("R", " R"), ("S", " S"), ("SR", " R"), ("SS", " S")] {
                let kind = format!("SB_DFF{edge}{enable}{reset}");
                cases.push(Case::new(&kind, &format!("D{port}{name}"), &[("C", falling)], "Q"));
            }
        }
    }
    for i in 0..8 {
        // With one falling edge, the read would see the word that is written before.
        let (suffix, read, write) = [("", "RCLK", "WCLK"), ("NRNW", "RCLKN", "WCLKN")][i % 2];
        let inputs = "RCLKE RE RADDR/11 WCLKE WE WADDR/11 MASK/16 WDATA/16";
        let clocks = [(read, read.ends_with('N')), (write, write.ends_with('N'))];
        let mut case = Case::new(&format!("SB_RAM40_4K{suffix}"), inputs, &clocks, "RDATA/16");
        for word in 0..16 {
            case = case.number(&format!("INIT_{word:X}"), 256, |_| random.flag());
        }
        let mode = |number: usize| move |bit: usize| number >> bit & 1 != 0;
        cases.push(
            case.number("READ_MODE", 32, mode(i / 2 % 4))
                .number("WRITE_MODE", 32, mode(i % 4)),
        );
    }
    cases
}

/// Simulates all cases with these inputs, and compares. The addresses of a memory have few values, so that reads see writes.
fn compare(device: Device, folder: &str, cases: &[Case]) {
    let Some(share) = yosys_models().filter(|_| Command::new("iverilog").arg("-V").output().is_ok()) else {
        return skipped("iverilog, or the simulation models of yosys, not found");
    };
    let mut random = Random::new(3);
    let (inputs, outputs) = cases.iter().fold((0, 0), |(x, y), case| {
        (x + Case::width(&case.inputs), y + Case::width(&case.outputs))
    });
    let few: Vec<bool> = (cases.iter().flat_map(|case| &case.inputs))
        .flat_map(|(name, width)| (0..*width).map(move |bit| name.ends_with("ADDR") && (2..8).contains(&bit)))
        .collect();
    let rows: Vec<Vec<bool>> = (0..CLOCKS)
        .map(|_| (0..inputs).map(|bit| random.flag() && !few[bit]).collect())
        .collect();
    let digits = |row: &Vec<bool>| {
        row.iter()
            .rev()
            .map(|bit| if *bit { '1' } else { '0' })
            .collect::<String>()
    };
    let table: Vec<String> = rows.iter().map(digits).collect();
    let (mut instances, mut place) = (String::new(), (0, 0));
    for (number, case) in cases.iter().enumerate() {
        instances += &case.verilog(number, place.0, place.1);
        place = (
            place.0 + Case::width(&case.inputs),
            place.1 + Case::width(&case.outputs),
        );
    }
    let testbench = format!(
        "module testbench;
  reg [{}:0] rows [0:{}];
  reg [{}:0] in;
  wire [{}:0] out;
  reg clock;
  wire inverse = ~clock;
  integer i;
{instances}  initial begin
    $readmemb(\"rows.txt\", rows);
    in = rows[0];
    clock = 0;
    for (i = 0; i < {CLOCKS}; i = i + 1) begin
      in = rows[i];
      #1 $display(\"%b\", out);
      clock = 1;
      #1 clock = 0;
    end
  end
endmodule
",
        inputs - 1,
        CLOCKS - 1,
        inputs - 1,
        outputs - 1
    );
    let scratch = Scratch::new().expect("a folder");
    let run = |command: &mut Command| {
        let output = command.current_dir(scratch.path()).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    fs::write(scratch.path().join("testbench.v"), testbench).expect("writable");
    fs::write(scratch.path().join("rows.txt"), table.join("\n")).expect("writable");
    let models = format!("{share}/{folder}/cells_sim.v");
    let include = format!("{share}/{folder}");
    let arguments = [
        "-g2005",
        "-DNO_ICE40_DEFAULT_ASSIGNMENTS",
        "-I",
        &include,
        "-s",
        "testbench",
        "-o",
        "run",
    ];
    run(Command::new("iverilog").args(arguments).args(["testbench.v", &models]));
    let found = run(Command::new("vvp").arg("run"));
    let found: Vec<Vec<char>> = found.lines().map(|line| line.chars().rev().collect()).collect();
    assert_eq!(found.len(), CLOCKS);
    let (mut input, mut output, mut compared) = (0, 0, 0);
    for (number, case) in cases.iter().enumerate() {
        let (of_inputs, of_outputs) = (Case::width(&case.inputs), Case::width(&case.outputs));
        let own: Vec<Vec<bool>> = rows.iter().map(|row| row[input..input + of_inputs].to_vec()).collect();
        for (clock, expected) in case.outputs(device, &own).iter().enumerate() {
            let simulated = &found[clock][output..output + of_outputs];
            for (expected, simulated) in expected.iter().zip(simulated) {
                let expected = expected.map(|bit| if bit { '1' } else { '0' });
                let what = || format!("case {number}, {} in clock {clock}", case.instance.kind);
                match expected {
                    Some(expected) => assert_eq!(expected, *simulated, "{}", what()),
                    None => continue,
                }
                compared += 1;
            }
        }
        (input, output) = (input + of_inputs, output + of_outputs);
    }
    assert!(compared > CLOCKS * cases.len() / 2, "{compared} bits");
}

#[test]
fn models_of_ecp5_agree_with_yosys() {
    compare(Device::Ecp5, "ecp5", &ecp5(&mut Random::new(1)));
}

#[test]
fn models_of_ice40_agree_with_yosys() {
    compare(Device::Ice40, "ice40", &ice40(&mut Random::new(2)));
}

/// yosys has no model of the multiplier for simulation.
#[test]
fn the_multiplier_of_ecp5_multiplies() {
    let ports = |name: &str, count: usize| (0..count).map(|i| format!("{name}{i} ")).collect::<String>();
    let inputs = format!("{}{}SIGNEDA SIGNEDB", ports("A", 18), ports("B", 18));
    let case = Case::new("MULT18X18D", &inputs, &[], &ports("P", 36));
    let mut random = Random::new(4);
    let rows: Vec<Vec<bool>> = (0..500).map(|_| (0..38).map(|_| random.flag()).collect()).collect();
    let number = |bits: &[bool], signed: bool| {
        let value = bits.iter().rev().fold(0i64, |number, bit| 2 * number + i64::from(*bit));
        if signed && bits[17] { value - (1 << 18) } else { value }
    };
    for (row, found) in rows.iter().zip(case.outputs(Device::Ecp5, &rows)) {
        let product = number(&row[..18], row[36]) * number(&row[18..36], row[37]);
        let expected: Vec<Option<bool>> = (0..36).map(|i| Some(product >> i & 1 != 0)).collect();
        assert_eq!(found, expected);
    }
}
