//! `lanesmith prove` as people and scripts see it.

use crate::program::has;
use crate::skip::skipped;
use lanesmith::unit::Unit;
use lanesmith::units::video::Video;
use lanesmith::units::video::rtl::VideoConfig;
use std::path::Path;
use std::process::Command;

/// Runs `lanesmith prove` in `folder`, with `path` in place of PATH: exit status, standard output, standard error.
fn prove_with(folder: &Path, path: Option<&str>, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    command.arg("prove").args(arguments).current_dir(folder);
    if let Some(path) = path {
        command.env("PATH", path);
    }
    let output = command.output().expect("lanesmith");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code().expect("no signal"),
        text(&output.stdout),
        text(&output.stderr),
    )
}

fn prove(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    prove_with(folder, None, arguments)
}

/// Whether a message says that a tool is missing; a test that needs it then ends.
fn is_missing(message: &str) -> bool {
    let missing = message.contains("yosys not found") || message.contains("yosys-abc not found");
    if missing {
        skipped("yosys not found");
    }
    missing
}

/// A folder with what is generated of an ALU, and the text of its top module.
fn generated(config: VideoConfig) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut top = String::new();
    for file in Video::alu(config).selection().files().expect("files") {
        std::fs::write(folder.path().join(&file.name), &file.text).expect("a file");
        if file.name == "video_alu.v" {
            top = file.text;
        }
    }
    (folder, top)
}

#[test]
fn without_yosys_the_external_way_is_an_error_and_both_ways_say_which_one_was_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().to_str().expect("a path");
    let (status, out, errors) = prove_with(folder.path(), Some(empty), &["--method", "external"]);
    assert_eq!((status, out.as_str()), (2, ""), "{errors}");
    has(&errors, &["--method external needs yosys", "yosys not found"]);
    let (status, out, _) = prove_with(folder.path(), Some(empty), &["--text", empty]);
    assert_eq!((status, out.as_str()), (2, ""));
    let (status, out, errors) = prove_with(folder.path(), Some(empty), &["--latency", "1"]);
    assert_eq!((status, errors.as_str()), (0, ""), "{out}");
    let row = out.lines().find(|line| line.contains("external")).expect("a row");
    assert!(row.contains("skipped") && !row.contains("proved"), "{out}");
    assert!(out.contains("skipped: yosys not found"), "{out}");
}

#[test]
fn the_first_refutation_ends_the_run_unless_all_claims_are_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let fault = ["--fault", "100", "--no-counterexample", "--method", "built-in"];
    let (status, out, _) = prove(folder.path(), &fault);
    assert_eq!(status, 1, "{out}");
    assert!(
        out.contains("stopped at a refutation after ") && out.contains(" of 72 claims; --all decides all"),
        "{out}"
    );
    let (status, out, _) = prove(folder.path(), &[&fault[..], &["--all"]].concat());
    assert_eq!(status, 1, "{out}");
    assert!(!out.contains("stopped at a refutation"), "{out}");
    let refuted = out.lines().filter(|line| line.ends_with(": refuted"));
    assert!(refuted.count() > 3, "{out}");
    // A refuted way leaves nothing to the other.
    let (status, out, _) = prove(folder.path(), &["--fault", "100", "--no-counterexample"]);
    assert_eq!(status, 1, "{out}");
    assert!(out.contains("not run, because a claim is already refuted"), "{out}");
}

#[test]
fn the_exclusions_of_a_module_are_printed_once() {
    let folder = tempfile::tempdir().expect("a folder");
    // Of the video ALU everything is claimed. A fault of the datapath ends its run soon.
    let line = "--module brew_datapath --fault 100 --no-counterexample --method built-in";
    let (status, out, errors) = prove(folder.path(), &line.split(' ').collect::<Vec<_>>());
    assert_eq!((status, errors.as_str()), (1, ""), "{out}");
    assert_eq!(out.matches("exclusions of brew_datapath_d3:\n").count(), 1, "{out}");
}

#[test]
fn a_time_limit_of_0_is_refused_and_the_greatest_one_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = ["--latency", "0", "--method", "built-in", "--time"];
    assert_eq!(prove(folder.path(), &[&line[..], &["0"]].concat()).0, 2);
    let most = u64::MAX.to_string();
    let (status, out, _) = prove(folder.path(), &[&line[..], &[&most]].concat());
    assert_eq!(status, 0, "{out}");
}

#[test]
fn each_claim_has_a_witness_that_names_its_inputs() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, out, errors) = prove(folder.path(), &["--witness", "--latency", "1"]);
    assert_eq!((status, errors.as_str()), (0, ""), "{out}");
    assert_eq!(out.lines().count(), 70, "{out}");
    for line in out.lines() {
        // One claim is about words and not about clocks.
        let input = match line.contains("every control word has a claim") {
            true => " control=0x",
            false => " in_valid@0=0x",
        };
        assert!(line.starts_with("video_alu_l1 ") && line.contains(input), "{line}");
    }
    let transfer = out
        .lines()
        .find(|line| line.contains("transfer vadd4:"))
        .expect("a line");
    has(transfer, &[" control=0x", " a=0x"]);
    assert_eq!(prove(folder.path(), &["--witness", "--method", "built-in"]).0, 2);
}

#[test]
fn a_text_is_proved_as_its_manifest_says_and_refuted_where_it_was_edited() {
    let config = VideoConfig {
        dual: false,
        selectors: false,
        ..VideoConfig::full(1)
    };
    let (folder, top) = generated(config);
    let (status, out, errors) = prove(folder.path(), &["--text", "."]);
    if is_missing(&errors) {
        return;
    }
    assert_eq!((status, errors.as_str()), (0, ""), "{out}");
    has(&out, &["video_alu_l1_noselectors_novop2", "built-in", "external"]);
    assert!(!folder.path().join("video_alu.proof.json").exists());

    let write = |text: &str| std::fs::write(folder.path().join("video_alu.v"), text).expect("a file");
    let wrong = "wire handshake_advance;\n  wire [7:0] wrong_tag = in_tag + {7'd0, in_b == 32'h1234beef};";
    let edited = top.replace("wire handshake_advance;", wrong);
    write(&edited.replace(".in_tag    (in_tag)", ".in_tag    (wrong_tag)"));
    let (status, out, _) = prove(folder.path(), &["--text", "."]);
    assert_eq!(status, 1, "{out}");
    assert!(out.contains("refuted: valid and tag of any control word"), "{out}");
    assert!(out.contains("in_b@0 = 0x1234beef"), "{out}");

    // Without manifest and list the options select the configuration, and all files are read.
    for name in ["video_alu.json", "video_alu.f"] {
        std::fs::remove_file(folder.path().join(name)).expect("a file");
    }
    write(&top);
    for (latency, expected) in [("1", 0), ("2", 1)] {
        let options = ["--text", ".", "--latency", latency, "--no-selectors", "--no-vop2"];
        let (status, out, _) = prove(folder.path(), &options);
        assert_eq!(status, expected, "{out}");
    }
}

#[test]
fn a_text_that_is_not_read_or_has_other_ports_is_an_error_with_its_place() {
    let (folder, top) = generated(VideoConfig::full(1));
    let declared = "wire handshake_advance;";
    let line = top.lines().position(|line| line.contains(declared)).expect("a line") + 2;
    let comment = "wire handshake_advance;\n  // synthesis translate_off";
    for (old, new, expected) in [
        (
            declared,
            "wire handshake_advance",
            &[&format!("video_alu.v:{line}:3"), "`;`"][..],
        ),
        (
            declared,
            comment,
            &[&format!("video_alu.v:{line}:3"), "a comment that tools obey", "^"],
        ),
        (
            "assign out_d = core_d;",
            "assign out_d = (out_d & in_a) | core_d;",
            &["out_d depends on out_d"],
        ),
        ("[7:0]  in_tag", "[6:0]  in_tag", &["error: 7 bits", "8 bits"]),
        (
            "[7:0]  in_tag,",
            "[7:0]  in_tag,\n  input  wire more,",
            &["the claims do not know the port input more of 1 bits"],
        ),
    ] {
        std::fs::write(folder.path().join("video_alu.v"), top.replace(old, new)).expect("a file");
        let (status, _, errors) = prove(folder.path(), &["--text", "."]);
        if is_missing(&errors) {
            return;
        }
        assert_eq!(status, 2);
        has(&errors, expected);
    }
    std::fs::remove_file(folder.path().join("video_core.v")).expect("a file");
    assert_eq!(prove(folder.path(), &["--text", "."]).0, 2);
    assert_eq!(prove(folder.path(), &["--text", "nowhere"]).0, 2);
    let (status, _, errors) = prove(folder.path(), &["--text", ".", "--method", "built-in"]);
    assert_eq!(status, 2);
    assert!(errors.contains("--text needs both methods"), "{errors}");
}

#[test]
fn an_option_that_contradicts_the_manifest_of_a_text_is_an_error() {
    let config = VideoConfig {
        dual: false,
        ..VideoConfig::full(1)
    };
    let (folder, _) = generated(config);
    for contradicting in [
        &["--latency", "3"][..],
        &["--module", "byte_permute"],
        &["--core"],
        &["--latency", "1", "--no-selectors"],
        &["--prefix", "left"],
    ] {
        let (status, out, errors) = prove(folder.path(), &[&["--text", "."], contradicting].concat());
        assert_eq!((status, out.as_str()), (2, ""), "{contradicting:?}");
        let option = contradicting
            .join(" ")
            .replace("--core", "--module video_core")
            .replace("--latency 1 ", "");
        let expected =
            format!("{option} contradicts the manifest ./video_alu.json, which describes video_alu_l1_novop2");
        assert!(errors.contains(&expected), "{errors}");
    }
}

#[test]
fn the_manifest_of_a_text_is_found_among_other_files_by_the_prefix() {
    let folder = tempfile::tempdir().expect("a folder");
    for prefix in ["left", "right"] {
        let mut generate = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
        generate.args(["generate", "--latency", "0", "--prefix", prefix, "--out", "."]);
        let output = generate.current_dir(folder.path()).output().expect("lanesmith");
        assert!(output.status.success(), "{output:?}");
    }
    // JSON files that are no manifests.
    std::fs::write(folder.path().join("package.json"), "{ \"name\": \"mine\" }").expect("a file");
    std::fs::write(folder.path().join("broken.json"), "{").expect("a file");
    let (status, _, errors) = prove(folder.path(), &["--text", "."]);
    assert_eq!(status, 2);
    let several = "several manifests: ./left_video_alu.json, ./right_video_alu.json; choose one with --prefix";
    assert!(errors.contains(several), "{errors}");
    let right = ["--text", ".", "--prefix", "right"];
    let (status, out, errors) = prove(folder.path(), &right);
    if !is_missing(&errors) {
        assert_eq!((status, errors.as_str()), (0, ""), "{out}");
        has(&out, &["configuration right_video_alu_l0, from ./right_video_alu.json"]);
    }
    std::fs::write(folder.path().join("right_video_alu.json"), "{").expect("a file");
    let (status, _, errors) = prove(folder.path(), &right);
    assert_eq!(status, 2);
    assert!(errors.contains("cannot read ./right_video_alu.json"), "{errors}");
}

#[test]
fn repeating_proofs_without_yosys_ends_with_status_2_and_says_what_is_missing() {
    let empty = tempfile::tempdir().expect("a folder");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/rtl_out/video_core_l3");
    let mut verify = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    let output = verify
        .args(["verify", "--repeat", folder])
        .env("PATH", empty.path())
        .output();
    let output = output.expect("lanesmith");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    has(&errors, &["--repeat needs yosys and yosys-abc: yosys not found"]);
}
