//! The driver that we compare with: cua-driver from PyPI, through its own MCP server, with its telemetry off.
//!
//! It is asked as its own descriptions recommend: the tree as Markdown, without the picture. Its answers are counted by
//! their first text alone, which is the least that can be said of them.

use std::io;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use surehand_testkit::desktop::HeadlessDesktop;
use surehand_testkit::mcp::{McpServer, ToolAnswer};

const LIMIT: Duration = Duration::from_secs(60);

/// A running server of the other driver.
#[derive(Debug)]
pub struct Rival {
    server: McpServer,
}

/// What it said of a window.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The text.
    pub text: String,
    /// Its length.
    pub bytes: usize,
    /// The controls it lists.
    pub controls: u64,
    /// It ran out of time on the way.
    pub cut: bool,
    /// From asking to having it.
    pub elapsed: Duration,
}

impl Rival {
    /// Starts it.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(desktop: &HeadlessDesktop, program: &Path) -> io::Result<Self> {
        let log = std::fs::File::create(desktop.folder().join("logs/rival"))?;
        let mut command = desktop.command(&program.to_string_lossy());
        command.arg("mcp").env("CUA_DRIVER_RS_TELEMETRY_ENABLED", "0").stderr(log);
        Ok(Self { server: McpServer::spawn(&mut command)? })
    }

    /// The length of its list of tools.
    ///
    /// # Errors
    /// When it does not answer.
    pub fn tools_bytes(&mut self) -> io::Result<usize> {
        Ok(self.server.tools()?.to_string().len())
    }

    /// Its process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.server.pid()
    }

    /// Reads a window as it does by itself, which is for a second at most.
    ///
    /// # Errors
    /// When it does not answer.
    pub fn tree(&mut self, pid: u64, window: u64) -> io::Result<Tree> {
        self.read(json!({"pid": pid, "window_id": window, "include_screenshot": false}))
    }

    /// Reads a window to its end.
    ///
    /// # Errors
    /// When it does not answer.
    pub fn whole_tree(&mut self, pid: u64, window: u64) -> io::Result<Tree> {
        let arguments =
            json!({"pid": pid, "window_id": window, "include_screenshot": false, "timeout_ms": 20_000});
        self.read(arguments)
    }

    fn read(&mut self, arguments: Value) -> io::Result<Tree> {
        let answer = self.server.call("get_window_state", arguments, LIMIT)?;
        let text = said(&answer);
        let controls = text.split("elements=").nth(1).and_then(|rest| rest.split_whitespace().next());
        Ok(Tree {
            bytes: answer.bytes,
            controls: controls.and_then(|count| count.parse().ok()).unwrap_or_default(),
            cut: text.contains("PARTIAL TREE"),
            elapsed: answer.elapsed,
            text,
        })
    }

    /// Does something to the control whose line in a tree has this in it: `click`, or `set_value` with a value.
    ///
    /// # Errors
    /// When it does not answer, or the tree has no such line.
    pub fn act(&mut self, tree: &Tree, line: &str, value: Option<&str>) -> io::Result<ToolAnswer> {
        let token = tree.token(line).ok_or_else(|| io::Error::other(format!("no {line} in its tree")))?;
        let (tool, arguments) = match value {
            Some(value) => ("set_value", json!({"element_token": token, "value": value})),
            None => ("click", json!({"element_token": token})),
        };
        self.server.call(tool, arguments, LIMIT)
    }
}

impl Tree {
    /// The name by which the control of a line is acted on: the snapshot and the number of its row.
    fn token(&self, line: &str) -> Option<String> {
        let snapshot =
            self.text.split("snapshot_id=").nth(1)?.split_whitespace().next()?.trim_end_matches(';');
        let is_row = |row: &&str| row.trim_start().starts_with("- [");
        let named = self.text.lines().find(|row| is_row(row) && row.contains(line));
        // A filled field of GTK 3 goes by what it holds; its label stands before it.
        let label = format!("- label = {line}");
        let after = || self.text.lines().skip_while(|row| row.trim_start() != label).find(is_row);
        let row = named.or_else(after)?;
        let number = row.split('[').nth(1)?.split(']').next()?;
        Some(format!("{snapshot}:{number}"))
    }
}

fn said(answer: &ToolAnswer) -> String {
    match &answer.json {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_is_found_in_its_tree() {
        let text = "window_id=1 pid=2 elements=3 walk_ms=1 snapshot_id=s00000004; x\n- label = \"Name\"\n  - [12] text \"Name\"";
        let tree = Tree { text: text.into(), bytes: 0, controls: 3, cut: false, elapsed: Duration::ZERO };
        assert_eq!(tree.token("\"Name\"").as_deref(), Some("s00000004:12"));
        assert_eq!(tree.token("\"Email\""), None);
        let filled = Tree { text: text.replace("text \"Name\"", "text \"Grace\""), ..tree };
        assert_eq!(filled.token("\"Name\"").as_deref(), Some("s00000004:12"));
    }
}
