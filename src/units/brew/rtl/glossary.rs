//! What the datapath's signals are called, and what each name means in every block that has it.

/// Names of ports, and what they carry. A block says so itself where a name means something else in it. Before the parts
/// of a bundle of signals stands one of [`BUNDLES`].
pub(super) const GLOSSARY: &[(&str, &str)] = &[
    ("clock", "Rising edge."),
    ("reset", "Active high."),
    // The instruction.
    ("address", "Address of the instruction in bytes."),
    ("word0", "The instruction's first word."),
    ("word1", "Its second word, if it has one."),
    ("word2", "Its third word, if it has one."),
    ("length", "Its length in words, 1 to 3."),
    (
        "legal",
        "It is legal: by its code, and behind the type rules by the types of its operands as well.",
    ),
    ("select", "What the operand is:"),
    ("code_legal", "Its code is that of an instruction."),
    ("kind", "What it is:"),
    (
        "code_operation",
        "Operation of the integer unit that its code names, before the types decide.",
    ),
    (
        "field_a",
        "The field of its first word that names a register or holds a tiny constant.",
    ),
    ("d_register", "Number of its destination register."),
    ("a_register", "Number of its first source register."),
    ("b_register", "Number of its second source register."),
    (
        "type_register",
        "Number of the register whose type decides about the operation.",
    ),
    ("a_immediate", "The first operand does not come from a register."),
    ("b_immediate", "The second operand does not come from a register."),
    ("immediate", "What an operand is that comes from no register:"),
    ("exception", "It raises the invalid-instruction exception."),
    ("writes", "It writes the value of its destination register."),
    // The operation.
    ("operation", "Operation of the integer unit, numbered as at its port."),
    ("compare", "Comparison of the integer unit, coded as at its port."),
    ("extend", "Bit 0: sign-extend lanes from 8 bits, bit 1: from 16 bits."),
    (
        "lanes",
        "Bit 0: 16-bit lanes, bit 1: 8-bit lanes, bit 2: saturate, bit 3: unsigned.",
    ),
    ("lanes16", "Two lanes of 16 bits."),
    ("lanes8", "Four lanes of 8 bits."),
    ("as_unsigned", "Lanes are unsigned."),
    ("float", "The lanes are floating-point numbers."),
    ("slow", "What the unit of several cycles does:"),
    ("unit", "What it does:"),
    ("multiply", "Multiply; else add or subtract."),
    ("subtract", "Subtract; else add."),
    // Operands and results.
    ("a", "First operand."),
    ("b", "Second operand."),
    ("a_value", "What the first source register holds."),
    (
        "b_inverted",
        "The second operand is inverted: the addend of a difference.",
    ),
    ("b_value", "What the second source register holds."),
    ("d", "Result."),
    ("result", "Result."),
    ("value", "The value that is written."),
    ("word", "The word that is worked on."),
    ("amount", "By how many bits."),
    ("shifted", "The shifted word."),
    ("number", "A number."),
    ("hot", "The bit of that number is 1, all others are 0."),
    (
        "addend",
        "The second operand as it goes to the adder: inverted for a difference.",
    ),
    ("sum", "Sum of each lane."),
    ("carry", "Carry out of each byte."),
    ("take_sum", "Bytes of the result that are sums."),
    (
        "other",
        "What is not a sum; 0, but for top bits, where the result is a constant.",
    ),
    ("fill", "Bytes that are the other ones inverted, if they are no sums."),
    // Types.
    ("types", "Codes of all types, that of register 0 lowest."),
    ("type_code", "Code of the type that decides."),
    ("operand_type", "Code of the type that decided."),
    ("old_type", "Code of the destination's type before the instruction."),
    ("new_type", "Code of the destination's type after it."),
    // The register file.
    ("write", "Write on this edge."),
    ("write_register", "Number of the register that is written."),
    ("write_value", "What is written."),
    // Floating-point numbers.
    ("half", "Numbers are binary16; else binary32."),
    ("b_significand", "Significand of the second number."),
    ("larger", "Significand of the number of larger magnitude."),
    ("smaller", "Significand of the number of smaller magnitude."),
    ("sign", "Sign of the number."),
    ("nan", "The number is NaN."),
    ("exponent", "Biased exponent, in two's complement."),
    (
        "normal",
        "The top bits of the normalised magnitude; the lowest one is set if any bit below was.",
    ),
    ("packed_", "The number as it is stored."),
];

/// Before the names of what travels together.
pub(super) const BUNDLES: [&str; 5] = ["origin_", "decoded_", "executing_", "parts_", "result_"];
