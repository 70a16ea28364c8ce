//! What is kept of live objects between readings, so that it is asked once and not with every reading.
//!
//! Only what cannot change while an object lives (its role and interfaces), and what depends on facts that are read
//! afresh each time: the actions, label relations and placeholder of an object whose facts are all as they were, and
//! that a label's name was all of its text. Events take such knowledge back early; names, states, texts, numbers and places are never
//! kept. The length of a text is kept only as a guess for the next question, which brings the true one along.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::detail::NativeAction;
use crate::message::Message;
use crate::object::{Interfaces, Object};
use crate::role::RoleNumber;
use crate::walk::Facts;

/// Beyond this many objects the memory starts afresh.
const KNOWN: usize = 20_000;

/// The memory.
#[derive(Debug, Default)]
pub(crate) struct KnownObjects(Mutex<Memory>);

#[derive(Debug, Default)]
struct Memory {
    objects: HashMap<Object, Known>,
    /// How often the tree of each app has changed.
    trees: HashMap<String, u64>,
}

/// What is known of one object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// Role and interfaces.
    pub(crate) kind: Option<(RoleNumber, Interfaces)>,
    /// The length that its text had.
    pub(crate) length: Option<i32>,
    actions: Option<(Facts, Vec<NativeAction>)>,
    labels: Option<(Facts, u64, Vec<Object>)>,
    placeholder: Option<(Facts, u64, Option<String>)>,
    only_child: Option<(u64, Object)>,
    first_row: Option<i32>,
    named_whole: Option<Facts>,
}

impl KnownObjects {
    /// How often the tree of an app has changed. What is kept is kept as of the count before it was asked for: a change
    /// that comes right behind the answer must not be missed.
    pub(crate) fn tree(&self, bus: &str) -> u64 {
        self.memory().trees.get(bus).copied().unwrap_or_default()
    }

    /// Role and interfaces of an object.
    pub(crate) fn kind(&self, object: &Object) -> Option<(RoleNumber, Interfaces)> {
        self.memory().objects.get(object)?.kind
    }

    /// The length that a text had the last time.
    pub(crate) fn length(&self, object: &Object) -> Option<i32> {
        self.memory().objects.get(object)?.length
    }

    /// The actions of an object with these facts.
    pub(crate) fn actions(&self, object: &Object, facts: &Facts) -> Option<Vec<NativeAction>> {
        let memory = self.memory();
        let (then, actions) = memory.objects.get(object)?.actions.as_ref()?;
        (then == facts).then(|| actions.clone())
    }

    /// What labels an object with these facts.
    pub(crate) fn labels(&self, object: &Object, facts: &Facts) -> Option<Vec<Object>> {
        let memory = self.memory();
        let (then, tree, labels) = memory.objects.get(object)?.labels.as_ref()?;
        (then == facts && *tree == memory.tree(object)).then(|| labels.clone())
    }

    /// The placeholder of a field with these facts.
    pub(crate) fn placeholder(&self, object: &Object, facts: &Facts) -> Option<Option<String>> {
        let memory = self.memory();
        let (then, tree, placeholder) = memory.objects.get(object)?.placeholder.as_ref()?;
        (then == facts && *tree == memory.tree(object)).then(|| placeholder.clone())
    }

    /// The child of an object that has one, as long as no child in its app has come or gone.
    pub(crate) fn only_child(&self, object: &Object) -> Option<Object> {
        let memory = self.memory();
        let (tree, child) = memory.objects.get(object)?.only_child.as_ref()?;
        (*tree == memory.tree(object)).then(|| child.clone())
    }

    /// The first row that a list showed the last time: where to look first.
    pub(crate) fn first_row(&self, list: &Object) -> Option<i32> {
        self.memory().objects.get(list)?.first_row
    }

    /// Whether the name of a label with these facts is all of its text.
    pub(crate) fn is_named_whole(&self, object: &Object, facts: &Facts) -> bool {
        self.memory().objects.get(object).is_some_and(|known| known.named_whole.as_ref() == Some(facts))
    }

    pub(crate) fn keep_kind(&self, object: &Object, facts: &Facts) {
        self.change(object, |known| known.kind = Some((facts.role, facts.interfaces)));
    }

    pub(crate) fn keep_length(&self, object: &Object, length: i32) {
        self.change(object, |known| known.length = Some(length));
    }

    pub(crate) fn keep_actions(&self, object: &Object, facts: &Facts, actions: &[NativeAction]) {
        self.change(object, |known| known.actions = Some((facts.clone(), actions.to_vec())));
    }

    pub(crate) fn keep_labels(&self, object: &Object, facts: &Facts, tree: u64, labels: &[Object]) {
        self.change(object, |known| known.labels = Some((facts.clone(), tree, labels.to_vec())));
    }

    pub(crate) fn keep_placeholder(
        &self,
        object: &Object,
        facts: &Facts,
        tree: u64,
        placeholder: Option<&String>,
    ) {
        let placeholder = placeholder.cloned();
        self.change(object, |known| known.placeholder = Some((facts.clone(), tree, placeholder)));
    }

    pub(crate) fn keep_first_row(&self, list: &Object, row: i32) {
        self.change(list, |known| known.first_row = Some(row));
    }

    pub(crate) fn keep_only_child(&self, object: &Object, tree: u64, child: &Object) {
        self.change(object, |known| known.only_child = Some((tree, child.clone())));
    }

    pub(crate) fn keep_named_whole(&self, object: &Object, facts: &Facts) {
        self.change(object, |known| known.named_whole = Some(facts.clone()));
    }

    /// Takes back what an event makes doubtful.
    pub(crate) fn hear(&self, message: &Message) {
        if message.interface != "org.a11y.atspi.Event.Object" {
            return;
        }
        match message.member.as_str() {
            "ChildrenChanged" => *self.memory().trees.entry(message.sender.clone()).or_default() += 1,
            "TextChanged" => {
                let object = Object::new(message.sender.as_str(), message.path.as_str());
                if let Some(known) = self.memory().objects.get_mut(&object) {
                    known.named_whole = None;
                }
            }
            "PropertyChange" => {
                let object = Object::new(message.sender.as_str(), message.path.as_str());
                // Of names it is known from the facts; another role makes another control.
                if let Some(known) = self.memory().objects.get_mut(&object) {
                    *known = Known {
                        length: known.length,
                        only_child: known.only_child.take(),
                        ..Known::default()
                    };
                }
            }
            _ => {}
        }
    }

    /// Forgets an app that has gone.
    pub(crate) fn forget(&self, bus: &str) {
        let mut memory = self.memory();
        memory.objects.retain(|object, _| *object.bus != *bus);
        memory.trees.remove(bus);
    }

    fn change(&self, object: &Object, change: impl FnOnce(&mut Known)) {
        let mut memory = self.memory();
        if memory.objects.len() >= KNOWN {
            memory.objects.clear();
        }
        change(memory.objects.entry(object.clone()).or_default());
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Memory {
    fn tree(&self, object: &Object) -> u64 {
        self.trees.get(&*object.bus).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knowledge_holds_while_the_facts_do() {
        let known = KnownObjects::default();
        let object = Object::new(":1.1", "/x");
        let facts = Facts { name: "Save".into(), ..Facts::default() };
        let actions = [NativeAction { name: "click".into(), binding: String::new() }];
        known.keep_actions(&object, &facts, &actions);
        known.keep_named_whole(&object, &facts);
        assert_eq!(known.actions(&object, &facts).as_deref(), Some(actions.as_slice()));
        let renamed = Facts { name: "Send".into(), ..Facts::default() };
        assert_eq!(known.actions(&object, &renamed), None);
        assert!(known.is_named_whole(&object, &facts) && !known.is_named_whole(&object, &renamed));
        known.keep_only_child(&object, known.tree(":1.1"), &Object::new(":1.1", "/y"));
        known.keep_placeholder(&object, &facts, known.tree(":1.1"), None);
        assert!(known.only_child(&object).is_some() && known.placeholder(&object, &facts).is_some());
        known.memory().trees.insert(":1.1".into(), 1);
        assert!(known.only_child(&object).is_none() && known.placeholder(&object, &facts).is_none());
        known.forget(":1.1");
        assert_eq!(known.actions(&object, &facts), None);
    }
}
