// CV32E40X with the unit at its eXtension interface; both buses reach one memory that answers after a cycle, or later where a run
// asks for wait states, and takes two requests before the first answer. A debugger halts the core at random times, and interrupts
// kill instructions that the unit has already accepted; the number of those is printed at the end.
module machine #(
  parameter bit GATE = 1, OFFER = 1, THIRD = 1, A_EXT = 0, parameter int B_EXT = 0
) (input clk, input resetn);
  wire instr_req, data_req, core_data_req, core_data_gnt, data_we, debug_halted;
  wire [31:0] instr_addr, data_addr, data_wdata;
  wire [3:0] data_be;
  reg debug_req = 0;
  wire retires = core.ctrl_fsm.mhpmevent.minstret;
`include "memory.vh"

  // Answers in the order of the requests.
  reg [1:0] instr_open = 0, data_open = 0;
  reg [31:0] instr_first, instr_second, data_first, data_second;
  wire instr_rvalid = instr_open != 0 & !answer_waits, data_rvalid = data_open != 0 & !data_waits;
  wire instr_gnt = !instruction_waits & (instr_open != 2 | instr_rvalid);
  wire data_gnt = !noise_2[8] | stalls == 0 ? data_open != 2 | data_rvalid : 1'b0;

  if_xif #(.X_NUM_RS(3), .X_ID_WIDTH(4)) xif ();

  cv32e40x_core #(.A_EXT(A_EXT), .B_EXT(cv32e40x_pkg::b_ext_e'(B_EXT)), .X_EXT(1), .X_NUM_RS(3), .X_ID_WIDTH(4)) core (
    .clk_i(clk), .rst_ni(resetn), .scan_cg_en_i(1'b0),
    .boot_addr_i(32'h0), .dm_exception_addr_i(32'h4000_0000), .dm_halt_addr_i(32'h300), .mhartid_i(32'h0), .mimpid_patch_i(4'h0),
    .mtvec_addr_i(32'h4000_0000),
    .instr_req_o(instr_req), .instr_gnt_i(instr_gnt), .instr_rvalid_i(instr_rvalid), .instr_addr_o(instr_addr),
    .instr_memtype_o(), .instr_prot_o(), .instr_dbg_o(), .instr_rdata_i(instr_first), .instr_err_i(1'b0),
    .data_req_o(core_data_req), .data_gnt_i(core_data_gnt), .data_rvalid_i(data_rvalid), .data_addr_o(data_addr),
    .data_be_o(data_be), .data_we_o(data_we), .data_wdata_o(data_wdata), .data_memtype_o(), .data_prot_o(), .data_dbg_o(),
    .data_atop_o(), .data_rdata_i(data_first), .data_err_i(1'b0), .data_exokay_i(1'b0),
    .mcycle_o(),
    .xif_compressed_if(xif), .xif_issue_if(xif), .xif_commit_if(xif),
    .xif_mem_if(xif), .xif_mem_result_if(xif), .xif_result_if(xif),
    .irq_i({24'b0, interrupt, 7'b0}), .wu_wfe_i(1'b0),
    .clic_irq_i(1'b0), .clic_irq_id_i(5'b0), .clic_irq_level_i(8'b0), .clic_irq_priv_i(2'b0), .clic_irq_shv_i(1'b0),
    .fencei_flush_req_o(), .fencei_flush_ack_i(1'b1),
    .debug_req_i(debug_req), .debug_havereset_o(), .debug_running_o(), .debug_halted_o(debug_halted),
    .fetch_enable_i(1'b1), .core_sleep_o());

  wire issue_valid, issue_ready;
  wire [2:0] issue_rs_valid;
  riscv_cv32e40x #(.GATE(GATE), .OFFER(OFFER), .THIRD(THIRD)) unit (
    .clk_i(clk), .rst_ni(resetn), .xif(xif),
    .ex_ready_i(core.ex_ready), .id_ex_pipe_i(core.id_ex_pipe), .ex_wb_pipe_i(core.ex_wb_pipe),
    .core_data_req_i(core_data_req), .core_data_gnt_o(core_data_gnt), .data_req_o(data_req), .data_gnt_i(data_gnt),
    .issue_valid_o(issue_valid), .issue_ready_o(issue_ready), .issue_rs_valid_o(issue_rs_valid));

  // The first trap vector; a program that expects traps sets its own one.
  wire [31:0] cause = {core.cs_registers_i.mcause_q.irq, 20'b0, core.cs_registers_i.mcause_q.exception_code};
  always @(posedge clk) begin
    if (resetn & instr_req & instr_addr == 32'h4000_0000) report_trap(cause, core.cs_registers_i.mepc_q, 0);
  end

  reg [31:0] answer;
  wire instr_taken = resetn & instr_req & instr_gnt, data_taken = resetn & data_req & data_gnt;
  always @(posedge clk) begin
    instr_open <= resetn ? instr_open + instr_taken - instr_rvalid : 0;
    if (instr_rvalid) instr_first <= instr_second;
    if (instr_taken & instr_open == {1'b0, instr_rvalid}) instr_first <= load(instr_addr);
    else if (instr_taken) instr_second <= load(instr_addr);

    data_open <= resetn ? data_open + data_taken - data_rvalid : 0;
    if (data_rvalid) data_first <= data_second;
    if (data_taken) begin
      transact(data_we, data_addr, data_wdata, data_be, answer);
      if (data_open == {1'b0, data_rvalid}) data_first <= answer;
      else data_second <= answer;
    end

    if (debug_halted) debug_req <= 0;
    else if (resetn & halts_now & !debug_req) begin
      debug_req <= 1;
      halted <= halted + 1;
    end
  end

  // The core does not tell of an instruction that is killed between its acceptance and the execute stage; the next one that it
  // offers has the same number.
  reg open = 0;
  reg [3:0] id;
  integer killed = 0, dropped = 0;
  wire accepted = xif.issue_valid & xif.issue_ready & xif.issue_resp.accept;
  wire again = xif.issue_valid & xif.issue_req.id == id;
  wire decided = xif.commit_valid & xif.commit.id == id;
  final $display("killed %0d", killed + dropped);
  always @(posedge clk) begin
    if (open & again) dropped <= dropped + 1;
    else if (open & decided & xif.commit.commit_kill) killed <= killed + 1;
    open <= accepted | open & !again & !decided;
    if (accepted) id <= xif.issue_req.id;
  end
endmodule
