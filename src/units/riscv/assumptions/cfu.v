// Monitor of the assumptions that riscv_cfu makes about the core. Instantiate it beside the unit, with the same nets at its ports.
// The monitor prints each violated assumption once, and sets a bit of `violated`, which stays set. With STOP 1 it also stops the
// simulation.
module riscv_cfu_assumptions #(
  parameter STOP = 0
) (
  // Ports of the unit.
  input wire clock,
  input wire reset,
  input wire cmd_valid,
  input wire cmd_ready,
  input wire [9:0] cmd_payload_function_id,
  input wire [31:0] cmd_payload_inputs_0,
  input wire [31:0] cmd_payload_inputs_1,
  // A bit for each assumption, in the order of the messages.
  output reg [3:0] violated
);
  reg was_reset, waits;
  reg [9:0] function_id;
  reg [31:0] inputs_0, inputs_1;
  initial begin
    violated = 0;
    was_reset = 0;
    waits = 0;
    function_id = 0;
    inputs_0 = 0;
    inputs_1 = 0;
  end

  wire [3:0] now = {
    waits & cmd_valid & (cmd_payload_inputs_0 != inputs_0 | cmd_payload_inputs_1 != inputs_1),
    waits & cmd_valid & cmd_payload_function_id != function_id,
    waits & !cmd_valid,
    !was_reset & cmd_valid
  } & {4{!reset}};

  always @(posedge clock) begin
    if (reset) was_reset <= 1;
    waits <= !reset & cmd_valid & !cmd_ready;
    function_id <= cmd_payload_function_id;
    inputs_0 <= cmd_payload_inputs_0;
    inputs_1 <= cmd_payload_inputs_1;
    violated <= violated | now;
`ifndef SYNTHESIS
    if (now[0] & !violated[0]) $display("assumption violated: riscv_cfu: there is a reset before the first command (%m, %0d)", $time);
    if (now[1] & !violated[1]) $display("assumption violated: riscv_cfu: the core offers a command until the unit accepts it (%m, %0d)", $time);
    if (now[2] & !violated[2]) $display("assumption violated: riscv_cfu: the function stays the same until the unit accepts the command (%m, %0d)", $time);
    if (now[3] & !violated[3]) $display("assumption violated: riscv_cfu: the operands stay the same until the unit accepts the command (%m, %0d)", $time);
    if (STOP != 0 && now != 0) $stop;
`endif
  end
endmodule
