//! The control signals on their way down the pipeline: at each cut, those that later stages need.

use crate::comment;
use crate::rtl::leaf::Stage;
use rust_hdl::prelude::*;

/// A block that holds signals at one cut: each `input => stage => output: type`.
macro_rules! held_signals {
    (
        $(#[$attribute:meta])*
        $name:ident, $module:tt { $($input:ident => $stage:ident => $output:ident: $t:ty,)* }
    ) => {
        $(#[$attribute])*
        #[derive(LogicBlock, Default)]
        pub(super) struct $name {
            pub(super) clock: Signal<In, Clock>,
            pub(super) enable: Signal<In, Bit>,
            $(pub(super) $input: Signal<In, $t>,)*
            $(pub(super) $output: Signal<Out, $t>,)*
            $($stage: Stage<$t>,)*
        }

        impl $name {
            pub(super) fn new(active: bool) -> Self {
                $name {
                    $($stage: Stage::new(active),)*
                    ..$name::default()
                }
            }
        }

        impl Logic for $name {
            #[hdl_gen]
            fn update(&mut self) {
                comment!($module);
                comment!("port clock: Rising edge.");
                comment!("port enable: The pipeline advances.");
                $(
                    self.$stage.clock.next = self.clock.val();
                    self.$stage.enable.next = self.enable.val();
                    self.$stage.d.next = self.$input.val();
                    self.$output.next = self.$stage.q.val();
                )*
            }
        }
    };
}

held_signals! {
    /// At the cut after operand selection.
    SelectControl, "module select_control: Control signals at the cut after operand selection." {
        dual => dual_stage => dual_held: Bit,
        d_signed => d_signed_stage => d_signed_held: Bit,
        saturate => saturate_stage => saturate_held: Bit,
        accumulate => accumulate_stage => accumulate_held: Bit,
        subtract => subtract_stage => subtract_held: Bit,
        absolute => absolute_stage => absolute_held: Bit,
        plus_one => plus_one_stage => plus_one_held: Bit,
        plus_one_unless_negative => plus_one_unless_negative_stage => plus_one_unless_negative_held: Bit,
        compare => compare_stage => compare_held: Bits<4>,
        invert_or_halve => invert_or_halve_stage => invert_or_halve_held: Bits<4>,
        no_sum => no_sum_stage => no_sum_held: Bits<4>,
        keep_c => keep_c_stage => keep_c_held: Bits<4>,
    }
}

held_signals! {
    /// At the cut after the carry chains.
    AddControl, "module add_control: Control signals at the cut after the carry chains." {
        dual => dual_stage => dual_held: Bit,
        d_signed => d_signed_stage => d_signed_held: Bit,
        saturate => saturate_stage => saturate_held: Bit,
        accumulate => accumulate_stage => accumulate_held: Bit,
        absolute => absolute_stage => absolute_held: Bit,
        plus_one => plus_one_stage => plus_one_held: Bit,
        plus_one_unless_negative => plus_one_unless_negative_stage => plus_one_unless_negative_held: Bit,
        compare => compare_stage => compare_held: Bits<4>,
        invert_or_halve => invert_or_halve_stage => invert_or_halve_held: Bits<4>,
        no_sum => no_sum_stage => no_sum_held: Bits<4>,
        keep_c => keep_c_stage => keep_c_held: Bits<4>,
    }
}

held_signals! {
    /// At the cut after the lane results.
    ResultControl, "module result_control: Control signals at the cut after the lane results." {
        dual => dual_stage => dual_held: Bit,
        d_signed => d_signed_stage => d_signed_held: Bit,
        saturate => saturate_stage => saturate_held: Bit,
        accumulate => accumulate_stage => accumulate_held: Bit,
        keep_c => keep_c_stage => keep_c_held: Bits<4>,
    }
}

held_signals! {
    /// At the cut after the clamp codes.
    ClampControl, "module clamp_control: Control signals at the cut after the clamp codes." {
        dual => dual_stage => dual_held: Bit,
        accumulate => accumulate_stage => accumulate_held: Bit,
    }
}
