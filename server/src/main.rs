//! The Stylebox server: reads the flags and runs the command.

use std::process::ExitCode;
use stylebox_server::cli::{self, Cli, Command};
use stylebox_server::commands;
use stylebox_server::platform::logging;

#[tokio::main]
async fn main() -> ExitCode {
    let cli = match Cli::read() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    match run(cli).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            cli::complain(&sentence);
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> Result<(), String> {
    let names_public_url = cli.options.names_public_url();
    let settings = cli.options.settings().map_err(|error| error.to_string())?;
    logging::start(&settings)?;
    match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => commands::serve(settings).await,
        Command::Migrate => commands::migrate(&settings).await,
        Command::Check => commands::check(settings).await,
        Command::Ops(order) => commands::ops(settings, names_public_url, order).await,
    }
}
