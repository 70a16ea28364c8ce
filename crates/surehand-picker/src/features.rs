//! What is measured about one option in the light of an instruction.
//!
//! Each feature is a bounded number, so that fitted weights stay readable and no option can run away. The decision that
//! matters: a feature looks at one option and the instruction and not at the other options, with one exception
//! ([`Feature::OnlyTarget`] counts the fields); this is what keeps a hostile or irrelevant label from moving others.

use std::ops::Range;

use surehand_core::decider::OptionFacts;

use crate::instruction::{Instruction, Part, is_dispensable};
use crate::kinds;
use crate::lexicon::listed;
use crate::reading::{is_shown_text, is_told, name_and_rest};
use crate::text::{Token, find_run, tokens, trigrams};
use crate::weights::THOUSANDTHS;

macro_rules! features {
    ($($(#[$doc:meta])* $variant:ident $name:literal,)*) => {
        /// What is measured, in the order of [`Values`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Feature { $($(#[$doc])* $variant,)* }

        impl Feature {
            /// Every feature.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in explanations.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The weight of the model.
            pub(crate) const fn weight(self) -> f64 {
                WEIGHTS[self as usize]
            }
        }
    };
}

features! {
    /// Always 1.
    Bias "bias",
    /// The share of the instruction's content that the label has.
    Coverage "coverage",
    /// The share of the label that the instruction has.
    Precision "precision",
    /// The instruction says this label, its container and nothing else.
    Exact "exact",
    /// The whole label stands in the instruction.
    Phrase "phrase",
    /// Content that only the container or the neighbourhood has.
    Context "context",
    /// Content that only the description has.
    Described "described",
    /// Content that only the placeholder, the choices or the value have.
    Held "held",
    /// How well the kind of action agrees with the verbs.
    Agreement "agreement",
    /// Whether the role fits the words for kinds of controls.
    Role "role",
    /// A quoted name is the label.
    Quoted "quoted",
    /// The verb that says what to do is nowhere on the option.
    VerbMissing "verb_missing",
    /// Nothing that the verb is applied to is on the option.
    ObjectMissing "object_missing",
    /// What the instruction is about in the end ("small dog") is not on the option.
    HeadMissing "head_missing",
    /// The instruction says this label in other words and nothing else.
    Reworded "reworded",
    /// How much of the content is found in all, so that two rare words beat one.
    Overlap "overlap",
    /// The caller's text is one of the choices.
    TextIsChoice "text_is_choice",
    /// The instruction names no field, and this is the only one it can mean.
    OnlyTarget "only_target",
    /// The label says the same and besides only that it is about a text or a display.
    Trimmed "trimmed",
    /// Its kind, or the description of a nameless one, has all that is asked for reading.
    Told "told",
    /// The label is long.
    LongLabel "long_label",
    /// There is nothing to go by.
    Unnamed "unnamed",
    /// Coverage, each word as rare as it is on the labels of many apps.
    RareCoverage "rare_coverage",
    /// Precision, each word as rare as it is on the labels of many apps.
    RarePrecision "rare_precision",
    /// How much that is rare is found in all.
    RareOverlap "rare_overlap",
    /// The rarest word that is found.
    RarestFound "rarest_found",
    /// How much of the label is rare and not asked for.
    RareForeign "rare_foreign",
    /// Rare content that only the container or the neighbourhood has.
    RareContext "rare_context",
    /// The share of the content that the label has in related words only.
    RelatedCoverage "related_coverage",
    /// The share of the label that the instruction has in related words only.
    RelatedPrecision "related_precision",
    /// The share of the content that the container has in related words only.
    RelatedContext "related_context",
    /// The label begins with a word that the instruction has.
    LeadFound "lead_found",
    /// The label begins with a word that is related to one of the instruction.
    LeadRelated "lead_related",
    /// Words that follow each other in the label do so in the instruction.
    InOrder "in_order",
    /// All words of a label of several are there.
    AllFound "all_found",
    /// The share of the label's trigrams that the instruction has.
    Trigrams "trigrams",
    /// It opens a dialog, as is asked for.
    Dialog "dialog",
    /// It opens a menu, and none is asked for.
    OpensMenu "opens_menu",
    /// A value is described, and it takes one (1) or not (−1).
    TakesValue "takes_value",
    /// A switch is described, and it is one (1) or not (−1).
    IsSwitch "is_switch",
    /// A choice is described, and it is one (1) or not (−1).
    IsChoice "is_choice",
    /// An operation is described, and it is for pressing (1) or not (−1).
    IsPressed "is_pressed",
    /// It is in a menu, where labels are terse and hundreds compete.
    InMenu "in_menu",
    /// Rare coverage, in a menu.
    MenuCoverage "menu_coverage",
    /// Rare precision, in a menu.
    MenuPrecision "menu_precision",
    /// Rare overlap, in a menu.
    MenuOverlap "menu_overlap",
    /// Related coverage, in a menu.
    MenuRelatedCoverage "menu_related_coverage",
    /// Related precision, in a menu.
    MenuRelatedPrecision "menu_related_precision",
    /// Rare precision, for a long instruction, of which any label has some word.
    LongPrecision "long_precision",
    /// Rare overlap, for a long instruction.
    LongOverlap "long_overlap",
    /// Related precision, for a long instruction.
    LongRelatedPrecision "long_related_precision",
    /// How much is found in related words in all.
    RelatedOverlap "related_overlap",
    /// Content that only the container has, in a menu.
    MenuContext "menu_context",
    /// Related words in all, in a menu.
    MenuRelatedOverlap "menu_related_overlap",
    /// Shared trigrams, in a menu.
    MenuTrigrams "menu_trigrams",
    /// Words in order, in a menu.
    MenuInOrder "menu_in_order",
    /// Related words of the container, in a menu.
    MenuRelatedContext "menu_related_context",
    /// How much of the label is rare and not asked for, in a menu.
    MenuForeign "menu_foreign",
    /// The share of the label that the instruction has, in a menu.
    MenuShare "menu_share",
}

/// The weights of the model.
pub(crate) const WEIGHTS: Values = {
    let mut weights = [0.0; Feature::ALL.len()];
    let mut place = 0;
    while place < weights.len() {
        weights[place] = THOUSANDTHS[place] as f64 / 1000.0;
        place += 1;
    }
    weights
};

/// One number for each feature.
pub(crate) type Values = [f64; Feature::ALL.len()];

/// An option, ready for comparing.
#[derive(Debug)]
pub(crate) struct Prepared<'a> {
    /// As it came.
    pub(crate) facts: &'a OptionFacts,
    /// The words of its label, or of its placeholder when it has no label.
    pub(crate) label: Vec<Token>,
    context: Vec<Token>,
    pub(crate) description: Vec<Token>,
    held: Vec<Token>,
    /// A shown text that has nothing beyond its name.
    pub(crate) is_name_only: bool,
}

/// Descriptions and lists longer than this tell no more.
const MOST_WORDS: usize = 48;

impl<'a> Prepared<'a> {
    /// Prepares an option.
    pub(crate) fn new(facts: &'a OptionFacts) -> Self {
        let placeholder = facts.placeholder.as_deref().unwrap_or_default();
        let is_shown = facts.action.is_empty() && is_shown_text(facts.role);
        let (label, rest) = if is_shown { name_and_rest(facts) } else { (tokens(&facts.label), Vec::new()) };
        let is_name_only = is_shown && rest.is_empty();
        let (label, hint) =
            if label.is_empty() { (tokens(placeholder), Vec::new()) } else { (label, tokens(placeholder)) };
        let mut held = hint;
        held.extend(facts.choices.iter().flat_map(|choice| tokens(choice)).take(MOST_WORDS));
        // "on" and "off" tell how a toggle stands and are no words of its own.
        if let Some(value) = facts.value.as_deref().filter(|value| !listed("on off", value)) {
            held.extend(tokens(value).into_iter().take(12));
        }
        let context = facts.within.iter().chain(&facts.near).flat_map(|name| tokens(name)).collect();
        let mut description = tokens(&facts.description);
        description.truncate(MOST_WORDS);
        Self { facts, label, context, description, held, is_name_only }
    }

    /// Where the option can put text, apart from how.
    fn target(&self) -> (&str, &str, &[String], Option<&str>) {
        (self.facts.role, &self.facts.label, &self.facts.within, self.facts.near.as_deref())
    }
}

/// What was measured, and what the caps need to know besides.
#[derive(Debug)]
pub(crate) struct Measured {
    /// The features.
    pub(crate) values: Values,
    /// For each word of the label, how well the instruction has it.
    pub(crate) label_found: Vec<f64>,
    /// The kind of action needs a word that the instruction does not have.
    pub(crate) is_unasked: bool,
    /// Whether the role fits the words for kinds of controls: 1 yes, −1 no.
    pub(crate) fits_role: f64,
    /// The run of the instruction that is the whole label.
    pub(crate) run: Option<Range<usize>>,
    /// For each word of the instruction, how well any part of the option has it.
    pub(crate) anywhere: Vec<f64>,
}

impl Measured {
    /// One of the features.
    pub(crate) const fn value(&self, feature: Feature) -> f64 {
        self.values[feature as usize]
    }

    /// The share of the instruction's content that is found on or around the option.
    pub(crate) const fn known(&self) -> f64 {
        self.value(Feature::Coverage)
            + self.value(Feature::Context)
            + self.value(Feature::Held)
            + self.value(Feature::Described)
    }

    /// Whether the instruction says this option's name and nothing else.
    pub(crate) const fn is_exact(&self) -> bool {
        self.value(Feature::Exact) > 0.5
    }
}

/// What the instruction can mean when it names no field.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Targets {
    fields: usize,
    fitting_fields: usize,
    keypads: usize,
}

impl Targets {
    /// Counts the fields and keypads of a screen.
    pub(crate) fn count(options: &[Prepared<'_>], instruction: &Instruction) -> Self {
        if !instruction.is_generic {
            return Self::default();
        }
        let mut fields: Vec<_> = options.iter().filter(|option| is_field(option)).collect();
        fields.sort_by_key(|option| option.target());
        fields.dedup_by_key(|option| option.target());
        Self {
            fields: fields.len(),
            fitting_fields: fields.iter().filter(|option| fits_role(option, instruction) > 0.0).count(),
            keypads: options.iter().filter(|option| option.facts.action == "keypad").count(),
        }
    }

    fn only(self, option: &Prepared<'_>, instruction: &Instruction) -> f64 {
        if !instruction.is_generic || instruction.text.is_none() {
            return 0.0;
        }
        let intent = &instruction.intent;
        let asks_for_keys = (intent.keys || intent.compute) && instruction.has_key_text();
        if option.facts.action == "keypad" {
            let is_meant = asks_for_keys || (self.fields == 0 && intent.write && instruction.has_key_text());
            return if is_meant && self.keypads == 1 { 1.0 } else { 0.0 };
        }
        if !is_field(option)
            || asks_for_keys && self.keypads > 0
            || !(intent.writes() || intent.empty || asks_for_keys)
        {
            return 0.0;
        }
        let is_fitting = fits_role(option, instruction) > 0.0;
        let is_only = self.fields == 1 && (is_fitting || instruction.roles.is_empty())
            || self.fitting_fields == 1 && is_fitting;
        if is_only { 1.0 } else { 0.0 }
    }
}

fn is_field(option: &Prepared<'_>) -> bool {
    listed("set_value append type_into", option.facts.action)
        && listed("TextField TextArea Document ComboBox Text Unknown", option.facts.role)
}

/// Measures one option.
pub(crate) fn measure(option: &Prepared<'_>, instruction: &Instruction, targets: Targets) -> Measured {
    let agreement = instruction.intent.agreement(option.facts);
    let run = best_run(option, instruction);
    // In "Enter full screen" the verb is part of a name and asks for no kind of its own.
    let names_verb =
        run.as_ref().is_some_and(|run| instruction.intent.verb.is_some_and(|verb| run.contains(&verb)));
    let agreement = agreement.map(|agreement| {
        if names_verb && listed("click menu toggle", option.facts.action) {
            agreement.max(0.5)
        } else {
            agreement
        }
    });
    let found = Found::new(option, instruction);
    let total: f64 = instruction.weights.iter().sum::<f64>().max(0.1);
    let share = |part: f64| (part / total).min(1.0);
    let is_exact = run.as_ref().is_some_and(|run| says_nothing_else(run, option, &found, instruction));
    let text_is_choice = instruction.text.as_deref().is_some_and(|text| {
        let text = text.trim().to_lowercase();
        !text.is_empty() && option.facts.choices.iter().any(|choice| choice.trim().to_lowercase() == text)
    });
    let is_told = is_answer(option, instruction);
    let [verb_missing, object_missing, head_missing] =
        if is_told { [0.0; 3] } else { found.missing(instruction) };
    let is_trimmed = run.is_none() && is_same_but_for_display(option, instruction);
    let is_reworded = run.is_none() && says_it_otherwise(option, &found, instruction);
    let mut values = [0.0; Feature::ALL.len()];
    let mut set = |feature: Feature, value: f64| values[feature as usize] = value;
    set(Feature::Bias, 1.0);
    set(
        Feature::Coverage,
        share(found.label.iter().zip(&instruction.weights).map(|(found, weight)| found * weight).sum()),
    );
    set(Feature::Precision, precision(&option.label, &found.label_words));
    set(Feature::Exact, f64::from(is_exact));
    set(Feature::Phrase, f64::from(run.is_some() && !is_exact));
    set(Feature::Context, share(found.extra(&found.context, &[], instruction)));
    set(Feature::Held, share(found.extra(&found.held, &[&found.context], instruction)));
    set(
        Feature::Described,
        share(found.extra(&found.description, &[&found.context, &found.held], instruction)),
    );
    set(Feature::Agreement, agreement.unwrap_or(-1.0));
    set(
        Feature::Role,
        if is_exact { fits_role(option, instruction).max(0.0) } else { fits_role(option, instruction) },
    );
    set(Feature::Quoted, f64::from(has_quoted(option, instruction)));
    set(Feature::VerbMissing, verb_missing);
    set(Feature::ObjectMissing, object_missing);
    set(Feature::HeadMissing, head_missing);
    set(Feature::Reworded, f64::from(is_reworded));
    set(
        Feature::Overlap,
        (found.label.iter().zip(&instruction.weights).map(|(found, weight)| found * weight).sum::<f64>()
            / 3.0)
            .min(1.0),
    );
    set(Feature::TextIsChoice, f64::from(text_is_choice));
    set(Feature::OnlyTarget, targets.only(option, instruction));
    set(Feature::Trimmed, f64::from(is_trimmed));
    set(Feature::Told, f64::from(is_told));
    set(Feature::LongLabel, (option.label.len().saturating_sub(6) as f64 / 6.0).min(2.0));
    set(Feature::Unnamed, f64::from(option.label.is_empty()));
    rare_words(option, &found, instruction, &mut values);
    kinds::measure(option.facts, instruction, &mut values);
    let anywhere = (0..instruction.tokens.len()).map(|place| found.anywhere(place)).collect();
    Measured {
        values,
        label_found: found.label_words,
        is_unasked: agreement.is_none(),
        fits_role: fits_role(option, instruction),
        run,
        anywhere,
    }
}

/// What corpora of labels tell: rare words, related words, their order and their spelling.
fn rare_words(option: &Prepared<'_>, found: &Found, instruction: &Instruction, values: &mut Values) {
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

/// For words of the instruction and of a label that are not found, whether a related word is.
struct Related {
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

/// For each word of the instruction, how well the parts of an option have it.
struct Found {
    label: Vec<f64>,
    /// The other way round: for each word of the label, how well the instruction has it.
    label_words: Vec<f64>,
    context: Vec<f64>,
    description: Vec<f64>,
    held: Vec<f64>,
}

impl Found {
    fn new(option: &Prepared<'_>, instruction: &Instruction) -> Self {
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
    fn extra(&self, part: &[f64], others: &[&[f64]], instruction: &Instruction) -> f64 {
        (0..part.len())
            .map(|place| {
                let known = others.iter().map(|other| other[place]).fold(self.label[place], f64::max);
                (part[place] - known).max(0.0) * instruction.weights[place]
            })
            .sum()
    }

    fn anywhere(&self, place: usize) -> f64 {
        self.label[place].max(self.context[place]).max(self.held[place]).max(self.description[place])
    }

    /// Whether the verb, all of its objects, and the last of few objects are missing.
    fn missing(&self, instruction: &Instruction) -> [f64; 3] {
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

fn precision(label: &[Token], found: &[f64]) -> f64 {
    let total: f64 = label.iter().map(|word| word.meaning.weight).sum();
    if total == 0.0 {
        return 0.0;
    }
    label.iter().zip(found).map(|(word, found)| word.meaning.weight * found).sum::<f64>() / total
}

/// The run of the instruction that is the whole label and leaves the least content over.
fn best_run(option: &Prepared<'_>, instruction: &Instruction) -> Option<Range<usize>> {
    let content_in = |run: &Range<usize>| {
        run.clone()
            .filter(|&place| instruction.parts[place] != Part::Payload)
            .map(|place| instruction.weights[place])
            .sum::<f64>()
    };
    let mut best: Option<Range<usize>> = None;
    let mut from = 0;
    while let Some(run) = find_run(&instruction.tokens, &option.label, from) {
        from = run.start + 1;
        if best.as_ref().is_none_or(|best| content_in(&run) > content_in(best)) {
            best = Some(run);
        }
    }
    // "Toggle" is no label in "Toggle Contents".
    best.filter(|run| {
        let is_verb_only = run.len() == 1 && instruction.intent.verb == Some(run.start);
        !(is_verb_only
            && instruction.parts[run.start] == Part::Frame
            && instruction.parts.contains(&Part::Content))
    })
}

/// An instruction of so few words means its plain words plainly: "save the document" is about "Save".
const FEW_WORDS: usize = 6;

/// Whether all content outside the run is known from around the option.
fn says_nothing_else(
    run: &Range<usize>,
    option: &Prepared<'_>,
    found: &Found,
    instruction: &Instruction,
) -> bool {
    const MOST_AROUND: usize = 2;
    // "Set the size to medium" without a text means the option "Medium" and not a field to write into.
    let is_payload_only = !(instruction.text.is_none() && is_option(option))
        && run.clone().all(|place| instruction.parts[place] == Part::Payload);
    // "To" is a label only where nothing else is said.
    let is_vague =
        option.label.iter().all(|word| word.meaning.filler) && instruction.tokens.len() > run.len() + 1;
    if is_payload_only || is_vague {
        return false;
    }
    let is_short = instruction.tokens.len() <= FEW_WORDS;
    let mut around = 0;
    for place in (0..instruction.parts.len()).filter(|place| !run.contains(place)) {
        let token = &instruction.tokens[place];
        let is_known = match instruction.parts[place] {
            Part::Payload => true,
            Part::Frame => {
                is_short || !listed("display page document editor body screen window form", &token.word)
            }
            Part::Content if found.context[place] >= 0.8 => {
                around += 1;
                around <= MOST_AROUND
            }
            Part::Content => is_short && is_dispensable(token),
        };
        if !is_known {
            return false;
        }
    }
    true
}

/// Whether choosing this is what its label says: one of the options of a pop-up or of a group.
fn is_option(option: &Prepared<'_>) -> bool {
    option.facts.action == "click" && listed("ComboBox RadioButton RadioMenuItem", option.facts.role)
}

/// "Clear Display" for "clear": all of the content and, behind it, only words that name what any window shows.
fn is_same_but_for_display(option: &Prepared<'_>, instruction: &Instruction) -> bool {
    const SHOWN: &str = "display text content contents screen form document editor calculation";
    let kept = option.label.iter().take_while(|word| !listed(SHOWN, &word.word)).count();
    let (kept, rest) = option.label.split_at(kept);
    let content: Vec<usize> = instruction.content().collect();
    !instruction.is_reading
        && !rest.is_empty()
        && rest.iter().all(|word| listed(SHOWN, &word.word) || word.meaning.filler)
        && instruction.tokens.len() <= FEW_WORDS
        && content.len() == kept.len()
        && content.iter().zip(kept).all(|(&place, word)| instruction.tokens[place].stem == word.stem)
}

/// Whether this is what a question asks for, by its kind or the description of a nameless one.
fn is_answer(option: &Prepared<'_>, instruction: &Instruction) -> bool {
    let asked: Vec<&Token> = instruction.content().map(|place| &instruction.tokens[place]).collect();
    let description = option.label.is_empty().then_some(option.description.as_slice());
    instruction.is_reading && is_told(option.facts.role, description, &asked, instruction.asks_text)
}

/// Whether label and content are the same but for synonyms.
fn says_it_otherwise(option: &Prepared<'_>, found: &Found, instruction: &Instruction) -> bool {
    let is_content = |place: usize| instruction.parts[place] == Part::Content;
    let is_said =
        option.label.iter().zip(&found.label_words).all(|(word, found)| word.meaning.filler || *found >= 0.8);
    is_said
        && instruction.tokens.len() <= FEW_WORDS
        && (0..instruction.parts.len()).any(is_content)
        && (0..instruction.parts.len()).all(|place| !is_content(place) || found.label[place] >= 0.8)
}

/// Whether the option's role fits the words for kinds of controls: 1 yes, −1 no, 0 when there are none.
fn fits_role(option: &Prepared<'_>, instruction: &Instruction) -> f64 {
    if instruction.roles.is_empty() {
        return 0.0;
    }
    let role = if option.facts.action == "keypad" { "Keypad" } else { option.facts.role };
    if instruction.roles.iter().any(|roles| listed(roles, role)) {
        return 1.0;
    }
    // "the fruit list" fits an item whose label or container has the word, whatever its role.
    let is_named = instruction.role_places.iter().any(|&place| {
        let stem = &instruction.tokens[place].stem;
        option.label.iter().chain(&option.context).any(|word| word.stem == *stem)
    });
    if is_named { 0.0 } else { -1.0 }
}

/// Whether a quoted name is this option's label.
pub(crate) fn has_quoted(option: &Prepared<'_>, instruction: &Instruction) -> bool {
    instruction.quoted.iter().any(|quoted| {
        quoted.len() == option.label.len()
            && quoted.iter().zip(&option.label).all(|(one, other)| one.stem == other.stem)
    })
}
