//! VexRiscv offers a command while a division before it keeps the execute stage, and goes on to the next instruction only when
//! the command was taken.

use crate::skip::skipped;
use cores::{CoreSimulator, RiscvCore};
use lanesmith::sim::EngineError;

/// A division, an instruction of the unit, and an instruction that the core must not send to the unit.
const PROGRAM: &str = r#"
#include "lanesmith.h"
extern uint32_t results[];
int main(void)
{
    uint32_t quotient, sum, difference, a = 1000, b = 7, c = 0x01020304, d = 0x10203040;
    __asm__ volatile("div %0, %3, %4\n.insn r 0x0b, 0, 0, %1, %5, %6\nxor %2, %3, %4\n"
                     : "=&r"(quotient), "=&r"(sum), "=&r"(difference) : "r"(a), "r"(b), "r"(c), "r"(d));
    results[0] = quotient;
    results[1] = sum;
    results[2] = difference;
    return 3;
}
"#;

#[test]
#[ignore = "builds two cores"]
fn on_vexriscv_the_instruction_behind_a_division_and_a_command_is_executed_by_the_core() {
    for latency in [0, 2] {
        let machine = match CoreSimulator::new(RiscvCore::Vexriscv, &RiscvCore::Vexriscv.unit(latency), None) {
            Err(EngineError::Unavailable(why)) => return skipped(why),
            machine => machine.expect("a machine"),
        };
        let left = match machine.program(PROGRAM) {
            Err(EngineError::Unavailable(why)) => return skipped(why),
            left => left.expect("a run"),
        };
        assert_eq!(left, [1000 / 7, 0x1122_3344, 1000 ^ 7], "latency {latency}");
    }
}
