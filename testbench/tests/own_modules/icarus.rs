//! Many modules in one run of Icarus Verilog, each against the values that it should show.

use lanesmith::hdl;
use lanesmith::netlist::{Design, Flat, ModuleId};
use lanesmith::sim::{Port, PortDirection};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// One clock: inputs, and outputs before and after the edge, in the order of the ports.
pub struct Row {
    /// All state is 0 before it.
    pub restart: bool,
    pub inputs: Vec<u64>,
    pub before: Vec<u64>,
    pub after: Vec<u64>,
}

/// A testbench of many modules.
#[derive(Default)]
pub struct Bench {
    text: String,
    rows: Vec<(String, String)>,
    numbers: Vec<usize>,
}

/// What a module showed: what was expected in every clock, or the first difference in words.
pub type Shown = Result<(), String>;

impl Bench {
    /// Adds a design; `number` tells it from the others.
    pub fn add_design(&mut self, number: usize, design: &Design, ports: &[Port], rows: &[Row]) {
        let mut design = design.clone();
        for module in &mut design.modules {
            module.name = format!("m{number}_{}", module.name);
        }
        // A field that is called like a keyword has another name in the text.
        let clock = clock(&design);
        let nets = design
            .top_module()
            .ports()
            .filter(|(_, net)| clock.as_ref() != Some(&net.name));
        let ports: Vec<Port> = nets
            .zip(ports)
            .map(|((_, net), port)| Port {
                name: net.name.clone(),
                ..port.clone()
            })
            .collect();
        let top = design.top_module().name.clone();
        let files = hdl::emit(&design);
        let files = files.iter().filter(|file| file.name.ends_with(".v"));
        let text: String = files.map(|file| file.text.as_str()).collect();
        // What may start unknown, and does not in rust-hdl's simulation.
        let state = state(&design, design.top, "dut");
        let of = |direction| ports.iter().filter(move |port| port.direction == direction);
        let bits = |direction| of(direction).map(|port| port.width).sum::<u32>();
        let (given, shown) = (bits(PortDirection::Input), bits(PortDirection::Output));
        let width = 1 + given + 2 * shown;
        let connection = clock.iter().map(|name| format!(".\\{name} (clock)"));
        let mut connections: Vec<String> = connection.collect();
        let (mut at, mut out) = (given + 2 * shown, shown);
        for port in of(PortDirection::Input) {
            at -= port.width;
            connections.push(format!(".\\{} (row[{at} +: {}])", port.name, port.width));
        }
        for port in of(PortDirection::Output) {
            out -= port.width;
            connections.push(format!(".\\{} (shown[{out} +: {}])", port.name, port.width));
        }
        let last = rows.len() - 1;
        let (mut unknown, mut clear) = (String::new(), String::new());
        for name in state {
            writeln!(unknown, "    if (^{name} === 1'bx) {name} = 0;").expect("a string");
            writeln!(clear, "        {name} = 0;").expect("a string");
        }
        // Blocks without inputs have no row bits for them; the slices of expected values are below them.
        write!(
            self.text,
            "{text}
module bench{number};
  reg [{high}:0] rows [0:{last}];
  reg [{high}:0] row;
  reg clock;
  integer i, wrong;
  wire [{top_bit}:0] shown;
  {top} dut ({connections});
  initial begin
    $readmemh(\"m{number}.hex\", rows);
    clock = 0; wrong = 0; row = 0;
    #1;
{unknown}    for (i = 0; i <= {last}; i = i + 1) begin
      row = rows[i];
      if (i > 0 && row[{high}]) begin
{clear}      end
      #1 check(0, row[{shown} +: {shown}]);
      clock = 1;
      #1 check(1, row[0 +: {shown}]);
      clock = 0;
    end
    if (wrong == 0) $display(\"{number} same\");
  end
  task check(input after, input [{top_bit}:0] expected);
    if (shown !== expected) begin
      if (wrong == 0) $display(\"{number} differs in clock %0d, after the edge %0d: %h, not %h\", i, after, shown, expected);
      wrong = 1;
    end
  endtask
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
            put(u64::from(row.restart), 1);
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

    /// Writes the files of the testbench.
    pub fn write(&self, folder: &Path) {
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
    }

    /// Runs all modules; what each showed, by its number.
    pub fn run(&self, folder: &Path) -> Result<BTreeMap<usize, Shown>, String> {
        self.write(folder);
        let shown = run(folder)?;
        match self.numbers.iter().find(|number| !shown.contains_key(number)) {
            None => Ok(shown),
            Some(number) => Err(format!("module {number} showed nothing")),
        }
    }
}

/// Runs the testbench in a folder: what each of its modules showed, by its number.
pub fn run(folder: &Path) -> Result<BTreeMap<usize, Shown>, String> {
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
        let what = match what {
            "same" => Ok(()),
            first => Err(first.to_owned()),
        };
        shown.insert(number, what);
    }
    Ok(shown)
}

/// The name of a design's clock.
pub fn clock(design: &Design) -> Option<String> {
    let flat = Flat::new(design).expect("a sound design");
    Some(flat.module.net_ref(flat.clock_port()?).name.clone())
}

/// Registers and words of memories below an instance, by their paths in the emitted text.
pub fn state(design: &Design, id: ModuleId, path: &str) -> Vec<String> {
    let module = design.module(id);
    let name = |net| format!("{path}.{}", module.net_ref(net).name);
    let mut found: Vec<String> = module.registers.iter().map(|register| name(register.q)).collect();
    for memory in &module.memories {
        found.extend((0..memory.depth).map(|word| format!("{path}.{}[{word}]", memory.name)));
        let synchronous = memory.reads.iter().filter(|read| read.synchronous.is_some());
        found.extend(synchronous.map(|read| name(read.data)));
    }
    for instance in &module.instances {
        let child = design.module(instance.module);
        // An instance called as a net inside it is emitted under another name.
        let hidden = child.nets.iter().any(|net| net.name == instance.name);
        let suffix = if hidden { "_unit" } else { "" };
        let path = format!("{path}.{}{suffix}", instance.name);
        found.extend(state(design, instance.module, &path));
    }
    found
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
