"""What the functions of this package return."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, NamedTuple, Optional, Sequence, Union


@dataclass(frozen=True)
class Instruction:
    """A PTX instruction, as :func:`parse` reads it.

    ``text``: canonical form. ``operation``: mnemonic without types and modifiers. ``lanes``: their number, 1 for dot
    products. ``d_type``, ``a_type``, ``b_type``: ``"u32"``, ``"s32"``, or None where the instruction has none.
    ``mask``: bit i is lane i. ``a_selector``, ``b_selector``: for each lane, lane 0 first, the element of ``{b, a}``
    that it reads. ``mode``: of ``prmt``. ``sources``: names of registers, and numbers.
    """

    text: str
    operation: str
    lanes: int
    d_type: Optional[str]
    a_type: Optional[str]
    b_type: Optional[str]
    saturate: bool
    accumulate: bool
    mask: Optional[int]
    a_selector: Optional[Sequence[int]]
    b_selector: Optional[Sequence[int]]
    mode: Optional[str]
    guard: Optional[str]
    destination: str
    sources: Sequence[Union[str, int]]

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Lane:
    """A lane of a SIMD video instruction: selected elements, exact result, result after ``.sat``, mask."""

    lane: int
    a: int
    b: int
    exact: int
    limited: int
    enabled: bool


@dataclass(frozen=True)
class Explanation:
    """How a result comes about: ``text`` as the command line prints it; ``lanes``, lane 0 first, of SIMD video instructions."""

    text: str
    lanes: Sequence[Lane]

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Field:
    """A field of a control word: bits ``lo`` to ``lo + bits - 1``."""

    name: str
    lo: int
    bits: int
    value: int


@dataclass(frozen=True)
class ControlWord:
    """A control word of ``bits`` bits, its canonical instruction, and its fields, lowest first."""

    instruction: str
    value: int
    bits: int
    fields: Sequence[Field]

    def __int__(self) -> int:
        return self.value

    __index__ = __int__


class BrewResult(NamedTuple):
    """Destination after a Brew instruction: ``value`` (uint32), code of its ``type`` (uint8), ``invalid`` (bool).

    Where ``invalid`` holds, the instruction raised the invalid-instruction exception and left value and type as they were.
    """

    value: Any
    type: Any
    invalid: Any


@dataclass(frozen=True)
class Option:
    """An option of a module: a keyword of :func:`generate`."""

    name: str
    help: str
    expected: str
    default: Union[int, str, bool]


@dataclass(frozen=True)
class Module:
    """A module that can be generated."""

    name: str
    description: str
    options: Sequence[Option]


@dataclass(frozen=True)
class Configuration:
    """A module with values of its options: ``generate(folder, one.module, **one.options)``."""

    name: str
    module: str
    options: Mapping[str, Union[int, str, bool]]


@dataclass(frozen=True)
class Generated:
    """What :func:`generate` wrote: the configuration's name, names of files, notes about other files in the folder."""

    name: str
    files: Sequence[str]
    notes: Sequence[str]
