//! The external method: ABC decides claims about the text that yosys has read ([`read_back`](super::read_back)). It shares only the
//! claims with the built-in method.

use super::aiger;
use super::certificate::Conclusion;
use super::obligation::Obligation;
pub use super::process::ExternalError;
use super::process::{finish, run};
use super::solver::Stop;
use super::sweep::Limits;
use super::witness::Witness;
use lanesmith_algebra::{Bit, Edge};
use lanesmith_text::files::Scratch;
use std::path::Path;
use std::time::{Duration, Instant};

/// The versions of yosys and ABC, for certificates.
pub fn versions() -> Result<Vec<String>, ExternalError> {
    let ask = |tool, arguments| finish(Path::new("."), tool, arguments);
    let yosys = ask("yosys", &["-V"])?;
    let abc = ask("yosys-abc", &["-q", "version"])?;
    let version = |text: &str, name: &str| {
        let (_, rest) = text.split_once(name)?;
        let end = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(rest.len());
        Some(format!("{name}{}", &rest[..end]))
    };
    let found = [version(&yosys, "Yosys "), version(&abc, "ABC ")];
    let found: Vec<String> = found.into_iter().flatten().collect();
    match are_versions(&found) {
        true => Ok(found),
        false => {
            let printed = format!("{} {}", yosys.trim(), abc.trim());
            Err(ExternalError::Failed(format!(
                "yosys 0.{OLDEST} or later with ABC 1 is needed, not: {printed}"
            )))
        }
    }
}

/// The oldest version 0 of yosys that has the passes which reading needs.
const OLDEST: u32 = 23;

/// Whether these are the names and versions of a yosys and an ABC that [`versions`] may give.
pub(super) fn are_versions(tools: &[String]) -> bool {
    let number = |digits: &str| {
        let short = digits.len() <= 2 && digits.bytes().all(|digit| digit.is_ascii_digit());
        short.then(|| digits.parse::<u32>().ok())?
    };
    match tools {
        [yosys, abc] => {
            let yosys = yosys.strip_prefix("Yosys 0.").and_then(number);
            let abc = abc.strip_prefix("ABC 1.").and_then(number);
            yosys.is_some_and(|minor| minor >= OLDEST) && abc.is_some()
        }
        _ => false,
    }
}

/// The time that ABC has to end after its own limit, before it is killed.
const GRACE: Duration = Duration::from_secs(5);

/// Lets ABC decide an obligation.
pub fn decide(obligation: &Obligation, limit: Duration, seed: u64, stop: &Stop) -> Result<Conclusion, ExternalError> {
    let start = Instant::now();
    let left = || Limits::of(limit.saturating_sub(start.elapsed()));
    if obligation.pairs.is_empty() {
        return Ok(Conclusion::Vacuous);
    }
    // ABC compares both sides where the assumption holds: nowhere they are equal, and that proves nothing.
    match obligation.witness_unless(left(), seed, stop) {
        Witness::Found(_) => {}
        Witness::Unsatisfiable => return Ok(Conclusion::Vacuous),
        Witness::Unknown => return Ok(Conclusion::NotProved),
    }
    if let Some(general) = obligation.generalised()
        && compare(&general, left().time / 2, stop)? == Conclusion::Proved
    {
        return Ok(Conclusion::Proved);
    }
    compare(obligation, left().time, stop)
}

/// ABC's commands in the order in which they are tried, and the longest time for each. The first is ten times as fast on most
/// claims, and up to seven times slower on products.
const COMMANDS: [(&str, Duration); 2] = [("&cec", Duration::from_secs(12)), ("cec -n", Duration::MAX)];

/// Compares the two sides where the assumption holds.
fn compare(obligation: &Obligation, limit: Duration, stop: &Stop) -> Result<Conclusion, ExternalError> {
    let start = Instant::now();
    let failed = |error: std::io::Error| ExternalError::Failed(error.to_string());
    let directory = Scratch::new().map_err(failed)?;
    // Where the assumption fails both sides are 0.
    let masked = |side: fn(&(Edge, Edge)) -> &Edge| -> Vec<Edge> {
        let edges = obligation.pairs.iter();
        edges.map(|pair| side(pair).and(&obligation.assumption)).collect()
    };
    for (name, outputs) in [
        ("left.aig", masked(|pair| &pair.0)),
        ("right.aig", masked(|pair| &pair.1)),
    ] {
        let bytes = aiger::write(&obligation.graph, &outputs);
        std::fs::write(directory.path().join(name), bytes).map_err(failed)?;
    }
    for (command, longest) in COMMANDS {
        let left = limit.saturating_sub(start.elapsed()).min(longest);
        // ABC takes 0 for no limit.
        if left.is_zero() {
            break;
        }
        // ABC counts in whole seconds, and in 32 bits.
        let seconds = left.as_secs_f64().ceil().min(1e6) as u64;
        let script = format!("{command} -T {seconds} left.aig right.aig");
        let patience = Duration::from_secs(2 * seconds) + GRACE;
        let text = run(directory.path(), "yosys-abc", &["-c", &script], patience, stop)?;
        match text.map_or(Conclusion::NotProved, |text| answer(&text)) {
            Conclusion::NotProved => {}
            conclusion => return Ok(conclusion),
        }
    }
    Ok(Conclusion::NotProved)
}

/// The verdict in ABC's output; unknown output proves nothing.
fn answer(text: &str) -> Conclusion {
    let says = |words: &str| text.lines().any(|line| line.trim_start().starts_with(words));
    if says("Networks are NOT EQUIVALENT") {
        Conclusion::Refuted
    } else if says("Networks are equivalent") {
        Conclusion::Proved
    } else {
        Conclusion::NotProved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesmith_algebra::Graph;

    #[test]
    fn tools_that_versions_cannot_name_are_no_tools_of_a_proof() {
        let are = |yosys: &str, abc: &str| are_versions(&[yosys.to_string(), abc.to_string()]);
        assert!(are("Yosys 0.23", "ABC 1.01") && are("Yosys 0.57", "ABC 1.01"));
        for (yosys, abc) in [
            ("Yosys 0.9", "ABC 1.01"),
            ("Yosys 1.0", "ABC 1.01"),
            ("Yosys 0.23 (mine)", "ABC 1.01"),
            ("Yosys 0.+3", "ABC 1.01"),
            ("Magic 7", "ABC 1.01"),
            ("Yosys 0.23", "ABC 9"),
            ("Yosys 0.23", ""),
        ] {
            assert!(!are(yosys, abc), "{yosys}, {abc}");
        }
        assert!(!are_versions(&[]) && !are_versions(&["Yosys 0.23".to_string()]));
    }

    #[test]
    fn only_abcs_own_words_prove() {
        let say = |text: &str| answer(text);
        assert_eq!(
            say("ABC command line: \"cec\".\n\nNetworks are equivalent.  Time = 0.1 sec"),
            Conclusion::Proved
        );
        assert_eq!(say("Networks are NOT EQUIVALENT.  Time = 0.1 sec"), Conclusion::Refuted);
        assert_eq!(say("Networks are UNDECIDED.  Time = 1.0 sec"), Conclusion::NotProved);
        assert_eq!(
            say("Miter computation has failed: whether they are equivalent is open"),
            Conclusion::NotProved
        );
        assert_eq!(say(""), Conclusion::NotProved);
    }

    #[test]
    fn without_time_or_without_inputs_that_the_assumption_allows_abc_proves_nothing() {
        let graph = Graph::new();
        let [x, y, z] = std::array::from_fn(|_| graph.input());
        let mut claim = Obligation::new("same", &graph);
        claim.equal(&[x.xor(&y)], &[y.xor(&x)]);
        let decide = |claim: &Obligation, seconds| decide(claim, Duration::from_secs(seconds), 1, &Stop::default());
        if let Err(ExternalError::Unavailable(why)) = versions() {
            return println!("skipped: {why}");
        }
        assert_eq!(decide(&claim, 60), Ok(Conclusion::Proved));
        assert_eq!(decide(&claim, 0), Ok(Conclusion::NotProved));
        claim.assumption = x.xor(&y).and(&y.xor(&z)).and(&z.xor(&x));
        assert_eq!(decide(&claim, 60), Ok(Conclusion::Vacuous));
    }
}
