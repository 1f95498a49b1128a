//! Named codes: constants that kernels write in place of numbers, with a list of them for tests.

/// Makes modules of constants of an integer type. The constants of a module are also in its `NAMED`, by name.
macro_rules! codes {
    ($($(#[$doc:meta])* mod $group:ident: $kind:ty { $($(#[$meaning:meta])* $name:ident = $code:expr,)+ })+) => {
        $(
            $(#[$doc])*
            pub(crate) mod $group {
                $($(#[$meaning])* #[allow(dead_code, reason = "what no other code is may go without its name")] pub const $name: $kind = $code;)+
                /// The codes by name.
                #[cfg(test)]
                #[allow(dead_code, reason = "codes of the unit's own have nothing to be compared with")]
                pub const NAMED: &[(&str, $kind)] = &[$((stringify!($name), $name)),+];
            }
        )+
    };
}

pub(crate) use codes;
