//! Processes of registers and memories.

use super::Writer;
use crate::verilog::contents;
use crate::verilog::expression::{constant, expression};
use crate::verilog::legalise::Part;
use crate::{ExprId, NetId, NetlistMemory, NetlistRegister};
use std::fmt::Write;

impl Writer<'_> {
    /// Adjacent registers with the same clock, reset and enable share a process.
    pub(super) fn registers(&mut self) {
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

    pub(super) fn memory(&mut self, memory: &NetlistMemory) {
        let module = &self.legal.module;
        let word = |address| format!("{}[{}]", memory.name, expression(module, address).render(6, 6));
        let clock = &module.net_ref(memory.clock).name;
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
                    self.line(2, &format!("always @(posedge {clock}) begin"));
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
}
