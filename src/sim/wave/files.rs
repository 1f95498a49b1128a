//! Writes a dump and the viewers' files beside it; each file appears when it is complete.

use super::{Helper, Keep, PERIOD, Recorder, ValueNames, View, gtkw, surfer};
use crate::files::{self, FileError, Output};
use crate::sim::Engine;
use std::io::{self, BufWriter};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A dump in progress: the file appears under its name when it is complete.
pub struct Dump {
    path: PathBuf,
    output: Output,
    view: View,
}

/// A finished dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DumpedWaves {
    /// The `.vcd` file.
    pub vcd: PathBuf,
    /// The GTKWave save file; `None` if the dump is not a regular file.
    pub gtkw: Option<PathBuf>,
    /// The cycles in it.
    pub cycles: Range<u64>,
}

/// The extension of a dump, and those of the viewers' files.
const VCD: &str = "vcd";
const GTKW: &str = "gtkw";
const SUCL: &str = "sucl";

/// The names of the dump and of the viewers' files; an error if the extension is not that of VCD.
pub fn names(path: &Path) -> Result<Vec<PathBuf>, FileError> {
    if files::is_stream(path) {
        return Ok(vec![path.to_owned()]);
    }
    match path.extension() {
        Some(extension) if !extension.eq_ignore_ascii_case(VCD) => {
            let named = path.with_extension(VCD);
            let why = format!("waves are written as VCD; call the file {}", named.display());
            Err(FileError::write(path, io::Error::other(why)))
        }
        _ => Ok(vec![
            path.to_owned(),
            path.with_extension(GTKW),
            path.with_extension(SUCL),
        ]),
    }
}

impl Dump {
    /// Opens a dump at `path` in an existing folder, and a recorder that writes to it. `view` is for the viewers' files.
    pub fn create(
        path: &Path,
        engine: &dyn Engine,
        helpers: &[Helper],
        view: View,
        keep: Keep,
    ) -> Result<(Self, Recorder), FileError> {
        let mut beside = names(path)?;
        beside.extend(
            view.names
                .iter()
                .flat_map(|names| [filter(path, names), mapping(path, names)]),
        );
        let mut output = Output::create(path)?;
        if output.is_regular() {
            beside.iter().try_for_each(|path| files::check_output(path))?;
        }
        let sink = Box::new(BufWriter::new(output.writer()?));
        let recorder = Recorder::new(engine, helpers, keep, sink).map_err(|error| FileError::write(path, error))?;
        let path = path.to_owned();
        Ok((Dump { path, output, view }, recorder))
    }

    /// Completes the dump, and writes the viewers' files beside it: `NAME.gtkw`, a filter file `NAME.SUBJECT.txt` for each
    /// name table, `NAME.sucl` and `.surfer/mappings/` for Surfer. The view opens at `marker`, a cycle, if there is one, else
    /// at the start.
    pub fn finish(self, recorder: Recorder, marker: Option<u64>) -> Result<DumpedWaves, FileError> {
        let cycles = recorder.finish().map_err(|error| FileError::write(&self.path, error))?;
        let mut outputs = vec![];
        let gtkw = self.output.is_regular().then(|| self.path.with_extension(GTKW));
        if gtkw.is_some() {
            let beside = self.beside(&cycles, marker);
            let beside: Vec<_> = beside
                .iter()
                .map(|(path, text)| (path.clone(), text.as_bytes()))
                .collect();
            outputs = files::stage(&beside)?;
        }
        outputs.push(self.output);
        Output::finish_all(outputs)?;
        Ok(DumpedWaves {
            vcd: self.path,
            gtkw,
            cycles,
        })
    }

    /// The viewers' files.
    fn beside(&self, cycles: &Range<u64>, marker: Option<u64>) -> Vec<(PathBuf, String)> {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // The view begins a few cycles before the marker.
        let start = marker.map_or(cycles.start, |cycle| {
            cycle.saturating_sub(gtkw::context(&self.view)).max(cycles.start)
        });
        let (gtkw, tables) = (self.path.with_extension(GTKW), &self.view.names);
        let filters: Vec<String> = tables.iter().map(|names| name(&filter(&self.path, names))).collect();
        let save = gtkw::save_file(
            &self.view,
            &name(&gtkw),
            &name(&self.path),
            &filters,
            start * PERIOD,
            marker.map(|cycle| cycle * PERIOD),
        );
        let commands = (self.path.with_extension(SUCL), surfer::command_file(&self.view));
        let mut files = vec![(gtkw, save), commands];
        for names in tables {
            files.push((filter(&self.path, names), gtkw::filter_file(names)));
            files.push((mapping(&self.path, names), surfer::mapping_file(names)));
        }
        files
    }
}

/// GTKWave's file of a name table.
fn filter(path: &Path, names: &ValueNames) -> PathBuf {
    path.with_extension(format!("{}.txt", names.subject))
}

/// Surfer's file of a name table: Surfer looks for all tables in one folder.
fn mapping(path: &Path, names: &ValueNames) -> PathBuf {
    path.with_file_name(".surfer")
        .join("mappings")
        .join(surfer::mapping_name(names))
}
