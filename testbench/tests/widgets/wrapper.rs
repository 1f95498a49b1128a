//! A widget in a block with plain ports: its own may be in interfaces and arrays, and have any names.

/// `wrap!(Name: Type, clocks: [inner], inputs: { port: Type = [inner] }, outputs: { port: Type = [inner] })` is a
/// block called `Name` with the ports `clock` and those given, each joined with a port of the widget.
macro_rules! wrap {
    (
        $name:ident: $widget:ty, clocks: $([$($clock:tt)+])*,
        inputs: { $($input:ident: $input_type:ty = [$($inner_input:tt)+]),* $(,)? },
        outputs: { $($output:ident: $output_type:ty = [$($inner_output:tt)+]),* $(,)? } $(,)?
    ) => {
        #[derive(LogicBlock)]
        pub struct $name {
            clock: Signal<In, Clock>,
            $($input: Signal<In, $input_type>,)*
            $($output: Signal<Out, $output_type>,)*
            widget: $widget,
        }

        impl $name {
            pub fn top(widget: $widget) -> Box<dyn lanesmith::rtl::Top> {
                Box::new($name {
                    clock: Signal::default(),
                    $($input: Signal::default(),)*
                    $($output: Signal::default(),)*
                    widget,
                })
            }
        }

        impl Logic for $name {
            #[hdl_gen]
            fn update(&mut self) {
                $(self.widget.$($clock)+.next = self.clock.val();)*
                $(self.widget.$($inner_input)+.next = self.$input.val();)*
                $(self.$output.next = self.widget.$($inner_output)+.val();)*
            }
        }

        lanesmith::top!($name { clock, $($input,)* $($output),* });
    };
}
pub(super) use wrap;

/// Likewise with several clocks: `clocks: { port = [inner] }`.
macro_rules! wrap_clocks {
    (
        $name:ident: $widget:ty, clocks: { $($clock:ident = [$($inner_clock:tt)+]),* $(,)? },
        inputs: { $($input:ident: $input_type:ty = [$($inner_input:tt)+]),* $(,)? },
        outputs: { $($output:ident: $output_type:ty = [$($inner_output:tt)+]),* $(,)? } $(,)?
    ) => {
        #[derive(LogicBlock)]
        pub struct $name {
            $($clock: Signal<In, Clock>,)*
            $($input: Signal<In, $input_type>,)*
            $($output: Signal<Out, $output_type>,)*
            widget: $widget,
        }

        impl $name {
            pub fn top(widget: $widget) -> Box<dyn lanesmith::rtl::Top> {
                Box::new($name {
                    $($clock: Signal::default(),)*
                    $($input: Signal::default(),)*
                    $($output: Signal::default(),)*
                    widget,
                })
            }
        }

        impl Logic for $name {
            #[hdl_gen]
            fn update(&mut self) {
                $(self.widget.$($inner_clock)+.next = self.$clock.val();)*
                $(self.widget.$($inner_input)+.next = self.$input.val();)*
                $(self.$output.next = self.widget.$($inner_output)+.val();)*
            }
        }

        lanesmith::top!($name { $($clock,)* $($input,)* $($output),* });
    };
}
pub(super) use wrap_clocks;
