// Monitor of the assumptions that riscv_cv_x_if makes about the core. Instantiate it beside the unit, with the same nets at its ports.
// The monitor prints each violated assumption once, and sets a bit of `violated`, which stays set. With STOP 1 it also stops the
// simulation.
module riscv_cv_x_if_assumptions #(
  parameter STOP = 0
) (
  // Ports of the unit.
  input wire clock,
  input wire reset_n,
  input wire issue_valid,
  input wire issue_ready,
  input wire [31:0] issue_req_instr,
  input wire [3:0] issue_req_id,
  input wire [31:0] issue_req_rs_0,
  input wire [31:0] issue_req_rs_1,
  input wire [31:0] issue_req_rs_2,
  input wire [2:0] issue_req_rs_valid,
  input wire issue_resp_accept,
  input wire commit_valid,
  input wire [3:0] commit_id,
  input wire commit_commit_kill,
  input wire result_valid,
  input wire result_ready,
  // A bit for each assumption, in the order of the messages.
  output reg [4:0] violated
);
  // waited: an offer waited in the previous clock. early: the core committed or killed this offer. held: the unit holds an instruction.
  // committed: the core committed the held instruction. The other registers are the offer of the previous clock.
  reg was_reset, waited, early, held, committed;
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
    offered_id = 0;
    held_id = 0;
    rs_valid = 0;
    instr = 0;
    rs_0 = 0;
    rs_1 = 0;
    rs_2 = 0;
  end

  wire again = waited & issue_valid & issue_req_id == offered_id;
  wire same_offer = again & issue_req_instr == instr;
  wire accepted = issue_valid & issue_ready & issue_resp_accept;
  wire taken = result_valid & result_ready;
  wire decides_offer = issue_valid & commit_valid & commit_id == issue_req_id;
  wire decides_held = held & commit_valid & commit_id == held_id & !(issue_valid & issue_req_id == held_id);
  wire was_decided = again & early;

  wire [4:0] now = {
    same_offer & ((rs_valid & ~issue_req_rs_valid) != 0 | (rs_valid[0] & issue_req_rs_0 != rs_0)
      | (rs_valid[1] & issue_req_rs_1 != rs_1) | (rs_valid[2] & issue_req_rs_2 != rs_2)),
    was_decided & issue_req_instr != instr,
    (decides_held & committed) | (decides_offer & was_decided),
    issue_valid & held & committed & !taken & issue_req_id == held_id,
    !was_reset & issue_valid
  } & {5{reset_n}};

  always @(posedge clock) begin
    if (!reset_n) was_reset <= 1;
    waited <= reset_n & issue_valid & !issue_ready;
    early <= reset_n & issue_valid & !issue_ready & (was_decided | decides_offer);
    offered_id <= issue_req_id;
    instr <= issue_req_instr;
    rs_valid <= issue_req_rs_valid;
    rs_0 <= issue_req_rs_0;
    rs_1 <= issue_req_rs_1;
    rs_2 <= issue_req_rs_2;
    if (taken | (decides_held & commit_commit_kill & !committed)) held <= 0;
    if (decides_held & !commit_commit_kill) committed <= 1;
    if (accepted) begin
      // The core may have killed the offer before: then the unit drops the instruction, but the core must not commit or kill it again.
      held <= 1;
      held_id <= issue_req_id;
      committed <= was_decided | decides_offer;
      if (decides_offer & commit_commit_kill) held <= 0;
    end
    if (!reset_n) held <= 0;
    violated <= violated | now;
`ifndef SYNTHESIS
    if (now[0] & !violated[0]) $display("assumption violated: riscv_cv_x_if: there is a reset before the first offer (%m, %0d)", $time);
    if (now[1] & !violated[1]) $display("assumption violated: riscv_cv_x_if: no offer has the number of a committed instruction that is still in the unit (%m, %0d)", $time);
    if (now[2] & !violated[2]) $display("assumption violated: riscv_cv_x_if: the core commits or kills an instruction only once (%m, %0d)", $time);
    if (now[3] & !violated[3]) $display("assumption violated: riscv_cv_x_if: the instruction word of an offer stays the same between a commit or kill and the acceptance (%m, %0d)", $time);
    if (now[4] & !violated[4]) $display("assumption violated: riscv_cv_x_if: a valid source register keeps its value until the acceptance (%m, %0d)", $time);
    if (STOP != 0 && now != 0) $stop;
`endif
  end
endmodule
