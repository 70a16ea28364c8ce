//! How long the embedded picker takes for one question: among 60 options, and among 5,000; and how long its encoder.
//!
//! The options are those of the held-out menus, one app after the other, whose labels have the lengths and words of real
//! ones; to make 5,000 of them, their containers are numbered. The instructions are of the same file.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use surehand_core::clock::{Deadline, Moment};
use surehand_core::decider::{Decider, OptionFacts, Purpose, Request};
use surehand_core::request::Scene;
use surehand_eval::Cases;
use surehand_picker::WordsDecider;
use surehand_picker::encoder::Encoder;

const HELDOUT: &str = include_str!("../../../bench/heldout.jsonl");
/// Instructions, drawn from the whole file, of which each round takes the next.
const INSTRUCTIONS: usize = 16;

fn requests(cases: &Cases, wanted: usize) -> Vec<Request> {
    let real: Vec<&OptionFacts> = cases.screens.iter().flat_map(|screen| &screen.options).collect();
    let options: Vec<OptionFacts> = (0..wanted)
        .map(|place| {
            let mut option = real[place % real.len()].clone();
            if place >= real.len() {
                option.within.push(format!("Part {}", place / real.len()));
            }
            option
        })
        .collect();
    let step = (cases.cases.len() / INSTRUCTIONS).max(1);
    cases
        .cases
        .iter()
        .step_by(step)
        .map(|case| {
            let scene =
                Scene { instruction: &case.instruction, app: "App", window: "Window", ..Scene::default() };
            scene.ask(Purpose::Act, &options, false)
        })
        .collect()
}

fn picks(criterion: &mut Criterion) {
    let cases = Cases::read("heldout.jsonl", HELDOUT).unwrap_or_default();
    for (name, wanted) in [("60 options", 60), ("5000 options", 5_000)] {
        let mut requests = requests(&cases, wanted).into_iter().cycle();
        criterion.bench_function(name, |bencher| {
            bencher.iter_batched(
                || requests.next(),
                |request| {
                    request.map(|request| {
                        black_box(WordsDecider::new().ask(&request, &Deadline::new(Moment::default())))
                    })
                },
                criterion::BatchSize::LargeInput,
            );
        });
    }
}

/// The encoder of the model file: reading it, one instruction, and 60 labels of which none is known.
/// Nothing when there is no such file.
fn encoder(criterion: &mut Criterion) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../model/encoder.bin");
    let Some(bytes) = std::fs::read(path).ok().filter(|bytes| Encoder::read(bytes).is_ok()) else {
        return;
    };
    let cases = Cases::read("heldout.jsonl", HELDOUT).unwrap_or_default();
    let options: Vec<OptionFacts> =
        cases.screens.iter().flat_map(|screen| &screen.options).step_by(17).take(60).cloned().collect();
    let read = || Encoder::read(&bytes).ok();
    criterion.bench_function("encoder load", |bencher| bencher.iter_with_large_drop(read));
    let known = read();
    let mut instructions = cases.cases.iter().map(|case| case.instruction.as_str()).cycle();
    criterion.bench_function("encoder instruction", |bencher| {
        bencher.iter(|| Some(known.as_ref()?.instruction(instructions.next()?)));
    });
    criterion.bench_function("encoder labels", |bencher| {
        bencher.iter_batched(
            read,
            |fresh| fresh.inspect(|fresh| fresh.prepare(black_box(&options))),
            criterion::BatchSize::PerIteration,
        );
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = picks, encoder
}
criterion_main!(benches);
