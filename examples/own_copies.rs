//! Many copies of a module of one's own at once, and how long as many single simulations take:
//! `cargo run --release --example own_copies`.

use lanesmith::hdl;
use lanesmith::hdl::prelude::*;
use std::time::{Duration, Instant};

/// A filter of 8 taps that are powers of two: each sample counts once in full, and less with its age.
#[derive(LogicBlock, Default)]
struct Filter {
    clock: Signal<In, Clock>,
    sample: Signal<In, Bits<16>>,
    smooth: Signal<Out, Bits<16>>,
    taps: [DFF<Bits<16>>; 8],
}

impl Logic for Filter {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("port sample: One in every clock.");
        for i in 0..8 {
            self.taps[i].clock.next = self.clock.val();
        }
        self.taps[0].d.next = self.sample.val() >> 1;
        for i in 1..8 {
            self.taps[i].d.next = (self.taps[i - 1].q.val() >> 1) + (self.sample.val() >> 2);
        }
        self.smooth.next = self.taps[0].q.val() + self.taps[3].q.val() + self.taps[7].q.val();
    }
}

lanesmith::top!(Filter { clock, sample, smooth });

/// The sample of a copy in a clock.
fn sample(copy: usize, clock: usize) -> u64 {
    let mixed = (copy as u64 * 0x9e37_79b9 + clock as u64).wrapping_mul(0x2545_f491_4f6c_dd1d);
    mixed >> 48
}

/// Runs copies, and as many single simulations, which must show the same. The times of both.
pub fn compare(count: usize, clocks: usize) -> Result<[Duration; 2], hdl::Error> {
    let design = hdl::lower(&Filter::default())?;
    let mut copies = hdl::simulate_copies(&design, count)?;
    let start = Instant::now();
    let mut sums = vec![0_u64; count];
    for clock in 0..clocks {
        copies.set_each("sample", |copy| sample(copy, clock))?;
        copies.settle();
        for (sum, smooth) in sums.iter_mut().zip(copies.get_each("smooth")?) {
            *sum += smooth;
        }
        copies.tick();
    }
    let together = start.elapsed();
    let mut alone = (0..count)
        .map(|_| hdl::simulate(&design))
        .collect::<Result<Vec<_>, _>>()?;
    let start = Instant::now();
    for (copy, simulation) in alone.iter_mut().enumerate() {
        let mut sum = 0;
        for clock in 0..clocks {
            simulation.set("sample", sample(copy, clock))?;
            simulation.settle();
            sum += simulation.get("smooth")?;
            simulation.tick()?;
        }
        assert_eq!(sum, sums[copy], "copy {copy}");
    }
    Ok([together, start.elapsed()])
}

/// Prints the speed of both.
pub fn main() -> Result<(), hdl::Error> {
    let (count, clocks) = (1024, 20_000);
    let times = compare(count, clocks)?;
    for (name, time) in ["copies", "single simulations"].into_iter().zip(times) {
        let speed = (count * clocks) as f64 / time.as_secs_f64() / 1e6;
        println!("{count} {name}: {speed:.1} million clocks per second");
    }
    Ok(())
}
