//! The model file: one file that holds all of the encoder and is either whole or not used.
//!
//! `magic, version, length of the header, header, length of the vocabulary, vocabulary, layers, SHA-256 of all before`;
//! numbers are little-endian, header and vocabulary are lines of UTF-8, a header line is `name = value`. A matrix is one
//! scale for each row and then signed bytes, row by row; a vector is plain 32-bit floats. The decision that matters: the
//! hash is checked before anything is believed, so what follows only meets files that training wrote, and still nothing
//! in them can make reading fail in any other way than with a [`Damage`].

use std::collections::BTreeMap;
use std::fmt;

use sha2::{Digest as _, Sha256};

use super::network::{Dense, Layer, Network, Norm, Shape};
use super::wordpiece::WordPiece;

/// How a model file begins. A file that went through a conversion of line ends does not.
pub(super) const MAGIC: &[u8; 8] = b"SURE\r\n\x1a\n";
/// The version of the format that this program reads.
pub const VERSION: u32 = 1;
const HASH: usize = 32;
/// The most of anything that a header may ask for.
const MOST: usize = 1 << 16;

/// Why a model file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// It is no model file.
    Foreign,
    /// It is a model file of another version of the format.
    Version(u32),
    /// It ends too early, or its contents are not those that were written.
    Hash,
    /// It is whole, and yet this part of it cannot be used.
    Part(&'static str),
    /// It was made for another version of the words picker, which is named.
    Words(String),
}

impl fmt::Display for Damage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => formatter.write_str("is no model file"),
            Self::Version(version) => {
                write!(
                    formatter,
                    "is a model file of version {version}, and this program reads version {VERSION}"
                )
            }
            Self::Hash => formatter.write_str("is damaged: its contents do not have the hash that it names"),
            Self::Words(words) => {
                write!(formatter, "was made for the words of {words}, and this program has {}", crate::MODEL)
            }
            Self::Part(part) => write!(formatter, "cannot be used: its {part} is not as it should be"),
        }
    }
}

impl std::error::Error for Damage {}

/// What a file holds.
#[derive(Debug)]
pub(super) struct Contents {
    pub(super) header: Header,
    pub(super) pieces: WordPiece,
    pub(super) network: Network,
    /// The hash, in hexadecimal digits.
    pub(super) hash: String,
}

/// The named values at the beginning.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Header(BTreeMap<String, String>);

impl Header {
    fn read(text: &str) -> Option<Self> {
        let mut named = BTreeMap::new();
        for line in text.lines() {
            let (name, value) = line.split_once(" = ")?;
            if named.insert(name.to_owned(), value.to_owned()).is_some() {
                return None;
            }
        }
        Some(Self(named))
    }

    /// A value as it stands.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    fn size(&self, name: &str) -> Option<usize> {
        self.text(name)?.parse().ok().filter(|size| (1..=MOST).contains(size))
    }
}

/// Reads a file.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(bytes: &[u8]) -> Result<Contents, Damage> {
    let Some(rest) = bytes.strip_prefix(MAGIC.as_slice()) else { return Err(Damage::Foreign) };
    let mut reader = Reader { rest };
    match reader.count() {
        Some(version) if version == VERSION => {}
        Some(version) => return Err(Damage::Version(version)),
        None => return Err(Damage::Hash),
    }
    let (body, named) = bytes.len().checked_sub(HASH).map(|end| bytes.split_at(end)).ok_or(Damage::Hash)?;
    let hash = Sha256::digest(body);
    if hash.as_slice() != named {
        return Err(Damage::Hash);
    }
    reader.rest = body.get(MAGIC.len() + 4..).ok_or(Damage::Hash)?;
    let header = reader.text().and_then(Header::read).ok_or(Damage::Part("header"))?;
    let shape = shape(&header).ok_or(Damage::Part("header"))?;
    let vocabulary = reader.text().ok_or(Damage::Part("vocabulary"))?;
    if vocabulary.lines().count() != shape.pieces {
        return Err(Damage::Part("vocabulary"));
    }
    let pieces = WordPiece::new(vocabulary.lines()).ok_or(Damage::Part("vocabulary"))?;
    let network =
        network(&mut reader, shape).filter(|_| reader.rest.is_empty()).ok_or(Damage::Part("layers"))?;
    let hash = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Contents { header, pieces, network, hash })
}

fn shape(header: &Header) -> Option<Shape> {
    let shape = Shape {
        pieces: header.size("pieces")?,
        positions: header.size("positions")?,
        layers: header.size("layers")?,
        width: header.size("width")?,
        heads: header.size("heads")?,
        inner: header.size("inner")?,
    };
    (shape.width.is_multiple_of(shape.heads) && shape.positions >= 2).then_some(shape)
}

fn network(reader: &mut Reader<'_>, shape: Shape) -> Option<Network> {
    let words = reader.dense(shape.pieces, shape.width, Bias::Without)?;
    let positions = reader.numbers(shape.positions * shape.width)?;
    let start = reader.norm(shape.width)?;
    let mut layers = Vec::new();
    for _ in 0..shape.layers {
        layers.push(Layer {
            mixed: reader.dense(3 * shape.width, shape.width, Bias::With)?,
            joined: reader.dense(shape.width, shape.width, Bias::With)?,
            middle: reader.norm(shape.width)?,
            wide: reader.dense(shape.inner, shape.width, Bias::With)?,
            narrow: reader.dense(shape.width, shape.inner, Bias::With)?,
            end: reader.norm(shape.width)?,
        });
    }
    Some(Network { shape, words, positions, start, layers })
}

/// Whether a matrix has a vector that is added.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bias {
    With,
    Without,
}

/// Takes parts off the front.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn count(&mut self) -> Option<u32> {
        self.bytes(4)?.try_into().ok().map(u32::from_le_bytes)
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = self.count()?;
        std::str::from_utf8(self.bytes(length as usize)?).ok()
    }

    fn numbers(&mut self, count: usize) -> Option<Vec<f32>> {
        let numbers = self.bytes(count.checked_mul(4)?)?.chunks_exact(4);
        let numbers = numbers.map(|bytes| bytes.try_into().map(f32::from_le_bytes).unwrap_or(f32::NAN));
        let numbers: Vec<f32> = numbers.collect();
        numbers.iter().all(|number| number.is_finite()).then_some(numbers)
    }

    fn norm(&mut self, width: usize) -> Option<Norm> {
        Some(Norm { scale: self.numbers(width)?, shift: self.numbers(width)? })
    }

    fn dense(&mut self, rows: usize, columns: usize, bias: Bias) -> Option<Dense> {
        let scales = self.numbers(rows)?;
        let weights = self.bytes(rows.checked_mul(columns)?)?.iter().map(|byte| byte.cast_signed()).collect();
        let bias = if bias == Bias::With { self.numbers(rows)? } else { Vec::new() };
        Some(Dense { columns, scales, weights, bias })
    }
}
