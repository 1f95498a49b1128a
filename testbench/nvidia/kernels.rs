//! The instructions to run, and their PTX kernels.

use lanesmith::ptx::{Instruction, OPERATIONS, Operands};
use lanesmith::sim::testbench::Random;
use std::fmt::Write;

/// Each operation, width, type combination and mode once, with random selectors and masks.
pub fn all_forms(random: &mut Random) -> Vec<Instruction> {
    let mut forms = vec![];
    for row in &OPERATIONS {
        for width in row.operation.widths().iter().copied() {
            for types in 0..if row.family.has_destination_type() { 8 } else { 4 } {
                for mode in row.family.modes() {
                    let bits = random.bits();
                    let has_lanes = row.family.has_lanes();
                    let default = Instruction::default_selectors(width);
                    let digits = |shift: u32| {
                        std::array::from_fn(|i| {
                            let used = i < width.lanes() as usize;
                            let digit = bits >> (shift + 3 * i as u32) & ((1 << width.digit_bits()) - 1);
                            if used { digit as u8 } else { 0 }
                        })
                    };
                    forms.push(Instruction {
                        guard: None,
                        operation: row.operation,
                        width,
                        d_signed: types & 4 != 0,
                        a_signed: types & 2 != 0,
                        b_signed: types & 1 != 0,
                        mode: *mode,
                        asel: if has_lanes { digits(0) } else { default.0 },
                        bsel: if has_lanes { digits(12) } else { default.1 },
                        mask: match has_lanes {
                            true => ((bits >> 24) as u8 % Instruction::full_mask(width)) + 1,
                            false => Instruction::full_mask(width),
                        },
                        operands: Operands {
                            d: "%d".into(),
                            a: "%a".into(),
                            b: "%b".into(),
                            c: "%c".into(),
                        },
                    });
                }
            }
        }
    }
    forms
}

/// The entry point's name of form `i`.
pub fn name(i: usize) -> String {
    format!("form_{i}")
}

/// A PTX module with one kernel per instruction: `d[i] = vop(a[i], b[i], c[i])`.
pub fn module(instructions: &[Instruction]) -> String {
    let mut text = String::from(".version 6.0\n.target sm_61\n.address_size 64\n");
    for (i, instruction) in instructions.iter().enumerate() {
        let _ = write!(
            text,
            "
.visible .entry {}(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd)
{{
  .reg .u32 %a, %b, %c, %d, %x, %y, %z;
  .reg .u64 %p, %o;
  mov.u32 %x, %ctaid.x;
  mov.u32 %y, %ntid.x;
  mov.u32 %z, %tid.x;
  mad.lo.u32 %x, %x, %y, %z;
  mul.wide.u32 %o, %x, 4;
  ld.param.u64 %p, [pa];
  add.u64 %p, %p, %o;
  ld.global.u32 %a, [%p];
  ld.param.u64 %p, [pb];
  add.u64 %p, %p, %o;
  ld.global.u32 %b, [%p];
  ld.param.u64 %p, [pc];
  add.u64 %p, %p, %o;
  ld.global.u32 %c, [%p];
  {instruction}
  ld.param.u64 %p, [pd];
  add.u64 %p, %p, %o;
  st.global.u32 [%p], %d;
  ret;
}}
",
            name(i)
        );
    }
    text
}
