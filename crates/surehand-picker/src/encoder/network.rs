//! The forward pass: pieces of texts to vectors of length 1.
//!
//! MiniLM as it is known: embeddings, layers of attention and two dense steps with a norm after each, the mean over the
//! pieces. Weights stay signed bytes and are spread into floats matrix by matrix as they are used: that takes a few
//! milliseconds of a pass, a quarter of the memory, and lets each matrix be multiplied out of the cache. The decision that
//! matters: texts lie one after the other without padding, and only attention knows where one ends; multiplication is left
//! to `ndarray`, whose kernels choose by the processor, so a machine without AVX2 computes the same, only slower.

use std::ops::Range;

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2};

/// What the norms add to a variance.
const EPSILON: f32 = 1e-12;

/// How large everything is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) pieces: usize,
    pub(super) positions: usize,
    pub(super) layers: usize,
    pub(super) width: usize,
    pub(super) heads: usize,
    pub(super) inner: usize,
}

/// A matrix as signed bytes with a scale for each row, and what is added; for word embeddings nothing is.
#[derive(Debug)]
pub(super) struct Dense {
    pub(super) columns: usize,
    pub(super) scales: Vec<f32>,
    pub(super) weights: Vec<i8>,
    pub(super) bias: Vec<f32>,
}

/// Scale and shift after a norm.
#[derive(Debug)]
pub(super) struct Norm {
    pub(super) scale: Vec<f32>,
    pub(super) shift: Vec<f32>,
}

/// One layer.
#[derive(Debug)]
pub(super) struct Layer {
    /// Query, key and value in one.
    pub(super) mixed: Dense,
    pub(super) joined: Dense,
    pub(super) middle: Norm,
    pub(super) wide: Dense,
    pub(super) narrow: Dense,
    pub(super) end: Norm,
}

/// All weights.
#[derive(Debug)]
pub(super) struct Network {
    pub(super) shape: Shape,
    pub(super) words: Dense,
    pub(super) positions: Vec<f32>,
    pub(super) start: Norm,
    pub(super) layers: Vec<Layer>,
}

impl Network {
    /// A vector of length 1 for each text, one after the other. A text has at most [`Shape::positions`] pieces.
    pub(super) fn embed(&self, texts: &[Vec<u32>]) -> Vec<f32> {
        let Shape { width, inner, .. } = self.shape;
        let mut ranges: Vec<Range<usize>> = Vec::with_capacity(texts.len());
        let mut values = Vec::new();
        for text in texts {
            let start = values.len() / width;
            self.place(text, &mut values);
            ranges.push(start..values.len() / width);
        }
        self.start.apply(&mut values);
        let count = values.len() / width;
        let mut room = Room {
            weights: vec![0.0; width * inner.max(3 * width)],
            mixed: vec![0.0; count * 3 * width],
            seen: vec![0.0; count * width],
            wide: vec![0.0; count * inner],
            scores: Vec::new(),
        };
        for layer in &self.layers {
            layer.apply(&mut values, &ranges, self.shape, &mut room);
        }
        let mut vectors = vec![0.0; texts.len() * width];
        for (vector, range) in vectors.chunks_exact_mut(width).zip(ranges) {
            for row in values[range.start * width..range.end * width].chunks_exact(width) {
                add(vector, row);
            }
            // The mean has the direction of the sum.
            let length = dot(vector, vector).sqrt().max(1e-9);
            vector.iter_mut().for_each(|value| *value /= length);
        }
        vectors
    }

    fn place(&self, text: &[u32], values: &mut Vec<f32>) {
        let width = self.shape.width;
        for (piece, position) in text.iter().zip(self.positions.chunks_exact(width)) {
            let piece = *piece as usize;
            let scale = self.words.scales[piece];
            let row = &self.words.weights[piece * width..(piece + 1) * width];
            values.extend(
                row.iter().zip(position).map(|(weight, position)| f32::from(*weight) * scale + position),
            );
        }
    }
}

/// Room to compute in, made once for a pass.
struct Room {
    weights: Vec<f32>,
    mixed: Vec<f32>,
    seen: Vec<f32>,
    wide: Vec<f32>,
    scores: Vec<f32>,
}

impl Layer {
    fn apply(&self, values: &mut [f32], ranges: &[Range<usize>], shape: Shape, room: &mut Room) {
        self.mixed.apply(values, &mut room.mixed, &mut room.weights);
        for range in ranges {
            attend(range.clone(), shape, room);
        }
        // The wide room is free until the second half of the layer.
        let half = &mut room.wide[..values.len()];
        self.joined.apply(&room.seen, half, &mut room.weights);
        add(values, half);
        self.middle.apply(values);
        self.wide.apply(values, &mut room.wide, &mut room.weights);
        room.wide.iter_mut().for_each(|value| *value = gelu(*value));
        self.narrow.apply(&room.wide, &mut room.seen, &mut room.weights);
        add(values, &room.seen);
        self.end.apply(values);
    }
}

/// Each piece of a text looks at all pieces of it, head by head.
fn attend(range: Range<usize>, shape: Shape, room: &mut Room) {
    let (width, size) = (shape.width, shape.width / shape.heads);
    let scale = (size as f32).sqrt().recip();
    let mixed = &room.mixed;
    let part = |row: usize, which: usize, head: usize| {
        let start = row * 3 * width + which * width + head * size;
        &mixed[start..start + size]
    };
    for head in 0..shape.heads {
        for row in range.clone() {
            let query = part(row, 0, head);
            room.scores.clear();
            room.scores.extend(range.clone().map(|other| dot(query, part(other, 1, head)) * scale));
            softmax(&mut room.scores);
            let seen = &mut room.seen[row * width + head * size..row * width + (head + 1) * size];
            seen.fill(0.0);
            for (share, other) in room.scores.iter().zip(range.clone()) {
                seen.iter_mut().zip(part(other, 2, head)).for_each(|(sum, value)| *sum += share * value);
            }
        }
    }
}

impl Dense {
    /// `to = from · weightsᵀ + bias`, row by row. `room` takes the weights as floats.
    fn apply(&self, from: &[f32], to: &mut [f32], room: &mut [f32]) {
        let (rows, columns) = (self.scales.len(), self.columns);
        let count = from.len() / columns;
        let spread = &mut room[..rows * columns];
        let bytes = self.weights.chunks_exact(columns).zip(&self.scales);
        for (row, (weights, scale)) in spread.chunks_exact_mut(columns).zip(bytes) {
            row.iter_mut().zip(weights).for_each(|(value, weight)| *value = f32::from(*weight) * scale);
        }
        let to = &mut to[..count * rows];
        to.chunks_exact_mut(rows).for_each(|row| row.copy_from_slice(&self.bias));
        let views = (
            ArrayView2::from_shape((count, columns), from),
            ArrayView2::from_shape((rows, columns), &*spread),
            ArrayViewMut2::from_shape((count, rows), to),
        );
        if let (Ok(from), Ok(weights), Ok(mut to)) = views {
            general_mat_mul(1.0, &from, &weights.t(), 1.0, &mut to);
        }
    }
}

impl Norm {
    fn apply(&self, values: &mut [f32]) {
        let width = self.scale.len();
        for row in values.chunks_exact_mut(width) {
            let mean = sum(row) / width as f32;
            row.iter_mut().for_each(|value| *value -= mean);
            let spread = (dot(row, row) / width as f32 + EPSILON).sqrt().recip();
            for (value, (scale, shift)) in row.iter_mut().zip(self.scale.iter().zip(&self.shift)) {
                *value = *value * spread * scale + shift;
            }
        }
    }
}

/// In eight sums at a time: so it becomes a few instructions on any processor.
pub(super) fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = [0.0_f32; 8];
    let (ones, others) = (one.chunks_exact(8), other.chunks_exact(8));
    let rest: f32 = ones.remainder().iter().zip(others.remainder()).map(|(one, other)| one * other).sum();
    for (one, other) in ones.zip(others) {
        for (sum, (one, other)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += one * other;
        }
    }
    sums.iter().sum::<f32>() + rest
}

fn sum(values: &[f32]) -> f32 {
    let mut sums = [0.0_f32; 8];
    let chunks = values.chunks_exact(8);
    let rest: f32 = chunks.remainder().iter().sum();
    for chunk in chunks {
        add(&mut sums, chunk);
    }
    sums.iter().sum::<f32>() + rest
}

fn add(to: &mut [f32], values: &[f32]) {
    to.iter_mut().zip(values).for_each(|(to, value)| *to += value);
}

fn softmax(scores: &mut [f32]) {
    let greatest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    scores.iter_mut().for_each(|score| *score = exp(*score - greatest));
    let total = sum(scores).recip();
    scores.iter_mut().for_each(|score| *score *= total);
}

/// `x` times the share of a normal distribution below it.
fn gelu(x: f32) -> f32 {
    // Abramowitz and Stegun, 7.1.26: the error function to within 1.5e-7.
    let size = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = (1.0 + 0.327_591_1 * size).recip();
    let polynomial =
        t * (0.254_829_6 + t * (-0.284_496_74 + t * (1.421_413_7 + t * (-1.453_152 + t * 1.061_405_4))));
    let error = 1.0 - polynomial * exp(-size * size);
    0.5 * x * (1.0 + error.copysign(x))
}

/// The exponential of a number up to 0, to within a part in a hundred thousand. The library's is a call for each number, and this is not.
fn exp(x: f32) -> f32 {
    /// Beside this number floats are whole, so adding it rounds, and the whole part stands in the lowest bits.
    const WHOLE: f32 = 12_582_912.0;
    // 2 to the whole part goes into the exponent of the result, 2 to the rest is a polynomial.
    let power = (x * std::f32::consts::LOG2_E).max(-126.0);
    let whole = power + WHOLE;
    let rest = (power - (whole - WHOLE)) * std::f32::consts::LN_2;
    let fourth = 0.041_666_67 + rest * (0.008_333_334 + rest * 0.001_388_9);
    let polynomial = 1.0 + rest * (1.0 + rest * (0.5 + rest * (0.166_666_67 + rest * fourth)));
    let exponent = whole.to_bits().wrapping_sub(WHOLE.to_bits()).wrapping_add(127);
    f32::from_bits(exponent << 23) * polynomial
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_close() {
        for step in 0..4_000 {
            let x = -(step as f32) * 0.02;
            let expected = x.exp();
            assert!((exp(x) - expected).abs() <= 1e-5 * expected + 1e-30, "{x}: {} {expected}", exp(x));
        }
    }

    #[test]
    fn gelu_is_close() {
        // From tables of the normal distribution.
        for (x, expected) in
            [(0.0, 0.0), (1.0, 0.841_344_7), (-1.0, -0.158_655_3), (2.0, 1.954_499_7), (-8.0, 0.0)]
        {
            assert!((gelu(x) - expected).abs() < 1e-5, "{x}: {}", gelu(x));
        }
    }

    #[test]
    fn sums_of_any_length() {
        let values: Vec<f32> = (0_u8..19).map(f32::from).collect();
        assert_eq!((sum(&values), dot(&values, &values)), (171.0, 2109.0));
    }

    #[test]
    fn a_matrix_is_applied_row_by_row() {
        let dense = Dense {
            columns: 2,
            scales: vec![0.5, 2.0, 1.0],
            weights: vec![2, 4, 1, 0, 0, -1],
            bias: vec![1.0, 0.0, 0.0],
        };
        let mut to = [0.0; 6];
        dense.apply(&[1.0, 1.0, 3.0, -1.0], &mut to, &mut [0.0; 6]);
        assert_eq!(to, [4.0, 2.0, -1.0, 2.0, 6.0, 1.0]);
    }
}
