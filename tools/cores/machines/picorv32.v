// PicoRV32 with the unit at its co-processor interface and a memory that answers after a cycle. Parameters are the core's. With
// interrupts enabled it has instructions of its own in custom-0.
module machine #(
  parameter [0:0] ENABLE_REGS_DUALPORT = 1, LATCHED_MEM_RDATA = 0, TWO_STAGE_SHIFT = 1, BARREL_SHIFTER = 1,
  parameter [0:0] TWO_CYCLE_COMPARE = 0, TWO_CYCLE_ALU = 0, COMPRESSED_ISA = 0, CATCH_ILLINSN = 1,
  parameter [0:0] ENABLE_MUL = 0, ENABLE_FAST_MUL = 1, ENABLE_DIV = 1,
  parameter [0:0] ENABLE_IRQ = 1, ENABLE_IRQ_QREGS = 1
) (input clk, input resetn);
  wire trap, valid, instruction, pcpi_valid, pcpi_wr, pcpi_wait, pcpi_ready;
  wire [31:0] address, data, pcpi_insn, pcpi_rs1, pcpi_rs2, pcpi_rd;
  wire [3:0] strobe;
  reg ready = 0;
  reg [31:0] read;
  wire retires = core.launch_next_insn;
`include "memory.vh"

  picorv32 #(.ENABLE_PCPI(1), .ENABLE_COUNTERS(0), .ENABLE_REGS_DUALPORT(ENABLE_REGS_DUALPORT),
    .LATCHED_MEM_RDATA(LATCHED_MEM_RDATA), .TWO_STAGE_SHIFT(TWO_STAGE_SHIFT), .BARREL_SHIFTER(BARREL_SHIFTER),
    .TWO_CYCLE_COMPARE(TWO_CYCLE_COMPARE), .TWO_CYCLE_ALU(TWO_CYCLE_ALU), .COMPRESSED_ISA(COMPRESSED_ISA),
    .CATCH_ILLINSN(CATCH_ILLINSN), .ENABLE_MUL(ENABLE_MUL), .ENABLE_FAST_MUL(ENABLE_FAST_MUL), .ENABLE_DIV(ENABLE_DIV),
    .ENABLE_IRQ(ENABLE_IRQ), .ENABLE_IRQ_QREGS(ENABLE_IRQ_QREGS)) core (
    .clk(clk), .resetn(resetn), .trap(trap),
    .mem_valid(valid), .mem_instr(instruction), .mem_ready(ready), .mem_addr(address), .mem_wdata(data),
    .mem_wstrb(strobe), .mem_rdata(read),
    .mem_la_read(), .mem_la_write(), .mem_la_addr(), .mem_la_wdata(), .mem_la_wstrb(),
    .pcpi_valid(pcpi_valid), .pcpi_insn(pcpi_insn), .pcpi_rs1(pcpi_rs1), .pcpi_rs2(pcpi_rs2),
    .pcpi_wr(pcpi_wr), .pcpi_rd(pcpi_rd), .pcpi_wait(pcpi_wait), .pcpi_ready(pcpi_ready),
    .irq({26'b0, interrupt, 5'b0}), .eoi(), .trace_valid(), .trace_data());

  riscv_pcpi unit (
    .clock(clk), .reset_n(resetn),
    .pcpi_valid(pcpi_valid), .pcpi_insn(pcpi_insn), .pcpi_rs1(pcpi_rs1), .pcpi_rs2(pcpi_rs2),
    .pcpi_wr(pcpi_wr), .pcpi_rd(pcpi_rd), .pcpi_wait(pcpi_wait), .pcpi_ready(pcpi_ready));

  // A trap that is no interrupt stops the core. Its registers have the instruction and, of a load or store, the address.
  wire [31:0] word = core.dbg_insn_opcode, place = core.reg_op1;
  wire is_misaligned = word[13] ? place[1:0] != 0 : word[12] & place[0];
  always @(posedge clk) begin
    if (!resetn | !trap) ;
    else if (core.reg_pc[0] | core.reg_pc[1] & !COMPRESSED_ISA) report_trap(0, core.dbg_insn_addr, core.reg_pc);
    else if (word[6:0] == 7'h03 & is_misaligned) report_trap(4, core.dbg_insn_addr, place);
    else if (word[6:0] == 7'h23 & is_misaligned) report_trap(6, core.dbg_insn_addr, place);
    else if (word[6:0] == 7'h73 & word[31:21] == 0) report_trap(word[20] ? 3 : 11, core.dbg_insn_addr, 0);
    else report_trap(2, core.dbg_insn_addr, word);
  end

  reg [31:0] answer;
  always @(posedge clk) begin
    ready <= 0;
    if (resetn & valid & !ready & !data_waits) begin
      ready <= 1;
      transact(strobe != 0, address, data, strobe, answer);
      read <= answer;
    end
  end
endmodule
