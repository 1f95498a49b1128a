
// Self-checking testbench that plays CV32E40X: it offers the instructions of @TOP@.mem, each while
// the one before it may still wait for its result, commits or kills them in the order of their
// offers, stalls results, and resets the unit in the middle of some. It prints PASS or FAIL at its
// end.
module @TOP@;
@LAYOUT@
@COMMON@
  reg reset_n;
  reg issue_valid;
  wire issue_ready;
  reg [31:0] issue_req_instr;
  reg [3:0] issue_req_id;
  reg [31:0] issue_req_rs_0;
  reg [31:0] issue_req_rs_1;
  reg [31:0] issue_req_rs_2;
  reg [2:0] issue_req_rs_valid;
  wire issue_resp_accept;
  wire issue_resp_writeback;
  wire issue_resp_dualwrite;
  wire [2:0] issue_resp_dualread;
  wire issue_resp_loadstore;
  wire issue_resp_ecswrite;
  wire issue_resp_exc;
  reg commit_valid;
  reg [3:0] commit_id;
  reg commit_commit_kill;
  wire result_valid;
  reg result_ready;
  wire [3:0] result_id;
  wire [31:0] result_data;
  wire [4:0] result_rd;
  wire result_we;
  wire [5:0] result_ecsdata;
  wire [2:0] result_ecswe;
  wire result_exc;
  wire [5:0] result_exccode;
  wire result_err;
  wire result_dbg;

  @UNIT@ unit (
    .clock(clock), .reset_n(reset_n),
    .issue_valid(issue_valid), .issue_ready(issue_ready), .issue_req_instr(issue_req_instr),
    .issue_req_id(issue_req_id), .issue_req_rs_0(issue_req_rs_0), .issue_req_rs_1(issue_req_rs_1),
    .issue_req_rs_2(issue_req_rs_2), .issue_req_rs_valid(issue_req_rs_valid),
    .issue_resp_accept(issue_resp_accept), .issue_resp_writeback(issue_resp_writeback),
    .issue_resp_dualwrite(issue_resp_dualwrite), .issue_resp_dualread(issue_resp_dualread),
    .issue_resp_loadstore(issue_resp_loadstore), .issue_resp_ecswrite(issue_resp_ecswrite),
    .issue_resp_exc(issue_resp_exc),
    .commit_valid(commit_valid), .commit_id(commit_id), .commit_commit_kill(commit_commit_kill),
    .result_valid(result_valid), .result_ready(result_ready), .result_id(result_id),
    .result_data(result_data), .result_rd(result_rd), .result_we(result_we),
    .result_ecsdata(result_ecsdata), .result_ecswe(result_ecswe), .result_exc(result_exc),
    .result_exccode(result_exccode), .result_err(result_err), .result_dbg(result_dbg)
  );

  // How the core ends an instruction, and how it takes one back: it kills it, kills it and offers
  // it until it is answered, or drops it without a message.
  localparam [1:0] WITHDRAW = 2'd1;
  localparam [1:0] RESET = 2'd2;
  localparam [1:0] KILL_AND_OFFER = 2'd1;
  localparam [1:0] SILENCE = 2'd2;
  localparam [1:0] OPEN = 2'd0;
  localparam [1:0] COMMITTED = 2'd1;
  localparam [1:0] KILLED = 2'd2;

  // At most two instructions are under way: the one of vector first, slot 0, and the next, slot 1.
  reg [INDEX-1:0] first;
  reg [INDEX-1:0] second;
  reg [3:0] gap;
  reg [4:0] stall;
  reg [1:0] started;
  reg [1:0] refused;
  reg [1:0] held;
  reg [1:0] settled;
  reg [1:0] withdrawn;
  reg [1:0] ended;
  reg [1:0] fate [0:1];
  reg [5:0] age [0:1];
  reg [5:0] held_age [0:1];
  reg [3:0] id [0:1];
  reg [3:0] last_id;
  // The last instruction was accepted, and the core has forgotten it: the next has its number.
  reg dropped;
  // The slot that may be offered, whether there is one, and its vector.
  reg slot;
  reg can_offer;
  reg [INDEX-1:0] offered;
  reg own;
  reg complete;
  reg is_due;
  reg taken;
  reg decides;
  // The vector that a mismatch is about.
  reg [INDEX-1:0] shown;

  task describe;
    $write(
      "vector %0d (instruction %h, rs %h, %h, %h)", shown, vectors[shown][WORD +: 32],
      vectors[shown][RS_0 +: 32], vectors[shown][RS_1 +: 32], vectors[shown][RS_2 +: 32]
    );
  endtask

  task start;
    begin
      first = {INDEX{1'b0}};
      last_id = 4'd0;
      dropped = 1'b0;
      clear(1'b0);
      clear(1'b1);
    end
  endtask

  task clear;
    input which;
    begin
      gap = 4'd0;
      stall = 5'd0;
      started[which] = 1'b0;
      refused[which] = 1'b0;
      held[which] = 1'b0;
      settled[which] = 1'b0;
      withdrawn[which] = 1'b0;
      ended[which] = 1'b0;
      fate[which] = OPEN;
      age[which] = 6'd0;
      held_age[which] = 6'd0;
      id[which] = 4'd0;
    end
  endtask

  // The first instruction has ended; the second becomes the first.
  task shift;
    begin
      first = first + 1'b1;
      started[0] = started[1];
      refused[0] = refused[1];
      held[0] = held[1];
      settled[0] = settled[1];
      withdrawn[0] = withdrawn[1];
      ended[0] = ended[1];
      fate[0] = fate[1];
      age[0] = age[1];
      held_age[0] = held_age[1];
      id[0] = id[1];
      clear(1'b1);
    end
  endtask

  // Ends the first instruction where the core takes it back without a message.
  task forget;
    begin
      while (
        first != VECTORS && (ended[0] || (
          started[0] && fate[0] == OPEN && !refused[0] && vectors[first][END +: 2] == WITHDRAW &&
          age[0] >= {2'd0, vectors[first][END_AGE +: 4]} && vectors[first][MANNER +: 2] == SILENCE &&
          (held[0] ? !started[1] : age[0] != 6'd0)))
      ) begin
        if (!ended[0] && held[0]) dropped = 1'b1;
        shift;
      end
    end
  endtask

  // Decides about the instruction in a slot, which is that of a vector.
  task decide;
    input which;
    input kill;
    begin
      commit_valid = 1'b1;
      commit_id = id[which];
      commit_commit_kill = kill;
      fate[which] = kill ? KILLED : COMMITTED;
    end
  endtask

  task consider;
    input which;
    input [INDEX-1:0] vector;
    begin
      decides = 1'b0;
      if (started[which] && !ended[which] && fate[which] == OPEN) begin
        if (!refused[which] && vectors[vector][END +: 2] == WITHDRAW) begin
          if (age[which] >= {2'd0, vectors[vector][END_AGE +: 4]}) begin
            if (vectors[vector][MANNER +: 2] != SILENCE || (held[which] && !which)) begin
              withdrawn[which] = 1'b1;
              decides = 1'b1;
              decide(which, 1'b1);
            end else if (which && !held[which] && age[which] != 6'd0) ended[which] = 1'b1;
          end
        end else if (age[which] >= {2'd0, vectors[vector][COMMIT +: 4]}) begin
          decides = 1'b1;
          decide(which, refused[which] && !vectors[vector][COMMITS_REFUSED]);
        end
      end
    end
  endtask

  task drive;
    begin
      reset_n = cycle >= 2;
      forget;
      second = first + 1'b1;
      // An instruction is offered behind the answer to the one before it.
      slot = refused[0] || held[0];
      offered = slot ? second : first;
      can_offer = reset_n && first != VECTORS && offered != VECTORS &&
        !refused[slot] && !held[slot] && !ended[slot];
      if (can_offer && !started[slot]) begin
        if (gap == vectors[offered][GAP +: 4]) begin
          gap = 4'd0;
          started[slot] = 1'b1;
          last_id = dropped ? last_id : last_id + 4'd1;
          id[slot] = last_id;
        end else gap = gap + 4'd1;
      end
      if (
        started[0] && vectors[first][END +: 2] == RESET && age[0] >= {2'd0, vectors[first][END_AGE +: 4]}
      ) reset_n = 1'b0;

      commit_valid = 1'b0;
      commit_id = last_id;
      commit_commit_kill = cycle[0];
      consider(1'b0, first);
      if (!decides && fate[0] != OPEN) consider(1'b1, second);

      issue_valid = can_offer && started[slot] && !ended[slot];
      issue_req_instr = vectors[offered][WORD +: 32];
      issue_req_id = last_id;
      issue_req_rs_valid = 3'd7;
      if (issue_valid) begin
        issue_req_rs_valid[0] = age[slot] >= {4'd0, vectors[offered][LATE_0 +: 2]};
        issue_req_rs_valid[1] = age[slot] >= {4'd0, vectors[offered][LATE_1 +: 2]};
        issue_req_rs_valid[2] = age[slot] >= {4'd0, vectors[offered][LATE_2 +: 2]};
      end
      complete = &issue_req_rs_valid[1:0] && (issue_req_rs_valid[2] || !vectors[offered][THIRD]);
      issue_req_rs_0 = vectors[offered][RS_0 +: 32] ^ {32{!(issue_valid && issue_req_rs_valid[0])}};
      issue_req_rs_1 = vectors[offered][RS_1 +: 32] ^ {32{!(issue_valid && issue_req_rs_valid[1])}};
      issue_req_rs_2 = vectors[offered][RS_2 +: 32] ^ {32{!(issue_valid && issue_req_rs_valid[2])}};
      own = vectors[offered][OWN];

      is_due = fate[0] == COMMITTED && settled[0] && held[0] && held_age[0] >= {1'b0, vectors[first][CYCLES +: 5]};
      result_ready = ^cycle[2:0];
      // An instruction that ends by a reset gives no result.
      if (is_due) result_ready = stall == vectors[first][STALL +: 5] && vectors[first][END +: 2] != RESET;
      taken = is_due && result_ready;
    end
  endtask

  task look;
    begin
      if (reset_n) answers;
      else if (cycle >= 2) begin
        // The next instruction is lost too, whether it was offered or not.
        clear(1'b0);
        clear(1'b1);
        first = second == VECTORS ? second : second + 1'b1;
        dropped = 1'b0;
      end
      if (first == VECTORS) stop = 1'b1;
    end
  endtask

  task answers;
    begin
      shown = first;
      check("result_valid", {63'd0, result_valid}, {63'd0, is_due});
      if (is_due) begin
        check("result_data", {32'd0, result_data}, {32'd0, vectors[first][RD +: 32]});
        check("result_id", {60'd0, result_id}, {60'd0, id[0]});
        check("result_rd", {59'd0, result_rd}, {59'd0, vectors[first][WORD + 7 +: 5]});
        check("result_we", {63'd0, result_we}, 64'd1);
        check("result_ecsdata", {58'd0, result_ecsdata}, 64'd0);
        check("result_ecswe", {61'd0, result_ecswe}, 64'd0);
        check("result_exc", {63'd0, result_exc}, 64'd0);
        check("result_exccode", {58'd0, result_exccode}, 64'd0);
        check("result_err", {63'd0, result_err}, 64'd0);
        check("result_dbg", {63'd0, result_dbg}, 64'd0);
        if (!taken) stall = stall + 5'd1;
      end
      complete = complete && (taken || held == 2'd0);
      shown = offered;
      if (issue_valid) begin
        dropped = 1'b0;
        check("issue_ready", {63'd0, issue_ready}, {63'd0, !own || complete});
        if (!own || complete) begin
          check("issue_resp_accept", {63'd0, issue_resp_accept}, {63'd0, own});
          check("issue_resp_writeback", {63'd0, issue_resp_writeback}, {63'd0, own});
          check("issue_resp_dualwrite", {63'd0, issue_resp_dualwrite}, 64'd0);
          check("issue_resp_dualread", {61'd0, issue_resp_dualread}, 64'd0);
          check("issue_resp_loadstore", {63'd0, issue_resp_loadstore}, 64'd0);
          check("issue_resp_ecswrite", {63'd0, issue_resp_ecswrite}, 64'd0);
          check("issue_resp_exc", {63'd0, issue_resp_exc}, 64'd0);
        end
      end
      grow(1'b0);
      grow(1'b1);
      if (taken) ended[0] = 1'b1;
      while (ended[0] && first != VECTORS) shift;
    end
  endtask

  // The end of a cycle.
  task grow;
    input which;
    if (started[which] && !ended[which]) begin
      age[which] = age[which] + 6'd1;
      if (held[which]) held_age[which] = held_age[which] + 6'd1;
      settled[which] = fate[which] != OPEN;
      if (issue_valid && slot == which && (!own || complete)) begin
        refused[which] = !own;
        held[which] = own;
      end
      if (withdrawn[which])
        ended[which] = vectors[which ? second : first][MANNER +: 2] != KILL_AND_OFFER || refused[which] || held[which];
      else if (refused[which]) ended[which] = fate[which] != OPEN;
    end
  endtask
endmodule
