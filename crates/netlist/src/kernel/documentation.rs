//! The doc comments of a block or of a type of signals, as data.

/// The doc comments of a struct. Code of [`hdl_module`](crate::hdl_module) and `LogicStruct` makes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Documentation {
    /// The name of the module in Verilog; empty if it is that of the type. Behind that of a cell, texts of its parameters.
    pub name: &'static str,
    /// The name of the Rust type; empty if nothing is known.
    pub type_name: &'static str,
    /// The family of devices that have this module as a cell; empty for other modules.
    pub family: &'static str,
    /// Its description.
    pub doc: &'static str,
    /// Its ports, or the fields of a type of signals.
    pub fields: &'static [FieldDocumentation],
}

/// The doc comment of a field.
#[derive(Clone, Copy, Debug)]
pub struct FieldDocumentation {
    /// The field.
    pub name: &'static str,
    /// Its meaning; empty if its parts are documented instead.
    pub doc: &'static str,
    /// The fields of its type.
    pub parts: &'static [FieldDocumentation],
    /// What parts carry in this port, by the parts' names: comes before all else.
    pub own_parts: &'static [(&'static str, &'static str)],
    /// Whether it is a parameter of a cell.
    pub is_parameter: bool,
}

impl FieldDocumentation {
    /// What the net at this path below the field carries: fields of its type and numbers of elements, each after a `$`.
    pub fn at(&self, path: &str) -> &'static str {
        let Some(step) = path.strip_prefix('$').and_then(|path| path.split('$').next()) else {
            return self.doc;
        };
        if let Some((_, doc)) = self.own_parts.iter().find(|(name, _)| *name == step) {
            return doc;
        }
        let rest = &path[1 + step.len()..];
        if step.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.at(rest);
        }
        match self.parts.iter().find(|part| part.name == step) {
            Some(part) if self.doc.is_empty() => part.at(rest),
            _ => self.doc,
        }
    }
}

/// The empty documentation, for types without their own. A type's own constant of this name takes precedence.
pub trait Undocumented {
    /// Nothing.
    const HDL_DOCUMENTATION: Documentation = Documentation {
        name: "",
        type_name: "",
        family: "",
        doc: "",
        fields: &[],
    };
}

impl<T: ?Sized> Undocumented for T {}
