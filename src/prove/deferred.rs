//! Claims whose graphs are built only where they are decided.

use super::obligation::Obligation;

/// A claim known by its name. Many graphs at once would fill the memory, and a graph stays on its thread.
pub struct Deferred<'a> {
    /// The claim's name.
    pub name: String,
    /// Claims of more weight are begun earlier; 0 where nothing is known.
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

    /// The claim with a hint how hard it is: several claims are done soonest if the hardest are begun first.
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
