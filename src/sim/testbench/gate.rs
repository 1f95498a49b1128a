//! Patterns of handshakes: gaps of a driver, back-pressure of a monitor.

use super::Random;
use std::fmt;

/// The pattern of cycles in which a side is willing to transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
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
            Profile::Rare => !self.random.one_in(16),
            Profile::Heavy => self.random.one_in(4),
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
