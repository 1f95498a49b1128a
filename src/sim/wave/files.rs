//! Puts a dump and everything that viewers want beside it into a folder, each file whole or not at all.

use super::{Helper, Keep, PERIOD, Recorder, View, gtkw, surfer};
use crate::sim::Engine;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A dump under way: the file appears under its name when it is complete.
pub struct Dump {
    path: PathBuf,
    file: NamedTempFile,
}

/// A finished dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dumped {
    /// The `.vcd` file.
    pub vcd: PathBuf,
    /// The GTKWave save file.
    pub gtkw: PathBuf,
    /// The cycles in it.
    pub cycles: Range<u64>,
}

impl Dump {
    /// Opens a dump for `path` in a folder that exists, and a recorder that writes to it.
    pub fn create(path: &Path, engine: &dyn Engine, helpers: &[Helper], keep: Keep) -> io::Result<(Self, Recorder)> {
        let file = NamedTempFile::new_in(folder(path))?;
        let sink = Box::new(BufWriter::new(file.reopen()?));
        let recorder = Recorder::new(engine, helpers, keep, sink)?;
        let path = path.to_owned();
        Ok((Dump { path, file }, recorder))
    }

    /// Completes the dump, and writes the viewers' files for `view` beside it: `NAME.gtkw`, a filter file
    /// `NAME.SUBJECT.txt` for each name table, `NAME.sucl` and `.surfer/mappings/` for Surfer. The view opens at
    /// `marker`, a cycle, if there is one, else at the start.
    pub fn finish(self, recorder: Recorder, view: &View, marker: Option<u64>) -> io::Result<Dumped> {
        let cycles = recorder.finish()?;
        keep_as(self.file, &self.path)?;
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut filters = Vec::new();
        for names in &view.names {
            let path = self.path.with_extension(format!("{}.txt", names.subject));
            replace(&path, &gtkw::filter_file(names))?;
            filters.push(name(&path));
            let mappings = folder(&self.path).join(".surfer").join("mappings");
            fs::create_dir_all(&mappings)?;
            replace(
                &mappings.join(surfer::mapping_name(names)),
                &surfer::mapping_file(names),
            )?;
        }
        // A few cycles of context stand before the marker.
        let start = marker.map_or(cycles.start, |cycle| {
            cycle.saturating_sub(gtkw::context(view)).max(cycles.start)
        });
        let gtkw = self.path.with_extension("gtkw");
        let save = gtkw::save_file(
            view,
            &name(&gtkw),
            &name(&self.path),
            &filters,
            start * PERIOD,
            marker.map(|cycle| cycle * PERIOD),
        );
        replace(&gtkw, &save)?;
        replace(&self.path.with_extension("sucl"), &surfer::command_file(view))?;
        Ok(Dumped {
            vcd: self.path,
            gtkw,
            cycles,
        })
    }
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder.as_os_str() != OsStr::new("") => folder,
        _ => Path::new("."),
    }
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut file = NamedTempFile::new_in(folder(path))?;
    file.write_all(text.as_bytes())?;
    keep_as(file, path)
}

fn keep_as(file: NamedTempFile, path: &Path) -> io::Result<()> {
    // Temporary files are private to their owner; results are as readable as any other file.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    file.persist(path)?;
    Ok(())
}
