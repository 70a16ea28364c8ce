//! The judge reads real apps: a calculator's display and an editor's text.

use std::time::Duration;

use surehand_testkit::desktop;
use surehand_testkit::plain::{self, PlainNode};
use surehand_testkit::poll_until;

const LIMIT: Duration = Duration::from_secs(20);

fn has_text(nodes: &[PlainNode], text: &str) -> bool {
    nodes.iter().any(|node| node.text.as_deref() == Some(text))
}

#[test]
fn the_judge_reads_an_editor_and_a_calculator() {
    let Some(desktop) = desktop::for_test("the_judge_reads_an_editor_and_a_calculator") else { return };
    let text = "  first\n\tse\u{301}cond 😀 ";
    let file = desktop.folder().join("text.txt");
    std::fs::write(&file, text).unwrap();
    let path = file.display().to_string();
    for (program, argument, expected) in
        [("mousepad", path.as_str(), text), ("gnome-calculator", "--equation=6*7", "6*7")]
    {
        let app = match desktop.spawn_app(program, &[argument]) {
            Ok(app) => app,
            Err(error) => {
                assert!(std::env::var_os("CI").is_none(), "{error}");
                println!("skipped {program}: {error}");
                continue;
            }
        };
        let seen = poll_until(LIMIT, || {
            let nodes = plain::texts(&desktop, program).unwrap();
            has_text(&nodes, expected).then_some(())
        });
        let nodes = plain::texts(&desktop, program).unwrap();
        assert!(seen.is_some(), "{program} shows no {expected:?}: {nodes:#?} {}", desktop.log(program));
        drop(app);
    }
}
