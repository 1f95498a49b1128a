//! The clauses that SAT sweeping finds on its way, each of which follows from those before it by unit propagation.

use std::cell::RefCell;
use std::rc::Rc;

/// Clauses under construction, in variables of a miter's clauses; clones share them.
#[derive(Clone, Default)]
pub struct Derivation(Rc<RefCell<Store>>);

#[derive(Default)]
struct Store {
    /// Clauses, each with a 0 at its end.
    clauses: Vec<i32>,
    /// The literal of each node of the sweep.
    nodes: Vec<i32>,
    /// The literal of each variable of the solver.
    variables: Vec<i32>,
}

impl Derivation {
    /// The clauses, each with a 0 at its end, and after them the empty one.
    #[cfg(feature = "checkable")]
    pub fn finish(&self) -> Vec<i32> {
        self.add(&[]);
        std::mem::take(&mut self.0.borrow_mut().clauses)
    }

    /// Names the next node of the sweep after a node of the miter.
    pub fn name(&self, node: u32) {
        self.0.borrow_mut().nodes.push(literal(2 * node));
    }

    /// Names the next variable of the solver after a node of the sweep.
    pub fn variable(&self, node: u32) {
        let mut store = self.0.borrow_mut();
        let name = store.nodes[node as usize];
        store.variables.push(name);
    }

    /// The literal for one of the sweep.
    fn of_sweep(&self, sweep: u32) -> i32 {
        let name = self.0.borrow().nodes[sweep as usize / 2];
        if sweep & 1 != 0 { -name } else { name }
    }

    fn add(&self, clause: &[i32]) {
        let mut store = self.0.borrow_mut();
        store.clauses.extend_from_slice(clause);
        store.clauses.push(0);
    }

    /// A clause that the solver has learnt: variables with signs.
    pub fn learnt(&self, clause: impl Iterator<Item = (usize, bool)>) {
        let store = &mut *self.0.borrow_mut();
        let names = &store.variables;
        let literals = clause.map(|(variable, positive)| match positive {
            true => names[variable],
            false => -names[variable],
        });
        store.clauses.extend(literals.chain([0]));
    }

    /// A node of the miter equals a literal of the sweep.
    pub fn image(&self, node: u32, sweep: u32) {
        self.equal(literal(2 * node), self.of_sweep(sweep));
    }

    /// Two literals of the sweep are equal.
    pub fn same(&self, x: u32, y: u32) {
        self.equal(self.of_sweep(x), self.of_sweep(y));
    }

    /// A literal of the sweep holds.
    pub fn holds(&self, sweep: u32) {
        self.add(&[self.of_sweep(sweep)]);
    }

    /// A node of the sweep is the conjunction of two literals.
    pub fn conjunction(&self, node: u32, x: u32, y: u32) {
        let (out, x, y) = (self.of_sweep(2 * node), self.of_sweep(x), self.of_sweep(y));
        self.add(&[-out, x]);
        self.add(&[-out, y]);
        self.add(&[out, -x, -y]);
    }

    fn equal(&self, x: i32, y: i32) {
        if x != y {
            self.add(&[-x, y]);
            self.add(&[x, -y]);
        }
    }
}

/// The literal of clauses for a literal of AIGER.
pub fn literal(aiger: u32) -> i32 {
    let variable = aiger as i32 / 2 + 1;
    if aiger & 1 != 0 { -variable } else { variable }
}
