//! Patterns of handshakes: gaps of a driver, back-pressure of a monitor.

use super::Random;
use super::mask::{fill, for_each, those, without};
use super::reduce;
use lanesmith_algebra::{Bit, Slice, widest};
use std::fmt;

/// The pattern of cycles in which a side is willing to transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Profile {
    /// Every cycle.
    Always,
    /// All but one cycle in 16.
    Rare,
    /// One cycle in 4.
    Heavy,
    /// Bursts and pauses of 1 to 12 cycles each; one pause in 16 lasts 100 cycles.
    Bursts,
}

/// [`Profile::Rare`] closes one cycle in `RARE`, [`Profile::Heavy`] opens one in `HEAVY`.
const RARE: usize = 16;
const HEAVY: usize = 4;

impl Profile {
    /// All profiles.
    pub const ALL: [Profile; 4] = [Profile::Always, Profile::Rare, Profile::Heavy, Profile::Bursts];

    /// Cycles of a long stall: enough for a testbench to detect that valid waits for ready.
    pub const LONG: u32 = 100;
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Profile::Always => "always",
            Profile::Rare => "rare",
            Profile::Heavy => "heavy",
            Profile::Bursts => "bursts",
        })
    }
}

/// A side's willingness, cycle by cycle.
#[derive(Clone, Debug)]
pub struct Gate {
    profile: Profile,
    random: Random,
    open: bool,
    left: u32,
}

impl Gate {
    /// A gate that follows `profile` with its own stream.
    pub fn new(profile: Profile, random: Random) -> Self {
        Gate {
            profile,
            random,
            open: false,
            left: 0,
        }
    }

    /// Whether the side is willing in the next cycle.
    #[inline]
    pub fn next_cycle(&mut self) -> bool {
        match self.profile {
            Profile::Always => true,
            Profile::Rare => !self.random.one_in(RARE as u32),
            Profile::Heavy => self.random.one_in(HEAVY as u32),
            Profile::Bursts => {
                if self.left == 0 {
                    self.open = !self.open;
                    let long = !self.open && self.random.one_in(16);
                    self.left = if long { Profile::LONG } else { 1 + self.random.below(12) };
                }
                self.left -= 1;
                self.open
            }
        }
    }
}

/// A gate for each of many copies, which follow the same profile with streams of their own.
#[derive(Clone, Debug)]
pub enum GateCopies {
    /// [`Profile::Always`]
    Always,
    /// [`Profile::Rare`]
    Rare(Draws),
    /// [`Profile::Heavy`]
    Heavy(Draws),
    /// [`Profile::Bursts`]
    Bursts(Vec<Gate>),
}

impl GateCopies {
    /// Gates that follow `profile`, each with its own stream.
    pub fn new(profile: Profile, streams: Vec<Random>) -> Self {
        match profile {
            Profile::Always => GateCopies::Always,
            Profile::Rare => GateCopies::Rare(Draws::new(streams)),
            Profile::Heavy => GateCopies::Heavy(Draws::new(streams)),
            Profile::Bursts => {
                let gates = streams.into_iter().map(|random| Gate::new(profile, random));
                GateCopies::Bursts(gates.collect())
            }
        }
    }

    /// The copies of `asked` that are willing in the next cycle; the others are not asked.
    pub fn next_cycle<const N: usize>(&mut self, asked: &Slice<N>) -> Slice<N> {
        match self {
            GateCopies::Always => *asked,
            GateCopies::Rare(draws) => without(asked, &draws.one_in::<RARE, N>(asked)),
            GateCopies::Heavy(draws) => draws.one_in::<HEAVY, N>(asked).and(asked),
            GateCopies::Bursts(gates) => {
                let mut open = Slice([0; N]);
                for_each(asked, |copy| open.set(copy, gates[copy].next_cycle()));
                open
            }
        }
    }
}

/// The streams of gates that decide each cycle by itself.
#[derive(Clone, Debug)]
pub struct Draws {
    randoms: Vec<Random>,
    drawn: Vec<u64>,
}

impl Draws {
    fn new(randoms: Vec<Random>) -> Self {
        Draws {
            drawn: vec![0; randoms.len()],
            randoms,
        }
    }

    /// Those of `asked` that draw true with probability 1/`M`; others may be in the set, too.
    fn one_in<const M: usize, const N: usize>(&mut self, asked: &Slice<N>) -> Slice<N> {
        fill(asked, &mut self.drawn);
        one_in_widest::<M>(&mut self.randoms, &mut self.drawn);
        those(&self.drawn, |drawn| drawn == 0)
    }
}

widest!(one_in_widest runs one_in(randoms: &mut [Random], chosen: &mut [u64]));

/// A number in `0..N` of each stream whose entry in `chosen` is all ones, into this entry; other entries are 0, and stay so.
#[inline(always)]
fn one_in<const N: usize>(randoms: &mut [Random], chosen: &mut [u64]) {
    for (random, chosen) in randoms.iter_mut().zip(chosen) {
        let mask = *chosen;
        *chosen = u64::from(reduce(random.ahead(1), N as u32)) & mask;
        random.advance(1 & mask);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_of_copies_are_open_in_the_cycles_of_gates_alone() {
        for profile in Profile::ALL {
            let streams: Vec<Random> = (0..128).map(Random::new).collect();
            let mut alone: Vec<Gate> = streams.iter().map(|one| Gate::new(profile, one.clone())).collect();
            let mut copies = GateCopies::new(profile, streams);
            let mut random = Random::new(1000);
            for _ in 0..500 {
                let asked = Slice([random.bits(), random.bits()]);
                let open = copies.next_cycle(&asked);
                for (copy, gate) in alone.iter_mut().enumerate() {
                    let expected = asked.get(copy) && gate.next_cycle();
                    assert_eq!(open.get(copy), expected, "{profile}, copy {copy}");
                }
            }
        }
    }
}
