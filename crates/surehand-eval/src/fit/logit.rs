//! A conditional logit with "none", each case as it is and without what it means, by Newton's steps.
//!
//! The decision that matters: weights are drawn towards the ones there are, so a feature that the data has nothing to say
//! about (texts, values, questions) keeps what it was given by hand.

use surehand_picker::fitting::FEATURES;

use super::cases::Example;

type Weights = [f64; FEATURES];

/// How much the weights are drawn to where they start.
const DRAWN: f64 = 6.0;
/// How much a case without what it means counts.
const ABSENT: f64 = 0.5;
const STEPS: usize = 25;

/// The weights that make the data likeliest.
pub(crate) fn fit(examples: &[&Example], start: &Weights) -> Weights {
    let mut weights = *start;
    let mut at = Point::of(examples, &weights, start);
    for _ in 0..STEPS {
        let step = solve(&at.curvature, &at.gradient);
        let mut scale = 1.0;
        let next = loop {
            let mut tried = weights;
            tried.iter_mut().zip(&step).for_each(|(weight, step)| *weight -= scale * step);
            let point = Point::of(examples, &tried, start);
            if point.loss <= at.loss || scale < 1e-3 {
                break (tried, point);
            }
            scale /= 2.0;
        };
        let gain = at.loss - next.1.loss;
        (weights, at) = next;
        if gain < 1e-4 * at.loss.abs().max(1.0) / 10.0 {
            break;
        }
    }
    weights
}

/// The loss at some weights, with its slope and curvature.
struct Point {
    loss: f64,
    gradient: Vec<f64>,
    curvature: Vec<Vec<f64>>,
}

impl Point {
    fn of(examples: &[&Example], weights: &Weights, start: &Weights) -> Self {
        let mut point =
            Self { loss: 0.0, gradient: vec![0.0; FEATURES], curvature: vec![vec![0.0; FEATURES]; FEATURES] };
        for place in 0..FEATURES {
            let off = weights[place] - start[place];
            point.loss += DRAWN * off * off / 2.0;
            point.gradient[place] += DRAWN * off;
            point.curvature[place][place] += DRAWN;
        }
        for example in examples {
            let utilities: Vec<f64> = example.rows.iter().map(|row| dot(row, weights)).collect();
            point.add(example, &utilities, example.weight, true);
            point.add(example, &utilities, example.weight * ABSENT, false);
        }
        point
    }

    /// One case: with what it means, or without, when "none" is right.
    fn add(&mut self, example: &Example, utilities: &[f64], weight: f64, is_there: bool) {
        let is_in = |place: usize| is_there || !example.gold[place];
        let top = (0..utilities.len())
            .filter(|&place| is_in(place))
            .map(|place| utilities[place])
            .fold(0.0, f64::max);
        let mass = |place: usize| if is_in(place) { (utilities[place] - top).exp() } else { 0.0 };
        let masses: Vec<f64> = (0..utilities.len()).map(mass).collect();
        let none = (-top).exp();
        let total: f64 = masses.iter().sum::<f64>() + none;
        let right: f64 = if is_there {
            masses.iter().zip(&example.gold).filter(|(_, gold)| **gold).map(|(mass, _)| mass).sum()
        } else {
            none
        };
        self.loss -= weight * (right.max(1e-300) / total).ln();
        let mut mean = [0.0; FEATURES];
        for (place, row) in example.rows.iter().enumerate() {
            let p = masses[place] / total;
            if p < 1e-7 {
                continue;
            }
            let is_right = is_there && example.gold[place];
            let pull = p - if is_right { masses[place] / right.max(1e-300) } else { 0.0 };
            for (one, &value) in row.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                let value = f64::from(value);
                self.gradient[one] += weight * pull * value;
                mean[one] += p * value;
                let scaled = weight * p * value;
                for (cell, &other) in self.curvature[one][..=one].iter_mut().zip(row) {
                    *cell += scaled * f64::from(other);
                }
            }
        }
        for one in 0..FEATURES {
            for other in 0..=one {
                self.curvature[one][other] -= weight * mean[one] * mean[other];
            }
        }
    }
}

fn dot(row: &[f32; FEATURES], weights: &Weights) -> f64 {
    row.iter().zip(weights).map(|(&value, weight)| f64::from(value) * weight).sum()
}

/// Solves the symmetric system whose lower half is given (Cholesky).
fn solve(lower: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    let mut factor = vec![vec![0.0; n]; n];
    for row in 0..n {
        for column in 0..=row {
            let inner: f64 = (0..column).map(|k| factor[row][k] * factor[column][k]).sum();
            let rest = lower[row][column] - inner;
            factor[row][column] =
                if row == column { rest.max(1e-9).sqrt() } else { rest / factor[column][column] };
        }
    }
    let mut result = right.to_vec();
    for row in 0..n {
        let inner: f64 = (0..row).map(|k| factor[row][k] * result[k]).sum();
        result[row] = (result[row] - inner) / factor[row][row];
    }
    for row in (0..n).rev() {
        let inner: f64 = (row + 1..n).map(|k| factor[k][row] * result[k]).sum();
        result[row] = (result[row] - inner) / factor[row][row];
    }
    result
}

#[cfg(test)]
mod tests {
    use super::solve;

    #[test]
    fn a_system_is_solved() {
        let lower = [vec![4.0, 0.0], vec![2.0, 3.0]];
        let solved = solve(&lower, &[2.0, 5.0]);
        assert!((solved[0] + 0.5).abs() < 1e-12 && (solved[1] - 2.0).abs() < 1e-12, "{solved:?}");
    }
}
