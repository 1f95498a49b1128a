//! Words from parts: the concatenations of the netlist.

use super::emitter::{EmittedWord, Emitter, is_immediate};
use cranelift_codegen::ir::{InstBuilder, Value};
use lanesmith_netlist::{ExprId, ExprKind, mask};

/// Bits `lo .. lo + width` of `base`, to be placed at `at`.
#[derive(Clone, Copy, Debug)]
struct Part {
    base: ExprId,
    lo: u32,
    width: u32,
    at: u32,
    /// Number of repetitions of the part, which then has one bit.
    times: u32,
}

impl Part {
    fn end(&self) -> u32 {
        self.at + self.width * self.times
    }

    /// Merges the part above if it continues this one or repeats its bit.
    fn absorbs(&mut self, next: &Part) -> bool {
        let same = self.base == next.base && self.end() == next.at;
        if same && self.times == 1 && next.lo == self.lo + self.width {
            self.width += next.width;
            return true;
        }
        if same && self.width == 1 && next.width == 1 && next.lo == self.lo {
            self.times += 1;
            return true;
        }
        false
    }

    /// Whether this is copies of the top bit of `part`, right above it.
    fn extends(&self, part: &Part) -> bool {
        let copies = self.times > 1 || self.width == 1;
        copies
            && part.times == 1
            && self.base == part.base
            && self.at == part.end()
            && self.lo + 1 == part.lo + part.width
    }
}

impl Emitter<'_, '_> {
    /// Parts side by side, the first one most significant.
    pub(super) fn concat(&mut self, parts: &[ExprId]) -> EmittedWord {
        let mut constant = 0;
        let mut placed: Vec<Part> = Vec::new();
        let mut at = 0;
        for part in parts.iter().rev() {
            let width = self.flat.module.width(*part);
            if let Some(value) = self.known(*part) {
                constant |= value << at;
            } else {
                let (base, lo) = self.origin(*part);
                let next = Part {
                    base,
                    lo,
                    width,
                    at,
                    times: 1,
                };
                if !placed.last_mut().is_some_and(|last| last.absorbs(&next)) {
                    placed.push(next);
                }
            }
            at += width;
        }
        let mut words = Vec::new();
        if constant != 0 || placed.is_empty() {
            words.push(self.constant_word(constant));
        }
        let mut rest = placed.as_slice();
        while let [part, after @ ..] = rest {
            // Garbage bits above the topmost part are above the whole word.
            let (end, word) = match after {
                [sign, ..] if sign.extends(part) => (sign.end(), self.place_signed(part, sign.times, sign.end() == at)),
                _ if part.times > 1 => (part.end(), self.place_copies(part, part.end() == at)),
                _ => (part.end(), self.place(part, part.end() == at)),
            };
            words.push(word);
            rest = &rest[rest.iter().take_while(|part| part.at < end).count()..];
        }
        let join = |x: EmittedWord, y: EmittedWord| {
            EmittedWord::new(self.builder.ins().bor(x.value, y.value), x.bits.max(y.bits))
        };
        words.into_iter().reduce(join).expect("a concatenation has parts")
    }

    /// One run of bits, shifted as a whole and masked in place where the constant fits an instruction.
    fn place(&mut self, part: &Part, top: bool) -> EmittedWord {
        let Part { lo, width, at, .. } = *part;
        let base = self.word(part.base);
        if base.bits <= lo {
            return self.constant_word(0);
        }
        let bits_below = lo > 0 && at > 0;
        let bits_above = base.bits > lo + width && !top;
        let rising = (base.bits - lo + at).min(64);
        if !bits_below && !bits_above {
            let value = self.shift_by(base.value, i64::from(at) - i64::from(lo));
            return EmittedWord::new(value, rising);
        }
        let window = mask(width) << at;
        if is_immediate(window) {
            let value = self.shift_by(base.value, i64::from(at) - i64::from(lo));
            return EmittedWord::new(self.builder.ins().band_imm_u(value, window as i64), at + width);
        }
        let mut value = self.shift_by(base.value, -i64::from(lo));
        if bits_above {
            value = self.builder.ins().band_imm_u(value, mask(width) as i64);
        }
        EmittedWord::new(
            self.shift_by(value, i64::from(at)),
            if top { rising } else { at + width },
        )
    }

    /// A run of bits with `copies` more of its top bit: two arithmetic shifts.
    fn place_signed(&mut self, part: &Part, copies: u32, top: bool) -> EmittedWord {
        let base = self.word(part.base);
        let left = self.shift_by(base.value, i64::from(64 - part.lo - part.width));
        let extended = self.builder.ins().sshr_imm_u(left, i64::from(64 - part.width));
        self.cut(extended, part.width + copies, part.at, top)
    }

    /// One bit many times: 0 or all ones.
    fn place_copies(&mut self, part: &Part, top: bool) -> EmittedWord {
        let base = self.word(part.base);
        let shifted = self.shift_by(base.value, -i64::from(part.lo));
        let bit = match base.bits {
            bits if bits == part.lo + 1 => shifted,
            _ => self.builder.ins().band_imm_u(shifted, 1),
        };
        let copies = self.builder.ins().ineg(bit);
        self.cut(copies, part.times, part.at, top)
    }

    /// The low `width` bits of a value at `at`.
    fn cut(&mut self, value: Value, width: u32, at: u32, top: bool) -> EmittedWord {
        if top {
            let value = self.shift_by(value, i64::from(at));
            return EmittedWord::new(value, 64);
        }
        let value = self.builder.ins().band_imm_u(value, mask(width) as i64);
        EmittedWord::new(self.shift_by(value, i64::from(at)), at + width)
    }

    /// Left for positive amounts, right for negative ones.
    fn shift_by(&mut self, value: Value, amount: i64) -> Value {
        match amount {
            0 => value,
            1.. => self.builder.ins().ishl_imm_u(value, amount),
            _ => self.builder.ins().ushr_imm_u(value, -amount),
        }
    }

    /// The base of nested slices.
    fn origin(&self, mut part: ExprId) -> (ExprId, u32) {
        let mut from = 0;
        while let ExprKind::Slice(x, lo) = self.flat.module.expr_ref(part).kind {
            part = x;
            from += lo;
        }
        (part, from)
    }
}
