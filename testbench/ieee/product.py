"""The multiplication, which no solver decides at once, in steps.

The golden model multiplies the significands as they are, Z3 those shifted to the top. Each step is a claim about all inputs;
`STEPS` in `compare.py` says how they make the whole.
"""

import z3

import standard


def parts(name, x):
    """The raw significand of a word with its hidden bit, and the number of zeros above its highest one."""
    exponent, significand, _ = standard.FORMATS[name]
    field = z3.Extract(exponent + significand - 2, significand - 1, x)
    hidden = z3.If(field == 0, z3.BitVecVal(0, 1), z3.BitVecVal(1, 1))
    raw = z3.Concat(hidden, z3.Extract(significand - 2, 0, x))
    return raw, leading_zeros(raw)


def leading_zeros(raw):
    """As a number that is twice as wide; of 0 it is the width."""
    width = raw.size()
    count = z3.BitVecVal(width, 2 * width)
    for i in range(width):
        count = z3.If(z3.Extract(i, i, raw) == 1, z3.BitVecVal(width - 1 - i, 2 * width), count)
    return count


def equations(name, x, y):
    """Z3's multiplication as terms of bit-vectors, and the product of significands in them."""
    width = sum(standard.FORMATS[name][:2])
    names, terms = standard.equations(standard.result("mul", name, x, y), width)
    # Simplification would make products of fewer bits where only some of the product's are used.
    terms = standard.to_bit_vectors(terms, then="skip")
    products, seen, stack = {}, set(), list(terms)
    while stack:
        term = stack.pop()
        if term.get_id() not in seen:
            seen.add(term.get_id())
            stack.extend(term.children())
            # A product with a constant is a negation.
            if term.decl().kind() == z3.Z3_OP_BMUL and not any(map(z3.is_bv_value, term.children())):
                products[term.get_id()] = term
    [product] = products.values()
    return names, terms, product


def shifted(name, x, y, p):
    """A product of raw significands as that of significands that are shifted to the top."""
    (_, zeros_x), (_, zeros_y) = parts(name, x), parts(name, y)
    return p << (zeros_x + zeros_y)


def occurs(name, x, y, p):
    """What the comparison assumes about a product `p`: it is 0 if a significand is, else its shifts lose no bit and bring it to the top."""
    width = p.size()
    (raw_x, zeros_x), (raw_y, zeros_y) = parts(name, x), parts(name, y)
    shift = zeros_x + zeros_y
    top = p << shift
    reaches = z3.UGE(top, z3.BitVecVal(1 << (width - 2), width))
    is_zero = z3.Or(raw_x == 0, raw_y == 0)
    return z3.If(is_zero, p == 0, z3.And(z3.LShR(top, shift) == p, reaches))


def rest(circuit, name, literals, unspecified):
    """The result of Z3's multiplication with any product `p` of the raw significands."""
    words = {key: standard.bits(key, len(value)) for key, value in literals.items()}
    x, y, p = (standard.word(words[key]) for key in "xyp")
    return with_product(circuit, name, literals, shifted(name, x, y, p), unspecified)


def with_product(circuit, name, literals, top, unspecified):
    """The result of Z3's multiplication where a word takes the place of its product."""
    x, y = (standard.word(standard.bits(key, len(literals[key]))) for key in "xy")
    names, terms, product = equations(name, x, y)
    assert top.size() == product.size(), (top.size(), product.size())
    terms = [z3.substitute(term, (product, top)) for term in terms]
    return standard.Reader(circuit, _named(literals), unspecified).outputs(terms, names)


def are_finite(circuit, name, literals):
    exponent, significand, _ = standard.FORMATS[name]
    finite = circuit.TRUE
    for key in "xy":
        field = literals[key][significand - 1 : significand - 1 + exponent]
        ones = circuit.TRUE
        for bit in field:
            ones = circuit.conj(ones, bit)
        finite = circuit.conj(finite, ones ^ 1)
    return finite


def factors(circuit, name, literals):
    """The factors of Z3's product, and the significands shifted to the top."""
    words = {key: standard.bits(key, len(value)) for key, value in literals.items()}
    x, y = (standard.word(words[key]) for key in "xy")
    _, _, product = equations(name, x, y)
    width = product.size()
    found, expected = [], []
    for factor in product.children():
        found += standard.include(circuit, factor, width, _named(literals))
    for one in (x, y):
        raw, zeros = parts(name, one)
        expected += standard.include(circuit, z3.ZeroExt(width - raw.size(), raw) << zeros, width, _named(literals))
    return found, expected


def significands(circuit, name, literals):
    """The raw significands, that of `x` first."""
    words = {key: standard.bits(key, len(value)) for key, value in literals.items()}
    found = []
    for key in "xy":
        raw, _ = parts(name, standard.word(words[key]))
        found += standard.include(circuit, raw, raw.size(), _named(literals))
    return found


def assumption(circuit, name, literals):
    words = {key: standard.bits(key, len(value)) for key, value in literals.items()}
    holds = occurs(name, *(standard.word(words[key]) for key in "xyp"))
    [literal] = standard.include(circuit, z3.If(holds, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)), 1, _named(literals))
    return literal


def digit(width):
    """The bits of the lower digit of a significand, as the golden model has them."""
    return 3 if width == 11 else 16


def rows(circuit, x, y):
    """The product of two significands as a sum of rows, digit by digit."""
    low = digit(len(x))
    width = 2 * len(x)
    [xl, xh], [yl, yh] = ([word[:low], word[low:]] for word in (x, y))

    def shifted(word, amount):
        return ([circuit.FALSE] * amount + word + [circuit.FALSE] * width)[:width]

    def of_digits(a, b):
        total = [circuit.FALSE] * width
        for j, bit in enumerate(b):
            total = add(circuit, total, [circuit.conj(bit, one) for one in shifted(a, j)])
        return total

    middle = add(circuit, of_digits(xl, yh), of_digits(xh, yl))
    total = add(circuit, of_digits(xl, yl), shifted(middle, low))
    return add(circuit, total, shifted(of_digits(xh, yh), 2 * low))


def add(circuit, x, y):
    """A sum of words of one width, which is that of the words."""
    carry, total = circuit.FALSE, []
    for one, other in zip(x, y):
        differ = circuit.xor(one, other)
        total.append(circuit.xor(differ, carry))
        carry = circuit.disj(circuit.conj(one, other), circuit.conj(differ, carry))
    return total


def _named(literals):
    found = {}
    for key, value in literals.items():
        found.update(standard.named(key, value))
    return found


def reaches_the_top(circuit, name, literals):
    """Whether the significand of `x`, shifted by its leading zeros, has its highest bit set and loses none, or is 0."""
    words = {key: standard.bits(key, len(value)) for key, value in literals.items()}
    raw, zeros = parts(name, standard.word(words["x"]))
    shift = z3.Extract(raw.size() - 1, 0, zeros)
    top = raw << shift
    good = z3.Or(raw == 0, z3.And(z3.LShR(top, shift) == raw, z3.Extract(raw.size() - 1, raw.size() - 1, top) == 1))
    return standard.include(circuit, z3.If(good, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)), 1, _named(literals))
