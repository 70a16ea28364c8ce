//! A picture out of the driver's answer: PNG in base 64.
//!
//! Decoded here and not passed on as it came, because what leaves surehand is scaled and may be marked. Left out:
//! everything but the 8-bit pictures that drivers send.

use serde_json::Value;
use surehand_core::code::Code;
use surehand_core::desktop::Picture;
use surehand_core::error::{Error, Result};

/// The most pixels that are decoded.
const LARGEST: u64 = 64 << 20;

/// The picture among the parts of an answer.
pub(crate) fn of(content: &Value) -> Result<Picture> {
    let failed = || Error::new(Code::CaptureFailed, "the driver gave no picture of the window");
    let parts = content.as_array().into_iter().flatten();
    let data = parts.filter(|part| part["type"] == "image").find_map(|part| part["data"].as_str());
    let bytes = data.and_then(decoded).ok_or_else(failed)?;
    rgba(&bytes).ok_or_else(failed)
}

/// The bytes of the picture among the parts of an answer, when it is a PNG.
pub(crate) fn png(content: &Value) -> Option<Vec<u8>> {
    let mut parts = content.as_array().into_iter().flatten();
    let data = parts.find(|part| part["type"] == "image")?["data"].as_str()?;
    decoded(data).filter(|bytes| bytes.starts_with(b"\x89PNG"))
}

/// The bytes of a text in base 64; `None` for what is none.
pub(crate) fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut held, mut bits) = (0_u32, 0);
    for letter in text.trim_end_matches('=').bytes() {
        let six = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        held = (held << 6) | u32::from(six);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(((held >> bits) & 0xff) as u8);
        }
    }
    Some(bytes)
}

fn rgba(bytes: &[u8]) -> Option<Picture> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().ok()?;
    let (width, height) = (reader.info().width, reader.info().height);
    if u64::from(width) * u64::from(height) > LARGEST {
        return None;
    }
    let mut read = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut read).ok()?;
    read.truncate(info.buffer_size());
    let rgba = match info.color_type {
        png::ColorType::Rgba => read,
        png::ColorType::Rgb => read.chunks_exact(3).flat_map(|dot| [dot[0], dot[1], dot[2], 255]).collect(),
        png::ColorType::Grayscale => read.iter().flat_map(|dot| [*dot, *dot, *dot, 255]).collect(),
        png::ColorType::GrayscaleAlpha => {
            read.chunks_exact(2).flat_map(|dot| [dot[0], dot[0], dot[0], dot[1]]).collect()
        }
        png::ColorType::Indexed => return None,
    };
    Some(Picture { width, height, rgba })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn base_64_is_read() {
        assert_eq!(decoded("aGVsbG8="), Some(b"hello".to_vec()));
        assert_eq!(decoded("aGVsbG8"), Some(b"hello".to_vec()));
        assert_eq!(decoded("/+8A"), Some(vec![255, 239, 0]));
        assert_eq!(decoded("a b"), None);
    }

    #[test]
    fn one_red_dot() {
        let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
        let content = json!([{"type": "text", "text": "x"}, {"type": "image", "data": dot}]);
        let picture = of(&content).expect("a picture");
        assert_eq!((picture.width, picture.height, picture.rgba.len()), (1, 1, 4));
        assert!(of(&json!([{"type": "text", "text": "x"}])).is_err());
    }
}
