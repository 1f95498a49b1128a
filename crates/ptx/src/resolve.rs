//! Looks up the names of a module (PTX ISA, section "Identifiers"): blocks have scopes, and an inner declaration hides an outer one. A
//! label is known in its whole block, everything else behind its declaration.

use crate::parse::MAX_ERRORS;
use crate::scope::{Scope, numbered};
use crate::special;
use crate::tree::{
    Address, Argument, Function, Initial, InitialKind, Instruction, Item, Module, Name, Operand, OperandKind, Register,
    Statement, Symbol, Variable, Word,
};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;
use std::collections::HashMap;

/// What a name of the module names.
struct Global {
    /// The index of the first declaration, behind which the name is known.
    first: u32,
    /// The index of the definition, or of the first declaration if there is none.
    definition: u32,
    /// Bytes of an element, of an array.
    element: Option<u32>,
}

struct Resolver<'a> {
    globals: HashMap<&'a str, Global>,
    /// The index of the item.
    item: u32,
    scopes: Vec<Scope<'a>>,
    errors: Vec<Diagnostic>,
}

/// Looks up all names.
pub(crate) fn resolve(module: &mut Module) -> Vec<Diagnostic> {
    let mut resolver = Resolver {
        globals: HashMap::new(),
        item: 0,
        scopes: vec![],
        errors: vec![],
    };
    resolver.items(&module.items);
    for (index, item) in (0..).zip(&mut module.items) {
        resolver.item = index;
        match item {
            Item::Directive(directive) if directive.name.text == ".alias" => resolver.functions(&directive.arguments),
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

fn is_definition(item: &Item) -> bool {
    match item {
        Item::Directive(_) => false,
        Item::Variable(variable) => variable.linkage.is_none_or(|word| word.text != ".extern"),
        Item::Function(function) => function.body.is_some(),
    }
}

/// Whether the second one may declare the name of the first one again.
fn can_follow(first: &Item, second: &Item) -> bool {
    match (first, second) {
        (Item::Function(a), Item::Function(b)) => {
            let is_extern = |function: &Function| function.linkage.is_some_and(|word| word.text == ".extern");
            !is_definition(first) && a.is_entry == b.is_entry && is_extern(a) == is_extern(b)
        }
        (Item::Variable(a), Item::Variable(b)) => {
            a.linkage.is_some() && b.linkage.is_some() && !(is_definition(first) && is_definition(second))
        }
        _ => false,
    }
}

/// Bytes of an element, of an array.
fn element(variable: &Variable) -> Option<u32> {
    let kind = variable.kind.filter(|_| !variable.dimensions.is_empty());
    kind.map(|kind| kind.bytes() * variable.vector)
}

impl<'a> Resolver<'a> {
    /// The names that the items declare.
    fn items(&mut self, items: &[Item<'a>]) {
        for (index, item) in (0..).zip(items) {
            let (name, element) = match item {
                Item::Directive(_) => continue,
                Item::Variable(variable) => (variable.name, element(variable)),
                Item::Function(function) => (function.name, None),
            };
            let new = Global {
                first: index,
                definition: index,
                element,
            };
            let global = self.globals.entry(name.text).or_insert(new);
            match can_follow(&items[global.definition as usize], item) {
                _ if global.first == index => {}
                true if is_definition(item) => global.definition = index,
                true => {}
                false => self.twice(name),
            }
        }
    }

    fn twice(&mut self, word: Word) {
        let message = format!("`{}` is declared a second time", word.text);
        self.errors
            .push(Diagnostic::new(word.span().range(), message, "another name"));
    }

    fn declare(&mut self, word: Word<'a>, range: Option<u32>, symbol: Symbol) {
        let innermost = self.scopes.last_mut();
        if word.text != "_" && innermost.is_some_and(|scope| !scope.declare(word.text, range, symbol)) {
            self.twice(word);
        }
    }

    fn find(&self, name: &str) -> Option<Symbol> {
        let numbered = numbered(name);
        let local = self.scopes.iter().rev().find_map(|scope| scope.find(name, numbered));
        let global = || self.globals.get(name).filter(|global| global.first <= self.item);
        local
            .or_else(|| match name {
                "WARP_SZ" => Some(Symbol::WarpSize),
                _ => global().map(|global| Symbol::Item(global.definition)),
            })
            .or_else(|| special::find(name).map(Symbol::Special))
    }

    fn name(&mut self, name: &mut Name<'a>) {
        match self.find(name.word.text) {
            Some(symbol) => name.symbol = symbol,
            None => self.undeclared(name.word),
        }
    }

    fn undeclared(&mut self, word: Word) {
        if self.errors.len() >= MAX_ERRORS {
            return;
        }
        let name = word.text;
        let range =
            numbered(name).and_then(|(prefix, _)| self.scopes.iter().rev().find_map(|scope| scope.range(prefix)));
        let (problem, expected) = match range {
            Some(range) => ("is outside its range", range),
            None if self.globals.contains_key(name) => {
                ("is declared behind its use", "the declaration before it".into())
            }
            None => {
                let locals = self.scopes.iter().flat_map(Scope::names);
                let names = locals.chain(self.globals.keys().copied());
                ("is not declared", did_you_mean(name, names, "a declared name"))
            }
        };
        let message = format!("`{name}` {problem}");
        self.errors
            .push(Diagnostic::new(word.span().range(), message, expected));
    }

    /// The scope of parameters is that of the outermost block.
    fn function(&mut self, function: &mut Function<'a>) {
        self.scopes.push(Scope::default());
        let mut in_registers = 0;
        let results = (0..)
            .zip(&function.results)
            .map(|(index, result)| (result, Symbol::Result(index)));
        let parameters = (0..).zip(&function.parameters);
        for (variable, symbol) in results.chain(parameters.map(|(index, one)| (one, Symbol::Parameter(index)))) {
            match variable.space.text {
                ".reg" => in_registers += 1,
                _ => self.declare(variable.name, None, symbol),
            }
        }
        self.registers(0, &function.registers[..in_registers]);
        if function.body.is_some() {
            self.body(function);
        }
        self.scopes.clear();
    }

    fn registers(&mut self, first: u32, registers: &[Register<'a>]) {
        for (index, register) in (first..).zip(registers) {
            let symbol = Symbol::Register(index, register.first);
            self.declare(register.name, register.range, symbol);
        }
    }

    fn body(&mut self, function: &mut Function<'a>) {
        let Function {
            body,
            registers,
            variables,
            labels,
            ..
        } = function;
        let mut open: Vec<_> = body.iter_mut().map(|body| body.statements.iter_mut()).collect();
        self.labels(open[0].as_slice(), labels);
        while let Some(innermost) = open.last_mut() {
            let Some(statement) = innermost.next().filter(|_| self.errors.len() < MAX_ERRORS) else {
                open.pop();
                self.scopes.pop();
                continue;
            };
            match statement {
                Statement::Registers(_, range) => {
                    self.registers(range.start, &registers[range.start as usize..range.end as usize]);
                }
                Statement::Variables(_, range) => {
                    for index in range.clone() {
                        let variable = &mut variables[index as usize];
                        self.declare(variable.name, variable.range, Symbol::Variable(index));
                        self.initial(variable.initial.as_mut());
                    }
                }
                Statement::Block(block) => {
                    self.scopes.push(Scope::default());
                    self.labels(&block.statements, labels);
                    open.push(block.statements.iter_mut());
                }
                Statement::Instruction(instruction) => self.instruction(instruction, variables),
                Statement::Targets(label, directive) => {
                    self.declare(labels[*label as usize], None, Symbol::Label(*label));
                    match directive.name.text {
                        ".calltargets" => self.functions(&directive.arguments),
                        _ => self.targets(&directive.arguments, labels.len()),
                    }
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

    /// Arguments that are functions.
    fn functions(&mut self, arguments: &[Argument<'a>]) {
        for argument in arguments {
            if !matches!(self.find(argument.word.text), Some(Symbol::Item(_))) {
                self.undeclared(argument.word);
            }
        }
    }

    /// Arguments that are labels: `a`, or `a<3>` for `a0` to `a2`.
    fn targets(&mut self, arguments: &[Argument<'a>], labels: usize) {
        let is_label = |this: &Self, name: &str| matches!(this.find(name), Some(Symbol::Label(_)));
        for argument in arguments {
            let all = match argument.word.text.split_once('<') {
                None => is_label(self, argument.word.text),
                Some((prefix, count)) => {
                    let count = count
                        .trim_end_matches('>')
                        .trim()
                        .parse::<usize>()
                        .unwrap_or(usize::MAX);
                    let name = |number| format!("{}{number}", prefix.trim_end());
                    count <= labels && (0..count).all(|number| is_label(self, &name(number)))
                }
            };
            if !all {
                self.undeclared(argument.word);
            }
        }
    }

    fn instruction(&mut self, instruction: &mut Instruction<'a>, variables: &[Variable<'a>]) {
        if let Some(guard) = &mut instruction.guard {
            self.name(&mut guard.predicate);
        }
        for operand in &mut instruction.operands {
            self.operand(operand);
            if let OperandKind::Part(whole, _) = &operand.kind
                && let OperandKind::Offset(name, index) = whole.kind
            {
                self.element(operand, name, index, variables);
                if matches!(instruction.opcode.text, "mov" | "cvta")
                    && let OperandKind::Address(address) = &operand.kind
                {
                    operand.kind = OperandKind::Offset(name, address.offset);
                }
            }
        }
    }

    /// `x[2]` is the place of an element in memory.
    fn element(&mut self, operand: &mut Operand<'a>, name: Name<'a>, index: i64, variables: &[Variable<'a>]) {
        let global = || self.globals.get(name.word.text).and_then(|global| global.element);
        let bytes = match name.symbol {
            Symbol::Variable(index) => element(&variables[index as usize]),
            Symbol::Item(_) => global(),
            _ => None,
        };
        let Some(bytes) = bytes else {
            let message = format!("an index behind `{}`", name.word.text);
            let error = Diagnostic::new(operand.span.range(), message, "an array before the index");
            return self.errors.push(error);
        };
        let span = name.word.span();
        let kind = OperandKind::Name(name);
        operand.kind = OperandKind::Address(Box::new(Address {
            base: Some(Operand { span, kind }),
            offset: index.wrapping_mul(i64::from(bytes)),
            rest: vec![],
        }));
    }

    fn operand(&mut self, operand: &mut Operand<'a>) {
        match &mut operand.kind {
            OperandKind::Name(name) | OperandKind::Not(name) | OperandKind::Negative(name) => self.name(name),
            OperandKind::Offset(name, _) => self.name(name),
            OperandKind::Part(whole, _) => self.operand(whole),
            OperandKind::Constant(_) | OperandKind::Sink => {}
            OperandKind::Vector(list) | OperandKind::List(list) => list.iter_mut().for_each(|one| self.operand(one)),
            OperandKind::Pair(pair) => pair.iter_mut().for_each(|operand| self.operand(operand)),
            OperandKind::Address(address) => {
                let parts = address.base.iter_mut().chain(&mut address.rest);
                parts.for_each(|operand| self.operand(operand));
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
