//! State of a design, named by the description that has it.

/// A register or memory of a design. The macro `state!` makes one from the fields of a description that lead to it, so that the
/// compiler refuses a field that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateHandle {
    /// The name of its net, or of the memory, below the description's module.
    pub name: String,
    /// Its width in bits; that of a word for memories.
    pub width: u32,
}

impl StateHandle {
    /// The same state in the module that has the description as `instance`.
    pub fn inside(self, instance: &InstanceHandle) -> Self {
        StateHandle {
            name: format!("{}.{}", instance.0, self.name),
            ..self
        }
    }
}

/// An instance in a design. The macro `instance!` makes one from a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceHandle(pub String);

/// The name of an instance or register that the Rust expression of its field has, as `slow[0]`.
#[doc(hidden)]
pub fn field_name(expression: &str) -> String {
    let plain: String = expression.chars().filter(|c| !c.is_whitespace()).collect();
    plain.replace('[', "_").replace(']', "")
}
