//! Special registers of 32 bits.

/// Whether a name is that of a special register of 32 bits, or of a part of one (PTX ISA, section "Special Registers").
pub(crate) fn is_special(name: &str) -> bool {
    const VECTORS: [&str; 8] = [
        "%tid",
        "%ntid",
        "%ctaid",
        "%nctaid",
        "%clusterid",
        "%nclusterid",
        "%cluster_ctaid",
        "%cluster_nctaid",
    ];
    const SCALARS: [&str; 19] = [
        "%laneid",
        "%warpid",
        "%nwarpid",
        "%smid",
        "%nsmid",
        "%gridid",
        "%cluster_ctarank",
        "%cluster_nctarank",
        "%lanemask_eq",
        "%lanemask_le",
        "%lanemask_lt",
        "%lanemask_ge",
        "%lanemask_gt",
        "%clock",
        "%clock_hi",
        "%globaltimer_lo",
        "%globaltimer_hi",
        "%total_smem_size",
        "%dynamic_smem_size",
    ];
    let environment = name
        .strip_prefix("%envreg")
        .and_then(|number| number.parse::<u8>().ok());
    match name.split_once('.') {
        Some((vector, part)) => VECTORS.contains(&vector) && ["x", "y", "z"].contains(&part),
        None => SCALARS.contains(&name) || environment.is_some_and(|number| number < 32),
    }
}
