//! Pictures of fewer pixels.
//!
//! Every new pixel is the mean of the old ones it covers, counted as often as they lie under it, so that thin lines and
//! letters become fainter and never vanish. Integer arithmetic only; a picture is never made larger.

use surehand_core::desktop::Picture;

/// The picture with its longer side at `longest` pixels at the most, and at least one on the shorter.
#[must_use]
pub fn shrink(picture: &Picture, longest: u32) -> Picture {
    let (width, height) = (picture.width, picture.height);
    let side = width.max(height);
    if side <= longest || longest == 0 || picture.rgba.len() != width as usize * height as usize * 4 {
        return picture.clone();
    }
    let scaled = |length: u32| {
        let exact = (u64::from(length) * u64::from(longest) + u64::from(side) / 2) / u64::from(side);
        u32::try_from(exact).unwrap_or(longest).clamp(1, length.max(1))
    };
    let (columns, rows) = (spans(width, scaled(width)), spans(height, scaled(height)));
    let mut rgba = Vec::with_capacity(columns.len() * rows.len() * 4);
    for row in &rows {
        for column in &columns {
            rgba.extend(mean(picture, column, row));
        }
    }
    Picture { width: scaled(width), height: scaled(height), rgba }
}

/// The old pixels under a new one along one axis, each with its share.
type Span = Vec<(usize, u64)>;

/// Both axes are measured in units of which an old pixel has `to` and a new one `from`, so all borders are whole.
fn spans(from: u32, to: u32) -> Vec<Span> {
    let (old, new) = (u64::from(to), u64::from(from));
    (0..u64::from(to))
        .map(|index| {
            let (start, end) = (index * new, (index + 1) * new);
            (start / old..end.div_ceil(old))
                .map(|pixel| {
                    let share = end.min((pixel + 1) * old) - start.max(pixel * old);
                    (usize::try_from(pixel).unwrap_or(usize::MAX), share)
                })
                .collect()
        })
        .collect()
}

fn mean(picture: &Picture, columns: &Span, rows: &Span) -> [u8; 4] {
    let mut sums = [0_u64; 4];
    let mut weight = 0;
    for (y, tall) in rows {
        for (x, wide) in columns {
            let at = (y * picture.width as usize + x) * 4;
            let Some(pixel) = picture.rgba.get(at..at + 4) else { continue };
            for (sum, part) in sums.iter_mut().zip(pixel) {
                *sum += u64::from(*part) * tall * wide;
            }
            weight += tall * wide;
        }
    }
    sums.map(|sum| u8::try_from((sum + weight / 2) / weight.max(1)).unwrap_or(u8::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripes(width: u32, height: u32) -> Picture {
        let row: Vec<u8> =
            (0..width).flat_map(|x| if x % 2 == 0 { [0, 0, 0, 255] } else { [200, 100, 50, 255] }).collect();
        Picture { width, height, rgba: row.repeat(height as usize) }
    }

    #[test]
    fn half_the_size_is_the_mean_of_four_pixels() {
        let small = shrink(&stripes(8, 4), 4);
        assert_eq!((small.width, small.height), (4, 2));
        assert_eq!(small.rgba, [100, 50, 25, 255].repeat(8));
    }

    #[test]
    fn odd_sizes_keep_their_shape_and_brightness() {
        for (width, height, longest) in [(1999, 1001, 1568), (37, 5, 10), (3, 2000, 100), (5000, 1, 64)] {
            let small = shrink(&stripes(width, height), longest);
            assert_eq!(small.width.max(small.height), longest);
            assert_eq!(small.rgba.len(), (small.width * small.height * 4) as usize);
            assert!(small.rgba.chunks_exact(4).all(|pixel| pixel[3] == 255));
        }
        let even = Picture { width: 100, height: 70, rgba: [9, 8, 7, 255].repeat(7000) };
        assert!(shrink(&even, 33).rgba.chunks_exact(4).all(|pixel| pixel == [9, 8, 7, 255]));
    }

    #[test]
    fn what_is_small_enough_or_no_picture_is_left_alone() {
        let picture = stripes(8, 4);
        assert_eq!(shrink(&picture, 8), picture);
        let broken = Picture { width: 9, height: 9, rgba: vec![0; 4] };
        assert_eq!(shrink(&broken, 4), broken);
    }
}
