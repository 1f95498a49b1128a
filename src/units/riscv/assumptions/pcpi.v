// Monitor of the assumptions that riscv_pcpi makes about the core. Instantiate it beside the unit, with the same nets at its ports.
// The monitor prints each violated assumption once, and sets a bit of `violated`, which stays set. With STOP 1 it also stops the
// simulation.
module riscv_pcpi_assumptions #(
  parameter STOP = 0
) (
  // Ports of the unit.
  input wire clock,
  input wire reset_n,
  input wire pcpi_valid,
  input wire [31:0] pcpi_insn,
  input wire [31:0] pcpi_rs1,
  input wire [31:0] pcpi_rs2,
  input wire pcpi_wait,
  input wire pcpi_ready,
  // A bit for each assumption, in the order of the messages.
  output reg [3:0] violated
);
  reg was_reset, waits, answered;
  reg [31:0] insn, rs1, rs2;
  initial begin
    violated = 0;
    was_reset = 0;
    waits = 0;
    answered = 0;
    insn = 0;
    rs1 = 0;
    rs2 = 0;
  end

  wire [3:0] now = {
    answered & pcpi_valid,
    waits & pcpi_valid & (pcpi_rs1 != rs1 | pcpi_rs2 != rs2),
    waits & pcpi_valid & pcpi_insn != insn,
    !was_reset & pcpi_valid
  } & {4{reset_n}};

  always @(posedge clock) begin
    if (!reset_n) was_reset <= 1;
    waits <= reset_n & pcpi_valid & pcpi_wait & !pcpi_ready;
    answered <= reset_n & pcpi_valid & pcpi_ready;
    insn <= pcpi_insn;
    rs1 <= pcpi_rs1;
    rs2 <= pcpi_rs2;
    violated <= violated | now;
`ifndef SYNTHESIS
    if (now[0] & !violated[0]) $display("assumption violated: riscv_pcpi: there is a reset before the first instruction (%m, %0d)", $time);
    if (now[1] & !violated[1]) $display("assumption violated: riscv_pcpi: the instruction word stays the same until the answer (%m, %0d)", $time);
    if (now[2] & !violated[2]) $display("assumption violated: riscv_pcpi: the operands stay the same until the answer (%m, %0d)", $time);
    if (now[3] & !violated[3]) $display("assumption violated: riscv_pcpi: the core offers no instruction in the clock after an answer (%m, %0d)", $time);
    if (STOP != 0 && now != 0) $stop;
`endif
  end
endmodule
