//! Proofs that other people's programs check: written, checked, and refused where they are corrupted.

use crate::program::{has, lanesmith_here as lanesmith};
use crate::skip::skipped;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use lanesmith::prove::checkable::{MANIFEST, ProofChecker, ProofManifest, ProvedClaim, SCRIPT, SCRIPT_TEXT};
use lanesmith::prove::external;
use lanesmith::sim::testbench::Random;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use tempfile::TempDir;

fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The proofs of the byte permute, made once; `None` without yosys or python3.
fn original() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<TempDir>> = OnceLock::new();
    let made = FOLDER.get_or_init(|| {
        let python = Command::new("python3").arg("--version").output();
        if external::versions().is_err() || python.is_err() {
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("proofs");
        let options = ["--module", "byte_permute", "--latency", "1", "--method", "built-in"];
        let (status, text) = lanesmith(&[&["prove", "--proof", shown(&out)][..], &options].concat());
        assert_eq!(status, Some(0), "{text}");
        Some(folder)
    });
    if made.is_none() {
        skipped("yosys or python3 not found");
    }
    Some(Box::leak(made.as_ref()?.path().join("proofs").into_boxed_path()))
}

/// The checkers that are installed; those that are not are told.
fn checkers() -> Vec<ProofChecker> {
    let folder = tempfile::tempdir().unwrap();
    let is_installed = |checker: &ProofChecker| {
        let found = checker.check(folder.path(), &[], Duration::from_secs(600));
        if let Err(error) = &found {
            skipped(format!("{}: {error:?}", checker.name()));
        }
        found.is_ok()
    };
    ProofChecker::ALL.into_iter().filter(is_installed).collect()
}

fn manifest(folder: &Path) -> ProofManifest {
    serde_json::from_str(&fs::read_to_string(folder.join(MANIFEST)).unwrap()).unwrap()
}

/// A claim's files by their kinds.
type Files = BTreeMap<String, Vec<u8>>;

fn files(folder: &Path, claim: &ProvedClaim) -> Files {
    let kinds = claim.sha256.keys();
    let file = |kind: &String| {
        let mut contents = vec![];
        let file = fs::File::open(folder.join(format!("{}.{kind}.gz", claim.stem))).unwrap();
        GzDecoder::new(file).read_to_end(&mut contents).unwrap();
        (kind.clone(), contents)
    };
    kinds.map(file).collect()
}

/// Writes a claim's files, and repairs its digests if so wanted.
fn write(folder: &Path, claim: &mut ProvedClaim, files: &Files, repair: bool) {
    for (kind, contents) in files {
        let mut encoder = GzEncoder::new(vec![], Compression::fast());
        encoder.write_all(contents).unwrap();
        fs::write(
            folder.join(format!("{}.{kind}.gz", claim.stem)),
            encoder.finish().unwrap(),
        )
        .unwrap();
        if repair {
            let digest = Sha256::digest(contents);
            let digest = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            claim.sha256.insert(kind.clone(), digest);
        }
    }
}

/// The claims that the script finds right; it leaves their files for checkers in `out`.
fn by_script(folder: &Path, out: &Path) -> HashSet<String> {
    let output = Command::new("python3")
        .args(["-I", "-c", SCRIPT_TEXT])
        .arg(folder)
        .arg("--extract")
        .arg(out)
        .output();
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    let right = text.lines().filter_map(|line| line.strip_suffix(" ok"));
    right.map(str::to_owned).collect()
}

const CLASSES: [&str; 14] = [
    "a bit of the graph",
    "a bit of the clauses",
    "a bit of the proof",
    "a line of the clauses left out",
    "a line of the proof left out",
    "a literal of the proof inverted",
    "a hint of the proof changed",
    "two lines of the proof exchanged",
    "the proof cut short",
    "the proof of another claim",
    "the clauses of another claim",
    "graph, clauses and proof of another claim",
    "graph and clauses that do not differ anywhere",
    "another witness",
];

/// Corrupts a claim in the way of a class, with files of `other`.
fn corrupt(class: &str, random: &mut Random, claim: &mut ProvedClaim, files: &mut Files, other: &Files) {
    let mut below = |count: usize| random.below(count as u32) as usize;
    let kind = match class {
        class if class.contains("of the graph") => "aig",
        class if class.contains("of the clauses") => "cnf",
        _ => "lrat",
    };
    let file = files.get_mut(kind).unwrap();
    let text = || String::from_utf8(file.clone()).unwrap();
    let joined = |lines: Vec<String>| (lines.join("\n") + "\n").into_bytes();
    match class {
        "the proof of another claim" => *file = other[kind].clone(),
        "the clauses of another claim" => drop(files.insert("cnf".into(), other["cnf"].clone())),
        "graph, clauses and proof of another claim" => *files = other.clone(),
        "graph and clauses that do not differ anywhere" => {
            // The constant 0 as the miter's output has a proof of two steps, and so has any claim then.
            let graph = files["aig"].clone();
            let header = graph.iter().position(|byte| *byte == b'\n').unwrap() + 1;
            let end = header + graph[header..].iter().position(|byte| *byte == b'\n').unwrap();
            let mut forged = graph[..header].to_vec();
            forged.push(b'0');
            forged.extend_from_slice(&graph[end..]);
            files.insert("aig".into(), forged);
            let clauses = String::from_utf8(files["cnf"].clone()).unwrap();
            let mut lines: Vec<&str> = clauses.lines().collect();
            *lines.last_mut().unwrap() = "1 0";
            let count = lines.len() - 1;
            files.insert("cnf".into(), (lines.join("\n") + "\n").into_bytes());
            files.insert("lrat".into(), format!("{} 0 1 {count} 0\n", count + 1).into_bytes());
        }
        "another witness" => {
            // Almost all inputs satisfy the assumptions of these claims: so one too many, or none at all.
            claim.witness = match below(2) {
                0 => format!("{:x}{}", 1 + below(15), claim.witness),
                _ => "none".into(),
            };
        }
        "the proof cut short" => file.truncate(below(file.len() - 1)),
        class if class.starts_with("a bit") => {
            let at = below(file.len());
            file[at] ^= 1 << below(8);
        }
        _ => {
            let mut lines: Vec<String> = text().lines().map(str::to_owned).collect();
            // The first line of the clauses is their header.
            let at = usize::from(kind == "cnf") + below(lines.len() - 1);
            match class {
                // A proof of one line is cut short instead.
                "two lines of the proof exchanged" if lines.len() == 1 => lines.clear(),
                "two lines of the proof exchanged" => lines.swap(at, at + 1),
                class if class.ends_with("left out") => drop(lines.remove(at)),
                _ => {
                    let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
                    let end = words.iter().position(|word| word == "0").unwrap();
                    let literals = 1..end;
                    if class.starts_with("a literal") && !literals.is_empty() {
                        let word = &mut words[1 + below(end - 1)];
                        *word = format!("-{word}").replace("--", "");
                    } else {
                        let hints = words.len() - end - 2;
                        let word = &mut words[end + 1 + below(hints)];
                        *word = (word.parse::<usize>().unwrap() + 1 + below(9)).to_string();
                    }
                    lines[at] = words.join(" ");
                }
            }
            *file = if lines.is_empty() { vec![] } else { joined(lines) };
        }
    }
}

/// Corrupts `count` claims; each must be refused, first by its digests, then with digests repaired by the script, the comparison with
/// the module's graphs, or a checker.
fn refuse(count: usize) {
    let Some(original) = original() else { return };
    let checkers = checkers();
    let folder = tempfile::tempdir().unwrap();
    let [plain, repaired, out] = ["plain", "repaired", "out"].map(|name| {
        let folder = folder.path().join(name);
        fs::create_dir(&folder).unwrap();
        folder
    });
    let manifest = manifest(original);
    let mut random = Random::new(1);
    let mut claims = [vec![], vec![]];
    let mut corrupted: Vec<(&str, bool)> = vec![];
    while corrupted.len() < count {
        let class = CLASSES[corrupted.len() % CLASSES.len()];
        let [own, other] = std::array::from_fn(|_| random.below(manifest.claims.len() as u32) as usize);
        let mut claim = manifest.claims[own].clone();
        let before = files(original, &claim);
        let mut changed = before.clone();
        corrupt(
            class,
            &mut random,
            &mut claim,
            &mut changed,
            &files(original, &manifest.claims[other]),
        );
        if changed == before && claim == manifest.claims[own] {
            continue;
        }
        claim.stem = corrupted.len().to_string();
        let mut fixed = claim.clone();
        write(&plain, &mut claim, &changed, false);
        write(&repaired, &mut fixed, &changed, true);
        corrupted.push((class, changed["aig"] == before["aig"]));
        claims[0].push(claim);
        claims[1].push(fixed);
    }
    let of = |claims: Vec<ProvedClaim>| {
        ProofManifest {
            claims,
            ..manifest.clone()
        }
        .text()
    };
    let [unrepaired, fixed] = claims;
    fs::write(plain.join(MANIFEST), of(unrepaired)).unwrap();
    fs::write(repaired.join(MANIFEST), of(fixed)).unwrap();
    // A claim's witness is in the manifest itself.
    let by_digest = by_script(&plain, &out);
    let is_witness = |stem: &&String| corrupted[stem.parse::<usize>().unwrap()].0 == "another witness";
    assert_eq!(
        by_digest.iter().find(|stem| !is_witness(stem)),
        None,
        "accepted with other digests"
    );
    let right = by_script(&repaired, &out);
    // The files of a claim have the digests of the manifest: so what differs from the module's graph is refused.
    let same: Vec<&str> = right
        .iter()
        .map(String::as_str)
        .filter(|stem| corrupted[stem.parse::<usize>().unwrap()].1)
        .collect();
    let mut accepted: HashSet<&str> = same.iter().copied().collect();
    let mut refused_by = vec![];
    for checker in &checkers {
        let report = checker.check(&out, &same, Duration::from_secs(3000)).unwrap();
        let by: HashSet<&str> = same
            .iter()
            .zip(report.accepted)
            .filter(|(_, fine)| !fine)
            .map(|(stem, _)| *stem)
            .collect();
        accepted.retain(|stem| !by.contains(stem));
        refused_by.push(by);
    }
    println!(
        "class: corrupted; refused by script, graph, {}; still a proof",
        checkers
            .iter()
            .map(|checker| checker.name())
            .collect::<Vec<_>>()
            .join(", ")
    );
    for class in CLASSES {
        let all: Vec<String> = (0..count)
            .filter(|i| corrupted[*i].0 == class)
            .map(|i| i.to_string())
            .collect();
        let many = |is: &dyn Fn(&str) -> bool| all.iter().filter(|stem| is(stem)).count();
        let script = many(&|stem| !right.contains(stem));
        let graph = many(&|stem| right.contains(stem) && !same.contains(&stem));
        let checked: Vec<String> = refused_by
            .iter()
            .map(|by| many(&|stem| by.contains(stem)).to_string())
            .collect();
        let left = many(&|stem| accepted.contains(stem));
        println!(
            "{class}: {}; {script}, {graph}, {}; {left}",
            all.len(),
            checked.join(", ")
        );
        // A change of a proof may leave one, as that of a literal that strengthens a clause; nothing else may.
        let may_stay = ["a literal", "a hint", "a bit of the proof", "two lines"]
            .iter()
            .any(|start| class.starts_with(start));
        assert!(checkers.is_empty() || left == 0 || may_stay, "{class}");
    }
}

#[test]
fn a_checker_that_is_not_installed_says_so_before_it_has_anything_to_check() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/bin/sh", folder.path().join("sh")).unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .args(["verify", "--proof", shown(folder.path())])
        .env("LANESMITH_CHECKERS", folder.path())
        .env("PATH", folder.path())
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        printed,
        "acl2-lrat: skipped: acl2 not found\nrate: skipped: rate not found\n"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn corrupted_proofs_and_graphs_are_refused() {
    refuse(56);
}

#[test]
#[ignore = "takes minutes; docs/proofs.md has its result"]
fn a_thousand_corrupted_proofs_and_graphs_are_refused() {
    refuse(1000);
}

#[test]
fn a_folder_of_proofs_is_accepted_as_it_is_and_refused_after_any_change() {
    let Some(original) = original() else { return };
    if checkers().is_empty() {
        return;
    }
    let (status, text) = lanesmith(&["verify", "--proof", shown(original)]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("accepts the proofs of 8 of 8 claims"), "{text}");
    let folder = tempfile::tempdir().unwrap();
    for file in fs::read_dir(original).unwrap().map(|file| file.unwrap()) {
        fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
    }
    let refused = |what: &str| {
        let (status, text) = lanesmith(&["verify", "--proof", shown(folder.path())]);
        assert_eq!(status, Some(1), "{what}: {text}");
        assert!(text.contains(what), "{what}: {text}");
    };
    let path = folder.path().join(MANIFEST);
    let right = fs::read_to_string(&path).unwrap();
    let edit = |edit: &dyn Fn(&mut ProofManifest)| {
        let mut manifest: ProofManifest = serde_json::from_str(&right).unwrap();
        edit(&mut manifest);
        fs::write(&path, manifest.text()).unwrap();
    };
    edit(&|manifest| manifest.claims.swap(0, 1));
    refused("the claims are not those of the module");
    edit(&|manifest| drop(manifest.claims.pop()));
    refused("the claims are not those of the module");
    edit(&|manifest| drop(manifest.certificate.claims.pop()));
    refused("is missing");
    edit(&|manifest| manifest.format_version += 1);
    refused("format version 2, expected 1");
    edit(&|manifest| {
        let claim = manifest.claims[1].clone();
        manifest.claims[0] = ProvedClaim {
            name: manifest.claims[0].name.clone(),
            ..claim
        };
    });
    refused("have no names of their own");
    edit(&|_| ());
    fs::write(folder.path().join("notes"), "mine").unwrap();
    refused("is no file of the proofs");
    let (status, text) = lanesmith(&["prove", "--latency", "0", "--proof", shown(folder.path())]);
    assert_eq!(status, Some(2), "{text}");
    has(&text, &["holds notes, which is no file of an earlier proof"]);
    fs::remove_file(folder.path().join("notes")).unwrap();
    fs::write(folder.path().join(SCRIPT), "print('ok')").unwrap();
    refused("check.py is not this program's");
}
