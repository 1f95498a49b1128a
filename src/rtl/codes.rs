//! Named codes: constants that kernels write in place of numbers.

/// Makes modules of constants of an integer type.
macro_rules! codes {
    ($($(#[$doc:meta])* mod $group:ident: $kind:ty { $($(#[$meaning:meta])* $name:ident = $code:expr,)+ })+) => {
        $(
            $(#[$doc])*
            pub(crate) mod $group {
                $($(#[$meaning])* #[allow(dead_code, reason = "what no other code is may go without its name")] pub const $name: $kind = $code;)+
            }
        )+
    };
}

pub(crate) use codes;
