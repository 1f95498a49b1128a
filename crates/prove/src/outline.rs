//! The argument that puts the claims about a module together, as data: steps with their premises.

/// A step of an argument.
#[derive(Clone, Copy, Debug)]
pub struct OutlineStep {
    /// Its name; the first step of an argument is its theorem.
    pub name: &'static str,
    /// What it shows.
    pub shows: &'static str,
    /// Its premises.
    pub premises: &'static [Premise],
}

/// A premise of a step.
#[derive(Clone, Copy, Debug)]
pub enum Premise {
    /// Another step.
    Step(&'static str),
    /// A claim.
    Claim(&'static str),
    /// All claims that a function selects by their names, one at least.
    Claims(&'static str, fn(&str) -> bool),
    /// A condition on the tables from which claims are made, which a function decides.
    Condition(&'static str, fn() -> bool),
    /// A result of another proof, recorded in a file of the repository.
    Recorded(&'static str),
    /// A conclusion that is drawn on paper.
    Argument(&'static str),
}

impl Premise {
    /// The names among `claims` that it refers to, in their order.
    pub fn claims<'a>(&self, claims: &'a [String]) -> Vec<&'a str> {
        let all = claims.iter().map(String::as_str);
        match self {
            Premise::Claim(name) => all.filter(|claim| claim == name).collect(),
            Premise::Claims(_, selects) => all.filter(|claim| selects(claim)).collect(),
            _ => vec![],
        }
    }
}
