//! What an engine needs to step a rust-hdl block: its ports as numbers.

use rust_hdl::prelude::{Bits, Block, Clock, In, Out, Signal, Synth};

/// A rust-hdl block whose ports can be set and read as numbers. Implemented by [`top!`](crate::top).
pub trait Top: Block {
    /// The ports in order, the clock among them.
    fn ports(&self) -> Vec<TopPort>;
    /// Sets an input. Bits beyond the port's width are ignored; so are names that are no input.
    fn set_port(&mut self, name: &str, value: u64);
    /// The value of a port; 0 for a name that is no port.
    fn port_value(&self, name: &str) -> u64;
    /// Sets the input `clock`, if there is one.
    fn set_clock(&mut self, high: bool) {
        self.set_port("clock", u64::from(high));
    }
}

/// A port of a [`Top`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TopPort {
    /// The field's name.
    pub name: &'static str,
    /// Width in bits, 1 to 64.
    pub width: u32,
    /// Driven from outside.
    pub is_input: bool,
}

/// A type of 1 to 64 bits that converts from and to a number.
pub trait Word: Synth {
    /// The low bits of `value`.
    fn from_number(value: u64) -> Self;
    /// The unsigned number.
    fn number(self) -> u64;
}

impl Word for bool {
    fn from_number(value: u64) -> Self {
        value & 1 != 0
    }
    fn number(self) -> u64 {
        u64::from(self)
    }
}

impl Word for Clock {
    fn from_number(value: u64) -> Self {
        Clock::from(value & 1 != 0)
    }
    fn number(self) -> u64 {
        u64::from(self.clk)
    }
}

impl<const N: usize> Word for Bits<N> {
    fn from_number(value: u64) -> Self {
        const { assert!(N >= 1 && N <= 64, "ports have 1 to 64 bits") };
        Bits::from(value & (u64::MAX >> (64 - N)))
    }
    fn number(self) -> u64 {
        self.to_u64()
    }
}

/// A signal that can be a port of a [`Top`].
pub trait PortSignal {
    /// Driven from outside.
    const IS_INPUT: bool;
    /// Width in bits.
    const WIDTH: u32;
    /// Drives an input; an output ignores it.
    fn drive(&mut self, value: u64);
    /// The present value.
    fn value(&self) -> u64;
}

impl<T: Word> PortSignal for Signal<In, T> {
    const IS_INPUT: bool = true;
    const WIDTH: u32 = T::BITS as u32;
    fn drive(&mut self, value: u64) {
        self.next = T::from_number(value);
    }
    fn value(&self) -> u64 {
        self.val().number()
    }
}

impl<T: Word> PortSignal for Signal<Out, T> {
    const IS_INPUT: bool = false;
    const WIDTH: u32 = T::BITS as u32;
    fn drive(&mut self, _value: u64) {}
    fn value(&self) -> u64 {
        self.val().number()
    }
}

/// The [`TopPort`] of a signal.
pub fn describe<P: PortSignal>(name: &'static str, _signal: &P) -> TopPort {
    TopPort {
        name,
        width: P::WIDTH,
        is_input: P::IS_INPUT,
    }
}

/// Implements [`Top`](crate::rtl::Top) for a block from the list of its port fields, in port order:
/// `top!(Adder { clock, a, b, sum });`, or `top!([const N: usize] Adder<N> { clock, a, b, sum });`.
#[macro_export]
macro_rules! top {
    ($([$($generics:tt)*])? $block:ty { $($port:ident),+ $(,)? }) => {
        impl $(<$($generics)*>)? $crate::rtl::Top for $block {
            fn ports(&self) -> Vec<$crate::rtl::TopPort> {
                vec![$($crate::rtl::describe(stringify!($port), &self.$port)),+]
            }
            fn set_port(&mut self, name: &str, value: u64) {
                match name {
                    $(stringify!($port) => $crate::rtl::PortSignal::drive(&mut self.$port, value),)+
                    _ => {}
                }
            }
            fn port_value(&self, name: &str) -> u64 {
                match name {
                    $(stringify!($port) => $crate::rtl::PortSignal::value(&self.$port),)+
                    _ => 0,
                }
            }
        }
    };
}
