//! What can be chosen about the unit in a RISC-V core.

use super::{Features, Opcode};
use crate::device::Device;
use crate::error::ConfigError;
use crate::netlist::ResetStyle;
use crate::video;

/// How a core hands instructions over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interface {
    /// PicoRV32's Pico Co-Processor Interface.
    Pcpi,
    /// VexRiscv's custom-function unit.
    Cfu,
    /// NEORV32's custom functions unit.
    Neorv32,
    /// The CORE-V eXtension interface, CV-X-IF, in the revision of CV32E40X.
    CvXIf,
    /// CV-X-IF 1.0.
    CvXIf1 {
        /// The core hands over source registers after the acceptance, on an interface of their own (`X_ISSUE_REGISTER_SPLIT`).
        split: bool,
    },
}

impl Interface {
    /// All interfaces.
    pub const ALL: [Interface; 6] = [
        Interface::Pcpi,
        Interface::Cfu,
        Interface::CvXIf,
        Interface::CvXIf1 { split: false },
        Interface::CvXIf1 { split: true },
        Interface::Neorv32,
    ];

    /// The opcode if nobody chooses one: of PicoRV32 the first that none of its options has instructions in.
    pub fn default_opcode(self) -> Opcode {
        match self {
            Interface::Pcpi => Opcode::Custom1,
            _ => Opcode::Custom0,
        }
    }

    /// Whether a core hands over the words that access control and status registers.
    pub fn hands_over_csr(self) -> bool {
        self == Interface::Pcpi || self.has_third()
    }

    /// Whether a core can hand over a third source register.
    pub fn has_third(self) -> bool {
        matches!(self, Interface::CvXIf | Interface::CvXIf1 { .. })
    }
}

/// A configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RiscvConfig {
    /// How instructions come and results go.
    pub interface: Interface,
    /// Cycles from operands to the result of an operation, 0 (combinational) to 5. An access takes none.
    pub latency: u32,
    /// What of the ALU there is.
    pub features: Features,
    /// What the ALU is made for.
    pub device: Device,
}

impl RiscvConfig {
    /// All of `vop2` and `vop4` and nothing else, with two source registers.
    pub fn full(interface: Interface, latency: u32) -> Self {
        RiscvConfig::of(interface, &video::VideoConfig::full(latency))
    }

    /// Everything on but packed instructions.
    pub fn all(interface: Interface, latency: u32) -> Self {
        let mut config = RiscvConfig::of(interface, &video::VideoConfig::all(latency));
        config.features.third = interface.has_third();
        config
    }

    /// Packed instructions of the P extension alone, dot products and `vxsat` included.
    pub fn packed(interface: Interface, latency: u32) -> Self {
        let mut config = RiscvConfig::of(interface, &video::VideoConfig::full(latency));
        config.features = Features {
            dot: true,
            custom: false,
            packed: true,
            vxsat: interface.hands_over_csr(),
            ..config.features
        };
        config
    }

    /// Packed instructions beside everything else.
    pub fn with_packed(interface: Interface, latency: u32) -> Self {
        let mut config = RiscvConfig::all(interface, latency);
        config.features.packed = true;
        config.features.vxsat = interface.hands_over_csr();
        config
    }

    /// With this ALU in it, and two source registers. How that is reset does not matter: its core has no reset.
    pub fn of(interface: Interface, video: &video::VideoConfig) -> Self {
        RiscvConfig {
            interface,
            latency: video.latency,
            features: Features {
                selectors: video.selectors,
                accumulate: video.accumulate,
                dual: video.dual,
                vset: video.vset,
                dot: video.dot,
                third: false,
                third_is_rd: matches!(interface, Interface::CvXIf1 { .. }),
                opcode: interface.default_opcode(),
                custom: true,
                packed: false,
                vxsat: false,
            },
            device: video.device,
        }
    }

    /// Checks that options fit each other and the ranges.
    pub fn validate(&self) -> Result<(), ConfigError> {
        self.video().validate()?;
        self.validate_packed()
    }

    /// Checks the options of packed instructions.
    fn validate_packed(&self) -> Result<(), ConfigError> {
        let Features {
            vset,
            third,
            third_is_rd,
            custom,
            packed,
            vxsat,
            ..
        } = self.features;
        let error = |why: &str| Err(ConfigError(why.into()));
        match (custom, packed) {
            (false, false) => error("a unit without instructions: encoding is one of custom, p, both"),
            (_, true) if self.interface == Interface::Cfu => {
                error("riscv_cfu has no packed instructions: the core hands over functions of custom-0 only")
            }
            _ if vxsat && !self.interface.hands_over_csr() => {
                error("the core does not hand over accesses to control and status registers such as vxsat")
            }
            _ if vxsat && !third_is_rd && matches!(self.interface, Interface::CvXIf1 { .. }) => error(
                "a core with CV-X-IF 1.0 and the third source register in the field rs3 (CVE2) does not hand over accesses to control \
                 and status registers such as vxsat",
            ),
            (_, false) if vxsat => error("vxsat is set by packed instructions: add --encoding p or --encoding both"),
            (false, _) if vset || third => {
                error("vset and rs3 are parts of custom instructions, which --encoding p leaves out")
            }
            _ => Ok(()),
        }
    }

    /// The hardware of the ALU in it, which has more where packed instructions need it.
    pub(super) fn core(&self) -> video::VideoConfig {
        let Features {
            selectors,
            custom,
            packed,
            vset,
            ..
        } = self.features;
        video::VideoConfig {
            selectors: selectors && custom,
            vset: vset || packed,
            packed,
            ..self.video()
        }
    }

    /// The ALU in it as custom instructions see it.
    pub fn video(&self) -> video::VideoConfig {
        video::VideoConfig {
            device: self.device,
            ..core(&self.features, self.latency)
        }
    }

    /// A reset of the level that the interface's cores have.
    pub fn reset(&self) -> ResetStyle {
        ResetStyle {
            active_low: self.interface != Interface::Cfu,
            ..ResetStyle::default()
        }
    }
}

/// The ALU of a unit with these features and this latency as custom instructions see it.
pub fn core(features: &Features, latency: u32) -> video::VideoConfig {
    video::VideoConfig {
        selectors: features.selectors,
        accumulate: features.accumulate,
        dual: features.dual,
        vset: features.vset,
        dot: features.dot,
        ..video::VideoConfig::full(latency)
    }
}
