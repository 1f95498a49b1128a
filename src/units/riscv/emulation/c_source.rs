//! An algebra whose values are expressions in C: it translates code over the algebra, such as the golden model, to C.

use lanesmith_algebra::Algebra;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::rc::Rc;

/// The algebra whose words are expressions in C.
///
/// An integer is represented by its low 32 bits, a `uint32_t`; a truth value is an `int`. If an operation needs more bits, the ranges of its
/// operands must show that 32 bits are enough; otherwise it panics.
#[derive(Clone, Copy, Debug)]
pub(super) struct CSource;

/// An expression in C: an integer or a truth value.
#[derive(Clone)]
pub(super) struct CExpression(Rc<Node>);

struct Node {
    /// The text; each `%` is the next operand.
    form: String,
    operands: Vec<CExpression>,
    /// The smallest and the largest value.
    range: (i64, i64),
    is_truth: bool,
}

impl fmt::Debug for CExpression {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (low, high) = self.0.range;
        write!(f, "{low}..={high}")
    }
}

/// The range of an unsigned word.
const UNSIGNED: (i64, i64) = (0, u32::MAX as i64);
/// The range of a signed word.
const SIGNED: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

impl CExpression {
    /// A variable of the type `uint32_t`, with an unsigned value.
    pub(super) fn variable(name: &str) -> Self {
        CExpression::new(name, &[], UNSIGNED)
    }

    fn new(form: &str, operands: &[&CExpression], range: (i64, i64)) -> Self {
        CExpression::of(form, operands, range, false)
    }

    fn truth(form: &str, operands: &[&CExpression]) -> Self {
        CExpression::of(form, operands, (0, 1), true)
    }

    fn of(form: &str, operands: &[&CExpression], range: (i64, i64), is_truth: bool) -> Self {
        CExpression(Rc::new(Node {
            form: form.to_owned(),
            operands: operands.iter().copied().cloned().collect(),
            range,
            is_truth,
        }))
    }

    /// The value, if it is constant; a truth value is 1 or 0.
    pub(super) fn constant(&self) -> Option<i64> {
        let (low, high) = self.0.range;
        (low == high).then_some(low)
    }

    fn is_within(&self, (low, high): (i64, i64)) -> bool {
        low <= self.0.range.0 && self.0.range.1 <= high
    }

    fn place(&self) -> *const Node {
        Rc::as_ptr(&self.0)
    }
}

/// The low 32 bits of a number as a constant in C.
fn literal(value: i64) -> String {
    match value {
        0..10 => format!("{value}u"),
        _ => format!("{:#x}u", value as u32),
    }
}

/// The declarations of common subexpressions, a line each, and the expression of each value.
pub(super) fn statements(values: &[&CExpression]) -> (Vec<String>, Vec<String>) {
    let mut uses: HashMap<*const Node, usize> = HashMap::new();
    let mut seen = HashSet::new();
    let mut open: Vec<&CExpression> = values.to_vec();
    while let Some(value) = open.pop() {
        *uses.entry(value.place()).or_default() += 1;
        if seen.insert(value.place()) {
            open.extend(&value.0.operands);
        }
    }
    let mut writer = StatementWriter {
        uses,
        names: HashMap::new(),
        lines: vec![],
    };
    let texts = values.iter().map(|value| writer.text(value)).collect();
    (writer.lines, texts)
}

struct StatementWriter {
    uses: HashMap<*const Node, usize>,
    names: HashMap<*const Node, String>,
    lines: Vec<String>,
}

impl StatementWriter {
    fn text(&mut self, value: &CExpression) -> String {
        if let Some(name) = self.names.get(&value.place()) {
            return name.clone();
        }
        if let (Some(constant), false) = (value.constant(), value.0.is_truth) {
            return literal(constant);
        }
        let mut pieces = value.0.form.split('%');
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for (operand, piece) in value.0.operands.iter().zip(pieces) {
            text += &self.text(operand);
            text += piece;
        }
        if value.0.operands.is_empty() || self.uses[&value.place()] < 2 {
            return text;
        }
        let name = format!("t{}", self.names.len());
        let kind = if value.0.is_truth { "int" } else { "uint32_t" };
        // Removes the outer parentheses, which every operand except for a conversion has.
        let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let text = inside.filter(|_| !text.starts_with("(uint32_t)")).unwrap_or(&text);
        self.lines.push(format!("{kind} {name} = {text};"));
        self.names.insert(value.place(), name.clone());
        name
    }
}

/// The range of the narrowest two's complement numbers that contains both operands.
fn bits_around(x: &CExpression, y: &CExpression) -> (i64, i64) {
    let (low, high) = (x.0.range.0.min(y.0.range.0), x.0.range.1.max(y.0.range.1));
    let reach = high.max(!low).max(0) as u64;
    let all = (reach + 1).next_power_of_two() as i64 - 1;
    (if low < 0 { !all } else { 0 }, all)
}

/// The range of `f` from its values at the limits of both operands.
fn corners(x: &CExpression, y: &CExpression, f: impl Fn(i64, i64) -> i64) -> (i64, i64) {
    let of = |value: &CExpression| [value.0.range.0, value.0.range.1];
    let all = of(x).map(|x| of(y).map(|y| f(x, y)));
    let all = all.as_flattened();
    (
        all.iter().copied().fold(i64::MAX, i64::min),
        all.iter().copied().fold(i64::MIN, i64::max),
    )
}

fn binary(form: &str, x: &CExpression, y: &CExpression, range: (i64, i64)) -> CExpression {
    CExpression::new(form, &[x, y], range)
}

impl Algebra for CSource {
    type Cond = CExpression;
    type Int = CExpression;

    fn int(value: i64) -> CExpression {
        CExpression::new(&literal(value), &[], (value, value))
    }

    fn add(x: &CExpression, y: &CExpression) -> CExpression {
        match (x.constant(), y.constant()) {
            (Some(0), _) => y.clone(),
            (_, Some(0)) => x.clone(),
            _ => binary("(% + %)", x, y, corners(x, y, |x, y| x + y)),
        }
    }

    fn sub(x: &CExpression, y: &CExpression) -> CExpression {
        match y.constant() {
            Some(0) => x.clone(),
            _ => binary("(% - %)", x, y, corners(x, y, |x, y| x - y)),
        }
    }

    fn mul(x: &CExpression, y: &CExpression) -> CExpression {
        binary("(% * %)", x, y, corners(x, y, |x, y| x * y))
    }

    fn shl(x: &CExpression, n: u32) -> CExpression {
        let (low, high) = x.0.range;
        match n {
            0 => x.clone(),
            1..32 => CExpression::new(&format!("(% << {n})"), &[x], (low << n, high << n)),
            _ => panic!("a shift by {n} leaves nothing of 32 bits"),
        }
    }

    fn shr(x: &CExpression, n: u32) -> CExpression {
        let (low, high) = x.0.range;
        let form = match n {
            0 => return x.clone(),
            _ if x.is_within(UNSIGNED) => format!("(% >> {})", n.min(31)),
            _ if x.is_within(SIGNED) => format!("(uint32_t)((int32_t)% >> {})", n.min(31)),
            _ => panic!("32 bits of {x:?} do not say what it is shifted right"),
        };
        CExpression::new(&form, &[x], (low >> n, high >> n))
    }

    fn and(x: &CExpression, y: &CExpression) -> CExpression {
        binary("(% & %)", x, y, bits_around(x, y))
    }

    fn or(x: &CExpression, y: &CExpression) -> CExpression {
        match (x.constant(), y.constant()) {
            (Some(0), _) => y.clone(),
            (_, Some(0)) => x.clone(),
            _ => binary("(% | %)", x, y, bits_around(x, y)),
        }
    }

    fn xor(x: &CExpression, y: &CExpression) -> CExpression {
        binary("(% ^ %)", x, y, bits_around(x, y))
    }

    fn field(x: &CExpression, lo: u32, width: u32) -> CExpression {
        if x.is_within((0, (1 << lo) - 1)) {
            return CSource::int(0);
        }
        assert!(lo + width <= 32, "bits {lo} to {} are not in a word", lo + width - 1);
        let most = (1 << width) - 1;
        let form = match (lo, width) {
            (0, 32) => "%".to_owned(),
            (0, _) if x.is_within((0, most)) => return x.clone(),
            (0, _) => format!("(% & {})", literal(most)),
            _ if lo + width == 32 => format!("(% >> {lo})"),
            _ => format!("(% >> {lo} & {})", literal(most)),
        };
        CExpression::new(&form, &[x], (0, most))
    }

    fn signed_field(x: &CExpression, lo: u32, width: u32) -> CExpression {
        assert!(lo + width <= 32, "bits {lo} to {} are not in a word", lo + width - 1);
        let form = match (32 - lo - width, 32 - width) {
            (0, right) => format!("(uint32_t)((int32_t)% >> {right})"),
            (left, right) => format!("(uint32_t)((int32_t)(% << {left}) >> {right})"),
        };
        let half = 1 << (width - 1);
        CExpression::new(&form, &[x], (-half, half - 1))
    }

    fn less(x: &CExpression, y: &CExpression) -> CExpression {
        if x.0.range.1 < y.0.range.0 {
            return CSource::known(true);
        }
        if x.0.range.0 >= y.0.range.1 {
            return CSource::known(false);
        }
        match [UNSIGNED, SIGNED].map(|range| x.is_within(range) && y.is_within(range)) {
            [true, _] => CExpression::truth("(% < %)", &[x, y]),
            [_, true] => CExpression::truth("((int32_t)% < (int32_t)%)", &[x, y]),
            _ => panic!("32 bits of {x:?} and {y:?} do not say which is less"),
        }
    }

    fn equal(x: &CExpression, y: &CExpression) -> CExpression {
        if let (Some(x), Some(y)) = (x.constant(), y.constant()) {
            return CSource::known(x == y);
        }
        let ranges = [UNSIGNED, SIGNED];
        let one = ranges.into_iter().any(|range| x.is_within(range) && y.is_within(range));
        assert!(one, "32 bits of {x:?} and {y:?} do not say whether they are equal");
        CExpression::truth("(% == %)", &[x, y])
    }

    fn bit(x: &CExpression, i: u32) -> CExpression {
        if x.is_within((0, (1 << i) - 1)) {
            return CSource::known(false);
        }
        assert!(i < 32, "bit {i} is not in a word");
        CExpression::truth(&format!("(% >> {i} & 1u)"), &[x])
    }

    fn known(value: bool) -> CExpression {
        let form = if value { "1" } else { "0" };
        CExpression::of(form, &[], (value.into(), value.into()), true)
    }

    fn not(c: &CExpression) -> CExpression {
        match c.constant() {
            Some(value) => CSource::known(value == 0),
            None => CExpression::truth("!%", &[c]),
        }
    }

    fn both(c: &CExpression, d: &CExpression) -> CExpression {
        match (c.constant(), d.constant()) {
            (Some(0), _) | (_, Some(1)) => c.clone(),
            (Some(_), _) | (_, Some(0)) => d.clone(),
            _ => CExpression::truth("(% && %)", &[c, d]),
        }
    }

    fn either(c: &CExpression, d: &CExpression) -> CExpression {
        match (c.constant(), d.constant()) {
            (Some(1), _) | (_, Some(0)) => c.clone(),
            (Some(_), _) | (_, Some(1)) => d.clone(),
            _ => CExpression::truth("(% || %)", &[c, d]),
        }
    }

    fn select(c: &CExpression, x: &CExpression, y: &CExpression) -> CExpression {
        match c.constant() {
            Some(0) => y.clone(),
            Some(_) => x.clone(),
            None => {
                let range = (x.0.range.0.min(y.0.range.0), x.0.range.1.max(y.0.range.1));
                CExpression::new("(% ? % : %)", &[c, x, y], range)
            }
        }
    }

    fn case<K: Copy>(index: &CExpression, keys: &[K], mut f: impl FnMut(K) -> CExpression) -> CExpression {
        let last = keys.len() - 1;
        if let Some(value) = index.constant() {
            return f(keys[usize::try_from(value).unwrap_or(last).min(last)]);
        }
        let values: Vec<CExpression> = keys.iter().map(|key| f(*key)).collect();
        let rest = (0..last).rev();
        rest.fold(values[last].clone(), |rest, i| {
            CSource::select(&CSource::equal(index, &CSource::int(i as i64)), &values[i], &rest)
        })
    }

    fn choose(c: &CExpression, x: impl FnOnce() -> CExpression, y: impl FnOnce() -> CExpression) -> CExpression {
        match c.constant() {
            Some(0) => y(),
            Some(_) => x(),
            None => CSource::select(c, &x(), &y()),
        }
    }
}
