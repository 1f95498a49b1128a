//! Looks up the names of a module (PTX ISA, section "Identifiers"): blocks have scopes, and an inner declaration hides an outer one. A
//! label is known in its whole block, everything else behind its declaration.

use crate::parse::MAX_ERRORS;
use crate::scope::{Scope, numbered};
use crate::special;
use crate::tree::{
    Argument, Directive, Function, Initial, InitialKind, Item, Module, Name, Operand, OperandKind, Register, Statement,
    Symbol, Word,
};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;
use std::collections::HashMap;

#[derive(Default)]
struct Resolver<'a> {
    /// What names of the module name: the index of the first declaration, behind which the name is known, and the index of the
    /// definition, or of the first declaration if there is none.
    globals: HashMap<&'a str, (u32, u32)>,
    /// The index of the item.
    item: u32,
    scopes: Vec<Scope<'a>>,
    errors: Vec<Diagnostic>,
}

const TWICE: &str = "is declared a second time";

/// Looks up all names.
pub(crate) fn resolve(module: &mut Module) -> Vec<Diagnostic> {
    let mut resolver = Resolver::default();
    resolver.items(&module.items);
    for (index, item) in (0..).zip(&mut module.items) {
        resolver.item = index;
        match item {
            Item::Directive(directive) if directive.name.text == ".alias" => resolver.targets(directive),
            Item::Directive(_) => {}
            Item::Variable(variable) => resolver.initial(variable.initial.as_mut()),
            Item::Function(function) => resolver.function(function),
        }
        if resolver.errors.len() >= MAX_ERRORS {
            break;
        }
    }
    resolver.errors
}

fn is_extern(linkage: Option<Word>) -> bool {
    linkage.is_some_and(|word| word.text == ".extern")
}

/// Whether the second one may declare the name of the first one again.
fn can_follow(first: &Item, second: &Item) -> bool {
    match (first, second) {
        (Item::Function(a), Item::Function(b)) => {
            a.body.is_none() && a.is_entry == b.is_entry && is_extern(a.linkage) == is_extern(b.linkage)
        }
        (Item::Variable(a), Item::Variable(b)) => {
            a.linkage.is_some() && b.linkage.is_some() && (is_extern(a.linkage) || is_extern(b.linkage))
        }
        _ => false,
    }
}

impl<'a> Resolver<'a> {
    /// The names that the items declare.
    fn items(&mut self, items: &[Item<'a>]) {
        for (index, item) in (0..).zip(items) {
            let (name, is_definition) = match item {
                Item::Directive(_) => continue,
                Item::Variable(variable) => (variable.name, !is_extern(variable.linkage)),
                Item::Function(function) => (function.name, function.body.is_some()),
            };
            let (first, definition) = self.globals.entry(name.text).or_insert((index, index));
            if *first == index {
                continue;
            }
            let earlier = &items[*definition as usize];
            if is_definition {
                *definition = index;
            }
            if !can_follow(earlier, item) {
                self.error(name, TWICE, "another name");
            }
        }
    }

    fn error(&mut self, word: Word, problem: &str, expected: &str) {
        if self.errors.len() < MAX_ERRORS {
            let message = format!("`{}` {problem}", word.text);
            let error = Diagnostic::new(word.span().range(), message, expected);
            self.errors.push(error);
        }
    }

    fn declare(&mut self, word: Word<'a>, range: Option<u32>, symbol: Symbol) {
        let innermost = self.scopes.last_mut();
        if word.text != "_" && innermost.is_some_and(|scope| !scope.declare(word.text, range, symbol)) {
            self.error(word, TWICE, "another name");
        }
    }

    fn find(&self, name: &str) -> Option<Symbol> {
        let numbered = numbered(name);
        let local = self.scopes.iter().rev().find_map(|scope| scope.find(name, numbered));
        let global = self.globals.get(name).filter(|global| global.0 <= self.item);
        let outer = local.or(global.map(|global| Symbol::Item(global.1)));
        let special = || special::find(name).map(Symbol::Special);
        outer.or_else(|| {
            if name == "WARP_SZ" {
                Some(Symbol::WarpSize)
            } else {
                special()
            }
        })
    }

    fn name(&mut self, name: &mut Name<'a>) {
        match self.find(name.word.text) {
            Some(symbol) => name.symbol = symbol,
            None => self.undeclared(name.word),
        }
    }

    fn undeclared(&mut self, word: Word) {
        let prefix = numbered(word.text).map_or("", |(prefix, _)| prefix);
        let range = self.scopes.iter().rev().find_map(|scope| scope.range(prefix));
        if let Some(range) = range {
            self.error(word, "is outside its range", &range);
        } else if self.globals.contains_key(word.text) {
            self.error(word, "is declared behind its use", "the declaration before it");
        } else if self.errors.len() < MAX_ERRORS {
            let locals = self.scopes.iter().flat_map(Scope::names);
            let names = locals.chain(self.globals.keys().copied());
            let expected = did_you_mean(word.text, names, "a declared name");
            self.error(word, "is not declared", &expected);
        }
    }

    /// The scope of parameters is that of the outermost block.
    fn function(&mut self, function: &mut Function<'a>) {
        self.scopes.push(Scope::default());
        let mut in_registers = 0;
        let lists: [(_, fn(u32) -> Symbol); 2] = [
            (&function.results, Symbol::Result),
            (&function.parameters, Symbol::Parameter),
        ];
        for (list, symbol) in lists {
            for (index, variable) in (0..).zip(list) {
                match variable.space.text {
                    ".reg" => in_registers += 1,
                    _ => self.declare(variable.name, None, symbol(index)),
                }
            }
        }
        self.registers(0, &function.registers[..in_registers]);
        self.body(function);
        self.scopes.clear();
    }

    fn registers(&mut self, first: u32, registers: &[Register<'a>]) {
        for (index, register) in (first..).zip(registers) {
            let symbol = Symbol::Register(index, register.first);
            self.declare(register.name, register.range, symbol);
        }
    }

    fn body(&mut self, function: &mut Function<'a>) {
        let labels = &function.labels;
        let Some(body) = &mut function.body else {
            return;
        };
        self.labels(&body.statements, labels);
        let mut open = vec![body.statements.iter_mut()];
        while let Some(innermost) = open.last_mut() {
            let Some(statement) = innermost.next().filter(|_| self.errors.len() < MAX_ERRORS) else {
                open.pop();
                self.scopes.pop();
                continue;
            };
            match statement {
                Statement::Registers(_, range) => {
                    let declared = &function.registers[range.start as usize..range.end as usize];
                    self.registers(range.start, declared);
                }
                Statement::Variables(_, range) => {
                    for index in range.clone() {
                        let variable = &mut function.variables[index as usize];
                        self.declare(variable.name, variable.range, Symbol::Variable(index));
                        self.initial(variable.initial.as_mut());
                    }
                }
                Statement::Block(block) => {
                    self.scopes.push(Scope::default());
                    self.labels(&block.statements, labels);
                    open.push(block.statements.iter_mut());
                }
                Statement::Instruction(instruction) => {
                    instruction
                        .guard
                        .iter_mut()
                        .for_each(|guard| self.name(&mut guard.predicate));
                    self.operands(&mut instruction.operands);
                }
                Statement::Targets(label, directive) => {
                    self.declare(labels[*label as usize], None, Symbol::Label(*label));
                    self.targets(directive);
                }
                Statement::Prototype(prototype) => {
                    self.declare(labels[prototype.label as usize], None, Symbol::Label(prototype.label));
                }
                Statement::Label(_) | Statement::Directive(_) => {}
            }
        }
    }

    /// Declares the labels of a block.
    fn labels(&mut self, statements: &[Statement<'a>], labels: &[Word<'a>]) {
        for statement in statements {
            if let Statement::Label(index) = statement {
                self.declare(labels[*index as usize], None, Symbol::Label(*index));
            }
        }
    }

    /// The arguments are labels, of `.calltargets` and `.alias` functions.
    fn targets(&mut self, directive: &Directive<'a>) {
        for Argument { word, .. } in &directive.arguments {
            let is_label = directive.name.text == ".branchtargets";
            let is_right = match self.find(word.text) {
                Some(Symbol::Label(_)) => is_label,
                Some(Symbol::Item(_)) => !is_label,
                _ => word.text.ends_with('>'),
            };
            if !is_right {
                self.undeclared(*word);
            }
        }
    }

    fn operands(&mut self, operands: &mut [Operand<'a>]) {
        operands.iter_mut().for_each(|operand| self.operand(operand));
    }

    fn operand(&mut self, operand: &mut Operand<'a>) {
        match &mut operand.kind {
            OperandKind::Name(name) | OperandKind::Not(name) | OperandKind::Negative(name) => self.name(name),
            OperandKind::Offset(name, _) => self.name(name),
            OperandKind::Part(whole, _) => self.operand(whole),
            OperandKind::Constant(_) | OperandKind::Sink => {}
            OperandKind::Vector(list) | OperandKind::List(list) => self.operands(list),
            OperandKind::Pair(pair) => self.operands(&mut pair[..]),
            OperandKind::Address(address) => {
                address.base.iter_mut().for_each(|base| self.operand(base));
                self.operands(&mut address.rest);
            }
        }
    }

    fn initial(&mut self, initial: Option<&mut Initial<'a>>) {
        match initial.map(|initial| &mut initial.kind) {
            Some(InitialKind::List(list)) => list.iter_mut().for_each(|one| self.initial(Some(one))),
            Some(InitialKind::Address(address)) => self.name(&mut address.name),
            Some(InitialKind::Constant(_) | InitialKind::Field(..)) | None => {}
        }
    }
}
