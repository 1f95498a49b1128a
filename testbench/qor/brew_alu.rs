//! Writes the Verilog of the Brew datapath's integer unit alone, which `measure.py` measures:
//!
//!     cargo run --release --example brew_alu -- DIR

use lanesmith::hdl;
use lanesmith::units::brew::rtl::alu_design;
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder: PathBuf = std::env::args_os().nth(1).ok_or("expected a folder")?.into();
    std::fs::create_dir_all(&folder)?;
    for (stages, registered) in [(0, false), (2, true)] {
        for (suffix, compares) in [("", false), ("_compare", true)] {
            let files = hdl::emit(&alu_design(registered, compares)?);
            let modules = files.iter().filter(|file| file.name.ends_with(".v"));
            let text: String = modules.map(|file| &file.text[..]).collect();
            std::fs::write(folder.join(format!("brew_alu_{stages}{suffix}.v")), text)?;
        }
    }
    Ok(())
}
