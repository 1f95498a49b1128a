//! JUnit XML, the format in which CI servers read results of tests.

use std::fmt::{self, Write};
use std::time::Duration;

/// A report: suites of cases.
pub(crate) struct JunitReport {
    pub name: String,
    pub time: Option<Duration>,
    pub suites: Vec<JunitSuite>,
}

pub(crate) struct JunitSuite {
    pub name: String,
    pub time: Option<Duration>,
    pub cases: Vec<JunitCase>,
}

pub(crate) struct JunitCase {
    pub name: String,
    /// Most readers of JUnit XML show it before the name: the name of the suite, if any.
    pub class: Option<String>,
    pub time: Option<Duration>,
    pub outcome: JunitOutcome,
}

/// A message is one line, a text may have several or be empty.
pub(crate) enum JunitOutcome {
    Passed,
    Skipped {
        message: String,
    },
    Failed {
        message: String,
        text: String,
    },
    /// The case has no result.
    Error {
        message: String,
    },
}

impl JunitSuite {
    pub fn new(name: impl Into<String>) -> Self {
        JunitSuite {
            name: name.into(),
            time: None,
            cases: vec![],
        }
    }
}

impl fmt::Display for JunitReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = || self.suites.iter().flat_map(|suite| &suite.cases);
        writeln!(f, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
        write!(f, "<testsuites{}{}", attribute("name", &self.name), counts(all()))?;
        writeln!(f, "{}>", time(self.time))?;
        self.suites.iter().try_for_each(|suite| write!(f, "{suite}"))?;
        writeln!(f, "</testsuites>")
    }
}

impl fmt::Display for JunitSuite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, counts) = (attribute("name", &self.name), counts(self.cases.iter()));
        writeln!(f, "    <testsuite{name}{counts}{}>", time(self.time))?;
        self.cases.iter().try_for_each(|case| write!(f, "{case}"))?;
        writeln!(f, "    </testsuite>")
    }
}

impl fmt::Display for JunitCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = self
            .class
            .as_deref()
            .map_or(String::new(), |class| attribute("classname", class));
        write!(
            f,
            "        <testcase{}{class}{}",
            attribute("name", &self.name),
            time(self.time)
        )?;
        let (tag, message, text) = match &self.outcome {
            JunitOutcome::Passed => return writeln!(f, "/>"),
            JunitOutcome::Skipped { message } => ("skipped", message, ""),
            JunitOutcome::Failed { message, text } => ("failure", message, &text[..]),
            JunitOutcome::Error { message } => ("error", message, ""),
        };
        write!(f, ">\n            <{tag}{}", attribute("message", message))?;
        match text {
            "" => writeln!(f, "/>")?,
            _ => writeln!(f, ">{}</{tag}>", escaped(text, false))?,
        }
        writeln!(f, "        </testcase>")
    }
}

/// The numbers of cases by outcome.
fn counts<'a>(cases: impl Iterator<Item = &'a JunitCase>) -> String {
    let [mut tests, mut skipped, mut errors, mut failures] = [0; 4];
    for case in cases {
        tests += 1;
        match case.outcome {
            JunitOutcome::Passed => {}
            JunitOutcome::Skipped { .. } => skipped += 1,
            JunitOutcome::Failed { .. } => failures += 1,
            JunitOutcome::Error { .. } => errors += 1,
        }
    }
    format!(r#" tests="{tests}" skipped="{skipped}" failures="{failures}" errors="{errors}""#)
}

fn time(time: Option<Duration>) -> String {
    time.map_or(String::new(), |time| format!(r#" time="{:.3}""#, time.as_secs_f64()))
}

fn attribute(name: &str, value: &str) -> String {
    format!(r#" {name}="{}""#, escaped(value, true))
}

/// A text as XML. Characters that XML cannot have are left out; white space in an attribute would otherwise be read as blanks.
fn escaped(text: &str, in_attribute: bool) -> String {
    let mut xml = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => xml += "&lt;",
            '>' => xml += "&gt;",
            '&' => xml += "&amp;",
            '"' => xml += "&quot;",
            '\'' => xml += "&apos;",
            '\n' | '\r' | '\t' if in_attribute => write!(xml, "&#{};", u32::from(character)).expect("a string"),
            '\n' | '\r' | '\t' => xml.push(character),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => {}
            _ => xml.push(character),
        }
    }
    xml
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_counts_its_cases_and_escapes_texts() {
        let case = |name: &str, outcome| JunitCase {
            name: name.to_owned(),
            class: Some("a<b".to_owned()),
            time: None,
            outcome,
        };
        let failed = JunitOutcome::Failed {
            message: "1 \"&\" 2\n".to_owned(),
            text: "it's\n\u{1b}[1m".to_owned(),
        };
        let report = JunitReport {
            name: "n".to_owned(),
            time: Some(Duration::from_millis(1500)),
            suites: vec![JunitSuite {
                name: "s".to_owned(),
                time: None,
                cases: vec![case("x", JunitOutcome::Passed), case("y", failed)],
            }],
        };
        let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="n" tests="2" skipped="0" failures="1" errors="0" time="1.500">
    <testsuite name="s" tests="2" skipped="0" failures="1" errors="0">
        <testcase name="x" classname="a&lt;b"/>
        <testcase name="y" classname="a&lt;b">
            <failure message="1 &quot;&amp;&quot; 2&#10;">it&apos;s
[1m</failure>
        </testcase>
    </testsuite>
</testsuites>
"#;
        assert_eq!(report.to_string(), expected);
    }
}
