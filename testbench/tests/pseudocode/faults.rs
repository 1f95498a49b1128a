//! The symbolic algebra in which one operation of golden or of the transcription can be a wrong one: a difference that the
//! comparison must find.

use lanesmith::algebra::{Algebra, Bitwise, Cond, Edge, Int};
use std::cell::{Cell, RefCell};

/// Whose operations are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Golden,
    Specification,
}

/// A side with a fault.
struct Fault {
    side: Side,
    /// The number of its wrong operation.
    wrong: usize,
    /// Its operations so far.
    operations: Vec<String>,
}

thread_local! {
    static WORKING: Cell<Option<Side>> = const { Cell::new(None) };
    static FAULT: RefCell<Option<Fault>> = const { RefCell::new(None) };
}

/// Works as one of the two sides.
pub fn on<T>(side: Side, f: impl FnOnce() -> T) -> T {
    WORKING.set(Some(side));
    let result = f();
    WORKING.set(None);
    result
}

/// The result of `f` where an operation of a side is wrong, and the names of the operations of that side.
pub fn with_fault<T>(side: Side, wrong: usize, f: impl FnOnce() -> T) -> (T, Vec<String>) {
    let fault = Fault {
        side,
        wrong,
        operations: vec![],
    };
    FAULT.set(Some(fault));
    let result = f();
    let fault = FAULT.take();
    (result, fault.map(|fault| fault.operations).unwrap_or_default())
}

/// Whether the operation that begins is the wrong one.
fn is_wrong(name: impl FnOnce() -> String) -> bool {
    FAULT.with_borrow_mut(|fault| match fault {
        Some(fault) if WORKING.get() == Some(fault.side) => {
            fault.operations.push(name());
            fault.operations.len() == fault.wrong + 1
        }
        _ => false,
    })
}

/// [`Bitwise`], but for the wrong operation.
#[derive(Clone, Copy, Debug)]
pub struct Symbolic;

type Right = Bitwise<Edge>;

/// Operations, and what a wrong one gives.
macro_rules! operations {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty, $wrong:expr;)*) => {$(
        fn $name($($argument: $type),*) -> $result {
            if is_wrong(|| stringify!($name).to_owned()) { $wrong } else { Right::$name($($argument),*) }
        }
    )*};
}

impl Algebra for Symbolic {
    type Cond = Cond<Edge>;
    type Int = Int<Edge>;

    operations! {
        add(x: &Int<Edge>, y: &Int<Edge>) -> Int<Edge>, Right::or(x, y);
        sub(x: &Int<Edge>, y: &Int<Edge>) -> Int<Edge>, Right::sub(y, x);
        mul(x: &Int<Edge>, y: &Int<Edge>) -> Int<Edge>, Right::add(x, y);
        shl(x: &Int<Edge>, n: u32) -> Int<Edge>, Right::shl(x, n + 1);
        shr(x: &Int<Edge>, n: u32) -> Int<Edge>, Right::shr(x, n + 1);
        and(x: &Int<Edge>, y: &Int<Edge>) -> Int<Edge>, Right::or(x, y);
        or(x: &Int<Edge>, y: &Int<Edge>) -> Int<Edge>, Right::and(x, y);
        xor(x: &Int<Edge>, y: &Int<Edge>) -> Int<Edge>, Right::or(x, y);
        field(x: &Int<Edge>, lo: u32, width: u32) -> Int<Edge>, Right::signed_field(x, lo, width);
        signed_field(x: &Int<Edge>, lo: u32, width: u32) -> Int<Edge>, Right::field(x, lo, width);
        less(x: &Int<Edge>, y: &Int<Edge>) -> Cond<Edge>, Right::not(&Right::less(y, x));
        equal(x: &Int<Edge>, y: &Int<Edge>) -> Cond<Edge>, Right::less(x, y);
        bit(x: &Int<Edge>, i: u32) -> Cond<Edge>, Right::bit(x, i + 1);
        not(c: &Cond<Edge>) -> Cond<Edge>, c.clone();
        both(c: &Cond<Edge>, d: &Cond<Edge>) -> Cond<Edge>, Right::either(c, d);
        either(c: &Cond<Edge>, d: &Cond<Edge>) -> Cond<Edge>, Right::both(c, d);
        select(c: &Cond<Edge>, x: &Int<Edge>, y: &Int<Edge>) -> Int<Edge>, Right::select(c, y, x);
        is_negative(x: &Int<Edge>) -> Cond<Edge>, Right::not(&Right::is_negative(x));
        extend(x: &Int<Edge>, lo: u32, width: u32, signed: &Cond<Edge>) -> Int<Edge>,
            Right::extend(x, lo, width, &Right::not(signed));
    }

    fn int(value: i64) -> Int<Edge> {
        let wrong = is_wrong(|| format!("int {value:#x}"));
        Right::int(value ^ i64::from(wrong))
    }
    /// A wrong one is 0.
    fn indicator(c: &Cond<Edge>) -> Int<Edge> {
        let wrong = is_wrong(|| "indicator".to_owned());
        Right::indicator(if wrong { &Cond::Known(false) } else { c })
    }
    fn known(value: bool) -> Cond<Edge> {
        Right::known(value)
    }
    fn choose(c: &Cond<Edge>, x: impl FnOnce() -> Int<Edge>, y: impl FnOnce() -> Int<Edge>) -> Int<Edge> {
        Right::choose(c, x, y)
    }
    fn case<K: Copy>(index: &Int<Edge>, keys: &[K], f: impl FnMut(K) -> Int<Edge>) -> Int<Edge> {
        Right::case(index, keys, f)
    }
}
