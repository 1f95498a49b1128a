//! Remarks about a module's text that is legal but perhaps a mistake.

use crate::ptx::{OtherPtxInstruction, PtxModule, PtxStatement, foreign_kind};

/// The instructions that are not executed and are like ours, with their kinds.
pub(super) fn foreign(module: &PtxModule) -> impl Iterator<Item = (&OtherPtxInstruction, &'static str)> {
    let others = module.others.iter();
    others.filter_map(|other| Some((other, foreign_kind(&other.mnemonic)?)))
}

/// Remarks about a module's text that is legal but perhaps a mistake.
pub(super) fn remarks(module: &PtxModule) -> Vec<String> {
    let mut remarks = vec![];
    let mut negated = module.statements.iter().filter(|statement| statement.negated);
    let count = negated.clone().count();
    if let Some(PtxStatement { line, .. }) = negated.next() {
        remarks.push(format!(
            "{count} instructions with a sign before both a and b, the first in line {line}: such signs change nothing"
        ));
    }
    let mut branches = module.others.iter().filter(|other| other.is_branch());
    let count = branches.clone().count();
    if let Some(OtherPtxInstruction { mnemonic, line, .. }) = branches.next() {
        remarks.push(format!(
            "{count} branches not followed, the first `{mnemonic}` in line {line}"
        ));
    }
    let mut kinds: Vec<&str> = foreign(module).map(|(_, kind)| kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let of_kind: Vec<&OtherPtxInstruction> = foreign(module)
            .filter(|found| found.1 == kind)
            .map(|found| found.0)
            .collect();
        if let [OtherPtxInstruction { mnemonic, line, .. }, ..] = of_kind[..] {
            let count = of_kind.len();
            remarks.push(format!(
                "{count} {kind}s not executed, the first `{mnemonic}` in line {line}"
            ));
        }
    }
    remarks
}
