//! Functional coverage: crosses of classes, their bins, and the bins that were hit.

use fixedbitset::FixedBitSet;
use std::fmt;
use std::str::FromStr;

/// A feature of instructions and its classes.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The name of the feature.
    pub name: &'static str,
    /// The classes by name.
    pub classes: Vec<String>,
}

impl Axis {
    /// An axis with these classes.
    pub fn new(name: &'static str, classes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Axis {
            name,
            classes: classes.into_iter().map(Into::into).collect(),
        }
    }
}

/// A combination of classes: one class on each axis of a cross.
///
/// Its methods panic at a name that the cross does not have: a rule with a misspelt name must not pass for one that never applies.
#[derive(Clone, Debug)]
pub struct Combination<'a> {
    cross: &'a Cross,
    classes: Vec<usize>,
}

impl Combination<'_> {
    /// The number of its class on the axis with this name.
    #[track_caller]
    pub fn of(&self, axis: &str) -> usize {
        self.find(axis).1
    }

    /// Whether its class on the axis with this name is the class with this name.
    #[track_caller]
    pub fn is(&self, axis: &str, class: &str) -> bool {
        let (Axis { classes, .. }, number) = self.find(axis);
        assert!(
            classes.iter().any(|one| one == class),
            "the axis `{axis}` of the cross `{}` has no class `{class}`",
            self.cross.name
        );
        classes[number] == class
    }

    /// The axis with this name, and the number of the class on it.
    #[track_caller]
    fn find(&self, name: &str) -> (&Axis, usize) {
        let mut axes = self.cross.axes.iter().zip(&self.classes);
        let Some((axis, class)) = axes.find(|(axis, _)| axis.name == name) else {
            panic!("the cross `{}` has no axis `{name}`", self.cross.name);
        };
        (axis, *class)
    }
}

/// A rule that excludes combinations that cannot occur.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The reason, a sentence.
    pub reason: &'static str,
    /// Whether it excludes the combination.
    pub excludes: fn(&Combination) -> bool,
}

/// A cross of axes: a bin for every combination of classes that can occur.
#[derive(Clone, Debug)]
pub struct Cross {
    /// The prefix of the names of its configurations.
    pub module: &'static str,
    /// The name in reports.
    pub name: &'static str,
    /// Description of the counted events, a sentence.
    pub sentence: &'static str,
    /// The axes.
    pub axes: Vec<Axis>,
    /// The rules; the first that applies counts.
    pub rules: Vec<Rule>,
    /// For each combination, the rule that excludes it.
    excluded: Vec<Option<u8>>,
}

impl Cross {
    /// A cross for the configurations whose names begin with `module`, with its name and description.
    pub fn new(module: &'static str, [name, sentence]: [&'static str; 2], axes: Vec<Axis>, rules: Vec<Rule>) -> Self {
        let mut cross = Cross {
            module,
            name,
            sentence,
            axes,
            rules,
            excluded: Vec::new(),
        };
        let excluded = (0..cross.combinations()).map(|index| {
            let bin = cross.combination(index);
            let rule = cross.rules.iter().position(|rule| (rule.excludes)(&bin));
            rule.map(|rule| rule as u8)
        });
        cross.excluded = excluded.collect();
        cross
    }

    /// All combinations, including excluded ones.
    pub fn combinations(&self) -> usize {
        self.axes.iter().map(|axis| axis.classes.len()).product()
    }

    /// The number of a combination; the last axis counts fastest.
    pub fn index(&self, place: &[usize]) -> usize {
        let classes = self.axes.iter().zip(place);
        classes.fold(0, |index, (axis, class)| index * axis.classes.len() + class)
    }

    /// The classes of a combination, one for each axis.
    pub fn place(&self, mut index: usize) -> Vec<usize> {
        let mut place = vec![0; self.axes.len()];
        for (class, axis) in place.iter_mut().zip(&self.axes).rev() {
            *class = index % axis.classes.len();
            index /= axis.classes.len();
        }
        place
    }

    /// A combination, whose axes and classes can be asked for by name.
    pub fn combination(&self, index: usize) -> Combination<'_> {
        Combination {
            cross: self,
            classes: self.place(index),
        }
    }

    /// The name of a combination.
    pub fn describe(&self, index: usize) -> String {
        let classes = self.axes.iter().zip(self.place(index));
        let names = classes.map(|(axis, class)| axis.classes[class].as_str());
        names.collect::<Vec<_>>().join(" | ")
    }

    /// The number of the rule that excludes a combination.
    pub fn excluded(&self, index: usize) -> Option<usize> {
        self.excluded[index].map(usize::from)
    }

    /// The combinations that are not excluded.
    pub fn bins(&self) -> impl Iterator<Item = usize> {
        let excluded = self.excluded.iter().enumerate();
        excluded.filter_map(|(index, rule)| rule.is_none().then_some(index))
    }
}

/// The bins of a unit's crosses that were hit.
pub trait CrossHits: Default {
    /// The crosses, in the order of reports.
    fn crosses() -> &'static [Cross];
    /// The bins of each.
    fn bins(self) -> Vec<BinSet>;
}

/// Declares the crosses of a unit by name, in the order of reports: `CROSSES` has the crosses, `Hits` the bins of each that were hit.
///
/// As a table, each cross has its description as a comment, its title, its axes, and the rules that exclude combinations. Then `Hits`
/// has a method for each cross that records a combination.
#[doc(hidden)]
#[macro_export]
macro_rules! __crosses {
    (module $module:literal; $(
        $(#[doc = $sentence:literal])+
        $name:ident $title:literal [$($axis:expr),+ $(,)?] $({ $($reason:expr => $excludes:expr),+ $(,)? })?
    )+) => {
        $crate::cover::crosses! {
            $($name: $crate::cover::Cross::new(
                $module,
                [$title, concat!($($sentence),+).trim_start()],
                vec![$($axis),+],
                vec![$($($crate::cover::Rule { reason: $reason, excludes: $excludes }),+)?],
            )),+
        }

        impl Hits {
            $(
                #[doc = concat!("Records a combination of the cross `", $title, "`.")]
                pub fn $name(&mut self, place: &[usize]) {
                    self.$name.insert(CROSSES.$name.index(place));
                }
            )+
        }
    };
    ($($name:ident: $cross:expr),+ $(,)?) => {
        /// The crosses by name.
        pub struct Crosses {
            $(pub $name: &'static $crate::cover::Cross,)+
            /// In the order of reports.
            pub all: &'static [$crate::cover::Cross],
        }

        pub static CROSSES: std::sync::LazyLock<Crosses> = std::sync::LazyLock::new(|| {
            let all = Vec::leak(vec![$($cross),+]);
            let [$($name),+] = &*all else {
                unreachable!("there are as many as names")
            };
            Crosses { $($name,)+ all }
        });

        /// The bins that were hit, of each cross.
        #[derive(Clone, Debug, Default)]
        pub struct Hits {
            $(pub $name: $crate::cover::BinSet,)+
        }

        impl $crate::cover::CrossHits for Hits {
            fn crosses() -> &'static [$crate::cover::Cross] {
                CROSSES.all
            }

            fn bins(self) -> Vec<$crate::cover::BinSet> {
                vec![$(self.$name),+]
            }
        }
    };
}
pub use crate::__crosses as crosses;

/// The classes of an integer operand's bits, seen as its type has them; the first that fits.
pub const CORNERS: [&str; 4] = ["zero", "greatest", "sign bit", "other"];

/// The bits of an operand of `width` bits (at most 32) in a class of [`CORNERS`]; `noise` gives the bits of the class `other`.
pub fn corner_bits(class: usize, width: u32, signed: bool, noise: u32) -> u32 {
    let ones = u32::MAX >> (32 - width);
    match class {
        0 => 0,
        1 => ones >> u32::from(signed),
        2 => 1 << (width - 1),
        _ if corner(noise & ones, width, signed) == 3 => noise & ones,
        _ => 1,
    }
}

/// The class in [`CORNERS`] of an operand of `width` bits; ignores higher bits.
pub fn corner(bits: u32, width: u32, signed: bool) -> usize {
    let bits = bits & u32::MAX >> (32 - width);
    let mut classes = 0..3;
    classes
        .find(|class| corner_bits(*class, width, signed, 0) == bits)
        .unwrap_or(3)
}

/// A set of combinations of one cross.
///
/// As text it is a list of numbers and ranges, both ends included, such as `0-41,43`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BinSet(FixedBitSet);

impl BinSet {
    /// Adds a combination.
    pub fn insert(&mut self, index: usize) {
        self.0.grow(index + 1);
        self.0.insert(index);
    }

    /// Whether a combination is in the set.
    pub fn contains(&self, index: usize) -> bool {
        self.0.contains(index)
    }

    /// Adds the combinations of `other`.
    pub fn unite(&mut self, other: &BinSet) {
        self.0.union_with(&other.0);
    }

    /// The combinations in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.ones()
    }
}

impl fmt::Display for BinSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut indices = self.iter().peekable();
        let mut separator = "";
        while let Some(first) = indices.next() {
            let mut last = first;
            while let Some(next) = indices.next_if_eq(&(last + 1)) {
                last = next;
            }
            write!(f, "{separator}{first}")?;
            if first != last {
                write!(f, "-{last}")?;
            }
            separator = ",";
        }
        Ok(())
    }
}

impl FromStr for BinSet {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut set = BinSet::default();
        for part in text.split(',').filter(|_| !text.is_empty()) {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            match (first.parse::<u32>(), last.parse::<u32>()) {
                (Ok(first), Ok(last)) if first <= last && last < MOST => {
                    (first..=last).for_each(|index| set.insert(index as usize));
                }
                _ => return Err(format!("`{part}` is no bin number or range of them")),
            }
        }
        Ok(set)
    }
}

/// The maximum number of combinations in a report, more than any cross has: a damaged report must not exhaust memory.
const MOST: u32 = 1 << 24;

#[cfg(test)]
mod tests {
    use super::*;

    fn cross() -> Cross {
        with_rule(|bin| bin.is("letter", "b") && bin.of("digit") == 1)
    }

    fn with_rule(excludes: fn(&Combination) -> bool) -> Cross {
        Cross::new(
            "test",
            ["letters", "What a test needs."],
            vec![Axis::new("letter", ["a", "b", "c"]), Axis::new("digit", ["0", "1"])],
            vec![Rule {
                reason: "There is no b1.",
                excludes,
            }],
        )
    }

    #[test]
    fn combinations_are_numbered_with_the_last_axis_fastest() {
        let cross = cross();
        assert_eq!(cross.combinations(), 6);
        assert!((0..6).all(|index| cross.index(&cross.place(index)) == index));
        assert_eq!(cross.describe(4), "c | 0");
    }

    #[test]
    fn a_rule_takes_the_combinations_that_it_names_out_of_the_bins() {
        assert_eq!(cross().bins().collect::<Vec<_>>(), [0, 1, 2, 4, 5]);
        assert_eq!(cross().excluded(3), Some(0));
    }

    #[test]
    #[should_panic(expected = "the cross `letters` has no axis `colour`")]
    fn a_rule_cannot_name_an_unknown_axis() {
        with_rule(|bin| bin.of("colour") == 0);
    }

    #[test]
    #[should_panic(expected = "the axis `letter` of the cross `letters` has no class `d`")]
    fn a_rule_cannot_name_an_unknown_class() {
        with_rule(|bin| bin.is("letter", "d"));
    }

    #[test]
    fn corner_bits_are_of_their_class() {
        for (width, signed) in [(8, false), (8, true), (16, true), (32, false), (32, true)] {
            for noise in [0, 1, 0xffff, 0x8000, 0x7f80, 0x5a5a, !0, 1 << 31] {
                for class in 0..CORNERS.len() {
                    let bits = corner_bits(class, width, signed, noise);
                    assert_eq!(corner(bits, width, signed), class, "{width} {signed} {bits:#x}");
                }
            }
        }
    }

    #[test]
    fn sets_survive_being_text() {
        for indices in [
            vec![],
            vec![0],
            vec![63, 64, 65, 200],
            vec![1, 3, 5, 6],
            (0..500).collect(),
        ] {
            let mut set = BinSet::default();
            indices.iter().for_each(|index| set.insert(*index));
            let text = set.to_string();
            let read: BinSet = text.parse().expect("its own text");
            assert_eq!(read.iter().collect::<Vec<_>>(), indices, "{text}");
        }
        let mut set = BinSet::default();
        [63, 64, 65, 200].iter().for_each(|index| set.insert(*index));
        assert_eq!(set.to_string(), "63-65,200");
        for text in ["x", "1-", "3-1", "1,,2", "99999999", "-1"] {
            assert!(text.parse::<BinSet>().is_err(), "{text}");
        }
    }
}
