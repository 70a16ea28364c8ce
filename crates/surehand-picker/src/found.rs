//! Which words of the instruction an option has, in which way, and how rare they are.
//!
//! A word is found when the label, the container, the description or what is held has it; else it may be related, or go
//! together with a word of the label. The decision that matters: what is found may decide that an option is acted on,
//! related words and the rarity of words on this screen only rank.

use crate::features::{Feature, Measured, Prepared, Surroundings, Values};
use crate::instruction::{Instruction, Part, is_dispensable};
use crate::text::{Token, trigrams};

/// For each word of the instruction, how well the parts of an option have it.
pub(crate) struct Found {
    pub(crate) label: Vec<f64>,
    /// The other way round: for each word of the label, how well the instruction has it.
    pub(crate) label_words: Vec<f64>,
    pub(crate) context: Vec<f64>,
    pub(crate) description: Vec<f64>,
    pub(crate) held: Vec<f64>,
}

impl Found {
    pub(crate) fn new(option: &Prepared<'_>, instruction: &Instruction) -> Self {
        let in_part = |words: &[Token], likeness: &dyn Fn(&Token, &Token) -> f64| {
            instruction
                .tokens
                .iter()
                .map(|token| words.iter().map(|word| likeness(token, word)).fold(0.0, f64::max))
                .collect::<Vec<f64>>()
        };
        let mut label = vec![0.0_f64; instruction.tokens.len()];
        let mut label_words = vec![0.0_f64; option.label.len()];
        for (token, found) in instruction.tokens.iter().zip(&mut label) {
            for (word, word_found) in option.label.iter().zip(&mut label_words) {
                let likeness = token.loose_likeness(word);
                *found = found.max(likeness);
                *word_found = word_found.max(likeness);
            }
        }
        for (place, compound) in &instruction.compounds {
            for (word, word_found) in option.label.iter().zip(&mut label_words) {
                if word.stem == *compound {
                    *word_found = 1.0;
                    label[*place] = 1.0;
                    label[*place + 1] = 1.0;
                }
            }
        }
        Self {
            label,
            label_words,
            context: in_part(&option.context, &Token::loose_likeness),
            description: in_part(&option.description, &Token::likeness),
            held: in_part(&option.held, &Token::likeness),
        }
    }

    /// The weight of what `part` has and neither the label nor the `others` have.
    pub(crate) fn extra(&self, part: &[f64], others: &[&[f64]], instruction: &Instruction) -> f64 {
        (0..part.len())
            .map(|place| {
                let known = others.iter().map(|other| other[place]).fold(self.label[place], f64::max);
                (part[place] - known).max(0.0) * instruction.weights[place]
            })
            .sum()
    }

    pub(crate) fn anywhere(&self, place: usize) -> f64 {
        self.label[place].max(self.context[place]).max(self.held[place]).max(self.description[place])
    }

    /// Whether the verb, all of its objects, and the last of few objects are missing.
    pub(crate) fn missing(&self, instruction: &Instruction) -> [f64; 3] {
        const FEW: usize = 4;
        if instruction.is_generic {
            return [0.0; 3];
        }
        let is_content = |place: &usize| instruction.parts[*place] == Part::Content;
        let operation = instruction.intent.operation.filter(is_content);
        let verb_missing = operation.is_some_and(|place| self.anywhere(place) < 0.5);
        let is_object = |place: &usize| {
            is_content(place) && Some(*place) != operation && !is_dispensable(&instruction.tokens[*place])
        };
        let objects: Vec<usize> = (0..instruction.parts.len()).filter(is_object).collect();
        let is_missing = |place: &usize| self.anywhere(*place) < 0.5;
        let object_missing = !objects.is_empty() && objects.iter().all(is_missing);
        let head_missing = objects.len() <= FEW && objects.last().is_some_and(is_missing);
        [verb_missing, object_missing, head_missing].map(f64::from)
    }
}

pub(crate) fn precision(label: &[Token], found: &[f64]) -> f64 {
    let total: f64 = label.iter().map(|word| word.meaning.weight).sum();
    if total == 0.0 {
        return 0.0;
    }
    label.iter().zip(found).map(|(word, found)| word.meaning.weight * found).sum::<f64>() / total
}

/// What corpora of labels tell: rare words, related words, their order and their spelling.
pub(crate) fn rare_words(
    option: &Prepared<'_>,
    found: &Found,
    instruction: &Instruction,
    values: &mut Values,
) {
    let mut set = |feature: Feature, value: f64| values[feature as usize] = value;
    let total = instruction.rarity.iter().sum::<f64>().max(0.1);
    let share = |part: f64| (part / total).min(1.0);
    let rare =
        |found: &[f64]| found.iter().zip(&instruction.rarity).map(|(found, rare)| found * rare).sum::<f64>();
    let rarity = |word: &Token| word.meaning.rarity;
    let all = option.label.iter().map(rarity).sum::<f64>().max(0.1);
    let label_found: f64 =
        option.label.iter().zip(&found.label_words).map(|(word, found)| rarity(word) * found).sum();
    let overlap = rare(&found.label);
    set(Feature::RareCoverage, share(overlap));
    set(Feature::RarePrecision, label_found / all);
    set(Feature::RareOverlap, (overlap / 3.0).min(1.5));
    let rarest = found.label.iter().zip(&instruction.rarity).map(|(found, rare)| found * rare);
    set(Feature::RarestFound, rarest.fold(0.0, f64::max));
    let extra: Vec<f64> =
        found.context.iter().zip(&found.label).map(|(here, label)| (here - label).max(0.0)).collect();
    set(Feature::RareContext, share(rare(&extra)));
    let related = Related::of(&option.label, &found.label, &found.label_words, instruction);
    set(Feature::RelatedCoverage, share(rare(&related.instruction)));
    let label_related: f64 =
        option.label.iter().zip(&related.words).map(|(word, found)| rarity(word) * found).sum();
    set(Feature::RelatedPrecision, label_related / all);
    let foreign = all - label_found - label_related;
    set(Feature::RareForeign, (foreign / 3.0).clamp(0.0, 1.0));
    let known: Vec<f64> =
        found.context.iter().zip(&found.label).map(|(here, label)| here.max(*label)).collect();
    let around = Related::of(&option.context, &known, &[], instruction);
    set(Feature::RelatedContext, share(rare(&around.instruction)));
    set(Feature::LeadFound, f64::from(found.label_words.first().is_some_and(|found| *found >= 0.8)));
    set(Feature::LeadRelated, related.words.first().copied().unwrap_or_default());
    set(Feature::InOrder, in_order(&option.label, instruction));
    let is_all = option.label.len() > 1 && found.label_words.iter().all(|found| *found >= 0.8);
    set(Feature::AllFound, f64::from(is_all));
    set(Feature::Trigrams, shared_trigrams(&option.label, instruction));
    set(Feature::RelatedOverlap, (rare(&related.instruction) / 3.0).min(1.0));
    let is_menu = f64::from(option.facts.action == "menu");
    let said = instruction.rarity.iter().filter(|rarity| **rarity > 0.0).count();
    let long = (said.saturating_sub(3) as f64 / 6.0).min(1.0);
    let of = |values: &Values, feature: Feature| values[feature as usize];
    let [coverage, precision, overlap, related_coverage, related_precision] = [
        Feature::RareCoverage,
        Feature::RarePrecision,
        Feature::RareOverlap,
        Feature::RelatedCoverage,
        Feature::RelatedPrecision,
    ]
    .map(|feature| of(values, feature));
    for (feature, value) in [
        (Feature::InMenu, is_menu),
        (Feature::MenuCoverage, is_menu * coverage),
        (Feature::MenuPrecision, is_menu * precision),
        (Feature::MenuOverlap, is_menu * overlap),
        (Feature::MenuRelatedCoverage, is_menu * related_coverage),
        (Feature::MenuRelatedPrecision, is_menu * related_precision),
        (Feature::MenuContext, is_menu * of(values, Feature::Context)),
        (Feature::MenuRelatedOverlap, is_menu * of(values, Feature::RelatedOverlap)),
        (Feature::MenuTrigrams, is_menu * of(values, Feature::Trigrams)),
        (Feature::MenuInOrder, is_menu * of(values, Feature::InOrder)),
        (Feature::MenuRelatedContext, is_menu * of(values, Feature::RelatedContext)),
        (Feature::MenuForeign, is_menu * of(values, Feature::RareForeign)),
        (Feature::MenuShare, is_menu * of(values, Feature::Precision)),
        (Feature::LongPrecision, long * precision),
        (Feature::LongOverlap, long * overlap),
        (Feature::LongRelatedPrecision, long * related_precision),
    ] {
        values[feature as usize] = value;
    }
}

/// What descriptions beside labels tell about words that go together.
pub(crate) fn associated_words(
    option: &Prepared<'_>,
    found: &Found,
    instruction: &Instruction,
    surroundings: &Surroundings<'_>,
    values: &mut Values,
) -> Vec<f64> {
    let mut said = vec![0.0_f64; found.label.len()];
    let mut said_around = vec![0.0_f64; found.label.len()];
    let mut words = vec![0.0_f64; option.label.len()];
    for (place, associated) in surroundings.associated.iter().enumerate() {
        let Some(associated) = associated.filter(|_| instruction.rarity[place] > 0.0) else { continue };
        for (at, word) in option.label.iter().enumerate() {
            if let Some(&strength) = associated.get(&word.stem) {
                if found.label[place] < 0.5 {
                    said[place] = said[place].max(strength);
                }
                if found.label_words[at] < 0.5 {
                    words[at] += strength;
                }
            }
        }
        if found.label[place].max(found.context[place]) < 0.5 {
            let around = option.context.iter().filter_map(|word| associated.get(&word.stem));
            said_around[place] = around.copied().fold(0.0, f64::max);
        }
    }
    let total = instruction.rarity.iter().sum::<f64>().max(0.1);
    let related = Related::of(&option.label, &found.label, &found.label_words, instruction);
    let around = Related::of(&option.context, &found.context, &[], instruction);
    let label_any: Vec<f64> = (0..said.len())
        .map(|place| found.label[place].max(0.7 * related.instruction[place]).max(0.8 * said[place]))
        .collect();
    let any: Vec<f64> = (0..said.len())
        .map(|place| {
            label_any[place]
                .max(0.8 * found.context[place])
                .max(0.5 * around.instruction[place])
                .max(0.5 * said_around[place])
        })
        .collect();
    let any_words: Vec<f64> = (0..words.len())
        .map(|at| found.label_words[at].max(0.7 * related.words[at]).max(0.8 * words[at].min(1.0)))
        .collect();
    let rare =
        |found: &[f64]| found.iter().zip(&instruction.rarity).map(|(found, rare)| found * rare).sum::<f64>();
    let all = option.label.iter().map(|word| word.meaning.rarity).sum::<f64>().max(0.1);
    let precision = option
        .label
        .iter()
        .zip(&words)
        .map(|(word, found)| word.meaning.rarity * found.min(1.5))
        .sum::<f64>()
        / all;
    let coverage = (rare(&said) / total).min(1.0);
    let overlap = (rare(&said) / 3.0).min(1.0);
    let is_menu = f64::from(option.facts.action == "menu");
    let any_coverage = (rare(&any) / total).min(1.0);
    let any_precision =
        option.label.iter().zip(&any_words).map(|(word, found)| word.meaning.rarity * found).sum::<f64>()
            / all;
    let any_both = 2.0 * any_coverage * any_precision / (any_coverage + any_precision).max(0.01);
    let any_count =
        (any.iter().zip(&instruction.rarity).filter(|(any, rarity)| **any >= 0.4 && **rarity >= 0.15).count()
            as f64
            / 4.0)
            .min(1.0);
    for (feature, value) in [
        (Feature::AssociatedCoverage, coverage),
        (Feature::AssociatedPrecision, precision),
        (Feature::AssociatedOverlap, overlap),
        (Feature::AssociatedContext, (rare(&said_around) / total).min(1.0)),
        (Feature::MenuAssociatedCoverage, is_menu * coverage),
        (Feature::MenuAssociatedPrecision, is_menu * precision),
        (Feature::MenuAssociatedOverlap, is_menu * overlap),
        (Feature::AnyCoverage, any_coverage),
        (Feature::AnyPrecision, any_precision),
        (Feature::AnyBoth, any_both),
        (Feature::AnyCount, any_count),
        (Feature::MenuAnyCoverage, is_menu * any_coverage),
        (Feature::MenuAnyPrecision, is_menu * any_precision),
        (Feature::MenuAnyBoth, is_menu * any_both),
        (Feature::MenuAnyCount, is_menu * any_count),
    ] {
        values[feature as usize] = value;
    }
    label_any
}

/// For words of the instruction and of a label that are not found, whether a related word is.
pub(crate) struct Related {
    instruction: Vec<f64>,
    words: Vec<f64>,
}

impl Related {
    fn of(words: &[Token], found: &[f64], words_found: &[f64], instruction: &Instruction) -> Self {
        let mut related = Self { instruction: vec![0.0; found.len()], words: vec![0.0; words.len()] };
        for (place, token) in instruction.tokens.iter().enumerate() {
            if instruction.rarity[place] <= 0.0 {
                continue;
            }
            for (at, word) in words.iter().enumerate() {
                let relatedness = token.relatedness(word);
                if found[place] < 0.5 {
                    related.instruction[place] = related.instruction[place].max(relatedness);
                }
                if words_found.get(at).is_some_and(|found| *found < 0.5) {
                    related.words[at] = related.words[at].max(relatedness);
                }
            }
        }
        related
    }
}

fn in_order(label: &[Token], instruction: &Instruction) -> f64 {
    if label.len() < 2 {
        return 0.0;
    }
    let follow = |pair: &[Token]| {
        instruction.tokens.windows(2).any(|said| said[0].stem == pair[0].stem && said[1].stem == pair[1].stem)
    };
    label.windows(2).filter(|pair| follow(pair)).count() as f64 / (label.len() - 1) as f64
}

fn shared_trigrams(label: &[Token], instruction: &Instruction) -> f64 {
    let (mut shared, mut all) = (0, 0);
    for word in label.iter().filter(|word| !word.meaning.filler) {
        for trigram in trigrams(&word.word) {
            all += 1;
            shared += usize::from(instruction.trigrams.binary_search(&trigram).is_ok());
        }
    }
    if all == 0 { 0.0 } else { f64::from(shared as u32) / f64::from(all) }
}

/// Measures how rare what is found is on this screen. Only what is `counted` makes a word commoner: neither twins
/// nor texts that are out of the question.
pub(crate) fn rare_here(measured: &mut [Measured], counted: &[usize], instruction: &Instruction) {
    let words = instruction.tokens.len();
    let mut having = vec![0.0_f64; words];
    let all = counted.len() as f64 + 1.0;
    for &place in counted {
        for (count, found) in having.iter_mut().zip(&measured[place].on_label) {
            *count += f64::from(*found >= 1.0);
        }
    }
    let worth: Vec<f64> = having
        .iter()
        .zip(&instruction.rarity)
        .map(|(having, rarity)| rarity * (all / (having + 1.0)).ln().max(0.0) / all.ln().max(0.1))
        .collect();
    for each in measured {
        let sum =
            |found: &[f64]| found.iter().zip(&worth).map(|(found, worth)| found * worth).sum::<f64>() / 2.0;
        let is_menu = each.value(Feature::InMenu);
        let (overlap, any) = (sum(&each.on_label), sum(&each.any_on_label));
        each.values[Feature::HereOverlap as usize] = overlap;
        each.values[Feature::HereAny as usize] = any;
        each.values[Feature::MenuHereOverlap as usize] = is_menu * overlap;
        each.values[Feature::MenuHereAny as usize] = is_menu * any;
    }
}
