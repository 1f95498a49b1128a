
// Self-checking testbench that plays a core with CV-X-IF 1.0: it offers the instructions of
// @TOP@.mem, each while the one before it may still wait for its result, commits or kills them in
// the order of their offers, one or two at a time, stalls results, and resets the unit in the
// middle of some. It prints PASS or FAIL at its end.
module @TOP@;
@LAYOUT@
@COMMON@
  reg reset_n;
  reg issue_valid;
  wire issue_ready;
  reg [31:0] issue_req_instr;
  reg issue_req_hartid;
  reg [3:0] issue_req_id;
  wire issue_resp_accept;
  wire issue_resp_writeback;
  wire [2:0] issue_resp_register_read;
  reg register_valid;
  wire register_ready;
  reg [3:0] register_id;
  reg [31:0] register_rs_0;
  reg [31:0] register_rs_1;
  reg [31:0] register_rs_2;
  reg [2:0] register_rs_valid;
  reg commit_valid;
  reg [3:0] commit_id;
  reg commit_commit_kill;
  wire result_valid;
  reg result_ready;
  wire result_hartid;
  wire [3:0] result_id;
  wire [31:0] result_data;
  wire [4:0] result_rd;
  wire result_we;

  @UNIT@ unit (
    .clock(clock), .reset_n(reset_n),
    .issue_valid(issue_valid), .issue_ready(issue_ready), .issue_req_instr(issue_req_instr),
    .issue_req_hartid(issue_req_hartid), .issue_req_id(issue_req_id),
    .issue_resp_accept(issue_resp_accept), .issue_resp_writeback(issue_resp_writeback),
    .issue_resp_register_read(issue_resp_register_read),
    .register_valid(register_valid), .register_ready(register_ready),
    .register_hartid(issue_req_hartid), .register_id(register_id), .register_rs_0(register_rs_0),
    .register_rs_1(register_rs_1), .register_rs_2(register_rs_2),
    .register_rs_valid(register_rs_valid),
    .commit_valid(commit_valid), .commit_hartid(issue_req_hartid), .commit_id(commit_id),
    .commit_commit_kill(commit_commit_kill),
    .result_valid(result_valid), .result_ready(result_ready), .result_hartid(result_hartid),
    .result_id(result_id), .result_data(result_data), .result_rd(result_rd), .result_we(result_we)
  );

  // Source registers come after the acceptance.
  localparam SPLIT = @SPLIT@;
  // How the core ends an instruction, and how it takes one back: it kills it, kills it and offers
  // it until it is answered, or takes back the offer without a message.
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
  // It has its source registers, since so many cycles.
  reg [1:0] loaded;
  reg [5:0] load_age [0:1];
  reg [1:0] hart;
  reg [3:0] id [0:1];
  reg [3:0] last_id;
  // The slot whose source registers are handed over behind its acceptance, and whether one is.
  reg load_slot;
  reg loads;
  // The slot that may be offered, whether there is one, and its vector.
  reg slot;
  reg can_offer;
  reg [INDEX-1:0] offered;
  reg own;
  reg complete;
  reg is_due;
  reg taken;
  reg decides;
  // The instruction behind the first one is killed with it in this cycle, and offered anew.
  reg killed_both;
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
      loaded[which] = 1'b0;
      load_age[which] = 6'd0;
      hart[which] = 1'b0;
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
      loaded[0] = loaded[1];
      load_age[0] = load_age[1];
      hart[0] = hart[1];
      id[0] = id[1];
      clear(1'b1);
    end
  endtask

  // Ends the first instruction where the core takes back its offer without a message.
  task forget;
    begin
      while (
        first != VECTORS && (ended[0] || (
          started[0] && fate[0] == OPEN && !refused[0] && vectors[first][END +: 2] == WITHDRAW &&
          age[0] >= {2'd0, vectors[first][END_AGE +: 4]} && vectors[first][MANNER +: 2] == SILENCE &&
          !held[0] && age[0] != 6'd0))
      ) shift;
    end
  endtask

  // Kills the instruction in a slot, which is that of a vector, and all behind it; these are offered
  // anew. The number may be that of an instruction before it that was none of the unit's.
  task kill;
    input which;
    input [INDEX-1:0] vector;
    begin
      commit_valid = 1'b1;
      commit_id = id[which] - {2'd0, vectors[vector][BELOW +: 2]};
      commit_commit_kill = 1'b1;
      fate[which] = KILLED;
      if (!which && started[1]) begin
        fate[1] = KILLED;
        killed_both = 1'b1;
      end
    end
  endtask

  // Commits the instruction in a slot, and the one behind it if the vector says so. The number may be
  // that of an instruction behind it that was none of the unit's.
  task commit;
    input which;
    input [INDEX-1:0] vector;
    begin
      commit_valid = 1'b1;
      commit_id = id[which];
      commit_commit_kill = 1'b0;
      fate[which] = COMMITTED;
      if (!which && started[1] && !ended[1]) begin
        if (vectors[vector][BATCH] && fate[1] == OPEN && vectors[second][END +: 2] != WITHDRAW) begin
          commit_id = id[1];
          fate[1] = COMMITTED;
        end else commit_id = id[0] + {2'd0, vectors[second][BELOW +: 2]};
      end else if (refused[which] || held[which]) begin
        commit_id = id[which] + {3'd0, vectors[vector][BATCH]};
        last_id = last_id + {3'd0, vectors[vector][BATCH]};
      end
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
              kill(which, vector);
            end else if (which && !held[which] && age[which] != 6'd0) ended[which] = 1'b1;
          end
        end else if (age[which] >= {2'd0, vectors[vector][COMMIT +: 4]}) begin
          decides = 1'b1;
          if (refused[which] && !vectors[vector][COMMITS_REFUSED]) kill(which, vector);
          else commit(which, vector);
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
          last_id = last_id + 4'd1 + {2'd0, vectors[offered][SKIP +: 2]};
          id[slot] = last_id;
          hart[slot] = vectors[offered][HART];
        end else gap = gap + 4'd1;
      end
      if (
        started[0] && vectors[first][END +: 2] == RESET && age[0] >= {2'd0, vectors[first][END_AGE +: 4]}
      ) reset_n = 1'b0;

      commit_valid = 1'b0;
      commit_id = last_id;
      commit_commit_kill = cycle[0];
      killed_both = 1'b0;
      consider(1'b0, first);
      if (!decides && fate[0] != OPEN) consider(1'b1, second);

      issue_valid = can_offer && started[slot] && !ended[slot];
      issue_req_instr = vectors[offered][WORD +: 32];
      issue_req_hartid = issue_valid ? vectors[offered][HART] : cycle[0];
      issue_req_id = last_id;
      register_valid = issue_valid;
      register_id = issue_req_id;
      register_rs_valid = 3'd7;
      if (issue_valid) begin
        register_rs_valid[0] = age[slot] >= {4'd0, vectors[offered][LATE_0 +: 2]};
        register_rs_valid[1] = age[slot] >= {4'd0, vectors[offered][LATE_1 +: 2]};
        register_rs_valid[2] = age[slot] >= {4'd0, vectors[offered][LATE_2 +: 2]};
      end
      complete = &register_rs_valid[1:0] && (register_rs_valid[2] || !vectors[offered][THIRD]);
      register_rs_0 = vectors[offered][RS_0 +: 32] ^ {32{!(issue_valid && register_rs_valid[0])}};
      register_rs_1 = vectors[offered][RS_1 +: 32] ^ {32{!(issue_valid && register_rs_valid[1])}};
      register_rs_2 = vectors[offered][RS_2 +: 32] ^ {32{!(issue_valid && register_rs_valid[2])}};
      load_slot = !held[0];
      loads = 1'b0;
      if (SPLIT != 0) begin
        complete = 1'b1;
        loads = held[load_slot] && !ended[load_slot] && !loaded[load_slot] && fate[load_slot] != KILLED &&
          held_age[load_slot] >= {4'd0, vectors[load_slot ? second : first][LATE_0 +: 2]};
        // Otherwise registers of others are handed over at times.
        register_valid = loads || cycle[1];
        register_id = loads ? id[load_slot] : held[load_slot] ? id[load_slot] + 4'd3 : cycle[5:2];
        register_rs_valid = cycle[2:0];
        register_rs_0 = vectors[load_slot ? second : first][RS_0 +: 32] ^ {32{!loads}};
        register_rs_1 = vectors[load_slot ? second : first][RS_1 +: 32] ^ {32{!loads}};
        register_rs_2 = vectors[load_slot ? second : first][RS_2 +: 32] ^ {32{!loads}};
      end
      own = vectors[offered][OWN];

      is_due = fate[0] == COMMITTED && settled[0] && loaded[0] && load_age[0] >= {1'b0, vectors[first][CYCLES +: 5]};
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
        check("result_hartid", {63'd0, result_hartid}, {63'd0, hart[0]});
        if (!taken) stall = stall + 5'd1;
      end
      complete = complete && (taken || held == 2'd0);
      shown = offered;
      if (issue_valid) begin
        check("issue_ready", {63'd0, issue_ready}, {63'd0, !own || complete});
        if (!own || complete) begin
          check("issue_resp_accept", {63'd0, issue_resp_accept}, {63'd0, own});
          check("issue_resp_writeback", {63'd0, issue_resp_writeback}, {63'd0, own});
          check(
            "issue_resp_register_read", {61'd0, issue_resp_register_read},
            {61'd0, own ? {vectors[offered][THIRD], 2'b11} : 3'd0}
          );
        end
      end
      if (register_valid)
        check("register_ready", {63'd0, register_ready}, {63'd0, SPLIT != 0 || !own || complete});
      grow(1'b0);
      grow(1'b1);
      if (killed_both) clear(1'b1);
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
      if (loaded[which]) load_age[which] = load_age[which] + 6'd1;
      if (loads && load_slot == which) loaded[which] = 1'b1;
      settled[which] = fate[which] != OPEN;
      if (issue_valid && slot == which && (!own || complete)) begin
        refused[which] = !own;
        held[which] = own;
        loaded[which] = own && SPLIT == 0;
      end
      if (withdrawn[which])
        ended[which] = vectors[which ? second : first][MANNER +: 2] != KILL_AND_OFFER || refused[which] || held[which];
      else if (refused[which]) ended[which] = fate[which] != OPEN;
    end
  endtask
endmodule
