//! The model file of the repository, against vectors of the framework that trained it.
//!
//! `reference.txt` is written by `python -m surehand_training compare --write`: texts of our own, each after its vector
//! in hexadecimal steps. There, floats are computed with; here, signed bytes.
#![expect(clippy::expect_used, reason = "the repository holds these files")]

use std::path::Path;
use std::sync::Arc;

use surehand_picker::JointDecider;
use surehand_picker::encoder::{Damage, Encoder};

const REFERENCE: &str = include_str!("reference.txt");

fn file() -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../model/encoder.bin");
    std::fs::read(path).expect("model/encoder.bin")
}

#[test]
fn vectors_are_those_of_the_framework() {
    let encoder = Encoder::read(&file()).expect("it is whole");
    let (vectors, texts): (Vec<&str>, Vec<&str>) =
        REFERENCE.lines().filter_map(|line| line.split_once(' ')).unzip();
    assert!(texts.len() >= 40);
    for ((expected, text), found) in vectors.iter().zip(&texts).zip(encoder.embed(&texts)) {
        let steps = (0..expected.len() / 2).map(|place| {
            u8::from_str_radix(&expected[2 * place..2 * place + 2], 16).expect("digits").cast_signed()
        });
        let expected: Vec<f32> = steps.map(f32::from).collect();
        assert_eq!(expected.len(), found.len());
        let dot = |one: &[f32], other: &[f32]| -> f32 {
            one.iter().zip(other).map(|(one, other)| one * other).sum()
        };
        let cosine = dot(&expected, &found) / dot(&expected, &expected).sqrt();
        assert!(cosine > 0.99, "{text}: {cosine}");
    }
}

#[test]
fn a_flipped_bit_and_a_missing_end_are_noticed() {
    let mut bytes = file();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    assert_eq!(Encoder::read(&bytes).err(), Some(Damage::Hash));
    bytes[middle] ^= 4;
    bytes.pop();
    assert_eq!(Encoder::read(&bytes).err(), Some(Damage::Hash));
}

/// Words may be ahead of the file by a version: then it is refused as that, until its weights are fitted anew.
#[test]
fn it_is_for_these_words_or_refused() {
    let joint = JointDecider::new(Arc::new(Encoder::read(&file()).expect("it is whole")));
    assert!(matches!(joint, Ok(_) | Err(Damage::Words(_))), "{joint:?}");
    assert!(file().len() <= 20_000_000);
}
