"""The operations of IEEE 754 as Z3's floating-point theory has them, as circuits. A NaN result is the quiet NaN."""

import z3

FORMATS = {"fp32": (8, 24, 0x7FC00000), "fp16": (5, 11, 0x7E00)}
COMPARISONS = {"equal": z3.fpEQ, "less": z3.fpLT, "at_least": z3.fpGEQ}
ARITHMETIC = {"add": z3.fpAdd, "sub": z3.fpSub, "mul": z3.fpMul}
# Wrong references, which the comparison must find.
FAULTS = ("rounding", "sticky", "nan")


def bits(name, width):
    return [z3.Bool(f"{name}{i}") for i in range(width)]


def word(booleans):
    one, zero = z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)
    return z3.Concat(*[z3.If(bit, one, zero) for bit in reversed(booleans)])


def result(operation, name, x, y, fault=None):
    """The result of an operation on words, as a word."""
    exponent, significand, nan = FORMATS[name]
    width = exponent + significand
    sort = z3.FPSort(exponent, significand)
    x, y = z3.fpBVToFP(x, sort), z3.fpBVToFP(y, sort)
    if operation in COMPARISONS:
        holds = COMPARISONS[operation](x, y)
        return z3.If(holds, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))
    function = ARITHMETIC[operation]
    if fault == "sticky":
        # Two bits more than the result has, and no sticky bit.
        wide = z3.FPSort(exponent, significand + 2)
        more = function(z3.RTZ(), *[z3.fpFPToFP(z3.RNE(), one, wide) for one in (x, y)])
        value = z3.fpFPToFP(z3.RNE(), more, sort)
    else:
        value = function(z3.RTZ() if fault == "rounding" else z3.RNE(), x, y)
    quiet = z3.BitVecVal(nan ^ (1 << (width - 1) if fault == "nan" else 0), width)
    return z3.If(z3.fpIsNaN(value), quiet, z3.fpToIEEEBV(value))


def to_bit_vectors(equations, then="simplify"):
    """Floating-point terms as terms of bit-vectors."""
    goal = z3.Goal()
    goal.add(*equations)
    [found] = z3.Then("simplify", "fpa2bv", then)(goal)
    return list(found)


class Reader:
    """Makes circuits of equations `name[i] = bits`, once they are propositional."""

    def __init__(self, circuit, named, unspecified):
        self.circuit = circuit
        self.literals = {}
        self.named = named
        # What the theory leaves open, the pattern of a NaN, is any bit.
        self.unspecified = iter(unspecified)

    def outputs(self, equations, results):
        """The literals of results, which are variables that the equations define."""
        goal = z3.Goal()
        goal.add(*equations)
        [found] = z3.Then("simplify", "bit-blast", "simplify")(goal)
        defined = {}
        for equation in found:
            sides, inverted = self._sides(equation)
            for side, other in (sides, sides[::-1]):
                if side.decl().name() in results and side.num_args() == 0:
                    defined[side.decl().name()] = self.literal(other) ^ inverted
        return [defined[name] for name in results]

    @staticmethod
    def _sides(equation):
        """The sides of an equation; a variable alone equals true."""
        inverted = 0
        while z3.is_not(equation):
            equation, inverted = equation.arg(0), inverted ^ 1
        if z3.is_eq(equation) and equation.num_args() == 2:
            return (equation.arg(0), equation.arg(1)), inverted
        return (equation, z3.BoolVal(True)), inverted

    def literal(self, term):
        stack = [term]
        while stack:
            top = stack[-1]
            key = top.get_id()
            if key in self.literals:
                stack.pop()
                continue
            kind = top.decl().kind()
            if kind == z3.Z3_OP_BIT2BOOL:
                # Of an uninterpreted function: one bit for each place and argument.
                self.literals[key] = next(self.unspecified)
                continue
            missing = [child for child in top.children() if child.get_id() not in self.literals]
            if missing:
                stack.extend(missing)
                continue
            self.literals[key] = self._combine(top, kind, [self.literals[child.get_id()] for child in top.children()])
        return self.literals[term.get_id()]

    def _combine(self, term, kind, parts):
        circuit = self.circuit
        if kind == z3.Z3_OP_TRUE:
            return circuit.TRUE
        if kind == z3.Z3_OP_FALSE:
            return circuit.FALSE
        if kind == z3.Z3_OP_NOT:
            return parts[0] ^ 1
        if kind in (z3.Z3_OP_AND, z3.Z3_OP_OR):
            value = circuit.TRUE if kind == z3.Z3_OP_AND else circuit.FALSE
            for part in parts:
                value = circuit.conj(value, part) if kind == z3.Z3_OP_AND else circuit.disj(value, part)
            return value
        if kind in (z3.Z3_OP_EQ, z3.Z3_OP_IFF, z3.Z3_OP_XOR):
            value = circuit.xor(*parts)
            return value if kind == z3.Z3_OP_XOR else value ^ 1
        if kind == z3.Z3_OP_ITE:
            return circuit.mux(*parts)
        if kind == z3.Z3_OP_UNINTERPRETED and not parts:
            return self.named[term.decl().name()]
        raise ValueError(f"unexpected term {term.decl()}")


def equations(value, width):
    """Variables for the bits of a word, and equations that define them."""
    names = [f"r{i}" for i in range(width)]
    one = z3.BitVecVal(1, 1)
    return names, [z3.Bool(name) == (z3.Extract(i, i, value) == one) for i, name in enumerate(names)]


def include(circuit, value, width, named, unspecified=()):
    """The literals of a word of bit-vector or floating-point terms over named literals."""
    names, terms = equations(value, width)
    reader = Reader(circuit, named, unspecified)
    return reader.outputs(to_bit_vectors(terms), names)


def named(name, word_of_literals):
    return {f"{name}{i}": literal for i, literal in enumerate(word_of_literals)}
