// VexRiscv with the unit at its custom-function port; both buses reach one memory that answers after a cycle. With DEBUG_BUS a
// debugger halts the core and lets it go on.
module machine (input clk, input resetn);
  wire cmd_valid, cmd_ready, rsp_valid, rsp_ready;
  wire [9:0] function_id;
  wire [31:0] inputs_0, inputs_1, outputs_0;
  wire i_cyc, i_stb, d_cyc, d_stb, d_we;
  wire [29:0] i_adr, d_adr;
  wire [31:0] d_data;
  wire [3:0] d_sel;
  reg i_ack = 0, d_ack = 0;
  reg [31:0] i_read, d_read;
  wire retires = core.lastStageIsFiring;
`include "memory.vh"

`ifdef DEBUG_BUS
  // For how many clocks the core stays halted; the word that halts it is written in the first, the other in the last one.
  reg [4:0] halt_clocks = 0;
  wire halt_begins = halt_clocks == 16, halt_ends = halt_clocks == 1;
  wire debug_ready;
  always @(posedge clk) begin
    if (halt_clocks != 0) halt_clocks <= halt_clocks - 1;
    else if (resetn & halts_now) begin
      halt_clocks <= 16;
      halted <= halted + 1;
    end
  end
`endif

  VexRiscv core (
`ifdef DEBUG_BUS
    .debugReset(!resetn), .debug_resetOut(), .debug_bus_rsp_data(), .debug_bus_cmd_ready(debug_ready),
    .debug_bus_cmd_valid(halt_begins | halt_ends), .debug_bus_cmd_payload_wr(1'b1), .debug_bus_cmd_payload_address(8'b0),
    .debug_bus_cmd_payload_data({6'b0, halt_ends, 7'b0, halt_begins, 17'b0}),
`endif
    .clk(clk), .reset(!resetn), .externalResetVector(32'h0),
    .timerInterrupt(interrupt), .softwareInterrupt(1'b0), .externalInterruptArray(32'b0),
    .CfuPlugin_bus_cmd_valid(cmd_valid), .CfuPlugin_bus_cmd_ready(cmd_ready),
    .CfuPlugin_bus_cmd_payload_function_id(function_id),
    .CfuPlugin_bus_cmd_payload_inputs_0(inputs_0), .CfuPlugin_bus_cmd_payload_inputs_1(inputs_1),
    .CfuPlugin_bus_rsp_valid(rsp_valid), .CfuPlugin_bus_rsp_ready(rsp_ready),
    .CfuPlugin_bus_rsp_payload_outputs_0(outputs_0),
    .iBusWishbone_CYC(i_cyc), .iBusWishbone_STB(i_stb), .iBusWishbone_ACK(i_ack), .iBusWishbone_WE(),
    .iBusWishbone_ADR(i_adr), .iBusWishbone_DAT_MISO(i_read), .iBusWishbone_DAT_MOSI(), .iBusWishbone_SEL(),
    .iBusWishbone_ERR(1'b0), .iBusWishbone_CTI(), .iBusWishbone_BTE(),
    .dBusWishbone_CYC(d_cyc), .dBusWishbone_STB(d_stb), .dBusWishbone_ACK(d_ack), .dBusWishbone_WE(d_we),
    .dBusWishbone_ADR(d_adr), .dBusWishbone_DAT_MISO(d_read), .dBusWishbone_DAT_MOSI(d_data), .dBusWishbone_SEL(d_sel),
    .dBusWishbone_ERR(1'b0), .dBusWishbone_CTI(), .dBusWishbone_BTE());

  riscv_cfu unit (
    .clock(clk), .reset(!resetn),
    .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .cmd_payload_function_id(function_id),
    .cmd_payload_inputs_0(inputs_0), .cmd_payload_inputs_1(inputs_1),
    .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_payload_outputs_0(outputs_0));

  reg [31:0] answer;
  always @(posedge clk) begin
    i_ack <= i_cyc & i_stb & !i_ack & !instruction_waits;
    i_read <= load({i_adr, 2'b00});
    d_ack <= d_cyc & d_stb & !d_ack & !data_waits;
    if (d_cyc & d_stb & !d_ack & !data_waits) begin
      transact(d_we, {d_adr, 2'b00}, d_data, d_sel, answer);
      d_read <= answer;
    end
  end
endmodule
