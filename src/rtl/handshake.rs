//! The valid/ready handshake of a pipeline all of whose stages advance together.

/// Declares the block `$name`, which is the handshake of a unit, with the module name `$module`: each unit has a module of its own, so
/// that one design can contain several units.
macro_rules! handshake {
    ($visibility:vis $name:ident, $module:tt) => {
        /// Valid bits and tags of a pipeline whose stages advance together.
        ///
        /// The pipeline has 0 to 5 cycles and takes one item per cycle, in order. All stages advance whenever the last one is empty or
        /// handed on.
        #[$crate::hdl_module(name = $module)]
        $visibility struct $name {
            /// Rising edge.
            pub clock: Signal<In, Clock>,
            /// Empties the pipeline; active high, or low if it is called reset_n.
            pub reset: Signal<In, Bit>,
            /// An item is offered.
            pub in_valid: Signal<In, Bit>,
            /// Tag of the item.
            pub in_tag: Signal<In, Bits<8>>,
            /// The result is accepted on this edge.
            pub out_ready: Signal<In, Bit>,
            /// The stages load on this edge.
            pub advance: Signal<Out, Bit>,
            /// A result is offered.
            pub out_valid: Signal<Out, Bit>,
            /// Tag of the result's item.
            pub out_tag: Signal<Out, Bits<8>>,
            valid: [$crate::leaf::Register<Bit>; 5],
            tag: [$crate::leaf::Stage<Bits<8>>; 5],
            latency: Constant<Bits<3>>,
        }

        impl $name {
            /// For a pipeline of `latency` cycles, 0 to 5.
            pub fn new(latency: u32, reset: $crate::netlist::ResetStyle) -> Self {
                $name {
                    valid: std::array::from_fn(|_| $crate::leaf::Register::new(reset, false)),
                    tag: std::array::from_fn(|i| $crate::leaf::Stage::new((i as u32) < latency)),
                    latency: Constant::new(Bits::from(u64::from(latency))),
                    ..$name::default()
                }
            }
        }

        impl Logic for $name {
            #[$crate::hdl_gen]
            fn update(&mut self) {
                for i in 0..5 {
                    connect!(self.valid[i] { clock, reset, enable: self.advance.val() });
                    connect!(self.tag[i] { clock, enable: self.advance.val() });
                }
                self.valid[0].d.next = self.in_valid.val();
                self.tag[0].d.next = self.in_tag.val();
                for i in 0..4 {
                    self.valid[i + 1].d.next = self.valid[i].q.val();
                    self.tag[i + 1].d.next = self.tag[i].q.val();
                }
                self.out_valid.next = self.in_valid.val();
                for i in 0..5 {
                    if self.latency.val().index() == i + 1 {
                        self.out_valid.next = self.valid[i].q.val();
                    }
                }
                if self.latency.val() == 0 {
                    self.advance.next = self.out_ready.val();
                } else {
                    self.advance.next = self.out_ready.val() | !self.out_valid.val();
                }
                self.out_tag.next = self.tag[4].q.val();
            }
        }
    };
}

pub(crate) use handshake;
