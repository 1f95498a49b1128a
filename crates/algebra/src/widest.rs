//! Functions for the widest registers that the machine has.

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
