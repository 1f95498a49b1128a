use crate::check::table;
use crate::tree::{Item, Module};
use crate::{
    Operands, PERMUTE_MODES, PermuteInstruction, PtxFamily, PtxInstruction, Registers, family, packed_mnemonics, parse,
};

/// All types, so that a wrong register is wrong because of its type.
const DECLARATIONS: &str = ".reg .u32 r<8>; .reg .s32 s<8>; .reg .b32 w<8>; .reg .f32 f<8>; .reg .u8 y<8>; .reg .u16 h<8>; \
                            .reg .s16 i<8>; .reg .b16 v<8>; .reg .u64 rd<8>; .reg .s64 sd<8>; .reg .b64 bd<8>; .reg .pred p, q;";

#[test]
fn verdicts_are_those_of_nvidias_assembler_by_itself_and_in_a_module_but_for_the_selector_b1024() {
    let registers = Registers::parse(DECLARATIONS).expect("declarations");
    let (mut wrong, mut exceptions) = (vec![], 0);
    for file in ["", "_vset", "_dp", "_packed", "_packed_more", "_scalar"] {
        for row in table(&format!("testbench/vectors/ptx{file}_legality.csv")) {
            let (text, accepted) = (&row[0], &row[1] == "yes");
            let module =
                format!(".version 9.2 .target sm_120a .address_size 64\n.entry k() {{ {DECLARATIONS}\n{text}\n; }}");
            let single = PtxInstruction::parse(text, Some(&registers));
            let module = Module::read(&module).map(|(module, _)| match module.items.last() {
                Some(Item::Function(function)) => function.instructions()[0].unit.as_deref().cloned(),
                _ => None,
            });
            let is_exception = row[2].contains("'.b1024'") && file != "_scalar";
            exceptions += usize::from(is_exception);
            if single.is_ok() != (accepted || is_exception) {
                wrong.push(format!("{row:?} {single:?}"));
            }
            if single.is_ok() != module.is_ok()
                || single.is_ok() && single.as_ref().ok() != module.as_ref().ok().and_then(Option::as_ref)
            {
                wrong.push(format!("in a module: {row:?} {single:?} {module:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} {}", wrong.len(), wrong.join("\n"));
    assert_eq!(exceptions, 2);
}
