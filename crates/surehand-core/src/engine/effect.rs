//! What a target must read for an action to be proven.
//!
//! Text is compared code point by code point. A wish is made from the control as it was read right before the action,
//! so that "its previous text followed by the new one" is exact; a wish that the control can never grant is bad input.

use crate::action::ActionKind;
use crate::candidate::Candidate;
use crate::change::checked_word;
use crate::desktop::Payload;
use crate::element::{Checked, Element, Role, number_text};
use crate::error::{Error, Invalid};
use crate::gesture::{self, Gesture};
use crate::label;
use crate::route::{Route, RouteKind};

/// The least bytes of a text that may have been cut off on its way. A shorter one that lacks its end lacks it in the app.
const CUT: usize = 1_000;

/// The asked-for result, where it can be read from the target itself.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Wish {
    /// The field reads exactly this.
    Text(String),
    /// The field reads what it read before, with the text whole at one position.
    Inserted {
        /// What it read before.
        before: String,
        /// What is put in.
        text: String,
    },
    /// The control stands at this number.
    Number(f64),
    /// The control shows this option.
    Option(String),
    /// The tick is this.
    Checked(Checked),
    /// It is the chosen one.
    Selected,
    /// The scroll bar moved from the one number towards the other.
    Scrolled {
        /// Where it stood.
        from: f64,
        /// Where a page further is.
        to: f64,
    },
}

impl Wish {
    /// Whether the control reads as wished.
    pub(super) fn is_granted(&self, element: &Element) -> bool {
        let text =
            || element.content.as_ref().filter(|content| content.is_whole()).map(|content| &content.text);
        match self {
            Self::Text(wanted) => text() == Some(wanted),
            Self::Inserted { before, text: put } => {
                text().is_some_and(|now| holds_inserted(now, before, put))
            }
            Self::Number(wanted) => {
                element.number.is_some_and(|number| number.value == *wanted) && shows_number(element, *wanted)
            }
            Self::Option(wanted) => {
                text() == Some(wanted) || (element.content.is_none() && element.name == *wanted)
            }
            Self::Checked(wanted) => element.state.checked == Some(*wanted),
            Self::Selected => element.state.selected,
            Self::Scrolled { from, to } => {
                element.number.is_some_and(|number| (number.value - from) * (to - from) > 0.0)
            }
        }
    }

    /// Whether a control that is read only about right reads about as wished: blanks at the ends and what is cut off
    /// do not count. It proves nothing either way.
    pub(super) fn may_be_granted(&self, element: &Element) -> bool {
        let Some(content) = &element.content else {
            // A text that was handed over and can no longer be read at all.
            return matches!(self, Self::Text(_) | Self::Inserted { .. }) && element.number.is_none();
        };
        if content.is_whole() {
            return false;
        }
        let wanted = match self {
            Self::Text(wanted) | Self::Option(wanted) => wanted,
            Self::Inserted { text, .. } => return content.text.contains(text.trim()),
            Self::Number(_) | Self::Checked(_) | Self::Selected | Self::Scrolled { .. } => return false,
        };
        let (wanted, now) = (wanted.trim(), content.text.trim());
        wanted == now || (now.len() >= CUT && wanted.starts_with(now))
    }

    /// What a control reads that matters for this wish, in words.
    pub(super) fn reading(&self, element: &Element) -> String {
        let quoted = |text: &str| format!("\"{}\"", label::display(text, 200));
        match self {
            Self::Text(_) | Self::Inserted { .. } | Self::Option(_) => quoted(
                &element
                    .content
                    .as_ref()
                    .map_or_else(|| element.name.clone(), |content| content.text.clone()),
            ),
            Self::Number(_) | Self::Scrolled { .. } => match (&element.number, &element.content) {
                (Some(number), Some(content)) if !shows_number(element, number.value) => {
                    format!("{}, shown as {}", number_text(number.value), quoted(&content.text))
                }
                (Some(number), _) => number_text(number.value),
                (None, _) => "nothing".into(),
            },
            Self::Checked(_) => checked_word(element.state.checked).into(),
            Self::Selected => if element.state.selected { "selected" } else { "not selected" }.into(),
        }
    }

    /// The sentence for a proven wish.
    pub(super) fn granted_words(&self, target: &str, element: &Element) -> String {
        match self {
            Self::Text(_) | Self::Inserted { .. } => {
                format!("{target} reads exactly {}", self.reading(element))
            }
            Self::Number(_) => format!("{target} stands at exactly {}", self.reading(element)),
            Self::Option(_) => format!("{target} shows exactly {}", self.reading(element)),
            Self::Checked(_) => format!("{target} is {}", self.reading(element)),
            Self::Selected => format!("{target} is selected"),
            Self::Scrolled { .. } => format!("{target} moved to {}", self.reading(element)),
        }
    }

    /// Whether two readings differ in what matters for this wish.
    pub(super) fn moved(&self, before: &Element, now: &Element) -> bool {
        match self {
            Self::Text(_) | Self::Inserted { .. } | Self::Option(_) => {
                before.content.as_ref().map(|content| &content.text)
                    != now.content.as_ref().map(|content| &content.text)
                    || before.name != now.name
            }
            Self::Number(_) | Self::Scrolled { .. } => {
                before.number.map(|number| number.value.to_bits())
                    != now.number.map(|number| number.value.to_bits())
            }
            Self::Checked(_) => before.state.checked != now.state.checked,
            Self::Selected => before.state.selected != now.state.selected,
        }
    }
}

/// Whether the text beside a number, where there is one, says the same number: a spin button may hold what it rounds
/// away.
fn shows_number(element: &Element, wanted: f64) -> bool {
    let Some(content) = &element.content else { return true };
    let plain: String = content
        .text
        .chars()
        .filter(|character| !character.is_whitespace())
        .map(|character| match character {
            '−' => '-',
            ',' => '.',
            other => other,
        })
        .collect();
    plain.parse::<f64>().is_ok_and(|shown| shown == wanted)
}

/// Whether `now` is `before` with `put` whole at one position.
fn holds_inserted(now: &str, before: &str, put: &str) -> bool {
    now.len() == before.len() + put.len()
        && before.char_indices().map(|(at, _)| at).chain([before.len()]).any(|at| {
            let (head, tail) = before.split_at(at);
            now.strip_prefix(head).and_then(|rest| rest.strip_prefix(put)) == Some(tail)
        })
}

/// What the action asks of its target, from the target as it is now. `None` where the effect shows only in the window.
pub(super) fn wish(candidate: &Candidate, now: &Element, text: Option<&str>) -> Result<Option<Wish>, Error> {
    if let Some(option) = &candidate.option {
        return Ok(Some(Wish::Option(option.text.clone())));
    }
    match (&candidate.gesture, candidate.action) {
        (Gesture::Scroll(direction), _) => {
            let scrolled = |to| now.number.map(|number| Wish::Scrolled { from: number.value, to });
            return Ok(gesture::page_further(now, *direction).and_then(scrolled));
        }
        // What a click with keys held comes to, such as a longer selection, only the window tells.
        (Gesture::Hold(_), ActionKind::Click) => return Ok(None),
        _ => {}
    }
    let text = text.unwrap_or_default();
    let before = || now.content.as_ref().map(|content| content.text.clone()).unwrap_or_default();
    Ok(match candidate.action {
        ActionKind::SetValue if is_number(now) => Some(Wish::Number(number_in_range(text, now)?)),
        ActionKind::SetValue => Some(Wish::Text(text.to_owned())),
        ActionKind::Append => Some(Wish::Text(before() + text)),
        ActionKind::TypeInto => Some(Wish::Inserted { before: before(), text: text.to_owned() }),
        ActionKind::ChooseOption => {
            if !candidate.choices.is_empty() && !candidate.choices.iter().any(|choice| choice == text) {
                let target = label::quoted(now.role, &now.name);
                return Err(
                    Invalid::new("text", format!("must be exactly one of the options of {target}")).into()
                );
            }
            Some(Wish::Option(text.to_owned()))
        }
        // What was picked, even if the control has become so meanwhile: then nothing is left to do.
        ActionKind::Toggle if now.state.checked.is_some() => candidate.towards.map(Wish::Checked),
        ActionKind::Click if now.role == Role::RadioButton && now.state.checked.is_some() => {
            Some(Wish::Checked(Checked::On))
        }
        ActionKind::Click if now.state.selectable && has_selection_route(now) => Some(Wish::Selected),
        _ => None,
    })
}

/// What the route needs to grant the wish. `None` when this route cannot.
pub(super) fn payload(
    route: &Route,
    wish: Option<&Wish>,
    now: &Element,
    (action, gesture): (ActionKind, &Gesture),
    text: &str,
) -> Option<Payload> {
    if !gesture.fits(route) {
        return None;
    }
    if let Some(payload) = gesture.payload() {
        return Some(payload);
    }
    let content = now.content.as_ref();
    match (route.kind, wish) {
        (RouteKind::EditableText, Some(Wish::Text(wanted))) => Some(Payload::Text(wanted.clone())),
        (RouteKind::EditableText, Some(Wish::Number(_))) => Some(Payload::Text(text.to_owned())),
        (RouteKind::InsertText, Some(Wish::Text(_))) if action == ActionKind::Append => {
            Some(Payload::Insert { at: content.map_or(0, |content| content.length), text: text.to_owned() })
        }
        (RouteKind::InsertText, Some(Wish::Inserted { .. })) => {
            let end = content.map_or(0, |content| content.length);
            let at = content.and_then(|content| content.caret).unwrap_or(end).min(end);
            Some(Payload::Insert { at, text: text.to_owned() })
        }
        (RouteKind::Value, Some(Wish::Number(number))) => Some(Payload::Number(*number)),
        (RouteKind::Value, Some(Wish::Scrolled { to, .. })) => Some(Payload::Number(*to)),
        (RouteKind::Value, Some(Wish::Text(_))) => text.trim().parse().ok().map(Payload::Number),
        (
            RouteKind::Selection | RouteKind::NativeAction | RouteKind::KeyInput,
            Some(Wish::Option(option)),
        ) => Some(Payload::Option(option.clone())),
        (RouteKind::EditableText | RouteKind::InsertText | RouteKind::Value, _) => None,
        (_, _) => Some(Payload::Nothing),
    }
}

fn is_number(element: &Element) -> bool {
    element.number.is_some()
        && (element.content.is_none()
            || matches!(element.role, Role::Slider | Role::SpinButton | Role::ScrollBar))
}

fn number_in_range(text: &str, element: &Element) -> Result<f64, Error> {
    let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let number =
        number.ok_or_else(|| Invalid::new("text", "must be a number for this control, such as 42 or 0.5"))?;
    match element.number {
        Some(range)
            if range.minimum < range.maximum && !(range.minimum..=range.maximum).contains(&number) =>
        {
            let (least, most) = (number_text(range.minimum), number_text(range.maximum));
            Err(Invalid::new("text", format!("must be a number from {least} to {most} for this control"))
                .into())
        }
        _ => Ok(number),
    }
}

fn has_selection_route(element: &Element) -> bool {
    element.routes_for(ActionKind::Click).any(|route| route.kind == RouteKind::Selection)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::{Content, ElementKey};

    fn field(text: &str) -> Element {
        Element {
            content: Some(Content::whole(text)),
            ..Element::named(ElementKey::new("f"), Role::TextField, "Name")
        }
    }

    #[test]
    fn text_is_compared_code_point_by_code_point() {
        assert!(Wish::Text("é".into()).is_granted(&field("é")));
        assert!(!Wish::Text("é".into()).is_granted(&field("e\u{301}")));
        assert!(!Wish::Text(" a".into()).is_granted(&field("a")));
        let cut =
            Element { content: Some(Content { text: "ab".into(), length: 3, caret: None }), ..field("") };
        assert!(!Wish::Text("ab".into()).is_granted(&cut), "a cut reading proves nothing");
    }

    #[test]
    fn a_text_read_about_right_proves_nothing_and_denies_nothing() {
        let about = |text: &str| Element { content: Some(Content::about(text)), ..field("") };
        let wish = Wish::Text("  Grace ".into());
        assert!(!wish.is_granted(&about("Grace")) && wish.may_be_granted(&about("Grace")));
        assert!(!wish.may_be_granted(&about("Ada")) && !wish.may_be_granted(&field("Grace")));
        assert!(!wish.may_be_granted(&about("")), "nothing there is not what was asked");
        let unread = Element { content: None, ..field("") };
        assert!(!wish.is_granted(&unread) && wish.may_be_granted(&unread));
    }

    #[test]
    fn an_inserted_text_is_whole_at_one_position() {
        let wish = Wish::Inserted { before: "漢字".into(), text: "ab".into() };
        for good in ["ab漢字", "漢ab字", "漢字ab"] {
            assert!(wish.is_granted(&field(good)), "{good}");
        }
        for bad in ["漢字", "a漢b字", "漢字abab", "ab字漢"] {
            assert!(!wish.is_granted(&field(bad)), "{bad}");
        }
    }

    #[test]
    fn a_number_out_of_range_is_bad_input_that_names_the_range() {
        let slider = Element {
            number: Some(crate::element::Number { value: 1.0, minimum: 0.0, maximum: 100.0, step: None }),
            ..Element::named(ElementKey::new("s"), Role::Slider, "Volume")
        };
        assert_eq!(number_in_range("42", &slider), Ok(42.0));
        let error = number_in_range("142", &slider).expect_err("too much");
        assert_eq!(error.message, "`text` must be a number from 0 to 100 for this control");
        assert!(number_in_range("loud", &slider).is_err());
    }
}
