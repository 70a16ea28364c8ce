//! Where each client keeps its user's servers and skills, and in which form.
//!
//! From the clients' own documentation, as read in November 2026:
//! Claude Code <https://code.claude.com/docs/en/mcp> and `/skills`; Codex <https://developers.openai.com/codex/mcp> and
//! `/codex/skills`; Cursor <https://cursor.com/docs/mcp> and `/context/skills`; VS Code
//! <https://code.visualstudio.com/docs/agents/reference/mcp-configuration> and `/docs/agent-customization/agent-skills`;
//! Gemini CLI <https://geminicli.com/docs/cli/configuration> and `/cli/skills`; Qwen Code, which keeps its own in the
//! same way <https://qwenlm.github.io/qwen-code-docs> (`/users/features/mcp`, `/users/features/skills`); Windsurf, by now Devin
//! Desktop, and its Cascade <https://docs.devin.ai/desktop/cascade/mcp>, <https://docs.windsurf.com/windsurf/cascade/skills>;
//! Devin's other agents have settings of their own, which are left out. Always the user's own settings, never a
//! project's: those are shared, and a path on one machine is of no use on another.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueEnum;
use surehand::core::error::Invalid;

use super::edit::Format;

/// A client whose settings are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Client {
    /// Claude Code
    Claude,
    /// Codex
    Codex,
    /// Cursor
    Cursor,
    /// VS Code
    Vscode,
    /// Gemini CLI
    Gemini,
    /// Qwen Code
    Qwen,
    /// Windsurf (Cascade)
    Windsurf,
}

/// Where one client keeps what.
pub(super) struct Place {
    pub(super) settings: PathBuf,
    pub(super) format: Format,
    pub(super) skill: PathBuf,
}

impl Place {
    pub(super) fn of(client: Client, variable: &dyn Fn(&str) -> Option<OsString>) -> Result<Self, Invalid> {
        let named = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = named("HOME")
            .ok_or_else(|| Invalid::new("HOME", "must be set: a client's settings are below it"))?;
        let (settings, format, skills) = match client {
            Client::Claude => {
                // With a directory of its own it keeps this file there, too.
                let own = named("CLAUDE_CONFIG_DIR");
                let settings = own.clone().unwrap_or_else(|| home.clone()).join(".claude.json");
                let format = Format::Json { servers: "mcpServers", comments: false, says_stdio: true };
                (settings, format, own.unwrap_or_else(|| home.join(".claude")).join("skills"))
            }
            Client::Codex => {
                let own = named("CODEX_HOME").unwrap_or_else(|| home.join(".codex"));
                (
                    own.join("config.toml"),
                    // It starts its servers with next to nothing of its own environment.
                    Format::Toml { servers: "mcp_servers", given: "env_vars" },
                    home.join(".agents/skills"),
                )
            }
            Client::Cursor => {
                let format = Format::Json { servers: "mcpServers", comments: true, says_stdio: false };
                (home.join(".cursor/mcp.json"), format, home.join(".cursor/skills"))
            }
            Client::Vscode => {
                let settings = named("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config"));
                let format = Format::Json { servers: "servers", comments: true, says_stdio: true };
                (settings.join("Code/User/mcp.json"), format, home.join(".copilot/skills"))
            }
            Client::Gemini => {
                let format = Format::Json { servers: "mcpServers", comments: true, says_stdio: false };
                (home.join(".gemini/settings.json"), format, home.join(".gemini/skills"))
            }
            Client::Qwen => {
                let format = Format::Json { servers: "mcpServers", comments: true, says_stdio: false };
                (home.join(".qwen/settings.json"), format, home.join(".qwen/skills"))
            }
            Client::Windsurf => {
                let own = home.join(".codeium/windsurf");
                let format = Format::Json { servers: "mcpServers", comments: false, says_stdio: false };
                (own.join("mcp_config.json"), format, own.join("skills"))
            }
        };
        Ok(Self { settings, format, skill: skills.join("surehand/SKILL.md") })
    }
}
