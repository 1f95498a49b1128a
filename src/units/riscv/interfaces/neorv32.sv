// Rules of NEORV32's custom functions unit. Bind or instantiate this module beside $TOP, with the same nets at its ports. The rules
// begin with the first reset.
module $TOP_formal #(
  // 0: assume the rules of the core, to prove the unit; 1: assert them, to prove the core.
  parameter ASSERT_INPUTS = 0,
  // Clocks from the first one of an operation to its answer.
  parameter LATENCY = $LATENCY,
  // Whether there are instructions in the opcode for custom instructions, and packed instructions of the P extension.
  parameter CUSTOM = $CUSTOM,
  parameter PACKED = $PACKED
) (
$PORTS
);
  localparam [6:0] OPCODE = 7'd$OPCODE;
  localparam [9:0] READ_C = 10'h181;
  wire in_reset = !reset_n;
  wire [9:0] function_id = {inst[31:25], inst[14:12]};
  // Accesses to the unit's state are answered at once. The first operation codes are known in every configuration.
  wire is_packed = PACKED != 0 && (inst[6:0] == 7'h3b || inst[6:0] == 7'h1b);
  wire is_custom = CUSTOM != 0 && inst[6:0] == OPCODE;
  wire is_access = !is_packed && function_id[8] && function_id[7] && function_id[2:0] < 3'd6;
  wire is_operation = is_custom && function_id[2:0] < 3'd6 && !function_id[9] && !function_id[8] && !function_id[3];

  // An instruction was started, and has not been answered, for so many clocks.
  reg started, was_reset, waits, changed;
  reg [31:0] last_inst, last_rs1, last_rs2;
  integer age;
  initial started = 0;

  wire runs = started & !in_reset;
  wire under_way = start | waits;
  always @(posedge clock) begin
    if (in_reset) started <= 1;
    was_reset <= in_reset;
    // Whatever has no answer by then never gets one.
    waits <= !in_reset & !valid & (start | (waits & age < LATENCY));
    age <= start ? 1 : age + 1;
    changed <= !in_reset & (changed | valid);
    last_inst <= inst;
    last_rs1 <= rs1;
    last_rs2 <= rs2;
  end

  generate
    if (ASSERT_INPUTS != 0) begin : surroundings
      // The first reset comes before the first instruction.
      always @(posedge clock) if (!started && !in_reset) reset_comes_first: assert (!start);
      always @(posedge clock) if (runs && waits) begin
        started_once: assert (!start);
        word_holds: assert (inst == last_inst);
        operands_hold: assert (rs1 == last_rs1 && rs2 == last_rs2);
      end
    end else begin : unit_alone
      always @(posedge clock) if (runs && waits) begin
        started_once: assume (!start);
        word_holds: assume (inst == last_inst);
        operands_hold: assume (rs1 == last_rs1 && rs2 == last_rs2);
      end
    end
  endgenerate

  always @(posedge clock) if (runs) begin
    if (valid) no_answer_without_instruction: assert (under_way);
    if (valid) own_opcode: assert (is_custom || is_packed);
    if (valid && is_access) access_at_once: assert (start);
    if (valid && !is_access) operation_after_its_clocks: assert (start ? LATENCY == 0 : age == LATENCY);
    if (under_way && is_operation && (start ? LATENCY == 0 : age == LATENCY)) operation_is_answered: assert (valid);
    if (start && is_custom && function_id == READ_C) access_is_answered: assert (valid);
    if (start && !changed && is_custom && function_id == READ_C) reset_clears_c: assert (result == 0);

    // Situations in which the rules above say something.
    an_operation: cover (valid && !is_access);
    an_access: cover (valid && (is_access || CUSTOM == 0));
    an_instruction_after_another: cover (changed && valid);
    reset_in_traffic: cover (was_reset && changed == 0 && valid && (is_operation || is_packed));
  end
endmodule
