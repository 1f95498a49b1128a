//! Functions for the widest registers that the machine has.

/// A function that runs another, which is inlined everywhere, compiled for the widest registers that the machine has.
macro_rules! widest {
    ($name:ident runs $plain:ident($($argument:ident: $type:ty),*)) => {
        fn $name<const N: usize>($($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512vl")]
                fn avx512<const N: usize>($($argument: $type),*) {
                    $plain($($argument),*);
                }
                #[target_feature(enable = "avx2")]
                fn avx2<const N: usize>($($argument: $type),*) {
                    $plain($($argument),*);
                }
                if std::is_x86_feature_detected!("avx512f") && std::is_x86_feature_detected!("avx512vl") {
                    // SAFETY: the machine has the features.
                    return unsafe { avx512($($argument),*) };
                } else if std::is_x86_feature_detected!("avx2") {
                    // SAFETY: the machine has the feature.
                    return unsafe { avx2($($argument),*) };
                }
            }
            $plain($($argument),*);
        }
    };
}
pub(super) use widest;
