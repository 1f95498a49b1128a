// Monitor of the assumptions that riscv_cv_x_if with CV-X-IF 1.0 makes about the core. Instantiate it beside the unit, with the same
// nets at its ports, and with SPLIT 1 for a unit with --issue-register-split. The monitor prints each violated assumption once,
// and sets a bit of `violated`, which stays set. With STOP 1 it also stops the simulation.
module riscv_cv_x_if_assumptions #(
  parameter STOP = 0,
  parameter SPLIT = 0
) (
  // Ports of the unit.
  input wire clock,
  input wire reset_n,
  input wire issue_valid,
  input wire issue_ready,
  input wire [31:0] issue_req_instr,
  input wire issue_req_hartid,
  input wire [3:0] issue_req_id,
  input wire issue_resp_accept,
  input wire register_valid,
  input wire register_hartid,
  input wire [3:0] register_id,
  input wire [31:0] register_rs_0,
  input wire [31:0] register_rs_1,
  input wire [31:0] register_rs_2,
  input wire [2:0] register_rs_valid,
  input wire commit_valid,
  input wire commit_hartid,
  input wire [3:0] commit_id,
  input wire commit_commit_kill,
  input wire result_valid,
  input wire result_ready,
  // A bit for each assumption, in the order of the messages.
  output reg [6:0] violated
);
  // waited: an offer waited in the previous clock. early: the core committed or killed this offer. held: the unit holds an instruction.
  // committed: the core committed the held instruction. loaded: the held instruction has its source registers. hart: that of the first
  // offer. The other registers are the offer of the previous clock.
  reg was_reset, waited, early, held, committed, loaded, has_hart, hart, committed_early;
  reg [3:0] offered_id, held_id;
  reg [2:0] rs_valid;
  reg [31:0] instr, rs_0, rs_1, rs_2;
  initial begin
    violated = 0;
    was_reset = 0;
    waited = 0;
    early = 0;
    held = 0;
    committed = 0;
    loaded = 0;
    has_hart = 0;
    committed_early = 0;
    hart = 0;
    offered_id = 0;
    held_id = 0;
    rs_valid = 0;
    instr = 0;
    rs_0 = 0;
    rs_1 = 0;
    rs_2 = 0;
  end

  // Differences of two numbers, modulo 16.
  wire [3:0] offer_above_held = issue_req_id - held_id;
  wire [3:0] commit_above_held = commit_id - held_id;
  wire [3:0] commit_above_offer = commit_id - issue_req_id;

  wire again = waited & issue_valid & issue_req_id == offered_id;
  wire accepted = issue_valid & issue_ready & issue_resp_accept;
  wire taken = result_valid & result_ready;
  wire was_decided = again & early;
  wire commits_offer = commit_valid & !commit_commit_kill & !commit_above_offer[3];
  wire kills_offer = commit_valid & commit_commit_kill & (commit_above_offer == 4'd0 | commit_above_offer > 4'd8);
  wire commits_held = commit_valid & !commit_commit_kill & !commit_above_held[3];
  wire kills_held = commit_valid & commit_commit_kill & (commit_above_held == 4'd0 | commit_above_held > 4'd8);
  wire is_killed_early = was_decided ? !committed_early : kills_offer;
  wire delivers = register_valid & held & register_id == held_id;

  wire [6:0] now = {
    has_hart & ((issue_valid & issue_req_hartid != hart) | (register_valid & register_hartid != hart)
      | (commit_valid & commit_hartid != hart)),
    SPLIT == 0 & again & ((rs_valid & ~register_rs_valid) != 0 | (rs_valid[0] & register_rs_0 != rs_0)
      | (rs_valid[1] & register_rs_1 != rs_1) | (rs_valid[2] & register_rs_2 != rs_2)),
    SPLIT == 0 ? register_valid != issue_valid | (issue_valid & register_id != issue_req_id) : delivers & loaded,
    again & issue_req_instr != instr,
    commit_valid & ((held & !committed & commit_above_held == 4'd8)
      | (issue_valid & !was_decided & commit_above_offer == 4'd8)),
    issue_valid & held & !taken & (offer_above_held == 4'd0 | offer_above_held[3]),
    !was_reset & issue_valid
  } & {7{reset_n}};

  always @(posedge clock) begin
    if (!reset_n) was_reset <= 1;
    if (reset_n & issue_valid & !has_hart) begin
      has_hart <= 1;
      hart <= issue_req_hartid;
    end
    waited <= reset_n & issue_valid & !issue_ready;
    early <= reset_n & issue_valid & !issue_ready & (was_decided | commits_offer | kills_offer);
    committed_early <= was_decided ? committed_early : commits_offer;
    offered_id <= issue_req_id;
    instr <= issue_req_instr;
    rs_valid <= register_rs_valid & {3{register_valid}};
    rs_0 <= register_rs_0;
    rs_1 <= register_rs_1;
    rs_2 <= register_rs_2;
    if (taken | (kills_held & !committed)) held <= 0;
    if (commits_held) committed <= 1;
    if (delivers) loaded <= 1;
    if (accepted) begin
      held <= !is_killed_early;
      held_id <= issue_req_id;
      committed <= was_decided | commits_offer;
      loaded <= SPLIT == 0;
    end
    if (!reset_n) held <= 0;
    violated <= violated | now;
`ifndef SYNTHESIS
    if (now[0] & !violated[0]) $display("assumption violated: riscv_cv_x_if: there is a reset before the first offer (%m, %0d)", $time);
    if (now[1] & !violated[1]) $display("assumption violated: riscv_cv_x_if: the number of an offer is 1 to 7 above that of the instruction in the unit, modulo 16 (%m, %0d)", $time);
    if (now[2] & !violated[2]) $display("assumption violated: riscv_cv_x_if: counted without wrapping, the number of a commit or kill is less than 8 away from the numbers of the offer and of the instruction in the unit (%m, %0d)", $time);
    if (now[3] & !violated[3]) $display("assumption violated: riscv_cv_x_if: the instruction word of an offer stays the same until the unit accepts or refuses the offer (%m, %0d)", $time);
    if (now[4] & !violated[4]) $display("assumption violated: riscv_cv_x_if: without the split, the source registers come with the offer; with the split, they come once, after the acceptance (%m, %0d)", $time);
    if (now[5] & !violated[5]) $display("assumption violated: riscv_cv_x_if: without the split, a valid source register keeps its value until the acceptance (%m, %0d)", $time);
    if (now[6] & !violated[6]) $display("assumption violated: riscv_cv_x_if: there is only one hart, and its number does not change (%m, %0d)", $time);
    if (STOP != 0 && now != 0) $stop;
`endif
  end
endmodule
