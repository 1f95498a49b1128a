//! The order in which a clock edge updates the state.
//!
//! State is updated in place, so a register may be stored only when all its readers have been computed: pipelines
//! go last stage first. Registers in a cycle are broken out by reading them in advance.

use super::drivers::{Driver, NetCone};
use lanesmith_netlist::{ExprId, ExprKind, Flat, NetId, Reset};

/// The next value of a state net.
#[derive(Clone, Debug)]
pub(super) struct Update {
    /// The net that holds the state.
    pub q: NetId,
    /// What it loads.
    pub source: UpdateSource,
    /// The value on reset.
    pub reset_value: u64,
}

/// What a state net loads.
#[derive(Clone, Copy, Debug)]
pub(super) enum UpdateSource {
    /// The value of an expression.
    Expr(ExprId),
    /// The word of a memory at an address.
    Word(usize, ExprId),
}

impl UpdateSource {
    fn root(self) -> ExprId {
        match self {
            UpdateSource::Expr(expr) | UpdateSource::Word(_, expr) => expr,
        }
    }
}

/// The condition of a group of updates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    /// The reset net and whether it is active low.
    pub reset: Option<(NetId, bool)>,
    /// Load where 1.
    pub enable: Option<ExprId>,
}

/// Updates that happen together.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The condition.
    pub condition: Condition,
    /// The updates, in order.
    pub updates: Vec<Update>,
}

impl Group {
    /// The expressions that the loads evaluate.
    pub fn roots(&self) -> Vec<ExprId> {
        self.updates.iter().map(|update| update.source.root()).collect()
    }
}

/// A whole clock edge, memory writes aside.
pub(super) struct Schedule {
    /// State nets to read before any is stored.
    pub read_first: Vec<NetId>,
    /// The groups, in order.
    pub groups: Vec<Group>,
}

impl Schedule {
    pub fn new(flat: &Flat, drivers: &[Driver]) -> Self {
        let updates = updates(flat);
        let mut by_net = vec![None; flat.module.nets.len()];
        for (i, (_, update)) in updates.iter().enumerate() {
            by_net[update.q.0 as usize] = Some(i);
        }
        // reads[i]: the updates whose old state update i needs; readers[i]: how many unscheduled updates need i's.
        let reads: Vec<Vec<usize>> = updates
            .iter()
            .enumerate()
            .map(|(i, (condition, update))| {
                let roots: Vec<ExprId> = condition.enable.into_iter().chain([update.source.root()]).collect();
                let mut nets = NetCone::new(&flat.module, drivers, &roots, |_| false).nets;
                if let Some((reset, _)) = condition.reset {
                    for (net, needed) in reset_cone(flat, drivers, reset).into_iter().enumerate() {
                        nets[net] |= needed;
                    }
                }
                let states = (0..nets.len()).filter(|net| nets[*net]).filter_map(|net| by_net[net]);
                states.filter(|j| *j != i).collect()
            })
            .collect();
        let mut readers = vec![0_usize; updates.len()];
        for j in reads.iter().flatten() {
            readers[*j] += 1;
        }
        let mut schedule = Schedule {
            read_first: Vec::new(),
            groups: Vec::new(),
        };
        let mut waiting: Vec<usize> = (0..updates.len()).collect();
        while !waiting.is_empty() {
            let current = schedule.groups.last().map(|group| group.condition);
            let ready = |at: &usize| readers[waiting[*at]] == 0;
            let joins = |at: &usize| Some(updates[waiting[*at]].0) == current;
            let indices = || 0..waiting.len();
            let at = indices()
                .find(|at| ready(at) && joins(at))
                .or_else(|| indices().find(ready))
                .or_else(|| indices().min_by_key(|at| readers[waiting[*at]]))
                .unwrap_or(0);
            let i = waiting.remove(at);
            let (condition, update) = updates[i].clone();
            if readers[i] > 0 {
                schedule.read_first.push(update.q);
            }
            for j in &reads[i] {
                readers[*j] -= 1;
            }
            match schedule.groups.last_mut() {
                Some(group) if group.condition == condition => group.updates.push(update),
                _ => schedule.groups.push(Group {
                    condition,
                    updates: vec![update],
                }),
            }
        }
        schedule
    }
}

/// The nets that a net depends on, itself included.
fn reset_cone(flat: &Flat, drivers: &[Driver], net: NetId) -> Vec<bool> {
    let mut nets = match drivers[net.0 as usize] {
        Driver::Assign(expr) => NetCone::new(&flat.module, drivers, &[expr], |_| false).nets,
        Driver::Read(i, j) => {
            let address = flat.module.memories[i].reads[j].address;
            NetCone::new(&flat.module, drivers, &[address], |_| false).nets
        }
        _ => vec![false; flat.module.nets.len()],
    };
    nets[net.0 as usize] = true;
    nets
}

/// All updates, in the order of the netlist.
fn updates(flat: &Flat) -> Vec<(Condition, Update)> {
    let always = |enable: ExprId| flat.module.expr_ref(enable).kind == ExprKind::Const(1);
    let registers = flat.module.registers.iter().map(|register| {
        let reset = register.reset.as_ref();
        let condition = Condition {
            reset: reset.map(|Reset { net, style, .. }| (*net, style.active_low)),
            enable: register.enable.filter(|enable| !always(*enable)),
        };
        let update = Update {
            q: register.q,
            source: UpdateSource::Expr(register.d),
            reset_value: reset.map_or(0, |reset| reset.value),
        };
        (condition, update)
    });
    let memories = flat.module.memories.iter().enumerate();
    let reads = memories.flat_map(|(i, memory)| {
        memory.reads.iter().filter_map(move |read| {
            let enable = read.synchronous?.filter(|enable| !always(*enable));
            let condition = Condition { reset: None, enable };
            let update = Update {
                q: read.data,
                source: UpdateSource::Word(i, read.address),
                reset_value: 0,
            };
            Some((condition, update))
        })
    });
    registers.chain(reads).collect()
}
