//! The back of the shop, by its commands.

use super::test_app::TestApp;
use clap::Parser;
use stylebox_server::ops::{OpsCommand, answer};
use stylebox_server::state::AppState;

#[derive(Parser)]
struct CommandLine {
    #[command(subcommand)]
    command: OpsCommand,
}

/// What `stylebox-server ops …` says.
pub async fn ops(app: &TestApp, line: &str) -> Result<String, String> {
    ops_at(&app.state, line).await
}

/// What it says with other providers.
pub async fn ops_at(state: &AppState, line: &str) -> Result<String, String> {
    let CommandLine { command } = CommandLine::try_parse_from(std::iter::once("ops").chain(line.split(' '))).unwrap();
    answer(state, command).await
}
