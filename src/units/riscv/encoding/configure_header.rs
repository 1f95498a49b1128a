//! Mask and selectors by their text, in the C header.

pub(super) const CONFIGURE: &str = r#"
/* Mask and selectors as in the text of an instruction, "b3210" or "h10"; where the compiler knows the text, this is a constant.
 * A text that is none of those traps. */
LANESMITH_INLINE uint32_t lanesmith_digit(char digit, char last)
{
    if (digit < '0' || digit > last)
        __builtin_trap();
    return (uint32_t)(digit - '0');
}

LANESMITH_INLINE void lanesmith_expect(int is_right)
{
    if (!is_right)
        __builtin_trap();
}
"#;

pub(super) const CONFIGURE4: &str = r#"
LANESMITH_INLINE uint32_t lanesmith_selector4(const char *text)
{
    uint32_t elements;
    lanesmith_expect(text[0] == 'b');
    elements = lanesmith_digit(text[1], '7') << 9;
    elements |= lanesmith_digit(text[2], '7') << 6;
    elements |= lanesmith_digit(text[3], '7') << 3;
    elements |= lanesmith_digit(text[4], '7');
    lanesmith_expect(!text[5]);
    return elements;
}

/* Lanes in falling order, at least one. */
LANESMITH_INLINE uint32_t lanesmith_mask4(const char *text)
{
    uint32_t mask;
    lanesmith_expect(text[0] == 'b');
    mask = 1u << lanesmith_digit(text[1], '3');
    if (text[2]) {
        mask |= 1u << lanesmith_digit(text[2], (char)(text[1] - 1));
        if (text[3]) {
            mask |= 1u << lanesmith_digit(text[3], (char)(text[2] - 1));
            if (text[4]) {
                mask |= 1u << lanesmith_digit(text[4], (char)(text[3] - 1));
                lanesmith_expect(!text[5]);
            }
        }
    }
    return mask;
}

/* A configuration for instructions on four bytes that does not chain: lanesmith_modifiers4("b3210", "b3210", "b7654") has all
 * lanes and their own elements. Or-ed with 1u << LANESMITH_CHAIN it chains. */
LANESMITH_INLINE uint32_t lanesmith_modifiers4(const char *mask, const char *asel, const char *bsel)
{
    return lanesmith_mask4(mask) << LANESMITH_MASK | lanesmith_selector4(asel) << LANESMITH_ASEL
        | lanesmith_selector4(bsel) << LANESMITH_BSEL;
}

/* Makes that the configuration; the value is the one before. */
LANESMITH_INLINE uint32_t lanesmith_configure4(const char *mask, const char *asel, const char *bsel)
{
    return lanesmith_swap_configuration(lanesmith_modifiers4(mask, asel, bsel));
}
"#;

pub(super) const CONFIGURE2: &str = r#"
LANESMITH_INLINE uint32_t lanesmith_selector2(const char *text)
{
    uint32_t elements;
    lanesmith_expect(text[0] == 'h');
    elements = lanesmith_digit(text[1], '3') << 2;
    elements |= lanesmith_digit(text[2], '3');
    lanesmith_expect(!text[3]);
    return elements;
}

/* Lanes in falling order, at least one. */
LANESMITH_INLINE uint32_t lanesmith_mask2(const char *text)
{
    uint32_t mask;
    lanesmith_expect(text[0] == 'h');
    mask = 1u << lanesmith_digit(text[1], '1');
    if (text[2]) {
        mask |= 1u << lanesmith_digit(text[2], (char)(text[1] - 1));
        lanesmith_expect(!text[3]);
    }
    return mask;
}

/* Likewise for instructions on two half-words: lanesmith_modifiers2("h10", "h10", "h32") has all lanes and their own elements. */
LANESMITH_INLINE uint32_t lanesmith_modifiers2(const char *mask, const char *asel, const char *bsel)
{
    return lanesmith_mask2(mask) << LANESMITH_MASK | lanesmith_selector2(asel) << LANESMITH_ASEL
        | lanesmith_selector2(bsel) << LANESMITH_BSEL;
}

LANESMITH_INLINE uint32_t lanesmith_configure2(const char *mask, const char *asel, const char *bsel)
{
    return lanesmith_swap_configuration(lanesmith_modifiers2(mask, asel, bsel));
}
"#;
