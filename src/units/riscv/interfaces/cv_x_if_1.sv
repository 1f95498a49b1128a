// Rules of the interfaces of CV-X-IF 1.0 for issue, registers, commit and result. Bind or instantiate this module beside $TOP, with
// the same nets at its ports. The rules begin with the first reset.
module $TOP_formal #(
  // 0: assume the rules of the core, to prove the unit; 1: assert them, to prove the core.
  parameter ASSERT_INPUTS = 0,
  // 0: leave out the value of a waiting result, for provers that cannot decide the arithmetic.
  parameter DATA = 1,
  // Clocks from the first one in which an operation has its source registers to its result.
  parameter LATENCY = $LATENCY,
  // Whether there are instructions with a third source register, in custom-1 and custom-2.
  parameter THIRD = $THIRD,
  // Whether there are instructions in the opcodes for custom instructions, and packed instructions of the P extension.
  parameter CUSTOM = $CUSTOM,
  parameter PACKED = $PACKED,
  // Whether source registers come after the acceptance.
  parameter SPLIT = $SPLIT
) (
$PORTS
);
  wire in_reset = !reset_n;
  wire is_third = THIRD != 0 && (issue_req_instr[6:0] == 7'h2b || issue_req_instr[6:0] == 7'h5b);
  wire is_custom = issue_req_instr[6:0] == 7'h0b || is_third;
  wire is_op_32 = issue_req_instr[6:0] == 7'h3b;
  wire is_packed = PACKED != 0 && (is_op_32 || issue_req_instr[6:0] == 7'h1b || issue_req_instr[6:0] == 7'h73);
  wire is_own_opcode = is_packed || (CUSTOM != 0 && is_custom);
  // Packed words that read rd.
  wire reads_third = is_third || (is_packed && is_op_32 && issue_req_instr[27] && issue_req_instr[12]);

  // The offer of the clock before, if it waited, and an early decision about it; the accepted instruction, its commit, and whether its
  // source registers are there.
  reg started, was_reset, was_busy, waited, early, early_kill, held, committed, loaded, held_hart, has_hart, hart, result_waits;
  reg [3:0] offered_id, held_id;
  reg [4:0] held_rd;
  reg [2:0] rs_valid;
  reg [31:0] instr, rs_0, rs_1, rs_2, result_q;
  integer age;
  initial started = 0;

  // How far the first number is above the second one, modulo 16; the lower half counts as above.
  wire [3:0] offer_above_held = issue_req_id - held_id;
  wire [3:0] commit_above_held = commit_id - held_id;
  wire [3:0] held_above_commit = held_id - commit_id;
  wire [3:0] commit_above_offer = commit_id - issue_req_id;
  wire [3:0] offer_above_commit = issue_req_id - commit_id;

  wire runs = started & !in_reset;
  wire again = waited & issue_valid & issue_req_id == offered_id;
  wire accepted = issue_valid & issue_ready & issue_resp_accept;
  wire taken = result_valid & result_ready;
  wire was_decided = again & early;
  wire commits = commit_valid & !commit_commit_kill;
  wire kills = commit_valid & commit_commit_kill;
  wire decides_offer = issue_valid & ((commits & !commit_above_offer[3]) | (kills & !offer_above_commit[3]));
  wire kills_offer = was_decided ? early_kill : decides_offer & commit_commit_kill;
  wire commits_held = held & commits & !commit_above_held[3];
  wire kills_held = held & !committed & kills & !held_above_commit[3];
  wire delivers = SPLIT != 0 & held & !loaded & register_valid & register_id == held_id;

  always @(posedge clock) begin
    if (in_reset) started <= 1;
    was_reset <= in_reset;
    was_busy <= held;
    waited <= !in_reset & issue_valid & !issue_ready;
    early <= !in_reset & issue_valid & !issue_ready & (was_decided | decides_offer);
    early_kill <= kills_offer;
    offered_id <= issue_req_id;
    instr <= issue_req_instr;
    rs_valid <= register_rs_valid;
    rs_0 <= register_rs_0;
    rs_1 <= register_rs_1;
    rs_2 <= register_rs_2;
    result_waits <= result_valid & !result_ready & !in_reset;
    has_hart <= !in_reset & (has_hart | issue_valid);
    if (!has_hart) hart <= issue_req_hartid;
    result_q <= result_data;
    age <= age + 1;
    if (taken | kills_held) held <= 0;
    if (commits_held) committed <= 1;
    if (delivers) begin
      loaded <= 1;
      age <= 0;
    end
    if (accepted) begin
      held <= !kills_offer;
      held_id <= issue_req_id;
      held_hart <= issue_req_hartid;
      held_rd <= issue_req_instr[11:7];
      committed <= was_decided | decides_offer;
      loaded <= SPLIT == 0;
      age <= 0;
    end
    if (in_reset) held <= 0;
  end

  wire [5:0] broken = {
    has_hart & ((issue_valid & issue_req_hartid != hart) | (register_valid & register_hartid != hart)
      | (commit_valid & commit_hartid != hart)),
    SPLIT == 0 & again & ((rs_valid & ~register_rs_valid) != 0 | (rs_valid[0] & register_rs_0 != rs_0)
      | (rs_valid[1] & register_rs_1 != rs_1) | (rs_valid[2] & register_rs_2 != rs_2)),
    SPLIT == 0 ? register_valid != issue_valid | (issue_valid & register_id != issue_req_id)
      : register_valid & held & loaded & register_id == held_id,
    again & issue_req_instr != instr,
    commit_valid & ((held & !committed & commit_above_held == 4'd8)
      | (issue_valid & !was_decided & commit_above_offer == 4'd8)),
    issue_valid & held & !taken & (offer_above_held == 4'd0 | offer_above_held[3])
  };
  generate
    if (ASSERT_INPUTS != 0) begin : surroundings
      // The first reset comes before the first offer.
      always @(posedge clock) if (!started && !in_reset) reset_comes_first: assert (!issue_valid);
      always @(posedge clock) if (runs) begin
        offers_are_numbered_upwards: assert (!broken[0]);
        decisions_are_near: assert (!broken[1]);
        an_offer_keeps_its_word: assert (!broken[2]);
        registers_come_when_due: assert (!broken[3]);
        operands_hold: assert (!broken[4]);
        there_is_one_hart: assert (!broken[5]);
      end
    end else begin : unit_alone
      always @(posedge clock) if (runs) begin
        offers_are_numbered_upwards: assume (!broken[0]);
        decisions_are_near: assume (!broken[1]);
        an_offer_keeps_its_word: assume (!broken[2]);
        registers_come_when_due: assume (!broken[3]);
        operands_hold: assume (!broken[4]);
        there_is_one_hart: assume (!broken[5]);
      end
    end
  endgenerate

  always @(posedge clock) if (runs) begin
    if (was_reset) reset_clears: assert (!result_valid);
    if (!was_reset && result_valid) no_result_without_instruction: assert (held);
    if (result_valid && held) no_result_before_the_commit: assert (committed);
    if (result_valid && held) no_result_before_the_registers: assert (loaded);
    if (result_valid && held) result_is_the_instructions:
      assert (result_id == held_id && result_hartid == held_hart && result_rd == held_rd);
    if (result_valid) result_writes_rd: assert (result_we);
    if (result_waits) result_valid_holds: assert (result_valid);
    if (DATA != 0 && result_waits && result_valid) result_payload_holds: assert (result_data == result_q);
    if (held && committed && loaded && !result_valid) latency_bound: assert (age < LATENCY);
    if (issue_valid && issue_ready) writeback_of_every_accepted: assert (issue_resp_writeback == issue_resp_accept);
    if (issue_valid && issue_ready) reads_of_every_accepted:
      assert (issue_resp_register_read == (issue_resp_accept ? {reads_third, 2'b11} : 3'b000));
    if (accepted) own_opcode: assert (is_own_opcode);
    if (accepted && SPLIT == 0) accepts_with_operands:
      assert (register_valid && (issue_resp_register_read & ~register_rs_valid) == 0);
    if (accepted) one_at_a_time: assert (!held || taken);
    if (issue_valid && !is_own_opcode) foreign_is_refused_at_once: assert (issue_ready && !issue_resp_accept);
    if (issue_valid && (!held || taken) && (SPLIT != 0 || register_rs_valid == 3'b111)) ready_when_free: assert (issue_ready);
    if (register_valid) registers_are_taken: assert (register_ready == (SPLIT != 0 || issue_ready));

    // Situations in which the rules above say something.
    a_result_is_accepted: cover (taken);
    a_result_waits: cover (result_waits && taken);
    an_early_commit: cover (accepted && was_decided && !early_kill);
    a_kill: cover (kills_held);
    a_kill_of_an_older_one: cover (kills_held && commit_id != held_id);
    a_commit_of_a_newer_one: cover (commits_held && !committed && commit_id != held_id);
    one_behind_the_other: cover (taken && accepted);
    reset_in_traffic: cover (was_reset && was_busy && accepted);
  end
endmodule
