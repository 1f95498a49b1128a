// A core model at the custom-function interface that sends random commands; with the plus-argument fault=N it breaks the Nth
// assumption.
module machine (input clk, input resetn, output trap);
  reg [31:0] noise = 32'h9e3779b9, fault = 0, cycle = 0;
  reg valid = 0;
  reg [9:0] function_id = 0;
  reg [31:0] inputs_0 = 0, inputs_1 = 0;
  wire ready, rsp_valid;
  wire [31:0] result;
  wire reset = !resetn & fault != 1;
  assign trap = 0;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  function [31:0] scrambled(input [31:0] value);
    begin
      scrambled = value ^ value << 13;
      scrambled = scrambled ^ scrambled >> 17;
      scrambled = scrambled ^ scrambled << 5;
    end
  endfunction

  riscv_cfu unit (
    .clock(clk), .reset(reset), .cmd_valid(valid), .cmd_ready(ready), .cmd_payload_function_id(function_id),
    .cmd_payload_inputs_0(inputs_0), .cmd_payload_inputs_1(inputs_1),
    .rsp_valid(rsp_valid), .rsp_ready(noise[7]), .rsp_payload_outputs_0(result));

  always @(posedge clk) if (!reset) begin
    noise <= scrambled(noise);
    cycle <= cycle + 1;
    if (cycle == 5000) $finish;
    if (!valid | ready) begin
      valid <= noise[8];
      function_id <= noise[18:9];
      inputs_0 <= scrambled(noise);
      inputs_1 <= ~noise;
    end
    else if (fault == 2) valid <= noise[9];
    else if (fault == 3) function_id <= function_id ^ 1;
    else if (fault == 4) inputs_1 <= inputs_1 + 1;
  end
endmodule
