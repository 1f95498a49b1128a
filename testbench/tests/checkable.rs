//! Proofs that independent programs check: written, checked, and refused where they are corrupted.

use crate::program::{has, lanesmith_here as lanesmith};
use crate::skip::skipped;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use lanesmith::prove::checkable::{MANIFEST, ProofManifest, ProvedClaim, SCRIPT};
use lanesmith::prove::external;
use lanesmith::sim::testbench::Random;
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The proofs of the byte permute; `None` without yosys or python3.
fn proofs() -> Option<TempDir> {
    let python = Command::new("python3").arg("--version").output();
    if external::versions().is_err() || python.is_err() {
        skipped("yosys or python3 not found");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let options = ["--module", "byte_permute", "--latency", "1", "--method", "built-in"];
    let out = folder.path().to_str().unwrap();
    let (status, text) = lanesmith(&[&["prove", "--proof", out][..], &options].concat());
    assert_eq!(status, Some(0), "{text}");
    Some(folder)
}

/// What the folder's script prints, a line for each claim.
fn by_script(folder: &Path) -> Vec<String> {
    let mut python = Command::new("python3");
    let output = python.arg(folder.join(SCRIPT)).arg(folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        output.status.success(),
        text.lines().all(|line| line.ends_with(" ok")),
        "{text}"
    );
    text.lines().map(str::to_owned).collect()
}

fn manifest(folder: &Path) -> ProofManifest {
    serde_json::from_slice(&fs::read(folder.join(MANIFEST)).unwrap()).unwrap()
}

fn file(folder: &Path, claim: &ProvedClaim, kind: &str) -> Vec<u8> {
    let file = fs::File::open(folder.join(format!("{}.{kind}.gz", claim.stem))).unwrap();
    let mut contents = vec![];
    GzDecoder::new(file).read_to_end(&mut contents).unwrap();
    contents
}

#[test]
fn a_folder_of_proofs_is_accepted_as_it_is_and_refused_after_any_change() {
    let Some(folder) = proofs() else { return };
    let folder = folder.path();
    let before = manifest(folder);
    assert!(before.claims.len() == 8 && before.open.is_empty());
    assert!(by_script(folder).iter().all(|line| line.ends_with(" ok")));
    let claim = &before.claims[3];
    for (kind, why) in [
        ("aig", "003.aig.gz does not have the digest"),
        ("cnf", "003.cnf.gz does not have the digest"),
        ("drat", "003.drat.gz does not have the digest"),
        ("witness", "the witness has more bits"),
    ] {
        let path = folder.join(format!("003.{kind}.gz"));
        let original = fs::read(&path).ok();
        let mut manifest = before.clone();
        match kind {
            "witness" => manifest.claims[3].witness = format!("1{}", claim.witness),
            _ => {
                let mut contents = file(folder, claim, kind);
                *contents.last_mut().unwrap() ^= 1;
                let mut encoder = GzEncoder::new(vec![], Compression::fast());
                encoder.write_all(&contents).unwrap();
                fs::write(&path, encoder.finish().unwrap()).unwrap();
            }
        }
        fs::write(folder.join(MANIFEST), manifest.text()).unwrap();
        has(&by_script(folder)[3], &["003", why]);
        original
            .into_iter()
            .for_each(|contents| fs::write(&path, contents).unwrap());
    }
    // The clauses must be those of the graph, whatever the digests say.
    let other = file(folder, &before.claims[4], "cnf");
    let mut manifest = before.clone();
    manifest.claims[3]
        .sha256
        .insert("cnf".into(), before.claims[4].sha256["cnf"].clone());
    fs::copy(folder.join("004.cnf.gz"), folder.join("003.cnf.gz")).unwrap();
    assert_ne!(other, file(folder, &before.claims[5], "cnf"));
    fs::write(folder.join(MANIFEST), manifest.text()).unwrap();
    has(&by_script(folder)[3], &["the clauses are not those of the graph"]);
    fs::write(folder.join("notes"), "mine").unwrap();
    let (status, text) = lanesmith(&["prove", "--latency", "0", "--proof", folder.to_str().unwrap()]);
    assert_eq!(status, Some(2), "{text}");
    has(&text, &["holds notes, which is no file of an earlier proof"]);
}

/// Whether `rate` accepts the proof of these clauses; `None` where it is not installed.
fn by_rate(folder: &Path, clauses: &[u8], proof: &[u8]) -> Option<bool> {
    fs::write(folder.join("claim.cnf"), clauses).unwrap();
    fs::write(folder.join("claim.drat"), proof).unwrap();
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/checkers/bin/rate");
    let program = if installed.is_file() { installed } else { "rate".into() };
    let mut rate = Command::new(program);
    let output = rate.args(["claim.cnf", "claim.drat"]).current_dir(folder).output();
    Some(String::from_utf8_lossy(&output.ok()?.stdout).contains("s VERIFIED"))
}

#[test]
#[ignore = "needs the proof checker rate"]
fn a_proof_checker_accepts_every_proof_and_refuses_those_of_weaker_clauses() {
    let Some(folder) = proofs() else { return };
    let folder = folder.path();
    let (mut random, mut hard) = (Random::new(1), 0);
    for claim in &manifest(folder).claims {
        let [clauses, proof] = ["cnf", "drat"].map(|kind| file(folder, claim, kind));
        let digest = Sha256::digest(&proof);
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(claim.sha256["drat"], digest);
        assert_eq!(proof.split(|byte| *byte == b'\n').count() - 1, claim.steps);
        match by_rate(folder, &clauses, &proof) {
            None => return skipped("rate not found"),
            accepted => assert_eq!(accepted, Some(true), "{}", claim.name),
        }
        // Without the clause that says that the claim fails, the others are satisfiable.
        let text = String::from_utf8(clauses).unwrap();
        let (header, body) = text.split_once('\n').unwrap();
        let (weaker, _) = body.trim_end().rsplit_once('\n').unwrap();
        let (variables, count) = header.rsplit_once(' ').unwrap();
        let fewer = count.parse::<usize>().unwrap() - 1;
        let weaker = format!("{variables} {fewer}\n{weaker}\n");
        assert_eq!(
            by_rate(folder, weaker.as_bytes(), &proof),
            Some(false),
            "{}",
            claim.name
        );
        // A proof cut short is refused, but where unit propagation alone refutes the clauses.
        if claim.steps > 1000 {
            let cut = random.below(proof.len() as u32 / 2) as usize;
            let accepted = by_rate(folder, text.as_bytes(), &proof[..cut]);
            assert_eq!(accepted, Some(false), "{}", claim.name);
            hard += 1;
        }
    }
    assert!(hard >= 3, "{hard} claims need more than unit propagation");
}
