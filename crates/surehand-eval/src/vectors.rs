//! `surehand-eval vectors --model FILE`: the vectors of the encoder, for lines of text on standard input.
//!
//! One line of numbers for each. Training holds them against its own.

use std::io::{BufRead as _, Write as _};
use std::path::Path;

/// So many lines are embedded together.
const TOGETHER: usize = 64;

/// Reads the model and standard input, writes standard output.
pub(crate) fn run(model: &Path) -> Result<(), String> {
    let encoder = crate::encoder(model)?;
    let lines: Vec<String> =
        std::io::stdin().lock().lines().collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    for part in lines.chunks(TOGETHER) {
        let texts: Vec<&str> = part.iter().map(String::as_str).collect();
        for vector in encoder.embed(&texts) {
            let numbers: Vec<String> = vector.iter().map(f32::to_string).collect();
            writeln!(output, "{}", numbers.join(" ")).map_err(|error| error.to_string())?;
        }
    }
    output.flush().map_err(|error| error.to_string())
}
