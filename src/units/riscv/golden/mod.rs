//! The golden model of a unit: the effect of an instruction on rd and on the state, over the algebra. The golden model of the video ALU
//! computes the results of operations.

mod packed;

pub use packed::{PackedResult, execute_row};

use super::encoding::{
    ACCESSES, FIELDS, Features, HELD, PackedWord, StateAccess, StateField, THIRD, default_modifiers,
    reset_configuration,
};
use crate::riscv::encoding::FeatureSet;
use crate::video::encoding::Control;
use crate::video::golden::{Modifiers, execute as execute_operation, lane_operations};
use lanesmith_algebra::{Algebra, ConcreteWide};
use lanesmith_ptx::{Family, OPERATIONS, Operation, WIDTHS};
use std::cell::OnceCell;

/// The state of a unit between instructions.
#[derive(Debug)]
pub struct UnitState<A: Algebra> {
    /// See [`FIELDS`].
    pub configuration: A::Int,
    /// The third operand, 32 bits.
    pub c: A::Int,
    /// The control and status register `vxsat`, one bit; it never changes in a unit without it.
    pub vxsat: A::Int,
}

/// The effect of an instruction.
#[derive(Clone, Debug)]
pub struct UnitEffect<A: Algebra> {
    /// It is an operation of the video ALU, or a packed one.
    pub operation: A::Cond,
    /// It is an access to the state. An instruction that is neither an operation nor an access changes nothing.
    pub access: A::Cond,
    /// The value for rd, 32 bits; 0 if the instruction is neither an operation nor an access.
    pub rd: A::Int,
    /// The state afterwards.
    pub state: UnitState<A>,
}

// A derived `Clone` would require `A: Clone`.
impl<A: Algebra> Clone for UnitState<A> {
    fn clone(&self) -> Self {
        UnitState {
            configuration: self.configuration.clone(),
            c: self.c.clone(),
            vxsat: self.vxsat.clone(),
        }
    }
}

impl<A: Algebra> UnitState<A> {
    /// The state after reset.
    pub fn reset(features: &Features) -> Self {
        UnitState {
            configuration: A::int(reset_configuration(features).into()),
            c: A::int(0),
            vxsat: A::int(0),
        }
    }

    fn field(&self, name: &str) -> A::Int {
        let field = FIELDS.iter().find(|field| field.name == name);
        let StateField { lo, bits, .. } = field.expect("a field of the configuration");
        A::field(&self.configuration, *lo, *bits)
    }
}

/// Executes the instruction with this [function](super::encoding::Function) on the values of rs1, rs2 and rs3. For packed instructions rs3
/// is the value of rd before the instruction.
pub fn execute<A: Algebra>(
    features: &Features,
    function: &A::Int,
    registers: [&A::Int; 3],
    state: &UnitState<A>,
) -> UnitEffect<A> {
    let is_packed = PackedWord::is_in::<A>(function);
    let (lanes, packed) = (OnceCell::new(), OnceCell::new());
    let lanes = || lanes.get_or_init(|| on_lanes(features, function, registers, state));
    let packed = || packed.get_or_init(|| packed::execute(features, function, registers, state));
    let either = |part: fn(&UnitEffect<A>) -> A::Int| A::choose(&is_packed, || part(packed()), || part(lanes()));
    UnitEffect {
        operation: A::bit(&either(|effect| A::indicator(&effect.operation)), 0),
        access: A::bit(&either(|effect| A::indicator(&effect.access)), 0),
        rd: either(|effect| effect.rd.clone()),
        state: UnitState {
            configuration: either(|effect| effect.state.configuration.clone()),
            c: either(|effect| effect.state.c.clone()),
            vxsat: either(|effect| effect.state.vxsat.clone()),
        },
    }
}

/// Executes an operation on lanes, a dot product, or an access to the configuration, `c` or the version word.
fn on_lanes<A: Algebra>(
    features: &Features,
    function: &A::Int,
    [rs1, rs2, rs3]: [&A::Int; 3],
    state: &UnitState<A>,
) -> UnitEffect<A> {
    let flag = |name| A::bit(function, Control::field(name).lo);
    let held = A::bit(function, HELD);
    let third = A::bit(function, THIRD);
    let both = A::both(&flag("saturate"), &flag("accumulate"));
    let code = A::field(function, 0, 3);
    let modifiers = modifiers(features, function, &held, state);
    let custom = A::known(features.custom);
    let operation = A::both(&custom, &is_operation(features, function, &modifiers));
    let is = |access: StateAccess| A::equal(&code, &A::int(access as i64));
    let in_table = ACCESSES
        .iter()
        .fold(A::known(false), |known, row| A::either(&known, &is(row.access)));
    // The bits between the code of the access and the bits `saturate` and `accumulate`.
    let plain = A::equal(&A::field(function, 3, Control::field("saturate").lo - 3), &A::int(0));
    let direct = A::not(&A::either(&held, &third));
    let marked = A::both(&both, &A::both(&plain, &direct));
    let access = A::both(&custom, &A::both(&marked, &in_table));

    let d = execute_operation(&modifiers, rs1, rs2, &A::select(&third, rs3, &state.c));
    let version = A::int(features.version_word().into());
    let read_c = A::either(&is(StateAccess::ReadC), &is(StateAccess::SwapC));
    let read = A::select(&read_c, &state.c, &state.configuration);
    let read = A::select(&is(StateAccess::ReadVersion), &version, &read);
    let rd = A::select(&operation, &d, &A::select(&access, &read, &A::int(0)));

    let written = A::and(rs1, &A::int(features.writable().into()));
    let writes = |which| A::both(&access, &is(which));
    let chain = A::bit(&state.field("chain"), 0);
    let adds = A::both(&adds(function, &modifiers), &A::not(&third));
    let chained = A::both(&operation, &A::both(&adds, &chain));
    let c = A::select(&writes(StateAccess::SwapC), rs1, &state.c);
    let state = UnitState {
        configuration: A::select(&writes(StateAccess::SwapConfiguration), &written, &state.configuration),
        c: A::select(&chained, &d, &c),
        ..state.clone()
    };
    UnitEffect {
        operation,
        access,
        rd,
        state,
    }
}

/// Whether an operation adds to `c`.
fn adds<A: Algebra>(function: &A::Int, m: &Modifiers<A>) -> A::Cond {
    let is_dot = A::not(&A::less(&m.operation, &A::int(lane_operations().len() as i64)));
    A::either(&A::bit(function, Control::field("accumulate").lo), &is_dot)
}

/// Whether the unit has the operation with this function and these modifiers.
fn is_operation<A: Algebra>(features: &Features, function: &A::Int, m: &Modifiers<A>) -> A::Cond {
    let flag = |name| A::bit(function, Control::field(name).lo);
    let [width, accumulate] = ["width", "accumulate"].map(flag);
    let any = |conditions: &[A::Cond]| {
        let conditions = conditions.iter();
        conditions.fold(A::known(false), |any, one| A::either(&any, one))
    };
    let lacking = any(&[
        A::both(&accumulate, &A::known(!features.accumulate)),
        A::both(&width, &A::known(!features.dual)),
    ]);
    // In operation codes that several operations share, `saturate` is a part of the code.
    let both = A::both(&flag("saturate"), &accumulate);
    let held = A::bit(function, HELD);
    let useless = any(&[accumulate, held.clone()]);
    // Only operations that add to `c`, on all lanes, can have a third source register.
    let misplaced = any(&[A::known(!features.third), held, A::not(&adds(function, m))]);
    let misplaced = A::both(&A::bit(function, THIRD), &misplaced);
    let is = A::case(&m.operation, &OPERATIONS, |row| {
        let wrong = match (row.family, row.operation) {
            (Family::Arithmetic, _) => A::either(&lacking, &both),
            (Family::Comparison, _) => lacking.clone(),
            (Family::Dot, Operation::Dp4a) => A::either(&useless, &width),
            (Family::Dot, _) => useless.clone(),
        };
        A::indicator(&A::both(&A::known(features.has(row.family)), &A::not(&wrong)))
    });
    A::both(&A::bit(&is, 0), &A::not(&misplaced))
}

/// The modifiers of an operation.
fn modifiers<A: Algebra>(features: &Features, function: &A::Int, held: &A::Cond, state: &UnitState<A>) -> Modifiers<A> {
    let width = A::bit(function, Control::field("width").lo);
    let [quad, dual] = WIDTHS.map(|width| A::int(default_modifiers(width).into()));
    let default = A::select(&width, &dual, &quad);
    let place = |name: &str| {
        let field = Control::field(name);
        (field.lo - HELD, field.bits)
    };
    let field = |name: &str| {
        let (lo, bits) = place(name);
        let is_held = name == "mask" || features.selectors;
        let default = A::field(&default, lo, bits);
        match is_held {
            true => A::select(held, &state.field(name), &default),
            false => default,
        }
    };
    Modifiers {
        mask: field("mask"),
        asel: field("asel"),
        bsel: field("bsel"),
        ..Modifiers::decode(&A::field(function, 0, HELD))
    }
}

/// The effect of an instruction on numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitResult {
    /// It is an operation of the video ALU, or a packed one.
    pub operation: bool,
    /// It is an access to the state. An instruction that is neither an operation nor an access is foreign.
    pub access: bool,
    /// The value for rd.
    pub rd: u32,
}

/// The golden model of a unit with its state.
#[derive(Clone, Debug)]
pub struct UnitModel {
    features: Features,
    state: UnitState<ConcreteWide>,
}

impl UnitResult {
    /// Whether it is one of the unit's instructions.
    pub fn known(&self) -> bool {
        self.operation || self.access
    }
}

impl UnitModel {
    /// A unit after reset.
    pub fn new(features: Features) -> Self {
        UnitModel {
            features,
            state: UnitState::reset(&features),
        }
    }

    /// The effect that the instruction would have on rs1, rs2 and rs3; the state stays the same.
    pub fn look(&self, function: u32, registers: [u32; 3]) -> UnitResult {
        self.effect(function, registers).0
    }

    /// Executes the instruction: changes the state, and returns the effect.
    pub fn execute(&mut self, function: u32, registers: [u32; 3]) -> UnitResult {
        let (done, state) = self.effect(function, registers);
        self.state = state;
        done
    }

    /// The configuration and `c`.
    pub fn state(&self) -> (u32, u32) {
        (self.state.configuration as u32, self.state.c as u32)
    }

    /// The control and status register `vxsat`.
    pub fn vxsat(&self) -> bool {
        self.state.vxsat != 0
    }

    /// Whether results of `.add` and of dot products become `c`.
    pub fn chains(&self) -> bool {
        self.state.field("chain") != 0
    }

    fn effect(&self, function: u32, registers: [u32; 3]) -> (UnitResult, UnitState<ConcreteWide>) {
        let [rs1, rs2, rs3] = registers.map(i128::from);
        let effect = execute::<ConcreteWide>(&self.features, &function.into(), [&rs1, &rs2, &rs3], &self.state);
        let done = UnitResult {
            operation: effect.operation,
            access: effect.access,
            rd: effect.rd as u32,
        };
        (done, effect.state)
    }
}
