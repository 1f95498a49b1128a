//! Suggestions for misspelt names.

/// The name with the fewest edits from `text`, ignoring case; `None` if more than two letters, or a third of the name, differ.
pub fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_lowercase();
    let close = names.into_iter().filter_map(|name| {
        let most = (name.len() / 3).min(2);
        if text.len().abs_diff(name.len()) > most {
            return None;
        }
        let edits = strsim::osa_distance(&text, &name.to_lowercase());
        (edits <= most).then_some((edits, name))
    });
    close.min().map(|(_, name)| name)
}

/// `expected`, behind a suggestion if there is a similar name.
pub fn did_you_mean<'a>(text: &str, names: impl IntoIterator<Item = &'a str>, expected: &str) -> String {
    match nearest(text, names) {
        Some(name) => format!("did you mean `{name}`? Expected {expected}"),
        None => expected.to_owned(),
    }
}

/// What is expected as the end of a sentence: `expected …`, behind a suggestion if there is a similar name.
pub fn suggestion<'a>(text: &str, names: impl IntoIterator<Item = &'a str>, expected: &str) -> String {
    match nearest(text, names) {
        Some(name) => format!("did you mean `{name}`? Expected {expected}"),
        None => format!("expected {expected}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name_and_another_word_finds_none() {
        let names = ["vadd4", "vavrg4", "vabsdiff2", "r1"];
        for (text, meant) in [
            ("varvg4", Some("vavrg4")),
            ("VADD4", Some("vadd4")),
            ("vadd", Some("vadd4")),
            ("vabsdif2", Some("vabsdiff2")),
            ("r2", None),
            ("", None),
        ] {
            assert_eq!(nearest(text, names), meant, "{text}");
        }
    }
}
