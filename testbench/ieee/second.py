"""Claims for Bitwuzla: its own floating-point theory beside the golden model's graphs, and the arithmetic of products."""

import bitwuzla
from bitwuzla import Kind, Option

import standard

COMPARISONS = {"equal": Kind.FP_EQUAL, "less": Kind.FP_LT, "at_least": Kind.FP_GEQ}
ARITHMETIC = {"add": Kind.FP_ADD}

# For one claim.
SECONDS = 1800


class Claims:
    """A claim's terms, and its decision."""

    def __init__(self):
        self.terms = bitwuzla.TermManager()

    def term(self, kind, *parts, indices=()):
        return self.terms.mk_term(kind, list(parts), list(indices))

    def value(self, number, width):
        return self.terms.mk_bv_value(self.terms.mk_bv_sort(width), str(number % (1 << width)), 10)

    def word(self, name, width):
        return self.terms.mk_const(self.terms.mk_bv_sort(width), name)

    def holds(self, claim):
        """Whether a claim holds for all values of its constants."""
        options = bitwuzla.Options()
        options.set(Option.TIME_LIMIT_PER, SECONDS * 1000)
        solver = bitwuzla.Bitwuzla(self.terms, options)
        solver.assert_formula(self.term(Kind.NOT, claim))
        result = solver.check_sat()
        if result == bitwuzla.Result.UNSAT:
            return True
        if result == bitwuzla.Result.SAT:
            return False
        raise RuntimeError(f"Bitwuzla gave up: {result}")

    def bit(self, word, place):
        extracted = self.term(Kind.BV_EXTRACT, word, indices=(place, place))
        return self.term(Kind.EQUAL, extracted, self.value(1, 1))

    def circuit(self, circuit, outputs, inputs):
        """The outputs of a circuit as truth values."""
        nodes = [self.terms.mk_false(), *inputs]

        def read(literal):
            node = nodes[literal // 2]
            return self.term(Kind.NOT, node) if literal & 1 else node

        for x, y in circuit.ands:
            nodes.append(self.term(Kind.AND, read(x), read(y)))
        return [read(literal) for literal in outputs]


def golden_is_the_standard(circuit, outputs, operation, name):
    """Whether an operation of the golden model is that of Bitwuzla's theory."""
    claims = Claims()
    exponent, significand, nan = standard.FORMATS[name]
    width = exponent + significand
    x, y = claims.word("x", width), claims.word("y", width)
    inputs = [claims.bit(word, i) for word in (x, y) for i in range(width)]
    golden = claims.circuit(circuit, outputs, inputs)

    def number(word):
        return claims.term(Kind.FP_TO_FP_FROM_BV, word, indices=(exponent, significand))

    if operation in COMPARISONS:
        theirs = claims.term(COMPARISONS[operation], number(x), number(y))
        return claims.holds(claims.term(Kind.EQUAL, golden[0], theirs))
    rounding = claims.terms.mk_rm_value(bitwuzla.RoundingMode.RNE)
    theirs = claims.term(ARITHMETIC[operation], rounding, number(x), number(y))
    one, zero = claims.value(1, 1), claims.value(0, 1)
    bits = [claims.term(Kind.ITE, bit, one, zero) for bit in golden]
    ours = bits[0]
    for bit in bits[1:]:
        ours = claims.term(Kind.BV_CONCAT, bit, ours)
    # Equality of terms, not of numbers: it tells the zeros apart.
    is_theirs = claims.term(Kind.EQUAL, number(ours), theirs)
    is_quiet = claims.term(Kind.EQUAL, ours, claims.value(nan, width))
    return claims.holds(claims.term(Kind.ITE, claims.term(Kind.FP_IS_NAN, theirs), is_quiet, is_theirs))


def rows_are_the_product(width, low):
    """Whether sums of rows, by digits of which the lower has `low` bits, are the product of numbers of `width` bits.

    Row by row: a * (c + 2^j) = a * c + (a << j), and the first j + 1 bits of a number are its first j bits, plus 2^j if bit j is 1.
    So the sum of the first rows is the product with the first bits. Then digit by digit.
    """
    claims, double = Claims(), 2 * width

    def add(p, q):
        return claims.term(Kind.BV_ADD, p, q)

    def mul(p, q):
        return claims.term(Kind.BV_MUL, p, q)

    def shift(a, amount):
        return claims.term(Kind.BV_SHL, a, claims.value(amount, double))

    a, b, c = (claims.word(name, double) for name in "abc")
    zero = claims.value(0, double)
    good = claims.holds(claims.term(Kind.EQUAL, mul(a, zero), zero))
    for j in range(width):
        place = claims.value(1 << j, double)
        row = claims.term(Kind.EQUAL, mul(a, add(c, place)), add(mul(a, c), shift(a, j)))
        first = claims.term(Kind.BV_AND, b, claims.value((1 << j) - 1, double))
        more = claims.term(Kind.BV_AND, b, claims.value((2 << j) - 1, double))
        bits = claims.term(Kind.EQUAL, more, claims.term(Kind.ITE, claims.bit(b, j), add(first, place), first))
        good = good and claims.holds(row) and claims.holds(bits)
    # A number of `width` bits is made of its digits.
    x = claims.word("x", width)
    parts = [
        claims.term(
            Kind.BV_ZERO_EXTEND,
            claims.term(Kind.BV_EXTRACT, x, indices=(high, bottom)),
            indices=(double - (high - bottom + 1),),
        )
        for high, bottom in ((low - 1, 0), (width - 1, low))
    ]
    whole = claims.term(Kind.BV_ZERO_EXTEND, x, indices=(width,))
    good = good and claims.holds(claims.term(Kind.EQUAL, whole, add(parts[0], shift(parts[1], low))))
    xl, xh, yl, yh = (claims.word(name, double) for name in ("xl", "xh", "yl", "yh"))
    product = mul(add(xl, shift(xh, low)), add(yl, shift(yh, low)))
    middle = shift(add(mul(xl, yh), mul(xh, yl)), low)
    by_digits = add(add(mul(xl, yl), middle), shift(mul(xh, yh), 2 * low))
    return good and claims.holds(claims.term(Kind.EQUAL, product, by_digits))


def shifts_leave_the_product(width):
    """Whether (a << i) * (b << j) = (a * b) << (i + j) for the shifts that occur, in words of four times the width, where no bit is lost."""
    claims, wide = Claims(), 4 * width
    a, b = claims.word("a", wide), claims.word("b", wide)

    def shift(word, amount):
        return claims.term(Kind.BV_SHL, word, claims.value(amount, wide))

    def mul(p, q):
        return claims.term(Kind.BV_MUL, p, q)

    # One factor after the other, and then both shifts as one.
    good = all(
        claims.holds(claims.term(Kind.EQUAL, mul(shift(a, i), b), shift(mul(a, b), i)))
        and claims.holds(claims.term(Kind.EQUAL, mul(b, shift(a, i)), shift(mul(b, a), i)))
        for i in range(width + 1)
    )
    p = claims.word("p", wide)
    return good and all(
        claims.holds(claims.term(Kind.EQUAL, shift(shift(p, i), j), shift(p, i + j)))
        for i in range(width + 1)
        for j in range(width + 1)
    )


def shifted_factors_have_the_product_in_the_range(width):
    """Whether factors with their highest bit set have a product of at least 2^(2 * width - 2) that fits into twice the width."""
    claims, wide = Claims(), 4 * width
    a, b = claims.word("a", width), claims.word("b", width)
    top = [claims.bit(word, width - 1) for word in (a, b)]
    extended = [claims.term(Kind.BV_ZERO_EXTEND, word, indices=(3 * width,)) for word in (a, b)]
    product = claims.term(Kind.BV_MUL, *extended)
    low = claims.term(Kind.BV_UGE, product, claims.value(1 << (2 * width - 2), wide))
    high = claims.term(Kind.BV_ULT, product, claims.value(1 << (2 * width), wide))
    both = claims.term(Kind.AND, low, high)
    return claims.holds(claims.term(Kind.IMPLIES, claims.term(Kind.AND, *top), both))
