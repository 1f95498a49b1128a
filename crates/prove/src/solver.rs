//! The SAT solver for questions about nodes of And-Inverter Graphs; the clauses of a node's cone are added when a question needs them.

use super::derivation::Derivation;
use batsat::{Callbacks, Lit, SolverInterface, SolverOpts, lbool};
use lanesmith_algebra::GraphNode;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Cancels running proofs; clones cancel the same proofs.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Cancels the proofs.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the proofs are cancelled.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The answer to a question.
pub enum Answer<Example = ()> {
    /// No assignment satisfies the formula.
    Unsatisfiable,
    /// Some assignment does, such as the example. After a [`Solver`]'s answer, [`Solver::value`] gives its bits.
    Satisfiable(Example),
    /// The budget ended first.
    Unknown,
}

/// Stops the solver at a deadline or after a number of conflicts.
struct Budget {
    conflicts: Rc<Cell<u64>>,
    deadline: Instant,
    stop: Stop,
    calls: Cell<u32>,
    late: Cell<bool>,
    derivation: Option<Derivation>,
}

impl Budget {
    fn is_spent(&self) -> bool {
        Instant::now() >= self.deadline || self.stop.is_raised()
    }
}

impl Callbacks for Budget {
    fn on_new_clause(&mut self, clause: &[Lit], kind: batsat::clause::Kind) {
        if kind == batsat::clause::Kind::Learnt {
            self.conflicts.set(self.conflicts.get().saturating_sub(1));
            if let Some(derivation) = &self.derivation {
                derivation.learnt(clause.iter().map(|lit| (lit.var().idx() as usize, lit.sign())));
            }
        }
    }

    fn stop(&self) -> bool {
        // The clock is looked at rarely: this is called at every propagation.
        self.calls.set(self.calls.get().wrapping_add(1));
        if self.calls.get().is_multiple_of(256) && self.is_spent() {
            self.late.set(true);
        }
        self.conflicts.get() == 0 || self.late.get()
    }
}

/// An incremental solver over the nodes of one graph.
pub struct Solver {
    solver: batsat::Solver<Budget>,
    conflicts: Rc<Cell<u64>>,
    literals: Vec<Option<Lit>>,
}

impl Solver {
    /// A solver that answers `Unknown` after `deadline`, or once `stop` is raised.
    pub fn new(deadline: Instant, stop: &Stop) -> Self {
        let conflicts = Rc::new(Cell::new(u64::MAX));
        let budget = Budget {
            conflicts: conflicts.clone(),
            deadline,
            stop: stop.clone(),
            calls: Cell::new(0),
            late: Cell::new(false),
            derivation: None,
        };
        Solver {
            solver: batsat::Solver::new(SolverOpts::default(), budget),
            conflicts,
            literals: vec![],
        }
    }

    /// Writes what it learns from now on to `derivation`, which knows the names of all nodes.
    #[cfg(feature = "checkable")]
    pub(super) fn derive(&mut self, derivation: &Derivation) {
        self.solver.cb_mut().derivation = Some(derivation.clone());
    }

    /// Answers the questions from now on until `deadline`.
    pub fn set_deadline(&mut self, deadline: Instant) {
        let budget = self.solver.cb_mut();
        budget.deadline = deadline;
        budget.late.set(false);
    }

    /// Whether every question is answered `Unknown` from now on.
    pub fn is_spent(&self) -> bool {
        self.solver.cb().is_spent()
    }

    /// Looks for inputs that give the two literals different values; remembers proved equalities.
    pub fn differ(&mut self, nodes: &[GraphNode], x: u32, y: u32, conflicts: u64) -> Answer {
        let (x, y) = (self.encode(nodes, x), self.encode(nodes, y));
        for assumptions in [[x, !y], [!x, y]] {
            match self.solve(&assumptions, conflicts) {
                Answer::Unsatisfiable => {}
                answer => return answer,
            }
        }
        self.clause(&[x, !y]);
        self.clause(&[!x, y]);
        Answer::Unsatisfiable
    }

    /// Requires a literal to hold from now on, and looks for inputs with which it does. Where it cannot hold everything asked
    /// later is unsatisfiable too, which proves nothing.
    pub fn require(&mut self, nodes: &[GraphNode], literal: u32) -> Answer {
        let literal = self.encode(nodes, literal);
        self.clause(&[literal]);
        self.solve(&[], u64::MAX)
    }

    /// Looks for inputs with which all of the literals hold.
    pub fn satisfy(&mut self, nodes: &[GraphNode], literals: &[u32]) -> Answer {
        let assumptions: Vec<Lit> = literals.iter().map(|literal| self.encode(nodes, *literal)).collect();
        self.solve(&assumptions, u64::MAX)
    }

    /// Requires one of the literals to hold from now on.
    pub fn require_any(&mut self, nodes: &[GraphNode], literals: &[u32]) {
        let literals: Vec<Lit> = literals.iter().map(|literal| self.encode(nodes, *literal)).collect();
        self.clause(&literals);
    }

    /// The value of a node in the last example; false if the solver does not know the node.
    pub fn value(&self, node: u32) -> bool {
        let literal = self.literals.get(node as usize).copied().flatten();
        literal.is_some_and(|literal| self.solver.value_lit(literal) == lbool::TRUE)
    }

    /// The values of a graph's inputs in the last example.
    pub fn inputs(&self, nodes: &[GraphNode]) -> Vec<bool> {
        let inputs = (0..).zip(nodes).filter(|(_, node)| matches!(node, GraphNode::Input(_)));
        inputs.map(|(number, _)| self.value(number)).collect()
    }

    fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> Answer {
        // The solver itself looks at the clock now and then only, and easy questions end before.
        if self.is_spent() {
            return Answer::Unknown;
        }
        self.conflicts.set(conflicts);
        let answer = self.solver.solve_limited(assumptions);
        if answer == lbool::TRUE {
            Answer::Satisfiable(())
        } else if answer == lbool::FALSE {
            Answer::Unsatisfiable
        } else {
            Answer::Unknown
        }
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.solver.add_clause_reuse(&mut literals.to_vec());
    }

    /// The solver's literal for a graph literal; adds the clauses of its cone.
    fn encode(&mut self, nodes: &[GraphNode], literal: u32) -> Lit {
        self.literals.resize(nodes.len(), None);
        let mut stack = vec![literal / 2];
        while let Some(&node) = stack.last() {
            if self.literals[node as usize].is_some() {
                stack.pop();
                continue;
            }
            if let GraphNode::And(x, y) = nodes[node as usize] {
                let before = stack.len();
                stack.extend([x / 2, y / 2].iter().filter(|n| self.literals[**n as usize].is_none()));
                if stack.len() > before {
                    continue;
                }
            }
            let out = Lit::new(self.solver.new_var_default(), true);
            self.literals[node as usize] = Some(out);
            if let Some(derivation) = &self.solver.cb().derivation {
                derivation.variable(node);
            }
            match nodes[node as usize] {
                GraphNode::False => self.clause(&[!out]),
                GraphNode::Input(_) => {}
                GraphNode::And(x, y) => {
                    let (x, y) = (self.known(x), self.known(y));
                    self.clause(&[!out, x]);
                    self.clause(&[!out, y]);
                    self.clause(&[out, !x, !y]);
                }
            }
            stack.pop();
        }
        self.known(literal)
    }

    fn known(&self, literal: u32) -> Lit {
        let lit = self.literals[literal as usize / 2].expect("an encoded node");
        if literal & 1 != 0 { !lit } else { lit }
    }
}
