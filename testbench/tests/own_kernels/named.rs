//! Names of constants and variants in the emitted text, and choices among them.

use super::{block, checked};
use lanesmith::hdl::prelude::*;
use lanesmith::netlist::{Design, Flat};
use lanesmith::verilog::{Banner, emit};

mod opcode {
    pub const LOAD: u64 = 0;
    pub const ADD: u64 = 1;
    pub const SUB: u64 = 2;
    pub const NEVER: u64 = 9;
}

#[derive(Clone, Copy, Debug, PartialEq, LogicState)]
enum Kind {
    Load,
    AddOrSubtract,
    Illegal,
}

fn text(design: &Design) -> String {
    let files = emit(design, &Banner::default());
    files.into_iter().map(|file| file.text).collect()
}

block!(Decode { code: In Bits<4>, kind: Out Kind, adds: Out Bit, any: Out Bits<4> });

impl Logic for Decode {
    #[hdl_gen]
    fn update(&mut self) {
        match self.code.val().to_u64() {
            opcode::LOAD => self.kind.next = Kind::Load,
            opcode::ADD | opcode::SUB => self.kind.next = Kind::AddOrSubtract,
            _ => self.kind.next = Kind::Illegal,
        }
        self.adds.next = self.code.val() == opcode::ADD;
        self.any.next = bits::<4>(opcode::NEVER) + 1;
    }
}

#[test]
fn a_match_on_constants_is_a_case_with_their_names() {
    let text = text(&checked(Decode::default));
    let expected = "  localparam [1:0] KIND_LOAD = 2'd0;
  localparam [1:0] KIND_ADD_OR_SUBTRACT = 2'd1;
  localparam [1:0] KIND_ILLEGAL = 2'd2;

  localparam [3:0] OPCODE_LOAD = 4'd0;
  localparam [3:0] OPCODE_ADD = 4'd1;
  localparam [3:0] OPCODE_SUB = 4'd2;

  always @* begin
    case (code)
      OPCODE_LOAD: kind = KIND_LOAD;
      OPCODE_ADD, OPCODE_SUB: kind = KIND_ADD_OR_SUBTRACT;
      default: kind = KIND_ILLEGAL;
    endcase
  end
  assign adds = code == OPCODE_ADD;
";
    assert!(text.contains(expected), "{text}");
    assert!(!text.contains("NEVER"), "{text}");
}

const LAST: u64 = 0x1ff;

mod limit {
    pub const ADD: u64 = 1;
}

#[allow(non_snake_case)]
mod clash {
    use super::{Kind, LAST, block, limit, opcode};
    use lanesmith::hdl::prelude::*;

    block!(Clash { code: In Bits<4>, wide: In Bits<9>, KIND_LOAD: In Bit, a: Out Bit, b: Out Bit, c: Out Bit, kind: Out Kind });

    impl Logic for Clash {
        #[hdl_gen]
        fn update(&mut self) {
            self.a.next = self.code.val() == opcode::ADD;
            self.b.next = (self.wide.val() == opcode::ADD) | (self.wide.val() == LAST);
            self.c.next = self.code.val() == limit::ADD;
            self.kind.next = Kind::Load;
            if self.KIND_LOAD.val() {
                self.kind.next = Kind::Illegal;
            }
        }
    }
}

#[test]
fn names_are_those_of_their_own_group_and_width_and_no_net_s() {
    let text = text(&checked(clash::Clash::default));
    for line in [
        "  assign a = code == OPCODE_ADD;\n",
        "  assign b = (wide == OPCODE_ADD_2) | (wide == LAST);\n",
        "  assign c = code == LIMIT_ADD;\n",
        "  assign kind = KIND_LOAD ? KIND_ILLEGAL : KIND_LOAD_2;\n",
        "  localparam [8:0] LAST = 9'h1ff;\n",
        "  localparam [3:0] OPCODE_ADD = 4'd1;\n  localparam [8:0] OPCODE_ADD_2 = 9'h1;\n",
        "  localparam [1:0] KIND_LOAD_2 = 2'd0;\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
}

mod field {
    pub const OP: usize = 0;
    pub const SIGNED: usize = 3;
    pub const LAST: usize = 69;
}

mod mark {
    pub const TOP: usize = 7;
    pub const SIGN: usize = 7;
}

mod positions {
    use super::{block, field, mark};
    use lanesmith::hdl::prelude::*;

    block!(Positions {
        control: In Bits<8>, long: In Bits<70>, op: Out Bits<3>, signed: Out Bit, top: Out Bit, sign: Out Bit, number: Out Bit,
        last: Out Bit
    });

    impl Logic for Positions {
        #[hdl_gen]
        fn update(&mut self) {
            self.op.next = self.control.val().get_bits::<3>(field::OP);
            self.signed.next = self.control.val().get_bit(field::SIGNED);
            self.top.next = self.control.val().get_bit(mark::TOP);
            self.sign.next = !self.control.val().get_bit(mark::SIGN);
            self.number.next = self.control.val().get_bit(5);
            self.last.next = self.long.val().get_bit(field::LAST);
        }
    }
}

#[test]
fn bits_are_selected_by_the_names_of_their_positions_unless_a_position_has_two() {
    let text = text(&checked(positions::Positions::default));
    for line in [
        "  localparam FIELD_OP = 0;\n  localparam FIELD_SIGNED = 3;\n",
        "  assign op = control[FIELD_OP +: 3];\n",
        "  assign signed_ = control[FIELD_SIGNED];\n",
        "  assign top = control[7];\n",
        "  assign sign = ~control[7];\n",
        "  assign number = control[5];\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    // The port of 70 bits has become two of at most 64, in which the bit is elsewhere.
    assert!(!text.contains("FIELD_LAST"), "{text}");
}

block!(Machine { clock: In Clock, go: In Bit, code: In Bits<4>, busy: Out Bit, last: Out Bits<4> } {
    state: DFF<Kind>, held: DFF<Bits<4>>
});

impl Logic for Machine {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, held);
        match self.state.q.val() {
            Kind::Load => {
                if self.go.val() {
                    self.state.d.next = Kind::AddOrSubtract;
                }
            }
            Kind::AddOrSubtract => self.state.d.next = Kind::Illegal,
            Kind::Illegal => self.state.d.next = Kind::Load,
        }
        self.busy.next = self.state.q.val() != Kind::Load;
        self.held.d.next = opcode::ADD.into();
        if self.go.val() {
            self.held.d.next = opcode::SUB.into();
        }
        self.last.next = self.held.q.val();
    }
}

#[test]
fn registers_start_and_go_on_by_name_and_nets_know_the_names_of_their_values() {
    let design = checked(Machine::default);
    let text = text(&design);
    for part in [
        "initial state_q = KIND_LOAD;",
        "(state_q == KIND_ADD_OR_SUBTRACT) ? KIND_ILLEGAL",
        "assign busy = state_q != KIND_LOAD;",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let flat = Flat::new(&design).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(flat.value_text("state_q", 1), "0x1 (Kind::AddOrSubtract)");
    assert_eq!(flat.value_text("held_q", 2), "0x2 (opcode::SUB)");
    assert_eq!(flat.value_text("held_q", 3), "0x3");
    assert_eq!(flat.value_text("code", 2), "0x2");
}
