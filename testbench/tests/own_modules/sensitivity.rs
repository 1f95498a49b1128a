//! The comparison of modules finds what is wrong: in the netlist, in the text, in the table.

use super::harness::{Record, Verdict, accepted, record};
use super::icarus::Bench;
use super::table::modules;
use lanesmith::hdl::prelude::*;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(LogicBlock)]
struct Sum {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<8>>,
    total: Signal<Out, Bits<8>>,
    step: Constant<Bits<8>>,
    state: DFF<Bits<8>>,
}

impl Sum {
    fn boxed(step: u64) -> Box<dyn Top> {
        Box::new(Sum {
            clock: Default::default(),
            a: Default::default(),
            total: Default::default(),
            step: Constant::new(step.into()),
            state: Default::default(),
        })
    }
}

impl Logic for Sum {
    #[hdl_gen]
    fn update(&mut self) {
        self.state.clock.next = self.clock.val();
        self.state.d.next = self.state.q.val() + self.step.val();
        self.total.next = self.state.q.val() + self.a.val();
    }
}

lanesmith::top!(Sum { clock, a, total });

#[test]
fn a_netlist_of_another_module_is_found() {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    // The first one is lowered, the second one simulated.
    let changing = accepted("changing", || {
        Sum::boxed(1 + MADE.fetch_add(1, Ordering::Relaxed) as u64)
    });
    let said = record(&changing, 1).err().expect("two modules");
    assert!(said.starts_with("total in clock 0, after the edge: true: "), "{said}");
    assert!(record(&accepted("the same", || Sum::boxed(1)), 1).is_ok());
}

#[test]
fn a_wrong_value_of_the_text_is_found() {
    if !crate::emission::available("iverilog") {
        return;
    }
    let mut record = record(&accepted("sum", || Sum::boxed(3)), 1).unwrap_or_else(|said| panic!("{said}"));
    let flip = |record: &mut Record, after: bool| {
        let row = &mut record.rows[7];
        let values = if after { &mut row.after } else { &mut row.before };
        values[0] ^= 0x10;
    };
    for after in [false, true] {
        flip(&mut record, after);
        let mut bench = Bench::default();
        bench.add_design(0, &record.design, &record.ports, &record.rows);
        let shown = bench.run(tempfile::tempdir().expect("a folder").path()).expect("a run");
        assert!(
            matches!(&shown[&0], Err(first) if first.contains("clock 7")),
            "{shown:?}"
        );
        flip(&mut record, after);
    }
}

#[test]
fn the_table_accepts_38_modules_and_each_has_a_name_of_its_own() {
    let names: BTreeSet<&str> = modules().map(|own| own.name).collect();
    assert_eq!(names.len(), modules().count());
    assert!(modules().filter(|own| own.verdict == Verdict::Accepted).count() >= 38);
}
