//! Completions, asked in a shell: names of modules, configurations, engines and kernels.

use crate::skip::skipped;
use lanesmith::units::{UNITS, shipped};
use std::collections::BTreeSet;
use std::process::Command;

/// What bash's completion function offers for the last of these words, or nothing where there is no bash.
fn offered(words: &[&str]) -> Option<BTreeSet<String>> {
    let script = "source <(\"$1\" completions bash); shift; COMP_WORDS=(lanesmith \"$@\"); COMP_CWORD=$#; \
                  _lanesmith lanesmith \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD-1]}\"; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let output = Command::new("bash")
        .args(["--norc", "-c", script, "bash", env!("CARGO_BIN_EXE_lanesmith")])
        .args(words)
        .output()
        .ok()?;
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && err.is_empty(), "{words:?}: {err}");
    Some(
        String::from_utf8_lossy(&output.stdout)
            .lines()
            .map(str::to_owned)
            .collect(),
    )
}

#[test]
fn bash_offers_modules_configurations_and_engines() {
    let modules: Vec<String> = UNITS.iter().map(|row| row.module.name.to_owned()).collect();
    let configurations: Vec<String> = shipped().iter().map(|selection| selection.name()).collect();
    let texts = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    for (words, expected) in [
        (&["simulate", "--module", ""][..], modules.clone()),
        (&["generate", "--module", ""], modules.clone()),
        (&["regress", "--configuration", ""], [modules, configurations].concat()),
        (&["regress", "--configuration", "brew_da"], texts(&["brew_datapath"])),
        (
            &["regress", "--engine", ""],
            texts(&["native", "rust-hdl", "verilator"]),
        ),
        (&["doctor", "--require", "ver"], texts(&["verilator"])),
        (&["comp"], texts(&["completions"])),
    ] {
        let Some(offered) = offered(words) else {
            return skipped("bash not found");
        };
        let missing: Vec<&String> = expected.iter().filter(|name| !offered.contains(*name)).collect();
        assert!(missing.is_empty(), "{words:?}: no {missing:?} in {offered:?}");
    }
    let wrong = offered(&["regress", "--configuration", "brew_da"]).expect("bash");
    assert!(wrong.iter().all(|name| name.starts_with("brew_da")), "{wrong:?}");
}

#[test]
fn zsh_and_fish_scripts_name_modules_and_configurations() {
    for shell in ["zsh", "fish"] {
        let output = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
            .args(["completions", shell])
            .output();
        let script = String::from_utf8(output.expect("a run").stdout).expect("text");
        for name in ["video_alu_l3_vset_dot", "brew_datapath_d2", "riscv_pcpi"] {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
}
