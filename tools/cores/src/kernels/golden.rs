//! The kernels of `tools/cores/kernels/`, and their expected results by the golden model.

use super::kernel::Kernel;
use super::picture::Picture;
use lanesmith::ptx::parse;
use lanesmith::units::video::golden::evaluate;

/// The kernels with the unit's own instructions.
pub static KERNELS: [Kernel; 6] = SHARED;

/// The kernels with instructions of the P extension.
pub static PACKED_KERNELS: [Kernel; 9] = {
    let [sad, dot, align, blend, threshold, median] = SHARED;
    [sad, dot, align, blend, threshold, median, POOL, LUMA, HISTOGRAM]
};

const SHARED: [Kernel; 6] = [
    Kernel {
        name: "sad",
        sentence: "Sum of absolute differences of two rows of 512 bytes.",
        golden: sad,
        pictures: None,
    },
    Kernel {
        name: "dot",
        sentence: "Dot product of two rows of 512 signed bytes.",
        golden: dot,
        pictures: None,
    },
    Kernel {
        name: "align",
        sentence: "Smith-Waterman scores of a sequence of 32 letters against four others.",
        golden: align,
        pictures: None,
    },
    Kernel {
        name: "blend",
        sentence: "A quarter of one image plus three quarters of another, then more brightness.",
        golden: blend,
        pictures: Some([
            Picture {
                height: 3 * IMAGE.height,
                ..IMAGE
            },
            IMAGE,
        ]),
    },
    Kernel {
        name: "threshold",
        sentence: "Conversion of an image to black and white, with a count of the white bytes.",
        golden: threshold,
        pictures: Some([IMAGE, IMAGE]),
    },
    Kernel {
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

const POOL: Kernel = Kernel {
    name: "pool",
    sentence: "Reduction of an image to half its width and height, by averages of two bytes.",
    golden: pool,
    pictures: Some([
        IMAGE,
        Picture {
            width: IMAGE.width / 2,
            height: IMAGE.height / 2,
        },
    ]),
};

const LUMA: Kernel = Kernel {
    name: "luma",
    sentence: "Brightness of 512 pixels of red, green and blue.",
    golden: luma,
    pictures: None,
};

const HISTOGRAM: Kernel = Kernel {
    name: "histogram",
    sentence: "Number of bytes of an image in each of eight ranges.",
    golden: histogram,
    pictures: None,
};

/// The constants of `kernels.h`: words in a row, the size of the image, letters in a sequence, and thresholds and scores.
const WORDS: usize = 128;
const IMAGE: Picture = Picture { width: 64, height: 32 };
const LENGTH: usize = 32;
const LEVEL: u8 = 128;
const MATCH: u8 = 31;
const MISMATCH: u8 = 20;
const GAP: u8 = 25;
/// The weights of red, green and blue, and 0 for the unused fourth byte.
const WEIGHTS: [u8; 4] = [77, 150, 29, 0];
const BINS: u8 = 8;

/// The golden result of an instruction as a function of a, b and c.
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

/// Smith-Waterman, one pair of sequences after the other and letter by letter, unlike the kernel.
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

/// The median by sorting, unlike the kernels.
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

/// `vavrg4` rounds up. The complement of the average of complements is the average rounded down.
fn pool(input: &[u32]) -> Vec<u32> {
    let average_up = instruction("vavrg4.u32.u32.u32");
    let average = |a: u32, b: u32| !average_up(!a, !b, 0);
    let columns = IMAGE.width / 4;
    let pooled = |i: usize| {
        let (y, x) = (i / (columns / 2), 2 * (i % (columns / 2)));
        let [left, right] = [x, x + 1].map(|x| average(input[2 * y * columns + x], input[(2 * y + 1) * columns + x]));
        // Averages of neighbouring bytes, of which every second one is a result.
        let [left, right] = [left, right].map(|word| average(word, word >> 8).to_le_bytes());
        u32::from_le_bytes([left[0], left[2], right[0], right[2]])
    };
    (0..input.len() / 4).map(pooled).collect()
}

fn luma(input: &[u32]) -> Vec<u32> {
    let products = instruction("dp4a.u32.u32");
    let weights = u32::from_le_bytes(WEIGHTS);
    let bytes: Vec<u8> = input
        .iter()
        .map(|pixel| (products(*pixel, weights, 0) >> 8) as u8)
        .collect();
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")))
        .collect()
}

fn histogram(input: &[u32]) -> Vec<u32> {
    let count = instruction("vset4.u32.u32.le.add");
    let up_to = |bin: u8| {
        let last = (u32::from(bin) + 1) * 256 / u32::from(BINS) - 1;
        let last = u32::from_le_bytes([last as u8; 4]);
        input.iter().fold(0, |sum, word| count(*word, last, sum))
    };
    let below = |bin: u8| if bin == 0 { 0 } else { up_to(bin - 1) };
    (0..BINS).map(|bin| up_to(bin) - below(bin)).collect()
}
