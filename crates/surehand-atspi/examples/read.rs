//! Prints what the desktop sees: `read` lists the windows, `read NAME` reads that app's windows, `read NAME N` reads
//! them N times and says how long it took.

#![expect(clippy::print_stdout, reason = "a command-line aid")]

use std::sync::Arc;
use std::time::Duration;

use surehand_atspi::AtspiDesktop;
use surehand_core::clock::{Clock, Deadline, SystemClock};
use surehand_core::desktop::Desktop;
use surehand_core::element::Element;
use surehand_core::error::Result;
use surehand_core::snapshot::SnapshotBounds;

fn main() -> Result<()> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    let mut arguments = std::env::args().skip(1);
    let wanted = arguments.next();
    let times: u32 = arguments.next().and_then(|times| times.parse().ok()).unwrap_or(1);
    let deadline = || Deadline::new(clock.now().plus(Duration::from_secs(10)));
    let desktop = AtspiDesktop::connect(Arc::clone(&clock))?;
    println!(
        "connected after {:?}, foreground {:?}",
        clock.now().since_start(),
        desktop.foreground(&deadline())?
    );
    let mut spent = Vec::new();
    let mut windows = Vec::new();
    for _ in 0..times {
        let start = clock.now();
        windows = desktop.windows(&deadline())?;
        let listed = clock.now();
        desktop.foreground(&deadline())?;
        spent.push((listed.since(start), clock.now().since(listed)));
    }
    spent.sort_unstable();
    println!(
        "{} windows, listed and foreground asked in {:?} (median)",
        windows.len(),
        spent[spent.len() / 2]
    );
    for window in windows {
        let Some(name) = &wanted else {
            println!("{window:?}");
            continue;
        };
        if !window.app.answers_to(name) {
            continue;
        }
        let mut spent = Vec::new();
        for time in 0..times {
            let start = clock.now();
            let snapshot = desktop.snapshot(&window.key, &SnapshotBounds::default(), &deadline())?;
            spent.push(clock.now().since(start));
            if time == 0 {
                println!(
                    "{:?} {} elements, left out {:?}",
                    window.title,
                    snapshot.elements().len(),
                    snapshot.left_out
                );
                for (position, element) in snapshot.elements().iter().enumerate() {
                    println!("{}{}", "  ".repeat(snapshot.ancestors(position).count()), line(element));
                }
            }
        }
        spent.sort_unstable();
        println!(
            "median {:?}, fastest {:?}, slowest {:?}",
            spent[spent.len() / 2],
            spent.first(),
            spent.last()
        );
    }
    Ok(())
}

fn line(element: &Element) -> String {
    let routes: Vec<_> = element
        .routes
        .iter()
        .map(|route| {
            format!("{}:{}{}", route.action, route.kind, if route.disturbs as u8 == 0 { "" } else { "!" })
        })
        .collect();
    let state = &element.state;
    format!(
        "{} {:?} value={:?} placeholder={:?} {:?} {}{}{}{}checked={:?} desc={:?} {:?} {routes:?}",
        element.role,
        element.name,
        element.value(),
        element.placeholder,
        element.bounds.map(|bounds| (bounds.x, bounds.y, bounds.width, bounds.height)),
        if state.enabled { "" } else { "disabled " },
        if state.visible { "" } else { "unseen " },
        if state.selected { "selected " } else { "" },
        if state.protected { "protected " } else { "" },
        state.checked,
        element.description,
        element.shortcut,
    )
}
