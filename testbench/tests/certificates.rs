//! Certificates: every edit of one, of the files beside it, and of the folder of all shipped configurations is refused.

use crate::counterexample::shell;
use crate::program::{has, lanesmith_here as lanesmith, names};
use crate::skip::skipped;
use lanesmith::prove::external;
use lanesmith::units::shipped;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

fn verify(folder: &Path) -> (Option<i32>, String) {
    lanesmith(&["verify", folder.to_str().unwrap()])
}

const CERTIFICATE: &str = "byte_permute.proof.json";
const OPTIONS: &str = "--module byte_permute --latency 1";

/// A shipped module with the certificate that its proof leaves, made once; `None` where yosys is missing.
fn original() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<TempDir>> = OnceLock::new();
    let made = FOLDER.get_or_init(|| {
        if let Err(external::ExternalError::Unavailable(why)) = external::versions() {
            skipped(why);
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        for command in ["generate", "prove"] {
            let out = ["--out", folder.path().to_str().unwrap()];
            let arguments: Vec<&str> = [command].into_iter().chain(OPTIONS.split(' ')).chain(out).collect();
            let (status, text) = lanesmith(&arguments);
            assert_eq!(status, Some(0), "{text}");
        }
        Some(folder)
    });
    made.as_ref().map(TempDir::path)
}

/// A copy of a folder.
fn copy(folder: &Path) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    change(copy.path(), &format!("cp -r '{}'/. .", folder.display()));
    copy
}

/// Changes a folder by a line of a shell.
fn change(folder: &Path, line: &str) {
    assert_eq!(shell(folder, line).0, 0, "{line}");
}

/// Every place in a document: the fields of objects by name, the elements of lists by number.
fn places(value: &Value, at: String, found: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, inner)| (name.clone(), inner)).collect(),
        Value::Array(list) => list
            .iter()
            .enumerate()
            .map(|(i, inner)| (i.to_string(), inner))
            .collect(),
        _ => return,
    };
    for (name, inner) in inner {
        // As RFC 6901 writes a name with a slash.
        let at = format!("{at}/{}", name.replace('/', "~1"));
        found.push(at.clone());
        places(inner, at, found);
    }
}

/// Another value of the same kind.
fn changed(value: &Value) -> Value {
    match value {
        Value::Null => json!(0),
        Value::Bool(value) => json!(!value),
        Value::Number(number) if number.is_f64() => json!(-number.as_f64().unwrap() - 1.0),
        Value::Number(number) => json!(number.as_i64().unwrap() + 1),
        Value::String(text) => json!(format!("{text}x")),
        Value::Array(list) => json!([&list[..], &[json!("one more")]].concat()),
        Value::Object(fields) => {
            let mut fields = fields.clone();
            fields.insert("one more".into(), json!(1));
            Value::Object(fields)
        }
    }
}

#[test]
fn a_certificate_with_any_field_changed_is_refused_and_untouched_it_is_accepted() {
    let Some(original) = original() else { return };
    let (status, text) = verify(original);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("claims, proved (built-in, external)"), "{text}");
    let copy = copy(original);
    let path = copy.path().join(CERTIFICATE);
    let certificate: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let mut all = vec![];
    places(&certificate, String::new(), &mut all);
    for place in &all {
        let mut edited = certificate.clone();
        let value = edited.pointer_mut(place).unwrap();
        *value = changed(value);
        fs::write(&path, format!("{}\n", serde_json::to_string_pretty(&edited).unwrap())).unwrap();
        let (status, text) = verify(copy.path());
        assert!([Some(1), Some(2)].contains(&status), "{place}: {text}");
        assert!(
            text.contains("certificate") || text.contains(CERTIFICATE),
            "{place}: {text}"
        );
    }
    assert!(all.len() > 60, "{all:?}");
}

#[test]
fn the_message_about_a_certificate_names_the_field_and_what_is_expected() {
    let Some(original) = original() else { return };
    let copy = copy(original);
    let path = copy.path().join(CERTIFICATE);
    let text = fs::read_to_string(&path).unwrap();
    let certificate: Value = serde_json::from_str(&text).unwrap();
    let last = certificate["claims"].as_array().unwrap().len() - 1;
    let claims = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut edited = certificate.clone();
        change(edited["claims"].as_array_mut().unwrap());
        let count = edited["claims"].as_array().unwrap().len();
        for method in edited["methods"].as_array_mut().unwrap() {
            method["claims"] = json!(count);
            method["proved"] = json!(count);
        }
        edited
    };
    let edit = |place: &str, value: Value| {
        let mut edited = certificate.clone();
        *edited.pointer_mut(place).unwrap_or_else(|| panic!("{place}")) = value;
        edited
    };
    let zeros = "0".repeat(64);
    let method = |number: usize| certificate["methods"][number].clone();
    let edits = [
        // An older set of claims, with counts that add up.
        (claims(&|claims| drop(claims.pop())), "is null, expected \""),
        (claims(&|claims| claims.swap(0, last)), "claims/0 is \""),
        (
            edit("/sources/prove", json!(zeros)),
            "another version of the sources in prove",
        ),
        (edit("/state/registers", json!(0)), "state/registers is 0, expected "),
        (
            edit("/exclusions", json!(["everything"])),
            "exclusions/0 is \"everything\", expected null",
        ),
        (edit("/files/0/sha256", json!(zeros)), "files/0/sha256 is "),
        (edit("/methods", json!([method(1)])), "expected both"),
        (edit("/methods/0", method(1)), "expected both"),
        (
            edit("/methods/1/tools", json!(["Yosys 9", "ABC 1.01"])),
            "methods/1/tools/0 is ",
        ),
        (
            edit("/methods/1/seconds", json!(1e300)),
            "methods/1/seconds is 1e+300, expected 0",
        ),
        (
            edit("/methods/1/verdict", json!("skipped")),
            "methods/1/verdict is \"skipped\"",
        ),
        (
            edit("/verdict", json!("not-proved")),
            "verdict is \"not-proved\", expected \"proved\"",
        ),
    ];
    for (edited, reason) in edits {
        fs::write(&path, format!("{}\n", serde_json::to_string_pretty(&edited).unwrap())).unwrap();
        let (status, text) = verify(copy.path());
        assert_eq!(status, Some(1), "{reason}: {text}");
        assert!(text.contains(reason), "{reason}: {text}");
    }
    // The same values, written otherwise.
    for other in [
        serde_json::to_string(&certificate).unwrap(),
        text.replace("\n", "\r\n"),
        format!("{text}\n"),
        format!("\u{feff}{text}"),
    ] {
        fs::write(&path, other).unwrap();
        let (status, text) = verify(copy.path());
        assert_eq!(status, Some(1), "{text}");
        assert!(text.contains("its format is not that of lanesmith"), "{text}");
    }
    let older = text.replace("\"format_version\": 5", "\"format_version\": 4");
    fs::write(&path, older.replace("\"exclusions\"", "\"outside\"")).unwrap();
    let (status, said) = verify(copy.path());
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("format version 4, expected 5"), "{said}");
    fs::write(&path, text).unwrap();
    assert_eq!(verify(copy.path()).0, Some(0));
}

#[test]
fn every_file_beside_a_certificate_is_bound_and_nothing_else_may_be_there() {
    let Some(original) = original() else { return };
    let names = names(original).into_iter().filter(|name| name != CERTIFICATE);
    let mut attacks: Vec<(String, String)> = names
        .flat_map(|name| {
            [
                (format!("echo >> {name}"), format!("{name}: differs from line ")),
                (format!("rm {name}"), format!("{name}: is missing")),
            ]
        })
        .collect();
    let text = fs::read_to_string(original.join("byte_permute.json")).unwrap();
    let mut manifest: Value = serde_json::from_str(&text).unwrap();
    manifest["top"] = json!("sheltering");
    manifest["prefix"] = json!("sheltering");
    manifest["files"] = json!([{ "name": "evil.v", "sha256": "0".repeat(64) }]);
    let prepared = tempfile::tempdir().unwrap();
    fs::write(prepared.path().join("sheltering.json"), manifest.to_string()).unwrap();
    fs::write(prepared.path().join("evil.v"), "module evil; endmodule\n").unwrap();
    let sheltered = format!("cp '{}'/* .", prepared.path().display());
    let foreign = [
        ("mkdir more", "more: does not belong"),
        ("touch .hidden", ".hidden: does not belong"),
        // A second configuration without a certificate.
        (
            "lanesmith generate --module byte_permute --latency 2 --prefix second --out .",
            "second_byte_permute.v: does not belong",
        ),
        // A manifest that lists a file.
        (&sheltered, "evil.v: does not belong"),
        (
            "mv byte_permute.proof.json other.proof.json",
            "the certificate of this configuration has the name byte_permute.proof.json",
        ),
    ];
    attacks.extend(foreign.map(|(attack, reason)| (attack.to_owned(), reason.to_owned())));
    assert!(attacks.len() > 15);
    for (attack, reason) in &attacks {
        let copy = copy(original);
        change(copy.path(), attack);
        let (status, text) = verify(copy.path());
        assert_eq!(status, Some(1), "{reason}: {text}");
        assert!(text.contains(reason), "{reason}: {text}");
    }
    let copy = copy(original);
    fs::remove_file(copy.path().join(CERTIFICATE)).unwrap();
    assert_eq!(verify(copy.path()).0, Some(2));
    assert_eq!(verify(original).0, Some(0));
}

#[test]
fn a_copied_folder_among_other_folders_is_verified_alone() {
    let Some(original) = original() else { return };
    let parent = tempfile::tempdir().unwrap();
    let copied = parent.path().join("permute");
    change(
        parent.path(),
        &format!(
            "cp -r '{}' permute; mkdir src; touch src/own.v notes.txt",
            original.display()
        ),
    );
    let (status, said) = verify(parent.path());
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("claims, proved (built-in, external)"), "{said}");
    // What is wrong in it is told, and a design without its certificate is not passed over.
    fs::write(copied.join("evil.v"), "").unwrap();
    let (status, said) = verify(parent.path());
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("evil.v: does not belong"), "{said}");
    fs::remove_file(copied.join("evil.v")).unwrap();
    fs::remove_file(copied.join(CERTIFICATE)).unwrap();
    let (status, said) = verify(parent.path());
    assert_eq!(status, Some(2), "{said}");
    has(&said, &[&format!("no *.proof.json in {}", copied.display())]);
}

#[test]
fn equal_proofs_leave_equal_certificates_but_for_the_seconds() {
    let Some(original) = original() else { return };
    let copy = copy(original);
    let read = |folder: &Path| -> Value {
        let mut certificate: Value =
            serde_json::from_str(&fs::read_to_string(folder.join(CERTIFICATE)).unwrap()).unwrap();
        for method in certificate["methods"].as_array_mut().unwrap() {
            method["seconds"] = json!(0);
        }
        certificate
    };
    fs::remove_file(copy.path().join(CERTIFICATE)).unwrap();
    let out = ["--seed", "2", "--out", copy.path().to_str().unwrap()];
    let arguments: Vec<&str> = ["prove"].into_iter().chain(OPTIONS.split(' ')).chain(out).collect();
    assert_eq!(lanesmith(&arguments).0, Some(0));
    assert_eq!(read(copy.path()), read(original));
    let text = read(original).to_string();
    assert!(
        !text.contains("compiled") && !text.contains(env!("CARGO_MANIFEST_DIR")),
        "{text}"
    );
}

fn rtl_out() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("rtl_out")
}

/// Attacks of a group do not touch the same files.
#[test]
fn the_folder_of_shipped_configurations_is_refused_after_any_change() {
    let list = fs::read_to_string(rtl_out().join("configurations.json")).unwrap();
    let list: Value = serde_json::from_str(&list).unwrap();
    let folders = list["configurations"].as_array().unwrap().iter();
    let folders: Vec<&str> = folders.map(|one| one["folder"].as_str().unwrap()).collect();
    let shipped: Vec<String> = shipped().iter().map(|one| one.name()).collect();
    assert_eq!(folders, shipped);
    let (_, untouched) = verify(&rtl_out());
    let groups: [&[(&str, &str)]; 2] = [
        &[
            ("mkdir video_alu_l9", "video_alu_l9: does not belong"),
            ("mv video_alu_l3 video_alu_one", "video_alu_l3: is missing"),
            ("touch video_core_l3/evil.v", "evil.v: does not belong"),
            (
                "for name in v json proof.json; do cp video_alu_l0/video_alu.$name video_alu_l5; done",
                "video_alu_l5/video_alu.v: differs from line ",
            ),
            ("rm configurations.json", "configurations.json: is missing"),
        ],
        &[
            (
                "rm byte_permute_l1/byte_permute.proof.json",
                "byte_permute.proof.json: is missing",
            ),
            (
                "sed -i s/video_alu_l3/video_alu_l9/ configurations.json",
                "configurations.json: differs from line ",
            ),
        ],
    ];
    for attacks in groups {
        let whole = copy(&rtl_out());
        attacks.iter().for_each(|(attack, _)| change(whole.path(), attack));
        let (status, text) = verify(whole.path());
        assert_eq!(status, Some(1), "{text}");
        let out = whole.path().to_str().unwrap();
        let (status, comparison) = lanesmith(&["generate", "--shipped", "--check", "--out", out]);
        assert_eq!(status, Some(1), "{comparison}");
        for (_, reason) in attacks {
            assert!(!untouched.contains(reason) && text.contains(reason), "{reason}: {text}");
            // All files but certificates are compared by `generate`.
            let is_compared = !reason.contains("proof.json");
            assert!(!is_compared || comparison.contains(reason), "{reason}: {comparison}");
        }
    }
}
