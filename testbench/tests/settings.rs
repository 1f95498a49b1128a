//! What the environment may change about the tests.

/// The number in the environment variable `name`, or `default`.
pub fn setting(name: &str, default: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(default, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is a number, not `{text}`"))
    })
}

/// The first seed of everything random; `LANESMITH_SEED` sets another one.
pub fn first_seed() -> u64 {
    setting("LANESMITH_SEED", 1)
}
