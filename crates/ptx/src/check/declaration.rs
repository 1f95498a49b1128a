//! Declarations of variables, registers and functions (PTX ISA, section "Variables").

use super::{Checker, diagnostic};
use crate::data_type::{DataType, TypeClass};
use crate::tree::{Constant, Function, Initial, InitialKind, Item, Span, Variable};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;
use std::collections::HashMap;

/// The fields of textures, samplers and surfaces.
const FIELDS: &str = "width height depth channel_data_type channel_order normalized_coords filter_mode addr_mode_0 addr_mode_1 \
    addr_mode_2 array_size memory_layout force_unnormalized_coords";

/// A rule: whether it is broken, where, what is wrong, what is expected.
type Rule = (bool, Span, &'static str, &'static str);

/// The first broken rule.
fn broken(rules: &[Rule]) -> Option<Diagnostic> {
    let (_, span, message, expected) = rules.iter().find(|rule| rule.0)?;
    Some(diagnostic(*span, *message, *expected))
}

impl<'m, 'a> Checker<'m, 'a> {
    /// Checks all declarations of the module.
    pub(super) fn declarations(&mut self) {
        let mut functions: HashMap<&str, &Function> = HashMap::new();
        for item in &self.module.items {
            match item {
                Item::Variable(variable) => {
                    let error = self.variable_error(variable, true);
                    self.errors.extend(error);
                }
                Item::Function(function) => {
                    self.kernel(function);
                    self.head(function);
                    let earlier = functions.insert(function.name.text, function);
                    let error = earlier.and_then(|earlier| head_error(earlier, function));
                    self.errors.extend(error);
                }
                Item::Directive(directive) if directive.name.text == ".alias" => {
                    let find = |at: usize| functions.get(directive.arguments.get(at)?.word.text);
                    if let (Some(alias), Some(function)) = (find(0), find(1)) {
                        self.errors.extend(head_error(function, alias));
                    }
                }
                Item::Directive(_) => {}
            }
        }
    }

    #[rustfmt::skip] // A rule is a line.
    fn head(&mut self, function: &'m Function<'a>) {
        let (name, linkage) = (function.name.span(), function.linkage.map(|word| word.text));
        let is_memory = |variable: &Variable| variable.space.text == ".param";
        let returns_memory = function.results.len() > 1 && function.results.iter().any(is_memory);
        self.errors.extend(broken(&[
            (linkage == Some(".extern") && function.body.is_some(), name, "an external function with a body", "`;` in place of it"),
            (linkage == Some(".common"), name, "a function that is `.common`", "`.visible`, `.weak` or `.extern`"),
            (returns_memory, name, "one of several results in memory", "results in registers (`.reg`)"),
        ]));
        for parameter in function.results.iter().chain(&function.parameters) {
            let (span, is_memory, is_entry) = (parameter.span, is_memory(parameter), function.is_entry);
            self.errors.extend(broken(&[
                (is_memory && is_predicate(parameter), span, "a predicate in memory", "another type"),
                (is_entry && !is_memory, span, "a kernel's parameter in a register", "`.param`"),
                (is_entry && is_open(parameter), span, "a kernel's parameter without a length", "a length"),
                (parameter.align.is_some_and(|align| align > 128), span, "a parameter with an alignment above 128", "at most 128"),
                (is_memory && parameter.vector > 1, span, "a parameter that is a vector", "an array"),
            ]));
        }
        for variable in &function.variables {
            let error = self.variable_error(variable, false);
            self.errors.extend(error);
        }
        for register in &function.registers {
            let (span, is_vector) = (register.name.span(), register.vector > 1);
            let has_predicates = register.kind.class == TypeClass::Predicate && is_vector;
            self.errors.extend(broken(&[
                (register.kind.bits * register.vector > 128, span, "a vector of more than 128 bits", "fewer elements"),
                (has_predicates, span, "a vector of predicates", "single predicates"),
            ]));
        }
    }

    #[rustfmt::skip] // A rule is a line.
    fn variable_error(&self, variable: &Variable, is_global: bool) -> Option<Diagnostic> {
        let (span, space, linkage) = (variable.span, variable.space.text, variable.linkage.map(|word| word.text));
        let is_in_global = space == ".global";
        let Some(kind) = variable.kind else {
            let is_placed = is_global && is_in_global || space == ".param";
            let error = broken(&[(!is_placed, span, "a texture or surface that is not a global variable", "`.global`")]);
            return error.or_else(|| variable.initial.as_ref().and_then(field_error));
        };
        let is_managed = variable.attributes.iter().any(|word| word.text.starts_with(".managed"));
        let is_extern = linkage == Some(".extern");
        let has_value = variable.initial.is_some();
        let has_no_length = is_open(variable) && !is_extern && !has_value;
        let takes_value = matches!(space, ".global" | ".const") && !is_extern;
        let error = broken(&[
            (space == ".tex", span, "PTX has no `.tex` variables since version 1.5", "`.global .texref`"),
            (is_predicate(variable), span, "a predicate in memory", "a predicate in a register (`.reg`)"),
            (kind.bits * variable.vector > 128, span, "a vector of more than 128 bits", "fewer elements"),
            (linkage == Some(".common") && !is_in_global, span, "a `.common` variable that is not global", "`.global`"),
            (is_managed && !is_in_global, span, "a managed variable that is not global", "`.global`"),
            (has_no_length, span, "an array without a length", "a length above 0, or `.extern`"),
            (has_value && !takes_value, span, "an initial value here", "one of a `.global` or `.const` variable"),
        ]);
        let vector = (variable.vector > 1).then_some(Some(u64::from(variable.vector)));
        let lengths: Vec<_> = variable.dimensions.iter().copied().chain(vector).collect();
        error.or_else(|| self.initial(variable.initial.as_ref()?, kind, &lengths))
    }

    /// What is wrong with the initial value of an array with these lengths; of a scalar without any.
    fn initial(&self, initial: &Initial, kind: DataType, lengths: &[Option<u64>]) -> Option<Diagnostic> {
        let (message, expected) = match (&initial.kind, lengths) {
            (InitialKind::List(values), [length, inner @ ..]) => {
                if length.is_none_or(|length| values.len() as u64 <= length) {
                    return values.iter().find_map(|value| self.initial(value, kind, inner));
                }
                ("more values than elements", "at most as many as the array has")
            }
            (InitialKind::List(_), []) => ("a list as the value of a scalar", "a number"),
            (InitialKind::Field(..), _) => ("a field", "a number"),
            (_, [_, ..]) => ("a single value of an array", "a list `{…}`"),
            _ if matches!(kind.name, ".f16" | ".f16x2") => ("an initial value of half precision", "none"),
            (InitialKind::Constant(Constant::Integer(..)), []) => match kind.class {
                TypeClass::Float => ("an integer", "a floating-point number"),
                _ => return None,
            },
            (InitialKind::Constant(_), []) => match kind.class {
                TypeClass::Float | TypeClass::Bits => return None,
                _ => ("a floating-point number", "an integer"),
            },
            (InitialKind::Address(address), []) => {
                let is_kernel = matches!(self.item(&address.name), Some(Item::Function(function)) if function.is_entry);
                let has_size = kind.class == TypeClass::Unsigned && matches!(kind.bits, 32 | 64);
                let is_plain = !address.is_generic && address.offset == 0;
                match address.mask.is_some() || (has_size && (is_plain || !is_kernel)) {
                    true => return None,
                    false => ("an address", "a variable of type `.u64` for it"),
                }
            }
        };
        Some(diagnostic(initial.span, message, expected))
    }
}

fn is_predicate(variable: &Variable) -> bool {
    variable.kind.is_some_and(|kind| kind.class == TypeClass::Predicate)
}

fn is_open(variable: &Variable) -> bool {
    variable.dimensions.iter().any(|length| length.unwrap_or(0) == 0)
}

/// What is wrong with the fields of a texture, sampler or surface.
fn field_error(initial: &Initial) -> Option<Diagnostic> {
    let InitialKind::List(values) = &initial.kind else {
        let expected = "fields such as `{width = 4}`";
        return Some(diagnostic(initial.span, "a single value", expected));
    };
    values.iter().find_map(|value| match &value.kind {
        InitialKind::Field(name, _) => {
            let names = || FIELDS.split_whitespace();
            let message = format!("`{}` is not a field of a texture, sampler or surface", name.text);
            let expected = || did_you_mean(name.text, names(), "a field such as `width`");
            (!names().any(|field| field == name.text)).then(|| diagnostic(name.span(), message, expected()))
        }
        InitialKind::List(_) => field_error(value),
        _ => Some(diagnostic(value.span, "a value without a field", "`name = value`")),
    })
}

/// What is wrong if two declarations of a function differ.
fn head_error(earlier: &Function, later: &Function) -> Option<Diagnostic> {
    let kind = |variable: &Variable| (variable.kind, variable.dimensions.clone());
    let is_same =
        |a: &[Variable], b: &[Variable]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| kind(a) == kind(b));
    let agrees = is_same(&earlier.results, &later.results) && is_same(&earlier.parameters, &later.parameters);
    let message = "the parameters or results differ from those of another declaration";
    broken(&[(!agrees, later.name.span(), message, "the same ones in both places")])
}
