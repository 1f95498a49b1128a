//! Proofs in the format LRAT (Cruz-Filipe and others 2017): each clause comes with the clauses from which unit propagation derives
//! it, so that a checker need not search.

use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// A proof that clauses are unsatisfiable: the steps that lead to the empty clause, and no others.
pub struct Lrat {
    /// The number of clauses that are proved unsatisfiable.
    given: usize,
    steps: Vec<Step>,
}

/// A derived clause with the numbers of the clauses from which it follows, in the order of propagation. Given clauses have the
/// numbers from 1 on, steps those after them.
struct Step {
    clause: Vec<i32>,
    hints: Vec<u32>,
}

impl Lrat {
    /// The proof from a derivation: clauses with a 0 at the end of each, where each follows from those before it and from the `given`
    /// ones by unit propagation, and the last is empty. Error: a clause that does not follow.
    pub fn new(given: &[Vec<i32>], derivation: &[i32]) -> Result<Self, String> {
        let mut checker = Propagation::new(given);
        for clause in derivation.split(|literal| *literal == 0) {
            if checker.is_refuted {
                break;
            }
            checker.derive(clause)?;
        }
        if !checker.is_refuted {
            return Err("the derivation does not end in the empty clause".into());
        }
        Ok(Lrat {
            given: given.len(),
            steps: checker.steps,
        }
        .trimmed())
    }

    /// The proof without steps that the last does not need, numbered anew.
    fn trimmed(mut self) -> Self {
        let given = self.given as u32;
        let mut needed = vec![false; self.steps.len()];
        needed[self.steps.len() - 1] = true;
        for i in (0..self.steps.len()).rev() {
            if needed[i] {
                for hint in self.steps[i].hints.iter().filter(|hint| **hint > given) {
                    needed[(hint - given - 1) as usize] = true;
                }
            }
        }
        let mut numbers = vec![0; self.steps.len()];
        let mut next = given;
        for (number, needed) in numbers.iter_mut().zip(&needed) {
            if *needed {
                next += 1;
                *number = next;
            }
        }
        let mut needed = needed.into_iter();
        self.steps.retain(|_| needed.next() == Some(true));
        for hint in self.steps.iter_mut().flat_map(|step| &mut step.hints) {
            if *hint > given {
                *hint = numbers[(*hint - given - 1) as usize];
            }
        }
        self
    }

    /// The number of derived clauses.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// The proof as a file in the text form of LRAT.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (step, number) in self.steps.iter().zip(self.given + 1..) {
            let _ = write!(text, "{number} ");
            for literal in &step.clause {
                let _ = write!(text, "{literal} ");
            }
            text += "0 ";
            for hint in &step.hints {
                let _ = write!(text, "{hint} ");
            }
            text += "0\n";
        }
        text
    }
}

/// A clause by its number, with a literal that makes it true where that holds.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    other: i32,
}

/// Unit propagation over a growing set of clauses, with two watched literals in each.
struct Propagation {
    /// The literals of each clause by its number less 1, watched ones first.
    clauses: Vec<Vec<i32>>,
    watches: Vec<Vec<Watch>>,
    /// By variable: 1, -1, or 0 for none.
    values: Vec<i8>,
    /// By variable the number of the clause that gave it its value: a unit clause for values that always hold.
    reasons: Vec<u32>,
    /// By variable whether its value always holds.
    is_fixed: Vec<bool>,
    trail: Vec<i32>,
    /// The number of literals of the trail that always hold.
    fixed: usize,
    marked: Vec<bool>,
    known: FxHashSet<Vec<i32>>,
    steps: Vec<Step>,
    given: usize,
    is_refuted: bool,
}

/// Stands for a missing clause number.
const ASSUMED: u32 = 0;

fn place(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl Propagation {
    fn new(given: &[Vec<i32>]) -> Self {
        let variables = given.iter().flatten().map(|literal| literal.unsigned_abs()).max();
        let variables = variables.unwrap_or(0) as usize + 1;
        let mut new = Propagation {
            clauses: vec![],
            watches: vec![vec![]; 2 * variables],
            values: vec![0; variables],
            reasons: vec![ASSUMED; variables],
            is_fixed: vec![false; variables],
            trail: vec![],
            fixed: 0,
            marked: vec![false; variables],
            known: FxHashSet::default(),
            steps: vec![],
            given: given.len(),
            is_refuted: false,
        };
        new.clauses = given.to_vec();
        for number in 1..=given.len() as u32 {
            if !new.is_refuted {
                new.enter(number);
            }
        }
        new
    }

    fn value(&self, literal: i32) -> i8 {
        let value = self.values[literal.unsigned_abs() as usize];
        if literal < 0 { -value } else { value }
    }

    fn assign(&mut self, literal: i32, reason: u32) {
        let variable = literal.unsigned_abs() as usize;
        self.values[variable] = if literal < 0 { -1 } else { 1 };
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    /// Takes clause `number` into account from now on. Nothing is assumed.
    fn enter(&mut self, number: u32) {
        let clause = self.clauses[number as usize - 1].clone();
        let mut sorted = clause.clone();
        sorted.sort_unstable();
        sorted.dedup();
        self.known.insert(sorted.clone());
        let satisfied = |literal: &i32| self.value(*literal) > 0 || sorted.binary_search(&-literal).is_ok();
        if sorted.iter().any(satisfied) {
            return;
        }
        let (mut open, closed): (Vec<i32>, Vec<i32>) = sorted.iter().partition(|literal| self.value(**literal) == 0);
        match open[..] {
            [] => self.refute(number),
            [unit] => self.fix(unit, number),
            [first, second, ..] => {
                for (one, other) in [(first, second), (second, first)] {
                    let watch = Watch { clause: number, other };
                    self.watches[place(one)].push(watch);
                }
                open.extend(closed);
                self.clauses[number as usize - 1] = open;
            }
        }
    }

    /// The empty clause follows: all literals of clause `number` are always false.
    fn refute(&mut self, number: u32) {
        let clause = self.clauses[number as usize - 1].clone();
        let mut hints: Vec<u32> = clause.iter().map(|literal| self.reason(*literal)).collect();
        hints.push(number);
        self.step(vec![], hints);
        self.is_refuted = true;
    }

    fn reason(&self, literal: i32) -> u32 {
        self.reasons[literal.unsigned_abs() as usize]
    }

    /// Records a step; gives the number of its clause.
    fn step(&mut self, clause: Vec<i32>, hints: Vec<u32>) -> u32 {
        self.steps.push(Step { clause, hints });
        (self.given + self.steps.len()) as u32
    }

    /// A literal always holds, because all others of clause `number` never do; and so do those that follow.
    fn fix(&mut self, literal: i32, number: u32) {
        let mut next = self.trail.len();
        self.fix_one(literal, number);
        while next < self.trail.len() && !self.is_refuted {
            let literal = self.trail[next];
            next += 1;
            if let Some(conflict) = self.visit(-literal, true) {
                self.refute(conflict);
            }
        }
        self.fixed = self.trail.len();
    }

    /// One literal always holds; gives it a unit clause.
    fn fix_one(&mut self, literal: i32, number: u32) {
        let clause = &self.clauses[number as usize - 1];
        let unit = match clause[..] {
            [_] => number,
            _ => {
                let others = clause.iter().filter(|other| **other != literal);
                let mut hints: Vec<u32> = others.map(|other| self.reason(*other)).collect();
                hints.push(number);
                let unit = self.step(vec![literal], hints);
                self.clauses.push(vec![literal]);
                unit
            }
        };
        self.is_fixed[literal.unsigned_abs() as usize] = true;
        self.assign(literal, unit);
    }

    /// Looks at the clauses in which `literal` has become false; gives one whose literals all are.
    fn visit(&mut self, literal: i32, always: bool) -> Option<u32> {
        let mut watches = std::mem::take(&mut self.watches[place(literal)]);
        let mut conflict = None;
        let mut kept = 0;
        for i in 0..watches.len() {
            let Watch { clause: number, other } = watches[i];
            if conflict.is_some() || self.value(other) > 0 {
                watches[kept] = watches[i];
                kept += 1;
                continue;
            }
            let clause = &mut self.clauses[number as usize - 1];
            if clause[0] == literal {
                clause.swap(0, 1);
            }
            let first = clause[0];
            let values = &self.values;
            let value = |literal: i32| {
                let value = values[literal.unsigned_abs() as usize];
                if literal < 0 { -value } else { value }
            };
            watches[kept] = Watch {
                clause: number,
                other: first,
            };
            if value(first) > 0 {
                kept += 1;
                continue;
            }
            if let Some(k) = (2..clause.len()).find(|k| value(clause[*k]) >= 0) {
                clause.swap(1, k);
                let moved = clause[1];
                self.watches[place(moved)].push(Watch {
                    clause: number,
                    other: first,
                });
                continue;
            }
            kept += 1;
            if value(first) < 0 {
                conflict = Some(number);
            } else if always {
                self.fix_one(first, number);
            } else {
                self.assign(first, number);
            }
        }
        watches.truncate(kept);
        self.watches[place(literal)] = watches;
        conflict
    }

    /// Derives a clause by assuming that its literals are false, and adds it.
    fn derive(&mut self, clause: &[i32]) -> Result<(), String> {
        let mut open: Vec<i32> = clause.to_vec();
        open.retain(|literal| self.value(*literal) == 0);
        open.sort_unstable();
        open.dedup();
        let is_true = clause.iter().any(|literal| self.value(*literal) > 0);
        let is_tautology = open.iter().any(|literal| open.binary_search(&-literal).is_ok());
        if is_true || is_tautology || self.known.contains(&open) {
            return Ok(());
        }
        for literal in &open {
            self.assign(-literal, ASSUMED);
        }
        let mut conflict = None;
        let mut next = self.fixed;
        while let (None, Some(literal)) = (conflict, self.trail.get(next).copied()) {
            next += 1;
            conflict = self.visit(-literal, false);
        }
        let hints = conflict.map(|number| self.explain(number));
        for literal in self.trail.drain(self.fixed..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        let hints = hints.ok_or_else(|| format!("clause {open:?} does not follow by unit propagation"))?;
        let number = self.step(open.clone(), hints);
        self.clauses.push(open);
        if self.clauses[number as usize - 1].is_empty() {
            self.is_refuted = true;
        } else {
            self.enter(number);
        }
        Ok(())
    }

    /// The clauses from which a conflict follows, in the order of propagation, the one in conflict last.
    fn explain(&mut self, conflict: u32) -> Vec<u32> {
        let mut hints = vec![conflict];
        let mut touched = vec![];
        self.mark(conflict, &mut touched);
        for i in (self.fixed..self.trail.len()).rev() {
            let variable = self.trail[i].unsigned_abs() as usize;
            let reason = self.reasons[variable];
            if self.marked[variable] && reason != ASSUMED {
                hints.push(reason);
                self.mark(reason, &mut touched);
            }
        }
        for variable in touched {
            self.marked[variable] = false;
            if self.is_fixed[variable] {
                hints.push(self.reasons[variable]);
            }
        }
        hints.reverse();
        hints
    }

    /// Marks the variables of a clause, and adds them to those that are.
    fn mark(&mut self, number: u32, touched: &mut Vec<usize>) {
        for literal in &self.clauses[number as usize - 1] {
            let variable = literal.unsigned_abs() as usize;
            if !std::mem::replace(&mut self.marked[variable], true) {
                touched.push(variable);
            }
        }
    }
}
