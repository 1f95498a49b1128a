//! Expected words and results of packed instructions: the former come from an assembler, both are of the P extension. The tests of
//! `tools/cores` have this file as well.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// The registers in the order of their numbers.
const REGISTERS: &str =
    "zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6";

/// The words of the P extension's packed instructions.
pub static ENCODING: LazyLock<String> = LazyLock::new(|| file("riscv_p_encoding.csv"));
static RESULTS: LazyLock<String> = LazyLock::new(|| file("riscv_p.csv"));

/// A vector file. It is in another package than the tests, so it is read when they run; those of `tools/cores` use this file, too.
pub fn file(name: &str) -> String {
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut folders = folders.map(|folder| folder.join("src/units/vectors"));
    let folder = folders.find(|folder| folder.exists()).expect("a checkout");
    fs::read_to_string(folder.join(name)).expect(name)
}

/// The lines of a vector file, by columns.
pub fn lines(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let records = reader.records().map(|record| record.expect("a line"));
    records
        .map(|record| record.iter().map(str::to_owned).collect())
        .collect()
}

pub fn number(text: &str) -> u32 {
    u32::from_str_radix(text.trim_start_matches("0x"), 16).expect("a number")
}

/// An instruction as the assembler has it.
#[derive(Clone, Debug)]
pub struct Assembled {
    pub mnemonic: String,
    pub word: u32,
    /// The numbers of rd, rs1 and, if there is one, rs2.
    pub registers: Vec<u32>,
}

impl Assembled {
    /// Its operands are different registers, none of them x0 or the stack pointer.
    fn is_free(&self) -> bool {
        let mut registers = self.registers.clone();
        registers.sort_unstable();
        registers.dedup();
        registers.len() == self.registers.len() && registers.iter().all(|register| ![0, 2].contains(register))
    }
}

/// The words of the assembler in a file.
pub fn assembled(file: &str) -> Vec<Assembled> {
    let lines = lines(file).into_iter();
    lines
        .map(|line| {
            let (mnemonic, operands) = line[0].split_once(' ').expect("operands");
            let place = |name: &str| REGISTERS.split(' ').position(|other| other == name);
            let registers = operands.split(", ").filter_map(place).map(|place| place as u32);
            Assembled {
                mnemonic: mnemonic.to_owned(),
                word: number(&line[1]),
                registers: registers.collect(),
            }
        })
        .collect()
}

/// A result: operands, what rd held before, what it holds after, and whether `vxsat` is set.
#[derive(Clone, Debug)]
pub struct Expected {
    pub instruction: Assembled,
    pub a: u32,
    pub b: u32,
    pub c: u32,
    pub d: u32,
    pub vxsat: u32,
}

/// All results, each in a word of the assembler whose registers can hold its operands.
pub fn expected() -> Vec<Expected> {
    let mut words: BTreeMap<String, Vec<Assembled>> = BTreeMap::new();
    for instruction in assembled(&ENCODING).into_iter().filter(Assembled::is_free) {
        words.entry(instruction.mnemonic.clone()).or_default().push(instruction);
    }
    assert_eq!(words.len(), 60);
    let mut rows: BTreeMap<String, usize> = BTreeMap::new();
    let lines = lines(&RESULTS).into_iter();
    let all: Vec<Expected> = lines
        .map(|line| {
            let row = rows.entry(line[0].clone()).or_default();
            let words = &words[&line[0]];
            *row += 1;
            Expected {
                instruction: words[*row % words.len()].clone(),
                a: number(&line[1]),
                b: number(&line[2]),
                c: number(&line[3]),
                d: number(&line[4]),
                vxsat: line[5].parse().expect("a digit"),
            }
        })
        .collect();
    assert_eq!((all.len(), rows.len()), (7200, 60));
    all
}
