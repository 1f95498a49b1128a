//! Declarations of variables, registers and functions (PTX ISA, section "Variables").

use super::{Checker, diagnostic};
use crate::data_type::{DataType, TypeClass};
use crate::tree::{Constant, Function, Initial, InitialKind, Item, Span, Symbol, Variable};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;
use std::collections::HashMap;

/// The fields of textures, samplers and surfaces.
const FIELDS: [&str; 13] = [
    "width",
    "height",
    "depth",
    "channel_data_type",
    "channel_order",
    "normalized_coords",
    "filter_mode",
    "addr_mode_0",
    "addr_mode_1",
    "addr_mode_2",
    "array_size",
    "memory_layout",
    "force_unnormalized_coords",
];

type Declared = Result<(), Diagnostic>;

fn refuse(span: Span, message: &str, expected: &str) -> Declared {
    Err(diagnostic(span, message, expected))
}

impl<'m, 'a> Checker<'m, 'a> {
    /// Checks all declarations of the module.
    pub(super) fn declarations(&mut self) {
        let mut functions: HashMap<&str, &Function> = HashMap::new();
        for item in &self.module.items {
            match item {
                Item::Variable(variable) => self.report(self.variable_at(variable, true)),
                Item::Function(function) => {
                    self.kernel(function);
                    self.function_head(function);
                    match functions.insert(function.name.text, function) {
                        Some(earlier) => self.report(same_head(earlier, function)),
                        None => {}
                    }
                }
                Item::Directive(directive) if directive.name.text == ".alias" => {
                    let mut names = directive
                        .arguments
                        .iter()
                        .map(|argument| functions.get(argument.word.text).copied());
                    if let (Some(Some(alias)), Some(Some(function))) = (names.next(), names.next()) {
                        self.report(same_head(function, alias));
                    }
                }
                Item::Directive(_) => {}
            }
        }
    }

    fn report(&mut self, declared: Declared) {
        self.errors.extend(declared.err());
    }

    fn function_head(&mut self, function: &'m Function<'a>) {
        let is_extern = function.linkage.is_some_and(|word| word.text == ".extern");
        if is_extern && function.body.is_some() {
            self.report(refuse(
                function.name.span(),
                "an external function with a body",
                "`;` in place of the body",
            ));
        }
        if function.linkage.is_some_and(|word| word.text == ".common") {
            self.report(refuse(
                function.name.span(),
                "a function that is `.common`",
                "`.visible`, `.weak` or `.extern`",
            ));
        }
        let in_memory = |variable: &&Variable| variable.space.text == ".param";
        if function.results.len() > 1
            && let Some(result) = function.results.iter().find(in_memory)
        {
            self.report(refuse(
                result.span,
                "one of several results in memory",
                "results in registers (`.reg`)",
            ));
        }
        for parameter in function.results.iter().chain(&function.parameters) {
            self.report(parameter_error(parameter, function));
        }
        for variable in &function.variables {
            self.report(self.variable_at(variable, false));
        }
        for register in &function.registers {
            let (name, bits) = (register.name.span(), register.kind.bits * register.vector);
            if bits > 128 {
                self.report(refuse(name, "a vector of more than 128 bits", "fewer elements"));
            } else if register.kind.class == TypeClass::Predicate && register.vector > 1 {
                self.report(refuse(name, "a vector of predicates", "single predicates"));
            }
        }
    }

    fn variable_at(&self, variable: &Variable, is_global: bool) -> Declared {
        let (space, linkage) = (variable.space.text, variable.linkage.map(|word| word.text));
        let is_extern = linkage == Some(".extern");
        let Some(kind) = variable.kind else {
            let is_placed = is_global && space == ".global" || space == ".param";
            return match (is_placed, &variable.initial) {
                (true, None) => Ok(()),
                (true, Some(initial)) => fields(initial),
                (false, _) => refuse(
                    variable.span,
                    "a texture or surface that is not a global variable",
                    "`.global`",
                ),
            };
        };
        if space == ".tex" {
            return refuse(
                variable.space.span(),
                "PTX has no `.tex` variables since version 1.5",
                "`.global .texref`",
            );
        }
        if kind.class == TypeClass::Predicate {
            return refuse(
                variable.data_type.span(),
                "a predicate in memory",
                "a predicate in a register (`.reg`)",
            );
        }
        if kind.bits * variable.vector > 128 {
            return refuse(variable.span, "a vector of more than 128 bits", "fewer elements");
        }
        if linkage == Some(".common") && space != ".global" {
            return refuse(variable.span, "a `.common` variable that is not global", "`.global`");
        }
        let is_managed = variable.attributes.iter().any(|word| word.text.starts_with(".managed"));
        if is_managed && space != ".global" {
            return refuse(variable.span, "a managed variable that is not global", "`.global`");
        }
        let is_open = variable
            .dimensions
            .iter()
            .any(|length| matches!(length, None | Some(0)));
        if is_open && !is_extern && variable.initial.is_none() {
            return refuse(
                variable.span,
                "an array without a length",
                "a length above 0, or `.extern`",
            );
        }
        match &variable.initial {
            None => Ok(()),
            Some(initial) if !matches!(space, ".global" | ".const") || is_extern => refuse(
                initial.span,
                "an initial value here",
                "none; only `.global` and `.const` variables have one",
            ),
            Some(initial) => {
                let lengths: Vec<Option<u64>> = variable.dimensions.clone();
                let vector = (variable.vector > 1).then_some(Some(u64::from(variable.vector)));
                let lengths: Vec<_> = lengths.into_iter().chain(vector).collect();
                self.initial(initial, kind, &lengths)
            }
        }
    }

    /// Checks an initial value of an array with these lengths; of a scalar without any.
    fn initial(&self, initial: &Initial, kind: DataType, lengths: &[Option<u64>]) -> Declared {
        match (&initial.kind, lengths) {
            (InitialKind::List(values), [length, inner @ ..]) => {
                if let Some(length) = length.filter(|length| (values.len() as u64) > *length) {
                    let message = format!("{} values", values.len());
                    return Err(diagnostic(initial.span, message, format!("at most {length}")));
                }
                values.iter().try_for_each(|value| self.initial(value, kind, inner))
            }
            (InitialKind::List(_), []) => refuse(initial.span, "a list as the value of a scalar", "a number"),
            (InitialKind::Field(..), _) => refuse(initial.span, "a field", "a number"),
            (_, [_, ..]) => refuse(initial.span, "a single value of an array", "a list `{…}`"),
            (InitialKind::Constant(constant), []) => match (constant, kind.class) {
                _ if matches!(kind.name, ".f16" | ".f16x2") => {
                    refuse(initial.span, "an initial value of half precision", "none")
                }
                (Constant::Integer(..), TypeClass::Float) => {
                    refuse(initial.span, "an integer", "a floating-point number")
                }
                (Constant::Integer(..), _) | (_, TypeClass::Float | TypeClass::Bits) => Ok(()),
                _ => refuse(initial.span, "a floating-point number", "an integer"),
            },
            (InitialKind::Address(address), []) => {
                let is_integer = kind.class == TypeClass::Unsigned && matches!(kind.bits, 32 | 64);
                let is_kernel = matches!(address.name.symbol, Symbol::Item(index)
                    if matches!(self.module.items.get(index as usize), Some(Item::Function(function)) if function.is_entry));
                match address.mask.is_some() || (is_integer && !is_kernel) {
                    true => Ok(()),
                    false => refuse(initial.span, "an address", "a variable of type `.u64` for it"),
                }
            }
        }
    }
}

/// Checks the fields of a texture, sampler or surface.
fn fields(initial: &Initial) -> Declared {
    let InitialKind::List(values) = &initial.kind else {
        return refuse(initial.span, "a single value", "fields such as `{width = 4}`");
    };
    values.iter().try_for_each(|value| match &value.kind {
        InitialKind::Field(name, _) if FIELDS.contains(&name.text) => Ok(()),
        InitialKind::Field(name, _) => {
            let message = format!("`{}` is not a field of a texture, sampler or surface", name.text);
            let expected = did_you_mean(name.text, FIELDS, "a field such as `width`");
            Err(diagnostic(name.span(), message, expected))
        }
        InitialKind::List(_) => fields(value),
        _ => refuse(value.span, "a value without a field", "`name = value`"),
    })
}

fn parameter_error(parameter: &Variable, function: &Function) -> Declared {
    let is_memory = parameter.space.text == ".param";
    let is_open = parameter
        .dimensions
        .iter()
        .any(|length| matches!(length, None | Some(0)));
    if is_memory && parameter.kind.is_some_and(|kind| kind.class == TypeClass::Predicate) {
        return refuse(parameter.data_type.span(), "a predicate in memory", "another type");
    }
    if function.is_entry && !is_memory {
        return refuse(parameter.span, "a kernel's parameter in a register", "`.param`");
    }
    if function.is_entry && is_open {
        return refuse(parameter.span, "a kernel's parameter without a length", "a length");
    }
    match is_memory && parameter.vector > 1 {
        true => refuse(parameter.span, "a parameter that is a vector", "an array"),
        false => Ok(()),
    }
}

/// Whether two declarations of a function agree.
fn same_head(earlier: &Function, later: &Function) -> Declared {
    let is_same = |a: &[Variable], b: &[Variable]| {
        let kind = |variable: &Variable| (variable.kind, variable.dimensions.clone());
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| kind(a) == kind(b))
    };
    match is_same(&earlier.results, &later.results) && is_same(&earlier.parameters, &later.parameters) {
        true => Ok(()),
        false => {
            let message = format!("`{}` is declared with other parameters or results", later.name.text);
            refuse(later.name.span(), &message, "the same ones in both places")
        }
    }
}
