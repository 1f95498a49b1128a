//! Independent proof checkers.

use crate::external::ExternalError;
use crate::process::run;
use crate::solver::Stop;
use std::env;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A proof checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofChecker {
    /// The LRAT checker of ACL2's library, which ACL2 has proved to be sound (Heule, Hunt, Kaufmann, Wetzler 2017).
    Acl2,
    /// `rate`, a checker of DRAT proofs (crates.io), which finds the hints of each step by itself.
    Rate,
}

/// The result of a checker.
pub struct CheckerReport {
    /// Whether it accepts the proof, by the order in which the claims are named.
    pub accepted: Vec<bool>,
    /// Wall-clock seconds.
    pub seconds: f64,
}

impl ProofChecker {
    /// All checkers.
    pub const ALL: [ProofChecker; 2] = [ProofChecker::Acl2, ProofChecker::Rate];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            ProofChecker::Acl2 => "acl2-lrat",
            ProofChecker::Rate => "rate",
        }
    }

    /// How to install it.
    pub fn installation(self) -> &'static str {
        match self {
            ProofChecker::Acl2 => {
                "sudo apt-get install --no-install-recommends acl2 acl2-books-source acl2-books-certs"
            }
            ProofChecker::Rate => "cargo install rate --version 0.3.0 --root target/checkers",
        }
    }

    /// Checks the proofs `STEM.cnf` with `STEM.lrat` or `STEM.drat` in `folder`. Error: the checker is missing, even if there is nothing
    /// to check, or does not work.
    pub fn check(self, folder: &Path, stems: &[&str], limit: Duration) -> Result<CheckerReport, ExternalError> {
        let start = Instant::now();
        let accepted = match self {
            ProofChecker::Acl2 => acl2(folder, stems, limit)?,
            ProofChecker::Rate if stems.is_empty() => {
                run_rate(folder, &["--version"], limit)?;
                vec![]
            }
            ProofChecker::Rate => {
                let verdicts = stems.iter().map(|stem| rate(folder, stem, limit));
                verdicts.collect::<Result<_, _>>()?
            }
        };
        Ok(CheckerReport {
            accepted,
            seconds: start.elapsed().as_secs_f64(),
        })
    }
}

/// Loads the certified books, compiles their functions, and prints a line for each proof that holds. Discards the output of the
/// proofs themselves.
fn acl2(folder: &Path, stems: &[&str], limit: Duration) -> Result<Vec<bool>, ExternalError> {
    const BOOK: &str = "(include-book \"projects/sat/lrat/stobj-based/lrat-parser\" :dir :system :uncertified-okp nil)";
    const LOADED: &str = "(if (function-symbolp 'lrat::verify-lrat-proof-fn (w state)) (cw \"~%loaded~%\") nil)";
    let mut script = format!("{BOOK}\n(comp t)\n{LOADED}\n");
    for stem in stems {
        script += &format!(
            "(er-let* ((holds (lrat::verify-lrat-proof-fn \"{stem}.cnf\" \"{stem}.lrat\" nil state))) \
             (prog2$ (cw (if (eq holds t) \"~%accepted {stem}~%\" \"~%refused {stem}~%\")) (value :invisible)))\n"
        );
    }
    let failed = |error: std::io::Error| ExternalError::Failed(error.to_string());
    std::fs::write(folder.join("check.lisp"), script).map_err(failed)?;
    let printed = match run(
        folder,
        "sh",
        &[
            "-c",
            "command -v acl2 >/dev/null || exit 127; exec acl2 <check.lisp 2>&1",
        ],
        limit,
        &Stop::default(),
    ) {
        Err(ExternalError::Failed(_)) => return Err(ExternalError::Unavailable("acl2 not found".into())),
        printed => printed?.unwrap_or_default(),
    };
    let lines: Vec<&str> = printed.lines().map(str::trim).collect();
    if !lines.contains(&"loaded") {
        let why = "acl2 lacks the certified books projects/sat/lrat (Debian: acl2-books-source, acl2-books-certs)";
        return Err(ExternalError::Unavailable(why.into()));
    }
    let accepted = |stem: &&str| lines.contains(&&format!("accepted {stem}")[..]);
    Ok(stems.iter().map(accepted).collect())
}

/// Whether `rate` accepts a proof.
fn rate(folder: &Path, stem: &str, limit: Duration) -> Result<bool, ExternalError> {
    let (formula, proof) = (format!("{stem}.cnf"), format!("{stem}.drat"));
    let printed = run_rate(folder, &[&formula, &proof], limit)?;
    Ok(printed.is_some_and(|text| text.lines().any(|line| line == "s VERIFIED")))
}

/// The output of `rate`; `None` if it refuses a proof, cannot read it, or takes too long.
fn run_rate(folder: &Path, arguments: &[&str], limit: Duration) -> Result<Option<String>, ExternalError> {
    match run(folder, &rate_program(), arguments, limit, &Stop::default()) {
        Ok(printed) => Ok(printed),
        Err(ExternalError::Failed(_)) => Ok(None),
        Err(ExternalError::Unavailable(_)) => Err(ExternalError::Unavailable("rate not found".into())),
    }
}

/// `rate` in the folder of checkers, or on the search path.
fn rate_program() -> String {
    let named = env::var_os("LANESMITH_CHECKERS").map(PathBuf::from);
    let program = named
        .unwrap_or_else(|| PathBuf::from("target/checkers"))
        .join("bin/rate");
    match std::path::absolute(&program) {
        Ok(path) if path.is_file() => path.display().to_string(),
        _ => "rate".into(),
    }
}
