// VexRiscv with the unit at its custom-function port; both buses reach one memory that answers after a cycle. With INTERRUPTS
// there are many, at odd times.
module machine (input clk, input resetn, output trap);
  wire cmd_valid, cmd_ready, rsp_valid, rsp_ready;
  wire [9:0] function_id;
  wire [31:0] inputs_0, inputs_1, outputs_0;
  wire i_cyc, i_stb, d_cyc, d_stb, d_we;
  wire [29:0] i_adr, d_adr;
  wire [31:0] d_data;
  wire [3:0] d_sel;
  reg i_ack = 0, d_ack = 0, interrupt = 0;
  reg [31:0] i_read, d_read;
  assign trap = 0;
`include "memory.vh"

  VexRiscv core (
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

  always @(posedge clk) begin
    i_ack <= i_cyc & i_stb & !i_ack;
    i_read <= load({i_adr, 2'b00});
    d_ack <= d_cyc & d_stb & !d_ack;
    d_read <= load({d_adr, 2'b00});
    if (writes & d_adr != 30'h3c00_0002) store({d_adr, 2'b00}, d_data, d_sel);
  end

  wire writes = d_cyc & d_stb & d_we & !d_ack;
`ifdef INTERRUPTS
  reg [15:0] noise = 16'hace1;
  always @(posedge clk) begin
    noise <= {noise[14:0], noise[15] ^ noise[13] ^ noise[12] ^ noise[10]};
    if (writes & d_adr == 30'h3c00_0002) interrupt <= 0;
    else if (noise[6:0] == 0) interrupt <= 1;
  end
`endif
endmodule
