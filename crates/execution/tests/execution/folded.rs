//! Results that NVIDIA's assembler computes when it folds constants.

use crate::result;

/// Rows of an instruction, its sources in hexadecimal (in registers with their indices), and its result in hexadecimal. `ptxas` 13.5
/// for `sm_75` has compiled kernels with one instruction on constants each; the results are the numbers in its machine code. Left out
/// are NaN through `neg`, `abs`, `min` and `max`, whose bits `ptxas` keeps and hardware does not, and positions above 255 of `bfe.u64`,
/// which `ptxas` does not reduce as the manual says.
const FOLDED: &str = include_str!("folded.csv");

#[test]
fn results_are_those_that_the_assembler_folds() {
    let number = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).expect(text);
    let mut rows = 0;
    for row in FOLDED.lines().skip(1) {
        let cells: Vec<&str> = row.split(';').collect();
        let [instruction, sources, wanted] = cells[..] else {
            panic!("{row}")
        };
        let sources: Vec<u64> = sources.split(' ').map(number).collect();
        let got = result(instruction, &sources);
        assert_eq!(got, number(wanted), "{row}: {got:#x}");
        rows += 1;
    }
    assert!(rows > 900, "{rows}");
}
