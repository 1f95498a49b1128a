"""And-Inverter Graphs, read and written in the format AIGER (binary)."""


class Circuit:
    """A literal is twice the number of a node, plus 1 if inverted. Node 0 is false, then come the inputs, then conjunctions."""

    FALSE, TRUE = 0, 1

    def __init__(self, inputs):
        self.inputs = inputs
        self.ands = []
        self._known = {}

    def input(self, number):
        return 2 * (number + 1)

    def words(self, *widths):
        """The inputs as words, least significant bit first."""
        assert sum(widths) == self.inputs, (widths, self.inputs)
        bits = iter(range(self.inputs))
        return [[self.input(next(bits)) for _ in range(width)] for width in widths]

    def conj(self, x, y):
        x, y = min(x, y), max(x, y)
        if x == self.FALSE or x == y ^ 1:
            return self.FALSE
        if x == self.TRUE or x == y:
            return y
        if (x, y) not in self._known:
            self.ands.append((x, y))
            self._known[x, y] = 2 * (self.inputs + len(self.ands))
        return self._known[x, y]

    def disj(self, x, y):
        return self.conj(x ^ 1, y ^ 1) ^ 1

    def xor(self, x, y):
        return self.disj(self.conj(x, y ^ 1), self.conj(x ^ 1, y))

    def mux(self, c, x, y):
        return self.disj(self.conj(c, x), self.conj(c ^ 1, y))

    def include(self, other, outputs, inputs):
        """The outputs of another circuit whose inputs are these literals."""
        values = [self.FALSE, *inputs]
        assert len(inputs) == other.inputs
        for x, y in other.ands:
            values.append(self.conj(values[x // 2] ^ (x & 1), values[y // 2] ^ (y & 1)))
        return [values[literal // 2] ^ (literal & 1) for literal in outputs]

    def evaluate(self, outputs, values):
        """The outputs for values of the inputs, which are integers of many cases each: a bit for each case."""
        everywhere = -1
        nodes = [0, *values]
        for x, y in self.ands:
            left, right = nodes[x // 2], nodes[y // 2]
            nodes.append((left ^ everywhere if x & 1 else left) & (right ^ everywhere if y & 1 else right))
        return [nodes[literal // 2] ^ (everywhere if literal & 1 else 0) for literal in outputs]

    def write(self, path, outputs):
        # Nodes are in topological order, as the format wants them.
        text = f"aig {self.inputs + len(self.ands)} {self.inputs} 0 {len(outputs)} {len(self.ands)}\n"
        data = bytearray(text.encode())
        for literal in outputs:
            data += f"{literal}\n".encode()
        for number, (x, y) in enumerate(self.ands):
            out = 2 * (self.inputs + number + 1)
            for delta in (out - y, y - x):
                while delta > 0x7F:
                    data.append(delta & 0x7F | 0x80)
                    delta >>= 7
                data.append(delta)
        with open(path, "wb") as file:
            file.write(data)


def read(path):
    """A circuit, and the literals of its outputs."""
    with open(path, "rb") as file:
        data = file.read()
    at = data.index(b"\n") + 1
    header = data[:at].split()
    if header[0] != b"aig":
        raise ValueError(f"{path}: not a binary AIGER file")
    maximum, inputs, latches, outputs, ands = map(int, header[1:6])
    if latches or maximum != inputs + ands:
        raise ValueError(f"{path}: not a combinational circuit")
    literals = []
    for _ in range(outputs):
        end = data.index(b"\n", at)
        literals.append(int(data[at:end]))
        at = end + 1
    circuit = Circuit(inputs)

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value

    # Conjunctions that are equal, or constant, are merged here.
    nodes = [Circuit.FALSE, *(circuit.input(i) for i in range(inputs))]
    for i in range(ands):
        x = 2 * (inputs + i + 1) - number()
        y = x - number()
        nodes.append(circuit.conj(nodes[x // 2] ^ (x & 1), nodes[y // 2] ^ (y & 1)))
    return circuit, [nodes[literal // 2] ^ (literal & 1) for literal in literals]
