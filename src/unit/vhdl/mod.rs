//! A unit in VHDL (2008): its flattened netlist as an entity with the ports of the Verilog module.
//!
//! All nets are `unsigned`, also those of one bit. Their names are extended identifiers, which keep case, dots and VHDL's keywords.

use crate::netlist::{
    BinaryOp, CheckError, Design, ExprId, ExprKind, Flat, Module, NetId, NetKind, NetlistMemory, NetlistRegister,
    UnaryOp,
};
use crate::verilog::{EmittedFile, ManifestPort};
use std::fmt::Write;

/// The longest text of an expression that has no signal of its own.
const LONGEST: usize = 120;

/// What the text needs beyond `numeric_std`. Conditions, shifts by any amount and reductions are those of the netlist. No port has names as
/// these functions and their parameters.
const FUNCTIONS: &str = include_str!("functions.vhd");

/// `TOP.vhd`: the entity of the design `top` and its architecture. `head` are the first lines, as comments of Verilog. Error: the
/// design cannot be flattened.
pub(super) fn vhdl(top: &str, design: &Design, ports: &[ManifestPort], head: &str) -> Result<EmittedFile, CheckError> {
    let flat = Flat::with_clocks(design)?;
    let module = &flat.module;
    let mut writer = Writer::new(module);
    writer.expressions();
    for (i, net) in module.nets.iter().enumerate() {
        writer.signal(&name(&net.name), net.width, module.starts.get(&NetId(i as u32)));
    }
    writer.ports();
    for (net, value) in &module.assigns {
        let text = writer.text(*value);
        writer.body += &format!("  {} <= {text};\n", writer.net(*net));
    }
    module.registers.iter().for_each(|register| writer.register(register));
    module.memories.iter().for_each(|memory| writer.memory(memory));
    let doc: String = module.doc.lines().map(|line| format!("-- {line}\n")).collect();
    let doc = doc.replace("-- \n", "--\n");
    let ports = declared(ports);
    let Writer { signals, body, .. } = writer;
    let text = format!(
        "{}\nlibrary ieee;\nuse ieee.std_logic_1164.all;\nuse ieee.numeric_std.all;\n\n{doc}entity {top} is\n    port (\n{ports}\n    \
         );\nend entity;\n\narchitecture netlist of {top} is\n{FUNCTIONS}\n{signals}begin\n{body}end architecture;\n",
        head.replace("//", "--")
    );
    let name = format!("{top}.vhd");
    Ok(EmittedFile { name, text })
}

/// The type of a port.
fn kind(bits: u32) -> String {
    match bits {
        1 => "std_logic".to_owned(),
        bits => format!("std_logic_vector({} downto 0)", bits - 1),
    }
}

/// Ports with their directions, separated by semicolons.
fn declared(ports: &[ManifestPort]) -> String {
    let port = |port: &ManifestPort| {
        let direction = port.direction.trim_end_matches("put");
        format!("      {} : {direction} {}", port.name, kind(port.width))
    };
    ports.iter().map(port).collect::<Vec<_>>().join(";\n")
}

/// An extended identifier.
fn name(text: &str) -> String {
    format!("\\{text}\\")
}

/// A constant.
fn constant(width: u32, value: u64) -> String {
    format!("unsigned'(\"{value:0width$b}\")", width = width as usize)
}

struct Writer<'a> {
    module: &'a Module,
    /// The texts of expressions that are used.
    texts: Vec<String>,
    /// Declarations.
    signals: String,
    /// Concurrent statements.
    body: String,
}

impl<'a> Writer<'a> {
    fn new(module: &'a Module) -> Self {
        Writer {
            module,
            texts: vec![String::new(); module.exprs().len()],
            signals: String::new(),
            body: String::new(),
        }
    }

    fn signal(&mut self, name: &str, width: u32, start: Option<&u64>) {
        let start = start.map_or(String::new(), |value| format!(" := {}", constant(width, *value)));
        let _ = writeln!(
            self.signals,
            "  signal {name} : unsigned({} downto 0){start};",
            width - 1
        );
    }

    fn net(&self, net: NetId) -> String {
        name(&self.module.net_ref(net).name)
    }

    fn text(&self, id: ExprId) -> &str {
        &self.texts[id.0 as usize]
    }

    /// How often each expression is used.
    fn uses(&self) -> Vec<u32> {
        let module = self.module;
        let mut uses = vec![0; module.exprs().len()];
        let mut use_one = |id: ExprId| uses[id.0 as usize] += 1;
        module.assigns.iter().for_each(|(_, value)| use_one(*value));
        for register in &module.registers {
            [Some(register.d), register.enable]
                .into_iter()
                .flatten()
                .for_each(&mut use_one);
        }
        for memory in &module.memories {
            let writes = memory
                .writes
                .iter()
                .flat_map(|write| [write.enable, write.address, write.data]);
            writes.for_each(&mut use_one);
            let reads = memory.reads.iter();
            let reads = reads.flat_map(|read| [Some(read.address), read.synchronous.flatten()]);
            reads.flatten().for_each(&mut use_one);
        }
        // Operands come before their users.
        for (i, expr) in module.exprs().iter().enumerate().rev() {
            if uses[i] > 0 {
                operands(&expr.kind).into_iter().for_each(|id| uses[id.0 as usize] += 1);
            }
        }
        uses
    }

    /// Finds the texts of all expressions. One that is used twice, or that is long, becomes a signal.
    fn expressions(&mut self) {
        let uses = self.uses();
        for (i, expr) in self.module.exprs().iter().enumerate().filter(|(i, _)| uses[*i] > 0) {
            let text = self.expression(expr.width, &expr.kind);
            let is_leaf = operands(&expr.kind).is_empty();
            self.texts[i] = match is_leaf || uses[i] == 1 && text.len() <= LONGEST {
                true => text,
                false => {
                    // No net has a name of this form.
                    let own = name(&format!("{i}"));
                    self.signal(&own, expr.width, None);
                    self.body += &format!("  {own} <= {text};\n");
                    own
                }
            };
        }
    }

    fn expression(&self, width: u32, kind: &ExprKind) -> String {
        use BinaryOp::*;
        let text = |id: &ExprId| self.text(*id);
        match kind {
            ExprKind::Const(value) | ExprKind::Named(value, _) => constant(width, *value),
            ExprKind::Net(net) => self.net(*net),
            ExprKind::Unary(op, x) => match op {
                UnaryOp::Not => format!("(not {})", text(x)),
                UnaryOp::All => format!("fn_all({})", text(x)),
                UnaryOp::Any => format!("fn_any({})", text(x)),
                UnaryOp::Parity => format!("fn_parity({})", text(x)),
            },
            ExprKind::Binary(op, x, y) => {
                let (x, y) = (text(x), text(y));
                match op {
                    Add => format!("({x} + {y})"),
                    Sub => format!("({x} - {y})"),
                    Mul => format!("resize({x} * {y}, {width})"),
                    And => format!("({x} and {y})"),
                    Or => format!("({x} or {y})"),
                    Xor => format!("({x} xor {y})"),
                    Shl => format!("fn_left({x}, {y})"),
                    Shr => format!("fn_right({x}, {y})"),
                    Eq => format!("fn_bit({x} = {y})"),
                    Ne => format!("fn_bit({x} /= {y})"),
                    Lt => format!("fn_bit({x} < {y})"),
                    Le => format!("fn_bit({x} <= {y})"),
                    Gt => format!("fn_bit({x} > {y})"),
                    Ge => format!("fn_bit({x} >= {y})"),
                }
            }
            ExprKind::Mux(select, x, y) => format!("fn_choose({}, {}, {})", text(select), text(x), text(y)),
            ExprKind::Slice(x, lo) => match text(x) {
                signal if signal.starts_with('\\') => format!("{signal}({} downto {lo})", lo + width - 1),
                x => format!("resize(shift_right({x}, {lo}), {width})"),
            },
            ExprKind::Concat(parts) => {
                let parts: Vec<&str> = parts.iter().map(text).collect();
                format!("({})", parts.join(" & "))
            }
        }
    }

    /// Connects ports with the nets of their names.
    fn ports(&mut self) {
        for (_, port) in self.module.ports() {
            let (port, net) = (port, name(&port.name));
            let element = if port.width == 1 { "(0)" } else { "" };
            self.body += &match (port.kind, port.width) {
                (NetKind::Input, 1) => format!("  {net}{element} <= {};\n", port.name),
                (NetKind::Input, _) => format!("  {net} <= unsigned({});\n", port.name),
                (_, 1) => format!("  {} <= {net}{element};\n", port.name),
                _ => format!("  {} <= std_logic_vector({net});\n", port.name),
            };
        }
    }

    /// A clock, which is a port.
    fn clock(&self, net: NetId) -> &'a str {
        &self.module.net_ref(net).name
    }

    fn register(&mut self, register: &NetlistRegister) {
        let (q, clock) = (self.net(register.q), self.clock(register.clock));
        let loads = format!("{q} <= {};", self.text(register.d));
        let loads = match register.enable {
            Some(enable) => format!("if fn_is_set({}) then {loads} end if;", self.text(enable)),
            None => loads,
        };
        let reset = register.reset.as_ref().map(|reset| {
            let (net, asserted) = (self.net(reset.net), u8::from(!reset.style.active_low));
            let value = constant(self.module.net_ref(register.q).width, reset.value);
            let resets = format!("if {net} = \"{asserted}\" then {q} <= {value};");
            (reset.style.asynchronous, net, resets)
        });
        self.body += &match reset {
            Some((true, net, resets)) => format!(
                "  process ({clock}, {net}) is\n  begin\n    {resets}\n    elsif rising_edge({clock}) then {loads}\n    end if;\n  end \
                 process;\n"
            ),
            Some((false, _, resets)) => format!(
                "  process ({clock}) is\n  begin\n    if rising_edge({clock}) then\n      {resets}\n      else {loads}\n      end if;\n    \
                 end if;\n  end process;\n"
            ),
            None => format!(
                "  process ({clock}) is\n  begin\n    if rising_edge({clock}) then {loads}\n    end if;\n  end process;\n"
            ),
        };
    }

    fn memory(&mut self, memory: &NetlistMemory) {
        let (own, words) = (name(&memory.name), name(&format!("{} words", memory.name)));
        let (depth, width) = (memory.depth, memory.width);
        let _ = writeln!(
            self.signals,
            "  type {words} is array (0 to {}) of unsigned({} downto 0);",
            depth - 1,
            width - 1
        );
        let start = memory.contents.as_ref().map(|_| {
            let starts = (0..depth).filter(|address| memory.start(*address) != 0);
            let starts = starts.map(|address| format!("{address} => {}, ", constant(width, memory.start(address))));
            format!(" := ({}others => {})", starts.collect::<String>(), constant(width, 0))
        });
        let _ = writeln!(self.signals, "  signal {own} : {words}{};", start.unwrap_or_default());
        let word = |address: ExprId| format!("{own}(to_integer({}))", self.text(address));
        let process = |clock: &str, statements: &str| {
            format!(
                "  process ({clock}) is\n  begin\n    if rising_edge({clock}) then\n{statements}    end if;\n  end process;\n"
            )
        };
        let mut body = String::new();
        let writes = memory.writes.iter().map(|write| {
            format!(
                "      if fn_is_set({}) and {} < {depth} then {} <= {}; end if;\n",
                self.text(write.enable),
                self.text(write.address),
                word(write.address),
                self.text(write.data)
            )
        });
        let writes: String = writes.collect();
        if !writes.is_empty() {
            body += &process(self.clock(memory.clock), &writes);
        }
        for read in &memory.reads {
            let (data, address) = (self.net(read.data), self.text(read.address));
            let zero = constant(width, 0);
            let value = format!("{data} <= {} when {address} < {depth} else {zero};", word(read.address));
            body += &match read.synchronous {
                None => format!("  {value}\n"),
                Some(enable) => {
                    let enable = enable.map_or("true".to_owned(), |enable| format!("fn_is_set({})", self.text(enable)));
                    let statement = format!("      if {enable} then {value} end if;\n");
                    process(self.clock(memory.read_clock), &statement)
                }
            };
        }
        self.body += &body;
    }
}

/// The operands of an expression.
fn operands(kind: &ExprKind) -> Vec<ExprId> {
    match kind {
        ExprKind::Const(_) | ExprKind::Named(..) | ExprKind::Net(_) => vec![],
        ExprKind::Unary(_, x) | ExprKind::Slice(x, _) => vec![*x],
        ExprKind::Binary(_, x, y) => vec![*x, *y],
        ExprKind::Mux(select, x, y) => vec![*select, *x, *y],
        ExprKind::Concat(parts) => parts.clone(),
    }
}
