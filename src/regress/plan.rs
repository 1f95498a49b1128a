//! The jobs of a regression: configurations × engines × seeds, as one list that shards divide.

use crate::sim::EngineKind;
use crate::sim::testbench::{Profile, TrafficSettings as Traffic};
use crate::unit::Selection;
use crate::units::{configurations, shipped};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The settings that determine the jobs.
#[derive(Clone, Debug)]
pub struct RegressionSettings {
    /// The configurations, in the order of the table of units.
    pub configurations: Vec<Selection>,
    /// The engines.
    pub engines: Vec<EngineKind>,
    /// Whether Verilator, which compiles for seconds, runs all of `configurations`, not only the shipped ones.
    pub verilate_all: bool,
    /// A job for each of these seeds.
    pub seeds: Range<u64>,
    /// Instructions of a job; engine `rust-hdl` runs a three-hundredth of them, because it is slow.
    pub instructions: u64,
    /// The number of a fault that is planted in every netlist, to see the regression fail.
    pub fault: Option<usize>,
}

impl RegressionSettings {
    /// Engine `rust-hdl` runs the number of instructions divided by this.
    const RUST_HDL_DIVISOR: u64 = 300;

    /// All jobs, ordered by seed, configuration, engine. Between two jobs of the same configuration and engine are those
    /// of all others, so that the later one finds the compiled engine in the cache, even if jobs run in parallel.
    pub fn jobs(&self) -> Vec<RegressionJob> {
        let shipped = shipped();
        let all = configurations();
        let mut jobs = Vec::new();
        for seed in self.seeds.clone() {
            for selection in &self.configurations {
                for engine in &self.engines {
                    if *engine == EngineKind::Verilator && !self.verilate_all && !shipped.contains(selection) {
                        continue;
                    }
                    jobs.push(RegressionJob {
                        number: jobs.len() + 1,
                        selection: *selection,
                        engine: *engine,
                        seed,
                        instructions: match engine {
                            EngineKind::RustHdl => (self.instructions / Self::RUST_HDL_DIVISOR).max(1),
                            _ => self.instructions,
                        },
                        // Not the index among all configurations: a new one of another module would change the job's traffic.
                        index_in_module: (all.iter().filter(|other| other.module() == selection.module()))
                            .position(|other| other == selection)
                            .unwrap_or(0),
                    });
                }
            }
        }
        jobs
    }

    /// The command that repeats one job of this regression.
    pub fn repetition(&self, job: &RegressionJob) -> String {
        let fault = self.fault.map_or(String::new(), |fault| format!(" --fault {fault}"));
        format!(
            "lanesmith regress --configuration {} --engine {} --seeds {}..{} --instructions {}{fault}",
            job.selection.name(),
            job.engine,
            job.seed,
            job.seed + 1,
            self.instructions
        )
    }
}

/// One configuration on one engine with one seed.
#[derive(Clone, Debug)]
pub struct RegressionJob {
    /// The number in the list of all jobs, from 1.
    pub number: usize,
    /// The hardware.
    pub selection: Selection,
    /// The engine.
    pub engine: EngineKind,
    /// Seed of instructions, operands, gaps and stalls.
    pub seed: u64,
    /// Instructions to run.
    pub instructions: u64,
    /// The configuration's index, from 0, among all configurations of its module.
    index_in_module: usize,
}

impl RegressionJob {
    /// The name, such as `video_alu_l3/native/1`.
    pub fn name(&self) -> String {
        format!("{}/{}/{}", self.selection.name(), self.engine, self.seed)
    }

    /// The profiles of gaps between instructions and of stalls of the output. The job takes pair `index_in_module + 7 * seed` modulo 16
    /// of the 4 × 4 pairs, so that both configurations and seeds vary it.
    pub fn traffic(&self) -> Traffic {
        let pairs = Profile::ALL.len() * Profile::ALL.len();
        // 7 and 16 have no common factor, so 16 consecutive seeds of a configuration use all pairs. The remainder prevents overflow.
        let pair = (self.index_in_module + (self.seed % pairs as u64) as usize * 7) % pairs;
        Traffic {
            gaps: Profile::ALL[pair % Profile::ALL.len()],
            stalls: Profile::ALL[pair / Profile::ALL.len()],
            seed: self.seed,
        }
    }
}

/// A part of the list of jobs: numbers `index`, `index + count`, `index + 2 * count`, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// From 1 to `count`.
    pub index: usize,
    /// The number of shards.
    pub count: usize,
}

impl Shard {
    /// The one shard with all jobs.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// Whether the job with this number belongs to the shard.
    pub fn has(self, number: usize) -> bool {
        (number - 1) % self.count == self.index - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    /// `K/N` with K from 1 to N.
    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.split_once('/').and_then(|(index, count)| {
            Some(Shard {
                index: index.parse().ok()?,
                count: count.parse().ok()?,
            })
        });
        parsed
            .filter(|shard| (1..=shard.count).contains(&shard.index))
            .ok_or_else(|| format!("`{text}` is not K/N with K from 1 to N; write for example 2/8"))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn settings() -> RegressionSettings {
        RegressionSettings {
            configurations: configurations(),
            engines: EngineKind::ALL.to_vec(),
            verilate_all: false,
            seeds: 3..5,
            instructions: 250,
            fault: None,
        }
    }

    #[test]
    fn every_job_is_in_exactly_one_shard() {
        let jobs = settings().jobs();
        for count in [1, 2, 3, 7, jobs.len() + 1] {
            let shards = (1..=count).map(|index| Shard { index, count });
            let assigned: Vec<usize> = shards
                .flat_map(|shard| {
                    jobs.iter()
                        .map(|job| job.number)
                        .filter(move |number| shard.has(*number))
                })
                .collect();
            assert_eq!(assigned.len(), jobs.len());
            assert_eq!(assigned.iter().collect::<HashSet<_>>().len(), jobs.len());
        }
    }

    #[test]
    fn verilator_runs_shipped_configurations_and_other_engines_run_all() {
        let mut settings = settings();
        // Both seeds of the settings run each configuration.
        let count =
            |settings: &RegressionSettings, engine| settings.jobs().iter().filter(|job| job.engine == engine).count();
        assert_eq!(count(&settings, EngineKind::Verilator), 2 * shipped().len());
        assert_eq!(count(&settings, EngineKind::RustHdl), 2 * configurations().len());
        settings.verilate_all = true;
        assert_eq!(count(&settings, EngineKind::Verilator), 2 * configurations().len());
    }

    #[test]
    fn names_are_unique() {
        let jobs = settings().jobs();
        let names: HashSet<String> = jobs.iter().map(RegressionJob::name).collect();
        assert_eq!(names.len(), jobs.len());
    }

    #[test]
    fn sixteen_seeds_see_every_pair_of_gaps_and_stalls() {
        let settings = RegressionSettings {
            configurations: configurations()[..1].to_vec(),
            engines: vec![EngineKind::Native],
            seeds: 5..21,
            ..settings()
        };
        let pairs = settings
            .jobs()
            .into_iter()
            .map(|job| (job.traffic().gaps, job.traffic().stalls));
        assert_eq!(pairs.collect::<HashSet<_>>().len(), 16);
    }

    #[test]
    fn shards_outside_their_count_are_refused() {
        for text in ["0/3", "4/3", "1/0", "1", "a/b", "/", "-1/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("3/3".parse(), Ok(Shard { index: 3, count: 3 }));
    }
}
