//! On real menus: an option of another app must not turn a refusal into an act on a third one.
//!
//! Drawn from the held-out screens by a fixed sequence, with what is meant there in one half and taken away in the other.
//! `PROPTEST_CASES`, as for the property tests, says how many; `./x bench picker` takes 10,000.

#![expect(clippy::unwrap_used, reason = "a test")]

use surehand_core::clock::{Deadline, Moment, SystemClock};
use surehand_core::decider::{OptionFacts, Purpose};
use surehand_core::gate::{Verdict, pick};
use surehand_core::request::Scene;
use surehand_eval::{Case, Cases, Screen};
use surehand_picker::WordsDecider;

const HELDOUT: &str = include_str!("../../../bench/heldout.jsonl");
/// How many without being told.
const FEW: usize = 60;

/// A fixed sequence without visible order (SplitMix64).
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

fn acted(case: &Case, screen: &Screen, options: &[OptionFacts]) -> Option<usize> {
    let scene = Scene {
        instruction: &case.instruction,
        app: &screen.app,
        window: &screen.window,
        ..Scene::default()
    };
    let deadline = Deadline::new(Moment::default());
    let picked = pick(&WordsDecider::new(), &scene, Purpose::Act, options, &SystemClock::new(), &deadline);
    match picked.unwrap().verdict {
        Verdict::Act { option, .. } => Some(option),
        Verdict::Ambiguous(_) | Verdict::Absent => None,
    }
}

#[test]
fn a_foreign_option_makes_no_refusal_an_act_on_another() {
    let wanted = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(FEW);
    let cases = Cases::read("heldout.jsonl", HELDOUT).unwrap();
    let mut draw = Draw(5);
    let (mut refusals, mut turned) = (0, Vec::new());
    for _ in 0..wanted {
        let case = &cases.cases[draw.below(cases.cases.len())];
        let screen = &cases.screens[case.screen];
        let away = draw.below(2) == 0;
        let here: Vec<OptionFacts> = (0..screen.options.len())
            .filter(|place| !(away && case.gold.contains(place)))
            .map(|place| screen.options[place].clone())
            .collect();
        let others: Vec<&Screen> = cases.screens.iter().filter(|other| other.app != screen.app).collect();
        let other = others[draw.below(others.len())];
        let foreign = other.options[draw.below(other.options.len())].clone();
        if acted(case, screen, &here).is_some() {
            continue;
        }
        refusals += 1;
        let last = here.len();
        let with: Vec<OptionFacts> = here.into_iter().chain([foreign.clone()]).collect();
        if acted(case, screen, &with).is_some_and(|place| place != last) {
            turned.push((&case.instruction, foreign.label));
        }
    }
    assert!(refusals * 2 > wanted, "{refusals} refusals say little of {wanted}");
    assert!(turned.len() * 1000 <= wanted, "{} of {wanted}: {turned:?}", turned.len());
}
