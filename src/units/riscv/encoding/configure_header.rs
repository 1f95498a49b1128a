//! Mask and selectors from numbers, in the C header.

/// For instructions on four bytes.
pub(super) const CONFIGURE4: &str = r#"
/* A configuration for instructions on four bytes that does not chain. A bit of mask is a lane; a hexadecimal digit of asel and bsel is
 * the element for a lane: lanesmith_modifiers4(0xf, 0x3210, 0x7654) has all lanes and their own elements, as r.b3210 and r.b7654
 * in PTX. Or-ed with 1u << LANESMITH_CHAIN it chains. */
LANESMITH_INLINE uint32_t lanesmith_selector4(uint32_t digits)
{
    return (digits & 7u) | (digits >> 1 & 0x38u) | (digits >> 2 & 0x1c0u) | (digits >> 3 & 0xe00u);
}

LANESMITH_INLINE uint32_t lanesmith_modifiers4(uint32_t mask, uint32_t asel, uint32_t bsel)
{
    return (mask & 15u) << LANESMITH_MASK | lanesmith_selector4(asel) << LANESMITH_ASEL
        | lanesmith_selector4(bsel) << LANESMITH_BSEL;
}

/* Makes that the configuration; the value is the one before. */
LANESMITH_INLINE uint32_t lanesmith_configure4(uint32_t mask, uint32_t asel, uint32_t bsel)
{
    return lanesmith_swap_configuration(lanesmith_modifiers4(mask, asel, bsel));
}
"#;

/// For instructions on two half-words.
pub(super) const CONFIGURE2: &str = r#"
/* Likewise for instructions on two half-words: lanesmith_modifiers2(3, 0x10, 0x32) has all lanes and their own elements. */
LANESMITH_INLINE uint32_t lanesmith_modifiers2(uint32_t mask, uint32_t asel, uint32_t bsel)
{
    return (mask & 3u) << LANESMITH_MASK | ((asel & 3u) | (asel >> 2 & 12u)) << LANESMITH_ASEL
        | ((bsel & 3u) | (bsel >> 2 & 12u)) << LANESMITH_BSEL;
}

LANESMITH_INLINE uint32_t lanesmith_configure2(uint32_t mask, uint32_t asel, uint32_t bsel)
{
    return lanesmith_swap_configuration(lanesmith_modifiers2(mask, asel, bsel));
}
"#;
