//! Functions for the widest registers that the machine has, and for all widths of planes.

/// Calls `$function::<N>` for planes of N = `$words` words. A function without parameters of its own that does so is compiled in this
/// package, with its optimisation, and not once more in every package that uses planes.
macro_rules! by_words {
    ($words:expr, $function:ident($($argument:expr),*)) => {
        match $words {
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            4 => $function::<4>($($argument),*),
            8 => $function::<8>($($argument),*),
            16 => $function::<16>($($argument),*),
            32 => $function::<32>($($argument),*),
            words => unreachable!("planes of {words} words"),
        }
    };
}
pub(crate) use by_words;

/// Defines a function that runs another, inlined function, compiled for the widest registers that the machine has.
#[doc(hidden)]
#[macro_export]
macro_rules! widest {
    ($name:ident runs $plain:ident($($argument:ident: $type:ty),*)) => {
        fn $name<const N: usize>($($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
                fn avx512<const N: usize>($($argument: $type),*) {
                    $plain::<N>($($argument),*);
                }
                #[target_feature(enable = "avx2")]
                fn avx2<const N: usize>($($argument: $type),*) {
                    $plain::<N>($($argument),*);
                }
                let has_avx512 = std::is_x86_feature_detected!("avx512f")
                    && std::is_x86_feature_detected!("avx512dq")
                    && std::is_x86_feature_detected!("avx512vl");
                if has_avx512 {
                    // SAFETY: the machine has the features.
                    return unsafe { avx512::<N>($($argument),*) };
                } else if std::is_x86_feature_detected!("avx2") {
                    // SAFETY: the machine has the feature.
                    return unsafe { avx2::<N>($($argument),*) };
                }
            }
            $plain::<N>($($argument),*);
        }
    };
}
