//! Integration tests, one module per subject; tests are named after the fact they check.

mod brew_isa;
mod nvidia;
mod ptx_text;
