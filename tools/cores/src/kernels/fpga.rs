//! The area and clock of a core on an FPGA, alone and with the unit: the scripts of `testbench/qor` run yosys and nextpnr.

use crate::core::{CoreSources, RiscvCore};
use crate::simulator::write_unit;
use crate::tool::{failed, missing, run};
use lanesmith::files::Scratch;
use lanesmith::sim::EngineError;
use std::fs;
use std::path::Path;

/// The scripts: the first writes the designs, the second measures their cells and clocks.
const SCRIPTS: [(&str, &str); 2] = [
    ("core.py", include_str!("../../../../testbench/qor/core.py")),
    ("measure.py", include_str!("../../../../testbench/qor/measure.py")),
];
/// The folders of the two designs.
const FOLDERS: [&str; 2] = ["alone", "with_unit"];

/// The area and clock of a design on an FPGA.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Utilisation {
    /// Logic cells, without memories and multipliers.
    pub cells: u32,
    /// Flip-flops.
    pub flip_flops: u32,
    /// The clock that place and route reaches, in MHz.
    pub megahertz: f64,
}

/// Measures the core on the FPGA that yosys calls `device`, alone and with a unit of this latency. The clock comes from one run of place
/// and route. Errors: a tool or the core is missing, yosys cannot read the core, or the design does not fit.
pub fn measure(core: RiscvCore, latency: u32, device: &str) -> Result<[Utilisation; 2], EngineError> {
    if core == RiscvCore::Cv32e40x {
        let why = "cv32e40x: yosys does not read the SystemVerilog of this core, so its cells are not known";
        return Err(missing(why));
    }
    let CoreSources { files, .. } = core.sources(None)?;
    let folder = Scratch::new().map_err(failed)?;
    let of_unit = folder.path().join("unit");
    fs::create_dir(&of_unit).map_err(failed)?;
    let names = write_unit(&of_unit, &core.unit(latency))?.into_iter();
    let names: Vec<_> = names.map(|name| serde_json::json!({ "name": name })).collect();
    let manifest = serde_json::json!({ "files": names }).to_string();
    fs::write(of_unit.join("unit.json"), manifest).map_err(failed)?;
    for (name, text) in SCRIPTS {
        fs::write(folder.path().join(name), text).map_err(failed)?;
    }
    let [source] = files.as_slice() else {
        return Err(failed("the core has several files"));
    };
    let source = source.to_string_lossy().into_owned();
    let [alone, with_unit] = FOLDERS;
    script(
        folder.path(),
        &["core.py", core.name(), &source, "unit", alone, with_unit],
    )?;
    let report = script(
        folder.path(),
        &["measure.py", alone, with_unit, "--seeds", "1", "--device", device],
    )?;
    read(&report).ok_or_else(|| failed(format_args!("measure.py said\n{report}")))
}

/// Runs a script and returns its output. A tool that the script does not find is a missing tool of this command.
fn script(folder: &Path, arguments: &[&str]) -> Result<String, EngineError> {
    run("python3", arguments, Some(folder)).map_err(|error| match error {
        EngineError::Failed(why) => match why.lines().find(|line| line.starts_with("not found: ")) {
            Some(line) => missing(format_args!("{} not found", line["not found: ".len()..].trim())),
            None => failed(why),
        },
        error => error,
    })
}

/// The rows of the table that `measure.py` prints.
fn read(table: &str) -> Option<[Utilisation; 2]> {
    let row = |name: &str| {
        let mut rows = table
            .lines()
            .map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
        let row = rows.find(|row| row.get(1) == Some(&name))?;
        let [_, _, _, cells, flip_flops, _, clock, ..] = row[..] else {
            return None;
        };
        Some(Utilisation {
            cells: cells.parse().ok()?,
            flip_flops: flip_flops.parse().ok()?,
            megahertz: clock.parse().ok()?,
        })
    };
    let [alone, with_unit] = FOLDERS.map(row);
    Some([alone?, with_unit?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_that_a_script_does_not_find_is_missing_here_too() {
        let folder = tempfile::tempdir().expect("a folder");
        let missed = script(
            folder.path(),
            &["-c", "import sys; sys.exit('not found: one or another')"],
        );
        match missed {
            Err(EngineError::Unavailable(why)) if why == "python3 not found" => {}
            Err(EngineError::Unavailable(why)) => assert_eq!(why, "one or another not found"),
            other => panic!("{other:?}"),
        }
        let broken = script(folder.path(), &["-c", "import sys; sys.exit('yosys failed')"]);
        assert!(broken.is_err());
    }

    #[test]
    fn a_core_that_yosys_does_not_read_is_named() {
        let why = measure(RiscvCore::Cv32e40x, 3, "ecp5")
            .expect_err("no cells")
            .to_string();
        assert!(why.contains("cv32e40x") && why.contains("SystemVerilog"), "{why}");
    }

    #[test]
    fn the_rows_of_both_machines_are_read_wherever_they_stand() {
        let head = "| design | device | cells | FF | MHz best | median | worst |\n|---|---|---|---|---|---|---|\n";
        let rows =
            "| with_unit | ecp5 | 30 | 7 | 52.0 | 51.5 | 51.0 |\n| alone | ecp5 | 20 | 5 | 60.0 | 59.5 | 59.0 |\n";
        let utilisation = |cells, flip_flops, megahertz| Utilisation {
            cells,
            flip_flops,
            megahertz,
        };
        assert_eq!(
            read(&format!("{head}{rows}")),
            Some([utilisation(20, 5, 59.5), utilisation(30, 7, 51.5)])
        );
        assert_eq!(read(head), None);
    }
}
