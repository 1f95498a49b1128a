//! Looks up the names of a module (PTX ISA, section "Identifiers"): blocks have scopes, and an inner declaration hides an outer one. A
//! label is known in its whole block, everything else behind its declaration.

use crate::parse::MAX_ERRORS;
use crate::special;
use crate::tree::{
    Argument, Block, Function, Initial, InitialKind, Item, Module, Name, Operand, OperandKind, Register, Statement,
    Symbol, Variable, Word,
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
}

type Globals<'a> = HashMap<&'a str, Global>;

/// The names of a block.
#[derive(Default)]
struct Scope<'a> {
    names: HashMap<&'a str, Symbol>,
    /// Ranges of registers or variables by their prefixes.
    ranges: HashMap<&'a str, (Symbol, u32)>,
    /// The least number of the names with this prefix that are declared one by one.
    numbered: HashMap<&'a str, u32>,
}

struct Resolver<'a, 'm> {
    globals: &'m Globals<'a>,
    /// The index of the item.
    item: u32,
    scopes: Vec<Scope<'a>>,
    errors: Vec<Diagnostic>,
}

/// Looks up all names.
pub(crate) fn resolve(module: &mut Module) -> Vec<Diagnostic> {
    let mut errors = vec![];
    let globals = globals(&module.items, &mut errors);
    for (index, item) in module.items.iter_mut().enumerate() {
        let mut resolver = Resolver {
            globals: &globals,
            item: index as u32,
            scopes: vec![],
            errors: vec![],
        };
        match item {
            Item::Directive(directive) if directive.name.text == ".alias" => {
                resolver.functions(&directive.arguments);
            }
            Item::Directive(_) => {}
            Item::Variable(variable) => resolver.initial(variable.initial.as_mut()),
            Item::Function(function) => resolver.function(function),
        }
        errors.append(&mut resolver.errors);
        if errors.len() > MAX_ERRORS {
            errors.truncate(MAX_ERRORS);
            break;
        }
    }
    errors
}

fn twice(word: Word) -> Diagnostic {
    let message = format!("`{}` is declared a second time", word.text);
    Diagnostic::new(word.span().range(), message, "another name")
}

/// The names that the items declare.
fn globals<'a>(items: &[Item<'a>], errors: &mut Vec<Diagnostic>) -> Globals<'a> {
    let mut globals = Globals::new();
    for (index, item) in items.iter().enumerate() {
        let name = match item {
            Item::Directive(_) => continue,
            Item::Variable(variable) => variable.name,
            Item::Function(function) => function.name,
        };
        let index = index as u32;
        let Some(earlier) = globals.get_mut(name.text) else {
            let (first, definition) = (index, index);
            globals.insert(name.text, Global { first, definition });
            continue;
        };
        match can_follow(&items[earlier.definition as usize], item) {
            true if is_definition(item) => earlier.definition = index,
            true => {}
            false => errors.push(twice(name)),
        }
    }
    globals
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
            a.body.is_none() && a.is_entry == b.is_entry && is_extern(a) == is_extern(b)
        }
        (Item::Variable(a), Item::Variable(b)) => {
            a.linkage.is_some() && b.linkage.is_some() && !(is_definition(first) && is_definition(second))
        }
        _ => false,
    }
}

/// The prefix and the number of a name such as `%r12`, as ranges declare them.
fn numbered(name: &str) -> Option<(&str, u32)> {
    let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &name[prefix.len()..];
    let is_plain = digits == "0" || !digits.starts_with('0');
    Some((prefix, digits.parse().ok().filter(|_| is_plain)?))
}

impl<'a> Scope<'a> {
    fn find(&self, name: &str, numbered: Option<(&str, u32)>) -> Option<Symbol> {
        if let Some((prefix, number)) = numbered
            && let Some((symbol, count)) = self.ranges.get(prefix)
            && number < *count
        {
            return Some(match symbol {
                Symbol::Register(declaration, first) => Symbol::Register(*declaration, first + number),
                other => *other,
            });
        }
        self.names.get(name).copied()
    }

    /// Declares a name; false if it is declared already.
    fn declare(&mut self, name: &'a str, range: Option<u32>, symbol: Symbol) -> bool {
        if let Some(count) = range {
            let is_free = self.numbered.get(name).is_none_or(|least| *least >= count);
            return self.ranges.insert(name, (symbol, count)).is_none() && is_free;
        }
        let numbered = numbered(name);
        if let Some((prefix, number)) = numbered {
            let least = self.numbered.entry(prefix).or_insert(number);
            *least = number.min(*least);
        }
        self.find(name, numbered).is_none() && self.names.insert(name, symbol).is_none()
    }
}

impl<'a> Resolver<'a, '_> {
    fn declare(&mut self, word: Word<'a>, range: Option<u32>, symbol: Symbol) {
        let innermost = self.scopes.last_mut();
        if innermost.is_some_and(|scope| !scope.declare(word.text, range, symbol)) {
            self.errors.push(twice(word));
        }
    }

    fn find(&self, name: &str) -> Option<Symbol> {
        let numbered = numbered(name);
        let local = self.scopes.iter().rev().find_map(|scope| scope.find(name, numbered));
        if local.is_some() {
            return local;
        }
        match self.globals.get(name) {
            Some(global) if global.first <= self.item => Some(Symbol::Item(global.definition)),
            _ if name == "WARP_SZ" => Some(Symbol::WarpSize),
            _ if name.starts_with('%') => special::find(name).map(Symbol::Special),
            _ => None,
        }
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
        let range = numbered(name).and_then(|(prefix, _)| {
            let ranges = self
                .scopes
                .iter()
                .rev()
                .find_map(|scope| scope.ranges.get_key_value(prefix));
            ranges.map(|(prefix, (_, count))| format!("`{prefix}0` to `{prefix}{}`", count.saturating_sub(1)))
        });
        let is_later = self.globals.contains_key(name);
        let (message, expected) = match range {
            Some(range) => (format!("`{name}` is outside its range"), range),
            None if is_later => (
                format!("`{name}` is declared behind its use"),
                "the declaration before it".into(),
            ),
            None => {
                let locals = self.scopes.iter().flat_map(|scope| scope.names.keys());
                let names = locals.chain(self.globals.keys()).copied();
                let expected = did_you_mean(name, names, "a declared name");
                (format!("`{name}` is not declared"), expected)
            }
        };
        self.errors
            .push(Diagnostic::new(word.span().range(), message, expected));
    }

    fn function(&mut self, function: &mut Function<'a>) {
        self.scopes.push(Scope::default());
        let memory = |(index, variable): (u32, &Variable<'a>), symbol: fn(u32) -> Symbol| {
            let is_memory = variable.space.text != ".reg" && variable.name.text != "_";
            is_memory.then(|| (variable.name, symbol(index)))
        };
        let results = (0..)
            .zip(&function.results)
            .filter_map(|pair| memory(pair, Symbol::Result));
        let parameters = (0..)
            .zip(&function.parameters)
            .filter_map(|pair| memory(pair, Symbol::Parameter));
        for (name, symbol) in results.chain(parameters) {
            self.declare(name, None, symbol);
        }
        let in_registers = function.results.iter().chain(&function.parameters);
        let in_registers = in_registers.filter(|variable| variable.space.text == ".reg").count();
        self.registers(0, &function.registers[..in_registers]);
        let Function {
            body,
            registers,
            variables,
            labels,
            ..
        } = function;
        if let Some(body) = body {
            self.body(body, registers, variables, labels);
        }
    }

    fn registers(&mut self, first: u32, registers: &[Register<'a>]) {
        for (index, register) in (first..).zip(registers) {
            if register.name.text != "_" {
                let symbol = Symbol::Register(index, register.first);
                self.declare(register.name, register.range, symbol);
            }
        }
    }

    /// The scope of parameters is that of the outermost block.
    fn body(
        &mut self,
        body: &mut Block<'a>,
        registers: &[Register<'a>],
        variables: &mut [Variable<'a>],
        labels: &[Word<'a>],
    ) {
        self.labels(&body.statements, labels);
        let mut open = vec![body.statements.iter_mut()];
        while let Some(innermost) = open.last_mut() {
            let Some(statement) = innermost.next() else {
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
                Statement::Instruction(instruction) => {
                    if let Some(guard) = &mut instruction.guard {
                        self.name(&mut guard.predicate);
                    }
                    instruction
                        .operands
                        .iter_mut()
                        .for_each(|operand| self.operand(operand));
                }
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
            if self.errors.len() >= MAX_ERRORS {
                return;
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
                    let count = count.trim_end_matches('>').trim().parse::<usize>();
                    let count = count.ok().filter(|count| *count <= labels);
                    let prefix = prefix.trim_end();
                    count.is_some_and(|count| (0..count).all(|number| is_label(self, &format!("{prefix}{number}"))))
                }
            };
            if !all {
                self.undeclared(argument.word);
            }
        }
    }

    fn operand(&mut self, operand: &mut Operand<'a>) {
        match &mut operand.kind {
            OperandKind::Name(name) | OperandKind::Not(name) | OperandKind::Negative(name) => self.name(name),
            OperandKind::Offset(name, _) => self.name(name),
            OperandKind::Part(whole, _) => self.operand(whole),
            OperandKind::Constant(_) | OperandKind::Sink => {}
            OperandKind::Vector(list) | OperandKind::List(list) => {
                list.iter_mut().for_each(|operand| self.operand(operand));
            }
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
