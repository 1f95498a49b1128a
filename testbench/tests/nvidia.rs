//! The kernels for real silicon, as far as they can be checked without it.

#[path = "../nvidia/forms.rs"]
pub mod forms;
#[path = "../nvidia/judge.rs"]
mod judge;
#[path = "../nvidia/kernels.rs"]
mod kernels;
#[path = "../nvidia/vectors.rs"]
mod vectors;

use crate::program;
use forms::{Form, Meaning};
use lanesmith::ptx::tree::{Item, Module};
use lanesmith::ptx::{Operands, PtxInstruction};
use lanesmith::sim::testbench::Random;
use lanesmith::vectors::Table;
use std::collections::HashSet;
use std::convert::Infallible;
use std::path::Path;

const ARCHITECTURES: [u32; 3] = [61, 90, 120];

fn instructions(forms: &[Form]) -> Vec<&PtxInstruction> {
    let meanings = forms.iter().filter_map(|form| match &form.meaning {
        Meaning::Ptx(instruction) => Some(instruction),
        Meaning::Float(..) => None,
    });
    meanings.collect()
}

#[test]
fn the_kernels_hold_every_operation_width_type_combination_and_mode_once() {
    let forms = forms::video_forms(&mut Random::new(1));
    let kinds: HashSet<_> = forms
        .iter()
        .map(|i| (i.operation, i.width, i.d_signed, i.a_signed, i.b_signed, i.mode))
        .collect();
    assert_eq!((forms.len(), kinds.len()), (396, 396));
}

#[test]
fn an_architecture_runs_the_packed_instructions_that_it_has() {
    let packed = ARCHITECTURES.map(|architecture| {
        let forms = forms::all_forms(architecture, &mut Random::new(1));
        forms.iter().filter(|form| form.group.contains("packed")).count()
    });
    // Half-words: add, min and max of both types, and the last two with .relu. The others are add with .sat, and those on bytes.
    assert_eq!(packed, [0, 8, 25]);
}

#[test]
fn the_module_reader_finds_in_the_kernels_their_instructions() {
    for architecture in ARCHITECTURES {
        let forms = forms::all_forms(architecture, &mut Random::new(2));
        for text in [
            kernels::module(architecture, &forms),
            kernels::sequence(architecture, &forms),
        ] {
            let (module, _) = Module::read(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
            let functions = module.items.iter().filter_map(|item| match item {
                Item::Function(function) => Some(function),
                _ => None,
            });
            let all = functions.flat_map(|function| function.instructions());
            let found: Vec<_> = all.filter_map(|instruction| instruction.unit.as_deref()).collect();
            assert_eq!(found, instructions(&forms));
        }
        assert!(kernels::module(architecture, &forms).contains(&kernels::name(forms.len() - 1)));
    }
}

#[test]
fn a_kernel_loads_every_register_that_its_instruction_reads_before_it() {
    for form in forms::all_forms(120, &mut Random::new(3)) {
        let text = kernels::sequence(120, std::slice::from_ref(&form));
        let (before, _) = text.split_once(&form.text).expect("it holds the instruction");
        for source in &form.registers[1..] {
            let loaded = before.contains(&format!("ld.global.u32 {source}, "));
            assert!(loaded || Operands::value(source).is_some(), "{source} of {text}");
        }
    }
}

#[test]
fn golden_has_the_same_result_for_a_form_among_many_and_alone() {
    let mut random = Random::new(6);
    let operands = [(); 3].map(|()| (0..65).map(|_| random.operand()).collect());
    for form in forms::all_forms(120, &mut random).into_iter().step_by(9) {
        let results = judge::golden(&form, &operands);
        // Many at a time and one alone; that one is also computed concretely.
        let last = operands.each_ref().map(|column: &Vec<u32>| column[64..].to_vec());
        assert_eq!(results[64..], judge::golden(&form, &last), "{}", form.text);
    }
}

#[test]
fn results_of_golden_for_silicon_are_those_of_the_processor() {
    let mut random = Random::new(4);
    let mut draw = || (0..1000).map(|_| random.operand()).collect::<Vec<u32>>();
    let operands = [draw(), draw(), draw()];
    let sum = |k: usize| f32::from_bits(operands[0][k]) + f32::from_bits(operands[1][k]);
    let is_sum = |form: &&Form| form.text.contains("add.rn.f32");
    let forms = forms::all_forms(90, &mut Random::new(5));
    let form = forms.iter().find(is_sum).expect("FP32 has addition");
    for (k, golden) in judge::golden(form, &operands).into_iter().enumerate() {
        assert!(judge::agree(form, sum(k).to_bits(), golden), "{k}");
    }
    assert!(!judge::agree(form, 0x3f80_0000, 0x3f80_0001));
    // Another NaN agrees, infinity does not.
    assert!(judge::agree(form, 0x7fff_ffff, 0x7fc0_0000));
    assert!(!judge::agree(form, 0x7f80_0000, 0x7fc0_0000));
}

#[test]
fn files_with_results_are_compared_and_verdict_tables_are_skipped() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/units/vectors");
    let mut compared = vec![];
    for name in program::names(Path::new(folder)) {
        if !name.ends_with(".csv") {
            continue;
        }
        let table = Table::read(&Path::new(folder).join(&name)).expect("a table");
        let Some(rows) = vectors::Rows::of(&table).expect("results, or another kind of file") else {
            continue;
        };
        assert!(rows.are_for(120), "{name}");
        // Operand `a` in place of results.
        let Ok(columns) = rows.compare(|_, operands| Ok::<_, Infallible>(operands[0].to_vec()));
        let (_, count, differ) = columns[0];
        assert!(
            count == table.len() && (1..count).contains(&differ),
            "{name}: {columns:?}"
        );
        compared.push((name, columns.len()));
    }
    let compared: Vec<_> = compared.iter().map(|(name, columns)| (&name[..], *columns)).collect();
    let expected = [
        ("prmt.csv", 1),
        ("ptx_dp.csv", 1),
        ("ptx_packed.csv", 1),
        ("ptx_packed_manual.csv", 1),
        ("ptx_scalar.csv", 1),
        ("ptx_scalar_deviations.csv", 4),
        ("ptx_vop.csv", 1),
        ("ptx_vset.csv", 1),
    ];
    assert_eq!(compared, expected);
}
