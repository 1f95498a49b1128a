//! `prove --outline`: the argument that claims together are a module's theorem, with verdicts and seconds.

use super::super::{CommandOutcome, Failure, failure, give};
use lanesmith::prove::{ClaimVerdict, Conclusion, OutlineStep, Premise};
use std::collections::BTreeSet;

/// Prints the tree of an argument.
pub(super) fn print(name: &str, steps: &[OutlineStep], verdicts: &[ClaimVerdict]) -> Result<CommandOutcome, Failure> {
    let Some(theorem) = steps.first() else {
        return Err(failure!(
            "the argument about {name} is in docs/argument.md only; --outline has that of brew_datapath"
        ));
    };
    let claims: Vec<String> = verdicts.iter().map(|verdict| verdict.claim.clone()).collect();
    let outline = Outline {
        steps,
        claims: &claims,
        verdicts,
    };
    outline.step(theorem, 0, &mut BTreeSet::new())?;
    let (all, _) = outline.sum(claims.iter().map(String::as_str));
    Ok(CommandOutcome::unless(all != Conclusion::Proved))
}

struct Outline<'a> {
    steps: &'a [OutlineStep],
    claims: &'a [String],
    verdicts: &'a [ClaimVerdict],
}

/// The most claims of one premise that are listed.
const LISTED: usize = 5;

impl<'a> Outline<'a> {
    /// Verdict and seconds of several claims.
    fn sum<'n>(&self, names: impl Iterator<Item = &'n str>) -> (Conclusion, f64) {
        let found = names.filter_map(|name| self.verdicts.iter().find(|verdict| verdict.claim == name));
        let found: Vec<&ClaimVerdict> = found.collect();
        let seconds = found.iter().map(|verdict| verdict.seconds).sum();
        (Conclusion::of_all(found.iter().map(|verdict| verdict.verdict)), seconds)
    }

    /// The claims that a step rests on, itself or by its steps.
    fn below(&self, step: &OutlineStep, names: &mut BTreeSet<&'a str>, seen: &mut BTreeSet<&'static str>) {
        for premise in step.premises {
            match premise {
                Premise::Step(name) if seen.insert(name) => {
                    let below = self.steps.iter().find(|step| step.name == *name);
                    below.into_iter().for_each(|step| self.below(step, names, seen));
                }
                premise => names.extend(premise.claims(self.claims)),
            }
        }
    }

    fn line(&self, depth: usize, text: &str, (verdict, seconds): (Conclusion, f64)) -> Result<(), Failure> {
        give!("{:1$}{text}: {verdict}, {seconds:.2} s", "", 2 * depth)
    }

    fn step(&self, step: &OutlineStep, depth: usize, shown: &mut BTreeSet<&'static str>) -> Result<(), Failure> {
        let mut names = BTreeSet::new();
        self.below(step, &mut names, &mut BTreeSet::from([step.name]));
        self.line(depth, step.name, self.sum(names.into_iter()))?;
        if !shown.insert(step.name) {
            return give!("{:1$}as above", "", 2 * depth + 2);
        }
        let indent = 2 * depth + 2;
        give!("{:indent$}{}", "", step.shows)?;
        for premise in step.premises {
            let of = premise.claims(self.claims);
            match premise {
                Premise::Step(name) => {
                    let below = self.steps.iter().find(|step| step.name == *name);
                    below
                        .into_iter()
                        .try_for_each(|step| self.step(step, depth + 1, shown))?;
                }
                Premise::Claim(_) => of.into_iter().try_for_each(|name| {
                    self.line(depth + 1, &format!("claim *{name}*"), self.sum([name].into_iter()))
                })?,
                Premise::Claims(what, _) => {
                    let what = format!("{} {what}", of.len());
                    self.line(depth + 1, &what, self.sum(of.iter().copied()))?;
                    let open = |name: &&&str| self.sum([**name].into_iter()).0 != Conclusion::Proved;
                    for name in of.iter().filter(open).take(LISTED) {
                        self.line(depth + 2, &format!("claim *{name}*"), self.sum([*name].into_iter()))?;
                    }
                }
                Premise::Condition(what, holds) => {
                    let verdict = if holds() { "holds" } else { "does not hold" };
                    give!("{:indent$}condition: {what}: {verdict}", "")?;
                }
                Premise::Recorded(what) => give!("{:indent$}recorded: {what}", "")?,
                Premise::Argument(what) => give!("{:indent$}on paper: {what}", "")?,
            }
        }
        Ok(())
    }
}
