// CV32E40X with the unit at its eXtension interface; both buses reach one memory that answers after a cycle. With INTERRUPTS
// there are many, at odd times, which kill instructions that the unit has already accepted.
module machine (input clk, input resetn, output trap);
  wire instr_req, data_req, data_we;
  wire [31:0] instr_addr, data_addr, data_wdata;
  wire [3:0] data_be;
  reg instr_rvalid = 0, data_rvalid = 0, interrupt = 0;
  reg [31:0] instr_rdata, data_rdata;
`include "memory.vh"

  if_xif #(.X_NUM_RS(3), .X_ID_WIDTH(4)) xif ();

  cv32e40x_core #(.X_EXT(1), .X_NUM_RS(3), .X_ID_WIDTH(4)) core (
    .clk_i(clk), .rst_ni(resetn), .scan_cg_en_i(1'b0),
    .boot_addr_i(32'h0), .dm_exception_addr_i(32'h0), .dm_halt_addr_i(32'h0), .mhartid_i(32'h0), .mimpid_patch_i(4'h0),
    .mtvec_addr_i(32'h4000_0000),
    .instr_req_o(instr_req), .instr_gnt_i(1'b1), .instr_rvalid_i(instr_rvalid), .instr_addr_o(instr_addr),
    .instr_memtype_o(), .instr_prot_o(), .instr_dbg_o(), .instr_rdata_i(instr_rdata), .instr_err_i(1'b0),
    .data_req_o(data_req), .data_gnt_i(1'b1), .data_rvalid_i(data_rvalid), .data_addr_o(data_addr), .data_be_o(data_be),
    .data_we_o(data_we), .data_wdata_o(data_wdata), .data_memtype_o(), .data_prot_o(), .data_dbg_o(), .data_atop_o(),
    .data_rdata_i(data_rdata), .data_err_i(1'b0), .data_exokay_i(1'b0),
    .mcycle_o(),
    .xif_compressed_if(xif), .xif_issue_if(xif), .xif_commit_if(xif),
    .xif_mem_if(xif), .xif_mem_result_if(xif), .xif_result_if(xif),
    .irq_i({24'b0, interrupt, 7'b0}), .wu_wfe_i(1'b0),
    .clic_irq_i(1'b0), .clic_irq_id_i(5'b0), .clic_irq_level_i(8'b0), .clic_irq_priv_i(2'b0), .clic_irq_shv_i(1'b0),
    .fencei_flush_req_o(), .fencei_flush_ack_i(1'b1),
    .debug_req_i(1'b0), .debug_havereset_o(), .debug_running_o(), .debug_halted_o(),
    .fetch_enable_i(1'b1), .core_sleep_o());

  // CV32E40X 0.6.0 does not write rd if an instruction is accepted before the execute stage can take it ("may be missed",
  // cv32e40x_id_stage.sv, line 766). So it is offered only when it can.
  wire issue_valid = xif.issue_valid & core.ex_ready;
  wire issue_ready;
  assign xif.issue_ready = issue_ready & core.ex_ready;

  // It reads the third source register from the register file alone, also while an instruction is about to write it ("implement
  // forwarding for other operands than rs1 and rs2", line 748). So that is not there before.
  wire [4:0] rs3 = xif.issue_req.instr[31:27];
  wire written_by_ex = core.id_ex_pipe.instr_valid & core.id_ex_pipe.rf_we & core.id_ex_pipe.rf_waddr == rs3;
  wire written_by_wb = core.ex_wb_pipe.instr_valid & core.ex_wb_pipe.rf_we & core.ex_wb_pipe.rf_waddr == rs3;
  wire rs3_valid = xif.issue_req.rs_valid[2] & (rs3 == 0 | !(written_by_ex | written_by_wb));

  riscv_cv_x_if unit (
    .clock(clk), .reset_n(resetn),
    .issue_valid(issue_valid), .issue_ready(issue_ready),
    .issue_req_instr(xif.issue_req.instr), .issue_req_id(xif.issue_req.id),
    .issue_req_rs_0(xif.issue_req.rs[0]), .issue_req_rs_1(xif.issue_req.rs[1]), .issue_req_rs_2(xif.issue_req.rs[2]),
    .issue_req_rs_valid({rs3_valid, xif.issue_req.rs_valid[1:0]}),
    .issue_resp_accept(xif.issue_resp.accept), .issue_resp_writeback(xif.issue_resp.writeback),
    .issue_resp_dualwrite(xif.issue_resp.dualwrite), .issue_resp_dualread(xif.issue_resp.dualread),
    .issue_resp_loadstore(xif.issue_resp.loadstore), .issue_resp_ecswrite(xif.issue_resp.ecswrite),
    .issue_resp_exc(xif.issue_resp.exc),
    .commit_valid(xif.commit_valid), .commit_id(xif.commit.id), .commit_commit_kill(xif.commit.commit_kill),
    .result_valid(xif.result_valid), .result_ready(xif.result_ready),
    .result_id(xif.result.id), .result_data(xif.result.data), .result_rd(xif.result.rd), .result_we(xif.result.we),
    .result_ecsdata(xif.result.ecsdata), .result_ecswe(xif.result.ecswe), .result_exc(xif.result.exc),
    .result_exccode(xif.result.exccode), .result_err(xif.result.err), .result_dbg(xif.result.dbg));

  // The unit is no decompressor, and has no business with memory.
  assign xif.compressed_ready = 1'b1;
  assign xif.compressed_resp = '0;
  assign xif.mem_valid = 1'b0;
  assign xif.mem_req = '0;

  wire writes = resetn & data_req & data_we;
  wire ends = writes & data_addr == 32'hf000_0000;
  wire ends_too_early;
  // The first trap vector; a program that expects traps sets its own one.
  assign trap = resetn & instr_req & instr_addr == 32'h4000_0000 | ends_too_early;

  always @(posedge clk) begin
    instr_rvalid <= resetn & instr_req;
    instr_rdata <= load(instr_addr);
    data_rvalid <= resetn & data_req;
    data_rdata <= load(data_addr);
    if (writes & !ends_too_early & data_addr != 32'hf000_0008) store(data_addr, data_wdata, data_be);
  end

`ifdef INTERRUPTS
  // The core does not tell of an instruction that is killed between its acceptance and the execute stage; the next one that it
  // offers has the same number.
  reg [15:0] noise = 16'hace1;
  reg open = 0;
  reg [3:0] id;
  integer killed = 0, dropped = 0;
  wire accepted = xif.issue_valid & xif.issue_ready & xif.issue_resp.accept;
  wire again = xif.issue_valid & xif.issue_req.id == id;
  wire decided = xif.commit_valid & xif.commit.id == id;
  assign ends_too_early = ends & killed + dropped == 0;
  always @(posedge clk) begin
    noise <= {noise[14:0], noise[15] ^ noise[13] ^ noise[12] ^ noise[10]};
    if (writes & data_addr == 32'hf000_0008) interrupt <= 0;
    else if (noise[4:0] == 0) interrupt <= 1;
    if (open & again) dropped <= dropped + 1;
    else if (open & decided & xif.commit.commit_kill) killed <= killed + 1;
    open <= accepted | open & !again & !decided;
    if (accepted) id <= xif.issue_req.id;
    if (ends) $display("accepted, then killed: %0d; accepted, then dropped without a word: %0d", killed, dropped);
  end
`else
  assign ends_too_early = 0;
`endif
endmodule
