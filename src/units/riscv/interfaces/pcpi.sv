// Rules of the Pico Co-Processor Interface. Bind or instantiate this module beside $TOP, with the same nets at its ports. The
// rules begin with the first reset.
module $TOP_formal #(
  // 0: assume the rules of the core, to prove the unit; 1: assert them, to prove the core.
  parameter ASSERT_INPUTS = 0,
  // Clocks from the first one of an operation's offer to its answer.
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
  wire [9:0] function_id = {pcpi_insn[31:25], pcpi_insn[14:12]};
  // Accesses to the unit's state are answered at once.
  wire is_custom_access = function_id[8] && function_id[7] && function_id[2:0] < 3'd6;
  wire is_custom = pcpi_insn[6:0] == OPCODE;
  wire is_system = pcpi_insn[6:0] == 7'h73;
  wire is_packed = PACKED != 0 && (pcpi_insn[6:0] == 7'h3b || pcpi_insn[6:0] == 7'h1b || is_system);
  wire is_access = is_packed ? is_system : is_custom_access;

  reg started, was_reset, was_busy, waits, answered, changed;
  reg [31:0] insn, rs1, rs2;
  integer waited;
  initial started = 0;

  wire runs = started & !in_reset;
  wire present = pcpi_valid & pcpi_wait;
  always @(posedge clock) begin
    if (in_reset) started <= 1;
    was_reset <= in_reset;
    was_busy <= present & !pcpi_ready;
    waits <= present & !pcpi_ready & !in_reset;
    answered <= pcpi_valid & pcpi_ready & !in_reset;
    changed <= !in_reset & (changed | pcpi_ready);
    insn <= pcpi_insn;
    rs1 <= pcpi_rs1;
    rs2 <= pcpi_rs2;
    waited <= in_reset || !present || pcpi_ready ? 0 : waited + 1;
  end

  generate
    if (ASSERT_INPUTS != 0) begin : surroundings
      // The first reset comes before the first instruction.
      always @(posedge clock) if (!started && !in_reset) reset_comes_first: assert (!pcpi_valid);
      always @(posedge clock) if (runs) begin
        if (waits && pcpi_valid) word_holds: assert (pcpi_insn == insn);
        if (waits && pcpi_valid) operands_hold: assert (pcpi_rs1 == rs1 && pcpi_rs2 == rs2);
        if (answered) not_offered_again: assert (!pcpi_valid);
      end
    end else begin : unit_alone
      always @(posedge clock) if (runs) begin
        if (waits && pcpi_valid) word_holds: assume (pcpi_insn == insn);
        if (waits && pcpi_valid) operands_hold: assume (pcpi_rs1 == rs1 && pcpi_rs2 == rs2);
        if (answered) not_offered_again: assume (!pcpi_valid);
      end
    end
  endgenerate

  always @(posedge clock) if (runs) begin
    if (pcpi_wait) no_wait_without_instruction: assert (pcpi_valid);
    if (pcpi_ready && !pcpi_wait) no_result_without_instruction: assert (0);
    if (pcpi_wr != pcpi_ready) write_with_ready: assert (0);
    if (pcpi_wait) own_opcode: assert (is_packed || (CUSTOM != 0 && is_custom));
    if (waits && pcpi_valid) wait_holds: assert (pcpi_wait);
    if (present && is_access) access_at_once: assert (pcpi_ready);
    if (present && !is_access && !pcpi_ready) latency_bound: assert (waited < LATENCY);
    if (present && !is_access && pcpi_ready && !was_reset) not_early: assert (waited == LATENCY);
    if (present && !is_access && was_reset && LATENCY != 0) reset_drops_the_instruction: assert (!pcpi_ready);
    if (present && !changed && !is_packed && function_id == READ_C) reset_clears_c: assert (pcpi_rd == 0);

    // Situations in which the rules above say something.
    an_operation_is_answered: cover (pcpi_ready && !is_access);
    an_access_is_answered: cover (pcpi_ready && is_access);
    an_instruction_after_another: cover (changed && pcpi_ready);
    withdrawn: cover (waits && !pcpi_valid);
    foreign: cover (pcpi_valid && !pcpi_wait && pcpi_insn[6:0] == OPCODE);
    reset_in_traffic: cover (was_reset && was_busy && present);
  end
endmodule
