// Rules of the custom-function unit's interface. Bind or instantiate this module beside $TOP, with the same nets at its ports.
// The rules begin with the first reset.
module $TOP_formal #(
  // 0: assume the rules of the core, to prove the unit; 1: assert them, to prove the core.
  parameter ASSERT_INPUTS = 0,
  // 0: leave out the value of a waiting result, for provers that cannot decide the arithmetic.
  parameter DATA = 1,
  // Clocks from the first one of an operation's command to its response.
  parameter LATENCY = $LATENCY
) (
$PORTS
);
  localparam [9:0] READ_C = 10'h181;
  wire in_reset = reset;
  wire [9:0] function_id = cmd_payload_function_id;
  // Accesses to the unit's state are answered at once, and foreign functions may be.
  wire is_access = function_id[8] && function_id[7] && function_id[2:0] < 3'd6;
  // The first operation codes are known in every configuration.
  wire is_operation = function_id[2:0] < 3'd6 && !function_id[9] && !function_id[8] && !function_id[3];

  reg started, was_reset, was_busy, cmd_waits, rsp_waits, changed;
  reg [9:0] function_q;
  reg [31:0] inputs_0, inputs_1, outputs_0;
  integer waited;
  initial started = 0;

  wire runs = started & !in_reset;
  wire responds = rsp_valid & rsp_ready;
  always @(posedge clock) begin
    if (in_reset) started <= 1;
    was_reset <= in_reset;
    was_busy <= cmd_valid & !cmd_ready;
    cmd_waits <= cmd_valid & !cmd_ready & !in_reset;
    rsp_waits <= rsp_valid & !rsp_ready & !in_reset;
    changed <= !in_reset & (changed | responds);
    function_q <= function_id;
    inputs_0 <= cmd_payload_inputs_0;
    inputs_1 <= cmd_payload_inputs_1;
    outputs_0 <= rsp_payload_outputs_0;
    waited <= in_reset || !cmd_valid || rsp_valid ? 0 : waited + 1;
  end

  generate
    if (ASSERT_INPUTS != 0) begin : surroundings
      // The first reset comes before the first command.
      always @(posedge clock) if (!started && !in_reset) reset_comes_first: assert (!cmd_valid);
      always @(posedge clock) if (runs) begin
        if (cmd_waits) cmd_valid_holds: assert (cmd_valid);
        if (cmd_waits && cmd_valid) function_holds: assert (function_id == function_q);
        if (cmd_waits && cmd_valid)
          operands_hold: assert (cmd_payload_inputs_0 == inputs_0 && cmd_payload_inputs_1 == inputs_1);
      end
    end else begin : unit_alone
      always @(posedge clock) if (runs) begin
        if (cmd_waits) cmd_valid_holds: assume (cmd_valid);
        if (cmd_waits && cmd_valid) function_holds: assume (function_id == function_q);
        if (cmd_waits && cmd_valid)
          operands_hold: assume (cmd_payload_inputs_0 == inputs_0 && cmd_payload_inputs_1 == inputs_1);
      end
    end
  endgenerate

  always @(posedge clock) if (runs) begin
    if (rsp_valid) no_result_without_instruction: assert (cmd_valid);
    if (rsp_waits && cmd_valid) rsp_valid_holds: assert (rsp_valid);
    if (DATA != 0 && rsp_waits && rsp_valid) rsp_payload_holds: assert (rsp_payload_outputs_0 == outputs_0);
    if (cmd_valid) command_is_accepted_with_its_response: assert (cmd_ready == responds);
    if (!cmd_valid) ready_while_idle: assert (cmd_ready);
    if (cmd_valid && is_access) access_at_once: assert (rsp_valid);
    if (cmd_valid && !rsp_valid) latency_bound: assert (waited < LATENCY);
    if (cmd_valid && rsp_valid && is_operation && !was_reset && !rsp_waits) not_early: assert (waited == LATENCY);
    if (cmd_valid && is_operation && was_reset && LATENCY != 0) reset_drops_the_instruction: assert (!rsp_valid);
    if (cmd_valid && !changed && function_id == READ_C) reset_clears_c: assert (rsp_payload_outputs_0 == 0);

    // Situations in which the rules above say something.
    an_operation_is_answered: cover (responds && is_operation);
    an_access_is_answered: cover (responds && is_access);
    a_response_waits: cover (rsp_waits && responds);
    a_command_after_another: cover (changed && responds);
    reset_in_traffic: cover (was_reset && was_busy && cmd_valid && is_operation);
  end
endmodule
