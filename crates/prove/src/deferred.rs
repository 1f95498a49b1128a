//! Claims whose graphs are built only where they are decided.

use super::obligation::Obligation;

/// A claim whose graph is not built yet, because many graphs at once would fill the memory, and a graph stays on its thread.
pub struct Deferred<'a> {
    /// The claim's name.
    pub name: String,
    /// The expected effort; claims of more weight are begun earlier. 0 if it is unknown.
    pub weight: u32,
    build: Box<dyn Fn() -> Obligation + Send + Sync + 'a>,
}

impl<'a> Deferred<'a> {
    /// The claim that `build` builds; it gets this name.
    pub fn new(name: impl Into<String>, build: impl Fn() -> Obligation + Send + Sync + 'a) -> Self {
        Deferred {
            name: name.into(),
            weight: 0,
            build: Box::new(build),
        }
    }

    /// The claim with its expected effort: a proof ends earliest if the hardest claims are begun first.
    pub fn weighing(self, weight: u32) -> Self {
        Deferred { weight, ..self }
    }

    /// The claim with its graph.
    pub fn obligation(&self) -> Obligation {
        let mut obligation = (self.build)();
        obligation.name = self.name.clone();
        obligation
    }
}
