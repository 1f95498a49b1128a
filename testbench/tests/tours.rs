//! The front pages: README's length, the pages that a reader reaches from it, and the tours of CONTRIBUTING.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The headings of the tours and the files of each, in order.
fn tours(text: &str) -> Vec<(&str, Vec<&str>)> {
    let (_, section) = text.split_once("\n## Tours\n").expect("the section");
    let (section, _) = section.split_once("\n## ").expect("its end");
    let tours = section.split("\n### ").skip(1);
    tours
        .map(|tour| {
            let steps = tour
                .lines()
                .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
            let files = steps.map(|step| step.split('`').nth(1).unwrap_or_else(|| panic!("no file: {step}")));
            (tour.lines().next().expect("a heading"), files.collect())
        })
        .collect()
}

#[test]
fn contributing_has_five_tours_of_at_most_nine_files_that_exist_and_no_file_twice() {
    let text = page("CONTRIBUTING.md");
    let tours = tours(&text);
    assert_eq!(tours.len(), 5);
    let mut seen = BTreeSet::new();
    for (heading, files) in tours {
        assert!((4..=9).contains(&files.len()), "{heading}: {} files", files.len());
        for file in files {
            assert!(root().join(file).is_file(), "{heading}: there is no {file}");
            assert!(seen.insert(file), "{heading}: {file} is in a tour already");
        }
    }
}

#[test]
fn the_readme_has_fewer_than_a_hundred_lines() {
    let lines = page("README.md").lines().count();
    assert!(lines < 100, "{lines} lines");
}

/// The pages that links of `from` lead to.
fn linked(from: &str) -> Vec<PathBuf> {
    let text = page(from);
    let folder = Path::new(from).parent().expect("a folder");
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links
        .filter_map(|link| link.split('#').next())
        .filter(|file| file.ends_with(".md") && !file.contains("://"))
        .map(|file| without_parents(&folder.join(file)))
        .collect()
}

/// A path without `..`, so that a page has one path only.
fn without_parents(path: &Path) -> PathBuf {
    path.iter().fold(PathBuf::new(), |mut above, part| {
        if part == ".." {
            above.pop();
        } else {
            above.push(part);
        }
        above
    })
}

#[test]
fn every_page_is_reached_by_links_from_the_readme() {
    let entries = fs::read_dir(root().join("docs")).expect("docs");
    let wanted: BTreeSet<String> = entries
        .map(|entry| format!("docs/{}", entry.expect("an entry").file_name().to_string_lossy()))
        .filter(|name| name.ends_with(".md"))
        .collect();
    let (mut reached, mut open) = (BTreeSet::new(), vec!["README.md".to_owned()]);
    while let Some(from) = open.pop() {
        for path in linked(&from) {
            let name = path.to_string_lossy().into_owned();
            if reached.insert(name.clone()) && root().join(&name).is_file() {
                open.push(name);
            }
        }
    }
    let missing: Vec<&String> = wanted.difference(&reached).collect();
    assert!(missing.is_empty(), "not reached from README.md: {missing:?}");
}

/// Names of the headings of a page, as links have them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let mut anchors = BTreeSet::new();
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        if fenced || !line.starts_with('#') {
            continue;
        }
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        anchors.insert(kept.map(|c| if c == ' ' { '-' } else { c }).collect());
    }
    anchors
}

#[test]
fn every_link_between_pages_finds_its_file_and_heading() {
    let entries = fs::read_dir(root().join("docs")).expect("docs");
    let names = entries.map(|entry| format!("docs/{}", entry.expect("an entry").file_name().to_string_lossy()));
    let names = names.filter(|name| name.ends_with(".md"));
    for name in names.chain(["README.md", "CONTRIBUTING.md"].map(str::to_owned)) {
        let text = page(&name);
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let folder = Path::new(&name).parent().expect("a folder");
            let target = match file {
                "" => name.clone(),
                file => folder.join(file).to_string_lossy().into_owned(),
            };
            assert!(root().join(&target).exists(), "{name}: {link}");
            assert!(
                anchor.is_empty() || anchors(&page(&target)).contains(anchor),
                "{name}: {link}"
            );
        }
    }
}
