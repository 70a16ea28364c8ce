//! What can happen in an app, and how an app reacts to an action.
//!
//! A [`Change`] is one thing that happens at one moment; a [`Reaction`] turns one performed route into changes over
//! time. Both are plain data, so a test can print what it scripted.

use std::time::Duration;

use surehand_core::desktop::Reply;
use surehand_core::element::{Checked, Element, ElementKey};
use surehand_core::window::WindowKey;

use crate::node::{Node, WindowState};

/// Where something is added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parent {
    /// At the top level of that window.
    Window(WindowKey),
    /// Below that control.
    Element(ElementKey),
}

/// One thing that happens in an app. What it names and is not there, it leaves alone.
#[derive(Clone, Debug)]
pub enum Change {
    /// A control is pressed: counted, and nothing else.
    Press(ElementKey),
    /// A field holds that text.
    Text(ElementKey, String),
    /// A field gets text before the code point of that number.
    Insert(ElementKey, u64, String),
    /// A field's text is rewritten, as by validation.
    Rewrite(ElementKey, fn(&str) -> String),
    /// A range stands at that number, or at its nearest end.
    Number(ElementKey, f64),
    /// A box, switch or choice stands like that. A radio button that goes on switches its neighbours off.
    Check(ElementKey, Checked),
    /// A container selects its item of that name. A combo box shows it.
    Choose(ElementKey, String),
    /// An item is selected, alone among its neighbours. A combo box above it shows it.
    Select(ElementKey),
    /// A control shows or hides what is directly below it.
    Expand(ElementKey, bool),
    /// A control gets the keyboard focus of its window.
    Focus(ElementKey),
    /// A control has another name.
    Rename(ElementKey, String),
    /// A control reacts to input, or no longer.
    Enable(ElementKey, bool),
    /// A control is shown, or no longer.
    Show(ElementKey, bool),
    /// A control stands so many pixels further to the right and down.
    Move(ElementKey, i32, i32),
    /// A running number is shown: the text of what holds text, else the name.
    Tick(ElementKey),
    /// A control sends an event without any change.
    Speak(ElementKey),
    /// Anything else about one control.
    Edit(ElementKey, fn(&mut Element)),
    /// A control and what is below it stand again as in this copy, if it is still there.
    Restore(Box<Node>),
    /// A control is added at that position, or at the end when there are fewer.
    Add(Parent, usize, Box<Node>),
    /// A control and what is below it are gone.
    Remove(ElementKey),
    /// Two controls change places.
    Swap(ElementKey, ElementKey),
    /// A window opens, above the others of its app, without becoming the one the user works in.
    Open(Box<WindowState>),
    /// A window closes.
    Close(WindowKey),
    /// A window has another title.
    Retitle(WindowKey, String),
    /// A window comes to the front and is the one the user works in.
    Front(WindowKey),
    /// The app of that process ends.
    Quit(u32),
}

/// How an app reacts to a route that is performed on a control.
#[derive(Clone, Debug)]
pub struct Reaction {
    pub(crate) takes_effect: bool,
    pub(crate) reply: Reply,
    pub(crate) delay: Duration,
    pub(crate) rewrite: Option<fn(&str) -> String>,
    pub(crate) reverts_after: Option<Duration>,
    pub(crate) silent: bool,
    pub(crate) more: Vec<(Duration, Change)>,
}

impl Reaction {
    /// What the control does by default, at once.
    #[must_use]
    pub const fn usual() -> Self {
        Self {
            takes_effect: true,
            reply: Reply::Accepted,
            delay: Duration::ZERO,
            rewrite: None,
            reverts_after: None,
            silent: false,
            more: Vec::new(),
        }
    }

    /// The app says that it did it, and does nothing.
    #[must_use]
    pub fn nothing() -> Self {
        Self { takes_effect: false, ..Self::usual() }
    }

    /// The app says that it does not do it, and does nothing.
    #[must_use]
    pub fn declined() -> Self {
        Self { reply: Reply::Declined, ..Self::nothing() }
    }

    /// The app gives no answer while it goes on answering others.
    #[must_use]
    pub const fn unanswered(mut self) -> Self {
        self.reply = Reply::Unanswered;
        self
    }

    /// The app answers at once and reacts so much later.
    #[must_use]
    pub const fn late(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// The field's whole text is rewritten right after the effect: trimmed, upper-cased, completed.
    #[must_use]
    pub const fn rewriting(mut self, rewrite: fn(&str) -> String) -> Self {
        self.rewrite = Some(rewrite);
        self
    }

    /// So long after the effect the control stands as before the action.
    #[must_use]
    pub const fn reverting(mut self, after: Duration) -> Self {
        self.reverts_after = Some(after);
        self
    }

    /// None of it is told to the change signal.
    #[must_use]
    pub const fn silent(mut self) -> Self {
        self.silent = true;
        self
    }

    /// With the effect, this happens too.
    #[must_use]
    pub fn then(self, change: Change) -> Self {
        self.then_after(Duration::ZERO, change)
    }

    /// So long after the effect, this happens too.
    #[must_use]
    pub fn then_after(mut self, after: Duration, change: Change) -> Self {
        self.more.push((after, change));
        self
    }
}
