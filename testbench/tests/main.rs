//! Integration tests, one module per subject; tests are named after the fact they check.

mod bench;
mod brew_docs;
mod brew_float;
mod brew_golden;
mod brew_isa;
mod brew_programs;
mod brew_rtl;
mod cli_brew;
mod cli_text;
mod emission;
mod engines;
mod golden_video;
mod handshake;
mod lowering;
mod model;
mod nvidia;
mod programs;
mod prove;
mod ptx_text;
mod regress;
mod rtl_out;
mod simulate;
mod video_rtl;
mod waves;
mod x_reset;
