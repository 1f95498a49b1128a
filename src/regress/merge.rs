//! Merging the reports of shards.

use super::plan::Shard;
use super::report::{CrossReport, FORMAT_VERSION, Hits, JobReport, RegressionReport, RegressionTimes, no_hits};
use crate::sim::cover::BinSet;
use crate::tool;
use crate::units::crosses;
use serde_json::Value;

/// Merges the reports of all shards, each with its file name, in any order. The result equals the report of a run without
/// shards, except for the times. Errors: missing, duplicate or mismatching shards.
pub fn merge(mut reports: Vec<(String, RegressionReport)>) -> Result<RegressionReport, String> {
    let Some((first, model)) = reports.first() else {
        return Err("there is no report to merge".to_owned());
    };
    for (name, report) in &reports {
        check(name, report)?;
        if let Some(difference) = difference(model, report) {
            return Err(format!(
                "{name} belongs to another regression than {first}: {difference}"
            ));
        }
    }
    reports.sort_by_key(|(_, report)| report.shard.index);
    let count = reports[0].1.shard.count;
    for pair in reports.windows(2) {
        let [(one, report), (other, next)] = pair else { continue };
        if report.shard.index == next.shard.index {
            return Err(format!("{one} and {other} are both shard {}", report.shard));
        }
    }
    let given = |index: &usize| reports.iter().any(|(_, report)| report.shard.index == *index);
    let missing = (1..=count).filter(|index| !given(index));
    let missing: Vec<String> = missing.map(|index| format!("{index}/{count}")).collect();
    if !missing.is_empty() {
        return Err(format!("missing shards: {}", missing.join(", ")));
    }
    unite(reports.into_iter().map(|(_, report)| report).collect())
}

/// An error if a report was edited, or another program version wrote it.
fn check(name: &str, report: &RegressionReport) -> Result<(), String> {
    if report.format_version != FORMAT_VERSION || report.tool != tool() {
        return Err(format!("{} wrote {name}; this is {}", report.tool, tool()));
    }
    if report.digest != report.digest() {
        return Err(format!("somebody edited {name}: its digest does not match"));
    }
    let shard = report.shard;
    if report.interrupted {
        return Err(format!(
            "an interrupt ended the run that wrote {name}; run shard {shard} again"
        ));
    }
    if !(1..=shard.count).contains(&shard.index) {
        return Err(format!("{name} is of shard {shard}, and there is none"));
    }
    let mut jobs = report.jobs.iter().map(|job| job.number);
    let lacks = (1..=report.settings.jobs).find(|number| shard.has(*number) && jobs.next() != Some(*number));
    match (lacks, jobs.next()) {
        (None, None) => Ok(()),
        (Some(number), _) => Err(format!("{name} lacks job {number} of shard {shard}")),
        (None, Some(number)) => Err(format!("{name} has job {number}, which is not in shard {shard}")),
    }
}

/// The first difference between the settings of two shards, including their crosses.
fn difference(one: &RegressionReport, other: &RegressionReport) -> Option<String> {
    if one.shard.count != other.shard.count {
        return Some(format!("{} shards and {}", one.shard.count, other.shard.count));
    }
    let fields = |report: &RegressionReport| match serde_json::to_value(&report.settings) {
        Ok(Value::Object(fields)) => fields,
        _ => Default::default(),
    };
    let others = fields(other);
    fields(one).into_iter().find_map(|(name, value)| {
        let other = others.get(&name).unwrap_or(&Value::Null);
        (value != *other).then(|| format!("{name} {value} and {other}"))
    })
}

/// The merged report of all shards, which are in order.
fn unite(shards: Vec<RegressionReport>) -> Result<RegressionReport, String> {
    let mut hits = Hits::new();
    for report in &shards {
        for cross in &report.coverage {
            let known = crosses().position(|known| known.module == cross.module && known.name == cross.name);
            let place = known.ok_or_else(|| other_bins(cross))?;
            let most = crosses().nth(place).map_or(0, |known| known.combinations());
            for (engine, hit) in &cross.engines {
                let set: BinSet = hit.combinations.parse()?;
                if set.iter().last().is_some_and(|last| last >= most) {
                    return Err(other_bins(cross));
                }
                no_hits(&mut hits, engine.clone())[place].unite(&set);
            }
        }
    }
    let times = shards.iter().map(|report| Some((&report.jobs, report.times.as_ref()?)));
    let times = times.collect::<Option<Vec<(&Vec<JobReport>, &RegressionTimes)>>>();
    let times = times.map(|times| {
        let jobs = times.iter().flat_map(|(jobs, times)| jobs.iter().zip(&times.jobs));
        let mut jobs: Vec<(usize, f64)> = jobs.map(|(job, seconds)| (job.number, *seconds)).collect();
        jobs.sort_by_key(|(number, _)| *number);
        RegressionTimes {
            shards: times.iter().flat_map(|(_, times)| times.shards.clone()).collect(),
            jobs: jobs.into_iter().map(|(_, seconds)| seconds).collect(),
        }
    });
    let settings = shards[0].settings.clone();
    let mut jobs: Vec<JobReport> = shards.into_iter().flat_map(|report| report.jobs).collect();
    jobs.sort_by_key(|job| job.number);
    Ok(RegressionReport::build(settings, Shard::WHOLE, jobs, &hits, times))
}

fn other_bins(cross: &CrossReport) -> String {
    format!(
        "the bins of `{} {}` are not those of this program, although its version is the same",
        cross.module, cross.name
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regress::{JobResult, RegressionSettings, Status, configurations};
    use crate::sim::EngineKind;
    use crate::unit::RunReport;
    use std::time::Duration;

    /// The report of a shard of six jobs from which the job with the number `lost` is missing.
    fn report(index: usize, lost: usize) -> RegressionReport {
        let settings = RegressionSettings {
            configurations: configurations()[..1].to_vec(),
            engines: vec![EngineKind::Native],
            verilate_all: false,
            seeds: 1..7,
            instructions: 1,
            fault: None,
        };
        let shard = Shard { index, count: 2 };
        let result = JobResult {
            status: Status::Passed,
            task: RunReport::default(),
            time: Duration::ZERO,
        };
        let jobs = settings.jobs().into_iter();
        let jobs = jobs.filter(|job| shard.has(job.number) && job.number != lost);
        let done: Vec<_> = jobs.map(|job| (job, result.clone())).collect();
        RegressionReport::new(&settings, shard, &done, Duration::ZERO)
    }

    #[test]
    fn the_report_that_lacks_a_job_is_named() {
        let merged = |lost| {
            merge(vec![
                ("1.json".into(), report(1, 0)),
                ("2.json".into(), report(2, lost)),
            ])
        };
        assert_eq!(merged(0).expect("whole").jobs.len(), 6);
        for lost in [2, 4, 6] {
            let expected = format!("2.json lacks job {lost} of shard 2/2");
            assert_eq!(merged(lost).expect_err("a job is missing"), expected);
        }
    }
}
