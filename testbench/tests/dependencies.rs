//! What cargo makes of the dependencies.

use std::collections::BTreeSet;
use std::process::Command;

/// The packages that `cargo tree` shows, with their features.
fn tree(edges: &str) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let shown = Command::new(cargo)
        .args([
            "tree",
            "--locked",
            "--offline",
            "--prefix=none",
            "--format={p} {f}",
            "--edges",
            edges,
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
    let text = String::from_utf8(shown.stdout).expect("text");
    text.lines()
        .map(|line| line.trim_end_matches(" (*)").to_owned())
        .collect()
}

#[test]
fn tests_ask_dependencies_of_the_build_for_no_other_features_so_that_what_is_built_serves_them() {
    let (build, tests) = (tree("normal,build"), tree("normal,build,dev"));
    assert!(build.len() > 50, "{build:?}");
    let others: Vec<&String> = build.difference(&tests).collect();
    assert!(others.is_empty(), "{others:#?}");
}
