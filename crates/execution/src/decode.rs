//! Instructions of the text as operations on slots.

use crate::control::{BarrierKind, Control};
use crate::layout::Layout;
use crate::memory::Access;
use crate::modifiers::Int;
use crate::operands::misplaced;
use crate::program::{
    Address, AtomicOp, BarrierOp, CallOp, End, Function, ManyOp, Op, Slot, Transfer, VectorOp, WarpOp,
};
use crate::semantics::{Many, Semantics, callee, select};
use crate::special::Special;
use crate::warp::WarpKind;
use lanesmith_ptx::tree::{self, Block, Instruction, Module, Operand, OperandKind, Span, Statement, Symbol};
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
    pub(crate) frame: Slot,
    pub(crate) zero: Slot,
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
        let first = layout.frames[index].slots;
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
            constants: HashMap::from([(0, first)]),
            specials: BTreeMap::new(),
            slots: first + 4,
            zero: first,
            frame: first + 1,
            sink: first + 2,
            carry: first + 3,
            wants_single: false,
        }
    }

    /// The function as operations.
    pub(crate) fn function(mut self) -> Result<Function, Diagnostic> {
        let end = Span {
            start: self.function.span.end.saturating_sub(1),
            end: self.function.span.end,
        };
        if let Some(body) = &self.function.body {
            self.collect_targets(body);
            self.block(body)?;
        }
        self.push(Op::Return, end);
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
        if let Some(slot) = self.constants.get(&value) {
            return *slot;
        }
        let slot = self.temporary();
        self.constants.insert(value, slot);
        slot
    }

    fn collect_targets(&mut self, block: &Block<'a>) {
        for statement in &block.statements {
            match statement {
                Statement::Targets(label, directive) => {
                    let names = directive.arguments.iter().map(|argument| argument.word.text);
                    self.targets.insert(*label, names.collect());
                }
                Statement::Block(block) => self.collect_targets(block),
                _ => {}
            }
        }
    }

    fn block(&mut self, block: &Block<'a>) -> Result<(), Diagnostic> {
        for statement in &block.statements {
            match statement {
                Statement::Label(label) => {
                    self.labels.insert(*label, self.code.len() as u32);
                }
                Statement::Instruction(instruction) => self.instruction(instruction)?,
                Statement::Block(block) => self.block(block)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn instruction(&mut self, instruction: &Instruction<'a>) -> Result<(), Diagnostic> {
        let span = instruction.span;
        let semantics = select(instruction).map_err(|_| {
            Diagnostic::new(
                span.range(),
                "this instruction is not executed",
                "an instruction that is executed",
            )
        })?;
        let mut types = instruction
            .modifiers
            .iter()
            .filter_map(|word| DataType::read(word.text));
        self.wants_single = types.all(|data_type| data_type.bits <= 32);
        let guard = match &instruction.guard {
            None => None,
            Some(guard) => {
                let slot = self.predicate(guard.predicate)?;
                self.expect(vec![slot], guard.span);
                Some((slot, u64::from(guard.is_negated)))
            }
        };
        let operands = &instruction.operands;
        match (&semantics, guard) {
            (Semantics::Control(Control::Branch), Some((predicate, is_negated))) => {
                let target = self.label(operands.first(), span)?;
                self.push(Op::BranchIf(predicate, is_negated ^ 1, target), span);
                return Ok(());
            }
            (_, Some((predicate, is_negated))) => {
                let skip = self.code.len();
                self.push(Op::Skip(predicate, is_negated, 0), span);
                self.operation(semantics, instruction)?;
                let target = self.code.len() as u32;
                self.code[skip] = Op::Skip(predicate, is_negated, target);
            }
            (_, None) => self.operation(semantics, instruction)?,
        }
        Ok(())
    }

    /// The only slots of up to `N` operands from `first` on; 0 for missing ones.
    fn fixed<const N: usize>(&mut self, operands: &[Operand<'a>]) -> Result<[Slot; N], Diagnostic> {
        let mut slots = [self.zero; N];
        if let Some(more) = operands.get(N) {
            return Err(misplaced(more));
        }
        for (slot, operand) in slots.iter_mut().zip(operands) {
            *slot = self.source(operand)?;
        }
        Ok(slots)
    }

    fn operation(&mut self, semantics: Semantics, instruction: &Instruction<'a>) -> Result<(), Diagnostic> {
        let (span, operands) = (instruction.span, &instruction.operands[..]);
        let missing = || Diagnostic::new(span.range(), "an operand is missing", "the operands of the instruction");
        let first = || operands.first().ok_or_else(missing);
        let rest = operands.get(1..).unwrap_or_default();
        let op = match semantics {
            Semantics::Pure(function) => {
                let sources = self.fixed(rest)?;
                Op::Pure(function, self.result(first()?)?.0, sources)
            }
            Semantics::Extended(function, bits) => {
                let sources = self.fixed(rest)?;
                let (to, register) = self.result(first()?)?;
                let (narrow, wide) = (
                    Int { bits, signed: true },
                    Int {
                        bits: register,
                        signed: false,
                    },
                );
                let extended = move |a, b, c| wide.wrap(narrow.value(function(a, b, c)));
                Op::Pure(Box::new(extended), to, sources)
            }
            Semantics::Move(bits) => self.moved(first()?, rest.first().ok_or_else(missing)?, bits)?,
            Semantics::Many(function) => self.many(function, first()?, rest, None)?,
            Semantics::Carry(function, writes) => {
                let carry = if writes { self.carry } else { self.sink };
                self.many(function, first()?, rest, Some(carry))?
            }
            Semantics::Load(access) => {
                let (address, space) = self.address(rest.first().ok_or_else(missing)?, access.space)?;
                let access = Access { space, ..access };
                let mut elements = Vec::new();
                self.results(first()?, &mut elements)?;
                match elements[..] {
                    [(slot, bits)] if access.vector == 1 => Op::Load(slot, address, access, bits),
                    _ => Op::LoadVector(Box::new(self.vector(first()?, address, access, elements)?)),
                }
            }
            Semantics::Store(access) => {
                let (address, space) = self.address(first()?, access.space)?;
                let access = Access { space, ..access };
                let value = rest.first().ok_or_else(missing)?;
                let mut elements = Vec::new();
                self.sources(value, &mut elements)?;
                match elements[..] {
                    [(slot, _)] if access.vector == 1 => Op::Store(slot, address, access),
                    _ => Op::StoreVector(Box::new(self.vector(value, address, access, elements)?)),
                }
            }
            Semantics::Atomic(mut operation) => {
                let is_reduction = matches!(first()?.kind, OperandKind::Address(_));
                let (result, rest) = match is_reduction {
                    true => (self.sink, operands),
                    false => (self.result(first()?)?.0, rest),
                };
                let (address, space) = self.address(rest.first().ok_or_else(missing)?, operation.access.space)?;
                operation.access.space = space;
                let sources = self.fixed(rest.get(1..).unwrap_or_default())?;
                Op::Atomic(Box::new(AtomicOp {
                    operation,
                    address,
                    result,
                    sources,
                }))
            }
            Semantics::Warp(operation) => {
                let mut results = Vec::new();
                let (has_result, mut rest) = match operation.kind {
                    WarpKind::Barrier => (false, operands),
                    _ => (true, rest),
                };
                if has_result {
                    self.results(first()?, &mut results)?;
                }
                let mut sources = [self.zero; 4];
                if let (true, Some((mask, others))) = (operation.has_mask, rest.split_last()) {
                    sources[3] = self.source(mask)?;
                    rest = others;
                }
                sources[..3].copy_from_slice(&self.fixed::<3>(rest)?);
                results.resize(2, (self.sink, 64));
                Op::Warp(Box::new(WarpOp {
                    operation,
                    sources,
                    results: [results[0].0, results[1].0],
                }))
            }
            Semantics::Control(control) => self.control(control, instruction)?,
            Semantics::Unit => {
                let sources = self.fixed(rest)?;
                let to = self.result(first()?)?.0;
                let index = self.units.len() as u32;
                self.units.extend(instruction.unit.as_deref().cloned());
                Op::Unit(index, to, sources)
            }
            Semantics::Nothing => Op::Nothing,
        };
        self.push(op, span);
        Ok(())
    }

    fn moved(&mut self, to: &Operand<'a>, from: &Operand<'a>, bits: u32) -> Result<Op, Diagnostic> {
        let mut results = Vec::new();
        self.results(to, &mut results)?;
        let mut sources = Vec::new();
        self.sources(from, &mut sources)?;
        if let ([(to, _)], [(from, _)]) = (&results[..], &sources[..]) {
            return Ok(Op::Move(*to, *from, u64::MAX >> (64 - bits)));
        }
        if bits as usize % results.len().max(1) != 0 || bits as usize % sources.len().max(1) != 0 {
            return Err(misplaced(to));
        }
        // The sources one above the other, cut into the results.
        let function = move |sources: &[u64], results: &mut [u64]| {
            let width = bits / sources.len() as u32;
            let low = |width: u32| u64::MAX >> (64 - width);
            let joined = |all: u64, (index, source): (u32, &u64)| all | (source & low(width)) << (index * width);
            let whole = (0..).zip(sources).fold(0, joined);
            let width = bits / results.len() as u32;
            for (index, result) in (0..).zip(results) {
                *result = whole >> (index * width) & low(width);
            }
        };
        Ok(Op::Many(Box::new(ManyOp {
            function: Box::new(function),
            sources: sources.into_iter().map(|slot| slot.0).collect(),
            results: results.into_iter().map(|slot| slot.0).collect(),
        })))
    }

    fn many(
        &mut self,
        function: Many,
        to: &Operand<'a>,
        from: &[Operand<'a>],
        carry: Option<Slot>,
    ) -> Result<Op, Diagnostic> {
        let mut results = Vec::new();
        self.results(to, &mut results)?;
        let sources = from
            .iter()
            .map(|operand| self.source(operand))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Op::Many(Box::new(ManyOp {
            function,
            sources: sources.into_iter().chain(carry.map(|_| self.carry)).collect(),
            results: results.into_iter().map(|slot| slot.0).chain(carry).collect(),
        })))
    }

    fn vector(
        &self,
        operand: &Operand,
        address: Address,
        access: Access,
        elements: Vec<(Slot, u32)>,
    ) -> Result<VectorOp, Diagnostic> {
        match elements.len() == access.vector as usize {
            true => Ok(VectorOp {
                address,
                access,
                elements,
            }),
            false => Err(misplaced(operand)),
        }
    }

    /// The number of the label that an operand names.
    fn label(&self, operand: Option<&Operand>, span: Span) -> Result<u32, Diagnostic> {
        match operand.map(|operand| &operand.kind) {
            Some(OperandKind::Name(name)) => match name.symbol {
                Symbol::Label(label) => Ok(label),
                _ => Err(Diagnostic::new(
                    name.word.span().range(),
                    "this is not a label",
                    "a label of the function",
                )),
            },
            _ => Err(Diagnostic::new(
                span.range(),
                "there is no target",
                "a label of the function",
            )),
        }
    }

    fn control(&mut self, control: Control, instruction: &Instruction<'a>) -> Result<Op, Diagnostic> {
        let (span, operands) = (instruction.span, &instruction.operands[..]);
        Ok(match control {
            Control::Branch => Op::Branch(self.label(operands.first(), span)?),
            Control::IndexedBranch => {
                let [index] = self.fixed(&operands[..operands.len().min(1)])?;
                let list = self
                    .targets
                    .get(&self.label(operands.get(1), span)?)
                    .cloned()
                    .unwrap_or_default();
                let number = |name: &str| {
                    let place = self.function.labels.iter().position(|label| label.text == name);
                    place.map(|place| place as u32)
                };
                let targets: Option<_> = list.into_iter().map(number).collect();
                let missing = || Diagnostic::new(span.range(), "a target is missing", "labels of the function");
                Op::IndexedBranch(index, targets.ok_or_else(missing)?)
            }
            Control::Call => self.call(instruction)?,
            Control::Return if self.function.is_entry => Op::Exit,
            Control::Return => Op::Return,
            Control::Exit => Op::Exit,
            Control::Trap => Op::Trap,
            Control::Barrier(kind) => {
                let has_result = matches!(kind, BarrierKind::Count | BarrierKind::And | BarrierKind::Or);
                let (result, mut rest) = match operands.split_first() {
                    Some((result, rest)) if has_result => (self.result(result)?.0, rest),
                    _ => (self.sink, operands),
                };
                let mut predicate = self.zero;
                if let (true, Some((last, others))) = (has_result, rest.split_last()) {
                    predicate = self.source(last)?;
                    rest = others;
                }
                let [barrier, count] = self.fixed(rest)?;
                Op::Barrier(Box::new(BarrierOp {
                    kind,
                    barrier,
                    count: (rest.len() > 1).then_some(count),
                    predicate,
                    result,
                }))
            }
        })
    }

    fn call(&mut self, instruction: &Instruction<'a>) -> Result<Op, Diagnostic> {
        let span = instruction.span;
        let unknown = || Diagnostic::new(span.range(), "the function has no body", "a function with a body");
        let function = callee(instruction)
            .and_then(|name| self.names.get(name.word.text))
            .copied();
        let function = function.ok_or_else(unknown)?;
        let frame = &self.layout.frames[function];
        let is_callee = |operand: &Operand| matches!(operand.kind, OperandKind::Name(_));
        let place = instruction.operands.iter().position(is_callee).unwrap_or(0);
        let (before, after) = instruction.operands.split_at(place);
        let list = |operand: Option<&'_ Operand<'a>>| match operand.map(|operand| &operand.kind) {
            Some(OperandKind::List(list)) => list.clone(),
            _ => Vec::new(),
        };
        let mut ends = |actual: &[Operand<'a>], formal: &[(End, u32)], are_results: bool| {
            if actual.len() != formal.len() {
                let message = format!("{} values where the function has {}", actual.len(), formal.len());
                return Err(Diagnostic::new(
                    span.range(),
                    message,
                    "the values that the function declares",
                ));
            }
            let transfer = |(operand, (formal, bytes)): (&Operand<'a>, &(End, u32))| {
                let actual = self.actual(operand, are_results)?;
                let (from, to) = if are_results {
                    (*formal, actual)
                } else {
                    (actual, *formal)
                };
                Ok(Transfer {
                    from,
                    to,
                    bytes: *bytes,
                })
            };
            actual.iter().zip(formal).map(transfer).collect::<Result<Vec<_>, _>>()
        };
        let results = ends(&list(before.first()), &frame.results, true)?;
        let arguments = ends(&list(after.get(1)), &frame.parameters, false)?;
        Ok(Op::Call(Box::new(CallOp {
            function,
            arguments,
            results,
        })))
    }

    /// Where an argument or a result is in the caller's frame.
    fn actual(&mut self, operand: &Operand<'a>, is_result: bool) -> Result<End, Diagnostic> {
        match &operand.kind {
            OperandKind::Name(name) if matches!(name.symbol, Symbol::Variable(_)) => {
                let Symbol::Variable(index) = name.symbol else {
                    return Err(misplaced(operand));
                };
                let offset = self.layout.frames[self.index].variables.get(index as usize);
                offset
                    .map(|offset| End::Memory(*offset))
                    .ok_or_else(|| misplaced(operand))
            }
            _ if is_result => Ok(End::Slot(self.result(operand)?.0)),
            _ => Ok(End::Slot(self.source(operand)?)),
        }
    }

    /// Puts the places of labels into branches.
    fn resolve_branches(&mut self) -> Result<(), Diagnostic> {
        for (op, span) in self.code.iter_mut().zip(&self.spans) {
            let targets: &mut [u32] = match op {
                Op::Branch(target) | Op::BranchIf(_, _, target) => std::slice::from_mut(target),
                Op::IndexedBranch(_, targets) => targets,
                _ => continue,
            };
            for target in targets {
                let missing = || Diagnostic::new(span.range(), "the label is not in the function", "a label");
                *target = *self.labels.get(target).ok_or_else(missing)?;
            }
        }
        Ok(())
    }

    /// Registers that an operand reads.
    pub(crate) fn expect(&mut self, _slots: Vec<Slot>, _span: Span) {}
}
