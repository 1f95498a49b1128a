"""Golden models of packed-SIMD instructions on numpy arrays, and Verilog of the hardware that executes them.

Golden models
    :func:`vop` (PTX ``vop2``, ``vop4``, ``vset``, ``dp4a``, ``dp2a``, packed instructions), :func:`prmt`, :func:`brew`
Instructions
    :func:`parse`, :func:`explain`, :func:`encode`, :func:`decode`, :func:`assemble`
Hardware
    :func:`modules`, :func:`configurations`, :func:`generate`

Operands are integers or arrays of dtype ``uint32``, and broadcast as in numpy. :class:`Error` reports wrong instructions,
options and files; a wrong dtype or a missing operand is a :class:`TypeError`, wrong shapes and numbers are a
:class:`ValueError`.
"""

from __future__ import annotations

import json
import numbers
import operator
import os
from typing import Any, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _lanesmith
from ._lanesmith import Error, InternalError
from ._types import (
    BrewResult, Configuration, ControlWord, Explanation, Field, Generated, Instruction, Lane, Module, Option,
)

__version__ = _lanesmith.TOOL.split()[-1]
__all__ = [
    "BREW_TYPES", "BrewResult", "Configuration", "ControlWord", "Error", "Explanation", "Field", "Generated",
    "Instruction", "InternalError", "Lane", "Module", "Option", "assemble", "brew", "configurations", "decode", "encode",
    "explain", "generate", "modules", "parse", "prmt", "vop",
]

#: The codes of Brew's types by name: ``int32`` is 0.
BREW_TYPES: Mapping[str, int] = dict(_lanesmith.BREW_TYPES)

Words = Union[int, "np.integer[Any]", "np.ndarray[Any, np.dtype[np.uint32]]"]
Typed = Union[Words, Tuple[Union[str, int], Words]]


def _word(name: str, value: Any) -> Union[int, np.ndarray]:
    """An operand: an integer of 32 bits, negative ones in two's complement, or an array of dtype uint32."""
    if isinstance(value, np.ndarray):
        if value.dtype != np.uint32:
            raise TypeError(f"{name} has dtype {value.dtype}: expected uint32; convert it with .astype or .view")
        return value
    if isinstance(value, numbers.Integral) and not isinstance(value, (bool, np.bool_)):
        number = int(value)
        if not -(2**31) <= number < 2**32:
            raise ValueError(f"{name} is {number}: expected a number of 32 bits, -2**31 to 2**32 - 1")
        return number % 2**32
    raise TypeError(f"{name} is a {type(value).__name__}: expected an integer or an array of dtype uint32")


def _columns(operands: Mapping[str, Union[int, np.ndarray]]) -> Tuple[list, Tuple[int, ...], int]:
    """Operands as the native module has them, their common shape, and the number of rows."""
    shapes = {name: np.shape(value) for name, value in operands.items()}
    try:
        shape = np.broadcast_shapes(*shapes.values())
    except ValueError:
        listed = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise ValueError(f"shapes do not broadcast: {listed}") from None
    count = int(np.prod(shape, dtype=np.int64))

    def column(value: Union[int, np.ndarray]) -> Union[int, np.ndarray]:
        if isinstance(value, int):
            return value
        if value.size == 1:
            return int(value.reshape(())[()])
        return np.require(np.broadcast_to(value, shape), requirements=["C", "ALIGNED"]).reshape(-1)

    return [column(value) for value in operands.values()], shape, count


def _shaped(column: np.ndarray, shape: Tuple[int, ...]) -> Any:
    return column.reshape(shape)[()]


def vop(instruction: str, a: Optional[Words], b: Optional[Words] = None, c: Optional[Words] = None) -> Any:
    """Result of a PTX SIMD video instruction, dot product or packed instruction, or ``prmt``, for every row of operands.

    ``instruction`` is a name with types and modifiers (``"vadd4.u32.u32.u32.sat"``, ``"dp4a.u32.s32"``,
    ``"add.s8x4.sat"``), or a whole text with masks, selectors and numbers
    (``"vadd4.s32.s32.u32 r1.b31, r2.b7412, r3, r4"``); a guard is taken as true. ``a``, ``b`` and ``c`` are its sources in the
    order of the text. You may leave out ``c`` (it is then 0), a source that is a number in the text, and a source whose register
    is also an earlier source; pass ``None`` for it if another argument follows.

    Returns an array of dtype uint32 with the operands' common shape, or a ``numpy.uint32`` if all are integers.

    Raises :class:`Error` for a wrong instruction, with the place underlined; TypeError for a missing operand or a wrong dtype;
    ValueError for shapes that do not broadcast, or a value that contradicts the text.

    >>> vop("vadd4.u32.u32.u32.sat", 0x01ff7f80, 0x01017f80)
    np.uint32(50331391)
    """
    sources = json.loads(_lanesmith.parse(instruction))["sources"]
    given = {"a": a, "b": b, "c": c}
    superfluous = [name for name in list(given)[len(sources):] if given[name] is not None]
    if superfluous:
        raise TypeError(f"{instruction} has {len(sources)} sources: {superfluous[0]} is one too many")
    operands: dict = {}
    for name, source in zip(given, sources):
        operands[name] = _source(instruction, name, given[name], source, zip(sources, operands.items()))
    columns, shape, count = _columns(operands)
    if len(columns) == 1:  # A negation subtracts its source from 0.
        columns = [0, columns[0], columns[0]]
    return _shaped(_lanesmith.ptx(instruction, columns, count), shape)


def _source(instruction: str, name: str, value: Any, source: Union[str, int], earlier: Any) -> Union[int, np.ndarray]:
    """The value of a source, which the text or an earlier operand with the same register may give."""
    same = next((operand for other, operand in earlier if other == source), None)
    known = (f"the number {source} in the text", source) if isinstance(source, int) else same
    if value is None:
        if known is None and name != "c":
            raise TypeError(f"{instruction}: operand {name} is missing")
        return 0 if known is None else known[1]
    word = _word(name, value)
    if known is not None and not np.all(np.equal(word, known[1])):
        where = f"register {source}, which is also {known[0]}" if same else known[0]
        raise ValueError(f"{instruction}: {name} is {where}, and has another value")
    return word


def prmt(a: Words, b: Words, selector: Words, mode: Optional[str] = None) -> Any:
    """Bytes of ``{b, a}`` as ``prmt.b32`` picks them: by the selector's nibbles, or by its low two bits in a ``mode``.

    ``mode`` is one of ``f4e``, ``b4e``, ``rc8``, ``ecl``, ``ecr``, ``rc16``. Operands, results and errors as in :func:`vop`.

    >>> hex(prmt(0x33221100, 0x77665544, 0x7531))
    '0x77553311'
    """
    suffix = "" if mode is None else "." + mode.lstrip(".")
    return vop(f"prmt.b32{suffix}", a, b, selector)


def brew(instruction: Union[str, Sequence[int]], **registers: Typed) -> BrewResult:
    """Destination of a Brew instruction for every row of register contents.

    ``instruction`` is a text (``"$r1 <- $r2 + $r3"``) or its words. ``registers`` are ``r0`` to ``r14``: contents, or a pair of
    type and contents, ``r2=("sint8x4s", array)``. Types are names of :data:`BREW_TYPES` or codes from 0 to 14. As on the command
    line, contents without a type are int32, and other registers are int32 0.

    Returns a :class:`BrewResult` with arrays of the operands' common shape, or with numpy scalars. Raises :class:`Error` for a
    wrong instruction; TypeError and ValueError as :func:`vop`.

    >>> brew("$r1 <- $r2 + $r3", r2=("sint8x4s", 0x7f80ff01), r3=("sint8x4s", 0x01ff0001))
    BrewResult(value=np.uint32(2139160322), type=np.uint8(6), invalid=np.False_)
    """
    words = assemble(instruction) if isinstance(instruction, str) else _instruction_words(instruction)
    contents = _contents(registers)
    columns, shape, count = _columns({name: value for name, (_, value) in contents.items()})
    held = {name: (code, column) for (name, (code, _)), column in zip(contents.items(), columns)}
    used = [held.get(f"r{field}", (0, 0)) for field in _lanesmith.brew_fields(words)]
    value, code, invalid = _lanesmith.brew(words, [code for code, _ in used], [column for _, column in used], count)
    return BrewResult(
        _shaped(value, shape), _shaped(code.astype(np.uint8), shape), _shaped(invalid.astype(np.bool_), shape)
    )


_REGISTERS = [f"r{number}" for number in range(15)]


def _contents(registers: Mapping[str, Typed]) -> dict:
    """Type code and contents of each register."""
    contents = {}
    for name, value in registers.items():
        if name not in _REGISTERS:
            raise TypeError(f"{name} is not a register: expected r0 to r14")
        code, value = value if isinstance(value, tuple) and len(value) == 2 else (0, value)
        contents[name] = _type(name, code), _word(name, value)
    return contents


def _integer(name: str, value: Any) -> int:
    word = _word(name, value)
    if isinstance(word, np.ndarray):
        raise TypeError(f"{name} is an array: expected an integer")
    return word


def _type(name: str, code: Union[str, int]) -> int:
    """The code of a Brew type."""
    if isinstance(code, str):
        if code not in BREW_TYPES:
            raise ValueError(f"{name}: {code!r} is not a type: expected one of {', '.join(BREW_TYPES)}, or a code from 0 to 14")
        return BREW_TYPES[code]
    if isinstance(code, numbers.Integral) and 0 <= code < 15:
        return int(code)
    raise ValueError(f"{name}: {code!r} is not a type: expected a name, or a code from 0 to 14")


def _instruction_words(words: Sequence[int]) -> list:
    checked = [operator.index(word) for word in words]
    if not all(0 <= word < 2**16 for word in checked):
        raise ValueError("words of Brew instructions have 16 bits")
    return checked


def assemble(text: str) -> Sequence[int]:
    """The 16-bit words of Brew statements, one line each. Raises :class:`Error` with the place underlined.

    >>> [hex(word) for word in assemble("$r1 <- $r2 + $r3")]
    ['0x1432']
    """
    return _lanesmith.assemble(text)


def parse(instruction: str) -> Instruction:
    """Reads a PTX instruction, complete or without operands (then r1, r2, … are added). Raises :class:`Error`.

    >>> parse("vadd4.s32.s32.u32.sat r1.b31, r2, r3, r4").mask
    10
    """
    return Instruction(**json.loads(_lanesmith.parse(instruction)))


def explain(
    instruction: str, a: Optional[int] = None, b: Optional[int] = None, c: Optional[int] = None, **registers: Any
) -> Explanation:
    """How the result of one instruction comes about, lane by lane. A PTX instruction has operands, a Brew instruction registers,
    given as in :func:`vop` and :func:`brew`, but integers only; those that are not given are 0. Raises :class:`Error`.
    """
    settings = [
        f"{name}={code}:{_integer(name, value):#x}" for name, (code, value) in _contents(registers).items()
    ]
    operands = [None if value is None else _integer(name, value) for name, value in (("a", a), ("b", b), ("c", c))]
    if registers if not _lanesmith.takes_registers(instruction) else operands != [None] * 3:
        raise TypeError("a PTX instruction has operands a, b and c, a Brew instruction registers r0 to r14")
    found = json.loads(_lanesmith.explain(instruction, operands, settings))
    return Explanation(found["text"], [Lane(**lane) for lane in found["lanes"]])


def encode(instruction: str) -> ControlWord:
    """The control word of a PTX SIMD video instruction, dot product, packed instruction or ``prmt``. Raises :class:`Error`.

    >>> hex(encode("vadd4.u32.u32.u32 r1, r2, r3, r4"))
    '0x1f58d11e00'
    """
    return _control_word(_lanesmith.encode(instruction))


def decode(word: int) -> ControlWord:
    """The SIMD video instruction that has a control word of 37 bits. Raises :class:`Error` if none has it.

    >>> decode(0x1f58d11e00).instruction
    'vadd4.u32.u32.u32 r1, r2, r3, r4;'
    """
    if not isinstance(word, numbers.Integral):
        raise TypeError(f"word is a {type(word).__name__}: expected an integer")
    if not 0 <= word < 2**64:
        raise ValueError(f"word is {word}: expected a number of 37 bits")
    return _control_word(_lanesmith.decode(int(word)))


def _control_word(text: str) -> ControlWord:
    found = json.loads(text)
    fields = [Field(**field) for field in found.pop("fields")]
    return ControlWord(fields=fields, **found)


def modules() -> Sequence[Module]:
    """The modules that can be generated, with their options."""
    found = json.loads(_lanesmith.modules())
    return [Module(one["name"], one["description"], [Option(**option) for option in one["options"]]) for one in found]


def configurations(shipped: bool = True) -> Sequence[Configuration]:
    """The configurations whose Verilog comes with lanesmith, or with ``shipped=False`` all that its regressions run."""
    return [Configuration(**one) for one in json.loads(_lanesmith.configurations(shipped))]


def generate(
    folder: Union[str, "os.PathLike[str]"],
    module: str = "video_alu",
    *,
    prefix: Optional[str] = None,
    force: bool = False,
    **options: Union[int, str, bool],
) -> Generated:
    """Writes the Verilog of a module into a folder, with file list, manifest and FuseSoC core.

    ``options`` are the module's (:func:`modules` lists them): ``latency=3``, ``no_vop2=True``; further files of the command
    ``generate``, such as ``formal=True`` and ``wiring=True``, are options, too. ``prefix`` goes before the names of
    all modules. Files that somebody edited or lanesmith did not write are replaced only with ``force``. Raises :class:`Error`;
    then no file was written.
    """
    words = []
    for name, value in options.items():
        if not isinstance(value, (bool, int, str)):
            raise TypeError(f"{name} is a {type(value).__name__}: expected a number, a string, True or False")
        if value is not False:
            words.append((name.replace("_", "-"), "" if value is True else str(value)))
    return Generated(**json.loads(_lanesmith.generate(os.fspath(folder), module, words, prefix, force)))
