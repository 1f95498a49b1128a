// Monitor of the assumptions that neorv32_cfu makes about the core. Instantiate it beside the unit, with the same nets at its ports.
// The monitor prints each violated assumption once, and sets a bit of `violated`, which stays set. With STOP 1 it also stops the
// simulation.
module neorv32_cfu_assumptions #(
  parameter STOP = 0
) (
  // Ports of the unit.
  input wire clock,
  input wire reset_n,
  input wire start,
  input wire [31:0] inst,
  input wire [31:0] rs1,
  input wire [31:0] rs2,
  input wire valid,
  // A bit for each assumption, in the order of the messages.
  output reg [3:0] violated
);
  // waits: an instruction waits for its answer. age: the number of clocks since it began. The unit answers its own instructions within
  // 6 clocks; the monitor ignores instructions that wait longer, because they are foreign.
  reg was_reset, waits;
  reg [2:0] age;
  reg [31:0] last_inst, last_rs1, last_rs2;
  initial begin
    violated = 0;
    was_reset = 0;
    waits = 0;
    age = 0;
    last_inst = 0;
    last_rs1 = 0;
    last_rs2 = 0;
  end

  wire goes_on = waits & !start;
  wire [3:0] now = {
    waits & start,
    goes_on & (rs1 != last_rs1 | rs2 != last_rs2),
    goes_on & inst != last_inst,
    !was_reset & start
  } & {4{reset_n}};

  always @(posedge clock) begin
    if (!reset_n) was_reset <= 1;
    waits <= reset_n & !valid & (start | (waits & age != 3'd5));
    age <= start ? 3'd1 : age + 3'd1;
    last_inst <= inst;
    last_rs1 <= rs1;
    last_rs2 <= rs2;
    violated <= violated | now;
`ifndef SYNTHESIS
    if (now[0] & !violated[0]) $display("assumption violated: neorv32_cfu: there is a reset before the first instruction (%m, %0d)", $time);
    if (now[1] & !violated[1]) $display("assumption violated: neorv32_cfu: the instruction word stays the same until the answer (%m, %0d)", $time);
    if (now[2] & !violated[2]) $display("assumption violated: neorv32_cfu: the operands stay the same until the answer (%m, %0d)", $time);
    if (now[3] & !violated[3]) $display("assumption violated: neorv32_cfu: start is 1 only in the first clock of an instruction (%m, %0d)", $time);
    if (STOP != 0 && now != 0) $stop;
`endif
  end
endmodule
