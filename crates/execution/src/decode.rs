//! Instructions of the text as operations on slots.

use crate::layout::{Layout, size};
use crate::memory::Access;
use crate::modifiers::Int;
use crate::operands::misplaced;
use crate::program::{BarrierOp, CallOp, End, Function, Op, Slot, Transfer, WarpOp};
use crate::semantics::{Semantics, callee, select};
use crate::special::Special;
use lanesmith_ptx::tree::{self, Block, Instruction, Module, Name, Operand, OperandKind, Span, Statement, Symbol};
use lanesmith_ptx::{DataType, PtxInstruction};
use lanesmith_text::diagnostic::Diagnostic;
use std::collections::{BTreeMap, HashMap};

/// Decodes one function.
pub(crate) struct Decoder<'m, 'a> {
    pub(crate) module: &'m Module<'a>,
    pub(crate) function: &'m tree::Function<'a>,
    /// Its index among the functions of the program.
    pub(crate) index: usize,
    pub(crate) layout: &'m Layout,
    /// The indices of the reachable functions by name.
    names: &'m HashMap<&'a str, usize>,
    units: &'m mut Vec<PtxInstruction>,
    code: Vec<Op>,
    spans: Vec<Span>,
    /// The operation that each label stands before.
    labels: HashMap<u32, u32>,
    targets: HashMap<u32, Vec<&'a str>>,
    constants: HashMap<u64, Slot>,
    pub(crate) specials: BTreeMap<String, (Slot, Special)>,
    slots: Slot,
    pub(crate) zero: Slot,
    pub(crate) frame: Slot,
    /// Takes what nobody wants.
    pub(crate) sink: Slot,
    carry: Slot,
    /// Whether constants of the current instruction are singles.
    pub(crate) wants_single: bool,
}

impl<'m, 'a> Decoder<'m, 'a> {
    pub(crate) fn new(
        module: &'m Module<'a>,
        (function, index): (&'m tree::Function<'a>, usize),
        layout: &'m Layout,
        names: &'m HashMap<&'a str, usize>,
        units: &'m mut Vec<PtxInstruction>,
    ) -> Self {
        let zero = layout.frames[index].slots;
        Decoder {
            module,
            function,
            index,
            layout,
            names,
            units,
            code: Vec::new(),
            spans: Vec::new(),
            labels: HashMap::new(),
            targets: HashMap::new(),
            constants: HashMap::from([(0, zero)]),
            specials: BTreeMap::new(),
            slots: zero + 4,
            zero,
            frame: zero + 1,
            sink: zero + 2,
            carry: zero + 3,
            wants_single: false,
        }
    }

    /// The function as operations.
    pub(crate) fn function(mut self) -> Result<Function, Diagnostic> {
        if let Some(body) = &self.function.body {
            self.block(body)?;
        }
        // Both end a kernel.
        self.push(Op::Return, self.function.span);
        self.resolve_branches()?;
        let mut template = vec![0; self.slots as usize];
        for (value, slot) in &self.constants {
            template[*slot as usize] = *value;
        }
        Ok(Function {
            code: self.code,
            spans: self.spans,
            template,
            specials: self.specials.into_values().collect(),
            frame: self.frame,
            bytes: self.layout.frames[self.index].bytes,
        })
    }

    pub(crate) fn push(&mut self, op: Op, span: Span) {
        self.code.push(op);
        self.spans.push(span);
    }

    /// A slot of its own.
    pub(crate) fn temporary(&mut self) -> Slot {
        self.slots += 1;
        self.slots - 1
    }

    pub(crate) fn constant(&mut self, value: u64) -> Slot {
        let next = self.slots;
        let slot = *self.constants.entry(value).or_insert(next);
        self.slots += u32::from(slot == next);
        slot
    }

    fn block(&mut self, block: &Block<'a>) -> Result<(), Diagnostic> {
        for statement in &block.statements {
            match statement {
                Statement::Label(label) => drop(self.labels.insert(*label, self.code.len() as u32)),
                Statement::Instruction(instruction) => self.instruction(instruction)?,
                Statement::Block(block) => self.block(block)?,
                Statement::Targets(label, directive) => {
                    let names = directive.arguments.iter().map(|argument| argument.word.text);
                    self.targets.insert(*label, names.collect());
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn instruction(&mut self, instruction: &Instruction<'a>) -> Result<(), Diagnostic> {
        let span = instruction.span;
        let semantics = select(instruction).map_err(|_| misplaced(span))?;
        let mut types = instruction.modifiers.iter().map(|word| DataType::read(word.text));
        self.wants_single = types.all(|data_type| data_type.is_none_or(|data_type| data_type.bits <= 32));
        let Some(guard) = &instruction.guard else {
            return self.operation(semantics, instruction);
        };
        let (predicate, is_negated) = (self.predicate(guard.predicate)?, u64::from(guard.is_negated));
        if let Semantics::Branch = semantics {
            let target = self.label(instruction.operands.first(), span)?;
            self.push(Op::BranchIf(predicate, is_negated ^ 1, target), span);
            return Ok(());
        }
        let skip = self.code.len();
        self.push(Op::Nothing, span);
        self.operation(semantics, instruction)?;
        self.code[skip] = Op::Skip(predicate, is_negated, self.code.len() as u32);
        Ok(())
    }

    fn operation(&mut self, semantics: Semantics, instruction: &Instruction<'a>) -> Result<(), Diagnostic> {
        let (span, operands) = (instruction.span, &instruction.operands[..]);
        let has_result = match semantics {
            Semantics::Barrier(kind) => !matches!(kind, ".sync" | ".arrive"),
            Semantics::Warp(_) => instruction.opcode.text != "bar",
            Semantics::Atomic(_) => instruction.opcode.text == "atom",
            _ => true,
        };
        let (first, mut rest) = operands.split_at(usize::from(has_result).min(operands.len()));
        let results = |decoder: &Self, least: usize| {
            let mut slots = Vec::new();
            for operand in first {
                decoder.results(operand, &mut slots)?;
            }
            slots.resize(slots.len().max(least), (decoder.sink, 64));
            Ok::<_, Diagnostic>(slots)
        };
        let all = |slots: Vec<(Slot, u32)>| slots.into_iter().map(|slot| slot.0);
        let op = match semantics {
            Semantics::Pure(function) => {
                let sources = self.fixed(rest)?;
                Op::Pure(function, results(self, 1)?[0].0, sources)
            }
            Semantics::Extended(function, int) => {
                let (sources, (to, bits)) = (self.fixed(rest)?, results(self, 1)?[0]);
                Op::Pure(
                    Box::new(move |a, b, c| int.extended(function(a, b, c), bits)),
                    to,
                    sources,
                )
            }
            Semantics::Move(bits) => {
                let (sources, results) = (self.values(rest)?, results(self, 1)?);
                match (&results[..], &sources[..]) {
                    ([(to, _)], [from]) => {
                        let mask = Int { bits, signed: false }.mask();
                        Op::Pure(Box::new(move |a, _, _| a & mask), *to, [*from; 3])
                    }
                    ([], _) | (_, []) => return Err(misplaced(span)),
                    _ => Op::Many(Box::new(repack(bits)), sources.into(), all(results).collect()),
                }
            }
            Semantics::Many(function) => {
                Op::Many(function, self.values(rest)?.into(), all(results(self, 1)?).collect())
            }
            Semantics::Carry(function, writes) => {
                let mut sources = self.values(rest)?;
                sources.push(self.carry);
                let flag = if writes { self.carry } else { self.sink };
                Op::Many(function, sources.into(), all(results(self, 1)?).chain([flag]).collect())
            }
            Semantics::Load(access) => {
                let (address, space) = self.address(rest.first(), span, access.space)?;
                let elements = results(self, access.vector as usize)?;
                Op::Load(address, Access { space, ..access }, elements.into())
            }
            Semantics::Store(access) => {
                let (address, space) = self.address(first.first(), span, access.space)?;
                Op::Store(address, Access { space, ..access }, self.values(rest)?.into())
            }
            Semantics::Atomic(mut operation) => {
                let (address, space) = self.address(rest.first(), span, operation.access.space)?;
                operation.access.space = space;
                let [b, c] = self.fixed(&rest[1..])?;
                Op::Atomic(address, operation, [results(self, 1)?[0].0, b, c])
            }
            Semantics::Warp(operation) => {
                let mut mask = self.zero;
                if let (true, Some((last, others))) = (operation.has_mask, rest.split_last()) {
                    (mask, rest) = (self.only(last)?, others);
                }
                let [a, b, c] = self.fixed(rest)?;
                let results = results(self, 2)?;
                Op::Warp(Box::new(WarpOp {
                    operation,
                    sources: [a, b, c, mask],
                    results: [results[0].0, results[1].0],
                }))
            }
            Semantics::Barrier(kind) => {
                let mut predicate = self.zero;
                if let (true, Some((last, others))) = (has_result, rest.split_last()) {
                    (predicate, rest) = (self.only(last)?, others);
                }
                let [barrier, count] = self.fixed(rest)?;
                Op::Barrier(Box::new(BarrierOp {
                    kind,
                    barrier,
                    count: (rest.len() > 1).then_some(count),
                    predicate,
                    result: results(self, 1)?[0].0,
                }))
            }
            Semantics::Unit => {
                let sources = self.fixed(rest)?;
                self.units.extend(instruction.unit.as_deref().cloned());
                Op::Unit(self.units.len() as u32 - 1, results(self, 1)?[0].0, sources)
            }
            Semantics::Branch => Op::Branch(self.label(operands.first(), span)?),
            Semantics::IndexedBranch => {
                let [index] = self.fixed(first)?;
                let label = self.label(rest.first(), span)?;
                let number = |name: &&str| self.function.labels.iter().position(|label| label.text == *name);
                let number = |name| Some(number(name)? as u32);
                let targets = self
                    .targets
                    .get(&label)
                    .and_then(|list| list.iter().map(number).collect());
                Op::IndexedBranch(index, targets.ok_or_else(|| misplaced(span))?)
            }
            Semantics::Call => self.call(instruction)?,
            Semantics::Return => Op::Return,
            Semantics::Exit => Op::Exit,
            Semantics::Trap => Op::Trap,
            Semantics::Nothing => Op::Nothing,
        };
        self.push(op, span);
        Ok(())
    }

    /// The number of the label that an operand names.
    fn label(&self, operand: Option<&Operand>, span: Span) -> Result<u32, Diagnostic> {
        let Some(OperandKind::Name(name)) = operand.map(|operand| &operand.kind) else {
            return Err(misplaced(span));
        };
        let Symbol::Label(label) = name.symbol else {
            return Err(misplaced(span));
        };
        Ok(label)
    }

    fn call(&mut self, instruction: &Instruction<'a>) -> Result<Op, Diagnostic> {
        let function = callee(instruction).and_then(|name| self.names.get(name.word.text));
        let function = *function.ok_or_else(|| misplaced(instruction.span))?;
        let frame = &self.layout.frames[function];
        let is_callee = |operand: &Operand| matches!(operand.kind, OperandKind::Name(_));
        let place = instruction.operands.iter().position(is_callee).unwrap_or(0);
        let (before, after) = instruction.operands.split_at(place);
        let mut ends = |actual: Option<&Operand<'a>>, formal: &[(End, u32)], are_results: bool| {
            let actual = match actual.map(|operand| &operand.kind) {
                Some(OperandKind::List(list)) => &list[..],
                _ => &[],
            };
            if actual.len() != formal.len() {
                return Err(misplaced(instruction.span));
            }
            let transfer = |(operand, (formal, bytes)): (&Operand<'a>, &(End, u32))| {
                let actual = self.actual(operand, *bytes)?;
                let (from, to, bytes) = if are_results {
                    (*formal, actual, *bytes)
                } else {
                    (actual, *formal, *bytes)
                };
                Ok(Transfer { from, to, bytes })
            };
            actual.iter().zip(formal).map(transfer).collect::<Result<Vec<_>, _>>()
        };
        Ok(Op::Call(Box::new(CallOp {
            function,
            results: ends(before.first(), &frame.results, true)?,
            arguments: ends(after.get(1), &frame.parameters, false)?,
        })))
    }

    /// Where an argument or a result of so many bytes is in the caller's frame.
    fn actual(&mut self, operand: &Operand<'a>, bytes: u32) -> Result<End, Diagnostic> {
        let OperandKind::Name(Name {
            symbol: Symbol::Variable(index),
            ..
        }) = operand.kind
        else {
            let is_sink = matches!(operand.kind, OperandKind::Sink);
            return Ok(End::Slot(if is_sink { self.sink } else { self.only(operand)? }));
        };
        let variable = self.function.variables.get(index as usize);
        let is_large_enough = variable.is_some_and(|variable| size(variable) >= bytes.into());
        let offset = self.layout.frames[self.index].variables.get(index as usize);
        let offset = offset
            .filter(|_| is_large_enough)
            .ok_or_else(|| misplaced(operand.span))?;
        Ok(End::Memory(*offset))
    }

    /// Puts the places of labels into branches.
    fn resolve_branches(&mut self) -> Result<(), Diagnostic> {
        for (op, span) in self.code.iter_mut().zip(&self.spans) {
            let targets = match op {
                Op::Branch(target) | Op::BranchIf(_, _, target) => std::slice::from_mut(target),
                Op::IndexedBranch(_, targets) => targets,
                _ => continue,
            };
            for target in targets {
                *target = *self.labels.get(target).ok_or_else(|| misplaced(*span))?;
            }
        }
        Ok(())
    }
}

/// `mov` of vectors: the sources one above the other, cut into the results.
fn repack(bits: u32) -> impl Fn(&[u64], &mut [u64]) + Send + Sync {
    move |sources, results| {
        let cut = |parts: usize| Int {
            bits: (bits / parts as u32).max(1),
            signed: false,
        };
        let (from, to) = (cut(sources.len()), cut(results.len()));
        let below = sources.iter().rev();
        let whole = below.fold(0, |whole: u64, source| {
            whole.checked_shl(from.bits).unwrap_or(0) | source & from.mask()
        });
        for (index, result) in (0..).zip(results) {
            *result = whole.checked_shr(index * to.bits).unwrap_or(0) & to.mask();
        }
    }
}
