//! The coverage of a report as one HTML file without external parts.

use super::report::{CrossReport, RegressionReport, RuleReport};
use super::run::Status;
use crate::sim::cover::{BinSet, Cross};
use crate::units::crosses;
use std::fmt::Write as _;

/// Holes that are listed for each cross; the JSON report has them all.
const HOLES: usize = 500;

const STYLE: &str = include_str!("style.css");

/// A text with the characters of markup replaced.
fn escaped(text: &str) -> String {
    let replaced = [
        ('&', "&amp;"),
        ('<', "&lt;"),
        ('>', "&gt;"),
        ('"', "&quot;"),
        ('\'', "&#39;"),
    ];
    let escaped = replaced.iter();
    escaped.fold(text.to_owned(), |text, (c, entity)| text.replace(*c, entity))
}

/// A cell with hits of bins, whose words and sign say what its colour says.
fn cell(hit: usize, bins: usize) -> String {
    let (class, sign) = match hit {
        _ if hit == bins => ("full", "✓ all"),
        0 => ("none", "✗ none"),
        _ => ("part", "◐ part"),
    };
    format!("<td class=\"n\">{hit} / {bins}</td><td class=\"{class}\">{sign}</td>")
}

impl RegressionReport {
    /// The coverage as one HTML file: a table of the crosses, for each cross the hits by class, and its holes; then failed jobs.
    pub fn html(&self) -> String {
        let (settings, totals, shard) = (&self.settings, &self.totals, &self.shard);
        let [first, end] = settings.seeds;
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>Functional coverage</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>Functional coverage</h1>\n\
             <p>{}: {} configurations on {}, seeds {first}..{end}, shard {}/{}. {} jobs passed, {} failed, {} skipped; \
             {} instructions with correct results.</p>\n",
            escaped(&self.tool),
            settings.configurations.len(),
            escaped(&settings.engines.join(", ")),
            shard.index,
            shard.count,
            totals.passed,
            totals.failed,
            totals.skipped,
            totals.instructions,
        );
        if self.interrupted {
            page += "<p class=\"none\">An interrupt ended this run: jobs are missing.</p>\n";
        }
        self.summary(&mut page);
        for (number, cross) in self.coverage.iter().enumerate() {
            section(&mut page, number, cross);
        }
        self.failures(&mut page);
        page + "</body>\n</html>\n"
    }

    /// The table of all crosses.
    fn summary(&self, page: &mut String) {
        *page += "<table>\n<caption>Crosses</caption>\n<tr><th scope=\"col\">cross</th>";
        for engine in &self.settings.engines {
            let _ = write!(page, "<th scope=\"col\">{}</th>", escaped(engine));
        }
        *page += "<th scope=\"col\">any engine</th><th scope=\"col\" colspan=\"2\">bins hit</th></tr>\n";
        for (number, cross) in self.coverage.iter().enumerate() {
            let name = escaped(&format!("{} {}", cross.module, cross.name));
            let _ = write!(page, "<tr><th scope=\"row\"><a href=\"#cross{number}\">{name}</a></th>");
            for engine in &self.settings.engines {
                let hit = cross.engines.get(engine).map_or(0, |hits| hits.hit);
                let percent = 100.0 * hit as f64 / cross.bins.max(1) as f64;
                let _ = write!(page, "<td class=\"n\">{percent:.1} %</td>");
            }
            let (percent, hit, bins) = (cross.percent(), cross.hit, cross.bins);
            let _ = writeln!(
                page,
                "<td class=\"n\"><progress value=\"{hit}\" max=\"{}\" aria-label=\"{name}\"></progress> {percent:.1} %</td>{}</tr>",
                bins.max(1),
                cell(hit, bins)
            );
        }
        *page += "</table>\n";
    }

    /// The failed jobs with their descriptions.
    fn failures(&self, page: &mut String) {
        for job in self.jobs.iter().filter(|job| job.status == Status::Failed) {
            let text = |text: &Option<String>| escaped(text.as_deref().unwrap_or_default());
            let _ = write!(
                page,
                "<h2>Failed: {}</h2>\n<pre>{}</pre>\n<p>Repeat it: <code>{}</code></p>\n",
                escaped(&job.name()),
                text(&job.detail),
                text(&job.repeat)
            );
        }
    }
}

/// One cross: description, hits by class of each axis, holes, rules.
fn section(page: &mut String, number: usize, cross: &CrossReport) {
    let _ = write!(
        page,
        "<h2 id=\"cross{number}\">{} {}</h2>\n<p>{}</p>\n",
        escaped(&cross.module),
        escaped(&cross.name),
        escaped(&cross.sentence)
    );
    let known = crosses().find(|known| known.module == cross.module && known.name == cross.name);
    if let Some(known) = known {
        axes(page, cross, known);
    }
    for contradiction in &cross.contradictions {
        let contradiction = escaped(contradiction);
        *page += &format!("<p class=\"none\">Hit although a rule excludes it: {contradiction}</p>\n");
    }
    if !cross.holes.is_empty() {
        let names: Vec<String> = cross.axes.iter().map(|axis| escaped(&axis.name)).collect();
        let open = if cross.holes.len() <= 20 { " open" } else { "" };
        let _ = write!(
            page,
            "<details{open}><summary>{} holes ({})</summary>\n<div class=\"wide\" tabindex=\"0\"><ul>\n",
            cross.holes.len(),
            names.join(" | ")
        );
        for hole in cross.holes.iter().take(HOLES) {
            let _ = writeln!(page, "<li>{}</li>", escaped(hole));
        }
        *page += "</ul></div>\n";
        if let Some(more) = cross.holes.len().checked_sub(HOLES).filter(|more| *more > 0) {
            let _ = writeln!(page, "<p>and {more} more; the JSON report lists all of them</p>");
        }
        *page += "</details>\n";
    }
    let rules = cross.excluded.iter().filter(|rule| rule.combinations > 0);
    let item = |rule: &RuleReport| {
        let (reason, count) = (escaped(&rule.reason), rule.combinations);
        format!("<li>{reason} ({count} combinations)</li>\n")
    };
    let rules: String = rules.map(item).collect();
    if !rules.is_empty() {
        let _ = write!(
            page,
            "<details><summary>Excluded combinations</summary>\n<ul>\n{rules}</ul></details>\n"
        );
    }
}

/// For each axis a table of its classes with their hits.
fn axes(page: &mut String, cross: &CrossReport, known: &Cross) {
    let mut all = BinSet::default();
    for hits in cross.engines.values() {
        // A merged or own report is readable; an unreadable set would only lack hits.
        all.unite(&hits.combinations.parse().unwrap_or_default());
    }
    let mut counts: Vec<Vec<[usize; 2]>> = known.axes.iter().map(|axis| vec![[0; 2]; axis.classes.len()]).collect();
    for bin in known.bins() {
        for (counts, class) in counts.iter_mut().zip(known.place(bin)) {
            counts[class][0] += usize::from(all.contains(bin));
            counts[class][1] += 1;
        }
    }
    *page += "<div class=\"axes\">\n";
    for (axis, counts) in known.axes.iter().zip(counts) {
        let _ = write!(
            page,
            "<div class=\"wide\" tabindex=\"0\"><table>\n<tr><th scope=\"col\">{}</th><th scope=\"col\" colspan=\"2\">bins hit</th></tr>\n",
            escaped(axis.name)
        );
        for (class, [hit, bins]) in axis.classes.iter().zip(counts).filter(|(_, [_, bins])| *bins > 0) {
            let (class, cell) = (escaped(class), cell(hit, bins));
            *page += &format!("<tr><th scope=\"row\">{class}</th>{cell}</tr>\n");
        }
        *page += "</table></div>\n";
    }
    *page += "</div>\n";
}
