//! What is measured about one option in the light of an instruction.
//!
//! Each feature is a bounded number, so that fitted weights stay readable and no option can run away. The decision that
//! matters: a feature looks at one option and the instruction and not at the other options, with one exception
//! ([`Feature::OnlyTarget`] counts the fields); this is what keeps a hostile or irrelevant label from moving others.

use std::collections::HashMap;
use std::ops::Range;

use surehand_core::decider::OptionFacts;

use crate::found::{Found, associated_words, precision, rare_words};
use crate::instruction::Instruction;
use crate::kinds;
use crate::lexicon::listed;
use crate::naming::{
    best_run, fits_role, has_quoted, is_answer, is_named_choice, is_path, is_same_but_for_display,
    says_it_otherwise, says_nothing_else, verbatim,
};
use crate::reading::{is_shown_text, name_and_rest};
use crate::text::{Token, tokens};
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
    /// The share of the content that goes with words of the label which it does not have.
    AssociatedCoverage "associated_coverage",
    /// The share of the label that goes with the instruction and is not in it.
    AssociatedPrecision "associated_precision",
    /// How much goes together in all.
    AssociatedOverlap "associated_overlap",
    /// The same for the container.
    AssociatedContext "associated_context",
    /// The share of the content, in a menu.
    MenuAssociatedCoverage "menu_associated_coverage",
    /// The share of the label, in a menu.
    MenuAssociatedPrecision "menu_associated_precision",
    /// How much in all, in a menu.
    MenuAssociatedOverlap "menu_associated_overlap",
    /// The share of the content that is found, related or goes together, on the label or around it.
    AnyCoverage "any_coverage",
    /// The share of the label that is found, related or goes together.
    AnyPrecision "any_precision",
    /// Both at once.
    AnyBoth "any_both",
    /// How many words of the content are.
    AnyCount "any_count",
    /// The same, in a menu.
    MenuAnyCoverage "menu_any_coverage",
    /// The same, in a menu.
    MenuAnyPrecision "menu_any_precision",
    /// The same, in a menu.
    MenuAnyBoth "menu_any_both",
    /// The same, in a menu.
    MenuAnyCount "menu_any_count",
    /// It is named to the letter: 1, or 0.5 but for capitals. "Fillet" is not "Fillets", and "↑n" not "↓n".
    Verbatim "verbatim",
    /// The instruction is the way to it: "File > New > Folder".
    Path "path",
    /// It is a choice of the very control that is named.
    NamedChoice "named_choice",
    /// It leads to a place, and the instruction says what to do there.
    OnlyLeads "only_leads",
    /// Found words, as rare as they are on this screen.
    HereOverlap "here_overlap",
    /// Found or related, as rare as they are on this screen.
    HereAny "here_any",
    /// In a menu.
    MenuHereOverlap "menu_here_overlap",
    /// In a menu.
    MenuHereAny "menu_here_any",
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
    pub(crate) context: Vec<Token>,
    pub(crate) description: Vec<Token>,
    pub(crate) held: Vec<Token>,
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
    /// For each word of the instruction, how well the label has it, and how well in any way.
    pub(crate) on_label: Vec<f64>,
    pub(crate) any_on_label: Vec<f64>,
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

/// Whether an option may take the caller's text: a field of the kind that is asked for, or one without a name where no kind
/// is.
pub(crate) fn may_take(option: &Prepared<'_>, measured: &Measured, instruction: &Instruction) -> bool {
    instruction.text.is_some()
        && is_field(option)
        && (measured.fits_role > 0.0 || instruction.roles.is_empty() && option.label.is_empty())
}

/// What is known beyond the option and the instruction.
#[derive(Debug)]
pub(crate) struct Surroundings<'a> {
    /// What the instruction can mean when it names no field.
    pub(crate) targets: Targets,
    /// For each word of the instruction, the words of labels that go with it.
    pub(crate) associated: &'a [Option<&'a HashMap<String, f64>>],
}

/// Puts what is in the tab that is shown into its context: "Start" is "Start the stopwatch" in the tab of that name.
pub(crate) fn place_in_tabs(options: &mut [Prepared<'_>]) {
    const MOST: usize = 4;
    let is_shown = |option: &&Prepared<'_>| {
        option.facts.role == "Tab"
            && option.facts.value.as_deref() == Some("selected")
            && option.label.len() <= MOST
    };
    let mut shown: Vec<Token> =
        options.iter().filter(is_shown).flat_map(|option| option.label.iter().cloned()).collect();
    shown.sort_by(|one, other| one.word.cmp(&other.word));
    shown.dedup_by(|one, other| one.word == other.word);
    for option in
        options.iter_mut().filter(|option| option.facts.action != "menu" && option.facts.role != "Tab")
    {
        option.context.extend(shown.iter().cloned());
    }
}

/// Measures one option.
pub(crate) fn measure(
    option: &Prepared<'_>,
    instruction: &Instruction,
    surroundings: &Surroundings<'_>,
) -> Measured {
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
    let is_path = is_path(option, instruction);
    let is_exact =
        is_path || run.as_ref().is_some_and(|run| says_nothing_else(run, option, &found, instruction));
    let only_leads = listed("Tab", option.facts.role)
        && instruction.intent.operation.is_some_and(|place| found.label[place] < 0.5);
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
    set(Feature::OnlyTarget, surroundings.targets.only(option, instruction));
    set(Feature::Trimmed, f64::from(is_trimmed));
    set(Feature::Told, f64::from(is_told));
    set(Feature::LongLabel, (option.label.len().saturating_sub(6) as f64 / 6.0).min(2.0));
    set(Feature::Verbatim, if is_exact { verbatim(&option.facts.label, instruction) } else { 0.0 });
    set(Feature::Path, f64::from(is_path));
    set(Feature::NamedChoice, f64::from(is_exact && is_named_choice(option, instruction)));
    set(Feature::OnlyLeads, f64::from(only_leads));
    set(Feature::Unnamed, f64::from(option.label.is_empty()));
    rare_words(option, &found, instruction, &mut values);
    let any_on_label = associated_words(option, &found, instruction, surroundings, &mut values);
    kinds::measure(option.facts, instruction, &mut values);
    let anywhere = (0..instruction.tokens.len()).map(|place| found.anywhere(place)).collect();
    Measured {
        values,
        label_found: found.label_words,
        is_unasked: agreement.is_none(),
        fits_role: fits_role(option, instruction),
        run,
        anywhere,
        on_label: found.label,
        any_on_label,
    }
}
