//! The lists of `fixtures/expected/`; their README says what each line means.

/// A control that is to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// The kind, such as `button`; `command` in a menu.
    pub(crate) kind: String,
    /// The menus above it, outermost first, each with its names.
    pub(crate) path: Vec<Vec<String>>,
    /// The names, either of which will do; an empty one stands for none.
    pub(crate) names: Vec<String>,
    pub(crate) shortcut: Option<String>,
    /// Its app shows it to people only.
    pub(crate) hidden: bool,
}

/// A list and how its window is set up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct List {
    pub(crate) start: Vec<String>,
    /// The title of a window and an action that its app exports.
    pub(crate) action: Option<(String, String)>,
    pub(crate) variables: Vec<(String, String)>,
    /// Menus that have been opened and closed once.
    pub(crate) opened: Vec<String>,
    /// An option that is chosen first, because a button reacts only then.
    pub(crate) chosen: Option<String>,
    /// Buttons, each with its names, whose menus are in no tree while they are closed.
    pub(crate) pressed: Vec<Vec<String>>,
    pub(crate) window: String,
    pub(crate) seen: Vec<Seen>,
}

impl List {
    /// Reads a list.
    ///
    /// # Panics
    /// When a line is none that the README describes.
    pub(crate) fn parse(text: &str) -> Self {
        let mut list = Self::default();
        let mut path: Option<Vec<Vec<String>>> = None;
        let mut begun = false;
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let section = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
            if let Some(section) = section {
                begun = true;
                path = section.strip_prefix("menu ").map(|path| path.split(" > ").map(names).collect());
                assert!(path.is_some() || section == "window", "no such section: {line}");
            } else if begun {
                list.seen.push(seen(line, path.as_ref()));
            } else {
                list.set(line);
            }
        }
        assert!(!list.start.is_empty() && !list.window.is_empty() && !list.seen.is_empty(), "incomplete");
        list
    }

    fn set(&mut self, line: &str) {
        let (key, value) = line.split_once(": ").unwrap();
        match key {
            "start" => self.start = value.split(' ').map(ToOwned::to_owned).collect(),
            "window" => value.clone_into(&mut self.window),
            "action" => self.action = Some(pair(value, ' ')),
            "chosen" => self.chosen = Some(value.to_owned()),
            "pressed" => self.pressed.push(names(value)),
            "opened" => self.opened = value.split(' ').map(ToOwned::to_owned).collect(),
            "variable" => self.variables.push(pair(value, '=')),
            other => panic!("no such setting: {other}"),
        }
    }
}

fn pair(text: &str, between: char) -> (String, String) {
    let (left, right) = text.split_once(between).unwrap();
    (left.to_owned(), right.to_owned())
}

fn names(text: &str) -> Vec<String> {
    text.split(" | ").map(|name| if name == "-" { String::new() } else { name.to_owned() }).collect()
}

fn seen(line: &str, path: Option<&Vec<Vec<String>>>) -> Seen {
    let (hidden, line) = line.strip_prefix("~ ").map_or((false, line), |line| (true, line));
    let (what, shortcut) = line.split_once(" @ ").map_or((line, None), |(what, chord)| (what, Some(chord)));
    let (kind, name) = if path.is_some() { ("command", what) } else { what.split_once(' ').unwrap() };
    let path = path.cloned().unwrap_or_default();
    Seen {
        kind: kind.to_owned(),
        path,
        names: names(name),
        shortcut: shortcut.map(ToOwned::to_owned),
        hidden,
    }
}

#[test]
fn a_list_is_read() {
    let list = List::parse(
        "start: app file\nvariable: A=b\npressed: Basic | Mode\nwindow: Title\n\n[window]\n~ field -\nbutton Basic | Mode\n\n\
         [menu View > More | Rest]\nZoom In @ Ctrl+KP +\n",
    );
    assert_eq!(list.start, ["app", "file"]);
    assert_eq!(list.pressed, [["Basic".to_owned(), "Mode".to_owned()]]);
    assert!(list.seen[0].hidden && !list.seen[1].hidden);
    assert_eq!(list.variables, [("A".to_owned(), "b".to_owned())]);
    let seen: Vec<_> = list.seen.iter().map(|seen| (seen.kind.as_str(), seen.names.join("|"))).collect();
    assert_eq!(
        seen,
        [("field", String::new()), ("button", "Basic|Mode".to_owned()), ("command", "Zoom In".to_owned())]
    );
    assert_eq!(list.seen[2].path, [vec!["View".to_owned()], vec!["More".to_owned(), "Rest".to_owned()]]);
    assert_eq!(list.seen[2].shortcut.as_deref(), Some("Ctrl+KP +"));
}
