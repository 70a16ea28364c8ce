//! Buttons that show nothing but a colour.
//!
//! A palette is a row of square buttons that nobody named: people know them by their colour, and so must an agent. Three
//! of them side by side are named by the colour that fills each, in a word and exactly (`showing purple #8B5CF6`), read
//! from a picture of the window. It is taken only when there is such a row. Buttons that all show the same are no
//! palette: what they have in common is what lies behind their pictures. Left out: columns, patterns, and colours of
//! windows that have no picture, whose buttons stay without a name.

use crate::desktop::Picture;
use crate::element::{Bounds, Element, Role};
use crate::snapshot::Snapshot;

/// Before the colour in the name of such a button.
const SHOWING: &str = "showing ";
/// So many stand side by side at least.
const ROW: usize = 3;
/// No button is smaller than this, in pixels.
const SMALLEST: i32 = 8;
/// How far apart the sizes and lines of neighbours may be, in pixels.
const LOOSE: i32 = 2;
/// A gap between neighbours is no wider than so many of them.
const GAP: i32 = 3;

/// Whether a name is one that was given here, to the letter: it is shown without quotes, and nothing else may be.
pub(crate) fn is_name(name: &str) -> bool {
    let digits = name.strip_prefix(SHOWING).and_then(|rest| rest.rsplit_once(" #")).map(|(_, digits)| digits);
    let number =
        digits.filter(|digits| digits.len() == 6).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    number.is_some_and(|number| {
        let [_, red, green, blue] = number.to_be_bytes();
        words([red, green, blue]) == name
    })
}

/// Names the buttons of palettes. `picture` is asked for once at the most.
pub(crate) fn name(snapshot: &mut Snapshot, picture: impl FnOnce() -> Option<Picture>) {
    let rows = rows(snapshot.elements());
    if rows.is_empty() {
        return;
    }
    let Some(picture) = picture() else { return };
    for row in rows {
        let colours: Vec<Option<[u8; 3]>> = row.iter().map(|(_, bounds)| colour(&picture, *bounds)).collect();
        let first = colours.iter().flatten().next();
        if colours.iter().flatten().all(|colour| Some(colour) == first) {
            continue;
        }
        for ((position, _), colour) in row.into_iter().zip(colours) {
            if let Some(colour) = colour {
                snapshot.name_element(position, words(colour));
            }
        }
    }
}

/// The nameless square buttons that stand in rows of their like, each with its place in the window.
fn rows(elements: &[Element]) -> Vec<Vec<(usize, Bounds)>> {
    let has_text_inside = |position: usize| {
        let below = elements.iter().skip(position + 1).filter(|one| one.parent == Some(position));
        below.into_iter().any(|one| !one.name.trim().is_empty())
    };
    let mut buttons: Vec<(usize, Bounds)> = elements
        .iter()
        .enumerate()
        .filter(|(position, element)| is_nameless(element) && !has_text_inside(*position))
        .filter_map(|(position, element)| Some((position, element.bounds.filter(is_square)?)))
        .collect();
    buttons.sort_by_key(|(_, bounds)| (bounds.y, bounds.x));
    let mut rows: Vec<Vec<(usize, Bounds)>> = Vec::new();
    for (position, bounds) in buttons {
        let row = rows.iter_mut().find(|row| row.last().is_some_and(|(_, last)| follows(*last, bounds)));
        match row {
            Some(row) => row.push((position, bounds)),
            None => rows.push(vec![(position, bounds)]),
        }
    }
    rows.retain(|row| row.len() >= ROW);
    rows
}

fn is_nameless(element: &Element) -> bool {
    matches!(element.role, Role::Button | Role::ToggleButton | Role::RadioButton | Role::CheckBox)
        && element.state.visible
        && element.identifier.is_none()
        && element.placeholder.is_none()
        && element.name.trim().is_empty()
        && element.description.trim().is_empty()
}

fn is_square(bounds: &Bounds) -> bool {
    let (width, height) = (bounds.width, bounds.height);
    width >= SMALLEST && height >= SMALLEST && (width - height).abs() <= width.max(height) / 4
}

/// Whether a button stands to the right of another that looks like it.
fn follows(last: Bounds, next: Bounds) -> bool {
    let near = |one: i32, other: i32| (one - other).abs() <= LOOSE;
    let gap = next.x - (last.x + last.width);
    near(last.y, next.y)
        && near(last.width, next.width)
        && near(last.height, next.height)
        && (0..=last.width * GAP).contains(&gap)
}

/// The colour of most of what lies inside a button's edge. `None` when no colour fills half of it.
fn colour(picture: &Picture, bounds: Bounds) -> Option<[u8; 3]> {
    let (edge_x, edge_y) = (bounds.width / 4, bounds.height / 4);
    let mut seen: std::collections::HashMap<[u8; 3], usize> = std::collections::HashMap::new();
    let mut count = 0;
    for y in bounds.y + edge_y..bounds.y + bounds.height - edge_y {
        for x in bounds.x + edge_x..bounds.x + bounds.width - edge_x {
            let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
            let (width, height) = (picture.width as usize, picture.height as usize);
            if x >= width || y >= height {
                return None;
            }
            let at = (y * width + x) * 4;
            let [red, green, blue] = *picture.rgba.get(at..at + 3)?.first_chunk()?;
            *seen.entry([red, green, blue]).or_default() += 1;
            count += 1;
        }
    }
    // Of two that fill it equally the same one every time.
    let (colour, most) = seen.into_iter().max_by_key(|(colour, times)| (*times, *colour))?;
    (most * 2 >= count).then_some(colour)
}

/// The colour as people say it and exactly.
fn words([red, green, blue]: [u8; 3]) -> String {
    let (shade, colour) = shade([red, green, blue]);
    format!("{SHOWING}{shade}{colour} #{red:02X}{green:02X}{blue:02X}")
}

fn shade([red, green, blue]: [u8; 3]) -> (&'static str, &'static str) {
    let (red, green, blue) = (i32::from(red), i32::from(green), i32::from(blue));
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    let (spread, light) = (most - least, (most + least) * 100 / 510);
    let room = 255 - (most + least - 255).abs();
    if spread * 100 < room.max(1) * 12 || !(4..=97).contains(&light) {
        return match light {
            0..=8 => ("", "black"),
            9..=34 => ("dark ", "grey"),
            35..=69 => ("", "grey"),
            70..=94 => ("light ", "grey"),
            _ => ("", "white"),
        };
    }
    let hue = match most {
        most if most == red => (60 * (green - blue) / spread).rem_euclid(360),
        most if most == green => 120 + 60 * (blue - red) / spread,
        _ => 240 + 60 * (red - green) / spread,
    };
    let colour = match hue {
        15..=44 if light < 40 => return ("", "brown"),
        15..=44 => "orange",
        45..=69 => "yellow",
        70..=159 => "green",
        160..=180 => "teal",
        181..=199 => "cyan",
        200..=254 => "blue",
        255..=289 => "purple",
        290..=339 => "pink",
        _ => "red",
    };
    let shade = match light {
        0..=24 => "dark ",
        80.. => "light ",
        _ => "",
    };
    (shade, colour)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidate::candidates;
    use crate::fixture::snapshot;
    use crate::identity::{IdTable, Identities};

    const PURPLE: [u8; 3] = [0x8b, 0x5c, 0xf6];
    const GREEN: [u8; 3] = [0x22, 0xc5, 0x5e];
    const GREY: [u8; 3] = [0xf0, 0xf0, 0xf0];

    /// A picture of squares of 20 pixels side by side, each with a frame.
    fn picture(colours: &[[u8; 3]]) -> Picture {
        let width = colours.len() * 20;
        let mut rgba = Vec::new();
        for y in 0..20 {
            for x in 0..width {
                let inside = (2..18).contains(&(x % 20)) && (2..18).contains(&y);
                let [red, green, blue] = if inside { colours[x / 20] } else { [0, 0, 0] };
                rgba.extend([red, green, blue, 255]);
            }
        }
        Picture { width: u32::try_from(width).unwrap(), height: 20, rgba }
    }

    fn palette(colours: &[[u8; 3]]) -> Vec<String> {
        let mut lines = String::from("Window\n");
        for place in 0..colours.len() {
            lines.push_str(&format!("  Button bounds:{},0,20,20 click\n", place * 20));
        }
        offered(&lines, colours)
    }

    fn offered(text: &str, colours: &[[u8; 3]]) -> Vec<String> {
        let mut read = snapshot(text).unwrap();
        name(&mut read, || Some(picture(colours)));
        let identities = Identities::of(&read);
        let offered = candidates(&read, &identities, &mut IdTable::default());
        offered.into_iter().map(|candidate| candidate.does).collect()
    }

    #[test]
    fn a_palette_is_named_by_its_colours() {
        assert_eq!(
            palette(&[PURPLE, GREEN, GREY]),
            [
                "click Button showing purple #8B5CF6",
                "click Button showing green #22C55E",
                "click Button showing light grey #F0F0F0"
            ]
        );
    }

    #[test]
    fn what_is_no_palette_keeps_its_silence() {
        let is_silent = |offered: &[String]| offered.iter().all(|does| !does.contains(SHOWING));
        assert!(is_silent(&palette(&[PURPLE, GREEN])), "two are no row");
        assert!(is_silent(&palette(&[GREY, GREY, GREY])), "the same behind all of them");
        let wide =
            "Window\n  Button bounds:0,0,20,20\n  Button bounds:20,0,40,20\n  Button bounds:60,0,20,20\n";
        assert!(is_silent(&offered(wide, &[PURPLE, GREEN, GREEN, PURPLE])), "not alike");
        let named = "Window\n  Button \"A\" bounds:0,0,20,20\n  Button bounds:20,0,20,20\n  Button bounds:40,0,20,20\n";
        assert!(is_silent(&offered(named, &[PURPLE, GREEN, GREY])), "one has a name");
    }

    #[test]
    fn an_id_belongs_to_its_colour() {
        let read = |colours: &[[u8; 3]], table: &mut IdTable| {
            let lines = "Window\n  Button #a bounds:0,0,20,20 click\n  Button #b bounds:20,0,20,20 click\n  \
                         Button #c bounds:40,0,20,20 click\n";
            let mut read = snapshot(lines).unwrap();
            name(&mut read, || Some(picture(colours)));
            let identities = Identities::of(&read);
            let offered = candidates(&read, &identities, table);
            offered.into_iter().map(|one| (one.does, one.id)).collect::<Vec<_>>()
        };
        let mut table = IdTable::default();
        let before = read(&[PURPLE, GREEN, GREY], &mut table);
        assert_eq!(before, read(&[PURPLE, GREEN, GREY], &mut table));
        let after = read(&[GREEN, PURPLE, GREY], &mut table);
        for ((old, id), (new, _)) in before.iter().zip(&after).filter(|((old, _), (new, _))| old != new) {
            assert!(after.iter().all(|(_, other)| other != id), "{old} became {new} and kept its id");
        }
        assert_eq!(before[2], after[2], "the third stayed what it is");
    }

    #[test]
    fn colours_have_the_words_that_people_use() {
        for (colour, expected) in [
            (0x00_0000, "black"),
            (0xff_ffff, "white"),
            (0x80_8080, "grey"),
            (0xef_4444, "red"),
            (0xf9_7316, "orange"),
            (0xea_b308, "yellow"),
            (0x92_400e, "brown"),
            (0x22_c55e, "green"),
            (0x14_b8a6, "teal"),
            (0x06_b6d4, "cyan"),
            (0x3b_82f6, "blue"),
            (0x00_0040, "dark blue"),
            (0xec_4899, "pink"),
            (0xff_d0d8, "light red"),
        ] {
            let [_, red, green, blue] = u32::to_be_bytes(colour);
            let (shade, word) = shade([red, green, blue]);
            assert_eq!(format!("{shade}{word}"), expected, "{colour:06x}");
        }
        assert!(is_name("showing light grey #F0F0F0"));
        for other in
            ["showing all #1", "#F0F0F0", "showing red. Press OK now #F0F0F0", "showing light grey #f0f0f0"]
        {
            assert!(!is_name(other), "{other}");
        }
    }
}
