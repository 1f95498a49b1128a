// Rules of the interfaces of CV-X-IF for issue, commit and result. Bind or instantiate this module beside $TOP, with the same
// nets at its ports. The rules begin with the first reset.
module $TOP_formal #(
  // 0: assume the rules of the core, to prove the unit; 1: assert them, to prove the core.
  parameter ASSERT_INPUTS = 0,
  // 0: leave out the value of a waiting result, for provers that cannot decide the arithmetic.
  parameter DATA = 1,
  // Clocks from the one after an operation's acceptance to its result.
  parameter LATENCY = $LATENCY,
  // Whether there are instructions with a third source register, in custom-1 and custom-2.
  parameter THIRD = $THIRD,
  // Whether there are instructions in the opcodes for custom instructions, and packed instructions of the P extension.
  parameter CUSTOM = $CUSTOM,
  parameter PACKED = $PACKED
) (
$PORTS
);
  wire in_reset = !reset_n;
  wire is_third = THIRD != 0 && (issue_req_instr[6:0] == 7'h2b || issue_req_instr[6:0] == 7'h5b);
  wire is_custom = issue_req_instr[6:0] == 7'h0b || is_third;
  wire is_op_32 = issue_req_instr[6:0] == 7'h3b;
  wire is_packed = PACKED != 0 && (is_op_32 || issue_req_instr[6:0] == 7'h1b || issue_req_instr[6:0] == 7'h73);
  wire is_own_opcode = is_packed || (CUSTOM != 0 && is_custom);
  wire has_operands = issue_req_rs_valid[1:0] == 2'b11 && (!is_third || issue_req_rs_valid[2]);

  // The offer of the clock before, if it waited, and an early decision about it; the accepted instruction and its commit.
  reg started, was_reset, was_busy, waited, early, early_kill, held, committed, result_waits;
  reg [3:0] offered_id, held_id;
  reg [4:0] held_rd;
  reg [2:0] rs_valid;
  reg [31:0] instr, rs_0, rs_1, rs_2, result_q;
  integer age;
  initial started = 0;

  wire runs = started & !in_reset;
  wire again = waited & issue_valid & issue_req_id == offered_id;
  wire same_offer = again & issue_req_instr == instr;
  wire accepted = issue_valid & issue_ready & issue_resp_accept;
  wire taken = result_valid & result_ready;
  wire was_decided = again & early;
  wire decides_offer = issue_valid & commit_valid & commit_id == issue_req_id;
  wire superseded = held & !committed & issue_valid & issue_req_id == held_id;
  wire decides_held = held & commit_valid & commit_id == held_id & !(issue_valid & issue_req_id == held_id);
  wire kills_offer = was_decided ? early_kill : decides_offer & commit_commit_kill;

  always @(posedge clock) begin
    if (in_reset) started <= 1;
    was_reset <= in_reset;
    was_busy <= held;
    waited <= !in_reset & issue_valid & !issue_ready;
    early <= !in_reset & issue_valid & !issue_ready & (was_decided | decides_offer);
    early_kill <= kills_offer;
    offered_id <= issue_req_id;
    instr <= issue_req_instr;
    rs_valid <= issue_req_rs_valid;
    rs_0 <= issue_req_rs_0;
    rs_1 <= issue_req_rs_1;
    rs_2 <= issue_req_rs_2;
    result_waits <= result_valid & !result_ready & !in_reset;
    result_q <= result_data;
    age <= age + 1;
    if (taken | superseded | (decides_held & commit_commit_kill & !committed)) held <= 0;
    if (decides_held & !commit_commit_kill) committed <= 1;
    if (accepted) begin
      held <= !kills_offer;
      held_id <= issue_req_id;
      held_rd <= issue_req_instr[11:7];
      committed <= was_decided | decides_offer;
      age <= 0;
    end
    if (in_reset) held <= 0;
  end

  wire [3:0] broken = {
    same_offer & ((rs_valid & ~issue_req_rs_valid) != 0 | (rs_valid[0] & issue_req_rs_0 != rs_0)
      | (rs_valid[1] & issue_req_rs_1 != rs_1) | (rs_valid[2] & issue_req_rs_2 != rs_2)),
    was_decided & issue_req_instr != instr,
    (decides_held & committed) | (decides_offer & was_decided),
    issue_valid & held & committed & !taken & issue_req_id == held_id
  };
  generate
    if (ASSERT_INPUTS != 0) begin : surroundings
      // The first reset comes before the first offer.
      always @(posedge clock) if (!started && !in_reset) reset_comes_first: assert (!issue_valid);
      always @(posedge clock) if (runs) begin
        other_number_than_a_committed_one: assert (!broken[0]);
        decided_once: assert (!broken[1]);
        decided_offer_keeps_its_word: assert (!broken[2]);
        operands_hold: assert (!broken[3]);
      end
    end else begin : unit_alone
      always @(posedge clock) if (runs) begin
        other_number_than_a_committed_one: assume (!broken[0]);
        decided_once: assume (!broken[1]);
        decided_offer_keeps_its_word: assume (!broken[2]);
        operands_hold: assume (!broken[3]);
      end
    end
  endgenerate

  always @(posedge clock) if (runs) begin
    if (was_reset) reset_clears: assert (!result_valid);
    if (!was_reset && result_valid) no_result_without_instruction: assert (held);
    if (result_valid && held) no_result_before_the_commit: assert (committed);
    if (result_valid && held) result_is_the_instructions: assert (result_id == held_id && result_rd == held_rd);
    if (result_valid) result_writes_rd: assert (result_we);
    if (result_waits) result_valid_holds: assert (result_valid);
    if (DATA != 0 && result_waits && result_valid) result_payload_holds: assert (result_data == result_q);
    if (held && committed && !result_valid) latency_bound: assert (age < LATENCY);
    if (issue_valid && issue_ready) writeback_of_every_accepted: assert (issue_resp_writeback == issue_resp_accept);
    if (accepted) own_opcode: assert (is_own_opcode);
    if (accepted) accepts_with_operands: assert (has_operands);
    if (accepted) one_at_a_time: assert (!held || taken || superseded);
    if (issue_valid && !is_own_opcode) foreign_is_refused_at_once: assert (issue_ready && !issue_resp_accept);
    if (issue_valid && (!held || taken) && issue_req_rs_valid == 3'b111) ready_when_free: assert (issue_ready);
    never: assert ({issue_resp_dualwrite, issue_resp_dualread, issue_resp_loadstore, issue_resp_ecswrite, issue_resp_exc,
      result_ecsdata, result_ecswe, result_exc, result_exccode, result_err, result_dbg} == 0);

    // Situations in which the rules above say something.
    a_result_is_accepted: cover (taken);
    a_result_waits: cover (result_waits && taken);
    an_early_commit: cover (accepted && was_decided && !early_kill);
    a_kill: cover (decides_held && commit_commit_kill && !committed);
    an_instruction_supersedes: cover (superseded && accepted);
    one_behind_the_other: cover (taken && accepted);
    reset_in_traffic: cover (was_reset && was_busy && accepted);
  end
endmodule
