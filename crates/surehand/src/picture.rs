//! Marks on the picture of a window: a frame around each control, with its id, and the whole as a PNG.
//!
//! Pure: a picture and marks in, bytes out, made smaller by [`shrink`] where there is a limit. Marks of the same place share a frame. Every label is dark on light or light
//! on dark by itself, so that it reads on any background; it stands at the corner of its frame where it covers nobody
//! else's label, and only where there is no such place it covers one. What lies outside the picture is not drawn.

mod font;
mod shrink;

use surehand_core::desktop::Picture;
use surehand_core::element::Bounds;

pub use shrink::shrink;

/// What is drawn around a control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The id to write.
    pub id: String,
    /// Where the control is, in pixels of the picture.
    pub bounds: Bounds,
}

type Color = [u8; 3];

const INK: Color = [255, 255, 255];
/// The colours of frames in turn: all dark enough for white letters, and neighbours easy to tell apart.
const COLORS: [Color; 6] =
    [[176, 0, 32], [0, 82, 165], [0, 110, 50], [122, 30, 150], [150, 75, 0], [0, 100, 110]];
/// Pixels between a label's edge and its letters.
const PADDING: i32 = 2;
const LETTER_WIDTH: i32 = font::WIDTH as i32;
const LETTER_HEIGHT: i32 = font::HEIGHT as i32;
const LABEL_HEIGHT: i32 = LETTER_HEIGHT + 2 * PADDING;

/// Draws `marks` on `picture`, in their order.
pub fn mark(picture: &mut Picture, marks: &[Mark]) {
    let frames = frames(marks, picture);
    for (index, (bounds, _)) in frames.iter().enumerate() {
        draw_frame(picture, *bounds, color(index));
    }
    let mut taken: Vec<Bounds> = Vec::new();
    for (index, (bounds, text)) in frames.iter().enumerate() {
        let place = place(text, *bounds, picture, &taken);
        fill(picture, place, color(index));
        write(picture, place.x + PADDING, place.y + PADDING, text);
        taken.push(place);
    }
}

/// The picture as a PNG file.
///
/// # Errors
/// When the picture has no pixels, or not as many as it says.
pub fn png(picture: &Picture) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width, picture.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&picture.rgba)?;
    writer.finish()?;
    Ok(bytes)
}

/// The frames with their labels: marks of the same place joined, those outside the picture left out.
fn frames(marks: &[Mark], picture: &Picture) -> Vec<(Bounds, String)> {
    let whole = whole(picture);
    let mut frames: Vec<(Bounds, String)> = Vec::new();
    for mark in marks.iter().filter(|mark| mark.bounds.has_area() && overlap(mark.bounds, whole) > 0) {
        match frames.iter_mut().find(|(bounds, _)| *bounds == mark.bounds) {
            Some((_, text)) => {
                text.push(' ');
                text.push_str(&mark.id);
            }
            None => frames.push((mark.bounds, mark.id.clone())),
        }
    }
    frames
}

/// Where a label stands: at the first corner of its frame that is free, else where it covers the least.
fn place(text: &str, frame: Bounds, picture: &Picture, taken: &[Bounds]) -> Bounds {
    let letters = i32::try_from(text.chars().count()).unwrap_or(i32::MAX).min(1_000);
    let width = letters * (LETTER_WIDTH + 1) - 1 + 2 * PADDING;
    let (left, top) = (frame.x, frame.y);
    let (right, bottom) = (frame.x + frame.width - width, frame.y + frame.height - LABEL_HEIGHT);
    let (above, below) = (frame.y - LABEL_HEIGHT, frame.y + frame.height);
    let corners = [
        (left, top),
        (right, top),
        (left, bottom),
        (right, bottom),
        (left, above),
        (left, below),
        (right, above),
        (right, below),
    ];
    let whole = whole(picture);
    let places = corners.map(|(x, y)| Bounds {
        x: x.min(whole.width - width).max(0),
        y: y.min(whole.height - LABEL_HEIGHT).max(0),
        width,
        height: LABEL_HEIGHT,
    });
    let covered = |place: &Bounds| taken.iter().map(|other| overlap(*place, *other)).sum::<i64>();
    places.into_iter().min_by_key(covered).unwrap_or(frame)
}

/// The pixels two rectangles share.
fn overlap(one: Bounds, other: Bounds) -> i64 {
    let shared = |start: i32, length: i32, other_start: i32, other_length: i32| {
        let end = (start.saturating_add(length)).min(other_start.saturating_add(other_length));
        i64::from(end.saturating_sub(start.max(other_start)).max(0))
    };
    shared(one.x, one.width, other.x, other.width) * shared(one.y, one.height, other.y, other.height)
}

fn whole(picture: &Picture) -> Bounds {
    let side = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
    Bounds { x: 0, y: 0, width: side(picture.width), height: side(picture.height) }
}

fn color(index: usize) -> Color {
    COLORS.get(index % COLORS.len()).copied().unwrap_or_default()
}

fn draw_frame(picture: &mut Picture, frame: Bounds, color: Color) {
    let Bounds { x, y, width, height } = frame;
    fill(picture, Bounds { x, y, width, height: 1 }, color);
    fill(picture, Bounds { x, y: y + height - 1, width, height: 1 }, color);
    fill(picture, Bounds { x, y, width: 1, height }, color);
    fill(picture, Bounds { x: x + width - 1, y, width: 1, height }, color);
}

fn write(picture: &mut Picture, left: i32, top: i32, text: &str) {
    let mut x = left;
    for letter in text.chars() {
        for (row, y) in font::rows(letter).into_iter().zip(top..) {
            for (column, x) in (0..LETTER_WIDTH).zip(x..) {
                if row >> (LETTER_WIDTH - 1 - column) & 1 == 1 {
                    fill(picture, Bounds { x, y, width: 1, height: 1 }, INK);
                }
            }
        }
        x += LETTER_WIDTH + 1;
    }
}

/// Fills the part of a rectangle that is inside the picture.
fn fill(picture: &mut Picture, area: Bounds, color: Color) {
    let range = |start: i32, length: i32, most: u32| {
        let inside = |at: i32| usize::try_from(at.max(0)).unwrap_or(0).min(most as usize);
        inside(start)..inside(start.saturating_add(length))
    };
    let columns = range(area.x, area.width, picture.width);
    let [red, green, blue] = color;
    for row in range(area.y, area.height, picture.height) {
        let start = row * picture.width as usize;
        let line = picture.rgba.get_mut((start + columns.start) * 4..(start + columns.end) * 4);
        for pixel in line.unwrap_or_default().chunks_exact_mut(4) {
            pixel.copy_from_slice(&[red, green, blue, u8::MAX]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(width: u32, height: u32) -> Picture {
        Picture { width, height, rgba: [128, 128, 128, 255].repeat((width * height) as usize) }
    }

    fn mark_at(id: &str, x: i32, y: i32, width: i32, height: i32) -> Mark {
        Mark { id: id.to_owned(), bounds: Bounds { x, y, width, height } }
    }

    /// A part of a picture: `#` for letters, `.` for frames and labels, a blank for what was there.
    fn drawn(picture: &Picture, width: u32, height: u32) -> Vec<String> {
        let character = |x: u32, y: u32| {
            let at = ((y * picture.width + x) * 4) as usize;
            match &picture.rgba[at..at + 3] {
                [255, 255, 255] => '#',
                [128, 128, 128] => ' ',
                _ => '.',
            }
        };
        (0..height).map(|y| (0..width).map(|x| character(x, y)).collect::<String>()).collect()
    }

    #[test]
    fn a_frame_carries_its_id() {
        let mut picture = grey(26, 16);
        mark(&mut picture, &[mark_at("k7", 1, 1, 24, 14)]);
        let expected = [
            "                          ",
            " ........................ ",
            " ...............        . ",
            " ..#.....#####..        . ",
            " ..#.........#..        . ",
            " ..#..#.....#...        . ",
            " ..#.#......#...        . ",
            " ..##......#....        . ",
            " ..#.#.....#....        . ",
            " ..#..#....#....        . ",
            " ...............        . ",
            " ...............        . ",
            " .                      . ",
            " .                      . ",
            " ........................ ",
            "                          ",
        ];
        assert_eq!(drawn(&picture, 26, 16), expected);
    }

    #[test]
    fn marks_of_one_place_share_a_frame() {
        let marks = [mark_at("aa", 1, 1, 60, 20), mark_at("bb", 1, 1, 60, 20), mark_at("cc", 1, 30, 60, 20)];
        let frames = frames(&marks, &grey(80, 60));
        assert_eq!(frames.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), ["aa bb", "cc"]);
    }

    #[test]
    fn labels_make_room_for_each_other() {
        let picture = grey(100, 60);
        let one = place("abcd", Bounds { x: 10, y: 10, width: 60, height: 40 }, &picture, &[]);
        let inner = place("efgh", Bounds { x: 10, y: 10, width: 50, height: 30 }, &picture, &[one]);
        assert_eq!(overlap(one, inner), 0);
        assert_eq!(overlap(one, one), i64::from(one.width * one.height));
    }

    #[test]
    fn what_lies_outside_is_not_drawn_and_labels_stay_inside() {
        let mut picture = grey(40, 20);
        let edge = i32::MAX - 3;
        mark(
            &mut picture,
            &[
                mark_at("aaaa", 35, 15, 50, 50),
                mark_at("bbbb", edge, edge, 50, 50),
                mark_at("cccc", -200, -200, 10, 10),
                mark_at("dddd", -5, 2, 20, edge),
            ],
        );
        assert_eq!(picture.rgba.len(), 40 * 20 * 4);
        let label = place("aaaa", Bounds { x: 35, y: 15, width: 50, height: 50 }, &picture, &[]);
        assert!(label.x + label.width <= 40 && label.y + label.height <= 20, "{label:?}");
    }

    #[test]
    fn every_letter_of_an_id_is_drawn_and_differs_from_the_others() {
        let letters: Vec<char> = ('0'..='9').chain('a'..='z').collect();
        for (index, letter) in letters.iter().enumerate() {
            let rows = font::rows(*letter);
            assert!(rows.iter().all(|row| *row < 32) && rows != font::rows('€'), "{letter}");
            assert!(letters[..index].iter().all(|other| font::rows(*other) != rows), "{letter}");
        }
    }

    #[test]
    fn the_png_reads_back_as_the_picture() {
        let mut picture = grey(30, 20);
        mark(&mut picture, &[mark_at("9zx", 2, 2, 26, 16)]);
        let bytes = png(&picture).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut rgba = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut rgba).unwrap();
        assert_eq!((frame.width, frame.height), (30, 20));
        assert_eq!(rgba, picture.rgba);
    }

    #[test]
    fn a_picture_without_its_pixels_is_an_error() {
        assert!(png(&Picture { width: 2, height: 2, rgba: vec![0; 4] }).is_err());
        assert!(png(&Picture { width: 0, height: 0, rgba: Vec::new() }).is_err());
    }
}
