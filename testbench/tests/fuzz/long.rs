//! Long input takes time in proportion to its length: a piece of a file many times over, whatever the piece.

use super::corpus::{Bytes, files};
use super::fuzz;
use lanesmith::ptx::tree::Module;
use lanesmith::ptx::{Registers, parse};
use lanesmith::unit::ImageFormat;
use lanesmith::units::brew::isa::{assemble, disassemble};
use lanesmith::units::recognise;
use lanesmith::vectors::Table;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::fmt::Debug;
use std::hint::black_box;
use std::time::Duration;

/// The bytes of the longer of two inputs, and how much longer it is.
const LENGTH: usize = 256 << 10;
const FACTOR: u32 = 16;
/// Below this nothing is measured: a quadratic reader takes longer.
const QUICK: Duration = Duration::from_millis(60);

/// A file with a piece of it that can be repeated.
#[derive(Clone)]
struct Stretched {
    head: Vec<u8>,
    piece: Vec<u8>,
    tail: Vec<u8>,
}

impl Debug for Stretched {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [head, piece, tail] = [&self.head, &self.piece, &self.tail].map(|part| Bytes(part.clone()));
        write!(f, "{head:?}, many times {piece:?}, {tail:?}")
    }
}

impl Stretched {
    fn new(file: &[u8], from: Index, length: usize) -> Self {
        let from = from.index(file.len() + 1);
        let (head, rest) = file.split_at(from);
        let (piece, tail) = rest.split_at(length.min(rest.len()));
        let [head, piece, tail] = [head, piece, tail].map(<[u8]>::to_vec);
        Stretched { head, piece, tail }
    }

    fn copies(&self, count: usize) -> Vec<u8> {
        [&self.head[..], &self.piece.repeat(count), &self.tail].concat()
    }
}

fn time(read: &dyn Fn(&[u8]), bytes: &[u8]) -> Duration {
    let start = now();
    read(bytes);
    now() - start
}

/// What this thread has had of the processor: waiting for others, which hits the longer run more, does not count.
#[cfg(unix)]
fn now() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is valid for writing.
    let refused = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(refused, 0, "a clock that Unix has");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn now() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// Reads `stretched` at two lengths.
fn check(stretched: &Stretched, read: &dyn Fn(&[u8])) {
    let count = LENGTH / FACTOR as usize / stretched.piece.len().max(1);
    let long = stretched.copies(count * FACTOR as usize);
    // One of the two is refused no earlier than the long one, where an odd number of pieces makes an error.
    let short = [count, count + 1].map(|count| stretched.copies(count));
    // Quadratic is 16 times worse than proportional; a quarter of that, in each of five tries, is not by accident.
    let slow = || {
        let taken = time(read, &long);
        taken > QUICK && short.iter().all(|short| taken > 4 * FACTOR * time(read, short))
    };
    assert!(!(0..5).all(|_| slow()), "not in proportion to the length");
}

/// Reads pieces of the files of `target`, repeated.
fn proportional(cases: u32, target: &str, read: &dyn Fn(&[u8])) {
    let lengths = prop_oneof![1..12usize, 1..200usize];
    let stretched = (select(files(target)), any::<Index>(), lengths)
        .prop_map(|(file, from, length)| Stretched::new(&file, from, length));
    fuzz(cases, stretched, |stretched| check(&stretched, read));
}

/// Likewise texts of which every piece is another.
fn numbered(head: &str, piece: impl Fn(usize) -> String, read: &dyn Fn(&[u8])) {
    let text = |length: usize| {
        let mut text = head.to_owned();
        (0..)
            .take_while(|i| {
                text += &piece(*i);
                text.len() < length
            })
            .for_each(drop);
        text.into_bytes()
    };
    let (short, long) = (text(LENGTH / FACTOR as usize), text(LENGTH));
    let slow = || {
        let taken = time(read, &long);
        taken > QUICK && taken > 4 * FACTOR * time(read, &short)
    };
    assert!(
        !(0..5).all(|_| slow()),
        "{head}{}: not in proportion to the length",
        piece(0)
    );
}

fn text(read: impl Fn(&str)) -> impl Fn(&[u8]) {
    move |bytes| read(&String::from_utf8_lossy(bytes))
}

#[test]
fn long_ptx_takes_time_in_proportion_to_its_length() {
    let instruction = text(|text| {
        let _ = black_box((parse(text, None).is_ok(), Registers::parse(text).is_ok()));
    });
    let module = text(|text| drop(black_box(Module::read(text).map(|(module, _)| module.to_string()))));
    proportional(60, "ptx_instruction", &instruction);
    proportional(60, "ptx_module", &module);
    let head =
        |registers| format!(".version 9.2 .target sm_120f .address_size 64 .entry k() {{ .reg .u32 r<{registers}>;\n");
    let vmax = |i| format!("vmax2.u32.u32.u32 r{i}, r{i}, r{i}, r{i};\n");
    numbered(&head(999_999), vmax, &module);
    numbered(&head(999_999), |i| format!("{{ .reg .b32 a{i};\n{}", vmax(i)), &module);
    numbered(
        &head(999_999),
        |i| format!("l{i}: add.u32 r{i}, r{i}, 1; bra l{};\n", i / 2),
        &module,
    );
    numbered(
        &head(2),
        |i| format!(".reg .b32 a{i};\n.shared .u32 s{i}; mov.u32 a{i}, s{i};\n"),
        &module,
    );
    numbered(
        ".version 9.2 .target sm_120f .address_size 64\n",
        |i| format!(".global .u32 g{i}[2] = {{{i}, 1}};\n"),
        &module,
    );
    numbered(
        ".version 9.2 .target sm_120f .address_size 64\n.global .u32 g[] = {0",
        |i| format!(", {i}"),
        &module,
    );
    for registers in [2, 999_999] {
        numbered(&(head(registers) + "vmax2.u32.u32.u32 r"), |_| "9".to_owned(), &module);
    }
}

#[test]
fn long_assembly_takes_time_in_proportion_to_its_length() {
    let assembly = text(|text| drop(black_box(assemble(text))));
    proportional(60, "brew_assembly", &assembly);
    numbered("", |i| format!("l{i}: "), &assembly);
    numbered("", |i| format!("l{i}: $r1 <- l{}\n", i / 2), &assembly);
    numbered(".word 0", |i| format!(", {i}"), &assembly);
}

#[test]
fn long_program_files_take_time_in_proportion_to_their_length() {
    for format in [ImageFormat::Words, ImageFormat::Binary] {
        proportional(20, "brew_image", &|bytes| {
            drop(black_box(format.read(bytes).map(|words| disassemble(&words))));
        });
    }
}

#[test]
fn long_vector_files_take_time_in_proportion_to_their_length() {
    let vectors = |bytes: &[u8]| {
        let table = Table::parse("fuzz.csv".into(), bytes.to_vec());
        drop(black_box(table.map(|table| recognise(&table).is_ok())));
    };
    proportional(60, "vectors", &vectors);
    numbered("x", |i| format!(",c{i}"), &vectors);
    numbered("x\n", |i| format!("{i}\n"), &vectors);
}
