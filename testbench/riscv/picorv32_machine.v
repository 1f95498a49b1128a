// PicoRV32 with the unit at its co-processor interface and a memory that answers after a cycle. With interrupts enabled the core
// has instructions of its own in custom-0.
module machine (input clk, input resetn, output trap);
  wire valid, instruction, pcpi_valid, pcpi_wr, pcpi_wait, pcpi_ready;
  wire [31:0] address, data, pcpi_insn, pcpi_rs1, pcpi_rs2, pcpi_rd;
  wire [3:0] strobe;
  reg ready = 0;
  reg [31:0] read;
`include "memory.vh"

  picorv32 #(.ENABLE_PCPI(1), .ENABLE_COUNTERS(0), .BARREL_SHIFTER(1), .ENABLE_FAST_MUL(1), .ENABLE_DIV(1),
    .ENABLE_IRQ(1)) core (
    .clk(clk), .resetn(resetn), .trap(trap),
    .mem_valid(valid), .mem_instr(instruction), .mem_ready(ready), .mem_addr(address), .mem_wdata(data),
    .mem_wstrb(strobe), .mem_rdata(read),
    .mem_la_read(), .mem_la_write(), .mem_la_addr(), .mem_la_wdata(), .mem_la_wstrb(),
    .pcpi_valid(pcpi_valid), .pcpi_insn(pcpi_insn), .pcpi_rs1(pcpi_rs1), .pcpi_rs2(pcpi_rs2),
    .pcpi_wr(pcpi_wr), .pcpi_rd(pcpi_rd), .pcpi_wait(pcpi_wait), .pcpi_ready(pcpi_ready),
    .irq(32'b0), .eoi(), .trace_valid(), .trace_data());

  riscv_pcpi unit (
    .clock(clk), .reset_n(resetn),
    .pcpi_valid(pcpi_valid), .pcpi_insn(pcpi_insn), .pcpi_rs1(pcpi_rs1), .pcpi_rs2(pcpi_rs2),
    .pcpi_wr(pcpi_wr), .pcpi_rd(pcpi_rd), .pcpi_wait(pcpi_wait), .pcpi_ready(pcpi_ready));

  always @(posedge clk) begin
    ready <= resetn & valid & !ready;
    if (resetn & valid & !ready) begin
      if (strobe != 0) store(address, data, strobe);
      read <= load(address);
    end
  end
endmodule
