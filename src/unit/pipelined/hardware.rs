//! The hardware of pipelined units in a configuration.

use crate::{ConfigError, ConfigOption, OptionValues, UnitEntry};
use lanesmith_prove::Provable;
use lanesmith_rtl::Top;

/// Hardware through which instructions go, in a configuration. The macro `unit!` implements it.
pub trait PipelinedHardware: Provable + From<OptionValues> {
    /// The entry in the table of units.
    const ENTRY: &'static UnitEntry;
    /// The options.
    const OPTIONS: &'static [ConfigOption];
    /// For a latency, see [`FormalRules::recomputed`](crate::FormalRules::recomputed).
    const RECOMPUTED: fn(u32) -> Option<u32> = |_| None;

    /// The values of the options.
    fn values(&self) -> OptionValues;
    /// Checks ranges and combinations of options.
    fn validate(&self) -> Result<(), ConfigError>;
    /// The hardware as a block of rust-hdl. Errors: a configuration out of range.
    fn block(&self) -> Result<Box<dyn Top>, ConfigError>;
}

/// Declares the type of a pipelined unit, hardware in a configuration, with the traits [`Provable`] and [`PipelinedHardware`]. `options` is
/// an array of [`OptionRow`](crate::OptionRow) and a configuration to start from; `sources` are the digests for certificates.
#[doc(hidden)]
#[macro_export]
macro_rules! unit {
    (
        $(#[$doc:meta])*
        $unit:ident($config:ty) of $entry:ident;
        options $rows:path, $base:expr;
        block $block:path, $design:path $(, reset $reset:ident)?;
        claims |$this:ident, $machine:ident| $claims:expr;
        $(recomputed $recomputed:expr;)?
        sources $sources:expr;
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $unit(pub $config);

        impl From<$crate::OptionValues> for $unit {
            fn from(values: $crate::OptionValues) -> Self {
                $unit($crate::OptionRow::config(&$rows, $base, &values))
            }
        }

        impl lanesmith_prove::Provable for $unit {
            fn design(&self) -> Result<lanesmith_netlist::Design, String> {
                $design(&self.0).map_err(|error| error.to_string())
            }

            $(fn reset(&self) -> lanesmith_netlist::ResetStyle {
                self.0.$reset
            })?

            fn claims<'a>(
                &'a self,
                $machine: &'a dyn lanesmith_prove::machine::TransitionSystem,
            ) -> Result<Vec<lanesmith_prove::Deferred<'a>>, String> {
                let $this = self;
                Ok($claims)
            }

            fn sources(&self) -> Vec<(&'static str, &'static str)> {
                $sources
            }
        }

        impl $crate::pipelined::PipelinedHardware for $unit {
            const ENTRY: &'static $crate::UnitEntry = &$entry;
            const OPTIONS: &'static [$crate::ConfigOption] = &$crate::OptionRow::options(&$rows);
            $(const RECOMPUTED: fn(u32) -> Option<u32> = $recomputed;)?

            fn values(&self) -> $crate::OptionValues {
                $crate::OptionRow::values(&$rows, &self.0)
            }

            fn validate(&self) -> Result<(), $crate::ConfigError> {
                self.0.validate()
            }

            fn block(&self) -> Result<Box<dyn lanesmith_rtl::Top>, $crate::ConfigError> {
                $block(&self.0)
            }
        }
    };
}
