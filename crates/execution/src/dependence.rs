//! On which earlier executions of units a value depends.

/// A set of executions of units among the 64 up to its newest one. Executions have numbers in their order, from 1 on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dependences {
    /// The number of the newest execution; 0 of the empty set.
    newest: u64,
    /// Bit `i` is set if the execution with the number `newest - i` is in the set.
    mask: u64,
}

impl Dependences {
    /// The empty set.
    pub const NONE: Self = Dependences { newest: 0, mask: 0 };

    /// The set of one execution.
    pub(crate) fn one(number: u64) -> Self {
        Dependences {
            newest: number,
            mask: 1,
        }
    }

    /// The union. Executions 64 or more before the newest are dropped.
    pub(crate) fn union(self, other: Self) -> Self {
        let (new, old) = if self.newest >= other.newest {
            (self, other)
        } else {
            (other, self)
        };
        let age = u32::try_from(new.newest - old.newest).unwrap_or(u32::MAX);
        Dependences {
            newest: new.newest,
            mask: new.mask | old.mask.checked_shl(age).unwrap_or(0),
        }
    }

    /// The numbers of the executions, the newest first.
    pub fn numbers(self) -> impl Iterator<Item = u64> {
        (0..64)
            .filter(move |age| self.mask >> age & 1 == 1)
            .map(move |age| self.newest - age)
    }
}

#[cfg(test)]
mod tests {
    use super::Dependences;

    #[test]
    fn dependences_older_than_64_executions_are_dropped() {
        let numbers = |set: Dependences| set.numbers().collect::<Vec<_>>();
        let [first, third, late] = [1, 3, 65].map(Dependences::one);
        assert_eq!(numbers(first.union(third)), [3, 1]);
        assert_eq!(numbers(third.union(late).union(first)), [65, 3]);
        assert_eq!(numbers(Dependences::NONE.union(first)), [1]);
        assert_eq!(numbers(Dependences::NONE), []);
    }
}
