//! Runs the commands of staff.

use super::test_app::TestApp;
use clap::Parser;
use stylebox_server::ops::{OpsCommand, answer};
use stylebox_server::state::AppState;

#[derive(Parser)]
struct CommandLine {
    #[command(subcommand)]
    command: OpsCommand,
}

/// Runs `stylebox-server ops …`. Returns its output, or its error.
pub async fn ops(app: &TestApp, line: &str) -> Result<String, String> {
    ops_at(&app.state, line).await
}

/// The same on a server with other providers.
pub async fn ops_at(state: &AppState, line: &str) -> Result<String, String> {
    let CommandLine { command } = CommandLine::try_parse_from(std::iter::once("ops").chain(line.split(' '))).unwrap();
    answer(state, command).await
}

/// Issues a gift card. Returns its number, as staff read it.
pub async fn issue_gift_card(app: &TestApp, dollars: &str) -> String {
    let issued = ops(app, &format!("gift-card issue {dollars}")).await.unwrap();
    let holds = format!(" holds ${dollars}.");
    issued.strip_prefix("Gift card ").unwrap().split(&holds).next().unwrap().to_owned()
}
