// The unit and what connects it to CV32E40X 0.6.0. Instantiate it beside the core, with one `if_xif` at both, and put the core's
// requests for data through it:
//
//   if_xif #(.X_NUM_RS(3), .X_ID_WIDTH(4)) xif ();
//   cv32e40x_core #(.X_EXT(1), .X_NUM_RS(3), .X_ID_WIDTH(4)) core (.data_req_o(core_data_req), .data_gnt_i(core_data_gnt), …);
//   riscv_cv32e40x unit (.ex_ready_i(core.ex_ready), .id_ex_pipe_i(core.id_ex_pipe), .ex_wb_pipe_i(core.ex_wb_pipe), …);
//
// It relies on three nets inside the core, which are not ports (cv32e40x_core.sv): `ex_ready` (line 264), `id_ex_pipe` (line 166) and
// `ex_wb_pipe` (line 169). Each is there because of a fault of this version of the core:
//
// 1. The core does not write rd if an instruction is accepted before the execute stage can take it ("may be missed",
//    cv32e40x_id_stage.sv, line 767). So an instruction is offered only when it can.
// 2. It reads the third source register from the register file alone, also while an instruction is about to write it ("implement
//    forwarding for other operands than rs1 and rs2", cv32e40x_id_stage.sv, line 748). So that is not there before.
// 3. While the write-back stage waits for a result (`xif_waiting`, cv32e40x_wb_stage.sv, line 174), the load or store behind, in the
//    execute stage, cannot go on (`wb_ready_o`, line 135), but its request goes out in each of these clocks
//    (cv32e40x_load_store_unit.sv, line 443, does not look at the write-back stage). So no request for data passes meanwhile. With
//    a latency of 0 or 1 results are there in time and the gate never closes.
module riscv_cv32e40x import cv32e40x_pkg::*; #(
  // 1: the gate for requests is there.
  parameter bit GATE = 1,
  // 1: an instruction is offered only when the execute stage can take it.
  parameter bit OFFER = 1,
  // 1: the third source register is awaited.
  parameter bit THIRD = 1
) (
  input logic clk_i,
  input logic rst_ni,
  if_xif xif,
  // Of the inside of the core.
  input logic ex_ready_i,
  input id_ex_pipe_t id_ex_pipe_i,
  input ex_wb_pipe_t ex_wb_pipe_i,
  // The core's request for data, and its grant.
  input logic core_data_req_i,
  output logic core_data_gnt_o,
  // Those of the memory.
  output logic data_req_o,
  input logic data_gnt_i,
  // What the unit sees of an offer, for a monitor.
  output logic issue_valid_o,
  output logic issue_ready_o,
  output logic [2:0] issue_rs_valid_o
);
  logic offers, issue_ready, wb_waits, written_by_ex, written_by_wb, rs3_valid;
  logic [4:0] rs3;

  assign offers = ex_ready_i | !OFFER;
  assign issue_valid_o = xif.issue_valid & offers;
  assign xif.issue_ready = issue_ready & offers;
  assign issue_ready_o = issue_ready;

  assign rs3 = xif.issue_req.instr[31:27];
  assign written_by_ex = id_ex_pipe_i.instr_valid & id_ex_pipe_i.rf_we & id_ex_pipe_i.rf_waddr == rs3;
  assign written_by_wb = ex_wb_pipe_i.instr_valid & ex_wb_pipe_i.rf_we & ex_wb_pipe_i.rf_waddr == rs3;
  assign rs3_valid = xif.issue_req.rs_valid[2] & (rs3 == 0 | !(written_by_ex | written_by_wb) | !THIRD);
  assign issue_rs_valid_o = {rs3_valid, xif.issue_req.rs_valid[1:0]};

  assign wb_waits = GATE & ex_wb_pipe_i.instr_valid & ex_wb_pipe_i.xif_en & !xif.result_valid;
  assign data_req_o = core_data_req_i & !wb_waits;
  assign core_data_gnt_o = data_gnt_i & !wb_waits;

  riscv_cv_x_if unit (
    .clock(clk_i), .reset_n(rst_ni),
    .issue_valid(issue_valid_o), .issue_ready(issue_ready),
    .issue_req_instr(xif.issue_req.instr), .issue_req_id(xif.issue_req.id),
    .issue_req_rs_0(xif.issue_req.rs[0]), .issue_req_rs_1(xif.issue_req.rs[1]), .issue_req_rs_2(xif.issue_req.rs[2]),
    .issue_req_rs_valid(issue_rs_valid_o),
    .issue_resp_accept(xif.issue_resp.accept), .issue_resp_writeback(xif.issue_resp.writeback),
    .issue_resp_dualwrite(xif.issue_resp.dualwrite), .issue_resp_dualread(xif.issue_resp.dualread),
    .issue_resp_loadstore(xif.issue_resp.loadstore), .issue_resp_ecswrite(xif.issue_resp.ecswrite),
    .issue_resp_exc(xif.issue_resp.exc),
    .commit_valid(xif.commit_valid), .commit_id(xif.commit.id), .commit_commit_kill(xif.commit.commit_kill),
    .result_valid(xif.result_valid), .result_ready(xif.result_ready),
    .result_id(xif.result.id), .result_data(xif.result.data), .result_rd(xif.result.rd), .result_we(xif.result.we),
    .result_ecsdata(xif.result.ecsdata), .result_ecswe(xif.result.ecswe), .result_exc(xif.result.exc),
    .result_exccode(xif.result.exccode), .result_err(xif.result.err), .result_dbg(xif.result.dbg));

  // The unit is no decompressor, and does not access memory.
  assign xif.compressed_ready = 1'b1;
  assign xif.compressed_resp = '0;
  assign xif.mem_valid = 1'b0;
  assign xif.mem_req = '0;
endmodule
