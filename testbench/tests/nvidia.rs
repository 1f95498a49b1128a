//! The kernels for real silicon, as far as they can be checked without it.

#[path = "../nvidia/kernels.rs"]
mod kernels;

use lanesmith::ptx::PtxModule;
use lanesmith::sim::testbench::Random;

#[test]
fn the_kernels_hold_every_operation_width_type_combination_and_mode_once() {
    let forms = kernels::all_forms(&mut Random::new(1));
    let kinds: std::collections::HashSet<_> = forms
        .iter()
        .map(|i| (i.operation, i.width, i.d_signed, i.a_signed, i.b_signed, i.mode))
        .collect();
    assert_eq!((forms.len(), kinds.len()), (396, 396));
}

#[test]
fn the_module_reader_finds_in_the_kernels_exactly_the_instructions_they_were_made_from() {
    let forms = kernels::all_forms(&mut Random::new(2));
    let module = PtxModule::parse(&kernels::module(&forms)).unwrap_or_else(|error| panic!("{error:?}"));
    let found: Vec<_> = module
        .statements
        .iter()
        .filter_map(|statement| statement.instruction.video())
        .collect();
    assert_eq!(found, forms.iter().collect::<Vec<_>>());
    assert!(kernels::module(&forms).contains(&kernels::name(395)));
}
