//! The hardware's numbers, read through the unit's ports, against the documentation's tables. Golden has numbers of its own, so
//! that a wrong one shows as a difference between the two; this test says that neither differs from what people read.

use lanesmith::sim::{Engine, EngineKind};
use lanesmith::unit::Simulatable;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::encoding::Features;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

/// The rows of a table of docs/riscv.md, cell by cell.
fn table(mark: &str) -> Vec<Vec<&'static str>> {
    let page = include_str!("../../../docs/riscv.md");
    let (_, table) = page.split_once(&format!("<!-- {mark} -->")).expect("the table");
    let (table, _) = table.split_once("<!-- end -->").expect("its end");
    let cells = |line: &'static str| line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
    table.trim().lines().skip(2).map(cells).collect()
}

/// `hi:lo` or one bit: the lowest bit, and how many.
fn place(bits: &str) -> (u32, u32) {
    let (hi, lo) = bits.split_once(':').unwrap_or((bits, bits));
    let [hi, lo]: [u32; 2] = [hi, lo].map(|bit| bit.parse().expect("a bit"));
    (lo, hi - lo + 1)
}

/// The unit at VexRiscv's port, played one command after the other.
struct Played {
    engine: Box<dyn Engine>,
}

impl Played {
    fn new(features: Features) -> Self {
        let mut config = RiscvConfig::all(Interface::Cfu, 0);
        config.features = features;
        let engine = Riscv(config).engine(EngineKind::Native, false).expect("the unit");
        let mut played = Played { engine };
        played.set("reset", 1);
        played.clock();
        played.set("reset", 0);
        played.set("cmd_valid", 1);
        played.set("rsp_ready", 1);
        played
    }

    fn set(&mut self, port: &str, value: u64) {
        let port = self.engine.port(port);
        self.engine.set(port, value);
    }

    fn clock(&mut self) {
        self.engine.settle();
        self.engine.tick();
    }

    /// The access of this number in the page's table: `{funct7, funct3}` with both `saturate` and `accumulate`.
    fn access(&mut self, number: u64, rs1: u64) -> u64 {
        self.set("cmd_payload_function_id", 0b01_1000_0000 | number);
        self.set("cmd_payload_inputs_0", rs1);
        self.engine.settle();
        let answer = self.engine.get(self.engine.port("rsp_payload_outputs_0"));
        self.clock();
        answer
    }
}

const READ_CONFIGURATION: u64 = 0;
const READ_VERSION: u64 = 2;
const SWAP_CONFIGURATION: u64 = 4;

fn features(change: impl Fn(&mut Features)) -> Features {
    let mut features = RiscvConfig::all(Interface::Cfu, 0).features;
    change(&mut features);
    features
}

#[test]
fn the_configuration_after_reset_and_its_bits_are_those_of_the_page() {
    let rows = table("configuration");
    assert_eq!(rows.len(), 4);
    let of = |row: &Vec<&str>, value: u64| value << place(row[1]).0;
    let number = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("a number");
    let all = |row: &Vec<&str>| of(row, (1 << place(row[1]).1) - 1);
    for (what, features, there) in [
        ("everything", features(|_| ()), &["mask", "asel", "bsel", "chain"][..]),
        ("no selectors", features(|f| f.selectors = false), &["mask", "chain"]),
        (
            "nothing that adds",
            features(|f| (f.accumulate, f.dot) = (false, false)),
            &["mask", "asel", "bsel"],
        ),
    ] {
        let there = || rows.iter().filter(|row| there.contains(&row[2]));
        let first: u64 = there().map(|row| of(row, number(row[3]))).sum();
        let writable: u64 = there().map(all).sum();
        let mut unit = Played::new(features);
        assert_eq!(unit.access(READ_CONFIGURATION, 0), first, "{what}");
        assert_eq!(unit.access(SWAP_CONFIGURATION, 0xffff_ffff), first, "{what}");
        assert_eq!(unit.access(READ_CONFIGURATION, 0), writable, "{what}");
    }
}

#[test]
fn the_version_word_is_that_of_the_page() {
    let rows = table("version");
    let version = |features| Played::new(features).access(READ_VERSION, 0);
    let bit = |part: &str| {
        let row = rows.iter().find(|row| row[2].ends_with(part));
        1u64 << place(row.unwrap_or_else(|| panic!("no row for {part}"))[1]).0
    };
    let everything = version(features(|_| ()));
    let (lo, width) = place(rows[0][1]);
    assert_eq!(everything >> lo & ((1 << width) - 1), 1);
    type Change = fn(&mut Features);
    let changes: [(&str, Change); 5] = [
        ("SELECTORS", |f| f.selectors = false),
        ("ADD", |f| f.accumulate = false),
        ("VOP2", |f| f.dual = false),
        ("VSET", |f| f.vset = false),
        ("DOT", |f| f.dot = false),
    ];
    for (part, change) in changes {
        assert_eq!(version(features(change)), everything & !bit(part), "{part}");
        assert_ne!(everything & bit(part), 0, "{part}");
    }
    assert_eq!(everything & bit("RS3"), 0);
}
