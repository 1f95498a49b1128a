//! Processes: `always @*` with one `case`, and `always @(posedge …)` with non-blocking assignments.

use super::expression::Placed;
use super::parser::{Parser, Symbol, bits};
use super::{Parsed, refused};
use lanesmith_netlist::{
    BinaryOp, ExprId, MemoryRead, MemoryWrite, NetId, NetKind, NetlistRegister, Reset, ResetStyle, UnaryOp,
};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum nesting of statements.
const DEEPEST: u32 = 100;

/// A clocked process while it is read.
struct Clocked {
    clock: NetId,
    /// The conditions under which the statement at hand runs.
    path: Vec<ExprId>,
    /// The next values of registers, as far as the statements so far set them.
    next: BTreeMap<NetId, ExprId>,
    /// The registers that it assigns.
    registers: BTreeSet<NetId>,
    /// The memories that it writes or reads.
    memories: BTreeSet<usize>,
    depth: u32,
}

impl Parser<'_> {
    pub(super) fn process(&mut self) -> Parsed<()> {
        self.advance();
        self.need("@")?;
        if self.passes("*") {
            return self.choice();
        }
        self.need("(")?;
        self.need("posedge")?;
        let (clock, name) = self.net()?;
        let net = self.module.net_ref(clock);
        if net.kind != NetKind::Input || net.width != 1 {
            return name.refuse("a clock that is no input", "an input of 1 bit");
        }
        let mut process = Clocked {
            clock,
            path: vec![],
            next: BTreeMap::new(),
            registers: BTreeSet::new(),
            memories: BTreeSet::new(),
            depth: 0,
        };
        let mut resets = BTreeMap::new();
        if self.passes("or") {
            let active_low = self.passes("negedge");
            if !active_low {
                self.need("posedge")?;
            }
            let reset = self.bit()?;
            self.need(")")?;
            let style = ResetStyle {
                asynchronous: true,
                active_low,
            };
            resets = self.resettable(&mut process, reset, style)?;
        } else {
            self.need(")")?;
            self.statement(&mut process)?;
        }
        let registers = process.next.into_iter().map(|(q, d)| NetlistRegister {
            clock,
            q,
            d,
            enable: None,
            reset: resets.remove(&q),
        });
        self.module.registers.extend(registers);
        Ok(())
    }

    /// `begin case (net) constant, …: net = expression; … default: net = expression; endcase end`
    fn choice(&mut self) -> Parsed<()> {
        self.need("begin")?;
        self.need("case")?;
        self.need("(")?;
        let token = self.peek();
        // A simulator never runs a process that reads constants alone.
        let Some(Symbol::Net(_)) = self.symbols.get(token.text) else {
            return token.refuse("a `case` of something else than a net", "a net, or bits of one");
        };
        let subject = self.primary()?;
        self.need(")")?;
        let mut arms = vec![];
        let mut known = BTreeSet::new();
        let mut target = None;
        while !self.passes("default") {
            let mut any = None;
            loop {
                let label = self.primary()?;
                let value = self.module.known(label.id);
                let fits = self.module.width(label.id) == self.module.width(subject.id);
                if !fits || !value.is_some_and(|value| known.insert(value)) {
                    let expected = format!("a new constant of {}", bits(self.module.width(subject.id)));
                    return label.refuse("a label that chooses nothing", expected);
                }
                let holds = self.module.binary(BinaryOp::Eq, subject.id, label.id);
                any = Some(any.map_or(holds, |any| self.module.binary(BinaryOp::Or, any, holds)));
                if !self.passes(",") {
                    break;
                }
            }
            self.need(":")?;
            arms.push((any.expect("a label"), self.chosen(&mut target)?));
        }
        self.need(":")?;
        let otherwise = self.chosen(&mut target)?;
        let arms = arms.into_iter().rev();
        let value = arms.fold(otherwise, |rest, (holds, then)| self.module.mux(holds, then, rest));
        self.module.assigns.push((target.expect("set by the default"), value));
        self.need("endcase")?;
        self.need("end")
    }

    /// `net = expression;` of the one net that a `case` assigns.
    fn chosen(&mut self, target: &mut Option<NetId>) -> Parsed<ExprId> {
        let (net, name) = self.net()?;
        match *target {
            None => self.drive(net, &name, true)?,
            Some(known) if known == net => {}
            Some(_) => {
                return name.refuse("another net than in the first arm", "the same net in every arm");
            }
        }
        *target = Some(net);
        self.need("=")?;
        let value = self.sized(self.module.net_ref(net).width)?;
        self.need(";")?;
        Ok(value)
    }

    /// `begin if (reset) statement else statement end`, where the first statement sets every register to a constant.
    fn resettable(&mut self, process: &mut Clocked, reset: NetId, style: ResetStyle) -> Parsed<BTreeMap<NetId, Reset>> {
        self.need("begin")?;
        self.need("if")?;
        self.need("(")?;
        if style.active_low {
            self.need("!")?;
        }
        let start = self.peek();
        if self.bit()? != reset {
            return start.refuse("another net than the one between the edges", "the asynchronous reset");
        }
        self.need(")")?;
        let first = self.peek();
        self.statement(process)?;
        let mut resets = BTreeMap::new();
        for (q, value) in std::mem::take(&mut process.next) {
            let reset = |value: u64| Reset {
                net: reset,
                style,
                value,
            };
            resets.extend(self.module.known(value).map(|value| (q, reset(value))));
        }
        self.need("else")?;
        self.statement(process)?;
        self.need("end")?;
        match resets.keys().eq(process.next.keys()) && process.memories.is_empty() {
            true => Ok(resets),
            false => refused(
                first.start..first.span().end,
                "an asynchronous reset that does not set each register of the process to a constant",
                "a constant for each register, and no memory",
            ),
        }
    }

    /// A net of 1 bit.
    fn bit(&mut self) -> Parsed<NetId> {
        let (net, name) = self.net()?;
        match self.module.net_ref(net).width {
            1 => Ok(net),
            width => name.refuse(bits(width), "1 bit"),
        }
    }

    fn statement(&mut self, process: &mut Clocked) -> Parsed<()> {
        process.depth += 1;
        if process.depth > DEEPEST {
            return self
                .peek()
                .refuse("nested too deeply", format!("at most {DEEPEST} levels"));
        }
        if self.passes("begin") {
            while !self.passes("end") {
                self.statement(process)?;
            }
        } else if self.passes("if") {
            self.conditional(process)?;
        } else {
            self.assignment(process)?;
        }
        process.depth -= 1;
        Ok(())
    }

    /// `(condition) statement`, perhaps with `else statement`.
    fn conditional(&mut self, process: &mut Clocked) -> Parsed<()> {
        self.need("(")?;
        let condition = self.condition()?;
        self.need(")")?;
        let before = process.next.clone();
        self.under(process, condition)?;
        let then = std::mem::replace(&mut process.next, before);
        if self.passes("else") {
            let inverted = self.module.unary(UnaryOp::Not, condition);
            self.under(process, inverted)?;
        }
        let otherwise = std::mem::take(&mut process.next);
        let either: BTreeSet<NetId> = then.keys().chain(otherwise.keys()).copied().collect();
        for q in either {
            let hold = self.module.read(q);
            let [then, otherwise] = [&then, &otherwise].map(|next| next.get(&q).copied().unwrap_or(hold));
            process.next.insert(q, self.module.mux(condition, then, otherwise));
        }
        Ok(())
    }

    /// A statement that runs under a condition.
    fn under(&mut self, process: &mut Clocked, condition: ExprId) -> Parsed<()> {
        process.path.push(condition);
        self.statement(process)?;
        process.path.pop();
        Ok(())
    }

    /// `register <= expression;`, `register <= memory[address];` or `memory[address] <= expression;`
    fn assignment(&mut self, process: &mut Clocked) -> Parsed<()> {
        let token = self.peek();
        let path = process.path.clone();
        let condition = path.into_iter().reduce(|x, y| self.module.binary(BinaryOp::And, x, y));
        if let Some(Symbol::Memory(number)) = self.symbols.get(token.text).copied() {
            let width = self.module.memories[number].width;
            let (_, address) = self.word(width)?.expect("a memory");
            self.need("<=")?;
            let data = self.sized(width)?;
            let enable = condition.unwrap_or_else(|| self.module.constant(1, 1));
            let memory = &mut self.module.memories[number];
            if process.memories.insert(number) && !memory.writes.is_empty() {
                return token.refuse("a memory that another process writes", "all writes in one process");
            }
            if memory.is_clocked() && memory.clock != process.clock {
                return token.refuse("a memory of another clock", "all ports of a memory at one clock");
            }
            memory.clock = process.clock;
            memory.writes.push(MemoryWrite { enable, address, data });
            return self.need(";");
        }
        let (q, name) = self.net()?;
        let is_new = process.registers.insert(q);
        if is_new {
            self.drive(q, &name, true)?;
        }
        self.need("<=")?;
        let width = self.module.net_ref(q).width;
        let Some((number, address)) = self.word(width)? else {
            let value = self.sized(width)?;
            process.next.insert(q, value);
            return self.need(";");
        };
        let memory = &mut self.module.memories[number];
        if !is_new || (memory.is_clocked() && memory.clock != process.clock) {
            return name.refuse(
                "another assignment, or another clock",
                "one read of a memory, at the clock of its other ports",
            );
        }
        process.memories.insert(number);
        memory.clock = process.clock;
        memory.reads.push(MemoryRead {
            data: q,
            address,
            synchronous: Some(condition),
        });
        self.need(";")
    }

    /// `!net`, or an expression of 1 bit.
    fn condition(&mut self) -> Parsed<ExprId> {
        if self.passes("!") {
            let net = self.bit()?;
            let value = self.module.read(net);
            return Ok(self.module.unary(UnaryOp::Not, value));
        }
        let value: Placed = self.expression()?;
        self.is_bit(&value)?;
        Ok(value.id)
    }
}
