//! The kernels of rust-hdl's own widgets, by the digests of their trees.

/// Widget, and the digest of its kernel's tree as `stock_digest::digest` makes it.
#[rustfmt::skip]
pub const KERNELS: &[(&str, u64)] = &[
    ("DelayLine widget", 0x6682314612f3080d),
    ("FIFOExpanderN widget", 0xef5281bb016b5894),
    ("FIFOReadLogic widget", 0xbe01e46fa6dc9e6f),
    ("FIFOWriteLogic widget", 0x9d7326c10b842f88),
    ("I2CController widget", 0x9d3d4e6ec1780b26),
    ("I2CDriver widget", 0x5e0cd9aaf9c7a4bd),
    ("I2CTarget widget", 0xd02887593030a689),
    ("I2CTestBus", 0x677ba6f8348971eb),
    ("I2CTestTarget widget", 0x1caf022f538b846b),
    ("MultiplyAccumulateSymmetricFiniteImpulseResponseFilter", 0x4dfaa937fb7ae6b8),
    ("MuxMasters widget", 0xcccb22a9aa990e00),
    ("MuxSlaves widget", 0x4daa13ce50c0aba5),
    ("SDRAMBaseController widget", 0xbb635ec91c228712),
    ("SDRAMBaseController widget.encode", 0xbb99ed4e6e9cd731),
    ("SDRAMBurstController widget", 0x159755b3ddb6e881),
    ("SDRAMFIFOController", 0x11e696cbc9f89220),
    ("SPIMaster widget", 0xfee2357c3a610749),
    ("SPIMasterDynamicMode widget", 0x507fb342216f9bf1),
    ("SPISlave widget", 0xd5f86bc0577eb999),
    ("SyncReceiver widget", 0x8e5fd304c8c30338),
    ("SyncSender widget", 0x21b34acf1202b76d),
];
