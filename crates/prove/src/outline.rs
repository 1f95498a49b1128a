//! The argument that puts the claims about a module together, as data: steps with their premises.

use std::collections::{BTreeMap, BTreeSet};

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
    /// A claim that some configurations do not need and do not have.
    ClaimIfPresent(&'static str),
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
            Premise::Claim(name) | Premise::ClaimIfPresent(name) => all.filter(|claim| claim == name).collect(),
            Premise::Claims(_, selects) => all.filter(|claim| selects(claim)).collect(),
            _ => vec![],
        }
    }
}

/// The errors in an argument about a module that has these claims, a line each: a claim that no step uses, a premise that does
/// not exist, a step that rests on no claim or is not needed, a circle, a condition that does not hold.
pub fn outline_problems(steps: &[OutlineStep], claims: &[String]) -> Vec<String> {
    let mut problems = vec![];
    let mut used: BTreeSet<&str> = BTreeSet::new();
    let mut by_name: BTreeMap<&str, &OutlineStep> = BTreeMap::new();
    for step in steps {
        if by_name.insert(step.name, step).is_some() {
            problems.push(format!("two steps have the name `{}`", step.name));
        }
    }
    for step in steps {
        for premise in step.premises {
            let found = premise.claims(claims);
            match premise {
                Premise::Claim(name) | Premise::Claims(name, _) if found.is_empty() => {
                    problems.push(format!("`{}` rests on `{name}`, which is not claimed", step.name));
                }
                Premise::Step(name) if !by_name.contains_key(name) => {
                    problems.push(format!("`{}` rests on `{name}`, which is no step", step.name));
                }
                Premise::Condition(what, holds) if !holds() => {
                    problems.push(format!("`{}`: it does not hold that {what}", step.name));
                }
                _ => {}
            }
            used.extend(found);
        }
        if !rests_on_a_claim(step, &by_name, claims, 0) {
            problems.push(format!("`{}` rests on no claim", step.name));
        }
        if reaches(step, step.name, &by_name, &mut BTreeSet::new()) {
            problems.push(format!("`{}` rests on itself", step.name));
        }
    }
    if let Some((theorem, others)) = steps.split_first() {
        let needed = |step: &&OutlineStep| reaches(theorem, step.name, &by_name, &mut BTreeSet::new());
        let unneeded = others.iter().filter(|step| !needed(step));
        problems.extend(unneeded.map(|step| format!("`{}` does not need `{}`", theorem.name, step.name)));
    }
    let orphans = claims.iter().filter(|claim| !used.contains(&claim[..]));
    problems.extend(orphans.map(|claim| format!("no step uses the claim `{claim}`")));
    problems
}

type Steps<'a> = BTreeMap<&'a str, &'a OutlineStep>;

/// Whether a step has a premise that is a claim or a recorded result, itself or by its steps.
fn rests_on_a_claim(step: &OutlineStep, steps: &Steps, claims: &[String], depth: usize) -> bool {
    depth <= steps.len()
        && step.premises.iter().any(|premise| match premise {
            Premise::Step(name) => {
                let below = steps.get(name);
                below.is_some_and(|below| rests_on_a_claim(below, steps, claims, depth + 1))
            }
            Premise::Recorded(_) => true,
            _ => !premise.claims(claims).is_empty(),
        })
}

/// Whether a step has a premise, itself or by its steps, that is the step `name`.
fn reaches<'a>(step: &OutlineStep, name: &str, steps: &Steps<'a>, seen: &mut BTreeSet<&'a str>) -> bool {
    step.premises.iter().any(|premise| match premise {
        Premise::Step(below) if *below == name => true,
        Premise::Step(below) => {
            let Some((key, below)) = steps.get_key_value(below) else {
                return false;
            };
            seen.insert(key) && reaches(below, name, steps, seen)
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Premise::{Argument, Claim, ClaimIfPresent, Claims, Condition, Recorded, Step};

    const fn step(name: &'static str, premises: &'static [Premise]) -> OutlineStep {
        let shows = "";
        OutlineStep { name, shows, premises }
    }

    fn problems(steps: &[OutlineStep]) -> Vec<String> {
        outline_problems(steps, &["a", "b 1", "b 2"].map(String::from))
    }

    const ALL: Premise = Claims("bs", |name| name.starts_with("b "));

    #[test]
    fn an_argument_that_uses_every_claim_is_fine() {
        let steps = [
            step("theorem", &[Step("one"), Step("two"), Argument("induction")]),
            step("one", &[Claim("a"), ClaimIfPresent("c"), Step("two")]),
            step("two", &[ALL, Recorded("elsewhere"), Condition("", || true)]),
        ];
        assert_eq!(problems(&steps), Vec::<String>::new());
    }

    #[test]
    fn every_defect_is_named() {
        let lacks = |steps: &[OutlineStep], problem: &str| {
            let found = problems(steps);
            assert!(found.contains(&problem.to_owned()), "{problem}: {found:?}");
        };
        lacks(&[step("t", &[ALL])], "no step uses the claim `a`");
        lacks(
            &[step("t", &[ALL, Claim("a"), Claim("c")])],
            "`t` rests on `c`, which is not claimed",
        );
        lacks(&[step("t", &[Step("u")])], "`t` rests on `u`, which is no step");
        lacks(&[step("t", &[Argument("it is clear")])], "`t` rests on no claim");
        lacks(&[step("t", &[Step("t"), ALL])], "`t` rests on itself");
        lacks(&[step("t", &[ALL]), step("u", &[Claim("a")])], "`t` does not need `u`");
        lacks(&[step("t", &[ALL]), step("t", &[ALL])], "two steps have the name `t`");
        lacks(
            &[step("t", &[ALL, Condition("1 = 2", || false)])],
            "`t`: it does not hold that 1 = 2",
        );
        lacks(
            &[step("t", &[ALL, Claims("cs", |name| name == "c")])],
            "`t` rests on `cs`, which is not claimed",
        );
    }
}
