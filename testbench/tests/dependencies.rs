//! What cargo makes of the dependencies.

use rust_hdl::prelude::vcd_to_svg;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// The packages that `cargo tree` shows below a package, with their features.
fn tree(package: &str, edges: &str) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let shown = Command::new(cargo)
        .args([
            "tree",
            "--package",
            package,
            "--locked",
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
fn a_build_serves_the_tests_and_the_python_package_too() {
    let build = tree("lanesmith", "normal,build");
    assert!(build.len() > 50, "{build:?}");
    for (package, edges) in [("lanesmith", "normal,build,dev"), ("lanesmith-python", "normal,build")] {
        let tree = tree(package, edges);
        let others: Vec<&String> = build.difference(&tree).collect();
        assert!(others.is_empty(), "{package}: {others:#?}");
    }
}

#[test]
fn rust_hdl_draws_waves_with_what_stands_for_svg() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let waves = "$timescale 1 ps $end\n$scope module top $end\n$var wire 1 ! bit $end\n$var wire 8 # word $end\n$upscope $end\n\
        $enddefinitions $end\n#0\n0!\nb0 #\n#50\n1!\nb101 #\n#90\n0!\n";
    fs::write(at("w.vcd"), waves).expect("written");
    vcd_to_svg(&at("w.vcd"), &at("w.svg"), &["top.bit", "top.word"], 0, 100).expect("a drawing");
    let drawn = fs::read_to_string(at("w.svg")).expect("a file");
    assert!(
        drawn.starts_with("<svg xmlns=") && drawn.ends_with("</svg>\n"),
        "{drawn}"
    );
    for part in [
        "viewBox=\"0 0 1000 400\"",
        ">top.bit</text>",
        ">top.word</text>",
        ">50ps</text>",
        "stroke-width=\"0.75\" d=\"M",
    ] {
        assert!(drawn.contains(part), "{part}: {drawn}");
    }
}

#[test]
fn the_table_of_decisions_names_every_dependency_and_no_other() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("readable");
    let mut named: Vec<String> = vec![];
    for (manifest, lists) in [
        ("Cargo.toml", &["[workspace.dependencies]", "[dev-dependencies]"][..]),
        ("crates/macros/Cargo.toml", &["[dependencies]"]),
    ] {
        let text = read(manifest);
        let mut is_list = false;
        for line in text.lines() {
            match line.starts_with('[') {
                true => is_list = lists.contains(&line),
                false if is_list => named.extend(line.split_once(" = ").map(|(name, _)| name.to_owned())),
                false => {}
            }
        }
    }
    let named: BTreeSet<String> = named
        .into_iter()
        .map(|name| name.trim_end_matches(".workspace").to_owned())
        .filter(|name| !name.starts_with("lanesmith-"))
        .collect();
    let page = read("docs/decisions.md");
    let (_, table) = page.split_once("## Dependencies").expect("a table");
    let (table, _) = table.split_once("\n## ").unwrap_or((table, ""));
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    let told: BTreeSet<String> = cells
        .flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned))
        .collect();
    assert!(named.len() > 30, "{named:?}");
    assert_eq!(named, told, "dependencies of the manifests, and of the table");
}
