//! Instructions of the text as operations on slots.

use crate::layout::{Layout, size};
use crate::memory::Access;
use crate::modifiers::Int;
use crate::program::{BarrierOp, CallOp, End, Function, Op, Slot, WarpOp};
use crate::select::{callee, select, unit_instruction};
use crate::semantics::{Many, Pure, Semantics};
use crate::special::Special;
use lanesmith_ptx::tree::{self, Block, Instruction, Module, Operand, OperandKind, Span, Statement, Symbol, Word};
use lanesmith_ptx::{DataType, PtxInstruction};
use lanesmith_text::diagnostic::Diagnostic;
use std::collections::{BTreeMap, HashMap};

/// Decodes one function.
pub(crate) struct Decoder<'m, 'a> {
    pub(crate) module: &'m Module<'a>,
    pub(crate) function: &'m tree::Function<'a>,
    /// Its index among the functions of the program.
    pub(crate) index: usize,
    pub(crate) layout: &'m Layout<'m, 'a>,
    /// The indices of the reachable functions by name.
    names: &'m HashMap<&'a str, usize>,
    units: &'m mut Vec<PtxInstruction>,
    code: Vec<Op>,
    spans: Vec<Span>,
    /// The place of the current instruction.
    span: Span,
    /// The operation that each label stands before.
    labels: HashMap<u32, u32>,
    /// The labels of lists of targets, by the label of the list.
    targets: HashMap<u32, Vec<u32>>,
    label_names: HashMap<&'a str, u32>,
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
        layout: &'m Layout<'m, 'a>,
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
            span: function.span,
            labels: HashMap::new(),
            targets: HashMap::new(),
            label_names: function.labels.iter().map(|label| label.text).zip(0..).collect(),
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

    /// The function as operations. Errors: an instruction has operands that the manual does not allow.
    pub(crate) fn function(mut self) -> Result<Function, Diagnostic> {
        let body = self.function.body.as_ref();
        let decoded = body.is_none_or(|body| self.block(body).is_some());
        self.push(Op::Return);
        if !decoded || self.resolve_branches().is_none() {
            let (span, message) = (self.span.range(), "an operand of this instruction cannot be executed");
            return Err(Diagnostic::new(span, message, "the operands of the manual"));
        }
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

    /// Adds an operation of the current instruction.
    pub(crate) fn push(&mut self, op: Op) {
        self.code.push(op);
        self.spans.push(self.span);
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

    fn block(&mut self, block: &Block<'a>) -> Option<()> {
        for statement in &block.statements {
            match statement {
                Statement::Label(label) => drop(self.labels.insert(*label, self.code.len() as u32)),
                Statement::Instruction(instruction) => self.instruction(instruction)?,
                Statement::Block(block) => self.block(block)?,
                Statement::Targets(label, directive) => {
                    let words = directive.arguments.iter().map(|argument| argument.word.text);
                    let targets: Option<_> = words.map(|word| self.label_names.get(word).copied()).collect();
                    self.targets.insert(*label, targets?);
                }
                _ => {}
            }
        }
        Some(())
    }

    fn instruction(&mut self, instruction: &Instruction<'a>) -> Option<()> {
        self.span = instruction.span;
        let semantics = select(instruction).ok()?;
        let is_wide = |word: &Word| DataType::read(word.text).is_some_and(|data_type| data_type.bits > 32);
        self.wants_single = !instruction.modifiers.iter().any(is_wide);
        let Some(guard) = &instruction.guard else {
            return self.operation(semantics, instruction);
        };
        let (predicate, is_negated) = (self.predicate(guard.predicate)?, u64::from(guard.is_negated));
        if let Semantics::Branch = semantics {
            let target = label(instruction.operands.first()?)?;
            self.push(Op::BranchIf(predicate, is_negated ^ 1, target));
            return Some(());
        }
        let skip = self.code.len();
        self.push(Op::Nothing);
        self.operation(semantics, instruction)?;
        self.code[skip] = Op::Skip(predicate, is_negated, self.code.len() as u32);
        Some(())
    }

    fn operation(&mut self, semantics: Semantics, instruction: &Instruction<'a>) -> Option<()> {
        let operands = &instruction.operands[..];
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
            Some(slots)
        };
        let all = |slots: Vec<(Slot, u32)>| slots.into_iter().map(|slot| slot.0);
        let op = match semantics {
            Semantics::Pure(function) => Op::Pure(function, results(self, 1)?[0].0, self.fixed(rest)?),
            Semantics::Extended(function, int) => {
                let (to, bits) = results(self, 1)?[0];
                let extended: Pure = Box::new(move |a, b, c| int.extended(function(a, b, c), bits));
                Op::Pure(extended, to, self.fixed(rest)?)
            }
            Semantics::Move(bits) => {
                let (sources, results) = (self.values(rest)?, results(self, 1)?);
                let mask = Int { bits, signed: false }.mask();
                match (&results[..], &sources[..]) {
                    ([(to, _)], [from]) => Op::Pure(Box::new(move |a, _, _| a & mask), *to, [*from; 3]),
                    ([], _) | (_, []) => return None,
                    _ => Op::Many(repack(bits), sources.into(), all(results).collect()),
                }
            }
            Semantics::Many(function) => {
                Op::Many(function, self.values(rest)?.into(), all(results(self, 1)?).collect())
            }
            Semantics::Carry(function, writes) => {
                let sources = self.values(rest)?.into_iter().chain([self.carry]).collect();
                let flag = if writes { self.carry } else { self.sink };
                Op::Many(function, sources, all(results(self, 1)?).chain([flag]).collect())
            }
            Semantics::Load(access) => {
                let (address, space) = self.address(rest.first(), access.space)?;
                let elements = results(self, access.count as usize)?;
                Op::Load(address, Access { space, ..access }, elements.into())
            }
            Semantics::Store(access) => {
                let (address, space) = self.address(first.first(), access.space)?;
                Op::Store(address, Access { space, ..access }, self.values(rest)?.into())
            }
            Semantics::Atomic(mut operation) => {
                let (address, space) = self.address(rest.first(), operation.access.space)?;
                operation.access.space = space;
                let [b, c] = self.fixed(rest.get(1..)?)?;
                Op::Atomic(address, operation, [results(self, 1)?[0].0, b, c])
            }
            Semantics::Warp(operation) => {
                let mut mask = [self.zero];
                if let (true, Some((last, others))) = (operation.has_mask, rest.split_last()) {
                    (mask, rest) = (self.fixed(std::slice::from_ref(last))?, others);
                }
                let ([a, b, c], results) = (self.fixed(rest)?, results(self, 2)?);
                Op::Warp(Box::new(WarpOp {
                    operation,
                    sources: [a, b, c, mask[0]],
                    results: [results[0].0, results[1].0],
                }))
            }
            Semantics::Barrier(kind) => {
                let mut predicate = [self.zero];
                if let (true, Some((last, others))) = (has_result, rest.split_last()) {
                    (predicate, rest) = (self.fixed(std::slice::from_ref(last))?, others);
                }
                let [barrier, count] = self.fixed(rest)?;
                Op::Barrier(Box::new(BarrierOp {
                    kind,
                    barrier,
                    count: (rest.len() > 1).then_some(count),
                    predicate: predicate[0],
                    result: results(self, 1)?[0].0,
                }))
            }
            Semantics::Unit => {
                self.units.extend(unit_instruction(instruction));
                Op::Unit(self.units.len() as u32 - 1, results(self, 1)?[0].0, self.fixed(rest)?)
            }
            Semantics::Branch => Op::Branch(label(operands.first()?)?),
            Semantics::IndexedBranch => {
                let [index] = self.fixed(first)?;
                Op::IndexedBranch(index, self.targets.get(&label(rest.first()?)?)?.as_slice().into())
            }
            Semantics::Call => self.call(instruction)?,
            Semantics::Return => Op::Return,
            Semantics::Exit => Op::Exit,
            Semantics::Trap => Op::Trap,
            Semantics::Nothing => Op::Nothing,
        };
        self.push(op);
        Some(())
    }

    fn call(&mut self, instruction: &Instruction<'a>) -> Option<Op> {
        let function = *self.names.get(callee(instruction)?.word.text)?;
        let frame = &self.layout.frames[function];
        let is_callee = |operand: &Operand| matches!(operand.kind, OperandKind::Name(_));
        let place = instruction.operands.iter().position(is_callee)?;
        let (before, after) = instruction.operands.split_at(place);
        let mut ends = |actual: Option<&Operand<'a>>, formal: &[(End, u32)], are_results: bool| {
            let actual = match actual.map(|operand| &operand.kind) {
                Some(OperandKind::List(list)) => &list[..],
                _ => &[],
            };
            let transfer = |(operand, (formal, bytes)): (&Operand<'a>, &(End, u32))| {
                let (actual, bytes) = (self.actual(operand, *bytes)?, *bytes);
                let (from, to) = if are_results {
                    (formal, &actual)
                } else {
                    (&actual, formal)
                };
                Some((*from, *to, bytes))
            };
            let transfers = actual.iter().zip(formal).map(transfer).collect::<Option<Vec<_>>>();
            transfers.filter(|_| actual.len() == formal.len())
        };
        let results = ends(before.first(), &frame.results, true)?;
        let arguments = ends(after.get(1), &frame.parameters, false)?;
        Some(Op::Call(Box::new(CallOp(function, arguments, results))))
    }

    /// Where an argument or a result of so many bytes is in the caller's frame.
    fn actual(&mut self, operand: &Operand<'a>, bytes: u32) -> Option<End> {
        if let OperandKind::Sink = operand.kind {
            return Some(End::Slot(self.sink));
        }
        if let OperandKind::Name(name) = operand.kind
            && let Symbol::Variable(index) = name.symbol
        {
            let is_large_enough = size(self.function.variables.get(index as usize)?) >= bytes.into();
            let offset = self.layout.frames[self.index].variables.get(index as usize);
            let offset = offset.filter(|_| is_large_enough);
            return offset.map(|offset| End::Memory(*offset as u32));
        }
        let [slot] = self.fixed(std::slice::from_ref(operand))?;
        Some(End::Slot(slot))
    }

    /// Puts the places of labels into branches.
    fn resolve_branches(&mut self) -> Option<()> {
        for op in &mut self.code {
            let targets = match op {
                Op::Branch(target) | Op::BranchIf(_, _, target) => std::slice::from_mut(target),
                Op::IndexedBranch(_, targets) => targets,
                _ => continue,
            };
            for target in targets {
                *target = *self.labels.get(target)?;
            }
        }
        Some(())
    }
}

/// The number of the label that an operand names.
fn label(operand: &Operand) -> Option<u32> {
    let OperandKind::Name(name) = operand.kind else {
        return None;
    };
    if let Symbol::Label(label) = name.symbol {
        Some(label)
    } else {
        None
    }
}

/// `mov` of vectors: element by element, or the sources one above the other, cut into the results.
fn repack(bits: u32) -> Many {
    Box::new(move |sources, results| {
        if sources.len() == results.len() {
            return results.copy_from_slice(sources);
        }
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
    })
}
