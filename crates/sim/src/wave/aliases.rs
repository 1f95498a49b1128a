//! Which signals are the same from the first change to the last.

use rustc_hash::FxHashMap;

/// Signals in classes: those of a class had the same width and the same changes so far.
#[derive(Default)]
pub(super) struct Aliases {
    widths: Vec<u32>,
    /// Of each signal.
    class: Vec<usize>,
    /// Signals in each class.
    size: Vec<usize>,
    of_width: FxHashMap<u32, usize>,
}

impl Aliases {
    /// Adds a signal, and returns its number.
    pub fn add(&mut self, width: u32) -> usize {
        let class = *self.of_width.entry(width).or_insert(self.size.len());
        if class == self.size.len() {
            self.size.push(0);
        }
        self.size[class] += 1;
        self.class.push(class);
        self.widths.push(width);
        self.widths.len() - 1
    }

    /// The changes at a time, with at most one of a signal.
    pub fn step(&mut self, changes: &[(u32, u64)]) {
        let mut groups: FxHashMap<(usize, u64), Vec<usize>> = FxHashMap::default();
        for (signal, value) in changes {
            let signal = *signal as usize;
            groups.entry((self.class[signal], *value)).or_default().push(signal);
        }
        for ((class, _), members) in groups {
            if members.len() == self.size[class] {
                continue;
            }
            self.size[class] -= members.len();
            for signal in &members {
                self.class[*signal] = self.size.len();
            }
            self.size.push(members.len());
        }
    }

    /// The first signal of each signal's class.
    pub fn firsts(&self) -> Vec<usize> {
        let mut first = FxHashMap::default();
        let signals = self.class.iter().enumerate();
        signals
            .map(|(signal, class)| *first.entry(class).or_insert(signal))
            .collect()
    }

    /// The number of signals.
    pub fn signals(&self) -> usize {
        self.widths.len()
    }

    /// The bits of a signal.
    pub fn width(&self, signal: usize) -> u32 {
        self.widths[signal]
    }
}

#[cfg(test)]
mod tests {
    use super::Aliases;

    #[test]
    fn signals_with_the_same_changes_at_the_same_times_are_the_same() {
        let mut aliases = Aliases::default();
        for width in [8, 8, 8, 4, 8, 8] {
            aliases.add(width);
        }
        aliases.step(&[(0, 1), (1, 1), (2, 1), (3, 1), (4, 2)]);
        assert_eq!(aliases.firsts(), [0, 0, 0, 3, 4, 5]);
        // The same value later is another history.
        aliases.step(&[(5, 1), (1, 3), (2, 3), (4, 1)]);
        assert_eq!(aliases.firsts(), [0, 1, 1, 3, 4, 5]);
        aliases.step(&[(0, 3), (1, 4), (2, 5)]);
        assert_eq!(aliases.firsts(), [0, 1, 2, 3, 4, 5]);
    }
}
