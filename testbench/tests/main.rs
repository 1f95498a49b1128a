//! Integration tests, one module per subject; tests are named after the fact they check.

mod ptx_text;
