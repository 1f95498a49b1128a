//! What can be chosen about the register-ISA datapath.

use crate::unit::{Choice, Form, Values};
use crate::units::brew::rtl::{Config, RegisterFileForm};

/// The choices.
pub(crate) const CHOICES: &[Choice] = &[DEPTH, FLOAT, MULTIPLIER, REGISTER_FILE];

const DEPTH: Choice = Choice {
    option: "depth",
    parameter: "depth",
    help: "stages before retirement",
    meaning: "Stages before retirement, 2 or 3.",
    form: Form::Count {
        letter: 'd',
        unit: "STAGES",
        first: Config::MIN_DEPTH,
        last: Config::MAX_DEPTH,
        default: Config::MAX_DEPTH,
    },
};

const FLOAT: Choice = Choice {
    option: "no-float",
    parameter: "float",
    help: "leaves out floating-point arithmetic",
    meaning: "FP32 and FP16X2; without them their arithmetic raises the invalid-instruction exception.",
    form: Form::Part { without: "nofloat" },
};

const MULTIPLIER: Choice = Choice {
    option: "no-multiplier",
    parameter: "multiplier",
    help: "leaves out multiplication",
    meaning: "Integer multiplication; without it it raises the invalid-instruction exception.",
    form: Form::Part {
        without: "nomultiplier",
    },
};

const ASYNCHRONOUS: &str = "asynchronous";
const SYNCHRONOUS: &str = "synchronous";

const REGISTER_FILE: Choice = Choice {
    option: "register-file",
    parameter: "register_file",
    help: "read port of the register file, distributed RAM or block RAM",
    meaning: "asynchronous: distributed memory or flip-flops, synchronous: block memory.",
    form: Form::Word {
        unit: "FORM",
        words: &[(ASYNCHRONOUS, ""), (SYNCHRONOUS, "syncfile")],
        silent: false,
    },
};

/// A configuration as values of the choices.
pub(crate) fn values(config: &Config) -> Values {
    Values::default()
        .with(&DEPTH, config.depth)
        .with_part(&FLOAT, config.float)
        .with_part(&MULTIPLIER, config.multiplier)
        .with_word(
            &REGISTER_FILE,
            match config.register_file {
                RegisterFileForm::Asynchronous => ASYNCHRONOUS,
                RegisterFileForm::Synchronous => SYNCHRONOUS,
            },
        )
}

/// The configuration that values stand for.
pub(crate) fn config(values: &Values) -> Config {
    Config {
        float: values.has(&FLOAT),
        multiplier: values.has(&MULTIPLIER),
        depth: values.get(&DEPTH),
        register_file: match values.word(&REGISTER_FILE) {
            SYNCHRONOUS => RegisterFileForm::Synchronous,
            _ => RegisterFileForm::Asynchronous,
        },
    }
}

/// What a regression runs: every datapath that there is.
pub(crate) fn configurations() -> Vec<Config> {
    let mut configs = Vec::new();
    for register_file in [RegisterFileForm::Asynchronous, RegisterFileForm::Synchronous] {
        for depth in [3, 2] {
            for (float, multiplier) in [(true, true), (false, true), (true, false), (false, false)] {
                configs.push(Config {
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
