//! The Brew ISA: typed registers, instruction table, assembler and disassembler.
