//! From Verilog text to a shared object, by Verilator and the C++ compiler. Results are kept by the hash of what
//! they were made from.

use super::shim;
use crate::files::{Scratch, Temporary};
use crate::netlist::Design;
use crate::sim::EngineError;
use crate::verilog::{Banner, EmittedFile, cells, emit};
use std::collections::hash_map::DefaultHasher;
use std::ffi::OsStr;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

const VERILATOR: [&str; 8] = [
    "--cc",
    "-O3",
    "--x-assign",
    "fast",
    "--x-initial",
    "0",
    "--noassert",
    "-Wno-fatal",
];
const COMPILER: [&str; 4] = ["-std=c++17", "-O3", "-fPIC", "-pthread"];
/// The parts of Verilator's runtime that a model without waves and coverage needs.
const RUNTIME: [&str; 2] = ["verilated.cpp", "verilated_threads.cpp"];

/// A shared object; the folder goes away with it where the object is not kept.
pub(super) struct Built {
    pub path: PathBuf,
    _folder: Scratch,
}

/// The installed Verilator's version line.
pub fn version() -> Result<String, EngineError> {
    Ok(run("verilator", ["--version"])?.trim().to_owned())
}

/// The shared object of a design and of C++ that goes behind the shim, from the cache if it is there.
pub(super) fn build(design: &Design, more: &str) -> Result<Built, EngineError> {
    let version = version()?;
    let mut files = emit(design, &Banner::default());
    files.extend(cells(design, &Banner::default()));
    let shim = shim::text(design) + more;
    let mut hasher = DefaultHasher::new();
    (&version, VERILATOR, COMPILER, &shim).hash(&mut hasher);
    files.iter().for_each(|file| (&file.name, &file.text).hash(&mut hasher));
    let folder = Scratch::new().map_err(|why| failed("temporary folder", &why))?;
    let cache = cache().unwrap_or_else(|| folder.path().to_owned());
    let object = cache.join(format!("{:016x}.so", hasher.finish()));
    if !object.exists() {
        compile(
            design,
            &files,
            &shim,
            &runtime(&cache, &version)?,
            folder.path(),
            &object,
        )?;
    }
    Ok(Built {
        path: object,
        _folder: folder,
    })
}

/// The user's cache folder. A folder that others may write to does not do: its contents are run.
fn cache() -> Option<PathBuf> {
    let absolute = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let base = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    let folder = base.join("lanesmith").join("verilator");
    fs::create_dir_all(&folder).ok()?;
    // Whether the folder takes files shows only by trying.
    tempfile::tempfile_in(&folder).ok()?;
    Some(folder)
}

fn compile(
    design: &Design,
    files: &[EmittedFile],
    shim: &str,
    runtime: &[PathBuf],
    folder: &Path,
    object: &Path,
) -> Result<(), EngineError> {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|why| failed(&path.display().to_string(), &why))?;
        Ok(path)
    };
    let sources = files.iter().map(|file| write(&file.name, &file.text));
    let sources: Vec<PathBuf> = sources.collect::<Result<_, EngineError>>()?;
    let model = folder.join("model");
    let mut arguments: Vec<&OsStr> = VERILATOR.iter().map(OsStr::new).collect();
    let top = &design.top_module().name;
    for argument in ["--prefix", shim::CLASS, "--top-module", top, "--Mdir"] {
        arguments.push(OsStr::new(argument));
    }
    arguments.push(model.as_os_str());
    arguments.extend(sources.iter().map(|path| path.as_os_str()));
    run("verilator", arguments)?;
    let mut inputs = vec![write("shim.cpp", shim)?];
    let generated = fs::read_dir(&model).map_err(|why| failed("Verilator's output", &why))?;
    let paths = generated.filter_map(|entry| Some(entry.ok()?.path()));
    inputs.extend(paths.filter(|path| path.extension() == Some(OsStr::new("cpp"))));
    inputs.sort();
    inputs.extend(runtime.iter().cloned());
    let include = includes()?;
    let mut arguments: Vec<&OsStr> = COMPILER.iter().chain(&["-shared", "-I"]).map(OsStr::new).collect();
    arguments.push(model.as_os_str());
    arguments.extend(include.iter().map(OsStr::new));
    arguments.extend(inputs.iter().map(|path| path.as_os_str()));
    compile_to(object, arguments)
}

/// The object files of Verilator's runtime, the same for all designs.
fn runtime(cache: &Path, version: &str) -> Result<Vec<PathBuf>, EngineError> {
    let include = includes()?;
    let compile = |source: &&str| {
        let mut hasher = DefaultHasher::new();
        (version, COMPILER, &include, source).hash(&mut hasher);
        let object = cache.join(format!("{source}-{:016x}.o", hasher.finish()));
        if !object.exists() {
            let source = Path::new(&root()?).join("include").join(source);
            let mut arguments: Vec<&OsStr> = COMPILER.iter().map(OsStr::new).collect();
            arguments.extend(include.iter().map(OsStr::new));
            arguments.extend([OsStr::new("-c"), source.as_os_str()]);
            compile_to(&object, arguments)?;
        }
        Ok(object)
    };
    RUNTIME.iter().map(compile).collect()
}

/// Compiles beside the target and renames, so that what has the target's name is complete.
fn compile_to(target: &Path, arguments: Vec<&OsStr>) -> Result<(), EngineError> {
    let folder = target.parent().unwrap_or(Path::new("."));
    let unfinished = Temporary::new_in(folder).map_err(|why| failed("cache folder", &why))?;
    let output = [OsStr::new("-o"), unfinished.path().as_os_str()];
    run("g++", arguments.into_iter().chain(output))?;
    unfinished
        .persist(target)
        .map_err(|why| failed(&target.display().to_string(), &why))?;
    Ok(())
}

fn root() -> Result<String, EngineError> {
    Ok(run("verilator", ["--getenv", "VERILATOR_ROOT"])?.trim().to_owned())
}

fn includes() -> Result<[String; 2], EngineError> {
    let root = root()?;
    Ok([format!("-I{root}/include"), format!("-I{root}/include/vltstd")])
}

/// Runs a tool and returns what it prints. What it complains of is in the error.
fn run(tool: &str, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<String, EngineError> {
    let output = match Command::new(tool).args(arguments).output() {
        Err(why) if why.kind() == io::ErrorKind::NotFound => {
            return Err(EngineError::Unavailable(format!("{tool} not found")));
        }
        Err(why) => return Err(failed(tool, &why)),
        Ok(output) => output,
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        return Ok(text(&output.stdout));
    }
    let complaint = text(&output.stdout) + &text(&output.stderr);
    Err(EngineError::Failed(format!("{tool} failed:\n{}", complaint.trim_end())))
}

fn failed(what: &str, why: &dyn std::fmt::Display) -> EngineError {
    EngineError::Failed(format!("verilator: {what}: {why}"))
}
