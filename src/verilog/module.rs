//! The text of one module.

use super::case::{Ladder, written};
use super::contents;
use super::expression::{bits, code, constant, expression};
use super::layout::{Doc, WIDTH};
use super::legalise::{Legal, Part, legalise};
use crate::netlist::{
    Design, ExprId, ExprKind, Instance, Module, Net, NetId, NetKind, NetlistMemory, NetlistRegister, mask,
};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

/// The module with its comments and directives.
pub(super) fn text(design: &Design, module: &Module) -> String {
    let legal = legalise(design, module);
    let mut writer = Writer {
        design,
        stored: stored(&legal),
        legal: &legal,
        out: String::new(),
    };
    writer.module(module);
    writer.out
}

/// The nets that are assigned in processes, hence declared `reg`.
fn stored(legal: &Legal) -> HashSet<NetId> {
    let registers = legal.registers.iter().map(|part| part.content.q);
    let reads = legal.memories.iter().flat_map(|part| &part.content.reads);
    let synchronous = reads.filter(|read| read.synchronous.is_some()).map(|read| read.data);
    let chosen = legal
        .assigns
        .iter()
        .map(|part| part.content)
        .filter(|(_, value)| written(&legal.module, *value).is_some());
    registers.chain(synchronous).chain(chosen.map(|(net, _)| net)).collect()
}

struct Writer<'a> {
    design: &'a Design,
    legal: &'a Legal,
    stored: HashSet<NetId>,
    out: String,
}

impl Writer<'_> {
    fn module(&mut self, source: &Module) {
        self.line(0, "`default_nettype none");
        self.line(0, "");
        self.comment(0, &source.doc);
        let (parameters, ports): (Vec<_>, Vec<_>) = source.ports().partition(|(id, _)| is_parameter(source, *id));
        if parameters.is_empty() && settings(source).is_empty() {
            self.line(0, &format!("module {} (", source.name));
        } else {
            self.line(0, &format!("module {} #(", source.name));
            self.parameters(&parameters, settings(source));
            self.line(0, ") (");
        }
        self.ports(&ports);
        self.line(0, ");");
        let mut reads = Reads::new(&self.legal.module);
        reads.legal(self.legal);
        self.constants(&reads);
        self.declarations();
        self.assigns();
        for part in &self.legal.instances {
            self.line(0, "");
            self.wires(&part.wires);
            self.instance(&part.content);
        }
        self.registers();
        for part in &self.legal.memories {
            self.line(0, "");
            self.wires(&part.wires);
            self.memory(&part.content);
        }
        self.unused(&reads);
        self.line(0, "");
        self.line(0, "endmodule");
        self.line(0, "");
        self.line(0, "`default_nettype wire");
    }

    fn parameters(&mut self, parameters: &[(NetId, &Net)], settings: &[(String, String)]) {
        let last = parameters.len() + settings.len() - 1;
        let comma = |i: usize| if i < last { "," } else { "" };
        for (i, (_, net)) in parameters.iter().enumerate() {
            self.comment(2, &net.doc);
            let (name, zero) = (declaration("parameter", net.width, &net.name), constant(net.width, 0));
            self.line(2, &format!("{name} = {zero}{}", comma(i)));
        }
        for (i, (name, text)) in settings.iter().enumerate() {
            self.comment(2, "The same in every instance.");
            self.line(
                2,
                &format!("parameter {name} = \"{text}\"{}", comma(parameters.len() + i)),
            );
        }
    }

    fn ports(&mut self, ports: &[(NetId, &Net)]) {
        let range_width = ports.iter().map(|(_, net)| range(net.width).len()).max().unwrap_or(0);
        for (i, (id, net)) in ports.iter().enumerate() {
            self.comment(2, &net.doc);
            let direction = match (net.kind, self.stored.contains(id)) {
                (NetKind::Input, _) => "input  wire",
                (_, false) => "output wire",
                (_, true) => "output reg ",
            };
            let comma = if i + 1 < ports.len() { "," } else { "" };
            let range = format!("{:range_width$}", range(net.width));
            let gap = if range.is_empty() { "" } else { " " };
            self.line(2, &format!("{direction}{gap}{range} {}{comma}", net.name));
        }
    }

    /// The named constants that are read.
    fn constants(&mut self, reads: &Reads) {
        let mut group = None;
        for ((sorted, _), value, name, width) in &reads.named {
            if group.replace(sorted) != Some(sorted) {
                self.line(0, "");
            }
            let (name, value) = (declaration("localparam", *width, name), code(*width, *value));
            self.line(2, &format!("{name} = {value};"));
        }
    }

    fn declarations(&mut self) {
        let nets = self.legal.module.nets[..self.legal.own_nets].iter().enumerate();
        let nets = nets.map(|(i, net)| (NetId(i as u32), net));
        let inner = |(id, net): &(NetId, &Net)| net.kind == NetKind::Wire && !self.legal.dropped.contains(id);
        let wires: Vec<(NetId, &Net)> = nets.filter(inner).collect();
        if !wires.is_empty() {
            self.line(0, "");
        }
        for (id, net) in wires {
            self.comment(2, &net.doc);
            let kind = if self.stored.contains(&id) { "reg" } else { "wire" };
            self.line(2, &format!("{};", declaration(kind, net.width, &net.name)));
        }
        for memory in self.legal.memories.iter().map(|part| &part.content) {
            let word = declaration("reg", memory.width, &memory.name);
            self.line(2, &format!("{word} [0:{}];", memory.depth - 1));
        }
    }

    fn assigns(&mut self) {
        if !self.legal.assigns.is_empty() {
            self.line(0, "");
        }
        for Part { wires, content } in &self.legal.assigns {
            self.wires(wires);
            let name = self.legal.module.net_ref(content.0).name.clone();
            match written(&self.legal.module, content.1) {
                Some(case) => self.choice(&name, case),
                None => self.statement(2, &format!("assign {name} ="), content.1),
            }
        }
    }

    fn wires(&mut self, wires: &[(NetId, ExprId)]) {
        for (net, value) in wires {
            let net = self.legal.module.net_ref(*net);
            if let Some(case) = written(&self.legal.module, *value) {
                let name = net.name.clone();
                self.line(2, &format!("{};", declaration("reg", net.width, &name)));
                self.choice(&name, case);
                continue;
            }
            self.statement(2, &format!("{} =", declaration("wire", net.width, &net.name)), *value);
        }
    }

    /// A process that assigns a value, which is a `case`.
    fn choice(&mut self, name: &str, case: Ladder) {
        let legal = self.legal;
        let start = format!("{name} =");
        self.line(2, "always @* begin");
        let subject = expression(&legal.module, case.subject).render(4, 4);
        self.line(4, &format!("case ({subject})"));
        for (labels, then) in case.arms {
            let labels: Vec<String> = labels
                .iter()
                .map(|label| expression(&legal.module, *label).render(0, 0))
                .collect();
            self.arm(6, &labels, &start, then);
        }
        self.arm(6, &["default".to_owned()], &start, case.otherwise);
        self.line(4, "endcase");
        self.line(2, "end");
    }

    /// An arm of a `case`.
    fn arm(&mut self, indent: usize, labels: &[String], start: &str, value: ExprId) {
        let mut line = String::new();
        for (i, label) in labels.iter().enumerate() {
            let comma = if i + 1 < labels.len() { "," } else { ":" };
            if !line.is_empty() && indent + line.len() + label.len() + 2 > WIDTH {
                self.line(indent, &line);
                line.clear();
            }
            let gap = if line.is_empty() { "" } else { " " };
            line += &format!("{gap}{label}{comma}");
        }
        let text = expression(&self.legal.module, value).render(0, 0);
        if indent + line.len() + start.len() + text.len() + 3 > WIDTH || text.contains('\n') {
            self.line(indent, &line);
            return self.statement(indent + 2, start, value);
        }
        self.line(indent, &format!("{line} {start} {text};"));
    }

    fn instance(&mut self, instance: &Instance) {
        let child = self.design.module(instance.module);
        let connection = |port: NetId| {
            let input = instance.inputs.iter().find(|(child, _)| *child == port);
            let output = instance.outputs.iter().find(|(child, _)| *child == port);
            match (input, output) {
                (Some((_, value)), _) => expression(&self.legal.module, *value),
                (_, Some((_, net))) => Doc::text(self.legal.module.net_ref(*net).name.clone()),
                _ => Doc::text(""),
            }
        };
        let (parameters, ports): (Vec<_>, Vec<_>) = child.ports().partition(|(id, _)| is_parameter(child, *id));
        let values = parameters
            .iter()
            .map(|(id, net)| format!(".{} ({})", net.name, connection(*id).render(6, 6)));
        let texts = settings(child)
            .iter()
            .map(|(name, text)| format!(".{name} (\"{text}\")"));
        let values: Vec<String> = values.chain(texts).collect();
        let values = match values.is_empty() {
            true => String::new(),
            false => format!("#({}) ", values.join(", ")),
        };
        let longest = ports.iter().map(|(_, net)| net.name.len()).max().unwrap_or(0);
        let mut lines = Vec::new();
        for (i, (id, port)) in ports.iter().enumerate() {
            let start = format!("    .{:longest$} (", port.name);
            let comma = if i + 1 < ports.len() { "," } else { "" };
            lines.push(format!("{start}{}){comma}", connection(*id).render(6, start.len())));
        }
        self.line(2, &format!("{} {values}{} (", child.name, instance.name));
        for line in lines {
            self.line(0, &line);
        }
        self.line(2, ");");
    }

    /// Adjacent registers with the same clock, reset and enable share a process.
    fn registers(&mut self) {
        let control = |register: &NetlistRegister| {
            let reset = register.reset.as_ref().map(|reset| (reset.net, reset.style));
            (register.clock, reset, register.enable)
        };
        let together =
            |x: &Part<NetlistRegister>, y: &Part<NetlistRegister>| control(&x.content) == control(&y.content);
        for group in self.legal.registers.chunk_by(together) {
            self.line(0, "");
            for part in group {
                self.wires(&part.wires);
            }
            let registers: Vec<&NetlistRegister> = group.iter().map(|part| &part.content).collect();
            self.initial(&registers);
            self.process(&registers);
        }
    }

    fn initial(&mut self, registers: &[&NetlistRegister]) {
        for register in registers {
            if let Some(start) = self.legal.module.starts.get(&register.q) {
                let net = self.legal.module.net_ref(register.q);
                let start = self.state(register.q, *start);
                self.line(2, &format!("initial {} = {start};", net.name));
            }
        }
    }

    /// A value that a register has after a reset or at power-up.
    fn state(&self, q: NetId, value: u64) -> String {
        let module = &self.legal.module;
        match self.legal.states.get(&(q, value)) {
            Some(named) => expression(module, *named).render(0, 0),
            None => constant(module.net_ref(q).width, value),
        }
    }

    fn process(&mut self, registers: &[&NetlistRegister]) {
        let module = &self.legal.module;
        let name = |net: NetId| module.net_ref(net).name.as_str();
        let first = registers[0];
        let mut events = format!("posedge {}", name(first.clock));
        let mut indent = 4;
        let mut otherwise = "";
        if let Some(reset) = first.reset.as_ref() {
            let (edge, invert) = if reset.style.active_low {
                ("negedge", "!")
            } else {
                ("posedge", "")
            };
            if reset.style.asynchronous {
                write!(events, " or {edge} {}", name(reset.net)).expect("writing to a string");
            }
            otherwise = "end else ";
            let condition = format!("if ({invert}{}) begin", name(reset.net));
            self.line(2, &format!("always @({events}) begin"));
            self.line(4, &condition);
            for register in registers {
                let value = register.reset.as_ref().map_or(0, |reset| reset.value);
                let value = self.state(register.q, value);
                self.line(6, &format!("{} <= {value};", name(register.q)));
            }
        } else {
            self.line(2, &format!("always @({events}) begin"));
        }
        match first.enable {
            Some(enable) => {
                let start = format!("{otherwise}if (");
                let condition = expression(module, enable).render(4, 4 + start.len());
                self.line(4, &format!("{start}{condition}) begin"));
                indent = 6;
            }
            None if !otherwise.is_empty() => {
                self.line(4, &format!("{otherwise}begin"));
                indent = 6;
            }
            None => {}
        }
        for register in registers {
            self.statement(indent, &format!("{} <=", name(register.q)), register.d);
        }
        if indent == 6 {
            self.line(4, "end");
        }
        self.line(2, "end");
    }

    fn memory(&mut self, memory: &NetlistMemory) {
        let module = &self.legal.module;
        let word = |address| format!("{}[{}]", memory.name, expression(module, address).render(6, 6));
        let [clock, read_clock] = [memory.clock, memory.read_clock].map(|clock| &module.net_ref(clock).name);
        for line in contents::lines(self.legal, memory) {
            self.line(0, &line);
        }
        if !memory.writes.is_empty() {
            self.line(2, &format!("always @(posedge {clock}) begin"));
            for write in &memory.writes {
                let enabled = self.enabled(write.enable);
                self.guarded(enabled, &format!("{} <=", word(write.address)), write.data);
            }
            self.line(2, "end");
        }
        for read in &memory.reads {
            let (data, word) = (&module.net_ref(read.data).name, word(read.address));
            match read.synchronous {
                None => self.line(2, &format!("assign {data} = {word};")),
                Some(enable) => {
                    self.line(2, &format!("always @(posedge {read_clock}) begin"));
                    match enable.and_then(|enable| self.enabled(enable)) {
                        Some(enable) => {
                            self.line(4, &format!("if ({enable}) begin"));
                            self.line(6, &format!("{data} <= {word};"));
                            self.line(4, "end");
                        }
                        None => self.line(4, &format!("{data} <= {word};")),
                    }
                    self.line(2, "end");
                }
            }
        }
    }

    /// The text of an enable, unless it is always on.
    fn enabled(&self, enable: ExprId) -> Option<String> {
        let module = &self.legal.module;
        let always = module.known(enable) == Some(1);
        (!always).then(|| expression(module, enable).render(4, 8))
    }

    fn guarded(&mut self, enable: Option<String>, target: &str, value: ExprId) {
        match enable {
            Some(enable) => {
                self.line(4, &format!("if ({enable}) begin"));
                self.statement(6, target, value);
                self.line(4, "end");
            }
            None => self.statement(4, target, value),
        }
    }

    /// Lists every unused bit in a reduction, so that linters accept it as intended.
    fn unused(&mut self, reads: &Reads) {
        let module = &self.legal.module;
        let mut unread = vec![Doc::text("1'b0")];
        for (name, _) in settings(module) {
            unread.extend([Doc::text(","), Doc::Line, Doc::text(name.clone())]);
        }
        for (i, net) in module.nets.iter().enumerate() {
            let id = NetId(i as u32);
            if net.kind == NetKind::Output || self.legal.dropped.contains(&id) {
                continue;
            }
            let mut free = !reads.bits[i] & mask(net.width);
            while free != 0 {
                let lo = free.trailing_zeros();
                let width = (free >> lo).trailing_ones();
                unread.extend([Doc::text(","), Doc::Line]);
                unread.push(Doc::text(bits(module, id, lo, width)));
                free &= !(mask(width) << lo);
            }
        }
        if unread.len() == 1 {
            return;
        }
        let mut name = "unused_ok".to_string();
        while module.nets.iter().any(|net| net.name == name) {
            name.push('_');
        }
        let list = Doc::Join(vec![
            Doc::text("{"),
            Doc::Join(vec![Doc::Fold, Doc::Join(unread)]).nest(),
            Doc::Fold,
            Doc::text("}"),
        ]);
        let start = format!("  wire {name} = &");
        let list = list.group().render(2, start.len());
        self.line(0, "");
        self.line(2, "// Bits that are not used here.");
        self.line(0, &format!("{start}{list};"));
    }

    /// `start value;`, on one line if it fits.
    fn statement(&mut self, indent: usize, start: &str, value: ExprId) {
        let module = &self.legal.module;
        let text = expression(module, value);
        let text = match module.expr_ref(value).kind {
            // A concatenation breaks after its brace.
            ExprKind::Concat(_) => Doc::Join(vec![Doc::text(" "), text, Doc::text(";")]),
            _ => Doc::Join(vec![Doc::Line, text, Doc::text(";")]).nest(),
        };
        let text = text.group().render(indent, indent + start.len());
        self.line(indent, &format!("{start}{text}"));
    }

    /// Comment lines, wrapped between words.
    fn comment(&mut self, indent: usize, text: &str) {
        for paragraph in text.lines() {
            let mut line = String::from("//");
            for word in paragraph.split_whitespace() {
                if line.len() > 2 && indent + line.chars().count() + 1 + word.chars().count() > WIDTH {
                    self.line(indent, &line);
                    line = String::from("//");
                }
                line.push(' ');
                line += word;
            }
            self.line(indent, &line);
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        if !text.is_empty() {
            self.out.extend(std::iter::repeat_n(' ', indent));
            self.out += text;
        }
        self.out.push('\n');
    }
}

fn is_parameter(module: &Module, port: NetId) -> bool {
    module.cell.as_ref().is_some_and(|cell| cell.parameters.contains(&port))
}

/// The parameters that have the same text in every instance of the module.
fn settings(module: &Module) -> &[(String, String)] {
    module.cell.as_ref().map_or(&[], |cell| &cell.settings)
}

fn range(width: u32) -> String {
    if width == 1 {
        return String::new();
    }
    format!("[{}:0]", width - 1)
}

fn declaration(kind: &str, width: u32, name: &str) -> String {
    match width {
        1 => format!("{kind} {name}"),
        _ => format!("{kind} {} {name}", range(width)),
    }
}

/// What is read.
struct Reads {
    /// The bits of every net.
    bits: Vec<u64>,
    /// Named constants: group, for sorting in small letters as well, value, identifier and width.
    named: BTreeSet<((String, String), u64, String, u32)>,
}

impl Reads {
    fn new(module: &Module) -> Self {
        Reads {
            bits: vec![0; module.nets.len()],
            named: BTreeSet::new(),
        }
    }

    fn legal(&mut self, legal: &Legal) {
        let module = &legal.module;
        for part in &legal.assigns {
            self.wires(module, &part.wires);
            self.expression(module, part.content.1);
        }
        for part in &legal.instances {
            self.wires(module, &part.wires);
            for (_, value) in &part.content.inputs {
                self.expression(module, *value);
            }
        }
        for part in &legal.registers {
            self.wires(module, &part.wires);
            let register = &part.content;
            self.net(register.clock);
            register.reset.iter().for_each(|reset| self.net(reset.net));
            register
                .enable
                .iter()
                .for_each(|enable| self.expression(module, *enable));
            self.expression(module, register.d);
        }
        legal.states.values().for_each(|state| self.expression(module, *state));
        for part in &legal.memories {
            self.wires(module, &part.wires);
            let memory = &part.content;
            if !memory.writes.is_empty() {
                self.net(memory.clock);
            }
            for write in &memory.writes {
                for value in [write.enable, write.address, write.data] {
                    self.expression(module, value);
                }
            }
            for read in &memory.reads {
                self.expression(module, read.address);
                if let Some(enable) = read.synchronous {
                    self.net(memory.read_clock);
                    enable.iter().for_each(|enable| self.expression(module, *enable));
                }
            }
        }
    }

    fn wires(&mut self, module: &Module, wires: &[(NetId, ExprId)]) {
        for (_, value) in wires {
            self.expression(module, *value);
        }
    }

    fn net(&mut self, net: NetId) {
        self.bits[net.0 as usize] = u64::MAX;
    }

    fn expression(&mut self, module: &Module, id: ExprId) {
        let expr = module.expr_ref(id);
        match &expr.kind {
            ExprKind::Const(_) => {}
            ExprKind::Named(value, name) => {
                let group = (name.group.to_lowercase(), name.group.clone());
                self.named.insert((group, *value, name.item.clone(), expr.width));
            }
            ExprKind::Net(net) => self.net(*net),
            ExprKind::Unary(_, x) => self.expression(module, *x),
            ExprKind::Binary(_, x, y) => {
                self.expression(module, *x);
                self.expression(module, *y);
            }
            ExprKind::Mux(select, x, y) => {
                self.expression(module, *select);
                self.expression(module, *x);
                self.expression(module, *y);
            }
            ExprKind::Slice(x, lo) => {
                if let ExprKind::Net(net) = module.expr_ref(*x).kind {
                    self.bits[net.0 as usize] |= mask(expr.width) << lo;
                }
            }
            ExprKind::Concat(parts) => parts.iter().for_each(|part| self.expression(module, *part)),
        }
    }
}
