//! Looks up the names of a module (PTX ISA, section "Identifiers"): blocks have scopes, and an inner declaration hides an outer one. A
//! label is known in its whole block, everything else behind its declaration.

use crate::special;
use crate::tree::{
    Argument, Directive, Function, Initial, InitialKind, Item, Module, Name, Operand, OperandKind, Register, Statement,
    Symbol, Word,
};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;
use std::collections::HashMap;

/// Number of errors after which the parser stops.
pub(crate) const MAX_ERRORS: usize = 200;

/// The names of a block.
#[derive(Default)]
struct Scope<'a> {
    names: HashMap<&'a str, Symbol>,
    /// All labels of the block, also those behind the place.
    labels: HashMap<&'a str, Symbol>,
    /// Ranges of registers or variables by their prefixes, with their sizes.
    ranges: HashMap<&'a str, (Symbol, u32)>,
    /// The least number of the names with this prefix that are declared one by one.
    least: HashMap<&'a str, u32>,
}

/// The prefix and the number of a name such as `%r12`, as ranges declare them. `%r012` is another spelling.
fn numbered(name: &str) -> Option<(&str, u32)> {
    let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
    Some((prefix, name[prefix.len()..].parse().ok()?))
}

impl<'a> Scope<'a> {
    /// What a name names; `numbered` is its prefix and number.
    fn find(&self, name: &str, numbered: Option<(&str, u32)>) -> Option<Symbol> {
        let range = numbered.and_then(|(prefix, number)| {
            let (symbol, count) = self.ranges.get(prefix)?;
            (number < *count).then_some((*symbol, number))
        });
        match range {
            Some((Symbol::Register(declaration, first), number)) => Some(Symbol::Register(declaration, first + number)),
            Some((other, _)) => Some(other),
            None => self.names.get(name).copied(),
        }
    }

    /// Declares a name or a range; false if one of its names is declared already. As NVIDIA's assembler has it, a label may have the
    /// name of a register of a range.
    fn declare(&mut self, name: &'a str, range: Option<u32>, symbol: Symbol) -> bool {
        if let Some(count) = range {
            let is_free = self.least.get(name).is_none_or(|least| *least >= count);
            return self.ranges.insert(name, (symbol, count)).is_none() && is_free;
        }
        let mut is_free = name != "WARP_SZ";
        if let Some((prefix, number)) = numbered(name)
            && !matches!(symbol, Symbol::Label(_))
        {
            if name == format!("{prefix}{number}") {
                let least = self.least.entry(prefix).or_insert(number);
                *least = number.min(*least);
            }
            is_free = self.ranges.get(prefix).is_none_or(|(_, count)| number >= *count);
        }
        self.names.insert(name, symbol).is_none() && is_free
    }
}

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
        let warp_size = (name == "WARP_SZ").then_some(Symbol::WarpSize);
        let known = outer.or(warp_size).or_else(|| special::find(name).map(Symbol::Special));
        let mut scopes = self.scopes.iter().rev();
        known.or_else(|| scopes.find_map(|scope| scope.labels.get(name).copied()))
    }

    fn name(&mut self, name: &mut Name<'a>) {
        match self.find(name.word.text) {
            Some(symbol) => name.symbol = symbol,
            None => self.undeclared(name.word),
        }
    }

    fn undeclared(&mut self, word: Word) {
        let prefix = numbered(word.text).map_or("", |(prefix, _)| prefix);
        let range = self.scopes.iter().rev().find_map(|scope| scope.ranges.get(prefix));
        if let Some((_, count)) = range {
            let expected = format!("`{prefix}0` to `{prefix}{}`", count.saturating_sub(1));
            self.error(word, "is outside its range", &expected);
        } else if self.errors.len() < MAX_ERRORS {
            let scopes = self.scopes.iter();
            let locals = scopes.flat_map(|scope| scope.names.keys().chain(scope.labels.keys()));
            let names = locals.chain(self.globals.keys()).copied();
            // Similar names take time, and nobody reads many.
            let names = names.filter(|_| self.errors.len() < 20);
            let expected = did_you_mean(word.text, names, "a name that is declared before its use");
            self.error(word, "is not declared", &expected);
        }
    }

    /// The scope of parameters is that of the outermost block.
    fn function(&mut self, function: &mut Function<'a>) {
        let statements = function.body.as_ref().map_or(&[][..], |body| &body.statements);
        self.open(statements, &function.labels);
        let mut in_registers = 0;
        let results = function.results.len() as u32;
        for (index, variable) in (0_u32..).zip(function.results.iter().chain(&function.parameters)) {
            let parameter = index.checked_sub(results).map(Symbol::Parameter);
            match variable.space.text {
                ".reg" => in_registers += 1,
                _ => self.declare(variable.name, None, parameter.unwrap_or(Symbol::Result(index))),
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
        let mut open = vec![body.statements.iter_mut()];
        while let Some(innermost) = open.last_mut() {
            let Some(statement) = innermost.next() else {
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
                    self.open(&block.statements, labels);
                    open.push(block.statements.iter_mut());
                }
                Statement::Instruction(instruction) => {
                    let guard = instruction.guard.as_mut().map(|guard| &mut guard.predicate);
                    guard.into_iter().for_each(|name| self.name(name));
                    self.operands(&mut instruction.operands);
                }
                Statement::Targets(label, directive) => {
                    self.declare(labels[*label as usize], None, Symbol::Label(*label));
                    self.targets(directive);
                }
                Statement::Prototype(prototype) => {
                    self.declare(labels[prototype.label as usize], None, Symbol::Label(prototype.label));
                }
                Statement::Label(label) => self.declare(labels[*label as usize], None, Symbol::Label(*label)),
                Statement::Directive(_) => {}
            }
        }
    }

    /// Opens the scope of a block with its labels.
    fn open(&mut self, statements: &[Statement<'a>], labels: &[Word<'a>]) {
        let label = |statement: &Statement| match statement {
            Statement::Label(index) => Some((labels[*index as usize].text, Symbol::Label(*index))),
            _ => None,
        };
        self.scopes.push(Scope {
            labels: statements.iter().filter_map(label).collect(),
            ..Scope::default()
        });
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
            OperandKind::Element(names) => names.iter_mut().for_each(|name| self.name(name)),
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
