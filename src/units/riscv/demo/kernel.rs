//! The kernels of `testbench/riscv/`, and what they should compute by golden.

use crate::ptx::parse;
use crate::unit::{DemoKernel, Picture};
use crate::units::video::golden::evaluate;

/// All kernels.
pub static KERNELS: [DemoKernel; 6] = [
    DemoKernel {
        name: "sad",
        sentence: "Sum of absolute differences of two rows of 512 bytes.",
        golden: sad,
        pictures: None,
    },
    DemoKernel {
        name: "dot",
        sentence: "Dot product of two rows of 512 signed bytes.",
        golden: dot,
        pictures: None,
    },
    DemoKernel {
        name: "align",
        sentence: "Smith-Waterman scores of a sequence of 32 letters beside four others.",
        golden: align,
        pictures: None,
    },
    DemoKernel {
        name: "blend",
        sentence: "A quarter of an image over three quarters of another, and light that saturates.",
        golden: blend,
        pictures: Some([
            Picture {
                height: 3 * IMAGE.height,
                ..IMAGE
            },
            IMAGE,
        ]),
    },
    DemoKernel {
        name: "threshold",
        sentence: "An image in black and white, and how much of it is white.",
        golden: threshold,
        pictures: Some([IMAGE, IMAGE]),
    },
    DemoKernel {
        name: "median",
        sentence: "Median of each byte of an image and its eight neighbours.",
        golden: median,
        pictures: Some([
            IMAGE,
            Picture {
                width: IMAGE.width - 8,
                height: IMAGE.height - 2,
            },
        ]),
    },
];

/// Words of a row, the image, letters of a sequence, and numbers of the kernels, as in `kernels.h`.
const WORDS: usize = 128;
const IMAGE: Picture = Picture { width: 64, height: 32 };
const LENGTH: usize = 32;
const LEVEL: u8 = 128;
const MATCH: u8 = 31;
const MISMATCH: u8 = 20;
const GAP: u8 = 25;

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

fn dot(input: &[u32]) -> Vec<u32> {
    let add_products = instruction("dp4a.s32.s32");
    let (a, b) = input.split_at(WORDS);
    vec![a.iter().zip(b).fold(0, |sum, (a, b)| add_products(*a, *b, sum))]
}

/// The table of each pair of sequences by itself, letter by letter.
fn align(input: &[u32]) -> Vec<u32> {
    let add = instruction("vadd4.u32.u32.s32.sat");
    let subtract = instruction("vsub4.u32.u32.u32.sat");
    let maximum = instruction("vmax4.u32.u32.u32");
    let letter = |i: usize| input[i / 4].to_le_bytes()[i % 4] & 3;
    let mut out = vec![0; LENGTH + 1];
    for lane in 0..4 {
        let mut line = [0; LENGTH + 1];
        let mut best = 0;
        for i in 0..LENGTH {
            let above = line;
            for j in 1..=LENGTH {
                let other = letter(4 * (LENGTH / 4 + j - 1) + lane);
                let score = if letter(i) == other {
                    MATCH
                } else {
                    MISMATCH.wrapping_neg()
                };
                let gap = subtract(maximum(line[j - 1], above[j], 0), GAP.into(), 0);
                line[j] = maximum(add(above[j - 1], score.into(), 0), gap, 0);
                best = maximum(best, line[j], 0);
            }
        }
        line[0] = best;
        for (word, score) in out.iter_mut().zip(line) {
            *word |= score << (8 * lane);
        }
    }
    out
}

fn blend(input: &[u32]) -> Vec<u32> {
    let average = instruction("vavrg4.u32.u32.u32");
    let add = instruction("vadd4.u32.u32.u32.sat");
    let words = input.len() / 3;
    let blended = |i: usize| {
        let [a, b, c] = [0, 1, 2].map(|image| input[image * words + i]);
        add(average(a, average(a, b, 0), 0), c, 0)
    };
    (0..words).map(blended).collect()
}

fn threshold(input: &[u32]) -> Vec<u32> {
    let is_bright = instruction("vset4.u32.u32.ge");
    let count = instruction("vset4.u32.u32.ge.add");
    let level = u32::from_le_bytes([LEVEL; 4]);
    let mut out: Vec<u32> = input.iter().map(|word| 255 * is_bright(*word, level, 0)).collect();
    out.push(input.iter().fold(0, |sum, word| count(*word, level, sum)));
    out
}

/// The median by sorting, as no kernel does it.
fn median(input: &[u32]) -> Vec<u32> {
    let bytes: Vec<u8> = input.iter().flat_map(|word| word.to_le_bytes()).collect();
    let Picture { width, height } = IMAGE;
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
