//! The files that subcommands read and write, whatever their names stand for.

use crate::program::{self, cases, names};
use crate::ptx_kernel::{self, ARGUMENTS};
use crate::signals::is_ignored;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::{TempDir, tempdir};

const PROGRAM: &str = "$r1 <- tiny 3\n$r2 <- $r1 + $r1\n";
const VECTORS: &str = "instruction,a,b,c,d\n\"vadd4.u32.u32.u32 r1, r2, r3, r4\",1,2,0,3\n";

/// A folder with a program, vectors and a PTX module.
fn folder() -> TempDir {
    let folder = tempdir().expect("a temporary folder");
    for (name, text) in [
        ("x.s", PROGRAM),
        ("v.csv", VECTORS),
        ("m.ptx", &ptx_kernel::kernel("vadd4.u32.u32.u32 r1, r30, r31, r1;")),
    ] {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    folder
}

struct CommandOutput {
    status: i32,
    out: String,
    err: String,
}

fn lanesmith(folder: &Path, arguments: &str, input: &[u8]) -> CommandOutput {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    command.current_dir(folder).args(arguments.split_whitespace());
    let output = program::run(&mut command, input, Duration::from_secs(120));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    CommandOutput {
        status: output.status.code().expect("no signal"),
        out: text(&output.stdout),
        err: text(&output.stderr),
    }
}

/// What a shell says to a script in the folder; `$0` is the program.
#[cfg(unix)]
fn shell(folder: &Path, script: &str) -> String {
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_lanesmith")])
        .current_dir(folder)
        .output()
        .expect("a shell");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The words of the program.
fn words(folder: &Path) -> String {
    let ran = lanesmith(folder, "asm x.s", b"");
    assert_eq!(ran.status, 0, "{}", ran.err);
    ran.out
}

#[test]
#[cfg(unix)]
fn a_fifo_is_written_and_stays_a_fifo() {
    let folder = folder();
    let words = words(folder.path());
    let said = shell(
        folder.path(),
        "mkfifo f && { timeout 60 cat f & \"$0\" asm x.s -o f; wait; test -p f && echo still there; }",
    );
    assert_eq!(said, words + "still there\n");
    let said = shell(
        folder.path(),
        "{ timeout 60 cat f | grep -c enddefinitions & \"$0\" simulate --random 20 --vcd f > told; wait; test -p f && ls; }",
    );
    assert_eq!(said, "1\nf\nm.ptx\ntold\nv.csv\nx.s\n");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_device_is_an_error_and_is_not_replaced() {
    let folder = folder();
    // Behind a link, so that nobody's device is in danger.
    std::os::unix::fs::symlink("/dev/full", folder.path().join("full")).expect("a link");
    for command in [
        "asm x.s -o full",
        "simulate --random 20 --vcd full",
        "simulate --random 20 --vcd full --cycles 0..10",
        "run x.s --engine native --vcd full",
        "regress --configuration video_alu_l0 --engine native --instructions 10 --seeds 1 -o full",
    ] {
        let ran = lanesmith(folder.path(), command, b"");
        assert_eq!(ran.status, 2, "{command}: {}", ran.out);
        assert!(
            ran.err.starts_with("error: cannot write full: No space left on device"),
            "{command}: {}",
            ran.err
        );
        let full = fs::symlink_metadata(folder.path().join("full")).expect("there");
        assert!(full.is_symlink(), "{command}");
        assert_eq!(names(folder.path()), ["full", "m.ptx", "v.csv", "x.s"], "{command}");
    }
}

#[test]
#[cfg(unix)]
fn a_links_target_is_written_and_the_link_stays() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("elsewhere")).expect("a folder");
    let link = |target: &str, name: &str| std::os::unix::fs::symlink(target, path(name)).expect("a link");
    fs::write(path("elsewhere/old.txt"), "old").expect("writable");
    link("elsewhere/old.txt", "old");
    link("elsewhere/new.txt", "dangling");
    link("dangling", "twice");
    link("elsewhere/w.vcd", "w.vcd");
    for (name, target) in [("old", "old.txt"), ("twice", "new.txt")] {
        let ran = lanesmith(folder.path(), &format!("asm x.s -o {name}"), b"");
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(fs::symlink_metadata(path(name)).expect("there").is_symlink(), "{name}");
        let written = fs::read_to_string(path("elsewhere").join(target)).expect("written");
        assert_eq!(written, words(folder.path()));
    }
    let ran = lanesmith(folder.path(), "simulate --random 20 --vcd w.vcd", b"");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(fs::symlink_metadata(path("w.vcd")).expect("there").is_symlink());
    assert_eq!(names(&path("elsewhere")), ["new.txt", "old.txt", "w.vcd"]);
}

#[test]
#[cfg(unix)]
fn standard_output_by_any_name_is_gone_on_with_and_not_replaced() {
    let folder = folder();
    let words = words(folder.path());
    for name in ["/dev/stdout", "/dev/fd/1", "-"] {
        let script = format!("echo first; \"$0\" asm x.s -o {name}; echo last");
        let said = shell(folder.path(), &format!("({script}) > out; cat out"));
        assert_eq!(said, format!("first\n{words}last\n"), "{name}");
    }
}

#[test]
#[cfg(unix)]
fn files_have_the_permissions_that_the_umask_leaves_and_keep_those_they_had() {
    let folder = folder();
    let said = shell(
        folder.path(),
        "mode() { stat -c %a \"$@\"; }
        umask 077; \"$0\" simulate --random 20 --vcd w.vcd > told; mode w.vcd w.gtkw w.mode.txt
        umask 002; \"$0\" simulate --random 20 --vcd v.vcd > told; mode v.vcd v.gtkw
        umask 027; \"$0\" asm x.s -o w; mode w
        chmod 755 w; \"$0\" asm x.s -o w; mode w",
    );
    assert_eq!(said, "600\n600\n600\n664\n664\n640\n755\n");
}

#[test]
fn a_folder_in_the_way_of_one_file_is_found_before_any_is_written() {
    let lines = "
w <= asm x.s -o w
w.vcd <= simulate --random 20 --vcd w.vcd
w.gtkw <= simulate --random 20 --vcd w.vcd
w.mode.txt <= simulate --random 20 --vcd w.vcd
w.type.txt <= run x.s --engine native --vcd w.vcd
w <= regress --configuration video_alu_l0 --engine native --instructions 10 --seeds 1 -o r --junit w
rtl/video_core.v <= generate --out rtl
rtl/video_alu_l3.core <= generate --out rtl
rtl/video_core_l3/video_core.v <= generate --shipped --out rtl
";
    for (in_the_way, command) in lines.lines().filter_map(|line| line.split_once(" <= ")) {
        let folder = folder();
        fs::create_dir_all(folder.path().join(in_the_way)).expect("a folder");
        let before = names(folder.path());
        let ran = lanesmith(folder.path(), command, b"");
        assert_eq!(ran.status, 2, "{command}: {}", ran.out);
        assert_eq!(
            ran.err,
            format!("error: cannot write {in_the_way}: is a directory\n"),
            "{command}"
        );
        assert_eq!(names(folder.path()), before, "{command}");
        for entry in fs::read_dir(folder.path().join("rtl")).into_iter().flatten().flatten() {
            let inner = names(&folder.path().join("rtl").join(entry.file_name()));
            assert!(inner.len() <= 1, "{command}: {inner:?}");
        }
    }
}

#[test]
#[cfg(unix)]
fn an_interrupt_leaves_no_temporary_file() {
    let signals = ["INT", "TERM", "QUIT", "XCPU"];
    for signal in signals.into_iter().filter(|signal| !is_ignored(signal)) {
        let folder = tempdir().expect("a temporary folder");
        // Two of the signals would leave a core file.
        let script = "ulimit -c 0; exec \"$0\" \"$@\"";
        let mut child = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_lanesmith")])
            .args("simulate --random 1000000000 --vcd w.vcd --cycles 0..1000000000".split(' '))
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("it runs");
        let begun = Instant::now();
        while names(folder.path()).is_empty() && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let temporary = names(folder.path());
        shell(folder.path(), &format!("kill -{signal} {}", child.id()));
        let status = child.wait().expect("it ends");
        assert!(
            temporary.len() == 1 && temporary[0].starts_with(".lanesmith-"),
            "{temporary:?}"
        );
        assert!(!status.success() && status.code().is_none(), "{status}");
        assert!(names(folder.path()).is_empty(), "{signal}: {:?}", names(folder.path()));
    }
}

#[test]
#[cfg(unix)]
fn a_file_beyond_the_limit_of_the_system_is_an_error_and_leaves_no_temporary_file() {
    let folder = folder();
    fs::create_dir(folder.path().join("rtl")).expect("a folder");
    for (command, name) in [
        ("simulate --random 2000 --vcd w.vcd", "w.vcd"),
        ("generate --out rtl", "rtl/"),
    ] {
        let said = shell(folder.path(), &format!("ulimit -f 8; \"$0\" {command}; echo $?"));
        assert!(said.starts_with("2\nerror: cannot write "), "{command}: {said}");
        assert!(
            said.contains(name) && said.contains("File too large"),
            "{command}: {said}"
        );
        let left = names(folder.path())
            .into_iter()
            .chain(names(&folder.path().join("rtl")));
        let left: Vec<String> = left.filter(|name| name.starts_with('.')).collect();
        assert!(left.is_empty(), "{command}: {left:?}");
    }
}

#[test]
#[cfg(unix)]
fn an_interrupt_that_is_ignored_stays_ignored() {
    let folder = tempdir().expect("a temporary folder");
    let script = "trap '' HUP; \"$0\" simulate --random 3000000 > told & pid=$!; sleep 1; kill -HUP $pid 2>/dev/null; wait $pid; echo $?";
    assert_eq!(shell(folder.path(), script), "0\n");
}

#[test]
fn a_dash_is_standard_input_wherever_a_file_is_read() {
    let folder = folder();
    let words = words(folder.path());
    let module = ptx_kernel::kernel("vadd4.u32.u32.u32 r1, r30, r31, r1;");
    let disassembled = lanesmith(folder.path(), "disasm -", words.as_bytes());
    assert_eq!(disassembled.status, 0, "{}", disassembled.err);
    for (command, input, expected) in [
        ("asm -", disassembled.out.as_bytes(), words.as_str()),
        ("run -", words.as_bytes(), "2 instructions"),
        ("check -", VECTORS.as_bytes(), "1 passed, 0 failed"),
        ("simulate --vectors -", VECTORS.as_bytes(), "1 instructions"),
        (
            &format!("run --format ptx - {ARGUMENTS}"),
            module.as_bytes(),
            "out: 16 bytes: 0x06070809 ",
        ),
        ("ptx -", module.as_bytes(), "standard input: PTX 9.2, target sm_120f"),
        (
            "mutate --vectors - --mutants 1 --instructions 10 --latency 0",
            VECTORS.as_bytes(),
            "mutants",
        ),
    ] {
        let ran = lanesmith(folder.path(), command, input);
        assert!(ran.status < 2, "{command}: {}", ran.err);
        assert!(ran.out.contains(expected), "{command}: {}", ran.out);
    }
    for (command, input, message) in [
        ("asm -", &b"$r1 <- nonsense\n"[..], "standard input:1:8"),
        ("check -", b"a,b\n", "standard input:1"),
        ("ptx -", b"\xff", "standard input:1:1"),
        ("report merge -", b"{", "standard input"),
        (
            "check - -",
            VECTORS.as_bytes(),
            "cannot read standard input: it can be read only once",
        ),
    ] {
        let ran = lanesmith(folder.path(), command, input);
        assert_eq!(ran.status, 2, "{command}");
        assert!(ran.err.contains(message), "{command}: {}", ran.err);
    }
}

#[test]
fn a_dash_is_standard_output_and_what_is_told_goes_to_standard_error() {
    let folder = folder();
    let before = names(folder.path());
    assert_eq!(lanesmith(folder.path(), "asm x.s -o -", b"").out, words(folder.path()));
    let regress = "regress --configuration video_alu_l0 --engine native --instructions 10 --seeds 1 --no-times";
    for (command, first, told) in [
        ("simulate --random 20 --vcd -", "$version", "20 instructions"),
        (
            "simulate --random 20 --core --vcd - --cycles 0..5",
            "$version",
            "20 instructions",
        ),
        ("run x.s --engine native --trace --vcd -", "$version", "2 instructions"),
        (&format!("{regress} -o -"), "{", "1 jobs of 1"),
        (&format!("{regress} --junit -"), "<?xml", "1 jobs of 1"),
    ] {
        let ran = lanesmith(folder.path(), command, b"");
        assert_eq!(ran.status, 0, "{command}: {}", ran.err);
        assert!(ran.out.starts_with(first), "{command}: {}", ran.out);
        assert!(
            ran.err.contains(told) && !ran.out.contains(told),
            "{command}: {}",
            ran.err
        );
        assert_eq!(names(folder.path()), before, "{command}");
    }
    let json = lanesmith(folder.path(), &format!("{regress} -o -"), b"").out;
    serde_json::from_str::<serde_json::Value>(&json).expect("JSON alone");
    fs::write(folder.path().join("one.json"), &json).expect("writable");
    let merged = lanesmith(folder.path(), "report merge - -o - --no-times", json.as_bytes());
    assert_eq!((merged.status, merged.out), (0, json));
}

#[test]
fn an_output_that_is_an_input_or_another_output_or_nowhere_is_refused() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("in")).expect("a folder");
    fs::write(path("w.vcd"), PROGRAM).expect("writable");
    fs::write(path("w.gtkw"), VECTORS).expect("writable");
    #[cfg(unix)]
    std::os::unix::fs::symlink("x.s", path("link")).expect("a link");
    let contents = || {
        names(folder.path())
            .into_iter()
            .map(|name| fs::read(path(&name)).ok())
            .collect::<Vec<_>>()
    };
    let before = contents();
    #[cfg(unix)]
    cases(folder.path(), "asm x.s -o link => 2: link: it is also an input");
    cases(
        folder.path(),
        "
asm x.s -o x.s => 2: x.s: it is also an input
asm x.s -o in/../x.s => 2: in/../x.s: it is also an input
run m.ptx --arg out=@v.csv --dump out=v.csv => 2: v.csv: it is also an input
run m.ptx --arg out=@v.csv --dump out=m.ptx => 2: m.ptx: it is also an input
ptx m.ptx -o m.ptx => 2: m.ptx: it is also an input
simulate --vectors w.gtkw --vcd w.vcd => 2: w.gtkw: it is also an input
run w.vcd --engine native --vcd ./w.vcd => 2: w.vcd: it is also an input
report merge x.s v.csv -o v.csv => 2: v.csv: it is also an input
regress -o r --junit r => 2: r: it is also another output
regress -o - --junit - => 2: standard output: it is also another output
check v.csv -o r --junit r => 2: r: it is also another output
check v.csv --junit v.csv => 2: v.csv: it is also an input
simulate --random 5 --vcd r --junit r => 2: r: it is also another output
simulate --random 5 --junit nowhere/r.xml => 2: there is no folder nowhere
verify . -o nowhere/r.json => 2: there is no folder nowhere
",
    );
    assert_eq!(contents(), before);
}

#[test]
fn waves_under_the_name_of_another_format_are_refused() {
    let folder = folder();
    let before = names(folder.path());
    for name in ["w.gtkw", "w.fst", "w.txt"] {
        for command in ["simulate --random 20 --vcd", "run x.s --engine native --vcd"] {
            let ran = lanesmith(folder.path(), &format!("{command} {name}"), b"");
            assert_eq!(ran.status, 2, "{}", ran.out);
            let message = format!("error: cannot write {name}: waves are written as VCD; call the file w.vcd\n");
            assert_eq!(ran.err, message);
            assert_eq!(names(folder.path()), before);
        }
    }
    for name in ["plain", "W.VCD"] {
        let ran = lanesmith(folder.path(), &format!("simulate --random 20 --vcd {name}"), b"");
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn help_and_version_that_cannot_be_written_are_errors() {
    let folder = folder();
    for option in ["--help", "--version", "simulate --help", "help", "generate --version"] {
        let said = shell(folder.path(), &format!("\"$0\" {option} > /dev/full; echo $?"));
        assert_eq!(
            said, "2\nerror: cannot write to standard output: No space left on device (os error 28)\n",
            "{option}"
        );
        let said = shell(folder.path(), &format!("{{ \"$0\" {option}; echo $? >&2; }} | true"));
        assert_eq!(said, "0\n", "{option}");
    }
}

/// Programs in place of Verilator and the compiler: the compiler says that it runs, and writes its file much later. It has
/// another process do that, as real ones do.
#[cfg(unix)]
fn slow_compiler(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let verilator = "#!/bin/sh\ncase \"$*\" in --version) echo fake;; *--getenv*) echo /nowhere;; *) while [ \"$1\" != --Mdir ]; do \
        shift; done; mkdir -p \"$2\"; echo > \"$2/m.cpp\";; esac\n";
    let compiler = "#!/bin/sh\nfor last; do :; done\nsh -c 'echo $$ > pid.new; mv pid.new pid; sleep 20; echo late > \"$0\"' \"$last\"\n";
    for (name, text) in [("verilator", verilator), ("g++", compiler)] {
        let path = folder.join(name);
        fs::write(&path, text).expect("writable");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("changed");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_while_a_model_compiles_ends_the_compiler_and_leaves_no_file() {
    for signal in ["TERM", "HUP", "INT"].into_iter().filter(|signal| !is_ignored(signal)) {
        let folder = tempdir().expect("a temporary folder");
        let at = |name: &str| folder.path().join(name);
        for name in ["bin", "cache", "tmp"] {
            fs::create_dir(at(name)).expect("a folder");
        }
        slow_compiler(&at("bin"));
        let path = format!("{}:{}", at("bin").display(), std::env::var("PATH").expect("a path"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
            .args(["simulate", "--engine", "verilator", "--random", "10"])
            .current_dir(folder.path())
            .envs([
                ("PATH", path.into()),
                ("XDG_CACHE_HOME", at("cache")),
                ("TMPDIR", at("tmp")),
            ])
            .stdout(Stdio::null())
            .spawn()
            .expect("it runs");
        let begun = Instant::now();
        while !at("pid").exists() && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let compiler = fs::read_to_string(at("pid")).expect("the compiler runs");
        shell(folder.path(), &format!("kill -{signal} {}", child.id()));
        let status = child.wait().expect("it ends");
        assert!(status.code().is_none(), "{status}");
        let process = Path::new("/proc").join(compiler.trim());
        let state = || fs::read_to_string(process.join("stat")).unwrap_or_default();
        // A process that nobody waits for any more may be there, dead, until the system has noticed.
        let runs = || !state().is_empty() && !state().contains(") Z ");
        while runs() && begun.elapsed() < Duration::from_secs(15) {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(!runs(), "{signal}: the compiler goes on");
        let cache = names(&at("cache/lanesmith/verilator"));
        assert!(cache.is_empty(), "{signal}: {cache:?}");
        assert!(names(&at("tmp")).is_empty(), "{signal}: {:?}", names(&at("tmp")));
    }
}
