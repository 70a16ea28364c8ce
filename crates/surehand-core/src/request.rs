//! The one place where a decision request is put together.
//!
//! What a decider sees, and so what may leave the machine, is decided here: the instruction, the app, the window, some
//! lines of the screen and the facts of the options, each capped, and every secret of the caller replaced. Clients that
//! speak to servers render this and add nothing.

use crate::decider::{OptionFacts, Purpose, Question, Request, StepFacts};
use crate::label;
use crate::secret::Secret;

/// Graphemes of the instruction and the text.
const INSTRUCTION: usize = 2_000;
/// Graphemes of a label, title or container.
const LABEL: usize = 200;
/// Graphemes of a value.
const VALUE: usize = 120;
/// Lines of the screen.
const LINES: usize = 20;
/// Options of one pop-up that are named.
const CHOICES: usize = 30;
/// Criteria, constraints, inputs and past steps that are told, each.
const STEP_LINES: usize = 30;

/// The facts about a screen that every question of a request shares.
#[derive(Clone, Debug, Default)]
pub struct Scene<'a> {
    /// What the caller wants.
    pub instruction: &'a str,
    /// The text that goes with it.
    pub text: Option<&'a str>,
    /// The app's name.
    pub app: &'a str,
    /// The window's title.
    pub window: &'a str,
    /// The modal dialog in front.
    pub modal: Option<&'a str>,
    /// What the screen shows.
    pub screen_text: &'a [String],
    /// What must not be shown to a decider.
    pub secrets: &'a [Secret],
}

impl Scene<'_> {
    /// A request for one choice: with "none", and forced as well when `forced` says so.
    #[must_use]
    pub fn ask(&self, purpose: Purpose, options: &[OptionFacts], forced: bool) -> Request {
        let options: Vec<OptionFacts> = options.iter().map(|facts| self.capped(facts)).collect();
        let mut questions = vec![Question { purpose, options: options.clone(), none: true }];
        if forced {
            questions.push(Question { purpose, options, none: false });
        }
        self.request(None, questions)
    }

    /// A request about the next step of a subtask: all its parts at once, the facts about elements told once.
    #[must_use]
    pub fn ask_step(&self, step: &StepFacts, questions: Vec<Question>) -> Request {
        let lines = |lines: &[String]| -> Vec<String> {
            lines.iter().take(STEP_LINES).map(|line| self.clean(line, LABEL)).collect()
        };
        let inputs = step.inputs.iter().take(STEP_LINES);
        // The last steps say most about the next one.
        let past = step.history.len().saturating_sub(STEP_LINES);
        let clean = StepFacts {
            constraints: lines(&step.constraints),
            inputs: inputs.map(|(name, kind)| (self.clean(name, LABEL), self.clean(kind, LABEL))).collect(),
            criteria: step.criteria.iter().map(|line| self.clean(line, LABEL)).collect(),
            elements: step.elements.iter().map(|facts| self.capped(facts)).collect(),
            focused: step.focused,
            history: lines(step.history.get(past..).unwrap_or_default()),
        };
        let capped = |question: Question| Question {
            options: question.options.iter().map(|facts| self.capped(facts)).collect(),
            ..question
        };
        self.request(Some(clean), questions.into_iter().map(capped).collect())
    }

    fn request(&self, step: Option<StepFacts>, questions: Vec<Question>) -> Request {
        Request {
            instruction: self.clean(self.instruction, INSTRUCTION),
            text: self.text.map(|text| self.clean(text, INSTRUCTION)),
            app: self.clean(self.app, LABEL),
            window: self.clean(self.window, LABEL),
            modal: self.modal.map(|modal| self.clean(modal, LABEL)),
            screen_text: self.screen_text.iter().take(LINES).map(|line| self.clean(line, LABEL)).collect(),
            step,
            questions,
        }
    }

    fn capped(&self, facts: &OptionFacts) -> OptionFacts {
        OptionFacts {
            action: facts.action,
            role: facts.role,
            label: self.clean(&facts.label, LABEL),
            within: facts.within.iter().map(|name| self.clean(name, LABEL)).collect(),
            near: facts.near.as_ref().map(|near| self.clean(near, LABEL)),
            description: self.clean(&facts.description, LABEL),
            placeholder: facts.placeholder.as_ref().map(|hint| self.clean(hint, LABEL)),
            value: facts.value.as_ref().map(|value| self.clean(value, VALUE)),
            choices: facts.choices.iter().take(CHOICES).map(|choice| self.clean(choice, LABEL)).collect(),
            shortcut: facts.shortcut.clone(),
            risk: facts.risk,
        }
    }

    /// Secrets out first: a cut must not leave the half of one behind.
    fn clean(&self, text: &str, most: usize) -> String {
        let text = self.secrets.iter().fold(text.to_owned(), |text, secret| secret.redact(&text));
        label::display(&text, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_replaced_everywhere_before_anything_is_cut() {
        let secrets = [Secret::new("hunter2")];
        let lines = ["the password is hunter2".to_owned()];
        let scene = Scene {
            instruction: "log in with hunter2",
            text: Some("hunter2"),
            app: "App",
            window: "hunter2 - App",
            screen_text: &lines,
            secrets: &secrets,
            ..Scene::default()
        };
        let facts = OptionFacts {
            label: format!("{}hunter2", "x".repeat(196)),
            value: Some("hunter2".into()),
            choices: vec!["hunter2".into()],
            within: vec!["hunter2".into()],
            ..OptionFacts::default()
        };
        let request = scene.ask(Purpose::Act, &[facts], true);
        let shown = format!("{request:?}");
        assert!(!shown.contains("hunter2") && !shown.contains("hunte"), "{shown}");
        assert_eq!(request.questions.len(), 2);
    }

    #[test]
    fn a_step_tells_no_secret_either_and_the_last_of_the_past() {
        let secrets = [Secret::new("hunter2")];
        let scene = Scene { instruction: "log in", secrets: &secrets, ..Scene::default() };
        let said = || vec!["hunter2".to_owned()];
        let facts =
            OptionFacts { label: "hunter2".into(), value: Some("hunter2".into()), ..OptionFacts::default() };
        let step = StepFacts {
            constraints: said(),
            inputs: vec![("hunter2".into(), "hunter2".into())],
            criteria: said(),
            elements: vec![facts.clone()],
            focused: Some(0),
            history: (0..100).map(|number| format!("step {number} hunter2")).collect(),
        };
        let question = Question {
            purpose: Purpose::Step(crate::decider::Head::Input),
            options: vec![facts],
            none: true,
        };
        let request = scene.ask_step(&step, vec![question]);
        assert!(!format!("{request:?}").contains("hunter2"));
        let told = request.step.expect("facts").history;
        assert_eq!((told.len(), told.last().map(String::as_str)), (STEP_LINES, Some("step 99 •••")));
    }

    #[test]
    fn everything_is_capped() {
        let facts = OptionFacts { label: "y".repeat(10_000), ..OptionFacts::default() };
        let request =
            Scene { instruction: &"z".repeat(9_000), ..Scene::default() }.ask(Purpose::Read, &[facts], false);
        assert!(request.instruction.chars().count() <= INSTRUCTION + 1);
        assert!(
            request.questions.iter().all(|question| question.options.iter().all(|o| o.label.len() < 300))
        );
    }
}
