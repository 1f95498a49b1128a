// A core model that starts random instructions of NEORV32's custom functions unit, and gives up where nobody answers; with the
// plus-argument fault=N it breaks the Nth assumption.
module machine (input clk, input resetn, output trap);
  reg [31:0] noise = 32'h9e3779b9, fault = 0, cycle = 0;
  reg start = 0, under_way = 0;
  reg [3:0] age = 0;
  reg [31:0] inst = 0, rs1 = 0;
  wire valid;
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

  neorv32_cfu unit (
    .clock(clk), .reset_n(reset_n), .start(start), .inst(inst), .rs1(rs1), .rs2(32'd7), .result(), .valid(valid));

  always @(posedge clk) if (reset_n) begin
    noise <= scrambled(noise);
    cycle <= cycle + 1;
    if (cycle == 5000) $finish;
    start <= fault == 4 & under_way & !valid;
    age <= age + 1;
    if (under_way & !valid & age != 15) begin
      if (fault == 2) inst <= inst ^ 32'h80;
      if (fault == 3) rs1 <= rs1 + 1;
    end else begin
      under_way <= 0;
      if (noise[8]) begin
        under_way <= 1;
        start <= 1;
        age <= 0;
        inst <= {noise[31:7], 7'h0b} & (noise[9] ? 32'hffff_ffff : 32'h01ff_8fff);
        rs1 <= ~noise;
      end
    end
  end
endmodule
