//! Thousands of acts on honest apps in every toolkit, and hundreds on apps that lie, judged by the apps themselves; the
//! last line is the sum.
//!
//! `trust SUREHAND [--quick] [--acts N] [--pages FOLDER] [--toolkit KEY]… [--honest] [--lie WORD]… [--desktops N]`: the
//! built binary, how many acts on honest apps at least, where the sections for the documentation go, and how many desktops
//! are worked on at a time. `--honest` leaves out the lies, `--lie` tries only those lies, or with `all` every one. It
//! exits with 1 when a promised bound is broken, and with 2 when it could not run.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program: its output is what it is for")]

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use surehand_bench::measure::median;
use surehand_bench::trust::lies::{LIES, Lie};
use surehand_bench::trust::pages::{Column, Told, lies_table, matrix, rates};
use surehand_bench::trust::rows::{Row, TOOLKITS, Toolkit, honest};
use surehand_bench::trust::stage::{Pass, Place, Stage};
use surehand_bench::trust::tally::Tally;
use surehand_testkit::desktop::HeadlessDesktop;
use surehand_testkit::mcp::McpServer;
use surehand_testkit::typing_user::TypingUser;

/// The acts of a full run, at least.
const ACTS: usize = 2000;
/// How often each lie is told on each control by an app that can lie again and again.
const TOLD: usize = 3;
/// How many desktops are worked on at a time, unless it is said.
const DESKTOPS: usize = 2;
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
    /// How many desktops are worked on at a time.
    desktops: usize,
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
        desktops: DESKTOPS,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value =
            || arguments.next().ok_or_else(|| io::Error::other(format!("{argument} needs a value")));
        match argument.as_str() {
            "--quick" => (options.acts, options.honest) = (0, true),
            "--honest" => options.honest = true,
            "--acts" => options.acts = value()?.parse().map_err(io::Error::other)?,
            "--desktops" => options.desktops = value()?.parse::<usize>().map_err(io::Error::other)?.max(1),
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
    let toolkits: Vec<&Toolkit> = TOOLKITS.iter().filter(|toolkit| options.wants(toolkit)).collect();
    let rows: Vec<Vec<Row>> = toolkits.iter().map(|toolkit| honest(toolkit)).collect();
    let alone = TypingUser::baseline(&HeadlessDesktop::start()?, Duration::from_secs(2))?.to_string();
    let mut jobs = honest_jobs(options, &rows);
    jobs.extend(lie_jobs(options, &toolkits));
    let mut columns: Vec<Column> =
        toolkits.iter().map(|toolkit| Column { toolkit: toolkit.name, passes: Vec::new() }).collect();
    let mut told = Vec::new();
    for came in all_done(options, jobs)? {
        match came {
            Came::Pass(column, place, pass) => columns[column].passes.push((place, *pass)),
            Came::Told(one) => told.push(one),
        }
    }
    columns.retain(|column| !column.passes.is_empty());
    let mut sum = Tally::default();
    columns.iter().for_each(|column| sum.merge(&column.tally()));
    told.iter().for_each(|told| sum.merge(&told.tally));
    let excluded: usize =
        if columns.is_empty() { 0 } else { toolkits.iter().map(|one| one.without_way.len()).sum() };
    write_pages(options, &columns, &told, &alone)?;
    let broken = if columns.is_empty() { sum.broken_by_lies() } else { sum.broken() };
    for bound in &broken {
        println!("broken: {bound}");
    }
    println!("trust: {sum} excluded_cells={excluded}");
    Ok(broken.is_empty())
}

/// What one desktop does at a time.
enum Job<'a> {
    /// All cells of an honest app, in one place, so many times; the column of its toolkit.
    Honest(usize, Place, &'a [Row], usize),
    /// One lie on one toolkit.
    Lie(&'static Lie, &'static Toolkit),
}

/// What came of a job.
enum Came {
    Pass(usize, Place, Box<Pass>),
    Told(Told),
}

/// All cells of the honest apps, in every place, so often that there are at least so many acts.
fn honest_jobs<'a>(options: &Options, rows: &'a [Vec<Row>]) -> Vec<Job<'a>> {
    if !options.lies.is_empty() {
        return Vec::new();
    }
    let countable = rows.iter().flatten().filter(|row| row.without_way.is_none()).count() * Place::ALL.len();
    let rounds = options.acts.div_ceil(countable.max(1)).max(1);
    let of_toolkit = |(column, rows): (usize, &'a Vec<Row>)| {
        Place::ALL.map(|place| Job::Honest(column, place, rows.as_slice(), rounds))
    };
    rows.iter().enumerate().flat_map(of_toolkit).collect()
}

/// The wanted lies, on the toolkits that can tell them. Both versions of Qt read alike: one of them is enough, unless it is
/// asked for by name.
fn lie_jobs(options: &Options, toolkits: &[&'static Toolkit]) -> Vec<Job<'static>> {
    let wanted = |one: &&&'static Toolkit| one.key != "qt5" || !options.toolkits.is_empty();
    let of_lie =
        |lie: &'static Lie| toolkits.iter().filter(wanted).map(move |toolkit| Job::Lie(lie, toolkit));
    LIES.iter().filter(|lie| options.wants_lie(lie)).flat_map(of_lie).collect()
}

/// Does the jobs on some desktops beside each other, each with its server and its typing user, and returns what came of
/// them in their order. Most of the time an act waits, so that two hardly disturb each other on two processors.
fn all_done(options: &Options, jobs: Vec<Job<'_>>) -> io::Result<Vec<Came>> {
    let count = jobs.len();
    let queue = Mutex::new(jobs.into_iter().enumerate());
    let work = |desktop: usize| -> io::Result<Vec<(usize, Came)>> {
        let own = HeadlessDesktop::start()?;
        let server = McpServer::start(&own, Path::new(&options.binary), &["mcp", "--yes"])?;
        // Every act of a run has a number of its own.
        let mut stage = Stage { desktop: &own, server, number: desktop * 1_000_000 };
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let mut all = Vec::new();
        while let Some((place, job)) = next() {
            all.push((place, do_one(&mut stage, &job)?));
        }
        Ok(all)
    };
    let mut all: Vec<(usize, Came)> = std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..options.desktops.min(count)).map(|desktop| scope.spawn(move || work(desktop))).collect();
        let joined = workers.into_iter().map(|worker| {
            worker.join().unwrap_or_else(|_| Err(io::Error::other("a desktop's work broke off")))
        });
        joined.collect::<io::Result<Vec<_>>>().map(|all| all.into_iter().flatten().collect())
    })?;
    all.sort_by_key(|(place, _)| *place);
    Ok(all.into_iter().map(|(_, came)| came).collect())
}

fn do_one(stage: &mut Stage<'_>, job: &Job<'_>) -> io::Result<Came> {
    match *job {
        Job::Honest(column, place, rows, rounds) => {
            let pass = stage.pass(rows, place, rounds)?;
            let app = rows.first().map(|row| row.program.app.as_str()).unwrap_or_default();
            println!("{app}, {}: {}{}", place.name(), pass.tally, problems(&pass.problems));
            Ok(Came::Pass(column, place, Box::new(pass)))
        }
        Job::Lie(lie, toolkit) => {
            let rows = lie.rows(toolkit);
            let groups: Vec<&[Row]> =
                if lie.when.needs_a_fresh_app() { rows.chunks(1).collect() } else { vec![rows.as_slice()] };
            let rounds = if lie.when.needs_a_fresh_app() { 1 } else { TOLD };
            let mut told = Told::new(lie, toolkit.name);
            let (mut said, mut times) = (String::new(), Vec::new());
            for group in groups {
                let pass = stage.pass(group, Place::Background, rounds)?;
                said += &problems(&pass.problems);
                times.extend(pass.milliseconds.iter().flatten().copied());
                told.take(pass);
            }
            let Told { answers, .. } = &told;
            let median = median(&times);
            println!("{} {}, {}: {answers}; {median:.0} ms{said}", toolkit.name, lie.word, lie.what);
            Ok(Came::Told(told))
        }
    }
}

/// The first problem of each kind, which is what stands before its colon, and how many there are like it.
fn problems(problems: &[String]) -> String {
    let kind = |problem: &str| problem.split(':').next().unwrap_or_default().to_owned();
    let mut kinds: BTreeMap<String, (&str, usize)> = BTreeMap::new();
    for problem in problems {
        kinds.entry(kind(problem)).or_insert((problem, 0)).1 += 1;
    }
    kinds.values().take(PRINTED).map(|(problem, count)| format!("\n  ×{count} {problem}")).collect()
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
