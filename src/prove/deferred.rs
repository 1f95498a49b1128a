//! Claims whose graphs are built only where they are decided.

use super::obligation::Obligation;

/// A claim known by its name. Many graphs at once would fill the memory, and a graph stays on its thread.
pub struct Deferred<'a> {
    /// What is claimed, for people.
    pub name: String,
    build: Box<dyn Fn() -> Obligation + Send + Sync + 'a>,
}

impl<'a> Deferred<'a> {
    /// The claim that `build` builds; it gets this name.
    pub fn new(name: impl Into<String>, build: impl Fn() -> Obligation + Send + Sync + 'a) -> Self {
        Deferred {
            name: name.into(),
            build: Box::new(build),
        }
    }

    /// The claim with its graph.
    pub fn obligation(&self) -> Obligation {
        let mut obligation = (self.build)();
        obligation.name = self.name.clone();
        obligation
    }
}
