//! Cases from the data, each measured once as it is; without what it means, the same numbers serve.
//!
//! Apps count alike and not by the number of their labels: of each, so many cases are drawn, and the weight of a case
//! falls with their number. The decision that matters: menus of one app are also put together to long ones, because real
//! menu bars have hundreds of items and mined screens have ten.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use surehand_core::decider::{OptionFacts, Purpose};
use surehand_core::request::Scene;
use surehand_eval::{Cases, Screen};
use surehand_picker::fitting::{Associations, FEATURES, Measured};

use super::draw::Draw;
use super::pairs::Pairs;
use super::wording::{Style, instruction};

/// The most cases of one app.
const PER_APP: usize = 180;
/// The most items of a menu that is put together.
const LONG_MENU: usize = 400;

/// How much more a phrase of our own counts: it is what a caller says, and a description is not.
const PHRASES_COUNT: f64 = 12.0;

/// Apps of the data that nothing is fitted on: `bench/heldout-2.jsonl` asks about them.
const HELD_OUT: [&str; 13] = [
    "easytag",
    "geany-common",
    "glabels",
    "gramps",
    "keepassxc",
    "octave",
    "openshot-qt",
    "qbittorrent",
    "remmina",
    "thunar",
    "virt-manager",
    "xfce4-terminal",
    "xournalpp",
];

/// Menus of apps that do not exist, and what somebody would say.
const PHRASES: [(&str, &str); 5] = [
    ("editor", include_str!("../../phrases/editor.txt")),
    ("player", include_str!("../../phrases/player.txt")),
    ("painter", include_str!("../../phrases/painter.txt")),
    ("calculator", include_str!("../../phrases/calculator.txt")),
    ("files", include_str!("../../phrases/files.txt")),
];

/// What somebody wants in the end, and the item that it comes down to.
const TASKS: &str = include_str!("../../phrases/tasks.txt");

/// One case.
#[derive(Debug)]
pub(crate) struct Example {
    /// Which app, by number.
    pub(crate) app: usize,
    pub(crate) style: Style,
    pub(crate) is_long: bool,
    /// How much it counts.
    pub(crate) weight: f64,
    /// The features of each distinct option.
    pub(crate) rows: Vec<[f32; FEATURES]>,
    /// Which of them are accepted.
    pub(crate) gold: Vec<bool>,
    pub(crate) present: Measured,
    pub(crate) absent: Measured,
    /// The accepted places among all options.
    pub(crate) places: BTreeSet<usize>,
    /// The caller's words, and each option as a reader of errors wants to see it.
    pub(crate) words: String,
    pub(crate) shown: Vec<String>,
    /// All options, for who looks at more than words.
    pub(crate) options: Option<Vec<OptionFacts>>,
}

/// What the data gave.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) examples: Vec<Example>,
    pub(crate) apps: Vec<String>,
    /// By app, all labels.
    pub(crate) labels: BTreeMap<String, BTreeSet<String>>,
    /// By app, all descriptions.
    pub(crate) descriptions: BTreeMap<String, BTreeSet<String>>,
    /// What goes together.
    pub(crate) pairs: Pairs,
    /// What goes together according to all apps but the last one that was asked about.
    others: (String, Associations),
    /// The SHA-256 of both files.
    pub(crate) hash: String,
    /// The only apps whose cases are made; then the options are kept.
    only: Option<BTreeSet<String>>,
}

/// Reads a folder.
pub(crate) fn read(folder: &Path) -> Result<Read, String> {
    read_some(folder, None)
}

/// Reads the cases of these apps only, and keeps their options.
pub(crate) fn read_only(folder: &Path, apps: BTreeSet<String>) -> Result<Read, String> {
    read_some(folder, Some(apps))
}

fn read_some(folder: &Path, only: Option<BTreeSet<String>>) -> Result<Read, String> {
    let mut hash = Sha256::new();
    let mut text = |name: &str| {
        let path = folder.join(name);
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        hash.update(text.as_bytes());
        Ok::<String, String>(text)
    };
    let (train, mined) = (text("train.jsonl")?, text("mined.json")?);
    let hash = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let mut read = Read {
        examples: Vec::new(),
        apps: Vec::new(),
        labels: BTreeMap::new(),
        descriptions: BTreeMap::new(),
        pairs: Pairs::default(),
        others: Default::default(),
        hash,
        only,
    };
    read.count(&train, &mined)?;
    if read.only.is_none() {
        read.given(&train)?;
        read.phrases()?;
    }
    read.mined(&mined)?;
    let mut counts = vec![0_usize; read.apps.len()];
    for example in &read.examples {
        counts[example.app] += 1;
    }
    for example in &mut read.examples {
        let words = if example.style == Style::Phrase { PHRASES_COUNT } else { 1.0 };
        example.weight = words * 10.0 / (counts[example.app] as f64).sqrt();
    }
    Ok(read)
}

impl Read {
    fn app(&mut self, name: &str) -> usize {
        self.apps.iter().position(|app| app == name).unwrap_or_else(|| {
            self.apps.push(name.to_owned());
            self.apps.len() - 1
        })
    }

    /// What is said, and about which label.
    fn count(&mut self, train: &str, mined: &str) -> Result<(), String> {
        let cases = Cases::read("train.jsonl", train).map_err(|invalid| invalid.to_string())?;
        for case in &cases.cases {
            let screen = &cases.screens[case.screen];
            for &place in &case.gold {
                self.pairs.add(&screen.app, &case.instruction, &screen.options[place].label);
            }
        }
        for (app, text) in PHRASES {
            for (_, item, phrases) in lines(text) {
                for phrase in phrases.split("; ") {
                    self.pairs.add(app, phrase, item);
                }
            }
        }
        let all: Value = serde_json::from_str(mined).map_err(|error| format!("mined.json: {error}"))?;
        for value in all.as_array().into_iter().flatten() {
            let app = value["app"].as_str().unwrap_or_default();
            if HELD_OUT.contains(&app) {
                continue;
            }
            for item in value["items"].as_array().into_iter().flatten() {
                let label = item["label"].as_str().unwrap_or_default();
                let texts = item["desc"].as_array().into_iter().flatten().filter_map(Value::as_str);
                for text in texts.take(1) {
                    self.pairs.add(app, text, label);
                }
            }
        }
        self.pairs.finish();
        Ok(())
    }

    /// Cases that somebody wrote.
    fn given(&mut self, text: &str) -> Result<(), String> {
        let cases = Cases::read("train.jsonl", text).map_err(|invalid| invalid.to_string())?;
        for case in &cases.cases {
            let screen = &cases.screens[case.screen];
            let style = if case.source.contains("literal") { Style::GivenLiteral } else { Style::Given };
            let places: BTreeSet<usize> = case.gold.iter().copied().collect();
            self.push(screen, (style, case.instruction.clone()), places);
        }
        Ok(())
    }

    /// Each of these apps with the menus of the next, so that there are as many items as in a real menu bar.
    fn phrases(&mut self) -> Result<(), String> {
        for (place, (app, text)) in PHRASES.iter().enumerate() {
            let next = PHRASES[(place + 1) % PHRASES.len()].1;
            let items: Vec<Value> = lines(text)
                .chain(lines(next))
                .map(|(menu, item, _)| json!({"role": "menu item", "label": item, "context": menu}))
                .collect();
            let screen = screen(app, &json!({"window": app, "items": items}))?;
            for (menu, item, phrases) in lines(text) {
                let is_gold = |option: &OptionFacts| {
                    option.label == item
                        && (option.within == [menu] || item != "Track" && !item.starts_with("Delay"))
                };
                let places: BTreeSet<usize> =
                    (0..screen.options.len()).filter(|&at| is_gold(&screen.options[at])).collect();
                let tasks = TASKS.lines().filter_map(|line| {
                    let mut parts = line.splitn(4, " | ");
                    let named = (parts.next()?, parts.next()?, parts.next()?);
                    parts.next().filter(|_| named == (*app, menu, item))
                });
                for phrase in phrases.split("; ").chain(tasks) {
                    self.push(&screen, (Style::Phrase, phrase.to_owned()), places.clone());
                }
            }
        }
        Ok(())
    }

    fn mined(&mut self, text: &str) -> Result<(), String> {
        let all: Value = serde_json::from_str(text).map_err(|error| format!("mined.json: {error}"))?;
        let mut by_app: BTreeMap<&str, Vec<(&Value, Screen)>> = BTreeMap::new();
        for value in all.as_array().into_iter().flatten() {
            let app = value["app"].as_str().unwrap_or_default();
            if HELD_OUT.contains(&app) {
                continue;
            }
            let screen = screen(app, value)?;
            let labels = self.labels.entry(app.to_owned()).or_default();
            labels.extend(screen.options.iter().map(|option| option.label.clone()));
            let texts = value["items"].as_array().into_iter().flatten();
            let texts = texts.flat_map(|item| item["desc"].as_array().into_iter().flatten());
            let texts = texts.filter_map(|text| text.as_str().map(str::to_owned));
            self.descriptions.entry(app.to_owned()).or_default().extend(texts);
            by_app.entry(app).or_default().push((value, screen));
        }
        let mut draw = Draw(7);
        by_app.retain(|app, _| self.only.as_ref().is_none_or(|only| only.contains(*app)));
        for (_, screens) in by_app {
            self.of_app(&screens, &mut draw);
        }
        Ok(())
    }

    fn of_app(&mut self, screens: &[(&Value, Screen)], draw: &mut Draw) {
        let mut described: Vec<(usize, usize, String)> = Vec::new();
        for (place, (value, _)) in screens.iter().enumerate() {
            for (item, candidate) in value["items"].as_array().into_iter().flatten().enumerate() {
                let texts = candidate["desc"].as_array().into_iter().flatten().filter_map(Value::as_str);
                described.extend(texts.take(1).map(|text| (place, item, text.to_owned())));
            }
        }
        draw.shuffle(&mut described);
        let mut made = 0;
        for (place, item, description) in described {
            if made == PER_APP {
                break;
            }
            let (value, screen) = &screens[place];
            let candidate = &value["items"][item];
            let text = |key: &str| candidate[key].as_str().unwrap_or_default();
            let Some(words) = instruction(text("role"), text("label"), &description, draw) else { continue };
            let facts = &screen.options[item];
            let is_menu = text("role") == "menu item" && draw.chance(60);
            let screen = if is_menu { long_menu(screens, screen, draw) } else { screen.clone() };
            // In a menu that is put together, the same words elsewhere are as good.
            let is_gold = |other: &OptionFacts| {
                other == facts || is_menu && other.label == facts.label && other.role == facts.role
            };
            let places = (0..screen.options.len()).filter(|&at| is_gold(&screen.options[at])).collect();
            self.push(&screen, words, places);
            made += 1;
        }
    }

    fn push(&mut self, screen: &Screen, (style, instruction): (Style, String), places: BTreeSet<usize>) {
        let app = self.app(&screen.app);
        if self.others.0 != screen.app {
            self.others = (screen.app.clone(), self.pairs.associations(&screen.app));
        }
        let associations = &self.others.1;
        let request = |options: &[OptionFacts]| {
            let scene = Scene {
                instruction: &instruction,
                app: &screen.app,
                window: &screen.window,
                ..Scene::default()
            };
            Measured::of(&scene.ask(Purpose::Act, options, false), associations)
        };
        let others: Vec<OptionFacts> = (0..screen.options.len())
            .filter(|place| !places.contains(place))
            .map(|place| screen.options[place].clone())
            .collect();
        let (Some(present), Some(absent)) = (request(&screen.options), request(&others)) else { return };
        let (rows, gold) = present
            .distinct()
            .map(|(values, same)| {
                (values.map(|value| value as f32), same.iter().any(|place| places.contains(place)))
            })
            .unzip();
        let is_long = screen.options.len() > 100;
        let shown = screen
            .options
            .iter()
            .map(|option| format!("{}:{} ({})", option.within.join(" > "), option.label, option.role));
        self.examples.push(Example {
            app,
            style,
            is_long,
            weight: 1.0,
            rows,
            gold,
            present,
            absent,
            places,
            shown: shown.collect(),
            words: instruction,
            options: self.only.is_some().then(|| screen.options.clone()),
        });
    }
}

/// Menu, item and phrases.
fn lines(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    text.lines().filter_map(|line| {
        let mut parts = line.split(" | ");
        Some((parts.next()?, parts.next()?, parts.next()?))
    })
}

fn screen(app: &str, value: &Value) -> Result<Screen, String> {
    let items = value["items"].as_array().into_iter().flatten().enumerate();
    let candidates: Vec<Value> = items
        .map(|(place, item)| json!({"id": format!("c{place}"), "role": item["role"], "label": item["label"], "context": item["context"]}))
        .collect();
    let line =
        json!({"type": "screen", "id": "s", "app": app, "window": value["window"], "candidates": candidates});
    let read = Cases::read("mined.json", &line.to_string()).map_err(|invalid| invalid.to_string())?;
    read.screens.into_iter().next().ok_or_else(|| "mined.json: a screen without candidates".to_owned())
}

/// The menu items of an app together, those of `screen` among them.
fn long_menu(screens: &[(&Value, Screen)], screen: &Screen, draw: &mut Draw) -> Screen {
    let mut order: Vec<usize> = (0..screens.len()).collect();
    draw.shuffle(&mut order);
    let mut long = screen.clone();
    for place in order {
        let other = &screens[place].1;
        if long.options.len() + other.options.len() > LONG_MENU || other == screen {
            continue;
        }
        for option in other.options.iter().filter(|option| option.role == "MenuItem") {
            long.ids.push(format!("m{}", long.ids.len()));
            long.options.push(option.clone());
        }
    }
    long
}
