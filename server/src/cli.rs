//! The command line. A mistake in it is reported as one sentence.

use crate::ops::OpsCommand;
use crate::platform::terminal::shown;
use crate::settings::Options;
use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use std::process::ExitCode;
use stylebox_core::brand;

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
    Serve,
    /// Migrate the database to this version, and stop. Only this and serve change its tables.
    Migrate {
        /// List the steps that are left, and change nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Ask the database, which must have this version, and each outside party something harmless, and print what they answer.
    Check,
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
