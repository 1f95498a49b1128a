//! Results of vectors from the SIMD video ALU, whatever engine runs it.

use crate::sim::testbench::{Fault, FaultKind, Offer, Profile, Scoreboard, Settings};
use crate::sim::{EngineError, EngineKind};
use crate::unit::Simulatable;
use crate::units::video::Video;
use crate::units::video::golden::batch::Vector;
use crate::units::video::rtl::Config;
use crate::units::video::testbench as video;

/// `d` of every vector, in order, from the ALU in a configuration.
///
/// Errors: the engine can't be had, or the hardware lost or reordered something.
pub fn results(config: Config, engine: EngineKind, vectors: &[Vector]) -> Result<Vec<u32>, EngineError> {
    let settings = Settings {
        gaps: Profile::Always,
        stalls: Profile::Always,
        seed: 0,
    };
    let mut collector = Collector {
        vectors,
        offered: 0,
        accepted: 0,
        results: Vec::with_capacity(vectors.len()),
    };
    let mut bench = video::bench(Video::alu(config).engine(engine, false)?, settings);
    bench
        .reset(&mut collector, 2)
        .and_then(|()| bench.run(&mut collector, None))
        .map_err(|fault| EngineError::Failed(fault.to_string()))?;
    Ok(collector.results)
}

/// Takes results as they come; only their number and tags are judged.
struct Collector<'v> {
    vectors: &'v [Vector],
    offered: usize,
    accepted: usize,
    results: Vec<u32>,
}

/// The tag of the vector with this index.
fn tag(index: usize) -> u64 {
    index as u64 & 0xff
}

impl Scoreboard for Collector<'_> {
    fn offer(&mut self, payload: &mut [u64]) -> Offer {
        let Some(vector) = self.vectors.get(self.offered) else {
            return Offer::Done;
        };
        let Vector { control, a, b, c } = *vector;
        payload.copy_from_slice(&[control.0, a.into(), b.into(), c.into(), tag(self.offered)]);
        self.offered += 1;
        Offer::Item
    }

    fn accepted(&mut self, _: u64) {
        self.accepted += 1;
    }

    fn retired(&mut self, payload: &[u64], cycle: u64) -> Result<(), Fault> {
        let (d, found) = (payload[0], payload[1]);
        let wrong = |kind, detail| Err(Fault { cycle, kind, detail });
        match (self.outstanding(), tag(self.results.len())) {
            (0, _) => wrong(FaultKind::Unexpected, format!("tag {found}")),
            (_, next) if found != next => wrong(FaultKind::WrongOrder, format!("tag {found} instead of {next}")),
            _ => {
                self.results.push(d as u32);
                Ok(())
            }
        }
    }

    fn outstanding(&self) -> usize {
        self.accepted - self.results.len()
    }

    fn flush(&mut self) {}
}
