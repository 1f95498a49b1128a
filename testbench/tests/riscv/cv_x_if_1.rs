//! The third source register of the interface CV-X-IF 1.0.

use super::{proved, regress};
use lanesmith::sim::EngineKind;
use lanesmith::unit::Selection;
use lanesmith::units::riscv::CV_X_IF;
use lanesmith::units::riscv::emulation::c_header;
use lanesmith::units::riscv::encoding::FeatureSet;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

const TOGETHER: Interface = Interface::CvXIf1 { split: false };

/// The unit for a core that hands over the register of bits 31:27, as CVE2 does.
fn with_rs3_field(config: RiscvConfig) -> RiscvConfig {
    let mut config = config;
    config.features.third_is_rd = false;
    config.features.vxsat = false;
    config
}

#[test]
fn a_unit_for_cores_that_take_the_third_register_from_bits_31_27_leaves_alone_what_reads_rd() {
    let config = with_rs3_field(RiscvConfig::with_packed(TOGETHER, 1));
    let mut rows = config.features.packed_rows();
    assert!(!rows.any(|row| row.reads_rd()));
    proved(&config);
    regress(EngineKind::Native, &[config], 5_000);
    let header = c_header(&config.features, "a test");
    assert!(header.contains("_third") && !header.contains("pm4adda_b"));
    // R4-type words have the register in bits 31:27.
    assert!(header.contains(".insn r4 "));
    assert!(!c_header(&RiscvConfig::all(TOGETHER, 1).features, "a test").contains(".insn r4 "));
}

#[test]
fn the_field_of_the_third_register_is_of_cv_x_if_1_and_excludes_vxsat() {
    let select = |options: &str| {
        let words = options
            .split(", ")
            .map(|option| option.split_once(' ').unwrap_or((option, "")));
        Selection::of_options(&CV_X_IF, words)
    };
    for (options, why) in [
        ("rs3-field rs3", "--rs3-field is of CV-X-IF 1.0: add --cv-x-if 1.0"),
        (
            "cv-x-if 1.0, rs3-field rs3, encoding p, vxsat",
            "does not hand over accesses to control and status registers",
        ),
    ] {
        let error = select(options).expect_err(options).to_string();
        assert!(error.contains(why), "{error}");
    }
    let name = select("latency 1, cv-x-if 1.0, rs3-field rs3, encoding p, dot")
        .expect("a unit")
        .name();
    assert_eq!(name, "riscv_cv_x_if_l1_dot_xif1_rs3field_p");
    assert!(select("cv-x-if 1.0, rs3-field rd, encoding p, vxsat").is_ok());
}
