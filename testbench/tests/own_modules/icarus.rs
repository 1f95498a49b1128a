//! Many modules in one run of Icarus Verilog, each against the values that it should show.

use super::harness::Row;
use lanesmith::sim::{Port, PortDirection};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// A testbench of many modules.
#[derive(Default)]
pub struct Bench {
    text: String,
    rows: Vec<(String, String)>,
    numbers: Vec<usize>,
}

/// What a module showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// What was expected, in every clock.
    Same,
    /// The first difference, in Verilog's words.
    Differs(String),
}

impl Bench {
    /// Adds a module. `state` names what may start unknown and does not in rust-hdl's simulation.
    #[allow(clippy::too_many_arguments)]
    pub fn add(
        &mut self,
        number: usize,
        top: &str,
        has_clock: bool,
        ports: &[Port],
        text: &str,
        state: &[String],
        rows: &[Row],
    ) {
        let of = |direction| ports.iter().filter(move |port| port.direction == direction);
        let bits = |direction| of(direction).map(|port| port.width).sum::<u32>();
        let (given, shown) = (bits(PortDirection::Input), bits(PortDirection::Output));
        let width = given + 2 * shown;
        let mut connections: Vec<String> = has_clock.then(|| ".clock(clock)".to_owned()).into_iter().collect();
        let (mut at, mut out) = (width, shown);
        for port in of(PortDirection::Input) {
            at -= port.width;
            connections.push(format!(".{}(row[{at} +: {}])", port.name, port.width));
        }
        for port in of(PortDirection::Output) {
            out -= port.width;
            connections.push(format!(".{}(shown[{out} +: {}])", port.name, port.width));
        }
        let last = rows.len() - 1;
        let mut clear = String::new();
        for name in state {
            writeln!(clear, "    if (^{name} === 1'bx) {name} = 0;").expect("a string");
        }
        // Blocks without inputs have no row bits for them; the slices of expected values are below them.
        write!(
            self.text,
            "{text}
module bench{number};
  reg [{high}:0] rows [0:{last}];
  reg [{high}:0] row;
  reg clock, wrong;
  integer i;
  wire [{top_bit}:0] shown;
  {top} dut ({connections});
  initial begin
    $readmemh(\"m{number}.hex\", rows);
    clock = 0; wrong = 0; row = 0;
    #1;
{clear}    for (i = 0; i <= {last}; i = i + 1) begin
      row = rows[i];
      #1 if (!wrong && shown !== row[{shown} +: {shown}]) begin
        wrong = 1; $display(\"{number} differs before edge %0d: %h, not %h\", i, shown, row[{shown} +: {shown}]);
      end
      clock = 1;
      #1 if (!wrong && shown !== row[0 +: {shown}]) begin
        wrong = 1; $display(\"{number} differs after edge %0d: %h, not %h\", i, shown, row[0 +: {shown}]);
      end
      clock = 0;
    end
    if (!wrong) $display(\"{number} same\");
  end
endmodule
",
            high = width - 1,
            top_bit = shown - 1,
            connections = connections.join(", ")
        )
        .expect("a string");
        let mut hex = String::new();
        for row in rows {
            let mut bits = String::new();
            let mut put = |value: u64, width: u32| {
                (0..width)
                    .rev()
                    .for_each(|i| bits.push(if value >> i & 1 == 1 { '1' } else { '0' }))
            };
            for (port, value) in of(PortDirection::Input).zip(&row.inputs) {
                put(*value, port.width);
            }
            for half in [&row.before, &row.after] {
                for (port, value) in of(PortDirection::Output).zip(half) {
                    put(*value, port.width);
                }
            }
            hex += &hexadecimal(&bits);
            hex.push('\n');
        }
        self.rows.push((format!("m{number}.hex"), hex));
        self.numbers.push(number);
    }

    /// Runs all modules; what each showed, by its number.
    pub fn run(&self, folder: &Path) -> Result<BTreeMap<usize, Shown>, String> {
        for (name, hex) in &self.rows {
            std::fs::write(folder.join(name), hex).expect("writable");
        }
        let mut text = self.text.clone();
        text += "module bench;\n";
        for number in &self.numbers {
            writeln!(text, "  bench{number} b{number} ();").expect("a string");
        }
        text += "endmodule\n";
        std::fs::write(folder.join("bench.v"), &text).expect("writable");
        let run = |program: &str, arguments: &[&str]| {
            let output = Command::new(program).args(arguments).current_dir(folder).output();
            let output = output.map_err(|error| format!("{program}: {error}"))?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
            match output.status.success() {
                true => Ok(text),
                false => Err(text),
            }
        };
        let said = run("iverilog", &["-g2005", "-s", "bench", "-o", "bench.vvp", "bench.v"])?;
        if !said.is_empty() {
            return Err(said);
        }
        let said = run("vvp", &["-n", "bench.vvp"])?;
        let mut shown = BTreeMap::new();
        for line in said.lines() {
            let (number, what) = line.split_once(' ').ok_or(line)?;
            let number = number.parse::<usize>().map_err(|_| line)?;
            shown.insert(
                number,
                match what {
                    "same" => Shown::Same,
                    what => Shown::Differs(what.to_owned()),
                },
            );
        }
        match self.numbers.iter().find(|number| !shown.contains_key(number)) {
            None => Ok(shown),
            Some(number) => Err(format!("module {number} showed nothing")),
        }
    }
}

fn hexadecimal(bits: &str) -> String {
    let padding = "0".repeat(bits.len().next_multiple_of(4) - bits.len());
    let bits = padding + bits;
    let digit = |four: &[u8]| four.iter().fold(0, |digit, bit| digit << 1 | u32::from(bit - b'0'));
    let digits = bits.as_bytes().chunks(4).map(digit);
    digits
        .map(|digit| char::from_digit(digit, 16).expect("four bits"))
        .collect()
}
