// The unit as a module of the CFU Playground.
module Cfu (
  input  wire        cmd_valid,
  output wire        cmd_ready,
  input  wire [9:0]  cmd_payload_function_id,
  input  wire [31:0] cmd_payload_inputs_0,
  input  wire [31:0] cmd_payload_inputs_1,
  output wire        rsp_valid,
  input  wire        rsp_ready,
  output wire [31:0] rsp_payload_outputs_0,
  input  wire        reset,
  input  wire        clk
);
  riscv_cfu unit (
    .clock(clk), .reset(reset),
    .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .cmd_payload_function_id(cmd_payload_function_id),
    .cmd_payload_inputs_0(cmd_payload_inputs_0), .cmd_payload_inputs_1(cmd_payload_inputs_1),
    .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_payload_outputs_0(rsp_payload_outputs_0)
  );
endmodule
