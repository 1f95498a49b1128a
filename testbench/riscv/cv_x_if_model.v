// A core model at the eXtension interface that offers random instructions, and commits or kills them early and late; with the
// plus-argument fault=N it breaks the Nth assumption.
module machine (input clk, input resetn, output trap);
  reg [31:0] noise = 32'h9e3779b9, fault = 0, cycle = 0;
  // The offer and whether it is decided; the instruction that is accepted, and whether it is committed.
  reg offers = 0, decided = 0, killed = 0, held = 0, committed = 0;
  reg [3:0] id = 0, held_id = 0;
  reg [31:0] instr = 0, rs_0 = 0;
  wire ready, accept, result_valid;
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

  // First what is accepted is decided, then what is offered.
  wire decides_held = held & !committed & noise[0];
  wire decides_offer = offers & !decided & !(held & !committed) & noise[2:1] == 0;
  wire decides_again = fault == 3 & held & committed & noise[3];
  wire commit_valid = decides_held | decides_offer | decides_again;
  wire [3:0] commit_id = decides_offer ? id : held_id;
  wire commit_kill = noise[6:4] == 0;
  wire taken = result_valid & noise[7];

  riscv_cv_x_if unit (
    .clock(clk), .reset_n(reset_n),
    .issue_valid(offers), .issue_ready(ready), .issue_req_instr(instr), .issue_req_id(id),
    .issue_req_rs_0(rs_0), .issue_req_rs_1(32'd7), .issue_req_rs_2(32'd9), .issue_req_rs_valid(3'b111),
    .issue_resp_accept(accept), .issue_resp_writeback(), .issue_resp_dualwrite(), .issue_resp_dualread(),
    .issue_resp_loadstore(), .issue_resp_ecswrite(), .issue_resp_exc(),
    .commit_valid(commit_valid), .commit_id(commit_id), .commit_commit_kill(commit_kill),
    .result_valid(result_valid), .result_ready(noise[7]), .result_id(), .result_data(), .result_rd(), .result_we(),
    .result_ecsdata(), .result_ecswe(), .result_exc(), .result_exccode(), .result_err(), .result_dbg());

  wire accepted = offers & ready & accept;
  always @(posedge clk) if (reset_n) begin
    noise <= scrambled(noise);
    cycle <= cycle + 1;
    if (cycle == 5000) $finish;
    if (taken) held <= 0;
    if (decides_held) begin
      committed <= 1;
      if (commit_kill) held <= 0;
    end
    if (offers & ready) begin
      offers <= 0;
      if (accepted) begin
        held_id <= id;
        committed <= decided | decides_offer;
        held <= !(decided & killed | decides_offer & commit_kill);
      end
    end else if (offers) begin
      if (decides_offer) begin
        decided <= 1;
        killed <= commit_kill;
      end
      if (fault == 4 & decided) instr <= instr ^ 32'h80;
      if (fault == 5) rs_0 <= rs_0 + 1;
    end else if (noise[8]) begin
      offers <= 1;
      decided <= 0;
      id <= fault == 2 & held ? held_id : id + 1;
      instr <= {noise[31:7], 7'h0b} & (noise[9] ? 32'hffff_ffff : 32'h01ff_8fff);
      rs_0 <= ~noise;
    end
  end
endmodule
