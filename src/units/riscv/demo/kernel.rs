//! The kernels, and what they should compute by golden.

use crate::units::video::golden::evaluate;
use crate::units::video::ptx::parse;

/// A kernel, in `testbench/riscv/` in plain C and with the unit.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// Its name.
    pub name: &'static str,
    /// One sentence.
    pub sentence: &'static str,
    /// What goes out for what goes in, in words.
    pub golden: fn(&[u32]) -> Vec<u32>,
}

/// All kernels.
pub const KERNELS: [Kernel; 3] = [
    Kernel {
        name: "sad",
        sentence: "Sum of absolute differences of two rows of 512 bytes.",
        golden: sad,
    },
    Kernel {
        name: "blend",
        sentence: "A quarter of 512 bytes over three quarters of others, and light that saturates.",
        golden: blend,
    },
    Kernel {
        name: "median",
        sentence: "Median of each of 336 bytes and its eight neighbours.",
        golden: median,
    },
];

/// Words of a row, and of a line of the image, as in `kernels.h`.
const WORDS: usize = 128;
const WIDTH: usize = 8;

/// An instruction by its mnemonic.
fn instruction(mnemonic: &str) -> impl Fn(u32, u32, u32) -> u32 {
    let instruction = parse(&format!("{mnemonic} r1, r2, r3, r4"), None).expect("an instruction");
    move |a, b, c| evaluate(&instruction, a, b, c)
}

fn sad(input: &[u32]) -> Vec<u32> {
    let add_difference = instruction("vabsdiff4.u32.u32.u32.add");
    let (a, b) = input.split_at(WORDS);
    vec![a.iter().zip(b).fold(0, |sum, (a, b)| add_difference(*a, *b, sum))]
}

fn blend(input: &[u32]) -> Vec<u32> {
    let average = instruction("vavrg4.u32.u32.u32");
    let add = instruction("vadd4.u32.u32.u32.sat");
    let blended = |i: usize| {
        let [a, b, c] = [0, 1, 2].map(|row| input[row * WORDS + i]);
        add(average(a, average(a, b, 0), 0), c, 0)
    };
    (0..WORDS).map(blended).collect()
}

/// The median by sorting, as no kernel does it.
fn median(input: &[u32]) -> Vec<u32> {
    let bytes: Vec<u8> = input.iter().flat_map(|word| word.to_le_bytes()).collect();
    let width = 4 * WIDTH;
    let height = bytes.len() / width;
    let at = |x: usize, y: usize| {
        let neighbours = (0..9).map(|i| bytes[(y + i / 3 - 1) * width + x + i % 3 - 1]);
        let mut neighbours: Vec<u8> = neighbours.collect();
        neighbours.sort_unstable();
        neighbours[4]
    };
    let lines = (1..height - 1).flat_map(|y| (4..width - 4).map(move |x| (x, y)));
    let medians: Vec<u8> = lines.map(|(x, y)| at(x, y)).collect();
    let words = medians.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")))
        .collect()
}
