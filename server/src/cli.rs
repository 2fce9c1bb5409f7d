//! The command line. A mistake in it is reported as one sentence.

use crate::ops::OpsCommand;
use crate::platform::secret_url::SecretUrl;
use crate::platform::terminal::shown;
use crate::settings::Options;
use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use stylebox_core::brand;
use stylebox_core::values::business_time::Instant;

/// The command line.
#[derive(Debug, Parser)]
#[command(name = "stylebox-server", version, about, max_term_width = 110)]
pub struct Cli {
    /// What to do; `serve` by default.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The settings, for every command.
    #[command(flatten)]
    pub options: Options,
}

/// The commands of the program.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the page and its calls (the default).
    Serve {
        /// Change no tables: refuse to start unless they are of this version or of the next release. Then the database's user needs no
        /// rights on the schema; migrate runs as another user.
        #[arg(long)]
        no_migrate: bool,
    },
    /// Ask the server on this machine whether it can serve, and end with 0 if it can, otherwise with 1.
    Health,
    /// Migrate the database to this version, and stop. Nothing but this, serve, restore, restored and copy changes its tables.
    Migrate {
        /// List the steps that are left, and change nothing.
        #[arg(long)]
        dry_run: bool,
        /// List all steps, and whether the database has had them; change nothing. Ends with 1 if some are missing.
        #[arg(long, conflicts_with = "dry_run")]
        status: bool,
    },
    /// Ask the database, which must have this version, and each outside party something harmless, and print what they answer.
    Check,
    /// Back up the database, and the photos of a bucket, while customers are served. PostgreSQL needs pg_dump on the PATH.
    Backup {
        /// The directory of all backups; the new one is a folder in it.
        directory: PathBuf,
        /// Keep only so many backups, the newest ones.
        #[arg(long, value_name = "BACKUPS", value_parser = clap::value_parser!(u32).range(1..))]
        keep: Option<u32>,
        /// How often this is run: if no backup is made in time, `ops attention` says so. 0 if it is not run regularly any
        /// more.
        #[arg(long, value_name = "HOURS")]
        every: Option<u32>,
    },
    /// Put a backup into the empty database of --database-url, and prove that all is there. Everybody has to sign in again, and who was
    /// erased since is erased again.
    Restore {
        /// The folder of a backup, or the directory of all of them for the newest.
        backup: PathBuf,
        /// Only prove that the backup can be restored: put it into the database and compare, check the photos, ask no outside party. No
        /// server starts on that database.
        #[arg(long)]
        trial: bool,
        /// Go on although marks of erased people are missing: who was erased since the backup, and has no mark, is back.
        #[arg(long)]
        marks_lost: bool,
    },
    /// Tell the service that another program, such as Litestream or PostgreSQL, has put the database back as it was at a time. Run it before a
    /// server starts. As after restore, nothing is charged or refunded until it is known what the gateway did since, everybody has to sign in
    /// again, and who was erased since is erased again.
    Restored {
        /// The time, or an earlier one, such as 2026-11-28T03:00:00Z.
        #[arg(long, value_name = "TIME")]
        at: Instant,
        /// Go on although marks of erased people are missing: who was erased since, and has no mark, is back.
        #[arg(long)]
        marks_lost: bool,
    },
    /// Move a shop at rest: copy all rows of one database into another, of the same or the other engine, and prove that all are there. It
    /// can be cut off at any point, and goes on when it is run again.
    Copy {
        /// The database with the rows: sqlite:FILE or postgres://….
        #[arg(long, env = "STYLEBOX_COPY_FROM", value_name = "URL", hide_env_values = true)]
        from: SecretUrl,
        /// The empty one.
        #[arg(long, env = "STYLEBOX_COPY_TO", value_name = "URL", hide_env_values = true)]
        to: SecretUrl,
    },
    /// Move the photos of the database into the bucket of --photos s3, while no server serves. It can be cut off, and goes on.
    MovePhotos,
    /// Commands for staff: see and move orders.
    #[command(subcommand)]
    Ops(OpsCommand),
}

impl Cli {
    /// Reads the command line of this process. Prints help, version, or one sentence about a mistake.
    ///
    /// # Errors
    /// The exit code, if there is nothing more to do.
    pub fn read() -> Result<Self, ExitCode> {
        Self::try_parse().map_err(|error| match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                let _ = error.print();
                ExitCode::SUCCESS
            }
            // `ops` without a command lists its commands.
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                let _ = error.print();
                ExitCode::from(2)
            }
            _ => {
                complain(&first_sentence(&error.to_string()));
                ExitCode::from(2)
            }
        })
    }
}

/// clap's message without usage and hints, on one line.
fn first_sentence(message: &str) -> String {
    let first = message.split("\n\n").next().unwrap_or(message);
    let words: Vec<&str> = first.trim_start_matches("error: ").split_whitespace().collect();
    format!("{}. (--help explains every flag.)", words.join(" ").trim_end_matches('.'))
}

/// Prints to standard error why the program stops.
pub fn complain(sentence: &str) {
    eprintln!("{}: {}", brand::SLUG, shown(sentence));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_on_the_command_line_is_one_sentence() {
        let error = Cli::try_parse_from(["stylebox-server", "--listen", "here"]).unwrap_err();
        let sentence = first_sentence(&error.to_string());
        assert!(sentence.starts_with("invalid value 'here' for '--listen <ADDRESS:PORT>'"), "{sentence}");
        assert!(!sentence.contains('\n'), "{sentence}");
    }

    #[test]
    fn a_reason_that_is_a_sentence_ends_once() {
        let error = Cli::try_parse_from(["stylebox-server", "ops", "gift-card", "issue", "0"]).unwrap_err();
        let sentence = first_sentence(&error.to_string());
        assert!(sentence.ends_with("It must be more than nothing. (--help explains every flag.)"), "{sentence}");
    }
}
