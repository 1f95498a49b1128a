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
    /// `None` if the case passed.
    pub finding: Option<Finding>,
}

/// Why a case did not pass: an element of JUnit XML.
pub(crate) struct Finding {
    tag: &'static str,
    message: String,
    text: String,
}

impl Finding {
    /// The case was not run.
    pub fn skipped(message: &str) -> Self {
        Finding::new("skipped", message, "")
    }

    /// `message` is one line, `text` may have several or be empty.
    pub fn failure(message: &str, text: &str) -> Self {
        Finding::new("failure", message, text)
    }

    /// The case has no result.
    pub fn error(message: &str) -> Self {
        Finding::new("error", message, "")
    }

    fn new(tag: &'static str, message: &str, text: &str) -> Self {
        let (message, text) = (message.to_owned(), text.to_owned());
        Finding { tag, message, text }
    }
}

impl JunitSuite {
    pub fn new(name: impl Into<String>) -> Self {
        let (name, cases) = (name.into(), vec![]);
        JunitSuite {
            name,
            time: None,
            cases,
        }
    }
}

impl fmt::Display for JunitReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, time) = (attribute("name", &self.name), time(self.time));
        let counts = counts(self.suites.iter().flat_map(|suite| &suite.cases));
        writeln!(f, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
        writeln!(f, "<testsuites{name}{counts}{time}>")?;
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
        let (name, time) = (attribute("name", &self.name), time(self.time));
        let class = self.class.as_deref().map(|class| attribute("classname", class));
        write!(f, "        <testcase{name}{}{time}", class.unwrap_or_default())?;
        let Some(Finding { tag, message, text }) = &self.finding else {
            return writeln!(f, "/>");
        };
        write!(f, ">\n            <{tag}{}", attribute("message", message))?;
        match &text[..] {
            "" => writeln!(f, "/>")?,
            _ => writeln!(f, ">{}</{tag}>", escaped(text, false))?,
        }
        writeln!(f, "        </testcase>")
    }
}

/// The numbers of cases, and of those that did not pass.
fn counts<'a>(cases: impl Iterator<Item = &'a JunitCase>) -> String {
    let cases: Vec<&JunitCase> = cases.collect();
    let findings = || cases.iter().filter_map(|case| case.finding.as_ref());
    let [skipped, failures, errors] =
        ["skipped", "failure", "error"].map(|tag| findings().filter(|one| one.tag == tag).count());
    let tests = cases.len();
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
        let case = |name: &str, finding| JunitCase {
            name: name.to_owned(),
            class: Some("a<b".to_owned()),
            time: None,
            finding,
        };
        let failed = Finding::failure("1 \"&\" 2\n", "it's\n\u{1b}[1m");
        let report = JunitReport {
            name: "n".to_owned(),
            time: Some(Duration::from_millis(1500)),
            suites: vec![JunitSuite {
                name: "s".to_owned(),
                time: None,
                cases: vec![case("x", None), case("y", Some(failed))],
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
