//! Fills in a form of a running app and saves it: `cargo run -p surehand --example form -- APP`.
//! Everything is allowed here; a program for others asks its user (`Allowed::User`).

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;

use serde_json::json;
use surehand::core::clock::Cancel;
use surehand::core::runner::StepEvent;
use surehand::wire::subtask;
use surehand::{Allowed, Job, Session};

fn main() -> Result<(), Box<dyn Error>> {
    let app = std::env::args().nth(1).ok_or("which app? Its name is missing")?;
    let request = subtask::run(&json!({
        "app": {"name": app},
        "subtask": {
            "goal": "Enter the name and the email, and save.",
            "inputs": {"name": "Grace Hopper", "email": "grace@example.com"},
            "verification": ["field \"Name\" equals {name}", "field \"Email\" equals {email}"]
        }
    }))?;
    let session = Session::builder().allowed(Allowed::Everything).build();
    let cancel = Cancel::new();
    let job =
        Job { target: &request.target, subtask: &request.subtask, config: &request.config, cancel: &cancel };
    let result = session.run(&job, session.policy().as_mut(), &mut |event: &StepEvent| {
        if let Some(record) = &event.record {
            println!("{} {:?}: {}", record.action, record.target_name, record.message);
        }
    })?;
    println!("{}: {}", result.ending.name(), result.reason);
    Ok(())
}
