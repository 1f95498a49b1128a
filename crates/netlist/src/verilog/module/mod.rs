//! The text of one module.

mod declarations;
mod instances;
mod processes;
mod reads;

use super::case::{Ladder, written};
use super::expression::expression;
use super::layout::{Doc, WIDTH};
use super::legalise::{Legal, Part, legalise};
use crate::{Design, ExprId, ExprKind, Module, NetId};
use reads::Reads;
use std::collections::HashSet;

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
    let chosen = legal.assigns.iter().map(|part| part.content);
    let chosen = chosen.filter(|(_, value)| written(&legal.module, *value).is_some());
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
        let ports = self.legal.module.ports();
        let (parameters, ports): (Vec<_>, Vec<_>) = ports.partition(|(id, _)| is_parameter(source, *id));
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
            let label = |label: ExprId| expression(&legal.module, label).render(0, 0);
            let labels: Vec<String> = labels.into_iter().map(label).collect();
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

    /// Comment lines, wrapped between words. A `-` before a tool's name keeps the tool from taking the line for a directive.
    fn comment(&mut self, indent: usize, text: &str) {
        for paragraph in text.lines() {
            let mut line = String::from("//");
            for word in paragraph.split_whitespace() {
                let word = word.replace(char::is_control, "");
                if line.len() > 2 && indent + line.chars().count() + 1 + word.chars().count() > WIDTH {
                    self.line(indent, &line);
                    line = String::from("//");
                }
                line += match line.len() == 2 && is_tool(&word) {
                    true => " - ",
                    false => " ",
                };
                line += &word;
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

/// The tools whose directives are comments that begin with their names.
const TOOLS: &str = "altera ambit ascent cadence coverage exemplar formality get2chip leda lint lint_off lint_on mentor novas \
                     pragma quartus quickturn rtl_synthesis spyglass synopsys synplify synthesis tessent translate_off \
                     translate_on turn vcs verible verilator verilog_format verilog_lint vivado xilinx";

/// Whether a tool may take a comment that begins with this word for a directive.
pub fn is_tool(word: &str) -> bool {
    let word = word.trim_end_matches(|c: char| c.is_ascii_punctuation());
    TOOLS.split_whitespace().any(|tool| tool.eq_ignore_ascii_case(word))
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
