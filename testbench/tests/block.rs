//! Declarations of rust-hdl blocks in short form.

/// `block!(Name { port: In Type, … } { inner: Type, … })`: a block with these ports and parts, all of them defaults.
macro_rules! block {
    ($name:ident { $($port:ident: $direction:ident $kind:ty),* $(,)? } $({ $($inner:ident: $inner_kind:ty),* $(,)? })?) => {
        #[derive(LogicBlock, Default)]
        pub(crate) struct $name {
            $($port: Signal<$direction, $kind>,)*
            $($($inner: $inner_kind,)*)?
        }
        lanesmith::top!($name { $($port),* });
    };
}
pub(crate) use block;
