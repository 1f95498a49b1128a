//! Bugs that are planted in shipped Verilog. Registers that survive a reset start with known values: an unknown one would be
//! found before any traffic.

/// A bug in a file of a configuration: replaced text.
pub struct Bug {
    pub configuration: &'static str,
    pub name: &'static str,
    pub file: &'static str,
    pub edits: &'static [(&'static str, &'static str)],
}

const fn bug(
    configuration: &'static str,
    name: &'static str,
    file: &'static str,
    edits: &'static [(&'static str, &'static str)],
) -> Bug {
    Bug {
        configuration,
        name,
        file,
        edits,
    }
}

pub const BUGS: &[Bug] = &[
    bug(
        "video_alu_l3",
        "a reset leaves a valid bit",
        "video_alu_handshake.v",
        &[("valid_1_q <= 1'b0;", "valid_1_q <= valid_0_q;")],
    ),
    bug(
        "video_alu_l3",
        "a result is a clock early",
        "video_alu_handshake.v",
        &[("assign out_valid = valid_2_q;", "assign out_valid = valid_1_q;")],
    ),
    bug(
        "video_alu_l3",
        "out_valid is a clock late",
        "video_alu_handshake.v",
        &[(
            "assign out_valid = valid_2_q;",
            "reg late_q;\n  always @(posedge clock) if (reset) late_q <= 1'b0; else if (advance) late_q <= valid_2_q;\n  assign out_valid = late_q;",
        )],
    ),
    bug(
        "video_alu_l3",
        "a tag does not wait for a stalled result",
        "video_alu_handshake.v",
        &[("      tag_2_q <= tag_1_q;\n    end", "    end\n    tag_2_q <= tag_1_q;")],
    ),
    bug(
        "video_alu_l3",
        "arithmetic goes on while a result is stalled",
        "video_alu.v",
        &[(".enable  (handshake_advance)", ".enable  (1'b1)")],
    ),
    bug(
        "video_alu_l3",
        "a result that is stalled for four clocks is lost",
        "video_alu_handshake.v",
        &[(
            "assign out_valid = valid_2_q;",
            "reg [2:0] waits_q;\n  always @(posedge clock) waits_q <= (reset | out_ready | ~valid_2_q) ? 3'd0 : waits_q + 3'd1;\n  assign out_valid = valid_2_q & ~waits_q[2];",
        )],
    ),
    bug(
        "video_alu_l3",
        "a result is offered again after a stall",
        "video_alu_handshake.v",
        &[
            ("  reg valid_0_q;", "  reg valid_0_q;\n  reg again_q;"),
            (
                "      valid_2_q <= valid_1_q;",
                "      valid_2_q <= valid_1_q | (valid_2_q & again_q);\n      again_q <= 1'b0;\n    end else begin\n      again_q <= ~again_q;",
            ),
        ],
    ),
    bug(
        "video_alu_l3",
        "in_ready waits for in_valid",
        "video_alu.v",
        &[(
            "assign in_ready = handshake_advance;",
            "assign in_ready = handshake_advance & in_valid;",
        )],
    ),
    bug(
        "video_alu_l3",
        "the pipeline never gets ready after a long stall",
        "video_alu.v",
        &[(
            "assign in_ready = handshake_advance;",
            "reg [2:0] waits_q;\n  always @(posedge clock) waits_q <= reset ? 3'd0 : waits_q[2] ? waits_q : handshake_advance ? 3'd0 : waits_q + 3'd1;\n  assign in_ready = handshake_advance & ~waits_q[2];",
        )],
    ),
    bug(
        "video_alu_l3",
        "an average of half-words is not halved",
        "control_decode.v",
        &[(
            "(halve | (compare & op[OPERATION_BIT_SECOND])) ? lane_on",
            "((halve & ~dual) | (compare & op[OPERATION_BIT_SECOND])) ? lane_on",
        )],
    ),
    bug(
        "video_alu_l3_vset_dot",
        "the upper half of dp2a takes a wrong byte",
        "dot_product.v",
        &[(
            "wire [7:0] product_2_b = upper ? b[31:24]",
            "wire [7:0] product_2_b = upper ? b[23:16]",
        )],
    ),
    bug(
        "video_core_l3",
        "the third operand does not wait for the enable",
        "video_core.v",
        &[(
            "      c_selected_q <= c;\n",
            "    end\n    c_selected_q <= c;\n    if (enable) begin\n",
        )],
    ),
    bug(
        "byte_permute_l1",
        "ecr clamps the uppermost byte wrongly",
        "byte_permute.v",
        &[(
            "MODE_ECR: source_3 = (low < 3'b011) ? low : 3'b011;",
            "MODE_ECR: source_3 = 3'b011;",
        )],
    ),
    bug(
        "byte_permute_l1",
        "one byte copies no signs",
        "byte_permute.v",
        &[(
            "sign_2 = (in_control == MODE_INDEX) ? in_c[11]",
            "sign_2 = (in_control == MODE_INDEX) ? 1'b0",
        )],
    ),
    bug(
        "brew_datapath_d3",
        "results are not forwarded",
        "brew_datapath.v",
        &[(
            "wire operands_forward = execute_valid_q & execute_q_writes;",
            "wire operands_forward = 1'b0;",
        )],
    ),
    bug(
        "brew_datapath_d3",
        "the count of instructions survives a reset",
        "brew_datapath.v",
        &[(
            "order_q <= 32'hffffffff;",
            "order_q <= (order_q === 32'hx) ? 32'hffffffff : order_q;",
        )],
    ),
    bug(
        "brew_datapath_d3",
        "a type survives a reset",
        "type_file.v",
        &[(
            "    if (reset) begin\n      codes_3_q <= 4'b0000;",
            "    if (reset) begin\n      codes_3_q <= (codes_3_q === 4'hx) ? 4'b0000 : codes_3_q;",
        )],
    ),
    bug(
        "brew_datapath_d3",
        "an executing instruction survives a reset",
        "brew_datapath.v",
        &[(
            "execute_valid_q <= 1'b0;",
            "execute_valid_q <= execute_valid_q === 1'b1;",
        )],
    ),
    bug(
        "brew_datapath_d3",
        "products are taken a clock early",
        "slow_unit.v",
        &[("LAST_OF_MULTIPLY = 4'd3", "LAST_OF_MULTIPLY = 4'd2")],
    ),
    bug(
        "brew_datapath_d3",
        "subtractions of halves never end",
        "slow_unit.v",
        &[(
            "assign done = active & (count_q == last);",
            "assign done = active & (count_q == last) & ~(half & subtract & is_float);",
        )],
    ),
    bug(
        "brew_datapath_d3",
        "a type above 15 raises no exception",
        "brew_datapath.v",
        &[("execute_q_exception | refused_q", "execute_q_exception")],
    ),
    bug(
        "brew_datapath_d3",
        "ties of halves are rounded up",
        "float_round.v",
        &[(
            "significand[15] & (significand[16] | (|significand[14:0]))",
            "significand[15]",
        )],
    ),
    bug(
        "brew_datapath_d3",
        "an instruction retires again after a slow one",
        "brew_datapath.v",
        &[("retired_q <= finish;", "retired_q <= finish | (retired_q & is_slow);")],
    ),
    bug(
        "brew_datapath_d3",
        "saturating products wrap",
        "slow_unit.v",
        &[(".saturate    (lanes[LANES_BIT_SATURATE])", ".saturate    (1'b0)")],
    ),
];
