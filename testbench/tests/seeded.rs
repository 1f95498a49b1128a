//! Bugs as people make them, put into a flat design by the names of its nets.

use lanesmith::mutate::ProofCache;
use lanesmith::netlist::{BinaryOp, Design, ExprId, Flat, Module, ModuleId, NetId, UnaryOp};
use lanesmith::prove::{Deferred, EquivalenceVerdict, Limits, Obligation, ObligationOutcome};
use std::sync::LazyLock;
use std::time::Duration;

/// Bugs leave most claims about a unit as they are: each of those is proved once in a run of the tests.
static PROOFS: LazyLock<ProofCache> = LazyLock::new(ProofCache::default);

/// Decides a claim.
pub fn decide(claim: &Obligation) -> ObligationOutcome {
    PROOFS.decide(claim, Limits::default(), 1)
}

/// The refuted ones of some claims. The last claims are tried first, and all of them with little time before any has more: the rules of
/// an interface come last in a list, bugs show in them most often, and a refutation takes less time than most proofs.
pub fn refutations<'a>(claims: &'a [Deferred<'a>]) -> impl Iterator<Item = ObligationOutcome> + 'a {
    let times = [50, 400, 3000].map(Duration::from_millis).into_iter();
    let times = times.chain([Limits::default().time]);
    times.flat_map(|time| refuted_within(claims, time))
}

/// Those that are found within this time for each claim.
fn refuted_within<'a>(claims: &'a [Deferred<'a>], time: Duration) -> impl Iterator<Item = ObligationOutcome> + 'a {
    let outcomes = claims.iter().rev().map(move |claim| {
        let limits = Limits {
            time,
            ..Limits::default()
        };
        PROOFS.decide(&claim.obligation(), limits, 1)
    });
    outcomes.filter(|outcome| matches!(outcome.verdict, EquivalenceVerdict::Refuted(_)))
}

/// The design with a bug in it.
pub fn broken(flat: &Flat, edit: &dyn Fn(&mut Module)) -> Flat {
    let mut module = flat.module.clone();
    edit(&mut module);
    Flat::new(&Design {
        modules: vec![module],
        top: ModuleId(0),
    })
    .unwrap()
}

/// A net by its name; `unit` is a module that another one wraps, whose nets need not say so.
pub fn named(module: &Module, name: &str) -> NetId {
    let find = |name: &str| module.nets.iter().position(|net| net.name == name);
    let net = find(name).or_else(|| find(&format!("unit.{name}")));
    NetId(net.unwrap_or_else(|| panic!("no net {name}")) as u32)
}

/// Replaces what drives a net, be it an assignment or a register's input.
fn drive(module: &mut Module, name: &str, change: impl Fn(&mut Module, ExprId) -> ExprId) {
    let net = named(module, name).0;
    if let Some(i) = module.assigns.iter().position(|(target, _)| target.0 == net) {
        module.assigns[i].1 = change(module, module.assigns[i].1);
    } else {
        let i = module.registers.iter().position(|register| register.q.0 == net);
        let i = i.unwrap_or_else(|| panic!("{name} is driven"));
        module.registers[i].d = change(module, module.registers[i].d);
    }
}

pub fn set(name: &'static str, value: u64) -> impl Fn(&mut Module) {
    move |module| drive(module, name, |module, old| module.constant(module.width(old), value))
}

pub fn invert(name: &'static str) -> impl Fn(&mut Module) {
    move |module| drive(module, name, |module, old| module.unary(UnaryOp::Not, old))
}

pub fn copy(name: &'static str, from: &'static str) -> impl Fn(&mut Module) {
    move |module| {
        let source = named(module, from);
        drive(module, name, |module, _| module.read(source))
    }
}

pub fn flip(name: &'static str, mask: u64) -> impl Fn(&mut Module) {
    move |module| {
        drive(module, name, |module, old| {
            let mask = module.constant(module.width(old), mask);
            module.binary(BinaryOp::Xor, old, mask)
        })
    }
}
