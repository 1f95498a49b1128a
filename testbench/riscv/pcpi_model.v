// A core model at the co-processor interface that offers random instructions; with the plus-argument fault=N it breaks the Nth
// assumption.
module machine (input clk, input resetn, output trap);
  reg [31:0] noise = 32'h9e3779b9, fault = 0, cycle = 0;
  reg valid = 0;
  reg [31:0] insn = 0, rs1 = 0, rs2 = 0;
  reg [4:0] age = 0;
  wire wr, waits, ready;
  wire [31:0] rd;
  wire reset_n = resetn | fault == 1;
  assign trap = 0;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  function [31:0] scrambled(input [31:0] value);
    begin
      scrambled = value ^ value << 13;
      scrambled = scrambled ^ scrambled >> 17;
      scrambled = scrambled ^ scrambled << 5;
    end
  endfunction

  riscv_pcpi unit (
    .clock(clk), .reset_n(reset_n), .pcpi_valid(valid), .pcpi_insn(insn), .pcpi_rs1(rs1), .pcpi_rs2(rs2),
    .pcpi_wr(wr), .pcpi_rd(rd), .pcpi_wait(waits), .pcpi_ready(ready));

  always @(posedge clk) if (reset_n) begin
    noise <= scrambled(noise);
    cycle <= cycle + 1;
    if (cycle == 5000) $finish;
    age <= valid ? age + 1 : 0;
    // A foreign word has no answer: the core gives up.
    if (valid & (ready | age == 20)) valid <= fault == 4 & ready & noise[9];
    else if (!valid & noise[8]) begin
      valid <= 1;
      insn <= {noise[31:7], noise[6] ? 7'h2b : 7'h0b};
      rs1 <= scrambled(noise);
      rs2 <= ~noise;
    end else if (valid & fault == 2) insn <= insn ^ 32'h1000;
    else if (valid & fault == 3) rs2 <= rs2 + 1;
  end
endmodule
