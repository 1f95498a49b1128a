//! Writes a dump and GTKWave's files beside it; each file appears when it is complete.

use super::{Helper, Keep, PERIOD, ValueNames, View, WaveRecorder, gtkw};
use crate::Engine;
use lanesmith_text::files::{self, FileError, Output};
use std::io;
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
    /// The waves.
    pub file: PathBuf,
    /// The GTKWave save file; `None` if the dump is not a regular file.
    pub gtkw: Option<PathBuf>,
    /// The cycles in it.
    pub cycles: Range<u64>,
}

/// The extension of GTKWave's save file.
const GTKW: &str = "gtkw";

/// The names of the dump and of the save file; an error for a file that has another extension than `.vcd`.
pub fn names(path: &Path) -> Result<Vec<PathBuf>, FileError> {
    if files::is_stream(path) {
        return Ok(vec![path.to_owned()]);
    }
    if path.extension().is_some_and(|found| !found.eq_ignore_ascii_case("vcd")) {
        let name = path.with_extension("vcd");
        let why = format!("waves are written as VCD; call the file {}", name.display());
        return Err(FileError::write(path, io::Error::other(why)));
    }
    Ok(vec![path.to_owned(), path.with_extension(GTKW)])
}

impl Dump {
    /// Opens a dump at `path` in an existing folder, and a recorder that writes to it. `view` is for GTKWave's files.
    pub fn create(
        path: &Path,
        engine: &dyn Engine,
        helpers: &[Helper],
        view: View,
        keep: Keep,
    ) -> Result<(Self, WaveRecorder), FileError> {
        let mut beside = names(path)?;
        beside.extend(view.names.iter().map(|names| filter(path, names)));
        let mut output = Output::create(path)?;
        if output.is_regular() {
            beside.iter().try_for_each(|path| files::check_output(path))?;
        }
        let recorder = WaveRecorder::new(engine, helpers, keep, view.result.as_ref(), output.writer()?);
        let recorder = recorder.map_err(|error| FileError::write(path, error))?;
        let path = path.to_owned();
        Ok((Dump { path, output, view }, recorder))
    }

    /// Completes the dump, and writes GTKWave's files beside it: `NAME.gtkw`, and a filter file `NAME.SUBJECT.txt` for each
    /// name table. The view opens at `marker`, a cycle, if it is in the dump, else where the first result is visible.
    pub fn finish(self, recorder: WaveRecorder, marker: Option<u64>) -> Result<DumpedWaves, FileError> {
        let end = |cycles: &Range<u64>, result| match self.opening(cycles, result, marker) {
            (start, _) if start == cycles.start => cycles.end,
            // If less than a page follows, GTKWave opens at the first cycle instead.
            (start, _) => start + gtkw::longest_page(&self.view),
        };
        let finished = recorder.finish(end);
        let (cycles, result) = finished.map_err(|error| FileError::write(&self.path, error))?;
        let mut outputs = vec![];
        let gtkw = self.output.is_regular().then(|| self.path.with_extension(GTKW));
        if gtkw.is_some() {
            let beside = self.beside(&cycles, result, marker);
            let beside = beside.iter().map(|(path, text)| (path.clone(), text.as_bytes()));
            outputs = files::stage(&beside.collect::<Vec<_>>())?;
        }
        outputs.push(self.output);
        Output::finish_all(outputs)?;
        Ok(DumpedWaves {
            file: self.path,
            gtkw,
            cycles,
        })
    }

    /// The cycle at which the view opens, and the marker if it is in the dump; `result` is the cycle of the first result.
    fn opening(&self, cycles: &Range<u64>, result: Option<u64>, marker: Option<u64>) -> (u64, Option<u64>) {
        let visible = gtkw::visible_cycles(&self.view);
        let marker = marker.filter(|marker| cycles.contains(marker));
        let start = match (marker, result) {
            (Some(marker), _) => marker.saturating_sub((visible / 2).min(8)),
            // Two cycles behind it are visible.
            (None, Some(result)) => (result + 3).saturating_sub(visible),
            (None, None) => 0,
        };
        (start.max(cycles.start), marker)
    }

    /// GTKWave's files; `result` is the cycle of the first result.
    fn beside(&self, cycles: &Range<u64>, result: Option<u64>, marker: Option<u64>) -> Vec<(PathBuf, String)> {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (start, marker) = self.opening(cycles, result, marker);
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
        let tables = tables
            .iter()
            .map(|names| (filter(&self.path, names), gtkw::filter_file(names)));
        [(gtkw, save)].into_iter().chain(tables).collect()
    }
}

/// GTKWave's file of a name table.
fn filter(path: &Path, names: &ValueNames) -> PathBuf {
    path.with_extension(format!("{}.txt", names.subject))
}
