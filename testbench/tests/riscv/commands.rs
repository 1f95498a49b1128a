//! Every subcommand that is about modules, for the unit in RISC-V cores.

use crate::counterexample::found_and_repeated;
use crate::program::{cases, lanesmith_line_merged as lanesmith};
use lanesmith::regress::RegressionReport;
use std::path::Path;

#[test]
fn a_fault_is_left_as_a_counterexample_that_repeats_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/units/vectors/ptx_vop.csv");
    let vectors = format!("--vectors {}", vectors.display());
    // Random work that goes wrong in the ALU shrinks to one operation; what goes wrong elsewhere may need what was before.
    for (module, fault, work, is_short) in [
        ("riscv_cv_x_if", 300, "--random 3000", false),
        ("riscv_pcpi", 510, "--random 3000", true),
        ("riscv_cfu", 1200, &vectors[..], true),
    ] {
        let line = format!("lanesmith simulate --module {module} --latency 2 {work} --fault {fault}");
        let left = found_and_repeated(folder.path(), &line);
        if is_short {
            let rows = std::fs::read_to_string(left.join("case.csv")).expect("vectors");
            assert_eq!(rows.lines().count(), 2, "{rows}");
        }
    }
}

#[test]
fn a_regression_of_all_interfaces_hits_every_bin() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "regress --configuration riscv_pcpi_l1_vset_dot,riscv_cfu_l1_vset_dot,riscv_cv_x_if_l1_vset_dot,riscv_cv_x_if_l1_vset_dot_rs3,riscv_pcpi_l3,riscv_cv_x_if_l1_dot_xif1_p_vxsat --engine native --seeds 1..4 \
                --instructions 150000 -o report.json";
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let (status, said) = lanesmith(folder.path(), &line);
    assert_eq!(status, 0, "{said}");
    let report = std::fs::read_to_string(folder.path().join("report.json")).expect("a report");
    let report = RegressionReport::parse(&report).expect("a report");
    let own: Vec<_> = report.coverage.iter().filter(|cross| cross.module == "riscv").collect();
    assert_eq!(own.len(), 4);
    for cross in own {
        assert!(
            cross.holes.is_empty() && cross.contradictions.is_empty(),
            "{}: {:?}",
            cross.name,
            cross.holes
        );
    }
}

#[test]
fn what_the_interfaces_lack_is_refused() {
    cases(
        Path::new("."),
        "
simulate --module riscv_pcpi --stalls rare => 2: riscv_pcpi does not have the option --stalls
simulate --module riscv_cfu --reset async => 2: riscv_cfu does not have the option --reset
bench --module riscv_cfu => 2: riscv_cfu is measured as part of video_alu
",
    );
}
