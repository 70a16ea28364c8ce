//! The model file and the encoder, with a model of a few hundred weights that is made up here.
#![expect(clippy::expect_used, reason = "what is made up here can be read")]

use std::sync::Arc;

use sha2::{Digest as _, Sha256};
use surehand_core::clock::{Deadline, Moment};
use surehand_core::decider::{Answers, Decider, OptionFacts, Purpose};
use surehand_core::request::Scene;
use surehand_picker::encoder::{Damage, Encoder, VERSION};
use surehand_picker::fitting::JOINT_NAMES;
use surehand_picker::{JointDecider, MODEL, THRESHOLDS, WordsDecider};

const MAGIC: &[u8] = b"SURE\r\n\x1a\n";
const PIECES: [&str; 14] = [
    "[PAD]", "[UNK]", "[CLS]", "[SEP]", "save", "open", "file", "##s", ">", "(", ")", "button", "as", "menu",
];
const WIDTH: usize = 8;
const INNER: usize = 16;
const HEADER: &str =
    "name = made-up-1\npieces = 14\npositions = 12\nlayers = 2\nwidth = 8\nheads = 2\ninner = 16\n";

/// Numbers that look drawn and are always the same.
struct Drawn(u32);

impl Drawn {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.0 >> 24
    }

    fn floats(&mut self, file: &mut Vec<u8>, count: usize, around: f32) {
        for _ in 0..count {
            file.extend((around + (self.next() as f32 - 128.0) / 1_280.0).to_le_bytes());
        }
    }

    fn matrix(&mut self, file: &mut Vec<u8>, rows: usize, columns: usize) {
        self.floats(file, rows, 0.2);
        file.extend((0..rows * columns).map(|_| self.next().to_le_bytes()[0] / 8));
    }
}

fn text(file: &mut Vec<u8>, text: &str) {
    file.extend(u32::try_from(text.len()).expect("short").to_le_bytes());
    file.extend(text.as_bytes());
}

/// A file with that header and version, whole and with its hash.
fn file(header: &str, version: u32, pieces: &[&str]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    file.extend(version.to_le_bytes());
    text(&mut file, header);
    text(&mut file, &pieces.iter().map(|piece| format!("{piece}\n")).collect::<String>());
    let mut drawn = Drawn(7);
    drawn.matrix(&mut file, PIECES.len(), WIDTH);
    drawn.floats(&mut file, 12 * WIDTH, 0.0);
    let norm = |file: &mut Vec<u8>, drawn: &mut Drawn| {
        drawn.floats(file, WIDTH, 1.0);
        drawn.floats(file, WIDTH, 0.0);
    };
    norm(&mut file, &mut drawn);
    for _ in 0..2 {
        for (rows, columns, has_norm) in
            [(3 * WIDTH, WIDTH, false), (WIDTH, WIDTH, true), (INNER, WIDTH, false), (WIDTH, INNER, true)]
        {
            drawn.matrix(&mut file, rows, columns);
            drawn.floats(&mut file, rows, 0.0);
            if has_norm {
                norm(&mut file, &mut drawn);
            }
        }
    }
    with_hash(file)
}

fn with_hash(mut body: Vec<u8>) -> Vec<u8> {
    let hash = Sha256::digest(&body);
    body.extend(hash);
    body
}

fn whole() -> Vec<u8> {
    file(HEADER, VERSION, &PIECES)
}

fn damage(bytes: &[u8]) -> Damage {
    Encoder::read(bytes).expect_err("it is damaged")
}

#[test]
fn a_whole_file_is_read() {
    let encoder = Encoder::read(&whole()).expect("it is whole");
    assert_eq!((encoder.name(), encoder.pieces(), encoder.hash().len()), ("made-up-1", 14, 64));
}

#[test]
fn one_bit_anywhere_is_noticed() {
    let whole = whole();
    for place in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[place] ^= 1 << (place % 8);
        let expected = |damage: &Damage| match place {
            0..=7 => *damage == Damage::Foreign,
            8..=11 => matches!(damage, Damage::Version(_)),
            _ => *damage == Damage::Hash,
        };
        let found = damage(&flipped);
        assert!(expected(&found), "byte {place}: {found}");
    }
}

#[test]
fn a_file_that_ends_early_or_late_is_noticed() {
    let whole = whole();
    for length in 0..whole.len() {
        let found = damage(&whole[..length]);
        assert!(
            found == if length < MAGIC.len() { Damage::Foreign } else { Damage::Hash },
            "{length}: {found}"
        );
    }
    let mut longer = whole;
    longer.push(0);
    assert_eq!(damage(&longer), Damage::Hash);
}

#[test]
fn another_version_is_said() {
    let found = damage(&file(HEADER, VERSION + 1, &PIECES));
    assert_eq!(found, Damage::Version(VERSION + 1));
    assert!(found.to_string().contains("version 2"), "{found}");
}

/// With a hash that fits: what training never writes, and what must not end the program either.
#[test]
fn a_whole_file_with_nonsense_in_it_is_refused() {
    for (header, part) in [
        ("", "header"),
        ("no values\n", "header"),
        (&HEADER.replace("name = made-up-1\n", ""), "header"),
        (&HEADER.replace("heads = 2", "heads = 3"), "header"),
        (&HEADER.replace("width = 8", "width = 4000000000"), "header"),
        (&HEADER.replace("width = 8", "width = 0"), "header"),
        (&format!("{HEADER}name = twice\n"), "header"),
        (&HEADER.replace("pieces = 14", "pieces = 15"), "vocabulary"),
        (&HEADER.replace("layers = 2", "layers = 3"), "layers"),
        (&HEADER.replace("layers = 2", "layers = 1"), "layers"),
        (&HEADER.replace("inner = 16", "inner = 65536"), "layers"),
    ] {
        assert_eq!(damage(&file(header, VERSION, &PIECES)), Damage::Part(part), "{header}");
    }
    let mut doubled = PIECES;
    doubled[5] = "save";
    assert_eq!(damage(&file(HEADER, VERSION, &doubled)), Damage::Part("vocabulary"));
    let mut body = whole();
    body.truncate(body.len() - 36);
    body.extend(f32::NAN.to_le_bytes());
    assert_eq!(damage(&with_hash(body)), Damage::Part("layers"));
}

#[test]
fn vectors_have_length_one_and_depend_on_nothing_beside_them() {
    let encoder = Encoder::read(&whole()).expect("it is whole");
    let texts = [
        "save",
        "open files",
        "",
        "a word that nobody knows and that is longer than all positions there are",
    ];
    let together = encoder.embed(&texts);
    assert_eq!(together.len(), texts.len());
    for (text, vector) in texts.iter().zip(&together) {
        let length: f32 = vector.iter().map(|value| value * value).sum();
        assert!((length - 1.0).abs() < 1e-5, "{text}: {length}");
        let alone = &encoder.embed(&[text])[0];
        let apart = vector.iter().zip(alone).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
        assert!(apart < 1e-5, "{text}: {apart}");
    }
    assert_ne!(together[0], together[1]);
    assert!(encoder.embed(&[]).is_empty());
}

fn option(label: &str) -> OptionFacts {
    OptionFacts { action: "click", role: "Button", label: label.to_owned(), ..OptionFacts::default() }
}

fn like(encoder: &Encoder, instruction: &str, options: &[OptionFacts]) -> Vec<f64> {
    encoder.likeness(&encoder.instruction(instruction), options)
}

#[test]
fn likeness_is_the_same_whether_options_were_prepared() {
    let (fresh, prepared) =
        (Encoder::read(&whole()).expect("it is whole"), Encoder::read(&whole()).expect("it is whole"));
    let options: Vec<OptionFacts> = ["Save", "Open", "Save", "Files"].into_iter().map(option).collect();
    prepared.prepare(&options[1..]);
    let expected = like(&fresh, "save files", &options);
    let found = like(&prepared, "save files", &options);
    for (one, other) in expected.iter().zip(&found) {
        assert!((one - other).abs() < 1e-5, "{expected:?} {found:?}");
    }
    assert_eq!(expected[0].to_bits(), expected[2].to_bits(), "the same text");
    assert_eq!(expected, like(&fresh, "save files", &options), "asked again");
    assert!(expected.iter().all(|cosine| (-1.0 - 1e-5..=1.0 + 1e-5).contains(cosine)));
    assert!(like(&fresh, "save", &[]).is_empty());
}

#[test]
fn more_options_than_one_pass_holds() {
    let encoder = Encoder::read(&whole()).expect("it is whole");
    let labels: Vec<String> = (0..600).map(|number| format!("save {}", "open ".repeat(number % 9))).collect();
    let options: Vec<OptionFacts> = labels.iter().map(|label| option(label)).collect();
    let many = like(&encoder, "open", &options);
    let few = like(&Encoder::read(&whole()).expect("it is whole"), "open", &options[590..]);
    for (one, other) in many[590..].iter().zip(&few) {
        assert!((one - other).abs() < 1e-5);
    }
}

/// A header with weights for words and meaning, all 0 but those named.
fn fitted(words: &str, weights: &[(&str, f64)]) -> String {
    let mut header = format!("{HEADER}words = {words}\nstrict = 0.8\nabsent = 0.9\n");
    for name in JOINT_NAMES {
        let weight = weights.iter().find(|(named, _)| *named == name).map_or(0.0, |(_, weight)| *weight);
        header.push_str(&format!("weight {name} = {weight}\n"));
    }
    header
}

fn joint(header: &str) -> Result<JointDecider, Damage> {
    JointDecider::new(Arc::new(Encoder::read(&file(header, VERSION, &PIECES)).expect("it is whole")))
}

fn ask(decider: &dyn Decider, instruction: &str, purpose: Purpose, labels: &[&str]) -> Answers {
    let options: Vec<OptionFacts> = labels.iter().map(|label| option(label)).collect();
    let scene = Scene { instruction, app: "App", window: "Window", ..Scene::default() };
    decider.ask(&scene.ask(purpose, &options, false), &Deadline::new(Moment::default())).expect("it answers")
}

#[test]
fn a_file_for_other_words_or_without_weights_is_refused() {
    assert_eq!(joint(HEADER).err(), Some(Damage::Words("none".to_owned())));
    assert_eq!(
        joint(&fitted("surehand-words-0", &[])).err(),
        Some(Damage::Words("surehand-words-0".to_owned()))
    );
    let lacking = fitted(MODEL, &[]).replace("weight cosine = 0\n", "");
    assert_eq!(joint(&lacking).err(), Some(Damage::Part("logit")));
    let wrong = fitted(MODEL, &[]).replace("strict = 0.8", "strict = NaN");
    assert_eq!(joint(&wrong).err(), Some(Damage::Part("logit")));
    assert!(joint(&fitted(MODEL, &[])).is_ok());
}

#[test]
fn meaning_ranks_and_never_makes_anybody_act() {
    let words_only = ask(&WordsDecider, "open", Purpose::Act, &["Save", "Files", "Menu"]);
    assert!(words_only.distributions[0].options.iter().all(|p| *p < 0.5), "{words_only:?}");
    let all_cosine = joint(&fitted(MODEL, &[("bias", 20.0), ("cosine", 40.0)])).expect("it is fitted");
    let answers = ask(&all_cosine, "open", Purpose::Act, &["Save", "Files", "Menu"]);
    let strict = all_cosine.thresholds().strict;
    for p in &answers.distributions[0].options {
        assert!((0.2..strict).contains(p), "{answers:?}");
    }
    let like = all_cosine.encoder();
    let options: Vec<OptionFacts> = ["Save", "Files", "Menu"].into_iter().map(option).collect();
    let cosines = like.likeness(&like.instruction("open"), &options);
    let order = |values: &[f64]| {
        let mut order = [0, 1, 2];
        order.sort_by(|one, other| values[*other].total_cmp(&values[*one]));
        order
    };
    assert_eq!(order(&answers.distributions[0].options), order(&cosines), "the nearest leads");
}

#[test]
fn what_words_are_certain_of_stays_certain() {
    let against = joint(&fitted(MODEL, &[("bias", -20.0), ("cosine", -40.0)])).expect("it is fitted");
    let labels = ["Save", "Open file", "Menu"];
    for (place, instruction) in
        ["Press Save", "Click \"Open file\"", "Click the Menu button"].iter().enumerate()
    {
        let words = ask(&WordsDecider, instruction, Purpose::Act, &labels);
        let answers = ask(&against, instruction, Purpose::Act, &labels);
        assert!(words.distributions[0].options[place] >= THRESHOLDS.strict, "{instruction}: {words:?}");
        assert!(answers.distributions[0].options[place] >= THRESHOLDS.strict, "{instruction}: {answers:?}");
    }
}

#[test]
fn what_is_read_and_what_is_too_much_is_left_to_words() {
    let decider = joint(&fitted(MODEL, &[("cosine", 40.0)])).expect("it is fitted");
    assert_eq!(decider.thresholds().absent.to_bits(), 0.9_f64.to_bits());
    let read = ask(&decider, "the file", Purpose::Read, &["Save", "Files"]);
    assert_eq!(
        read,
        Answers {
            thresholds: Some(THRESHOLDS),
            ..ask(&WordsDecider, "the file", Purpose::Read, &["Save", "Files"])
        }
    );
    let many: Vec<String> = (0..1_001).map(|number| format!("Save {number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(ask(&decider, "Save 7", Purpose::Act, &many).model, MODEL);
    assert_eq!(ask(&decider, "Save 7", Purpose::Act, &many[..9]).model, format!("{MODEL}+made-up-1"));
}
