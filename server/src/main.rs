//! The Stylebox server: reads the flags and runs the command.

use std::process::ExitCode;
use std::time::Duration;
use stylebox_server::cli::{self, Cli, Command};
use stylebox_server::commands;
use stylebox_server::platform::logging;
use stylebox_server::providers::telemetry::Telemetry;
use stylebox_server::providers::telemetry::limits::Limits;
use stylebox_server::service::operation::backup::BackupOptions;

/// How long the end of the program waits for the traces that are still to be sent.
const LAST_TRACES: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() -> ExitCode {
    let cli = match Cli::read() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let failure_code = match &cli.command {
        Some(Command::Ops(command)) => command.failure_code(),
        _ => 1,
    };
    match run(cli).await {
        Ok(code) => ExitCode::from(code),
        Err(sentence) => {
            cli::complain(&sentence);
            ExitCode::from(failure_code)
        }
    }
}

/// Runs the command. Returns the exit code.
async fn run(cli: Cli) -> Result<u8, String> {
    let names_public_url = cli.options.names_public_url();
    let settings = cli.options.settings().map_err(|error| error.to_string())?;
    let command = cli.command.unwrap_or(Command::Serve { no_migrate: false });
    let collector = settings.parties.telemetry.collector().filter(|_| matches!(command, Command::Serve { .. }));
    let telemetry = collector.map(|collector| Telemetry::start(collector, Limits::default())).transpose()?;
    logging::start(&settings.log, settings.log_format, telemetry.as_ref().map(Telemetry::layer))?;
    let done = match command {
        Command::Serve { no_migrate } => commands::serve(settings, !no_migrate).await.map(|()| 0),
        Command::Health => commands::health(&settings).await.map(|()| 0),
        Command::Migrate { status: true, .. } => commands::list_migrations(&settings).await.map(|()| 0),
        Command::Migrate { dry_run, .. } => commands::migrate(&settings, dry_run).await.map(|()| 0),
        Command::Check => commands::check(settings).await.map(|()| 0),
        Command::Backup { directory, keep, every } => {
            let options = BackupOptions { keep: keep.and_then(|keep| usize::try_from(keep).ok()), every };
            commands::back_up(settings, names_public_url, &directory, options).await.map(|()| 0)
        }
        Command::Restore { backup, trial: true, marks_lost } => {
            commands::try_restore(&settings, &backup, marks_lost).await.map(|()| 0)
        }
        Command::Restore { backup, marks_lost, .. } => {
            commands::restore(settings, names_public_url, &backup, marks_lost).await.map(|()| 0)
        }
        Command::Restored { at, marks_lost } => {
            commands::restored(settings, names_public_url, at, marks_lost).await.map(|()| 0)
        }
        Command::Copy { from, to } => commands::copy(from, to).await.map(|()| 0),
        Command::MovePhotos => commands::move_photos(settings).await.map(|()| 0),
        Command::Ops(order) => commands::ops(settings, names_public_url, order).await,
    };
    if let Some(telemetry) = telemetry {
        telemetry.stop(LAST_TRACES);
    }
    done
}
