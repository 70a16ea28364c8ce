//! The model file and the encoder, with a model of a few hundred weights that is made up here.
#![expect(clippy::expect_used, reason = "what is made up here can be read")]

use sha2::{Digest as _, Sha256};
use surehand_core::decider::OptionFacts;
use surehand_picker::encoder::{Damage, Encoder, VERSION};

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

#[test]
fn likeness_is_the_same_whether_options_were_prepared() {
    let (fresh, prepared) =
        (Encoder::read(&whole()).expect("it is whole"), Encoder::read(&whole()).expect("it is whole"));
    let options: Vec<OptionFacts> = ["Save", "Open", "Save", "Files"].into_iter().map(option).collect();
    prepared.prepare(&options[1..]);
    let expected = fresh.likeness("save files", &options);
    let found = prepared.likeness("save files", &options);
    for (one, other) in expected.iter().zip(&found) {
        assert!((one - other).abs() < 1e-5, "{expected:?} {found:?}");
    }
    assert_eq!(expected[0].to_bits(), expected[2].to_bits(), "the same text");
    assert_eq!(expected, fresh.likeness("save files", &options), "asked again");
    assert!(expected.iter().all(|cosine| (-1.0 - 1e-5..=1.0 + 1e-5).contains(cosine)));
    assert!(fresh.likeness("save", &[]).is_empty());
}

#[test]
fn more_options_than_one_pass_holds() {
    let encoder = Encoder::read(&whole()).expect("it is whole");
    let labels: Vec<String> = (0..600).map(|number| format!("save {}", "open ".repeat(number % 9))).collect();
    let options: Vec<OptionFacts> = labels.iter().map(|label| option(label)).collect();
    let many = encoder.likeness("open", &options);
    let few = Encoder::read(&whole()).expect("it is whole").likeness("open", &options[590..]);
    for (one, other) in many[590..].iter().zip(&few) {
        assert!((one - other).abs() < 1e-5);
    }
}
