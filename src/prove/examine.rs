//! Whether a certificate says what its module's proof would say.

use super::certificate::{Certificate, Conclusion, FORMAT_VERSION, Method};
use super::meaning::golden_digest;
use super::subject::Subject;
use crate::verilog::FileHash;

/// What the claims about a module leave out, for certificates.
pub(super) fn outside(subject: &dyn Subject) -> Vec<String> {
    subject.outside().iter().map(|text| text.to_string()).collect()
}

impl Certificate {
    /// What is wrong with the certificate as that of `subject` by this program, a line each: format, program, golden,
    /// configuration, the hashes of `files` (the module's Verilog files), what it leaves out, and its own sums.
    ///
    /// Nothing here proves again, and a certificate is no signature: whoever writes one with the right sums is believed.
    pub fn problems(&self, subject: &dyn Subject, files: &[FileHash]) -> Vec<String> {
        let mut problems = vec![];
        let mut unless = |holds: bool, problem: &dyn Fn() -> String| {
            if !holds {
                problems.push(problem());
            }
        };
        let (version, tool) = (self.format_version, crate::tool());
        unless(version == FORMAT_VERSION, &|| {
            format!("format version {version}, where {FORMAT_VERSION} is written now")
        });
        unless(self.tool == tool, &|| {
            format!("proved by {}; this is {tool}", self.tool)
        });
        unless(self.golden == golden_digest(subject), &|| {
            "proved of another version of golden".to_string()
        });
        let is_same =
            self.top == subject.top() && self.options == subject.options() && self.parameters == subject.parameters();
        unless(is_same, &|| {
            "module, options and parameters are not of one configuration".to_string()
        });
        for file in files {
            let proved = self.files.iter().find(|other| other.name == file.name);
            unless(proved == Some(file), &|| match proved {
                Some(_) => format!("{} is not the file that was proved", file.name),
                None => format!("{} is not among the files that were proved", file.name),
            });
        }
        unless(self.files.len() <= files.len(), &|| {
            "files that the module does not have are said to be proved".to_string()
        });
        unless(self.outside == outside(subject), &|| {
            "what is not claimed is said otherwise than it is".to_string()
        });
        for method in &self.methods {
            unless(method.adds_up(), &|| {
                format!(
                    "{}: {} of {} claims proved, {} not; the verdict is: {}",
                    method.name,
                    method.proved,
                    method.claims,
                    method.open.len(),
                    method.verdict
                )
            });
        }
        let names: Vec<&str> = self.methods.iter().map(|method| &method.name[..]).collect();
        let known = [&["built-in"][..], &["built-in", "external"], &["external"]];
        unless(known.contains(&&names[..]), &|| {
            format!("the ways of proving are {names:?}")
        });
        let verdict = Conclusion::of_all(self.methods.iter().map(|method| method.verdict));
        unless(self.verdict == verdict && verdict == Conclusion::Proved, &|| {
            format!("the verdict is: {}; its methods' is: {verdict}", self.verdict)
        });
        problems
    }
}

impl Method {
    /// Whether it proved all of at least one claim, or was skipped and says nothing else.
    fn adds_up(&self) -> bool {
        let all = self.claims > 0 && self.proved == self.claims;
        let none = self.claims == 0 && self.proved == 0;
        let complete = self.open.is_empty() && self.undecided == 0;
        complete
            && match self.verdict {
                Conclusion::Proved => all,
                Conclusion::Skipped => none,
                _ => false,
            }
    }
}
