//! Which of the 1024 functions are whose, and which of those with a third source register.

use lanesmith::ptx::{Family, Operation};
use lanesmith::units::riscv::encoding::{
    ACCESSES, FUNCTION_BITS, Features, Function, HELD, StateAccess, THIRD, declares,
};
use lanesmith::units::riscv::golden::UnitModel;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::golden::evaluate;
use lanesmith::units::video::testbench::executes;

/// All sets of features.
fn features() -> impl Iterator<Item = Features> {
    (0..64).map(|set| {
        let has = |bit: u32| set >> bit & 1 != 0;
        Features {
            selectors: has(0),
            accumulate: has(1),
            dual: has(2),
            vset: has(3),
            dot: has(4),
            third: has(5),
            ..Features::ALL
        }
    })
}

/// Those with two source registers.
fn functions() -> impl Iterator<Item = Function> {
    (0..1 << FUNCTION_BITS).map(Function)
}

/// Those with three.
fn third_functions() -> impl Iterator<Item = Function> {
    functions().map(|Function(low)| Function(low | 1 << THIRD))
}

#[test]
fn a_unit_has_the_functions_of_the_instructions_that_its_alu_executes_and_the_accesses() {
    for features in features() {
        let machine = UnitModel::new(features);
        let alu = RiscvConfig {
            features,
            ..RiscvConfig::all(Interface::Pcpi, 0)
        }
        .video();
        for function in functions().chain(third_functions()) {
            let done = machine.look(function.0, [1, 2, 3]);
            let is_access = ACCESSES.iter().any(|row| Function::access(row.access) == function);
            let instruction = function.instruction();
            if let Some(instruction) = &instruction {
                assert_eq!(
                    declares(&features, instruction),
                    executes(&alu, instruction),
                    "{instruction} of {features:?}"
                );
            }
            let has_register = features.third || !function.has_third();
            let is_operation = has_register && instruction.is_some_and(|instruction| executes(&alu, &instruction));
            assert_eq!(
                (done.operation, done.access),
                (is_operation, is_access),
                "{function:x?} of {features:?}"
            );
        }
    }
}

#[test]
fn every_instruction_has_one_function_and_with_lanes_another_one_that_is_held() {
    for function in functions() {
        let Some(instruction) = function.instruction() else {
            continue;
        };
        let control = Control::encode(&instruction);
        let by_lanes = instruction.operation.family().has_lanes();
        match function.0 >> HELD {
            0 => assert_eq!(function, Function::direct(control)),
            _ => assert!(by_lanes && function == Function::held(control), "{instruction}"),
        }
    }
    let count = |family| {
        let own = functions().filter_map(Function::instruction);
        own.filter(|instruction| instruction.operation.family() == family)
            .count()
    };
    // Operations x widths x types x modes x modifiers.
    assert_eq!(count(Family::Arithmetic), 6 * 2 * 8 * 3 * 2);
    assert_eq!(count(Family::Comparison), 6 * 2 * 4 * 2 * 2);
    assert_eq!(count(Family::Dot), 3 * 4);
}

#[test]
fn a_third_register_leaves_c_alone_and_is_for_what_adds() {
    let mut count = 0;
    for function in third_functions() {
        let Some(instruction) = function.instruction() else {
            continue;
        };
        count += 1;
        let mut machine = UnitModel::new(Features::ALL);
        for (access, value) in [
            (StateAccess::SwapConfiguration, 1 << 28),
            (StateAccess::SwapC, 0x1234_5678),
        ] {
            machine.execute(Function::access(access).0, [value, 0, 0]);
        }
        let registers = [0x80ff_7f01, 0x7f80_01fe, 0xffff_fff0];
        let done = machine.execute(function.0, registers);
        let [a, b, c] = registers;
        assert_eq!(done.rd, evaluate(&instruction, a, b, c), "{instruction}");
        assert_eq!(machine.state(), (1 << 28, 0x1234_5678), "{instruction}");
    }
    // Arithmetic and comparisons by operations, widths and types, with `.add`; dot products by types.
    assert_eq!(count, 6 * 2 * 8 + 6 * 2 * 4 + 3 * 4);
}

#[test]
fn chained_dot_products_add_up_without_another_instruction() {
    let dp4a = functions().find(|function| {
        let instruction = function.instruction();
        instruction.is_some_and(|i| i.operation == Operation::Dp4a && !i.a_signed && !i.b_signed)
    });
    let dp4a = dp4a.expect("dp4a").0;
    for (chain, sums) in [(0, [20, 20, 20]), (1 << 28, [20, 40, 60])] {
        let mut machine = UnitModel::new(Features {
            accumulate: false,
            ..Features::ALL
        });
        let swap = Function::access(StateAccess::SwapConfiguration);
        machine.execute(swap.0, [chain, 0, 0]);
        assert_eq!(
            sums.map(|_| machine.execute(dp4a, [0x0102_0304, 0x0403_0201, 0]).rd),
            sums
        );
    }
}
