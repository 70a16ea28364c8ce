//! The MCP server: [`server`] answers calls, [`tools`] says which there are, [`transport`] carries messages, [`asking`]
//! and [`rounds`] put questions to the user, [`notices`] tells how far a call is.
//!
//! The decision that matters: a wrong argument or broken machinery is a tool result with `isError`, which a model can
//! read and act on; a protocol error is left for what a client's code did wrong, such as a tool that does not exist.

mod asking;
mod notices;
mod rounds;
mod server;
mod tools;
mod transport;

#[cfg(test)]
mod page;
#[cfg(test)]
mod permission_tests;
#[cfg(test)]
mod run_tests;
#[cfg(test)]
mod tests;

pub(crate) use server::serve;
