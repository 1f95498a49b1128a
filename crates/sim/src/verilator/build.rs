//! Compiles Verilog to a shared object with Verilator and the C++ compiler. A cache keeps results by the hash of their inputs.

use super::shim;
use crate::EngineError;
use lanesmith_netlist::Design;
use lanesmith_netlist::verilog::{Banner, EmittedFile, cells, emit};
use lanesmith_text::files::{self, Scratch, Temporary};
use std::collections::hash_map::DefaultHasher;
use std::ffi::OsStr;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

const VERILATOR: [&str; 10] = [
    "--cc",
    "-O3",
    // No limit: see `translate`.
    "--output-split",
    "1000000000",
    "--x-assign",
    "fast",
    "--x-initial",
    "0",
    "--noassert",
    "-Wno-fatal",
];
const COMPILER: [&str; 4] = ["-std=c++17", "-O3", "-fPIC", "-pthread"];
/// Further options for programs: compilation takes longer than they run.
const PROGRAM: [&str; 1] = ["-O1"];
/// The folder of Verilator's output.
const MODEL: &str = "model";
/// The parts of Verilator's runtime that a model without waves and coverage needs.
const RUNTIME: [&str; 2] = ["verilated.cpp", "verilated_threads.cpp"];

/// A shared object; its folder is removed with it unless the cache keeps it.
pub(super) struct Built {
    pub path: PathBuf,
    _folder: Scratch,
}

/// The installed Verilator's version line.
pub fn version() -> Result<String, EngineError> {
    Ok(run(Command::new("verilator").arg("--version"))?.trim().to_owned())
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
        let folder = folder.path();
        let write =
            |file: &EmittedFile| write(&folder.join(&file.name), &file.text).map(|()| PathBuf::from(&file.name));
        let sources = files.iter().map(write).collect::<Result<Vec<_>, _>>()?;
        let top = &design.top_module().name;
        let model = translate(shim::CLASS, top, &[], sources, &shim, folder)?;
        compile(&object, &["-shared"], &RUNTIME, model, &cache, &version)?;
    }
    Ok(Built {
        path: object,
        _folder: folder,
    })
}

/// The user's cache folder. A folder that others may write to is rejected, because its contents are executed.
fn cache() -> Option<PathBuf> {
    let absolute = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let base = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    let folder = base.join("lanesmith").join("verilator");
    fs::create_dir_all(&folder).ok()?;
    // Only an attempt shows whether the folder is writable.
    tempfile::tempfile_in(&folder).ok()?;
    Some(folder)
}

/// The program of a machine, from the cache if it is there: the Verilog of a module `top`, which becomes the class `Vtop`, and
/// C++ with a `main` that uses the class. For a model that writes `waves`, as VCD, the macro `WAVES` is defined. Relative paths of sources are in `folder`, all files of which the sources may include. Errors: Verilator or the
/// compiler is missing, or fails.
pub fn program(
    folder: &Path,
    top: &str,
    options: &[&str],
    sources: Vec<PathBuf>,
    main: &str,
    waves: bool,
) -> Result<PathBuf, EngineError> {
    let (trace, defines, writer): (&[&str], &[&str], &[&str]) = match waves {
        true => (&["--trace"], &["-DWAVES"], &["verilated_vcd_c.cpp"]),
        false => (&[], &[], &[]),
    };
    let options = [options, &["-I."], trace].concat();
    let model = translate(&format!("V{top}"), top, &options, sources, main, folder)?;
    let version = version()?;
    let compiler = [&PROGRAM[..], defines].concat();
    let mut hasher = DefaultHasher::new();
    (&version, COMPILER, &compiler).hash(&mut hasher);
    // Verilator's output depends on included files, too.
    for path in generated(&folder.join(MODEL), &[".cpp", ".h"])? {
        let text = fs::read(folder.join(MODEL).join(&path)).map_err(|why| failed(&path, &why))?;
        (path, text).hash(&mut hasher);
    }
    let cache = cache().unwrap_or_else(|| folder.to_owned());
    let program = cache.join(format!("{top}-{:016x}", hasher.finish()));
    if !program.exists() {
        let runtime = [&RUNTIME[..], writer].concat();
        compile(&program, &compiler, &runtime, model, &cache, &version)?;
    }
    Ok(program)
}

/// Verilator's C++ and our own as one file, because the compiler takes longer to read the headers than for the rest of most
/// designs.
fn translate(
    class: &str,
    top: &str,
    options: &[&str],
    sources: Vec<PathBuf>,
    more: &str,
    folder: &Path,
) -> Result<PathBuf, EngineError> {
    let mut arguments: Vec<&OsStr> = VERILATOR.iter().chain(options).map(OsStr::new).collect();
    for argument in ["--prefix", class, "--top-module", top, "--Mdir", MODEL] {
        arguments.push(OsStr::new(argument));
    }
    arguments.extend(sources.iter().map(|path| path.as_os_str()));
    // Relative paths, because messages in the model contain them.
    run(Command::new("verilator").args(arguments).current_dir(folder))?;
    let model = folder.join(MODEL);
    let names = generated(&model, &[".cpp"])?;
    let all: String = names.iter().map(|name| format!("#include \"{name}\"\n")).collect();
    let path = model.join("model.cpp");
    write(&path, &(all + more))?;
    Ok(path)
}

/// The files in a folder of Verilator's output whose names end so, in order.
fn generated(model: &Path, ends: &[&str]) -> Result<Vec<String>, EngineError> {
    let entries = fs::read_dir(model).map_err(|why| failed("Verilator's output", &why))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names
        .filter(|name| ends.iter().any(|end| name.ends_with(end)))
        .collect();
    names.sort();
    Ok(names)
}

/// A target of a model and of Verilator's runtime, whose object files are kept: they are the same for all designs.
fn compile(
    target: &Path,
    options: &[&str],
    runtime: &[&str],
    model: PathBuf,
    cache: &Path,
    version: &str,
) -> Result<(), EngineError> {
    let root = run(Command::new("verilator").args(["--getenv", "VERILATOR_ROOT"]))?;
    let include = Path::new(root.trim()).join("include");
    let mut files = vec![model];
    for source in runtime {
        let mut hasher = DefaultHasher::new();
        (version, COMPILER, &include, source).hash(&mut hasher);
        let object = cache.join(format!("{source}-{:016x}.o", hasher.finish()));
        if !object.exists() {
            run_compiler(&object, &["-c"], &include, &[include.join(source)])?;
        }
        files.push(object);
    }
    run_compiler(target, options, &include, &files)
}

/// Compiles to a temporary file and renames it, so that the target is always complete.
fn run_compiler(target: &Path, options: &[&str], include: &Path, files: &[PathBuf]) -> Result<(), EngineError> {
    let folder = target.parent().unwrap_or(Path::new("."));
    let unfinished = Temporary::new_in(folder).map_err(|why| failed("cache folder", &why))?;
    let mut arguments: Vec<&OsStr> = COMPILER.iter().chain(options).map(OsStr::new).collect();
    let standard = include.join("vltstd");
    for folder in [include, &standard] {
        arguments.extend([OsStr::new("-I"), folder.as_os_str()]);
    }
    arguments.extend(files.iter().map(|path| path.as_os_str()));
    arguments.extend([OsStr::new("-o"), unfinished.path().as_os_str()]);
    run(Command::new("g++").args(arguments))?;
    unfinished
        .persist(target)
        .map_err(|why| failed(&target.display().to_string(), &why))?;
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), EngineError> {
    fs::write(path, text).map_err(|why| failed(&path.display().to_string(), &why))
}

/// Runs a tool and returns its output; its messages are in the error.
fn run(command: &mut Command) -> Result<String, EngineError> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let output = match files::tool::output(command) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => {
            return Err(EngineError::Unavailable(format!("{tool} not found")));
        }
        Err(why) => return Err(failed(&tool, &why)),
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
