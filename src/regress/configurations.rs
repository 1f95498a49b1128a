//! The configurations that a regression runs.

use crate::catalog::{DEFAULT_LATENCY, Selection};
use crate::netlist::ResetStyle;
use crate::rtl::brew::{Config as Datapath, RegisterFileForm};
use crate::rtl::video::Config;

/// The video ALU and its core in full at every latency, and at the default latency without each of their options and
/// without all of them; every datapath that there is. What is shipped is among them.
pub fn configurations() -> Vec<Selection> {
    let alu = video(true).into_iter().map(Selection::VideoAlu);
    let core = video(false).into_iter().map(Selection::VideoCore);
    let datapath = datapaths().into_iter().map(Selection::BrewDatapath);
    alu.chain(core).chain(datapath).collect()
}

fn video(has_reset: bool) -> Vec<Config> {
    let full = Config::full(DEFAULT_LATENCY);
    let reset = |asynchronous, active_low| Config {
        reset: ResetStyle {
            asynchronous,
            active_low,
        },
        ..full
    };
    let mut configs: Vec<Config> = (0..=Config::MAX_LATENCY).map(Config::full).collect();
    configs.push(Config {
        selectors: false,
        ..full
    });
    configs.push(Config {
        accumulate: false,
        ..full
    });
    configs.push(Config { dual: false, ..full });
    if has_reset {
        configs.extend([reset(true, false), reset(false, true)]);
    }
    configs.push(Config {
        selectors: false,
        accumulate: false,
        dual: false,
        ..reset(has_reset, has_reset)
    });
    configs
}

fn datapaths() -> Vec<Datapath> {
    let mut configs = Vec::new();
    for register_file in [RegisterFileForm::Asynchronous, RegisterFileForm::Synchronous] {
        for depth in [3, 2] {
            for (float, multiplier) in [(true, true), (false, true), (true, false), (false, false)] {
                configs.push(Datapath {
                    float,
                    multiplier,
                    depth,
                    register_file,
                });
            }
        }
    }
    configs.retain(|config| config.validate().is_ok());
    configs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::shipped;
    use std::collections::HashSet;

    #[test]
    fn all_are_different_and_what_is_shipped_is_among_them() {
        let all = configurations();
        let names: HashSet<String> = all.iter().map(Selection::name).collect();
        assert_eq!(names.len(), all.len());
        assert!(shipped().iter().all(|selection| all.contains(selection)));
    }

    #[test]
    fn every_option_of_every_module_is_used() {
        let used: HashSet<(&str, String)> = configurations()
            .iter()
            .flat_map(|selection| {
                selection
                    .options()
                    .into_iter()
                    .map(|option| (selection.module().name, option))
            })
            .collect();
        let has = |module, option: &str| used.contains(&(module, option.to_owned()));
        for option in [
            "--no-selectors",
            "--no-accumulate",
            "--no-vop2",
            "--latency 0",
            "--latency 5",
        ] {
            assert!(has("video_alu", option) && has("video_core", option), "{option}");
        }
        for option in ["--reset async", "--reset-active low"] {
            assert!(has("video_alu", option), "{option}");
        }
        for option in [
            "--no-float",
            "--no-multiplier",
            "--register-file synchronous",
            "--depth 2",
            "--depth 3",
        ] {
            assert!(has("brew_datapath", option), "{option}");
        }
    }
}
