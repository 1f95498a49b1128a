//! What an engine needs to step a rust-hdl block: its ports as numbers.

use super::word::Word;
use crate::{raw_name, type_parts};
use rust_hdl_core::prelude::{Block, In, Out, Signal};

/// A rust-hdl block whose ports can be set and read as numbers. Implemented by [`top!`](crate::top).
///
/// A port of a struct is one for each innermost field, an array of signals one for each element, a word of more than 64
/// bits one for each 64 of them: `s_low`, `data_3`, `x_127_64`.
pub trait Top: Block {
    /// Calls `visit` for each field that is a port, in port order, with the names of the fields from the block down to it.
    fn visit_ports(&self, visit: &mut dyn FnMut(&[&str], &dyn PortSignal));
    /// The same for fields that change.
    fn visit_ports_mut(&mut self, visit: &mut dyn FnMut(&[&str], &mut dyn PortSignal));

    /// The ports in order, the clock among them.
    fn ports(&self) -> Vec<TopPort> {
        let mut found = Vec::new();
        self.visit_ports(&mut |names, signal| {
            let names: Vec<&str> = names.iter().map(|name| raw_name(name)).collect();
            signal.list(&names.join("$"), &mut found);
        });
        found
    }

    /// Sets an input, by the path in [`TopPort`]. Bits beyond the port's width are ignored; so are paths of no input.
    fn set_port(&mut self, path: &str, value: u64) {
        self.visit_ports_mut(&mut |names, signal| {
            if let Some(rest) = below(path, names) {
                signal.drive(rest, value);
            }
        });
    }

    /// The value of a port; 0 for a path of no port.
    fn port_value(&self, path: &str) -> u64 {
        let mut value = 0;
        self.visit_ports(&mut |names, signal| {
            if let Some(rest) = below(path, names) {
                value = signal.value(rest);
            }
        });
        value
    }
}

/// A port of a [`Top`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopPort {
    /// The name that it has in the netlist, but for an underscore behind keywords of Verilog.
    pub name: String,
    /// Fields, elements and parts from the block down, with `$` between them.
    pub path: String,
    /// Width in bits, 1 to 64.
    pub width: u32,
    /// Driven from outside.
    pub is_input: bool,
}

#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a port in `top!`",
    label = "neither a signal that is an input or output nor an array of them",
    note = "the fields of an interface are listed in braces: `top!(Sink {{ clock, bus {{ data, valid, ready }} }})`",
    note = "bidirectional signals can't be ports"
)]
/// What can stand in the list of [`top!`](crate::top): signals and arrays of them.
pub trait PortSignal {
    /// Adds its ports. `path` is its own.
    fn list(&self, path: &str, found: &mut Vec<TopPort>);
    /// Drives an input; an output ignores it. `rest` is the path below it.
    fn drive(&mut self, rest: &str, value: u64);
    /// The present value.
    fn value(&self, rest: &str) -> u64;
}

fn parts<T: Word>(path: &str, is_input: bool, found: &mut Vec<TopPort>) {
    for (suffix, _, width) in type_parts(&T::descriptor()) {
        let path = format!("{path}{suffix}");
        found.push(TopPort {
            name: path.replace('$', "_"),
            path,
            width,
            is_input,
        });
    }
}

/// Lowest bit and width of the part of a type that is called `rest`.
fn part<T: Word>(rest: &str) -> Option<(u32, u32)> {
    if rest.is_empty() {
        return (T::BITS <= 64).then_some((0, T::BITS as u32));
    }
    let mut parts = type_parts(&T::descriptor()).into_iter();
    let found = parts.find(|(suffix, ..)| suffix == rest);
    found.map(|(_, lo, width)| (lo, width))
}

impl<T: Word> PortSignal for Signal<In, T> {
    fn list(&self, path: &str, found: &mut Vec<TopPort>) {
        parts::<T>(path, true, found);
    }
    fn drive(&mut self, rest: &str, value: u64) {
        if let Some((lo, width)) = part::<T>(rest) {
            self.next = self.next.with_part(lo, width, value & crate::mask(width));
        }
    }
    fn value(&self, rest: &str) -> u64 {
        part::<T>(rest).map_or(0, |(lo, width)| self.val().part(lo, width))
    }
}

impl<T: Word> PortSignal for Signal<Out, T> {
    fn list(&self, path: &str, found: &mut Vec<TopPort>) {
        parts::<T>(path, false, found);
    }
    fn drive(&mut self, _rest: &str, _value: u64) {}
    fn value(&self, rest: &str) -> u64 {
        part::<T>(rest).map_or(0, |(lo, width)| self.val().part(lo, width))
    }
}

/// Number of an element and what is below it: `$3$low` is 3 and `$low`.
fn element(rest: &str) -> Option<(usize, &str)> {
    let rest = rest.strip_prefix('$')?;
    let end = rest.find('$').unwrap_or(rest.len());
    Some((rest[..end].parse().ok()?, &rest[end..]))
}

impl<P: PortSignal> PortSignal for [P] {
    fn list(&self, path: &str, found: &mut Vec<TopPort>) {
        for (i, signal) in self.iter().enumerate() {
            signal.list(&format!("{path}${i}"), found);
        }
    }
    fn drive(&mut self, rest: &str, value: u64) {
        if let Some((i, rest)) = element(rest)
            && let Some(signal) = self.get_mut(i)
        {
            signal.drive(rest, value);
        }
    }
    fn value(&self, rest: &str) -> u64 {
        let signal = element(rest).and_then(|(i, rest)| Some((self.get(i)?, rest)));
        signal.map_or(0, |(signal, rest)| signal.value(rest))
    }
}

macro_rules! arrays {
    ($($array:ty, [$($generics:tt)*];)+) => {
        $(impl<P: PortSignal, $($generics)*> PortSignal for $array {
            fn list(&self, path: &str, found: &mut Vec<TopPort>) {
                self[..].list(path, found);
            }
            fn drive(&mut self, rest: &str, value: u64) {
                self[..].drive(rest, value);
            }
            fn value(&self, rest: &str) -> u64 {
                self[..].value(rest)
            }
        })+
    };
}

arrays! {
    [P; N], [const N: usize];
    Vec<P>, [];
}

/// What is below the field with these names in a path, if the path goes there. Names are as in the source.
fn below<'a>(path: &'a str, names: &[&str]) -> Option<&'a str> {
    let mut rest = path;
    for (i, name) in names.iter().enumerate() {
        if i > 0 {
            rest = rest.strip_prefix('$')?;
        }
        rest = rest.strip_prefix(raw_name(name))?;
    }
    (rest.is_empty() || rest.starts_with('$')).then_some(rest)
}

/// Implements [`Top`](crate::rtl::Top) for a block from the list of its port fields, in port order:
/// `top!(Adder { clock, a, b, sum });`, with generic parameters `top!([const N: usize] Adder<N> { clock, a, b, sum });`.
/// The fields of an interface are listed in braces: `top!(Sink { clock, bus { data, valid, ready } });`.
#[macro_export]
macro_rules! top {
    (@visit $borrow:ident $self:ident $visit:ident $port:ident) => {
        $visit(&[stringify!($port)], $crate::top!(@$borrow $self.$port));
    };
    (@visit $borrow:ident $self:ident $visit:ident $port:ident $($inner:ident)+) => {
        $($visit(&[stringify!($port), stringify!($inner)], $crate::top!(@$borrow $self.$port.$inner));)+
    };
    (@shared $field:expr) => {
        &$field
    };
    (@exclusive $field:expr) => {
        &mut $field
    };
    ([$($generics:tt)*] $block:ty { $($port:ident $({ $($inner:ident),+ $(,)? })?),+ $(,)? }) => {
        impl<$($generics)*> $crate::rtl::Top for $block {
            fn visit_ports(&self, visit: &mut dyn FnMut(&[&str], &dyn $crate::rtl::PortSignal)) {
                $($crate::top!(@visit shared self visit $port $($($inner)+)?);)+
            }
            fn visit_ports_mut(&mut self, visit: &mut dyn FnMut(&[&str], &mut dyn $crate::rtl::PortSignal)) {
                $($crate::top!(@visit exclusive self visit $port $($($inner)+)?);)+
            }
        }
    };
    ($block:ty { $($ports:tt)+ }) => {
        $crate::top!([] $block { $($ports)+ });
    };
}
