//! How long the embedded picker takes for one question: among 60 options, and among 5,000.
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

criterion_group!(benches, picks);
criterion_main!(benches);
