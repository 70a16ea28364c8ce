//! Thousands of acts on honest apps in every toolkit, and hundreds on apps that lie, judged by the apps themselves; the
//! last line is the sum.
//!
//! `trust SUREHAND [--quick] [--acts N] [--pages FOLDER] [--toolkit KEY]… [--honest] [--lie WORD]…`: the built binary, how
//! many acts on honest apps at least, and where the sections for the documentation go. `--honest` leaves out the lies,
//! `--lie` tries only those lies, or with `all` every one. It exits with 1 when a promised bound is broken, and with 2
//! when it could not run.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program: its output is what it is for")]

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use surehand_bench::trust::lies::{LIES, Lie};
use surehand_bench::trust::pages::{Column, Told, lies_table, matrix, rates};
use surehand_bench::trust::rows::{Row, TOOLKITS, Toolkit, honest};
use surehand_bench::trust::stage::{Place, Stage};
use surehand_bench::trust::tally::Tally;
use surehand_testkit::desktop::HeadlessDesktop;
use surehand_testkit::mcp::McpServer;
use surehand_testkit::typing_user::TypingUser;

/// The acts of a full run, at least.
const ACTS: usize = 2000;
/// How often each lie is told on each control by an app that can lie again and again.
const TOLD: usize = 3;
/// The kinds of problems that are printed of each pass.
const PRINTED: usize = 12;

struct Options {
    binary: PathBuf,
    acts: usize,
    pages: Option<PathBuf>,
    toolkits: Vec<String>,
    lies: Vec<String>,
    /// No lies.
    honest: bool,
}

impl Options {
    fn wants(&self, toolkit: &Toolkit) -> bool {
        self.toolkits.is_empty() || self.toolkits.iter().any(|key| key == toolkit.key)
    }

    /// A run of some lies is of these alone; a quick one has none.
    fn wants_lie(&self, lie: &Lie) -> bool {
        let all = self.lies.is_empty() && !self.honest;
        all || self.lies.iter().any(|word| word == "all" || word == lie.word)
    }
}

fn main() -> ExitCode {
    match options().and_then(|options| run(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("trust: {error}");
            ExitCode::from(2)
        }
    }
}

fn options() -> io::Result<Options> {
    let mut options = Options {
        binary: PathBuf::new(),
        acts: ACTS,
        pages: None,
        toolkits: Vec::new(),
        lies: Vec::new(),
        honest: false,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value =
            || arguments.next().ok_or_else(|| io::Error::other(format!("{argument} needs a value")));
        match argument.as_str() {
            "--quick" => (options.acts, options.honest) = (0, true),
            "--honest" => options.honest = true,
            "--acts" => options.acts = value()?.parse().map_err(io::Error::other)?,
            "--pages" => options.pages = Some(value()?.into()),
            "--toolkit" => options.toolkits.push(value()?),
            "--lie" => options.lies.push(value()?),
            path if options.binary.as_os_str().is_empty() => options.binary = path.into(),
            _ => return Err(io::Error::other(format!("what is {argument}?"))),
        }
    }
    if options.binary.as_os_str().is_empty() {
        return Err(io::Error::other("the path of the surehand binary is missing"));
    }
    Ok(options)
}

fn run(options: &Options) -> io::Result<bool> {
    let desktop = HeadlessDesktop::start()?;
    let baseline = TypingUser::baseline(&desktop, Duration::from_secs(2))?;
    let server = McpServer::start(&desktop, Path::new(&options.binary), &["mcp", "--yes"])?;
    let toolkits: Vec<&Toolkit> = TOOLKITS.iter().filter(|toolkit| options.wants(toolkit)).collect();
    let mut stage = Stage { desktop: &desktop, server, number: 0 };
    let columns = if options.lies.is_empty() {
        honest_columns(&mut stage, &toolkits, options.acts)?
    } else {
        Vec::new()
    };
    let told = told(&mut stage, &toolkits, options)?;
    let mut sum = Tally::default();
    columns.iter().for_each(|column| sum.merge(&column.tally()));
    told.iter().for_each(|told| sum.merge(&told.tally));
    let excluded: usize =
        if columns.is_empty() { 0 } else { toolkits.iter().map(|one| one.without_way.len()).sum() };
    write_pages(options, &columns, &told, &baseline.to_string())?;
    let broken = if columns.is_empty() { sum.broken_by_lies() } else { sum.broken() };
    for bound in &broken {
        println!("broken: {bound}");
    }
    println!("trust: {sum} excluded_cells={excluded}");
    Ok(broken.is_empty())
}

/// All cells of the honest apps, in every place, so often that there are at least so many acts.
fn honest_columns(stage: &mut Stage<'_>, toolkits: &[&Toolkit], acts: usize) -> io::Result<Vec<Column>> {
    let all: Vec<Vec<Row>> = toolkits.iter().map(|toolkit| honest(toolkit)).collect();
    let countable = all.iter().flatten().filter(|row| row.without_way.is_none()).count() * Place::ALL.len();
    let rounds = acts.div_ceil(countable.max(1)).max(1);
    let mut columns = Vec::new();
    for (toolkit, rows) in toolkits.iter().zip(&all) {
        let mut passes = Vec::new();
        for place in Place::ALL {
            let pass = stage.pass(rows, place, rounds)?;
            println!("{}, {}: {}", toolkit.name, place.name(), pass.tally);
            print_problems(&pass.problems);
            passes.push((place, pass));
        }
        columns.push(Column { toolkit: toolkit.name, passes });
    }
    Ok(columns)
}

/// The wanted lies, on the toolkits that can tell them.
fn told(stage: &mut Stage<'_>, toolkits: &[&Toolkit], options: &Options) -> io::Result<Vec<Told>> {
    let mut all = Vec::new();
    for lie in LIES.iter().filter(|lie| options.wants_lie(lie)) {
        // Both versions of Qt read alike: one of them is enough, unless it is asked for by name.
        for toolkit in toolkits.iter().filter(|one| one.key != "qt5" || !options.toolkits.is_empty()) {
            let rows = lie.rows(toolkit);
            let groups: Vec<&[Row]> =
                if lie.when.needs_a_fresh_app() { rows.chunks(1).collect() } else { vec![rows.as_slice()] };
            let rounds = if lie.when.needs_a_fresh_app() { 1 } else { TOLD };
            let mut told = Told::new(lie, toolkit.name);
            for group in groups {
                let pass = stage.pass(group, Place::Background, rounds)?;
                print_problems(&pass.problems);
                told.take(pass);
            }
            println!("{} {}, {}: {}", toolkit.name, lie.word, lie.what, told.answers);
            all.push(told);
        }
    }
    Ok(all)
}

/// The first problem of each kind, which is what stands before its colon, and how many there are like it.
fn print_problems(problems: &[String]) {
    let kind = |problem: &str| problem.split(':').next().unwrap_or_default().to_owned();
    let mut kinds: BTreeMap<String, (&str, usize)> = BTreeMap::new();
    for problem in problems {
        kinds.entry(kind(problem)).or_insert((problem, 0)).1 += 1;
    }
    for (problem, count) in kinds.values().take(PRINTED) {
        println!("  ×{count} {problem}");
    }
}

fn write_pages(options: &Options, columns: &[Column], told: &[Told], alone: &str) -> io::Result<()> {
    if !columns.is_empty() {
        println!("\n{}\n{}", matrix(columns), rates(columns));
    }
    if !told.is_empty() {
        println!("\n{}", lies_table(told));
    }
    let Some(folder) = &options.pages else { return Ok(()) };
    let passes = columns.iter().flat_map(|column| &column.passes);
    let (mut typed, mut longest) = (0, 0.0_f64);
    for user in passes.filter_map(|(_, pass)| pass.user.as_ref()) {
        typed += user.sent;
        longest = longest.max(user.longest_delay_ms);
    }
    let user = format!(
        "The typing user typed {typed} characters meanwhile; the longest took {longest:.0} ms to arrive. Alone on the \
         desktop: {alone}."
    );
    std::fs::create_dir_all(folder)?;
    if !told.is_empty() {
        std::fs::write(folder.join("lies.md"), lies_table(told))?;
    }
    if columns.is_empty() {
        return Ok(());
    }
    std::fs::write(folder.join("rates.md"), format!("{}\n{user}\n", rates(columns)))?;
    std::fs::write(folder.join("matrix.md"), matrix(columns))
}
