//! How fast and how small the product is, beside another driver of the same kind, in one run on one desktop.
//!
//! Every comparison is interleaved: a reading of ours, one of theirs, and so on, so that a busy machine is busy for all.
//! Medians are compared, as ratios; absolute times are only as good as the load that stands beside them. Both servers
//! are driven by the same client, and the same clock is read.

pub mod act;
pub mod growth;
pub mod observe;
pub mod raw;
pub mod rival;
pub mod start;

use serde_json::Value;

/// The middle one; 0 of none.
#[must_use]
pub fn median(times: &[f64]) -> f64 {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// The geometric mean; 0 of none.
#[must_use]
pub fn geometric_mean(ratios: &[f64]) -> f64 {
    if ratios.is_empty() {
        return 0.0;
    }
    (ratios.iter().map(|ratio| ratio.max(1e-9).ln()).sum::<f64>() / ratios.len() as f64).exp()
}

/// A line on a budget: what it is, what was measured, and whether that is within it.
#[must_use]
pub fn verdict(what: &str, measured: &str, met: bool) -> String {
    format!("| {what} | {measured} | {} |\n", if met { "met" } else { "**not met**" })
}

/// The head of a table of budgets.
pub const BUDGETS: &str = "| budget | measured | |\n|---|---|---|\n";

/// A number of an answer; 0 when it has none.
pub(crate) fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_means() {
        assert!((median(&[3.0, 1.0, 2.0]) - 2.0).abs() < 1e-9);
        assert!(median(&[]).abs() < 1e-9);
        assert!((geometric_mean(&[1.0, 4.0]) - 2.0).abs() < 1e-9);
        assert!(geometric_mean(&[]).abs() < 1e-9);
    }
}
