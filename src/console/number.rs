//! Whole numbers on the command line.

use std::ops::{Range, RangeInclusive};

/// Reads a number of this range; the error names the range.
pub fn whole<T: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            let (first, last) = (range.start(), range.end());
            match last {
                &u64::MAX => format!("expected a whole number, {first} or more"),
                _ => format!("expected a whole number, {first} to {last}"),
            }
        })
    }
}

/// Reads a number from 0 on.
pub fn any<T: TryFrom<u64>>() -> impl Fn(&str) -> Result<T, String> + Clone {
    whole(0..=u64::MAX)
}

/// The range `A..B` with A below B, A included and B not.
pub fn range(text: &str) -> Option<Range<u64>> {
    let (first, end) = text.split_once("..")?;
    let range = first.parse().ok()?..end.parse().ok()?;
    (range.start < range.end).then_some(range)
}

/// Reads a range of cycles.
pub fn cycles(text: &str) -> Result<Range<u64>, String> {
    range(text).ok_or_else(|| format!("`{text}` is not A..B with A below B, such as 100..200"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_of_their_range_are_refused_with_the_range_in_words() {
        assert_eq!(whole::<u32>(0..=5)("5"), Ok(5));
        for text in ["6", "-1", "x", "", "18446744073709551616", "1.5"] {
            let expected = "expected a whole number, 0 to 5".to_owned();
            assert_eq!(whole::<u32>(0..=5)(text), Err(expected), "{text}");
        }
        assert_eq!(any::<u64>()("-1"), Err("expected a whole number, 0 or more".to_owned()));
        assert_eq!(any::<u64>()("18446744073709551615"), Ok(u64::MAX));
    }
}
