//! `ops clock`: the demo's clock.

use crate::jobs::demo_clock;
use crate::state::AppState;
use clap::Args;

/// The most days that a command moves the clock: a year.
const MOST_DAYS: u32 = 366;

/// The arguments of the command.
#[derive(Debug, Args)]
pub struct ClockCommand {
    /// How many days to move the clock ahead, such as +7; without it, the clock is shown.
    #[arg(value_name = "+DAYS", value_parser = days)]
    days: Option<u32>,
}

fn days(text: &str) -> Result<u32, String> {
    let days = text.strip_prefix('+').and_then(|number| number.parse().ok());
    let days = days.filter(|days| (1..=MOST_DAYS).contains(days));
    days.ok_or_else(|| format!("it must be + and a number of days, from +1 to +{MOST_DAYS}; the clock never goes back"))
}

/// Runs the command. Returns its output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn answer(state: &AppState, ClockCommand { days }: ClockCommand) -> Result<String, String> {
    let wrong = match days {
        Some(days) => demo_clock::move_ahead(state, days).await.map_err(|error| error.to_string())?,
        None => Vec::new(),
    };
    let ahead = demo_clock::follow(state).await.map_err(|error| error.to_string())?;
    let now = state.clock.now();
    let days = ahead.as_secs() / (24 * 60 * 60);
    let output = format!("It is {}, {}: {days} days ahead.\n", now.in_words(), now.today().year());
    Ok(wrong.into_iter().fold(output, |output, sentence| output + &sentence + "\n"))
}
